"""Chapter 12: cav-mech groups, fortified localities, the armour concentration marker and shock armies."""

from __future__ import annotations

from collections.abc import Iterable

from .components import GERMAN
from .position import Dagc
from .supply import in_land_supply, in_supply

CAV_MECH_LAST_TURN = 5  # 12.2
SHOCK_TURNS = range(2, 6)  # 12.7


def cav_mech_are_agile(p: Dagc) -> bool:
    """12.2 Cav-mech groups retreat before combat and advance two hexes on turns 1 to 5."""
    return p.turn <= CAV_MECH_LAST_TURN


def may_retreat_before(p: Dagc, attacker: int, target: int) -> bool:
    """12.2 A supplied cav-mech group alone in a hex may retreat before a German attack, if it has where to go."""
    from .results import retreat_hexes

    stack = p.at(target)
    return (
        attacker == GERMAN
        and cav_mech_are_agile(p)
        and len(stack) == 1
        and bool(p.layout.cav_mech >> stack[0] & 1)
        and in_supply(p, stack[0])
        and bool(retreat_hexes(p, stack))
    )


def holds_locality(p: Dagc, place: int) -> bool:
    """12.5 Whether a fortified locality stands in the hex."""
    return any(p.layout.localities >> unit & 1 for unit in p.at(place))


def armour_chance(p: Dagc) -> int | None:
    """12.6 The lowest die on which the marker fails to appear this turn; None while there is no marker."""
    for first, last, fails_from in p.layout.armour_chances:
        if first <= p.turn <= last:
            return fails_from
    return None


def armour_available(p: Dagc, side: int, units: Iterable[int]) -> bool:
    """12.6 From turn 2, once a German player turn, for an attack with a unit in supply by land."""
    return (
        side == GERMAN
        and not p.armour_tried
        and armour_chance(p) is not None
        and any(in_land_supply(p, unit) for unit in units)
    )


def armour_appears(p: Dagc) -> bool:
    """12.6 The marker is committed: it appears unless the die says otherwise, and is not tried again this turn."""
    p.armour_tried = True
    die = p.roll()
    chance = armour_chance(p)
    appears = chance is not None and die < chance
    p.emit("armour", "12.6.b", die=die, outcome="words.appears" if appears else "words.fails")
    return appears


def full_shock_armies(p: Dagc, units: Iterable[int]) -> list[int]:
    """Shock armies at full strength among these units."""
    return [unit for unit in units if p.layout.shock >> unit & 1 and not p.reduced >> unit & 1]


def has_shock_shift(p: Dagc, units: Iterable[int]) -> bool:
    """12.7 On turns 2 to 5, with a shock army at full strength in the attack."""
    return p.turn in SHOCK_TURNS and bool(full_shock_armies(p, units))
