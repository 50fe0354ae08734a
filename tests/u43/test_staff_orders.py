"""What the staff of Ukraine '43 does with rules that are easily forgotten: the dam, rivers, Manstein, garrisons."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stavka.games.u43 import Ukraine43
from stavka.games.u43.staff.plans import is_garrison, is_guard
from stavka.games.u43.staff.survey import View
from stavka.match import Match
from stavka.players import Seen, player
from stavka.staff.mind import ForceMind

from .helpers import GUARDS, disrupted

GAME = Ukraine43()
DAM, BESIDE_DAM = "3728", "3829"
EAST, WEST = "2418", "2419"
"""The banks of the Dnieper."""


def situation(step: str, place: dict[str, Any], scenario: str = "campaign", turn: int = 5, **keys: Any) -> Match:
    return GAME.situation({"scenario": scenario, "turn": turn, "step": step, "empty": True, "place": place, **keys})


def answer(match: Match) -> str:
    """What a regular chooses."""
    return player("regular", GAME, 1).choose(Seen.of(match))


def mind_of(seat: str, level: str) -> ForceMind:
    staff = GAME.staff
    found: ForceMind = staff.mind(seat, staff.orders(seat, level, Random(1))).minds[seat]
    return found


@pytest.mark.rule("u43", "28.1.b")
def test_the_germans_blow_the_dam_only_when_it_is_about_to_be_lost() -> None:
    far = situation("german.final", {"G-68": "0540", "S-6TC": "5606"})
    assert answer(far) == "do:done"
    near = situation("german.final", {"G-68": "0540", "S-6TC": "3927", "S-31TC": "3927"})
    assert answer(near) == "do:destroy"
    over = situation("german.final", {"G-68": "0540", "S-6TC": "3927"}, scenario="opening", turn=7)
    assert answer(over) == "do:done", "nobody comes any more"


@pytest.mark.rule("u43", "28.1.b")
def test_a_dam_won_back_is_blown_for_the_two_points_more_that_it_was_worth() -> None:
    assert answer(situation("german.final", {"G-68": DAM, "S-6TC": "5606"}, dam="captured")) == "do:destroy"


@pytest.mark.rule("u43", "28.1.a")
def test_the_soviets_blow_the_dam_in_the_last_turn_for_two_points() -> None:
    place = {"S-Art-3": BESIDE_DAM, "S-6TC": BESIDE_DAM, "G-68": DAM}
    assert answer(situation("soviet.final", place)) == "do:done"
    assert answer(situation("soviet.final", place, scenario="opening", turn=7)) == "do:destroy"


@pytest.mark.rule("u43", "26.2.a")
def test_manstein_rallies_whom_he_can() -> None:
    match = situation("german.movement", {"G-Manstein": "1018", "G-68": disrupted("1119"), "S-6TC": "5606"})
    assert answer(match) == "unit:G-68"
    match.choose("unit:G-68")
    assert answer(match) == "do:rally"


@pytest.mark.rule("u43", "18.1.B")
def test_an_assault_across_a_river_is_prepared_where_it_promises_something() -> None:
    match = situation("soviet.movement", {GUARDS[0]: EAST, GUARDS[1]: EAST, "S-HQ-V": "2417", "G-213Sec": WEST},
                      control={"soviet": [EAST, "2417"]})
    regular = player("regular", GAME, 1)
    clicks = []
    while match.offer is not None and match.phase == "soviet.movement":
        clicks.append(regular.choose(Seen.of(match)))
        match.choose(clicks[-1])
    assert "do:river_assault" in clicks
    assert clicks[clicks.index("do:river_assault") + 1] == f"hex:{WEST}"


@pytest.mark.parametrize("level", ["regular", "veteran"])
def test_the_last_garrison_of_a_prize_does_not_leave_for_the_front_line(level: str) -> None:
    match = situation("german.movement", {"G-454Sec": DAM, "G-68": "4328", "S-6TC": "4528"})
    mind = mind_of("german", level)
    view = mind.survey_as(match.position, View)
    garrison, other = GAME.counters.index["G-454Sec"], GAME.counters.index["G-68"]
    assert is_garrison(view, garrison) and not is_garrison(view, other)
    assert mind.plan(match.position).where[garrison] == match.position.where[garrison]


def test_whoever_has_the_last_move_leaves_the_line_for_an_objective() -> None:
    """30.2 After it nothing counts but who holds what: a veteran knows, a regular draws his line to the end."""
    def attacks(turn: int, level: str) -> dict[str, list[str]]:
        match = situation("german.movement", {
            "S-TS-86": "5324", "S-6TC": "5225", "G-3SS": "5326", "G-16PG": "5327", "G-68": "5126",
        }, "opening", turn, control={"soviet": ["5324", "5225"]})
        moves = mind_of("german", level).plan(match.position)
        return {match.position.number(target): match.position.ids(units) for target, units, _ in moves.prepared()}

    assert set(attacks(7, "veteran")["5324"]) == {"G-3SS", "G-16PG"}
    assert not attacks(7, "regular") and not attacks(6, "veteran")


def test_attackers_leave_a_guard_in_an_objective_while_the_enemy_is_near() -> None:
    def guards(german: str) -> list[str]:
        match = situation("soviet.movement", {"S-6TC": "5225", "S-TS-86": "5324", "S-R-4+40G": "5324", "G-68": german},
                          control={"soviet": ["5225", "5324"]})
        survey = mind_of("soviet", "veteran").survey(match.position)
        assert isinstance(survey, View)
        return [match.position.id(unit) for unit in survey.own if is_guard(survey, unit)]

    assert guards("5326") == ["S-TS-86"] and not guards("3728")
