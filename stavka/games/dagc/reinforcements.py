"""Chapter 10: reinforcements and replacements."""

from __future__ import annotations

from dataclasses import dataclass

from stavka.kit.hexset import EMPTY, HexSet, bit, has, members, of
from stavka.kit.position import enemy
from stavka.kit.steps import About, Options, Step, sorts
from stavka.kit.words import Message

from .components import GERMAN, LAST_TURN, SOVIET
from .control import enter
from .position import Dagc
from .stacking import may_join, why_not_join
from .supply import (
    CrowdedPorts,
    has_line,
    hexes_in_supply,
    in_land_supply,
    needs_port,
    port_users,
    ports_in_reach,
    supplied_by_ports,
    units_in_excess,
)
from .zones import enemy_zone

DEAD = ("dead.soviet", "dead.german")


# -- 10.1 Where units enter ----------------------------------------------------------------------------------------


def entry_cities(p: Dagc, side: int) -> HexSet:
    """10.1 Controlled cities, supplied by land, with no enemy adjacent; of the German ports only Königsberg."""
    cities = p.layout.cities & p.controlled(side) & ~enemy_zone(p, side)
    if side == GERMAN:
        cities &= ~p.layout.port_hexes
    if not cities:
        return EMPTY
    return cities & hexes_in_supply(p, side)


def normal_entry(p: Dagc, side: int) -> HexSet:
    """10.1 Controlled source hexes on the map edge, cities, and Königsberg even with enemies adjacent."""
    def entry() -> HexSet:
        edge = p.layout.sources[side] | (bit(p.layout.koenigsberg) if side == GERMAN else EMPTY)
        return edge & p.controlled(side) | entry_cities(p, side)

    return p.derive(("normal entry", side), (p.version, p.control), entry)


def korps_gruppe_entry(p: Dagc, unit: int) -> HexSet:
    """10.4 On any German unit that is no Korps Gruppe, in any supply, on its own side of the Dvina."""
    hosts = p.hexes_of(p.layout.ground_units[GERMAN] & ~p.layout.korps_gruppen)
    north = p.layout.north_of_dvina
    return hosts & north if p.layout.unit[unit].zone == "north" else hosts & ~north


def entry_hexes(p: Dagc, unit: int) -> HexSet:
    """Where a unit may come onto the map now: the same for all of its group."""
    counter = p.layout.unit[unit]
    return p.derive(("entry", counter.side, counter.group, counter.zone), (p.version, p.control),
                    lambda: _find_entry(p, unit))


def entry_area(p: Dagc, unit: int) -> HexSet:
    """Where a unit may come onto the map, whoever stands there."""
    layout, group = p.layout, p.layout.unit[unit].group
    if group == "korps_gruppe":
        return korps_gruppe_entry(p, unit)  # 10.4
    if group == "first_ukrainian":
        return layout.first_ukrainian_entry & p.control  # 10.2
    if group == "north_ukraine":
        return layout.north_ukraine_entry  # 3.6, 10.3
    return normal_entry(p, layout.side_of[unit])


def _find_entry(p: Dagc, unit: int) -> HexSet:
    side = p.layout.side_of[unit]
    hexes = entry_area(p, unit) & ~p.occupied[enemy(side)]  # 6.9
    shared = hexes & p.occupied[side]
    return hexes & ~shared | of(place for place in members(shared) if may_join(p, unit, place))


# -- 10.5, 10.8 Who may come ---------------------------------------------------------------------------------------


def arrivals(p: Dagc, side: int) -> list[int]:
    """10.1, 10.5 Reinforcements due this turn or delayed from an earlier one."""
    return [
        unit
        for turn in range(1, min(p.turn, LAST_TURN) + 1)
        for unit in p.at(p.box(f"turn.{turn}"))
        if p.layout.side_of[unit] == side and not p.layout.air >> unit & 1
    ]


def reclaimable(p: Dagc, side: int) -> list[int]:
    """10.7, 10.8 Eliminated units that a replacement step can bring back; not twice in a game turn."""
    if not p.replacements:
        return []
    return [
        unit for unit in p.at(p.box(DEAD[side]))
        if p.layout.unit[unit].is_replaceable and not p.rebuilt >> unit & 1
    ]


def rebuildable(p: Dagc, side: int) -> list[int]:
    """10.8 Reduced units on the map that a replacement step can make whole."""
    if not p.replacements:
        return []
    return [
        unit for unit in members(p.reduced & ~p.rebuilt)
        if p.layout.side_of[unit] == side and p.is_on_map(unit) and can_be_rebuilt(p, unit)
    ]


def can_be_rebuilt(p: Dagc, unit: int) -> bool:
    """10.8 In regular land supply; from turn 6 the Soviets as if 7.12 were off; Germans also through Königsberg."""
    if p.layout.side_of[unit] == SOVIET:
        return has_line(p, unit, rebuilding=True)
    return p.where[unit] == p.layout.koenigsberg or in_land_supply(p, unit) or may_draw_on_koenigsberg(p, unit)


def may_draw_on_koenigsberg(p: Dagc, unit: int) -> bool:
    """7.9, 10.8 Whether Königsberg has a berth for this unit, beside those rebuilt by it already this turn."""
    users, koenigsberg = port_users(p), p.layout.koenigsberg
    if koenigsberg not in users.get(unit, ()):
        return False
    bound = {other: [koenigsberg] if other == unit or (p.rebuilt >> other & 1 and koenigsberg in ports) else ports
             for other, ports in users.items()}
    return supplied_by_ports(p, bound) == supplied_by_ports(p, users)


# -- The phase -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Replacements(Step):
    """The replacements and reinforcements phase (5.2)."""

    side: int

    def offer(self, p: Dagc) -> Options | None:
        coming = [unit for unit in [*arrivals(p, self.side), *reclaimable(p, self.side)] if entry_hexes(p, unit)]
        worn = rebuildable(p, self.side)
        units = coming + worn
        if not units and not p.held:
            return None
        args = {"steps": p.replacements, "sorts": sorts(coming=coming, rebuild=worn)}
        prompt = Message("prompt.replacements", args, ("10.1.a", "10.6.a"))
        return Options(p.seat(self.side), "reinforce", prompt, units=units, buttons=("end_phase",),
                       about=About("place"))

    def take_unit(self, p: Dagc, unit: int) -> None:
        if not p.is_on_map(unit):
            p.push(Enter(self.side, unit))
            return
        if self.side == GERMAN and needs_port(p, unit) and units_in_excess(p):
            p.push(CrowdedPorts())  # 7.9: settled before one of them is rebuilt
            return
        p.reduced &= ~bit(unit)
        _spend_step(p, unit)
        p.emit("rebuilt", "10.6.a", unit=p.id(unit), hex=p.number(p.where[unit]),
               seats=None if self.side == GERMAN else ("soviet",), veiled=("unit",))

    def take_button(self, p: Dagc, button: str) -> None:
        p.pop()

    def refuse_unit(self, p: Dagc, unit: int) -> Message | None:
        return why_not_come(p, self.side, unit)


@dataclass(frozen=True, slots=True)
class Enter(Step):
    """A unit comes onto the map; placing it costs no movement (10.1)."""

    side: int
    unit: int

    def offer(self, p: Dagc) -> Options | None:
        prompt = Message("prompt.enter", {"unit": p.id(self.unit)}, ("10.1.b",))
        return Options(p.seat(self.side), "enter", prompt, hexes=members(entry_hexes(p, self.unit)),
                       about=About("place", self.unit))

    def take_hex(self, p: Dagc, place: int) -> None:
        p.pop()
        reclaimed = p.where[self.unit] == p.box(DEAD[self.side])
        if reclaimed:
            _spend_step(p, self.unit)
            if p.layout.two_steps >> self.unit & 1:
                p.reduced |= bit(self.unit)  # 10.8: back with one step
        p.emit("reclaimed" if reclaimed else "arrived", "10.8.a" if reclaimed else "10.1.a", unit=p.id(self.unit),
               hex=p.number(place))
        enter(p, self.unit, [place])

    def refuse_hex(self, p: Dagc, place: int) -> Message | None:
        args = {"unit": p.id(self.unit), "hex": p.number(place)}
        if place < p.layout.hexes and has(p.occupied[enemy(self.side)], place):
            return Message("refused.enemy", args, ("6.9",))
        if has(entry_area(p, self.unit), place):
            return why_not_join(p, self.unit, place)
        group = p.layout.unit[self.unit].group
        rule = {"korps_gruppe": "10.4.a", "first_ukrainian": "10.2.a", "north_ukraine": "10.3"}.get(group, "10.1.b")
        return Message("refused.no_entry", args, (rule,))


def _spend_step(p: Dagc, unit: int) -> None:
    """10.6, 10.8 One step of the allowance, and no second one for this unit this turn."""
    p.replacements -= 1
    p.rebuilt |= bit(unit)


def replacement_allowance(p: Dagc, side: int) -> int:
    """10.6, 3.8, 3.9 The steps on the turn record track, or the constant rate of the scenarios without the plot."""
    if side == GERMAN and p.options["no_bomb_plot"]:
        return p.layout.no_bomb_plot_failed_dday if p.options["failed_dday"] else p.layout.no_bomb_plot
    return p.layout.replacements[side][p.turn - 1]


def rebuilding_rule(p: Dagc, unit: int) -> str:
    """10.8 The rule by which a unit on the map is not rebuilt: as a rule by land; ports; the Soviets from turn 6."""
    if p.layout.side_of[unit] == SOVIET:
        return "10.8.d" if p.turn >= p.layout.soviet_oos_turn else "10.8.c"
    return "10.8.e" if ports_in_reach(p, unit) else "10.8.c"


def why_not_come(p: Dagc, side: int, unit: int) -> Message | None:
    """Why a unit can neither enter nor be rebuilt now."""
    args = {"unit": p.id(unit)}
    counter = p.layout.unit[unit]
    if p.layout.side_of[unit] != side or counter.is_air:
        return Message("refused.not_yours", args, ("10.1.a",))
    if p.where[unit] == p.box(DEAD[side]) and not counter.is_replaceable:
        return Message("refused.not_replaceable", args, ("10.7",))
    if unit in arrivals(p, side) or unit in reclaimable(p, side):
        return Message("refused.no_entry_now", args, ("10.1.b",))
    if counter.turn and not p.is_on_map(unit) and p.where[unit] == p.box(f"turn.{counter.turn}"):
        return Message("refused.too_early", {**args, "turn": counter.turn}, ("10.5",))
    if p.rebuilt >> unit & 1:
        return Message("refused.rebuilt", args, ("10.8.a",))
    if not p.replacements:
        return Message("refused.no_steps", args, ("10.6.b",))
    if p.is_on_map(unit) and p.reduced >> unit & 1:
        return Message("refused.no_land_supply", args, (rebuilding_rule(p, unit),))
    return Message("refused.nothing_to_rebuild", args, ("10.6.a",))
