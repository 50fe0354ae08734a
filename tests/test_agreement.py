"""``why_not`` and the clicks never disagree, in any game.

A unit and a hex together stand for clicks: the hex, if the unit is in hand; the unit, if the decision is aimed at the
hex; the unit and then the hex, or the hex (or a counter in it) and then the unit. The pair is allowed if one of these
goes through and leaves the unit there, in hand, or in the attack on that hex.
"""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest

import stavka
from stavka.games import keys
from stavka.table.box import make_box

from .playing import offered

LOOKS = 60
PAIRS = 25


def goes_through(match: stavka.Match, unit: str, hex: str) -> tuple[bool, bool]:
    """Whether the clicks that the pair stands for are accepted, and whether dice were rolled on the way."""
    offer = match.offer
    assert offer is not None
    about = offer.as_data()["about"]
    if unit == about.get("unit") or unit in about["group"]:
        return f"hex:{hex}" in offer, False
    if hex in about["targets"]:
        return f"unit:{unit}" in offer, False
    accepted = rolled = False
    stack = match.position.at(match.game.board.index[hex])
    others = [f"unit:{match.game.counters.ids[other]}" for other in stack]
    for first, second in ((f"unit:{unit}", f"hex:{hex}"), (f"hex:{hex}", f"unit:{unit}"),
                          *((other, f"unit:{unit}") for other in others)):
        if first not in offer or first == second:
            continue
        twin = match.copy(seed=1)
        twin.choose(first)
        rolled |= bool(twin.records[-1].dice)
        accepted |= place_of(twin, unit) == hex != place_of(match, unit) if first == f"unit:{unit}" else False
        accepted |= _then(twin, offer.seat, second, unit, hex)
    return accepted, rolled


def place_of(match: stavka.Match, unit: str) -> str:
    return match.game.board.names[match.position.where[match.game.counters.index[unit]]]


def _then(twin: stavka.Match, seat: str, second: str, unit: str, hex: str) -> bool:
    """Whether the second click, after the first, is about this unit and this hex, and accepted."""
    if twin.offer is None or twin.offer.seat != seat:
        return False
    about = twin.offer.as_data()["about"]
    in_hand = unit == about.get("unit") or unit in about["group"]
    meant = in_hand if second.startswith("hex:") else hex in about["targets"]
    if not meant:
        return False
    with suppress(stavka.Illegal):
        twin.choose(second)
        return True
    return False


def some_pairs(match: stavka.Match, chance: random.Random) -> list[tuple[str, str]]:
    """Units and hexes, more of those that are offered, near by or in hand than of others."""
    game, offer, p = match.game, match.offer, match.position
    names = [name for name in game.board.names if name]
    assert offer is not None
    about = offer.as_data()["about"]
    units = [*offer.units, *about["group"], *([about["unit"]] if "unit" in about else [])]
    hexes = [*offer.hexes, *about["targets"]]
    seen = [id for unit, id in enumerate(game.counters.ids) if game.sees(p, offer.seat, unit)]
    pairs = []
    for _ in range(PAIRS):
        unit = chance.choice(units if units and chance.random() < 0.6 else seen)
        here = p.where[game.counters.index[unit]]
        near = [game.board.names[place] for place in game.board.grid.neighbours[here]] if (
            0 <= here < p.layout.hexes) else []
        pool = hexes if hexes and chance.random() < 0.4 else near if near and chance.random() < 0.6 else (
            names)
        pairs.append((unit, chance.choice(pool)))
    return pairs


def moments(game: stavka.Game[Any], scenario: str, chance: random.Random) -> Any:
    """A match in the middle of random play, again and again, on different kinds of decisions."""
    match, seen = game.start(scenario, seed=chance.randrange(1 << 30)), dict[str, int]()
    while match.offer is not None:
        task = f"{match.offer.step} {match.offer.task}"
        if chance.random() < 1 / (1 + seen.get(task, 0)):
            seen[task] = seen.get(task, 0) + 1
            yield match
        match.choose(match.offer.nth(chance.randrange(len(match.offer))))


@pytest.mark.parametrize(("key", "scenario"), [
    (key, scenario) for key in keys() for scenario in stavka.game(key).scenarios])
def test_why_not_and_the_clicks_agree(key: str, scenario: str) -> None:
    chance = random.Random(f"agreement {key} {scenario}")
    asked = allowed = 0
    for match in islice(moments(stavka.game(key), scenario, chance), LOOKS):
        for unit, hex in some_pairs(match, chance):
            answer = match.ask("why_not", unit=unit, hex=hex)
            accepted, rolled = goes_through(match, unit, hex)
            if accepted or not rolled:  # before a roll the answer is for the best that the dice may bring
                assert answer["allowed"] == accepted, (match, match.offer, unit, hex, answer)
            assert answer["allowed"] == (answer["reason"] is None)
            asked += 1
            allowed += accepted
    assert asked > 1000 and allowed > 100


def firing(game: stavka.Game[Any], task: str, chance: random.Random) -> Any:
    """A match in the middle of random play, whenever guns may be aimed."""
    match, guns = game.start(seed=chance.randrange(1 << 30)), set(make_box(game)["guns"])
    while match.offer is not None:
        if match.offer.task == task and (match.offer.hexes or guns & {*match.offer.units}):
            yield match
        match.choose(match.offer.nth(chance.randrange(len(match.offer))))


@pytest.mark.parametrize(("key", "task"), [("fb", "bombardment"), ("ssa", "bombard")])
def test_what_guns_may_fire_at_is_what_the_clicks_allow(key: str, task: str) -> None:
    game, chance = stavka.game(key), random.Random(f"fire {key}")
    aimed = barred = 0
    for match in islice(firing(game, task, chance), 12):
        seat, p = offered(match).seat, match.position
        hexes = [game.board.names[place] for place in p.stacks if place < p.layout.hexes]
        for unit in make_box(game)["guns"]:
            gun = game.counters.index[unit]
            if game.seat_of(game.counters[gun].side) != seat or not p.is_on_map(gun):
                continue
            targets = match.ask("fire", unit=unit)["targets"]
            for hex in chance.sample(hexes, 8) + targets[:4]:
                answer = match.ask("why_not", unit=unit, hex=hex)
                assert answer["allowed"] == (hex in targets), (match, unit, hex, answer)
                aimed += answer["allowed"]
                barred += not answer["allowed"]
    assert aimed > 20 and barred > 20
