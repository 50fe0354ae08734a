"""What the staff of Ukraine '43 does with rules that are easily forgotten: the dam, rivers, Manstein, garrisons."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stavka.games.u43 import Ukraine43
from stavka.games.u43.staff.garrisons import is_garrison, stays, told_off
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


def answer(match: Match, level: str = "regular") -> str:
    """What a player chooses."""
    return player(level, GAME, 1).choose(Seen.of(match))


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
def test_veterans_blow_the_dam_early_while_many_turns_are_to_come() -> None:
    """What falls in the end anyway is not kept for another turn at any risk."""
    def blown(level: str, soviets: str, turn: int = 10) -> str:
        return answer(situation("german.final", {"G-68": DAM, "G-75": DAM, "S-6TC": soviets}, turn=turn), level)

    assert blown("veteran", "4128") == "do:destroy"
    assert blown("regular", "4128") == blown("veteran", "5225") == blown("veteran", "4128", 19) == "do:done"


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


def test_defenders_with_experience_leave_a_guard_in_every_objective_that_the_enemy_could_walk_into() -> None:
    """Regulars stay only in what is worth two points."""
    def leavers(level: str, soviets: str) -> set[str]:
        match = situation("german.movement", {"G-68": "5324", "G-75": "5324", "S-6TC": soviets})
        mind = mind_of("german", level)
        view, moves = mind.survey_as(match.position, View), mind.situation(match.position)
        return {match.position.id(unit) for unit in view.own if not stays(view, moves, unit)}

    assert len(leavers("veteran", "5522")) == 1
    assert len(leavers("regular", "5522")) == len(leavers("veteran", "5606")) == 2


def posts_of(place: dict[str, Any], *lost: str) -> dict[str, str]:
    """Whom Soviet veterans tell off as garrisons when they hold everything but this."""
    match = situation("soviet.movement", place, control={"soviet": "all", "german": list(lost)})
    p, mind = match.position, mind_of("soviet", "veteran")
    told = told_off(mind.survey_as(p, View), mind.situation(p))
    return {p.id(unit): p.number(place) for unit, place in told.items()}


def test_attackers_tell_off_a_garrison_for_an_objective_that_the_enemy_could_come_to() -> None:
    """Of those who stand in Poltava the one that costs least with what could be lost; else one who can come."""
    there = {"S-TS-86": "3417", "S-R-4+40G": "3417"}
    assert posts_of({**there, "G-454Sec": "3420"}) == {"S-TS-86": "3417"}
    assert posts_of({**there, "G-3SS": "3419", "G-16PG": "3419"})["S-R-4+40G"] == "3417"
    assert not posts_of({**there, "G-68": "0540"})
    assert posts_of({"S-TS-86": "3616", "S-R-4+40G": "3616", "G-454Sec": "3420"}) == {"S-TS-86": "3417"}


def test_nobody_is_sent_to_a_garrison_who_could_walk_into_an_objective() -> None:
    units = {"S-6TC": "5225", "G-68": "5327"}
    assert posts_of(units) == {"S-6TC": "5123"} and not posts_of(units, "5324")
