"""Chapter 3: set-up and scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from stavka.kit.deploy import Deploy, SetUp
from stavka.kit.dice import Dice
from stavka.kit.hexset import HexSet, bit, has, members, of, size
from stavka.kit.words import Message

from .bagration import marker_hex
from .components import GERMAN, SOVIET, STACK_LIMIT, Theatre, Unit
from .position import Dagc
from .stacking import has_room, may_join, why_not_join

SETUP, ASIDE, AIR_READY = "setup", "aside", "air.ready"
FIFTH_PANZER_CORPS = 4  # 3.7


def set_up(theatre: Theatre, options: Mapping[str, bool], dice: Dice) -> Dagc:
    """3.1 Every counter in its hex, on the turn record track, or aside; then what the players set up themselves."""
    p = Dagc(theatre, dice, dict(options))
    for unit in theatre.unit:
        p.put(unit.index, p.box(starting_place(unit, options)))
    if options["bold_stroke"]:
        p.push(Deploy(SET_UP[SOVIET], SOVIET))  # 3.6
    if options["failed_dday"]:
        p.push(Deploy(SET_UP[GERMAN], GERMAN))  # 3.7
    return p


def starting_place(unit: Unit, options: Mapping[str, bool]) -> str:
    """Where a counter is before the game begins."""
    if unit.group == "north_ukraine" and not options["bold_stroke"]:
        return ASIDE  # 3.1
    if unit.group == "fifth_panzer":
        return SETUP if options["failed_dday"] else ASIDE  # 3.1, 3.7
    if unit.asterisk and options["bold_stroke"]:
        return SETUP  # 3.6
    if unit.is_air and unit.turn == 1:
        return AIR_READY  # 13.1
    return unit.begins


def waiting(side: int, p: Dagc) -> list[int]:
    """The units that a player has still to set up."""
    return [unit for unit in p.at(p.box(SETUP)) if p.layout.side_of[unit] == side]


def deployment_hexes(p: Dagc, unit: int) -> list[int]:
    """Where a player may set up this unit."""
    hexes = deployment_area(p, unit)
    if p.layout.side_of[unit] == GERMAN and not fifth_panzer_placed(p):
        hexes = roomy_hexes(p, hexes & ~of(place for place in members(hexes & p.occupied[GERMAN])
                                           if not has_room(p, place)))
    return [place for place in members(hexes) if may_join(p, unit, place)]


def why_not_deploy(p: Dagc, unit: int, place: int) -> Message | None:
    """6.1, 6.10 Why a hex that the scenario allows has no room for this unit, if so."""
    return why_not_join(p, unit, place) if has(deployment_area(p, unit), place) else None


def at_the_point_of_main_effort(side: int, p: Dagc) -> Iterator[tuple[int, int]]:
    """A set-up to begin with: the strongest first, each as near to the Bagration marker as it may stand."""
    distance = partial(p.layout.grid.distance, marker_hex(p))
    for unit in sorted(waiting(side, p), key=lambda unit: (-p.layout.unit[unit].combat[0], unit)):
        yield unit, min(deployment_hexes(p, unit), key=lambda place: (distance(place), len(p.at(place)), place))


def why_stays(p: Dagc, unit: int) -> Message | None:
    """3.7 Why a corps is not taken up again: without it the others would not be adjacent, or not all find room."""
    if p.layout.side_of[unit] == SOVIET:
        return None
    others = of(p.where[other.index] for other in p.layout.unit
                if other.group == "fifth_panzer" and other.index != unit and p.is_on_map(other.index))
    free = fifth_panzer_country(p)
    roomy = others | bit(p.where[unit]) | of(place for place in members(free) if has_room(p, place))
    flood = p.layout.open_country.flood
    together = not others or not others & ~flood(bit(members(others)[0]), others, limit=FIFTH_PANZER_CORPS)
    room = _room(p, flood(others, free & roomy, limit=FIFTH_PANZER_CORPS - 1)) + 1 if others else FIFTH_PANZER_CORPS
    if together and room > len(waiting(GERMAN, p)):
        return None
    return Message("refused.keeps_together", {"unit": p.id(unit)}, ("3.7",))


SET_UP = (SetUp("bold_stroke", "3.6.b", partial(waiting, SOVIET), deployment_hexes, why_not=why_not_deploy,
                ready_made=partial(at_the_point_of_main_effort, SOVIET)),
          SetUp("failed_dday", "3.7", partial(waiting, GERMAN), deployment_hexes, why_not=why_not_deploy,
                why_stays=why_stays, ready_made=partial(at_the_point_of_main_effort, GERMAN)))
"""What each side may have to set up itself."""


def deployment_area(p: Dagc, unit: int) -> HexSet:
    """Where the scenario lets a player set up this unit, if there is room (6.1)."""
    return bold_stroke_hexes(p) if p.layout.side_of[unit] == SOVIET else fifth_panzer_hexes(p)


def bold_stroke_hexes(p: Dagc) -> HexSet:
    """3.6 Soviet-controlled hexes within nine hexes of 4720."""
    return p.control & p.layout.grid.within(marker_hex(p), p.layout.bagration_range)


def fifth_panzer_hexes(p: Dagc) -> HexSet:
    """3.7 German hexes not adjacent to a German entrenchment, the four corps in adjacent hexes.

    That these are two to four hexes follows from the stacking limit and the number of corps.
    """
    free, placed = fifth_panzer_country(p), fifth_panzer_placed(p)
    return free & (placed | p.layout.grid.around(placed)) if placed else free


def fifth_panzer_country(p: Dagc) -> HexSet:
    """3.7 German hexes not adjacent to a German entrenchment."""
    trenches = p.layout.entrenchments[GERMAN]
    return p.controlled(GERMAN) & ~trenches & ~p.layout.grid.around(trenches)


def fifth_panzer_placed(p: Dagc) -> HexSet:
    """The hexes in which corps of the 5th Panzer Army stand already."""
    return of(p.where[unit.index] for unit in p.layout.unit
              if unit.group == "fifth_panzer" and p.is_on_map(unit.index))


def roomy_hexes(p: Dagc, free: HexSet) -> HexSet:
    """3.7 Of these hexes those where the first of the four corps leaves room for the others beside it."""
    empty = free & ~p.occupied[GERMAN]
    easy = empty & p.layout.grid.around(empty)  # two empty hexes side by side hold all four corps
    return easy | of(place for place in members(free & ~easy) if _fits_around(p, free, place))


def _fits_around(p: Dagc, free: HexSet, place: int) -> bool:
    """Whether all four corps find room in this hex and free ones connected with it."""
    near = p.layout.open_country.flood(bit(place), free, limit=FIFTH_PANZER_CORPS - 1)
    return _room(p, near) >= FIFTH_PANZER_CORPS


def _room(p: Dagc, hexes: HexSet) -> int:
    """How many more German units find room in these hexes."""
    return STACK_LIMIT * size(hexes) - sum(len(p.at(place)) for place in members(hexes & p.occupied[GERMAN]))
