"""Chapter 4: attacks and what they bring."""

from __future__ import annotations

from collections.abc import Sequence

from stavka.kit.attacks import Advance, Attack, Fight, Pursuit
from stavka.kit.hexset import UnitSet, bit, has, members, of
from stavka.kit.hexwise import Course, Hexwise
from stavka.kit.losses import Losses, Toll
from stavka.kit.position import enemy
from stavka.kit.tables import ColumnTable, Sum
from stavka.kit.words import Message

from .components import DEAD
from .movement import enemy_zone, why_not_enter, zone
from .position import State
from .victory import enter

# -- Who may attack whom (4.1) -------------------------------------------------------------------------------------


def attackers(p: State, side: int, target: int) -> list[int]:
    """4.1 Adjacent units that have not attacked this phase."""
    near = p.layout.grid.around(bit(target)) & p.occupied[side]
    return [unit for place in members(near) for unit in p.at(place) if not has(p.fought, unit)]


def targets(p: State, side: int) -> list[int]:
    """4.1 Enemy hexes that have not been attacked this phase, and that somebody can attack."""
    return [place for place in members(p.occupied[enemy(side)] & zone(p, side))
            if not of(p.at(place)) & p.attacked and attackers(p, side, place)]


def why_not_attack(p: State, side: int, place: int) -> Message:
    """Why a side cannot attack a hex."""
    args = {"hex": p.number(place)}
    if place >= p.layout.hexes or not has(p.occupied[enemy(side)], place):
        return Message("refused.no_enemy", args, ("4.1",))
    if of(p.at(place)) & p.attacked:
        return Message("refused.attacked_already", args, ("4.1",))
    near = members(p.layout.grid.around(bit(place)) & p.occupied[side])
    return why_not_join(p, side, place, p.at(near[0])[0]) if near else Message("refused.not_adjacent", args, ("4.1",))


def why_not_join(p: State, side: int, target: int, unit: int) -> Message:
    """Why a unit cannot join an attack."""
    args = {"unit": p.id(unit), "hex": p.number(target)}
    if p.layout.side_of[unit] != side:
        return Message("refused.not_yours", args, ("4.1",))
    if has(p.fought, unit):
        return Message("refused.fought", args, ("4.1",))
    return Message("refused.unit_not_adjacent", args, ("4.1",))


# -- The odds (4.2, 4.3) -------------------------------------------------------------------------------------------


def total(p: State, attack: Attack, _unseen: UnitSet) -> Sum:
    """4.2, 4.3 The battle as a sum, with every reason in it."""
    layout, target, sum = p.layout, attack.target, Sum()
    for unit in attack.units:
        sum.attack(p.strength(unit), "odds.unit", "4.2", unit=p.id(unit))
    for unit in p.at(target):
        sum.defend(p.strength(unit), "odds.unit", "4.2", unit=p.id(unit))
    ground = layout.terrain_shift[target]
    sum.shift(ground, "odds.terrain", "4.3", when=ground != 0, terrain=layout.board.terrain[target])
    sum.shift(layout.town_shift, "odds.place", "4.3", when=has(layout.towns, target), hex=p.number(target))
    sum.shift(layout.river_shift, "odds.river", "4.3", when=all(
        has(layout.river, layout.grid.side_number(p.where[unit], target)) for unit in attack.units))
    return sum


def column(p: State, sum: Sum) -> int:
    """4.2, 4.3 The odds, rounded down, and then all shifts together."""
    odds = p.layout.odds
    return odds.clamp(odds.rung(sum.attack_strength, sum.defence_strength) + sum.net_shift)


def table(p: State) -> ColumnTable:
    """4.4 The results."""
    return p.layout.crt


def engage(p: State, attack: Attack) -> None:
    """4.1 Both forces have now fought in this phase."""
    p.fought |= of(attack.units)
    p.attacked |= of(p.at(attack.target))


# -- The results (4.4 - 4.7) ---------------------------------------------------------------------------------------


def resolve(p: State, attack: Attack, result: str) -> None:
    """4.4 AL: the attacker loses a step. DR: the defender retreats. DL: he loses a step and retreats."""
    defenders, other = p.at(attack.target), enemy(attack.side)
    if result == "AL":
        p.push(Losses(STEPS, attack.side, attack.units, 1, "4.5"))
    elif result in ("DR", "DL"):
        p.push(Losses(STEPS, other, defenders, int(result == "DL"), "4.5"),
               Hexwise(RETREAT, other, defenders),
               Advance(PURSUIT, attack.side, attack.target, attack.units))


def lose_step(p: State, unit: int, rule: str) -> None:
    """4.5 A unit is reduced or, with its last step, eliminated."""
    hex = p.number(p.where[unit])
    if p.steps_of(unit) > 1:
        p.reduced |= bit(unit)
        p.emit("reduced", rule, unit=p.id(unit), hex=hex)
    else:
        p.reduced &= ~bit(unit)
        p.put(unit, p.box(DEAD))
        p.emit("eliminated", rule, unit=p.id(unit), hex=hex)


def steps_left(p: State, unit: int) -> int:
    """4.5 What a unit can still lose."""
    return p.steps_of(unit) if p.is_on_map(unit) else 0


def retreat_hexes(p: State, step: Hexwise) -> Sequence[int]:
    """4.6 Adjacent hexes that it may enter and that are in no enemy zone."""
    unit = step.units[0]
    if not p.is_on_map(unit):
        return ()
    near = p.layout.grid.around(bit(p.where[unit])) & ~enemy_zone(p, unit)
    return [place for place in members(near) if why_not_enter(p, unit, place) is None]


def fall_back(p: State, step: Hexwise, place: int) -> None:
    """4.6 A unit retreats."""
    unit = step.units[0]
    p.emit("retreated", "4.6", unit=p.id(unit), to=p.number(place), path=[p.number(p.where[unit]), p.number(place)])
    enter(p, unit, (place,))


def why_not_retreat(p: State, step: Hexwise, place: int) -> Message | None:
    """4.6 Why a unit may not retreat to a hex."""
    unit, args = step.units[0], {"hex": p.number(place)}
    if place >= p.layout.hexes or not has(p.layout.grid.around(bit(p.where[unit])), place):
        return Message("refused.retreat_far", args, ("4.6",))
    return why_not_enter(p, unit, place) or Message("refused.retreat_zone", args, ("4.6",))


def lose_trapped(p: State, step: Hexwise) -> None:
    """4.6 Who cannot retreat is eliminated."""
    for unit in step.units:
        while p.is_on_map(unit):
            lose_step(p, unit, "4.6")


def may_advance(p: State, step: Advance) -> Sequence[int]:
    """4.7 One of the attackers, if the hex is empty."""
    return () if p.at(step.target) else [unit for unit in step.units if p.is_on_map(unit)]


def advance(p: State, unit: int, place: int) -> None:
    """4.7 It does, whatever the ground."""
    enter(p, unit, (place,))


STEPS = Toll("steps", steps_left, lose_step)
RETREAT = Course("retreat", "retreat", "retreat", "4.6", retreat_hexes, fall_back, why_not_retreat, lose_trapped)
PURSUIT = Pursuit("pursuit", "4.7", may_advance, advance)
FIGHT = Fight("fight", "4.1", targets, attackers, total, table, column, engage, resolve, why_not_attack, why_not_join)
