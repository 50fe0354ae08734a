"""Exact expectations over the results table, for attacks that are made and for attacks that are only thought of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from stavka.kit.hexset import HexSet, UnitSet, has, members, of
from stavka.kit.position import enemy
from stavka.kit.sums import added

from ..combat import ARDOUR_COLUMNS, BEFORE, defending
from ..components import GERMAN, LAST_TURN, SOVIET, STACK_LIMIT, Theatre
from ..position import Dagc
from ..special_units import has_shock_shift, holds_locality
from ..supply import in_supply, in_supply_to_defend

STEP_WORTH = (0.16, 0.26)
"""Victory points that a lost combat factor is worth, by side: the Soviets have more, and more replacements."""
LAST_STEP = (0.15, 0.45)
"""And what the last step of a unit is worth beside its factor: its zone of control goes with it."""
FADING = {LAST_TURN - 1: 0.85, LAST_TURN: 0.5}
SPENT = 0.03
"""What is left of the worth of troops near the end of the game, and in the last German turn, when places are all."""
GERMAN_TURN = 4
"""The first phase of the German player turn."""
LOOSENED, LOOSENED_MOST = 0.12, 0.3
"""The part of a hex's worth that a step lost by those who hold it is worth, and the most."""
GIVEN_UP = 0.25
"""What driving the enemy back is worth beside the hex."""
Parts = tuple[float, float, float, float]
"""Something for each of the results AE, BB, DR and DE."""


def step_worth(p: Dagc, unit: int) -> float:
    """What the loss of the next step of a unit costs its owner."""
    layout = p.layout
    side = layout.side_of[unit]
    if p.steps_of(unit) == 2:
        worth = STEP_WORTH[side] * (layout.full[unit] - layout.half[unit])
    else:
        worth = STEP_WORTH[side] * p.factor(unit) + LAST_STEP[side]
    return worth * (SPENT if p.turn == LAST_TURN and p.phase >= GERMAN_TURN else FADING.get(p.turn, 1.0))


class Chances:
    """The results table as chances: for every column the probability of AE, BB, DR and DE."""

    def __init__(self, theatre: Theatre) -> None:
        crt = theatre.crt
        self.columns = len(crt.headings)
        self.plain = [_chances(crt.chances(column)) for column in range(self.columns)]
        self.ardour = [_decided(crt.chances(column)) for column in range(self.columns)]
        """With ardour (11.23): rolled until it is not AS."""


def _chances(table: dict[str, float]) -> Parts:
    return table.get("AE", 0), table.get("BB", 0), table.get("DR", 0), table.get("DE", 0)


def _decided(table: dict[str, float]) -> Parts:
    rest = 1 - table.get("AS", 0)
    ae, bb, dr, de = _chances(table)
    return (ae / rest, bb / rest, dr / rest, de / rest) if rest else (ae, bb, dr, de)


@dataclass(slots=True)
class Target:
    """An enemy hex as an attacker sees it."""

    place: int
    strength: int
    """The defence without the river."""
    shift: int
    """The shifts that do not depend on who attacks."""
    losses: float
    """What a step from every defender is worth."""
    cheapest: float
    """What the cheapest single step is worth."""
    units: int
    fragile: bool
    """Whether one step each leaves nobody."""
    city: bool
    immune: bool
    """Whether a concentric attack gains nothing (11.11, 12.5)."""
    prize: float
    """What the hex itself is worth to the attacker."""
    ways: HexSet
    """The empty hexes to which the defenders could retreat."""
    room: bool
    """Whether they could retreat onto others of theirs."""


def look_at(p: Dagc, side: int, place: int, phase: str, prize: float) -> Target:
    """Everything about a target that does not depend on the attackers."""
    layout, foe, units = p.layout, enemy(side), p.at(place)
    strength = added(p.factor(unit) for unit in defending(p, place))
    strength += layout.terrain_defence[place] + layout.place_defence.get(place, 0)
    strength += layout.entrenchment_defence if has(layout.entrenchments[foe], place) else 0
    shift = 0
    if side == SOVIET:
        shift += p.turn == 1 and phase == BEFORE
        shift += layout.partisan_shift if has(layout.partisan, place) else 0
    shift += not all(in_supply_to_defend(p, unit) for unit in units)
    worths = [step_worth(p, unit) for unit in units]
    near = layout.retreat_moves.near[place] & layout.playable
    if foe == GERMAN:
        near &= ~layout.entrenchments[SOVIET]
    friends = near & p.occupied[foe]
    room = any(len(p.at(hex)) + len(units) <= STACK_LIMIT for hex in members(friends))
    city = has(layout.cities, place)
    return Target(
        place, strength, int(shift), added(worths), min(worths), len(units),
        all(p.steps_of(unit) == 1 for unit in units), city, city or holds_locality(p, place), prize,
        near & ~friends, room)


def unit_shift(p: Dagc, side: int, units: Sequence[int], supplied: UnitSet) -> int:
    """The shifts that come with the attackers: supply (7.4) and shock armies (12.7)."""
    if any(not supplied >> unit & 1 for unit in units):
        return -1
    return 1 if side == SOVIET and has_shock_shift(p, units) else 0


def yields(target: Target, attackers: float, cheapest: float, stuck: bool) -> Parts:
    """What AE, BB, DR and DE bring: ``attackers`` is a step from each; if ``stuck`` nobody can retreat."""
    taken = target.prize if target.fragile else min(LOOSENED * target.prize, LOOSENED_MOST)
    won = target.losses + taken
    retreat = won if stuck else min(target.cheapest + (target.prize if target.units == 1 and target.fragile else 0.0),
                                    GIVEN_UP + target.prize)
    return -attackers, won - target.units * cheapest, retreat, won


def expectation(target: Target, chances: Parts, brings: Parts) -> float:
    """What an attack brings on average."""
    ae, bb, dr, de = chances
    if target.city:
        bb, dr = bb + dr, 0.0
    return ae * brings[0] + bb * brings[1] + dr * brings[2] + de * brings[3]


class Roll(NamedTuple):
    """How an attack is rolled: what it brings, its column, columns to lower (11.14), whether with ardour (11.23)."""

    value: float
    column: int
    lower: int = 0
    ardour: bool = False


def best_roll(chances: Chances, target: Target, column: int, attackers: float, cheapest: float, stuck: bool) -> Roll:
    """The best way to roll."""
    brings = yields(target, attackers, cheapest, stuck)
    best = Roll(expectation(target, chances.plain[column], brings), column)
    for lower in range(column + 1):
        at = column - lower
        for ardour, table in ((False, chances.plain), (True, chances.ardour)):
            if (ardour or lower) and (not ardour or at < ARDOUR_COLUMNS):
                value = expectation(target, table[at], brings)
                if value > best.value + 1e-9:
                    best = Roll(value, column, lower, ardour)
    return best


def supplied_units(p: Dagc, side: int) -> UnitSet:
    """The units of a side that are in supply now."""
    def work() -> UnitSet:
        return of(unit for unit in p.layout.ground[side] if p.is_on_map(unit) and in_supply(p, unit))

    return p.derive(("staff supply", side), (p.version, p.turn, p.control, p.portless), work)
