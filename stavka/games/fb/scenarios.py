"""2.3: the two scenarios and their set-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from stavka.kit.deploy import Deploy, SetUp
from stavka.kit.dice import Dice
from stavka.kit.hexset import EMPTY, HexSet, bit, has, members
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import COVERING_POOL, GERMAN, NORTH_GERMAN, RESERVE, SETUP, SOVIET, Fortress
from .glossary import full_hexes, take_control
from .position import Breslau

HISTORICAL = "historical"


def set_up(fortress: Fortress, scenario: str, options: Mapping[str, bool], dice: Dice) -> Breslau:
    """Every counter in its hex or box; in the free scenario the players then place what is theirs to place."""
    p = Breslau(fortress, dice, scenario, dict(options))
    for unit in fortress.unit:
        p.put(unit.index, p.box(unit.start[scenario]))
    p.control = p.occupied[SOVIET]  # 3.0
    if p.plan.free:
        p.push(Deploy(SET_UP[GERMAN], GERMAN), Deploy(SET_UP[SOVIET], SOVIET), DeployCovering(p.plan.covering))  # SC.F1
    return p


def waiting(side: int, p: Breslau) -> list[int]:
    """The units a player has still to place."""
    return [unit for unit in p.at(p.box(SETUP)) if p.layout.side_of[unit] == side]


def german_places(p: Breslau, _: int) -> list[int]:
    """SC.F2 Six units at least to the northern front, twelve at most in reserve, the others away from the enemy."""
    plan = p.plan
    missing = plan.least_north - len(p.at(p.box(NORTH_GERMAN)))
    if missing >= len(waiting(GERMAN, p)):
        return [p.box(NORTH_GERMAN)]
    hexes = p.layout.playable & ~near_concentration(p, plan.german_distance - 1) & ~full_hexes(p, GERMAN)
    room = len(p.at(p.box(RESERVE))) < plan.most_reserve
    return [*members(hexes), *([p.box(RESERVE)] if room else []), p.box(NORTH_GERMAN)]


def near_concentration(p: Breslau, distance: int) -> HexSet:
    """The hexes within a distance of a Soviet concentration hex."""
    hexes = p.layout.concentration["soviet"]
    for _ in range(distance):
        hexes |= p.layout.grid.around(hexes)
    return hexes


def soviet_places(p: Breslau, unit: int) -> list[int]:
    """SC.F3 Near a concentration hex, a whole division near the same one, not next to Germans."""
    germans = p.occupied[GERMAN]
    hexes = near_concentration(p, p.plan.soviet_distance) & ~germans & ~p.layout.grid.around(germans)
    return members(hexes & near_division(p, unit))


def near_division(p: Breslau, unit: int) -> HexSet:
    """SC.F3 Hexes within reach of a concentration hex that all units of the division are near."""
    layout, distance = p.layout, p.plan.division_distance
    division = layout.division[unit]
    if division is None:
        return layout.playable
    placed = [p.where[u] for u in layout.own[SOVIET] if layout.division[u] == division and p.is_on_map(u)]
    hexes = EMPTY
    for centre in members(layout.concentration["soviet"]):
        near = layout.grid.within(centre, distance)
        if all(has(near, place) for place in placed):
            hexes |= near
    return hexes


def settle_in(p: Breslau, unit: int, place: int) -> None:
    """A unit that is set up in a hex controls it (3.0)."""
    p.put(unit, place)
    if place < p.layout.hexes:
        take_control(p, p.layout.side_of[unit], bit(place))


def leave(p: Breslau, unit: int, box: int) -> None:
    """A unit is taken up again; a hex that no Soviet unit has been in is the Germans' (3.0)."""
    place = p.where[unit]
    p.put(unit, box)
    if place < p.layout.hexes and not has(p.occupied[SOVIET], place):
        take_control(p, GERMAN, bit(place))


def as_in_history(side: int, p: Breslau) -> Iterator[tuple[int, int]]:
    """Every unit where the historical scenario has it or, where the free one forbids that, nearby."""
    for unit in waiting(side, p):
        places, stood = SET_UP[side].places(p, unit), p.box(p.layout.unit[unit].start[HISTORICAL])
        yield unit, stood if stood in places else min(places, key=partial(_how_far, p, stood))


def _how_far(p: Breslau, stood: int, place: int) -> tuple[bool, int, int]:
    """How far a place is from where a unit stood: on the map first; among equals what is empty."""
    hexes = p.layout.hexes
    steps = p.layout.grid.distance(stood, place) if stood < hexes and place < hexes else 0
    return place >= hexes, steps, len(p.at(place))


SET_UP = (
    SetUp("soviet", "SC.F3", partial(waiting, SOVIET), soviet_places, settle_in, leave,
          ready_made=partial(as_in_history, SOVIET)),
    SetUp("german", "SC.F2", partial(waiting, GERMAN), german_places, settle_in, leave,
          ready_made=partial(as_in_history, GERMAN)),
)
"""SC.F1 What each side sets up itself."""


@dataclass(frozen=True, slots=True)
class DeployCovering(Step):
    """SC.F3 Up to ten Soviet covering units on hexes of the map edge without Germans."""

    left: int
    used: HexSet = EMPTY

    def offer(self, p: Breslau) -> Options | None:
        pool = p.at(p.box(COVERING_POOL["soviet"]))
        if not self.left or not pool:
            return None
        prompt = Message("prompt.deploy_covering", {"number": min(self.left, len(pool))}, ("SC.F3",))
        return Options(p.seat(SOVIET), "deploy_covering", prompt, hexes=members(self.hexes(p)), buttons=("done",),
                       about=About("place"))

    def hexes(self, p: Breslau) -> HexSet:
        """Where one more may stand."""
        return p.layout.edge & ~p.occupied[GERMAN] & ~self.used

    def take_hex(self, p: Breslau, place: int) -> None:
        unit = p.at(p.box(COVERING_POOL["soviet"]))[0]
        p.put(unit, place)
        take_control(p, SOVIET, bit(place))
        p.emit("deployed", "SC.F3", unit=p.id(unit), hex=p.number(place))
        p.replace(DeployCovering(self.left - 1, self.used | bit(place)))

    def take_button(self, p: Breslau, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Breslau, place: int) -> Message | None:
        return Message("refused.no_deployment", {"hex": p.number(place)}, ("SC.F3",))


