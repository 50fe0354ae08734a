"""Those who follow the fighting units: headquarters, artillery, leaders and aircraft."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from stavka.kit.hexset import bit, has, members
from stavka.kit.sums import added
from stavka.staff.mind import ForceMind

from ..air import free_bases, in_range
from ..position import Ukraine, enemy
from .survey import View

if TYPE_CHECKING:
    from stavka.staff.moves import Moves

COMMAND = 6
"""Hexes within which a headquarters is felt to lead, one less than the rules allow: supply lines wind (23.2)."""
ON_ROAD = 3.0
"""What a road is worth to a headquarters that feeds the front (14.3)."""
EXPOSED = 12.0
"""What standing where the enemy can come costs, unless somebody stands there to fight."""
NEAR_FRONT = 3
"""Hexes from the enemy at which headquarters and guns stand well."""
FAR = 0.3
"""What each hex costs that one of them stands nearer to the enemy, or further from him, than that."""
BARRAGE = 4.0
"""What guns are worth that can fire at what is attacked, for each point that the attack promises,"""
IN_RANGE = 3
"""and how many of the other enemies in range count,"""
COMPANY = 2.0
"""and what it is worth to them to stand with somebody."""
LEADING = 2.0
"""How much more a corps is worth to a stack that attacks."""
WORTH_MOVING = 1.5
"""How much better another place must be."""


def followers(p: Ukraine, side: int) -> list[int]:
    """All of a side on the map that follow the others."""
    layout = p.layout
    return members((layout.headquarters | layout.artillery | layout.leaders) & layout.army[side] & p.mapped)


def is_busy(p: Ukraine, unit: int) -> bool:
    """26.1, 26.2 A leader who moves does nothing else: he goes only when the front has left him behind."""
    layout = p.layout
    if not layout.leaders >> unit & 1:
        return False
    return bool(layout.grid.within(p.where[unit], layout.leader_range) & p.manned[enemy(layout.side_of[unit])])


def worth_there(mind: ForceMind, p: Ukraine, unit: int, place: int) -> float:
    """What one of them is worth in a hex, the plan of the others given."""
    layout, moves = p.layout, mind.plan(p)
    if layout.artillery >> unit & 1:
        value = _guns(p, moves, unit, place)
    elif (layout.panzer_corps | layout.tank_armies | layout.shock_armies) >> unit & 1:
        value = _corps(p, moves, unit, place)
    else:
        value = _front(p, moves, unit, place)
    return value - _exposure(moves, place)


def _exposure(moves: Moves, place: int) -> float:
    """Beside or before the enemy they need somebody to stand with."""
    if moves.stacks.get(place):
        return 0.0
    return EXPOSED if has(moves.picture.walk | moves.picture.contact, place) else 0.0


def _guns(p: Ukraine, moves: Moves, unit: int, place: int) -> float:
    """22.1 Guns stand within two hexes of what is to be attacked; 4.8 after more than one hex they do not fire."""
    layout = p.layout
    near = layout.grid.within(place, layout.gun_range)
    fires = layout.grid.distance(p.where[unit], place) <= 1 and not (p.depleted | p.disrupted) >> unit & 1
    promised = added(value for target, _, value in moves.prepared() if has(near, target) and value > 0)
    front = (near & p.manned[enemy(layout.side_of[unit])]).bit_count()
    company = COMPANY if moves.stacks.get(place) else 0.0
    return (BARRAGE * promised if fires else 0.0) + min(front, IN_RANGE) + company - _distance(moves, place)


def _corps(p: Ukraine, moves: Moves, unit: int, place: int) -> float:
    """23.3, 23.4 A corps or army headquarters belongs to the strongest stack that makes it valid, best in an attack."""
    layout, stack = p.layout, moves.stacks.get(place, [])
    if layout.tank_armies >> unit & 1:
        fit = layout.corps
    elif layout.shock_armies >> unit & 1:
        fit = layout.combat & ~layout.mechanized
    else:
        fit = layout.ss & layout.mechanized & layout.combat if layout.ss >> unit & 1 else layout.panzer_divisions
    mates = [other for other in stack if fit >> other & 1]
    attacks = sum(other in moves.goal for other in mates)
    return added(p.attack_factor(other) for other in mates) * (LEADING if attacks else 1.0) - _distance(moves, place)


def _front(p: Ukraine, moves: Moves, unit: int, place: int) -> float:
    """23.2, 14.3 Army headquarters and leaders stand behind as many fighting units as they can lead, on a road."""
    layout = p.layout
    near = layout.grid.within(place, COMMAND if not layout.leaders >> unit & 1 else layout.leader_range)
    led = (near & moves.occupied & (moves.picture.contact | moves.picture.walk)).bit_count()
    road = ON_ROAD if has(layout.road_hexes, place) and layout.army_hqs >> unit & 1 else 0.0
    return led + road - _distance(moves, place)


def _distance(moves: Moves, place: int) -> float:
    """How far a hex lies from where the front is."""
    assert isinstance(moves.survey, View)
    return FAR * abs(moves.survey.trellis.away(moves.picture.foes)[place] - NEAR_FRONT)


def best_place(mind: ForceMind, p: Ukraine, unit: int, hexes: Iterable[int]) -> int:
    """Where one of them goes: its own hex if nothing is clearly better."""
    here = p.where[unit]
    best, value = here, worth_there(mind, p, unit, here) + WORTH_MOVING
    for place in hexes:
        if place < p.layout.hexes:
            worth = worth_there(mind, p, unit, place)
            if worth > value:
                best, value = place, worth
    return best


# -- Aircraft (15) -------------------------------------------------------------------------------------------------

SAFE_BASE = 4
"""Hexes from the enemy at which a base is safe for a turn."""
UNSAFE = 15.0
"""What a base costs that is not, in enemy hexes that could be reached from it."""
ENOUGH = 20
"""More enemy hexes in range than this are no better."""
BLOW = 30.0
"""The enemy strength against a hex beyond which it needs cover no more than others."""


def base_worth(p: Ukraine, unit: int, base: int) -> float:
    """How much of the enemy an air unit reaches from a base, if the base is safe."""
    layout, foe = p.layout, p.manned[enemy(p.layout.side_of[unit])]
    reached = (layout.grid.within(base, layout.unit[unit].range) & foe).bit_count()
    close = bool(layout.grid.within(base, SAFE_BASE) & foe)
    return float(min(reached, ENOUGH)) - (UNSAFE if close else 0.0)


def best_base(p: Ukraine, unit: int, bases: Iterable[int]) -> int:
    """The best of some bases."""
    return max(bases, key=lambda base: (base_worth(p, unit, base), -base))


def wants_base(p: Ukraine, unit: int) -> bool:
    """15.3 Whether an air unit should spend its turn on moving to another base."""
    side = p.layout.side_of[unit]
    foes = (in_range(p, unit) & p.manned[enemy(side)]).bit_count()
    bases = members(free_bases(p, side))
    return foes < 3 and bool(bases) and base_worth(p, unit, best_base(p, unit, bases)) > foes + 3


def cover_worth(mind: ForceMind, p: Ukraine, unit: int, place: int) -> float:
    """15.6 What defensive support over a hex is worth: the own stacks it covers that the enemy can attack."""
    layout, picture, side = p.layout, mind.picture(p), p.layout.side_of[unit]
    covered = (bit(place) | layout.grid.around(bit(place))) & p.manned[side] & picture.contact
    busy = layout.grid.around(p.hexes_of(p.flying & layout.army[side]))
    value = 0.0
    for hex in members(covered & ~busy):
        site = max((mind.survey(p).sites.get(number, 0.0) for number in mind.survey(p).ground.sites_at.get(hex, ())),
                   default=0.0)
        value += min(picture.threat[hex], BLOW) / BLOW * (1.0 + site)
    return value


__all__ = ["base_worth", "best_base", "best_place", "cover_worth", "followers", "is_busy", "wants_base"]
