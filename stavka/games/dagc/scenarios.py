"""Chapter 3: set-up and scenarios."""

from __future__ import annotations

from collections.abc import Mapping
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


SET_UP = (SetUp("bold_stroke", "3.6.b", partial(waiting, SOVIET), deployment_hexes, why_not=why_not_deploy),
          SetUp("failed_dday", "3.7", partial(waiting, GERMAN), deployment_hexes, why_not=why_not_deploy))
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
    layout = p.layout
    trenches = layout.entrenchments[GERMAN]
    free = p.controlled(GERMAN) & ~trenches & ~layout.grid.around(trenches)
    placed = fifth_panzer_placed(p)
    return free & (placed | layout.grid.around(placed)) if placed else free


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
    taken = sum(len(p.at(hex)) for hex in members(near & p.occupied[GERMAN]))
    return STACK_LIMIT * size(near) - taken >= FIFTH_PANZER_CORPS
