"""Chapter 3: set-up and scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stavka.kit.dice import Dice
from stavka.kit.hexset import HexSet, bit, members, of, size
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .bagration import marker_hex
from .components import GERMAN, NOBODY, SOVIET, STACK_LIMIT, Theatre, Unit
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
        p.push(Deploy(SOVIET))  # 3.6
    if options["failed_dday"]:
        p.push(Deploy(GERMAN))  # 3.7
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


@dataclass(frozen=True, slots=True)
class Deploy(Step):
    """A player sets up units where the scenario lets him."""

    side: int
    unit: int = NOBODY

    def offer(self, p: Dagc) -> Options | None:
        waiting = [unit for unit in p.at(p.box(SETUP)) if p.layout.side_of[unit] == self.side]
        if not waiting:
            return None
        rule = "3.6.b" if self.side == SOVIET else "3.7"
        if self.unit != NOBODY:
            prompt = Message("prompt.deploy_to", {"unit": p.id(self.unit)}, (rule,))
            hexes = members(deployment_hexes(p, self.unit))
            return Options(p.seat(self.side), "deploy_to", prompt, hexes=hexes, about=About("place", self.unit))
        return Options(p.seat(self.side), "deploy", Message("prompt.deploy", {}, (rule,)), units=waiting,
                       about=About("place"))

    def take_unit(self, p: Dagc, unit: int) -> None:
        p.replace(Deploy(self.side, unit))

    def take_hex(self, p: Dagc, place: int) -> None:
        p.put(self.unit, place)
        p.emit("deployed", "3.6.b" if self.side == SOVIET else "3.7", unit=p.id(self.unit), hex=p.number(place))
        p.replace(Deploy(self.side))

    def refuse_hex(self, p: Dagc, place: int) -> Message | None:
        rule = "3.6.b" if self.side == SOVIET else "3.7"
        return Message("refused.no_deployment", {"hex": p.number(place)}, (rule,))


def deployment_hexes(p: Dagc, unit: int) -> HexSet:
    """Where a player may set up this unit."""
    hexes = bold_stroke_hexes(p) if p.layout.side_of[unit] == SOVIET else fifth_panzer_hexes(p)
    return of(place for place in members(hexes) if may_join(p, unit, place))


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
    return of(place for place in members(free) if _fits_around(p, free, place))


def _fits_around(p: Dagc, free: HexSet, place: int) -> bool:
    """Whether all four corps find room in this hex and free ones connected with it."""
    near = p.layout.open_country.flood(bit(place), free, limit=FIFTH_PANZER_CORPS - 1)
    taken = sum(len(p.at(hex)) for hex in members(near & p.occupied[GERMAN]))
    return STACK_LIMIT * size(near) - taken >= FIFTH_PANZER_CORPS
