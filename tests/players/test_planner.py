"""The planner that staffs share, on a field of its own: garrisons, swaps, empty sites, the last turn, beginners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

import stavka
from stavka.kit.grid import Grid
from stavka.kit.hexset import HexSet, bit, has, members, of
from stavka.kit.reach import step_table
from stavka.kit.steps import About, Options
from stavka.kit.words import Message
from stavka.staff import missions
from stavka.staff.battles import Battles
from stavka.staff.ground import FAR, Ground, Site
from stavka.staff.mind import Command, Force, ForceMind
from stavka.staff.moves import Moves
from stavka.staff.orders import FAULTS, PLAIN, RASH, TIMID, Mission, Orders, Posture, beginners
from stavka.staff.picture import Picture
from stavka.staff.survey import Danger

GRID = Grid("flat", "CCRR", rows=(1, 7), columns=(1, 12), shoved="even")
STEPS = step_table(GRID, [1] * GRID.size)
STRIDE = 3


def at(name: str) -> int:
    return GRID.index[name]


TOWN, VILLAGE = at("0304"), at("1004")
GROUND = Ground(GRID, GRID.full, STEPS, [Site.at(TOWN), Site.at(VILLAGE)],
                lambda place: "west" if GRID.names[place] < "0700" else "east", STRIDE)
USUAL = Orders(dict.fromkeys(("west", "east"), Posture("usual")))


@dataclass
class Field:
    """A position: blue units have even numbers, red ones odd."""

    where: list[int]
    turn: int = 1
    phase: int = 0
    dice: None = None

    def copy(self, dice: None) -> Field:
        return Field(self.where[:], self.turn, self.phase, dice)

    def put(self, unit: int, place: int) -> None:
        self.where[unit] = place

    def at(self, place: int) -> tuple[int, ...]:
        return tuple(unit for unit, its in enumerate(self.where) if its == place)

    def is_on_map(self, unit: int) -> bool:
        return self.where[unit] < GRID.size

    def number(self, place: int) -> str:
        return GRID.names[place]

    def ids(self, units: Sequence[int]) -> list[str]:
        return [str(unit) for unit in units]


@dataclass
class Sketch:
    """Blue's survey of a game as plain as can be: one unit a hex, three steps a turn, the stronger wins."""

    p: Field
    strengths: Sequence[float]
    sites: Mapping[int, float] = field(default_factory=lambda: {0: 4.0, 1: 4.0})
    held: frozenset[int] = frozenset()
    turns: int = 5
    replies: int = 5
    supply: HexSet = GRID.full
    must_attack: bool = False
    crowd: float = 10.0
    ground: Ground = GROUND

    @property
    def own(self) -> list[int]:
        return list(range(0, len(self.p.where), 2))

    @property
    def foes(self) -> list[int]:
        return list(range(1, len(self.p.where), 2))

    @property
    def movable(self) -> list[int]:
        return self.own

    def reach(self, unit: int) -> HexSet:
        return self._within(unit, self.foes)

    def foe_reach(self, unit: int) -> HexSet:
        return self._within(unit, self.own) | bit(self.p.where[unit])

    def _within(self, unit: int, blocked: Sequence[int]) -> HexSet:
        """Three steps, not through those who bar the way nor on from beside them."""
        walls = of([self.p.where[other] for other in blocked])
        reached = frontier = bit(self.p.where[unit])
        for _ in range(STRIDE):
            frontier = GRID.around(frontier & ~GRID.around(walls) | bit(self.p.where[unit]) & frontier) & ~walls
            reached |= frontier
        return reached

    def room(self, unit: int, place: int, mates: Sequence[int]) -> bool:
        return not mates

    def worth(self, unit: int) -> float:
        return 0.2 * self.strengths[unit]

    def strength(self, unit: int) -> float:
        return self.strengths[unit]

    def targets(self, unit: int, place: int) -> HexSet:
        return GROUND.near[place] & of([self.p.where[foe] for foe in self.foes])

    def promise(self, target: int, group: Mapping[int, int], own: HexSet) -> float:
        return self.battle(target, list(group))

    def parties(self, target: int) -> list[list[int]]:
        return [[unit for unit in self.own if has(GROUND.near[target], self.p.where[unit])]]

    def battle(self, target: int, units: Sequence[int]) -> float:
        gap = sum(self.strengths[unit] for unit in units) - sum(self.strengths[foe] for foe in self.p.at(target))
        return 0.5 * max(min(gap, 4.0), -4.0)

    def odds(self, target: int, units: Sequence[int]) -> str:
        return "even"

    def danger(self, place: int, units: Sequence[int], against: float, ways: HexSet) -> Danger:
        own = sum(self.strengths[unit] for unit in units)
        chance = min(max((against - own + 2) / 4, 0.0), 1.0)
        return Danger(chance * sum(map(self.worth, units)), chance)

    def lure(self, unit: int, place: int) -> float:
        return 0.0


def sketch(blue: Mapping[str, float], red: Mapping[str, float], **keys: Any) -> Sketch:
    """Units by hex with their strength; where one side has fewer, the rest stands in a far corner with no strength."""
    places: list[int] = []
    strengths: list[float] = []
    for number in range(max(len(blue), len(red))):
        for side, corner in ((blue, "0101"), (red, "1207")):
            name, strength = list(side.items())[number] if number < len(side) else (corner, 0.0)
            places.append(at(name))
            strengths.append(strength)
    return Sketch(Field(places), strengths, **keys)


def planned(survey: Sketch, orders: Orders = USUAL) -> Moves:
    moves = Moves(survey, orders)
    moves.plan(lambda p: replace(survey, p=p))
    return moves


def names(moves: Moves) -> list[str]:
    return [GRID.names[moves.where[unit]] for unit in moves.survey.own]


# -- Where units go ------------------------------------------------------------------------------------------------


def test_an_empty_site_in_reach_is_taken() -> None:
    assert names(planned(sketch({"0504": 3}, {"1207": 3}))) == ["0304"]


def test_a_site_beyond_reach_attracts() -> None:
    moves = planned(sketch({"0604": 3}, {"1207": 3}, sites={1: 4.0}))
    assert GROUND.distance[1][moves.where[0]] == GROUND.distance[1][at("0604")] - STRIDE


def test_a_site_that_the_enemy_could_walk_into_keeps_its_garrison() -> None:
    lonely = sketch({"0304": 2}, {"0504": 1}, held=frozenset({0}))
    assert names(planned(lonely)) == ["0304"]
    safe = sketch({"0304": 2}, {"1207": 1}, held=frozenset({0}))
    assert names(planned(safe)) != ["0304"]  # nobody can come: the other site is wanted


def test_the_threat_is_the_one_after_the_move() -> None:
    behind_a_screen = sketch({"0304": 2, "0303": 9}, {"0605": 3}, held=frozenset({0}))
    moves = planned(behind_a_screen)
    assert moves.picture.walk != Picture(behind_a_screen, USUAL).walk


def test_a_plain_plan_is_made_against_the_enemy_as_he_stands() -> None:
    behind_a_screen = sketch({"0304": 2, "0303": 9}, {"0605": 3}, held=frozenset({0}))
    moves = planned(behind_a_screen, USUAL.with_craft(PLAIN))
    assert moves.picture.walk == Picture(behind_a_screen, USUAL).walk


def test_moves_written_down_are_made_whatever_the_orders_would_plan_now() -> None:
    survey = sketch({"0604": 3, "0704": 3}, {"1207": 3}, sites={1: 4.0})
    written = planned(survey).written()
    moves = Moves(survey, USUAL)
    moves.adopt({unit: (place, goal) for unit, (place, goal) in written.items() if unit != survey.own[0]})
    places = names(planned(survey))
    assert places[0] != "0604" and names(moves) == ["0604", *places[1:]]


def test_a_line_is_thought_of_only_where_the_alarm_is_given() -> None:
    survey = sketch({"0304": 2}, {"1204": 3}, held=frozenset({0}))
    near, far = (Picture(survey, USUAL.with_craft(replace(PLAIN, alarm=turns))) for turns in (1, 3))
    assert far.line and not near.line


def test_what_is_not_worked_out_to_the_end_is_not_worth_more() -> None:
    """An order is looked for among many hexes: the dangers are left out only where the rest is not enough anyway."""
    moves = Moves(sketch({"0304": 3, "0404": 2, "0203": 2}, {"0604": 4, "0705": 3}), USUAL)
    unit = moves.units[0]
    moves.lift(unit)
    for place in members(moves.reach(unit)):
        whole = moves.score(unit, place)
        for least in (whole[0] - 0.1, whole[0] + 0.1):
            found = moves.score(unit, place, least=least)
            assert found == whole or whole[0] < found[0] <= least, GRID.names[place]


def test_two_units_change_places_where_both_are_worth_more_so() -> None:
    survey = sketch({"0304": 6, "0404": 1}, {"0504": 1}, held=frozenset({0}), sites={0: 2.0})
    moves = Moves(survey, USUAL)
    for unit in survey.own:
        moves.lift(unit)
        moves.drop(unit, survey.p.where[unit], -1)
    before = sum(_worth(moves))
    moves._exchange_all(survey.own)
    assert names(moves) == ["0404", "0304"] and sum(_worth(moves)) > before


def _worth(moves: Moves) -> Iterator[float]:
    """The plan built up unit by unit: the parts add up to what it is worth."""
    places = {unit: moves.where[unit] for unit in moves.survey.own}
    goals = {unit: moves.goal.get(unit, -1) for unit in places}
    for unit in places:
        moves.lift(unit)
    for unit, place in places.items():
        yield moves.score(unit, place)[0]
        moves.drop(unit, place, goals[unit])


def test_in_the_last_turn_a_site_is_worth_its_dangers() -> None:
    red = {"1005": 9.0, "1003": 9.0, "1104": 9.0}
    sites = {1: 0.3}
    careful = replace(USUAL, postures=dict.fromkeys(("west", "east"), Posture("careful", risk=3.0, attack=0.0)))
    assert names(planned(sketch({"0904": 3}, red, sites=sites), careful))[0] != "1004"
    assert names(planned(sketch({"0904": 3}, red, sites=sites, turns=1, replies=0), careful))[0] == "1004"


def test_whoever_must_attack_keeps_away_from_what_is_too_strong() -> None:
    red = {"1104": 9.0}
    free = planned(sketch({"0804": 2}, red, sites={1: 1.0}))
    bound = planned(sketch({"0804": 2}, red, sites={1: 1.0}, must_attack=True))
    assert has(free.picture.contact, free.where[0]) and not has(bound.picture.contact, bound.where[0])


def test_units_go_together_where_none_would_go_first() -> None:
    """Against 6 one unit of 3 would be beaten, two would gain nothing, and three gain something."""
    orders = replace(USUAL, postures=dict.fromkeys(("west", "east"), Posture("attack", aims=0.0, risk=0.0, cover=0.0)))
    blue = {"0603": 3.0, "0604": 3.0, "0605": 3.0}
    moves = planned(sketch(blue, {"0904": 6.0}, sites={}), orders)
    target = at("0904")
    assert not moves.attack.get(target) and not moves.push(target, moves.units[:2])
    assert names(moves) == list(blue), "who gained nothing is back where he was"
    assert moves.push(target, moves.units)
    assert sorted(moves.attack[target]) == list(moves.units) and moves.promised[target] == pytest.approx(1.5)
    assert all(has(GROUND.near[target], moves.where[unit]) for unit in moves.units)


def test_a_mission_by_name_changes_the_plan() -> None:
    survey = sketch({"0701": 3}, {"1207": 3}, sites={0: 2.0, 1: 2.1})
    assert moves_towards(planned(survey), 1)
    assert moves_towards(planned(survey, USUAL.with_mission(Mission("take", TOWN))), 0)
    assert moves_towards(planned(survey, USUAL.with_mission(Mission("withdraw", VILLAGE))), 0)


def moves_towards(moves: Moves, number: int) -> bool:
    far = GROUND.distance[number]
    return far[moves.where[0]] < far[moves.start[0]]


# -- Beginners -----------------------------------------------------------------------------------------------------


def test_a_beginner_leaves_a_site_bare() -> None:
    survey = sketch({"0304": 2}, {"0604": 1}, held=frozenset({0}), sites={0: 4.0, 1: 1.0})
    assert names(planned(survey)) == ["0304"]
    assert names(planned(survey, replace(USUAL, faults=frozenset({"bare_sites"})))) != ["0304"]


def test_a_beginner_forgets_supply() -> None:
    survey = sketch({"0504": 3}, {"1207": 3}, supply=GRID.full & ~bit(TOWN), sites={0: 0.3})
    assert names(planned(survey)) != ["0304"]
    assert names(planned(survey, replace(USUAL, faults=frozenset({"no_supply"})))) == ["0304"]


def test_a_beginner_moves_only_those_who_have_something_before_their_eyes() -> None:
    survey = sketch({"0604": 3, "0704": 3}, {"1207": 3}, sites={1: 4.0})
    moves = planned(survey, replace(USUAL, faults=frozenset({"idle_rear"})))
    assert names(moves) == ["0604", "1004"]


def test_beginners_are_rash_or_timid() -> None:
    novices = [beginners(USUAL, Random(seed)) for seed in range(20)]
    assert {novice.temper for novice in novices} == {RASH, TIMID}
    assert all(novice.faults == frozenset(FAULTS) for novice in novices)


# -- Missions and battles ------------------------------------------------------------------------------------------


def test_a_plan_is_told_as_missions() -> None:
    survey = sketch({"0304": 2, "0804": 3}, {"0504": 1}, held=frozenset({0}))
    told = {mission.kind: mission for mission in missions.missions(planned(survey))}
    assert told["take"].place == VILLAGE and told["take"].units == (2,)
    assert told["hold"].place == TOWN and told["hold"].units == (0,)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_mission_and_idea_has_words(dagc: stavka.Game[Any], language: str) -> None:
    templates = dagc.words.templates[language]
    kinds = ("take", "hold", "screen", "destroy", "withdraw", "transfer", "refit")
    assert all(f"mission.{kind}" in templates for kind in kinds)
    assert all(f"idea.{kind}" in templates for kind in ("take", "hold", "destroy", "withdraw", "everywhere", "bold"))


def test_nobody_is_planned_for_two_attacks_and_who_is_needed_elsewhere_is_left_out() -> None:
    survey = sketch({"0504": 5, "0603": 5}, {"0503": 1, "0703": 1})
    plans = Battles(survey, USUAL).plan([at("0503"), at("0703")])
    assert {plan.target: plan.units for plan in plans} == {at("0503"): (0,), at("0703"): (2,)}


def test_a_bad_attack_is_made_only_if_one_has_to_be() -> None:
    battles = Battles(sketch({"0504": 1}, {"0503": 5}), USUAL)
    assert battles.plan([at("0503")]) == [] and battles.refused is not None
    assert [plan.target for plan in battles.plan([at("0503")], forced=True)] == [at("0503")]


def test_attacks_that_could_be_made_are_sorted_out() -> None:
    made, left = Battles(sketch({"0504": 3, "0904": 1}, {"0503": 1, "0903": 6, "1204": 1}), USUAL).sorted_out()
    assert [assault.target for assault in made] == [at("0503")]
    assert [assault.target for assault in left] == [at("0903")], "nobody can attack the third"


# -- The mind ------------------------------------------------------------------------------------------------------


def mind(survey: Sketch) -> ForceMind:
    force = Force("blue", "blue", ("west", "east"), {"usual": Posture("usual")}, {"west": "usual", "east": "usual"})
    return ForceMind(Command(lambda p, *_: replace(survey, p=p), {}, frozenset(("end_phase", "halt"))), force, USUAL)


def options(kind: Any, about: Mapping[str, Any] | None = None, **offered: Any) -> Options:
    return Options("blue", kind, Message("prompt"), about=About(kind, **about or {}), **offered)


def test_a_mind_answers_by_what_a_decision_is_about() -> None:
    survey = sketch({"0504": 3, "0505": 1}, {"0404": 2})
    blue = mind(survey)
    p = survey.p
    assert blue.decide(p, options("lose", units=(0, 2))) == ("unit", 2)
    assert blue.decide(p, options("build", units=(0, 2))) == ("unit", 0)
    assert blue.decide(p, options("choose", units=(0,), buttons=("halt",))) == ("do", "halt")
    assert blue.decide(p, options("attack", hexes=(at("0404"),), buttons=("end_phase",))) == ("hex", at("0404"))
    assert blue.decide(p, options("attack", {"targets": (at("0404"),)}, units=(0, 2))) == ("unit", 0)


def test_a_mind_moves_by_its_plan_and_then_ends_the_phase() -> None:
    survey = sketch({"0504": 3}, {"1207": 2})
    blue, p = mind(survey), survey.p
    assert blue.decide(p, options("move", units=(0,), buttons=("end_phase",))) == ("unit", 0)
    in_hand = options("move", {"unit": 0}, units=(0,), hexes=members(survey.reach(0)), buttons=("end_phase",))
    assert blue.decide(p, in_hand) == ("hex", TOWN)
    p.put(0, TOWN)
    assert blue.decide(p, options("move", {"unit": 0}, units=(), buttons=("end_phase",))) == ("do", "end_phase")


def test_distances_and_sites_of_the_ground() -> None:
    assert GROUND.distance[0][TOWN] == 0 and GROUND.distance[0][VILLAGE] == 7
    assert GROUND.sites_at[TOWN] == (0,) and GROUND.away(bit(TOWN), 2)[at("0305")] == 1
    area = Ground(GRID, GRID.full & ~bit(at("1207")), STEPS, [Site(of([TOWN, VILLAGE]), TOWN)], lambda _: "all", STRIDE)
    assert area.distance[0][VILLAGE] == 0 and max(area.distance[0][place] for place in area.hexes) < FAR
