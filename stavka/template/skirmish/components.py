"""Chapter 1: the counters, and what map and charts say, prepared once for play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from stavka.kit.board import Board
from stavka.kit.counters import Counter, Counters, read_counters
from stavka.kit.data import Table
from stavka.kit.hexset import UnitSet, of
from stavka.kit.position import Layout
from stavka.kit.reach import CLOSED, step_table
from stavka.kit.tables import ColumnTable, Ladder

SIDES: Final = ("red", "blue")
RED: Final = 0
BLUE: Final = 1

DEAD: Final = "dead"
"""The box of eliminated units."""


@dataclass(frozen=True)
class Unit(Counter):
    """1.2 A counter: strength at full and, if it has two steps, at reduced strength; movement; where it starts."""

    strength: tuple[int, ...] = ()
    movement: int = 0
    start: str = ""


def read_units(table: Table) -> Counters[Unit]:
    """The counters of ``counters.toml``."""
    return read_counters(table, SIDES, _read_unit)


def _read_unit(table: Table, common: dict[str, Any]) -> Unit:
    strength = tuple(table.wholes("strength"))
    if not 1 <= len(strength) <= 2:
        raise table.fail("'strength' must be one number, or a full and a reduced one")
    return Unit(**common, strength=strength, movement=table.whole("movement", least=1), start=table.text("start"))


class Field(Layout):
    """Board, counters and charts: shared by all positions, never changed."""

    def __init__(self, board: Board, units: Counters[Unit], charts: Table) -> None:
        super().__init__(board, units, SIDES)
        self.unit = tuple(units)
        self.two_steps: UnitSet = of(unit.index for unit in units if len(unit.strength) == 2)
        self.playable = board.playable
        self.towns = board.of_places("town")
        self.red_start = board.area("red_start")
        self.river = board.side_set("river")
        river, terrain = charts.table("hexsides").table("river"), charts.table("terrain")
        self.river_cost, self.river_shift = river.whole("move"), river.whole("shift")
        move = {key: terrain.table(key).whole("move", least=1) for key in terrain.values}
        ground = [move.get(key, CLOSED) for key in board.terrain]
        self.steps = step_table(self.grid, ground, extra=[(self.river, self.river_cost)])  # 3.3
        shift = {key: terrain.table(key).whole("shift") for key in terrain.values}
        self.terrain_shift = [shift.get(key, 0) for key in board.terrain]  # 4.3
        self.town_shift = charts.table("places").table("town").whole("shift")
        self.crt = ColumnTable.read(charts.table("combat_results"))
        self.odds = Ladder(self.crt.headings)  # 4.2
        game = charts.table("game")
        self.last_turn = game.whole("turns", least=1)
        self.needed = game.whole("towns", least=1)
