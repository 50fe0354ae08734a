"""Chapter 5: the sectors of the map and the Reichstag hex; control of objectives (21.2c)."""

from __future__ import annotations

from stavka.kit.hexset import HexSet, bit, has, members

from .components import FRONTS, GERMAN, REICHSTAG
from .position import Rttr, with_value


def is_german(p: Rttr, unit: int) -> bool:
    """Whether a unit is German."""
    return p.layout.side_of[unit] == GERMAN


def front_of(p: Rttr, unit: int) -> int:
    """The Front of a Soviet unit; of a German one the sector it stands in (5.2c), the Reichstag's its own."""
    side = p.layout.side_of[unit]
    return p.layout.sector_of(p.where[unit]) if side == GERMAN else side


def forces(p: Rttr, sector: int, german: bool) -> HexSet:
    """The hexes where a force stands: a Front wherever it is, the Germans of a sector in it."""
    return p.occupied[GERMAN] & p.layout.sector[sector] if german else p.occupied[sector]


def foes_of(p: Rttr, sector: int, german: bool) -> HexSet:
    """The hexes with enemies of a force that it can ever meet: both Fronts may meet the garrison of the Reichstag."""
    return p.occupied[sector] if german else p.occupied[GERMAN] & p.layout.area[sector]


def is_shut_out(p: Rttr, front: int) -> bool:
    """5.5b While units or bombardment markers of the other Front are in the Reichstag, this one may not go there."""
    other, reichstag = 1 - front, p.layout.reichstag
    return has(p.occupied[other], reichstag) or reichstag in p.guns[other] or reichstag in p.planes[other]


def open_area(p: Rttr, sector: int, german: bool) -> HexSet:
    """5.2, 5.5b, 5.6a The hexes that a force may ever enter, as things stand."""
    layout = p.layout
    return layout.sector[sector] if german or is_shut_out(p, sector) else layout.area[sector]


def listed(p: Rttr, hexes: HexSet) -> tuple[int, ...]:
    """The hexes of a large set to offer; the same set is often offered many times in a row."""
    return p.derive("listed", hexes, lambda: tuple(members(hexes)))


def take_control(p: Rttr, unit: int, place: int) -> None:
    """21.2c A Front controls the objective its unit occupies, until a German unit comes back (or the other Front)."""
    if not has(p.layout.objectives, place):
        return
    side = p.layout.side_of[unit]
    for front in FRONTS:
        held = p.control[front] | bit(place) if front == side else p.control[front] & ~bit(place)
        if held != p.control[front]:
            p.control = with_value(p.control, front, held)
            if front == side:
                p.emit("captured", "21.2c", side=p.layout.sides[side], hex=p.number(place),
                       points=p.layout.points[place])
            elif side == GERMAN:
                p.emit("retaken", "21.2c", hex=p.number(place))


def occupy(p: Rttr, unit: int, place: int) -> None:
    """A unit comes into a hex, however it comes."""
    p.put(unit, place)
    p.stirred |= bit(unit)
    take_control(p, unit, place)


def vacate(p: Rttr, unit: int, box: int) -> None:
    """The reverse, while players set up: nobody has been where only this unit stood."""
    place, side = p.where[unit], p.layout.side_of[unit]
    p.put(unit, box)
    p.stirred &= ~bit(unit)
    if side in FRONTS and not has(p.occupied[side], place):
        p.control = with_value(p.control, side, p.control[side] & ~bit(place))


def holds_all_objectives(p: Rttr, sector: int) -> bool:
    """7.4 Whether the Front controls every objective of its sector; the Reichstag is in none (7.4b)."""
    return not p.layout.sector_objectives[sector] & ~p.control[sector]


def credited_to(p: Rttr, place: int, fallback: int) -> int:
    """The Front that a German lost in this hex is counted for: that of the sector, in the Reichstag the attacker's."""
    sector = p.layout.sector_of(place)
    return fallback if sector == REICHSTAG else sector
