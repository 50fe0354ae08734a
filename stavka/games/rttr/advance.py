"""Chapter 14: advance after combat."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stavka.kit.hexset import has, members
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .bridges import can_cross, check_bridges, is_unbridged_river
from .components import GERMAN, NOBODY, SEATS, player
from .engineers import is_helped
from .movement import why_not_enter
from .position import Rttr
from .sectors import front_of, is_german, occupy

# -- Where to (14.2, 14.4) -----------------------------------------------------------------------------------------


def is_vacated(p: Rttr, german: bool, sector: int, place: int) -> bool:
    """14.4 Whether the defeated have left a hex; strategic markers that have fallen do not hold it (21.2b)."""
    enemies = p.occupied[sector] if german else p.occupied[GERMAN]
    return not has(enemies, place) or all(p.spoils >> unit & 1 for unit in p.at(place))


def may_advance_into(p: Rttr, unit: int, place: int) -> bool:
    """14.2 Whether a unit could enter a hex by moving; zones do not matter (11.8)."""
    if not can_cross(p, p.where[unit], place):
        return False
    fallen = p.at(place) if p.spoils else ()
    if fallen and all(p.spoils >> other & 1 for other in fallen) and not is_german(p, unit):
        return has(p.layout.area[front_of(p, unit)], place)
    return why_not_enter(p, unit, place) is None


def stops_at_river(p: Rttr, unit: int, here: int, there: int) -> bool:
    """14.5 Whoever crosses a river without a bridge goes no further, unless engineers of his Front help (19.1c)."""
    if not is_unbridged_river(p, here, there):
        return False
    return is_german(p, unit) or not is_helped(p, front_of(p, unit), unit, here, there)


def advance_to(p: Rttr, unit: int, place: int, rule: str) -> bool:
    """A unit advances one hex and takes what has fallen there (21.2b); whether it may go on."""
    here = p.where[unit]
    stops = stops_at_river(p, unit, here, place)
    for marker in p.at(place):
        if p.spoils >> marker & 1:
            seat = SEATS[front_of(p, unit)]
            p.emit("taken", "21.2b", unit=p.id(marker), side=seat, hex=p.number(place))
            p.spoils &= ~(1 << marker)
            p.put(marker, p.box(f"captured.{seat}"))
    p.emit("advanced", rule, unit=p.id(unit), path=p.names((here, place)), to=p.number(place))
    occupy(p, unit, place)
    if not is_german(p, unit):
        check_bridges(p, place)  # 18.1
    return not stops


# -- Steps ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Advance(Step):
    """14.1 The victors' mobile units may advance, one at a time, first into a hex the defeated have left (14.4)."""

    sector: int
    german: bool
    units: tuple[int, ...]
    hexes: tuple[int, ...]
    distance: int
    unit: int = NOBODY

    def offer(self, p: Rttr) -> Options | None:
        seat = player(self.sector, self.german)
        if self.unit != NOBODY:
            prompt = Message("prompt.advance_to", {"unit": p.id(self.unit)}, ("14.4",))
            return Options(seat, "advance_to", prompt, hexes=self.open_to(p, self.unit),
                           about=About("advance", self.unit))
        units = [unit for unit in self.units if self.open_to(p, unit)]
        if not units:
            return None
        prompt = Message("prompt.advance", {"distance": self.distance}, ("14.1", "14.4"))
        return Options(seat, "advance", prompt, units=units, buttons=("halt",),
                       about=About("advance", targets=self.hexes))

    def open_to(self, p: Rttr, unit: int) -> list[int]:
        """The vacated hexes that a unit can advance into; statics never advance (14.1)."""
        if not p.is_on_map(unit) or p.layout.static >> unit & 1:
            return []
        return [place for place in self.hexes
                if has(p.layout.near[p.where[unit]], place) and is_vacated(p, self.german, self.sector, place)
                and may_advance_into(p, unit, place)]

    def skip(self, p: Rttr) -> None:
        p.pop()
        p.spoils = 0

    def take_unit(self, p: Rttr, unit: int) -> None:
        hexes = self.open_to(p, unit)
        if len(hexes) == 1:
            self._go(p, unit, hexes[0])
        else:
            p.replace(replace(self, unit=unit))

    def take_hex(self, p: Rttr, place: int) -> None:
        self._go(p, self.unit, place)

    def _go(self, p: Rttr, unit: int, place: int) -> None:
        rest = tuple(other for other in self.units if other != unit)
        p.replace(replace(self, units=rest, unit=NOBODY))
        on = advance_to(p, unit, place, "14.4")
        if on and self.distance > 1 and may_go_far(p, unit):
            p.push(AdvanceOn(self.sector, self.german, unit, self.distance - 1))

    def take_button(self, p: Rttr, button: str) -> None:
        self.skip(p)

    def refuse_unit(self, p: Rttr, unit: int) -> Message | None:
        args = {"unit": p.id(unit)}
        if p.layout.static >> unit & 1:
            return Message("refused.static_advance", args, ("14.1",))
        if unit not in self.units:
            return Message("refused.not_advancing", args, ("14.1",))
        return Message("refused.no_room_to_advance", args, ("14.2",))

    def refuse_hex(self, p: Rttr, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first")
        if place not in self.hexes:
            return Message("refused.not_vacated", {"hex": p.number(place)}, ("14.4",))
        return why_not_advance(p, self.unit, place)


def may_go_far(p: Rttr, unit: int) -> bool:
    """25.3 With that option only highly mobile units advance a second and third hex."""
    return not p.options["highly_mobile"] or bool(p.layout.highly_mobile >> unit & 1)


@dataclass(frozen=True, slots=True)
class AdvanceOn(Step):
    """14.3 A unit that may advance further goes on, hex by hex, or stops where it likes."""

    sector: int
    german: bool
    unit: int
    left: int

    def offer(self, p: Rttr) -> Options | None:
        hexes = [place for place in members(p.layout.near[p.where[self.unit]]) if may_advance_into(p, self.unit, place)]
        if not self.left or not hexes:
            return None
        prompt = Message("prompt.advance_on", {"unit": p.id(self.unit), "left": self.left}, ("14.3",))
        return Options(player(self.sector, self.german), "advance_on", prompt, hexes=hexes, buttons=("halt",),
                       about=About("advance", self.unit))

    def take_hex(self, p: Rttr, place: int) -> None:
        on = advance_to(p, self.unit, place, "14.3")
        if on and self.left > 1:
            p.replace(replace(self, left=self.left - 1))
        else:
            p.pop()

    def take_button(self, p: Rttr, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Rttr, place: int) -> Message | None:
        return why_not_advance(p, self.unit, place)


def why_not_advance(p: Rttr, unit: int, place: int) -> Message:
    """14.2 Why a unit may not advance into a hex: what closes it to movement, enemies, or the distance."""
    far = Message("refused.advance_far", {"unit": p.id(unit), "hex": p.number(place)}, ("14.2",))
    closed = why_not_enter(p, unit, place) or far
    return Message(closed.key, closed.args, ("14.2",)) if closed.key == "refused.enemy" else closed
