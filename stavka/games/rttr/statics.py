"""Chapters 16 and 17: static units, what lies face down, and reconnaissance."""

from __future__ import annotations

from dataclasses import dataclass

from stavka.kit.hexset import HexSet, UnitSet, bit, has, members, of
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import BF, NOBODY, REICHSTAG, SEATS, UF, player
from .position import Rttr, with_value
from .stavka_points import can_spend, price, spend
from .zones import zone

# -- Face down and face up (16.8 - 16.10) --------------------------------------------------------------------------


def turn_up(p: Rttr, units: UnitSet, *rules: str) -> None:
    """16.9 Static units are turned face up, for good."""
    shown = units & p.face_down
    if not shown:
        return
    p.face_down &= ~shown
    p.revealed = True
    places = of(p.where[unit] for unit in members(shown))
    for place in members(places):
        p.emit("revealed", *rules, hex=p.number(place),
               units=p.ids(unit for unit in p.at(place) if shown >> unit & 1))


def face_down_at(p: Rttr, places: HexSet) -> UnitSet:
    """The units that lie face down in these hexes."""
    where = p.where
    return of([unit for unit in members(p.face_down & p.mapped) if places >> where[unit] & 1])


def has_face_down(p: Rttr, sector: int) -> bool:
    """Whether anything lies face down in a sector; statics stay where they are (2.4b), so who is there is enough."""
    hidden = p.face_down & p.mapped
    return p.derive(("face down", sector), hidden, lambda: bool(face_down_at(p, p.layout.sector[sector])))


def reveal_adjacent(p: Rttr, soviet_phase: bool) -> None:
    """16.8b At the start of a combat phase statics next to any Soviet unit are turned up, whatever the zones.

    16.10a The garrison of the Reichstag only in a Soviet combat phase.
    """
    soviets = p.occupied[BF] | p.occupied[UF]
    near = p.layout.grid.around(soviets)
    turn_up(p, face_down_at(p, near & ~p.layout.reichstag_bit), "16.8b")
    if soviet_phase:
        turn_up(p, face_down_at(p, near & p.layout.reichstag_bit), "16.10a")


def remove_zeros(p: Rttr) -> None:
    """12.13 Units without strength in an enemy zone of control are eliminated before any combat."""
    from .results import eliminate

    zones = zone(p, BF, german=False) | zone(p, UF, german=False)
    for unit in members(p.layout.zeros & p.mapped):
        if has(zones, p.where[unit]):
            eliminate(p, unit, "12.13")


# -- What statics do (16.2, 16.4) ----------------------------------------------------------------------------------


def command_posts(p: Rttr, sector: int) -> int:
    """16.2 The command posts that lie face up in a sector; those in the Reichstag do not count (5.7)."""
    return sum(1 for unit in members(p.layout.command_posts & p.mapped & ~p.face_down)
               if has(p.layout.sector[sector], p.where[unit]))


def flak_cover(p: Rttr, sector: int) -> HexSet:
    """12.15, 16.4 The hexes of a sector within two hexes of a flak tower that lies face up in it."""
    towers = [p.where[unit] for unit in members(p.layout.towers & p.mapped & ~p.face_down)
              if has(p.layout.sector[sector], p.where[unit])]

    def cover() -> HexSet:
        hexes = 0
        for place in towers:
            hexes |= p.layout.grid.within(place, p.layout.flak_range)
        return hexes & p.layout.sector[sector]

    return p.derive(("flak", sector), tuple(towers), cover)


@dataclass(frozen=True, slots=True)
class TurnUp(Step):
    """16.8a A player turns up one of the static units he has placed."""

    sector: int

    def offer(self, p: Rttr) -> Options | None:
        units = members(face_down_at(p, p.layout.sector[self.sector]))
        prompt = Message("prompt.turn_up", {}, ("16.8a",))
        return Options(player(self.sector, german=True), "turn_up", prompt, units=units, about=About("choose"))

    def take_unit(self, p: Rttr, unit: int) -> None:
        p.pop()
        turn_up(p, bit(unit), "16.8a")

    def refuse_unit(self, p: Rttr, unit: int) -> Message | None:
        return Message("refused.not_face_down", {"unit": p.id(unit)}, ("16.8a",))


# -- Reconnaissance (17.3, 17.4) -----------------------------------------------------------------------------------


def examine(p: Rttr, front: int, places: HexSet, rule: str) -> None:
    """17.3b What is examined is turned face up; into the Reichstag one only looks (16.10a)."""
    turn_up(p, face_down_at(p, places & ~p.layout.reichstag_bit), rule)
    garrison = face_down_at(p, places & p.layout.reichstag_bit) & ~p.looked[front]
    if garrison:
        p.looked = with_value(p.looked, front, p.looked[front] | garrison)
        p.revealed = True
        p.emit("looked", rule, "16.10a", seats=(SEATS[front],), veiled=("units",), side=SEATS[front],
               hex=p.number(p.layout.reichstag), units=p.ids(members(garrison)))


def unknown_hexes(p: Rttr, front: int) -> HexSet:
    """The hexes of a Front's sector, and the Reichstag, with something that its player may not examine yet."""
    return p.hexes_of(p.face_down & ~p.looked[front]) & p.layout.area[front]


def scout_hexes(p: Rttr, front: int, unit: int) -> HexSet:
    """17.3a What a reconnaissance unit can examine: within two hexes, in its own sector or the Reichstag."""
    return p.layout.grid.within(p.where[unit], p.layout.recon_range) & unknown_hexes(p, front)


@dataclass(frozen=True, slots=True)
class Opening(Step):
    """The start of a Soviet player turn: maximum effort (6.7), and reconnaissance units look around (17.3)."""

    front: int
    unit: int = NOBODY

    def offer(self, p: Rttr) -> Options | None:
        if self.unit != NOBODY:
            prompt = Message("prompt.scout", {"unit": p.id(self.unit)}, ("17.3a",))
            return Options(SEATS[self.front], "scout", prompt, hexes=members(scout_hexes(p, self.front, self.unit)),
                           about=About("choose", self.unit))
        scouts = self.scouts(p)
        effort = why_no_effort(p, self.front) is None
        if not scouts and not effort:
            return None
        prompt = Message("prompt.opening", {}, ("6.7", "17.3a"))
        return Options(SEATS[self.front], "opening", prompt, units=scouts,
                       buttons=("begin", "maximum_effort") if effort else ("begin",), about=About("choose"))

    def scouts(self, p: Rttr) -> list[int]:
        """17.3a The reconnaissance units that can examine something."""
        return [unit for unit in members(p.layout.scouts[self.front] & p.mapped & ~p.scouted)
                if scout_hexes(p, self.front, unit)]

    def take_unit(self, p: Rttr, unit: int) -> None:
        p.replace(Opening(self.front, unit))

    def take_hex(self, p: Rttr, place: int) -> None:
        p.scouted |= bit(self.unit)
        p.emit("scouted", "17.3a", unit=p.id(self.unit), hex=p.number(place))
        examine(p, self.front, bit(place), "17.3b")
        p.replace(Opening(self.front))

    def take_button(self, p: Rttr, button: str) -> None:
        if button == "maximum_effort":
            spend(p, self.front, price(p, self.front, "maximum_effort"), "6.7", "27.3d")
            p.effort_used = with_value(p.effort_used, self.front, True)
            p.effort = 2
            p.emit("maximum_effort", "6.7", side=SEATS[self.front])
        else:
            p.pop()

    def refuse_unit(self, p: Rttr, unit: int) -> Message | None:
        args = {"unit": p.id(unit)}
        if not p.layout.scouts[self.front] >> unit & 1:
            return Message("refused.no_scout", args, ("17.3a",))
        if p.scouted >> unit & 1:
            return Message("refused.scouted_once", args, ("17.3a",))
        return Message("refused.nothing_to_scout", args, ("17.3a",))

    def refuse_hex(self, p: Rttr, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first")
        return why_not_scout(p, self.front, self.unit, place)

    def refuse_button(self, p: Rttr, button: str) -> Message | None:
        return why_no_effort(p, self.front) if button == "maximum_effort" else None


def why_not_scout(p: Rttr, front: int, unit: int, place: int) -> Message | None:
    """Why a reconnaissance unit may not examine a hex."""
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place >= p.layout.hexes or p.layout.grid.distance(p.where[unit], place) > p.layout.recon_range:
        return Message("refused.scout_far", args, ("17.3a",))
    if p.layout.sector_of(place) not in (front, REICHSTAG):
        return Message("refused.scout_sector", args, ("17.3a",))
    if not has(scout_hexes(p, front, unit), place):
        return Message("refused.nothing_there", args, ("17.3a",))
    return None


def why_no_effort(p: Rttr, front: int) -> Message | None:
    """6.7 Why a Front may not declare a turn of maximum effort now."""
    if p.effort_used[front]:
        return Message("refused.effort_used", {}, ("6.7",))
    if not can_spend(p, price(p, front, "maximum_effort")):
        return Message("refused.no_points", {"points": price(p, front, "maximum_effort")}, ("6.3",))
    return None
