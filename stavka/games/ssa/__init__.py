"""The SS Abyss: the last German offensives in Hungary in 1945, Konrad 3 and Spring Awakening, in daily turns.

The modules follow the chapters of the rulebook:

==  ======================  ===========================================================================
2   :mod:`.components`      counters, map and charts
3   :mod:`.sequence`        sequence of play
4   :mod:`.movement`        movement
5   :mod:`.zones`           zones of control
6   :mod:`.stacking`        stacking
7   :mod:`.supply`          supply
8   :mod:`.combat`          attacks as sums; :mod:`.losses` for what they cost
9   :mod:`.retreats`        retreats and advances; :mod:`.control` of what is entered
10  :mod:`.artillery`       observers, bombardment, support
11  :mod:`.disruption`      disruption and recovery
12  :mod:`.antitank`        antitank guns and tank destroyers
13  :mod:`.ss`              SS fatigue, and desperation (14)
15  :mod:`.air`             air units
16  :mod:`.components`      canals, as costs; advances across them in :mod:`.retreats`
17  :mod:`.forts`           forts
18  :mod:`.fuel`            fuel shortage
19  :mod:`.bridges`         bridge companies
20  :mod:`.reinforcements`  reinforcements and returns
21  :mod:`.activation`      holds, and the zones of the groups
22  :mod:`.victory`         how to win
23  :mod:`.scenarios`       set-up; :mod:`.plan` for all that a scenario says
==  ======================  ===========================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from stavka.errors import SituationError
from stavka.game import Game, Placement
from stavka.kit.answers import questions_of
from stavka.kit.counters import Counters
from stavka.kit.data import Table
from stavka.kit.dice import Dice
from stavka.kit.hexset import HexSet, bit, has, of
from stavka.kit.view import Shown

from . import checks, sequence, sight
from .artillery import note_engaged
from .components import AXIS, READY, SIDES, SOVIET, Theatre, Unit, read_units
from .plan import Plan
from .position import Abyss
from .questions import Questions
from .scenarios import set_up
from .stacking import fits

__all__ = ["GAME", "TheSSAbyss"]

STATES = ("disrupted", "fatigued", "empty", "bombarded", "withdrawn")
"""What a written position can say of a unit."""


class TheSSAbyss(Game[Abyss]):
    """The game, with its data."""

    key = "ssa"
    title = {"en": "The SS Abyss: Hungary 1945", "es": "The SS Abyss: Hungría 1945"}
    seats = SIDES
    sides = SIDES
    buttons = ("end_phase", "ready_made", "fire", "roll", "stop", "halt", "done")
    sequence = sequence.TURN
    loss_events = ("eliminated",)
    situation_keys = ("control", "forts", "freed", "taken", "city_fallen", "garrison_free", "bridges", "bridges_used")

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(Path(__file__).parent / "data", overlay)
        self.charts = self.folder.read("charts.toml")
        self.theatre = Theatre(self.board, self.counters, self.charts)
        for key, table in self.folder.read("scenarios.toml").tables("scenarios"):
            self.theatre.plans[key] = Plan(key, self.theatre, table)
        self.layout = self.theatre
        self._questions = Questions(self)
        self.words.name_with("terrain", lambda key, language: self.board.terrains[key].name[language])

    def read_counters(self, table: Table) -> Counters[Unit]:
        return read_units(table)

    def set_up(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Abyss:
        return set_up(self.theatre, scenario, dice)

    def begin_phase(self, p: Abyss) -> None:
        sequence.begin_phase(p)

    def end_turn(self, p: Abyss) -> None:
        sequence.end_turn(p)

    def see(self, p: Abyss, seat: str) -> Shown:
        return sight.see(p)

    def sees(self, p: Abyss, seat: str, unit: int) -> bool:
        return True

    def imagine(self, p: Abyss, seat: str, rng: Random, dice: Dice) -> Abyss:
        return sight.imagine(p, dice)

    def flaws(self, p: Abyss) -> Iterable[str]:
        return checks.flaws(p)

    def probes(self, p: Abyss) -> Mapping[str, Callable[[], object]]:
        return checks.probes(p)

    @property
    def questions(self) -> Mapping[str, Callable[..., Any]]:
        return questions_of(self._questions)

    # -- written positions ---------------------------------------------------------------------------------------

    def write_situation(self, p: Abyss, placed: Sequence[Placement], written: Mapping[str, Any]) -> None:
        if not 1 <= p.turn <= p.plan.last_turn:
            raise SituationError(f"'turn' is {p.turn}; the scenario has {p.plan.last_turn} turns")
        self._stand_ready(p, empty=bool(written.get("empty", False)))
        for unit, place, state in placed:
            self._write_unit(p, unit, place, state)
        for side, numbers in written.get("control", {}).items():
            self._write_control(p, side, numbers)
        p.forts = {place: self._fort(place, value) for place, value in (
            (self._hex(number, "forts"), value) for number, value in written.get("forts", {}).items())}
        for rule in written.get("freed", ()):
            self._write_freed(p, rule)
        p.taken = of(self._hex(number, "taken") for number in written.get("taken", ()))
        p.city_fallen = bool(written.get("city_fallen", False))
        p.garrison_free = bool(written.get("garrison_free", False))
        for id, name in written.get("bridges", {}).items():
            self._write_bridge(p, id, name)
        p.spans_used = of(self.unit_index(unit) for unit in written.get("bridges_used", ()))
        note_engaged(p, AXIS if self.sequence[p.phase].owner == SIDES[AXIS] else SOVIET)

    def _stand_ready(self, p: Abyss, empty: bool) -> None:
        """The ready-made set-up, unless the map is to be empty; reinforcements of earlier turns are aside."""
        for line in p.plan.lines:
            for unit, place in zip(line.units, line.ready or (None,) * len(line.units), strict=True):
                if place is not None and not empty:
                    p.put(unit, place)
                elif line.turn < p.turn or empty:
                    p.put(unit, p.box("aside"))

    def _write_unit(self, p: Abyss, unit: int, place: int, state: Mapping[str, Any]) -> None:
        id = p.id(unit)
        unknown = set(state) - set(STATES)
        if unknown:
            raise SituationError(f"place: {id}: unknown key {sorted(unknown)[0]!r}; there are {', '.join(STATES)}")
        if place < p.layout.hexes:
            self._check_hex(p, unit, place)
        p.put(unit, place)
        for name in STATES:
            if state.get(name):
                setattr(p, name, getattr(p, name) | bit(unit))
        if has(p.plan.objectives, place):  # 22.0
            p.control = p.control | bit(place) if p.layout.side_of[unit] == AXIS else p.control & ~bit(place)

    def _check_hex(self, p: Abyss, unit: int, place: int) -> None:
        id, number = p.id(unit), p.number(place)
        if p.layout.air >> unit & 1:
            raise SituationError(f"place: {id} is an air unit and stands in {READY}, not on the map")
        if not has(p.layout.playable, place):
            raise SituationError(f"place: {id}: no unit can be in hex {number}")
        others = [other for other in p.at(place) if other != unit]
        if any(p.layout.side_of[other] != p.layout.side_of[unit] for other in others):
            raise SituationError(f"place: {id}: hex {number} already holds {p.id(others[0])}, an enemy")
        if not fits(p, (*others, unit)):
            raise SituationError(f"place: {id}: hex {number} has no room for it (6.0)")

    def _hex(self, number: Any, key: str) -> int:
        if number not in self.board.grid.index:
            raise SituationError(f"{key}: there is no hex {number!r}")
        return self.board.grid.index[number]

    def _fort(self, place: int, value: Any) -> int:
        if value not in self.theatre.fort_values or not has(self.theatre.forts["black"], place):
            raise SituationError(f"forts: {self.board.names[place]} is no black fort, or {value!r} no value of one")
        return int(value)

    def _write_control(self, p: Abyss, side: str, numbers: Any) -> None:
        if side not in SIDES:
            raise SituationError(f"control: there is no side {side!r}; there are {', '.join(SIDES)}")
        hexes: HexSet = of(self._hex(number, f"control.{side}") for number in numbers) & p.plan.objectives
        p.control = p.control | hexes if side == SIDES[AXIS] else p.control & ~hexes

    def _write_freed(self, p: Abyss, rule: Any) -> None:
        holds = [hold for hold in p.plan.holds if hold.rule == rule]
        if not holds:
            raise SituationError(f"freed: the scenario has no hold {rule!r}")
        p.freed = {**p.freed, **{hold.index: hold.units for hold in holds}}

    def _write_bridge(self, p: Abyss, id: Any, name: Any) -> None:
        if id not in self.counters or not self.theatre.bridges >> self.counters.index[id] & 1:
            raise SituationError(f"bridges: there is no bridge company {id!r}")
        if name not in self.board.sides:
            raise SituationError(f"bridges: {id}: {name!r} is no river or canal hexside")
        unit, place = self.counters.index[id], self.board.sides[name].index
        p.put(unit, place)
        p.spans = {**p.spans, unit: place}


GAME = TheSSAbyss
