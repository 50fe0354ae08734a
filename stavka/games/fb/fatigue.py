"""9.6 - 9.9, 10.6: what happens to a unit that is hit, and to a starred one that is not."""

from __future__ import annotations

from stavka.kit.hexset import UnitSet, bit, members

from .components import DEAD, SOVIET, TRAIN_POOL, WORN_OUT
from .position import Breslau


def turn_space(p: Breslau, turn: int) -> int:
    """A space of the turn record track; beyond the last there is only the way out of the game (7.1.8, 9.7)."""
    return p.layout.turn_space[turn] if turn <= p.layout.last_turn else p.box(DEAD[SOVIET])


def fatigue(p: Breslau, unit: int) -> None:
    """9.4 A unit that is hit leaves the map: it is fatigued or, if it is the armoured train, damaged."""
    without = ~bit(unit)
    p.disorganised &= without
    p.fanatic &= without  # 10.6
    if p.layout.side_of[unit] == SOVIET:
        rest(p, unit)
    elif p.layout.trains >> unit & 1:
        p.emit("damaged", "10.2.3", unit=p.id(unit), hex=p.number(p.where[unit]))
        p.put(unit, p.box(TRAIN_POOL))
    else:
        p.emit("worn_out", "9.6", unit=p.id(unit), hex=p.number(p.where[unit]))
        p.put(unit, p.box(WORN_OUT))


def rest(p: Breslau, unit: int) -> None:
    """9.7 A fatigued unit of the Red Army comes back in one to three turns, by itself."""
    die = p.roll(unit)
    due = p.turn + p.layout.fatigue[die - 1]
    p.bombarded &= ~bit(unit)
    p.emit("fatigued", "9.7", unit=p.id(unit), hex=p.number(p.where[unit]), die=die, turn=due)
    p.put(unit, turn_space(p, due))


def become_fanatic(p: Breslau, units: UnitSet) -> None:
    """10.6 Starred units that an attack left unharmed become fanatic, each once."""
    if p.fanaticism_over:
        return
    new = units & p.layout.starred & ~p.fanatic
    if new:
        p.fanatic |= new
        p.emit("fanatic", "10.6a", units=p.ids(members(new)))


def disorganise(p: Breslau, units: UnitSet, *rules: str) -> None:
    """8.2.6 Units are disorganised; those that are already stay so (8.2.7)."""
    new = units & ~p.disorganised
    p.disorganised |= units
    if new:
        p.emit("disorganised", *rules, units=p.ids(members(new)))
