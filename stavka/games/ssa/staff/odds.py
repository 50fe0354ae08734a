"""Exact expectations over both results tables, from facts about a hex that are looked at once (8.0, 10.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stavka.kit.hexset import HexSet, has, of
from stavka.kit.position import enemy
from stavka.kit.sums import added
from stavka.kit.tables import ColumnTable

from ..components import AXIS, SOVIET, Theatre
from ..forts import fort_value, is_fort, is_unknown
from ..position import Abyss
from ..supply import supplied

FACTOR = 0.05
"""Points that an attack or defence factor is worth."""
BODY = 0.15
"""Points that any unit is worth beside its factors: it stands in the way."""
GROUND = 0.35
"""What an enemy hex is worth that counts for nothing: the way is open."""
DRIVEN_OUT = 0.3
"""What it is worth that defenders lose their position."""
SHAKEN = 0.3
"""The part of its worth that a disrupted unit stands for: for a turn it neither moves nor fights."""
MOST_DICE = 8
"""Die modifiers beyond this change nothing any more."""


class Outcome(NamedTuple):
    """The chances of an attack: the attacker loses one or two units or retreats, the same for the defender."""

    attacker_one: float
    attacker_two: float
    attacker_back: float
    defender_back: float
    defender_one: float
    defender_two: float


def _outcome(table: ColumnTable, column: int, modifier: int) -> Outcome:
    chances = table.chances(column, modifier)

    def of_results(*results: str) -> float:
        return added(chances.get(result, 0.0) for result in results)

    return Outcome(of_results("aE"), of_results("aEE"), of_results("a1", "a2"), of_results("d1", "d2"),
                   of_results("dE"), of_results("dEE"))


class Shelling(NamedTuple):
    """The chances of a bombardment: units disrupted and units lost, one or two each."""

    shaken_one: float
    shaken_two: float
    lost_one: float
    lost_two: float


class Chances:
    """Both tables with every die modifier, worked out once."""

    def __init__(self, theatre: Theatre) -> None:
        self.crt, self.guns = theatre.crt, theatre.bombardment
        dice = range(-MOST_DICE, MOST_DICE + 1)
        self._battles = [[_outcome(self.crt, column, die) for die in dice] for column in range(len(self.crt.headings))]
        self._shellings = [[Shelling(*(self.guns.chances(column, die).get(result, 0.0)
                                       for result in ("D", "DD", "E", "EE"))) for die in dice]
                           for column in range(len(self.guns.headings))]

    def battle(self, differential: int, shift: int, die: int) -> Outcome:
        """8.0 What an attack can bring."""
        column = self.crt.clamp(self.crt.column(differential) + shift)
        return self._battles[column][max(-MOST_DICE, min(die, MOST_DICE)) + MOST_DICE]

    def shelling(self, differential: int, shift: int, die: int) -> Shelling:
        """10.2 What a bombardment can bring."""
        column = self.guns.clamp(self.guns.column(differential) + shift)
        return self._shellings[column][max(-MOST_DICE, min(die, MOST_DICE)) + MOST_DICE]


def unit_worth(p: Abyss, unit: int) -> float:
    """What the loss of a unit costs its owner; units are lost whole (8.0)."""
    return BODY + FACTOR * (p.layout.attack[unit] + p.layout.defence[unit])


# -- The defender's side of the sum ----------------------------------------------------------------------------------


class Target(NamedTuple):
    """What matters of an enemy hex for an attack on it."""

    place: int
    defence: int
    die: int
    """What the ground, supply and disruption do to the die; the hill apart (8.3)."""
    hill: int
    """What the hill takes, unless an attacker stands on one."""
    shots: int
    """12.0 The attacking tanks that are halved."""
    worths: tuple[float, ...]
    """What each defender is worth, the cheapest first."""
    prize: float
    """What having the hex is worth."""
    ways: HexSet
    """The hexes that defenders could retreat to, attackers apart."""
    shift: int


def defence_of(p: Abyss, place: int, units: Sequence[int]) -> int:
    """8.0 What units defend with in a hex, forts included; an unknown one counts as it does on average."""
    layout = p.layout
    total = added(layout.defence[unit] for unit in units)
    if is_fort(p, place, "white"):
        total *= layout.white_fort  # 23.1.9
    if is_unknown(p, place):
        return total + round(added(layout.fort_values) / len(layout.fort_values))  # 23.2.4
    return total + fort_value(p, place)


def ground_die(p: Abyss, place: int) -> tuple[int, int]:
    """8.3 What the ground takes from the attacker's die, and what of it a hill does."""
    layout = p.layout
    if is_fort(p, place, "white"):
        return 0, 0
    ground, town = layout.terrain_die[place], layout.place_die.get(place, 0)
    return (town, ground) if layout.board.terrain[place] == "hills" else (town + ground, 0)


def look_at(p: Abyss, side: int, place: int, prize: float, zone: HexSet) -> Target:
    """An enemy hex as an attacker sees it; ``zone`` is where his units do not let the enemy retreat to."""
    layout, foe, units = p.layout, enemy(side), p.at(place)
    die, hill = ground_die(p, place)
    die += layout.disrupted_die * (of(units) & p.disrupted).bit_count()  # 11.0
    die += layout.unsupplied_die * (not has(supplied(p, foe), place))  # 7.4
    if p.plan.heavy_tanks:
        die -= (of(units) & layout.heavy).bit_count()  # 23.2.17
    first_day = side == AXIS and p.turn == 1
    die += first_day and p.plan.surprise == "die"  # 23.2.8
    die += (p.plan.last_blow_die if side == SOVIET and p.turn == p.plan.last_blow_turn
            and of(units) & p.plan.last_blow_units else 0)  # 23.2.15
    return Target(
        place, defence_of(p, place, units), die, hill, added(layout.halves[unit] for unit in units),
        tuple(sorted(unit_worth(p, unit) for unit in units)), prize,
        layout.contact[place] & layout.playable & ~p.occupied[side] & ~(zone & ~layout.towns),
        layout.surprise_shift if first_day and p.plan.surprise == "shift" else 0,  # 23.1.5
    )


# -- The attacker's side ---------------------------------------------------------------------------------------------


def strength_of(p: Abyss, target: Target, units: Sequence[int]) -> int:
    """8.0, 12.0 What units attack a hex with: the strongest tanks halved as often as guns are there."""
    layout = p.layout
    attack = layout.attack
    total = added([attack[unit] for unit in units])
    if target.shots:
        tanks = sorted([attack[unit] for unit in units if layout.armour >> unit & 1], reverse=True)
        total -= added([factor - factor // 2 for factor in tanks[:target.shots]])
    return total


def die_of(p: Abyss, target: Target, units: Sequence[int], hexes: HexSet, across: HexSet) -> int:
    """8.2, 8.3 The die modifiers of an attack from these hexes, some of them ``across`` water."""
    layout, force = p.layout, of(units)
    die = target.die
    if force & layout.armour and force & layout.foot:
        die += layout.combined_arms
    if target.hill and not hexes & layout.hills:
        die += target.hill
    die += layout.water_die * (hexes & across).bit_count()
    return die + (force & layout.heavy).bit_count() if p.plan.heavy_tanks else die


def expectation(target: Target, chances: Outcome, attackers: Sequence[float], own: HexSet, risk: float) -> float:
    """What an attack brings on average; ``attackers`` are the worths of the adjacent ones, the cheapest first,
    ``own`` are hexes that bar the defenders' way, ``risk`` is what the attackers' retreat would cost."""
    worths, stuck = target.worths, not target.ways & ~own
    back = target.prize + (worths[0] + SHAKEN * added(worths[1:]) if stuck else DRIVEN_OUT)
    one = worths[0] + (target.prize if len(worths) == 1 else 0.0)
    two = added(worths[:2]) + (target.prize if len(worths) <= 2 else 0.0)
    gained = chances.defender_back * back + chances.defender_one * one + chances.defender_two * two
    return gained - (chances.attacker_one * attackers[0] + chances.attacker_two * added(attackers[:2])
                     + chances.attacker_back * risk)


__all__ = ["Chances", "Outcome", "Shelling", "Target", "defence_of", "die_of", "expectation", "ground_die", "look_at",
           "strength_of", "unit_worth"]
