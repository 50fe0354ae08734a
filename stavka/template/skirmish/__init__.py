"""Skirmish: Red crosses a river for two of three towns, in six turns.

The modules follow the chapters of the rules:

=  ===================  =========================================
1  :mod:`.components`   counters, map and charts
2  :mod:`.sequence`     sequence of play
3  :mod:`.movement`     stacking, movement, zones of control
4  :mod:`.combat`       attacks and what they bring
5  :mod:`.victory`      control and how to win
=  ===================  =========================================

``docs/game.md`` is the contract of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from stavka.game import Game, Placement, Role
from stavka.kit.answers import questions_of
from stavka.kit.checks import flawed_control, flawed_stacks, stacks_on_map
from stavka.kit.counters import Counters
from stavka.kit.data import Flaw, Table
from stavka.kit.dice import Dice
from stavka.kit.hexset import has
from stavka.kit.questions import Common
from stavka.kit.sight import describe_stacks, describe_units
from stavka.kit.view import Shown
from stavka.novice import Novice
from stavka.written import Written, check_turn, write_unit

from . import sequence, staff
from .combat import FIGHT
from .components import RED, SIDES, Field, Unit, read_units
from .movement import MARCH, zone
from .position import State
from .victory import decide, enter, points


class Skirmish(Game[State]):
    """The game, with its data."""

    key = "skirmish"
    title = {"en": "Skirmish", "es": "Skirmish"}
    seats = SIDES
    sides = SIDES
    buttons = ("end_phase", "roll", "halt")
    roles: ClassVar[Mapping[str, Role]] = {"roll": "main", "end_phase": "end", "halt": "decline"}
    sequence = sequence.TURN

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(Path(__file__).parent / "data", overlay)
        self.charts = self.folder.read("charts.toml")
        self.layout = self.field = Field(self.board, self.counters, self.charts)
        self.questions_answered = questions_of(
            Common(self, march=MARCH, fight=FIGHT, zone=zone, hex=self._more_of_hex, unit=self._more_of_unit))

    def read_counters(self, table: Table) -> Counters[Unit]:
        return read_units(table)

    def set_up(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> State:
        p = State(self.field, dice)
        for unit in self.field.unit:
            p.put(unit.index, p.box(unit.start))
        return p

    def begin_phase(self, p: State) -> None:
        p.moved = p.fought = p.attacked = 0

    def end_turn(self, p: State) -> None:
        decide(p)

    # -- what a seat sees and asks -------------------------------------------------------------------------------

    def see(self, p: State, seat: str) -> Shown:
        held = p.numbers(p.control & p.layout.towns)
        return {
            "units": describe_units(p, {"moved": p.moved, "fought": p.fought}, faces=(p.reduced,)),
            "stacks": describe_stacks(p),
            "control": {"red": p.numbers(p.control)},
            "marks": {},
            "tracks": {"turn": {"value": p.turn, "last": p.layout.last_turn}},
            "points": {"scores": {"red": points(p)}, "needed": p.layout.needed, "held": held},
        }

    @property
    def questions(self) -> Mapping[str, Callable[..., Any]]:
        return self.questions_answered

    def _more_of_hex(self, p: State, place: int) -> dict[str, Any]:
        return {"control": SIDES[not has(p.control, place)] if has(p.layout.playable, place) else None}

    def _more_of_unit(self, p: State, unit: int) -> dict[str, Any]:
        counter = p.layout.unit[unit]
        return {"combat": list(counter.strength), "factor": p.strength(unit), "movement": counter.movement,
                "steps": p.steps_of(unit)}

    @cached_property
    def staff(self) -> Novice:
        """The computer player."""
        return staff.NOVICE

    # -- written positions and checks ----------------------------------------------------------------------------

    def write_situation(self, p: State, placed: Sequence[Placement], written: Mapping[str, Any]) -> None:
        check_turn(p, p.layout.last_turn)
        for unit, place, state in placed:
            write_unit(p, unit, place, state, {"reduced": p.layout.two_steps}, p.layout.playable)
            if p.is_on_map(unit):
                enter(p, unit, (place,))
        for side, hexes in Written(self, written).sides("control"):
            p.control = p.control | hexes & p.layout.playable if side == RED else p.control & ~hexes

    def impossible(self, p: State) -> Iterable[Flaw]:
        yield from flawed_stacks(p, p.layout.playable, "3.1", "3.2")
        yield from flawed_control(p, p.control, RED, "5.1")

    def flaws(self, p: State) -> Iterable[str]:
        yield from map(str, self.impossible(p))
        yield from (f"{p.number(place)} is overstacked (3.1)" for place, stack in stacks_on_map(p) if len(stack) > 1)


GAME = Skirmish
