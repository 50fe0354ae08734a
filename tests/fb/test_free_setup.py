"""SC.F The free set-up can begin from history."""

from __future__ import annotations

import pytest

import stavka
from tests.playing import offered, where


@pytest.mark.rule("fb", "SC.F2", "SC.F3")
def test_the_rest_is_set_up_as_in_history_within_the_rules_of_the_free_scenario() -> None:
    game = stavka.game("fb")
    match, history = game.start("free", seed=1), game.start("historical", seed=1)
    unit = offered(match).units[0]
    match.choose(f"unit:{unit}")
    by_hand = next(hex for hex in offered(match).hexes if hex.isdigit() and hex != where(history, unit))
    match.choose(f"hex:{by_hand}")
    assert offered(match).buttons == ("ready_made", "arrange") and offered(match).seat == "german"
    match.choose("do:ready_made")
    assert offered(match).seat == "soviet" and where(match, unit) == by_hand
    match.choose("do:ready_made")
    assert offered(match).task == "deploy_covering"
    assert not list(game.flaws(match.position))
    counters = [counter.id for counter in game.counters]
    same = [id for id in counters if where(match, id) == where(history, id) and where(match, id).isdigit()]
    assert len(same) > 40
    assert all(where(match, id) != "box.setup" for id in counters)


def test_a_formation_is_offered_as_a_set() -> None:
    offer = offered(stavka.game("fb").start("free", seed=1))
    assert offer.sets and all(len(units) > 1 and set(units) <= set(offer.units) for units in offer.sets)
