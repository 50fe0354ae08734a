"""Chapter 7: supply."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stavka.kit.hexset import EMPTY, HexSet, UnitSet, bit, has, members
from stavka.kit.position import enemy
from stavka.kit.steps import Options, Step
from stavka.kit.trace import Moves
from stavka.kit.words import Message

from .components import GERMAN, SOVIET
from .position import Dagc
from .zones import enemy_zone, open_zone

BOLD_STROKE_PRIPYAT_TURN = 2  # 3.6


# -- 7.2 Tracing ---------------------------------------------------------------------------------------------------


def open_to_supply(p: Dagc, side: int) -> HexSet:
    """7.2 The hexes a supply line may enter: no enemy units, no EZOC but where a friendly unit negates it."""
    hexes = p.layout.playable & ~p.occupied[enemy(side)] & ~open_zone(p, side)
    if side == GERMAN:
        hexes &= ~p.layout.entrenchments[SOVIET]  # 7.14
    return hexes


def working_sources(p: Dagc, side: int) -> HexSet:
    """7.7, 7.10 Source hexes work while controlled and, in an EZOC, only while garrisoned; 7.13 each side its own."""
    return p.layout.sources[side] & p.controlled(side) & open_to_supply(p, side)


def supply_moves(p: Dagc, side: int) -> Moves:
    """The steps of a supply line: water closed (7.2), the border crossed at most twice (7.8), the strait if held."""
    layout = p.layout
    if side == SOVIET and not layout.strait_hexes & ~p.control:
        return layout.strait_supply
    return layout.supply_moves[side]


def shuns_pripyat(p: Dagc, unit: int, rebuilding: bool = False) -> bool:
    """7.11 Whether the west Pripyat swamp bars this unit's lines; cav-mech groups never mind it (12.4)."""
    if p.layout.side_of[unit] != SOVIET or p.layout.cav_mech >> unit & 1:
        return False
    if p.turn >= p.layout.soviet_oos_turn:
        return rebuilding  # 7.12 ends 7.11, but for replacements it stays (10.8)
    return not (p.options["bold_stroke"] and p.turn < BOLD_STROKE_PRIPYAT_TURN)  # 3.6


def open_to_unit(p: Dagc, unit: int, rebuilding: bool = False) -> HexSet:
    """The hexes that this unit's own supply line may enter."""
    hexes = open_to_supply(p, p.layout.side_of[unit])
    return hexes & ~p.layout.west_pripyat if shuns_pripyat(p, unit, rebuilding) else hexes


def has_line(p: Dagc, unit: int, rebuilding: bool = False) -> bool:
    """7.2 Whether the unit can trace a line to a working source, the general Soviet shortage (7.12) apart."""
    lines = hexes_in_supply(p, p.layout.side_of[unit], shuns_pripyat(p, unit, rebuilding))
    return bool(lines >> p.where[unit] & 1)


def hexes_in_supply(p: Dagc, side: int, shunning: bool = False) -> HexSet:
    """Every hex from which a line leads to a working source, 7.12 apart; ``shunning`` the west Pripyat swamp (7.11)."""
    def trace() -> HexSet:
        moves, sources, through = supply_moves(p, side), working_sources(p, side), open_to_supply(p, side)
        if shunning:
            through &= ~p.layout.west_pripyat
        # Most changes of place change nothing that the flood depends on.
        return p.derive(("flood", side, shunning), (moves, sources, through), lambda: moves.flood(sources, through))

    return p.derive(("in supply", side, shunning), (p.version, p.control), trace)


def supply_path(p: Dagc, unit: int) -> list[int] | None:
    """A line from the unit to a working source, or to a port that supplies it."""
    side = p.layout.side_of[unit]
    if p.where[unit] == p.layout.koenigsberg and side == GERMAN:
        return [p.where[unit]]
    goal = working_sources(p, side)
    if side == GERMAN and not has_line(p, unit):
        goal = sum(map(bit, ports_in_reach(p, unit)))
    here = bit(p.where[unit])
    if here & p.layout.west_pripyat and shuns_pripyat(p, unit):
        return [p.where[unit]] if here & goal else None  # 7.11
    return supply_moves(p, side).path(p.where[unit], open_to_unit(p, unit), goal)


# -- 7.9 German port supply ----------------------------------------------------------------------------------------


def working_ports(p: Dagc) -> list[int]:
    """7.9 Ports in German hands, never lost before, and with no Soviet unit adjacent."""
    closed = p.control | p.lost_ports | enemy_zone(p, GERMAN)
    return [port for port in p.layout.ports if not has(closed, port)]


def port_areas(p: Dagc) -> dict[int, HexSet]:
    """7.9 The hexes from which a line of at most six hexes leads to each working port."""
    def areas() -> dict[int, HexSet]:
        open_hexes = open_to_supply(p, GERMAN)
        return {port: area for port in working_ports(p) if (area := _port_area(p, port, open_hexes))}

    return p.derive("port areas", (p.version, p.control, p.lost_ports), areas)


def _port_area(p: Dagc, port: int, open_hexes: HexSet) -> HexSet:
    """The area of one port: nothing but what is open around it matters."""
    layout = p.layout
    through = open_hexes & layout.grid.within(port, layout.port_range)
    return p.derive(("port area", port), through, lambda: supply_moves(p, GERMAN).flood(
        bit(port), through, layout.port_range) if has(through, port) else EMPTY)


def ports_in_reach(p: Dagc, unit: int) -> list[int]:
    """The working ports a unit could draw on."""
    return [port for port, area in port_areas(p).items() if has(area, p.where[unit])]


def needs_port(p: Dagc, unit: int) -> bool:
    """7.9 Only units that are otherwise out of supply draw on a port; localities and Königsberg's own do not."""
    return (
        p.is_on_map(unit)
        and p.where[unit] != p.layout.koenigsberg
        and not p.layout.localities >> unit & 1
        and not has_line(p, unit)
    )


def port_users(p: Dagc) -> dict[int, list[int]]:
    """7.9 The German units that depend on ports, each with those it could use; not those told to do without."""
    areas = port_areas(p)
    cut_off = p.occupied[GERMAN] & ~hexes_in_supply(p, GERMAN)
    near = {place: ports for place in members(cut_off)
            if (ports := [port for port, area in areas.items() if has(area, place)])}
    if not near:
        return {}
    return {
        unit: near[p.where[unit]]
        for unit in p.layout.ground[GERMAN]
        if p.where[unit] in near and not p.portless >> unit & 1 and needs_port(p, unit)
    }


def supplied_by_ports(p: Dagc, users: dict[int, list[int]]) -> int:
    """How many of the users the ports can supply at once (five units a town, ten a city)."""
    berths: dict[int, list[int]] = {}

    def berth(unit: int, tried: set[int]) -> bool:
        """Find a port for a unit, moving others to another port if need be."""
        for port in users[unit]:
            if port in tried:
                continue
            tried.add(port)
            taken = berths.setdefault(port, [])
            if len(taken) < p.layout.ports[port]:
                taken.append(unit)
                return True
            for other in taken:
                if berth(other, tried):
                    taken.remove(other)
                    taken.append(unit)
                    return True
        return False

    return sum(berth(unit, set()) for unit in users)


def units_in_excess(p: Dagc) -> list[int]:
    """7.9 If the ports are overtaxed: the units of which one must go without."""
    users = port_users(p)
    supplied = supplied_by_ports(p, users)
    if supplied == len(users):
        return []
    return [
        unit for unit in users
        if supplied_by_ports(p, {other: ports for other, ports in users.items() if other != unit}) == supplied
    ]


@dataclass(frozen=True, slots=True)
class CrowdedPorts(Step):
    """7.9 The German player says which units the ports leave out of supply for the rest of the game turn."""

    def offer(self, p: Dagc) -> Options | None:
        excess = units_in_excess(p)
        if not excess:
            return None
        return Options("german", "ports", Message("prompt.ports", {}, ("7.9.c",)), units=excess)

    def take_unit(self, p: Dagc, unit: int) -> None:
        p.portless |= bit(unit)
        p.emit("portless", "7.9.c", unit=p.id(unit))


# -- Judging supply ------------------------------------------------------------------------------------------------


def in_land_supply(p: Dagc, unit: int) -> bool:
    """Regular supply by land: what 10.8, 12.6 and 10.1 ask for."""
    if p.layout.side_of[unit] == SOVIET and p.turn >= p.layout.soviet_oos_turn:
        return False  # 7.12
    return has_line(p, unit)


def in_supply(p: Dagc, unit: int) -> bool:
    """7.1 Whether a unit is in supply to move or attack."""
    if p.layout.side_of[unit] == SOVIET:
        return in_land_supply(p, unit)
    if p.where[unit] == p.layout.koenigsberg or has_line(p, unit):
        return True  # 7.9
    return not p.portless >> unit & 1 and bool(ports_in_reach(p, unit))


def in_supply_to_defend(p: Dagc, unit: int) -> bool:
    """7.1, 12.5 As above; a fortified locality and units with it always defend in supply."""
    if any(p.layout.localities >> other & 1 for other in p.at(p.where[unit])):
        return True
    return in_supply(p, unit)


def out_of_supply(p: Dagc, units: Iterable[int]) -> UnitSet:
    """The units among these that are out of supply to move or attack."""
    return sum(bit(unit) for unit in units if not in_supply(p, unit))


def supply_reason(p: Dagc, unit: int) -> Message:
    """Why a unit is in supply or not, with the rule."""
    layout, side = p.layout, p.layout.side_of[unit]
    if side == SOVIET and p.turn >= layout.soviet_oos_turn:
        return Message("supply.soviet_shortage", {}, ("7.12.a",))
    if side == GERMAN and p.where[unit] == layout.koenigsberg:
        return Message("supply.koenigsberg", {}, ("7.9.f",))
    if has_line(p, unit):
        return Message("supply.line", {}, ("7.2.a",))
    if side == GERMAN and p.portless >> unit & 1:
        return Message("supply.portless", {}, ("7.9.c",))
    ports = ports_in_reach(p, unit) if side == GERMAN else []
    if ports:
        return Message("supply.port", {"hex": p.number(ports[0])}, ("7.9.a",))
    if shuns_pripyat(p, unit) and _would_have_line_through_pripyat(p, unit):
        return Message("supply.pripyat", {}, ("7.11",))
    return Message("supply.none", {}, ("7.2.a",))


def _would_have_line_through_pripyat(p: Dagc, unit: int) -> bool:
    side = p.layout.side_of[unit]
    return bool(bit(p.where[unit]) & hexes_in_supply(p, side))
