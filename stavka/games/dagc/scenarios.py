"""Chapter 3: set-up and scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from stavka.kit.deploy import Deploy, SetUp
from stavka.kit.dice import Dice
from stavka.kit.hexset import HexSet, bit, members, of, size

from .bagration import marker_hex
from .components import GERMAN, SOVIET, STACK_LIMIT, Theatre, Unit
from .position import Dagc
from .stacking import has_room, may_join

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
    return unit.start or f"turn.{unit.turn}"


def waiting(side: int, p: Dagc) -> list[int]:
    """The units that a player has still to set up."""
    return [unit for unit in p.at(p.box(SETUP)) if p.layout.side_of[unit] == side]


def deployment_hexes(p: Dagc, unit: int) -> list[int]:
    """Where a player may set up this unit."""
    hexes = bold_stroke_hexes(p) if p.layout.side_of[unit] == SOVIET else fifth_panzer_hexes(p)
    return [place for place in members(hexes) if may_join(p, unit, place)]


SET_UP = (SetUp("bold_stroke", "3.6.b", partial(waiting, SOVIET), deployment_hexes),
          SetUp("failed_dday", "3.7", partial(waiting, GERMAN), deployment_hexes))
"""What each side may have to set up itself."""


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
    free &= ~of(place for place in members(free & p.occupied[GERMAN]) if not has_room(p, place))
    placed = of(p.where[unit.index] for unit in layout.unit if unit.group == "fifth_panzer" and p.is_on_map(unit.index))
    if placed:
        return free & (placed | layout.grid.around(placed))
    empty = free & ~p.occupied[GERMAN]
    easy = empty & layout.grid.around(empty)  # two empty hexes side by side hold all four corps
    return easy | of(place for place in members(free & ~easy) if _fits_around(p, free, place))


def _fits_around(p: Dagc, free: HexSet, place: int) -> bool:
    """Whether all four corps find room in this hex and free ones connected with it."""
    near = p.layout.open_country.flood(bit(place), free, limit=FIFTH_PANZER_CORPS - 1)
    taken = sum(len(p.at(hex)) for hex in members(near & p.occupied[GERMAN]))
    return STACK_LIMIT * size(near) - taken >= FIFTH_PANZER_CORPS
