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
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from stavka.errors import SituationError
from stavka.game import Game, Placement, Role
from stavka.kit.answers import questions_of
from stavka.kit.counters import Counters
from stavka.kit.data import Flaw, Table
from stavka.kit.dice import Dice
from stavka.kit.hexset import bit, has
from stavka.kit.view import Shown
from stavka.staff.general import General
from stavka.written import Written, check_place, check_turn, write_unit

from . import checks, sequence, sight
from .artillery import note_engaged
from .components import ASIDE, AXIS, READY, SIDES, SOVIET, Theatre, Unit, read_units
from .plan import Plan
from .position import Abyss
from .questions import Questions
from .scenarios import set_up
from .stacking import fits
from .staff import make_staff

__all__ = ["GAME", "TheSSAbyss"]

class TheSSAbyss(Game[Abyss]):
    """The game, with its data."""

    key = "ssa"
    title = {"en": "The SS Abyss: Hungary 1945", "es": "The SS Abyss: Hungría 1945"}
    seats = SIDES
    sides = SIDES
    buttons = ("end_phase", "ready_made", "fire", "roll", "stop", "halt", "done", "arrange", "finish")
    in_turn = ("4.0a",)
    roles: ClassVar[Mapping[str, Role]] = {
        "ready_made": "main", "roll": "main", "fire": "main", "end_phase": "end", "stop": "end", "halt": "decline",
        "done": "decline", "finish": "main"}
    favours: ClassVar[Mapping[str, int]] = {  # 8.0, 10.2
        "aEE": -2, "aE": -2, "a2": -1, "a1": -1, "-": 0, "d1": 1, "d2": 1, "D": 1, "DD": 1, "dE": 2, "dEE": 2, "E": 2,
        "EE": 2}
    sequence = sequence.TURN
    loss_events = ("eliminated",)
    move_events = ("moved", "arrived")
    remembered = ("moved", "fought", "attacked", "stranded")  # 4.0, 8.5
    situation_keys = ("control", "forts", "freed", "taken", "city_fallen", "garrison_free", "bridges", "bridges_used")

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(Path(__file__).parent / "data", overlay)
        self.charts = self.folder.read("charts.toml")
        self.theatre = Theatre(self.board, self.counters, self.charts)
        for key, table in self.folder.read("scenarios.toml").tables("scenarios"):
            self.theatre.plans[key] = Plan(key, self.theatre, table)
        self.layout = self.theatre
        self._questions = Questions(self)
        for language, templates in self.words.templates.items():  # forts of values that an owner's chart alone has
            fort = templates["marker.fort"]
            forts = {f"marker.fort_{value}": f"{fort} {value}" for value in self.theatre.fort_values}
            self.words.templates[language] = {**forts, **templates}

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

    def impossible(self, p: Abyss) -> Iterable[Flaw]:
        return checks.impossible(p)

    def flaws(self, p: Abyss) -> Iterable[str]:
        return checks.flaws(p)

    def probes(self, p: Abyss) -> Mapping[str, Callable[[], object]]:
        return checks.probes(p)

    @cached_property
    def staff(self) -> General:
        """What computer players know about this game."""
        return make_staff(self)

    @property
    def questions(self) -> Mapping[str, Callable[..., Any]]:
        return questions_of(self._questions)

    # -- written positions ---------------------------------------------------------------------------------------

    def write_situation(self, p: Abyss, placed: Sequence[Placement], written: Mapping[str, Any]) -> None:
        check_turn(p, p.plan.last_turn)
        read = Written(self, written)
        self._stand_ready(p, empty=bool(written.get("empty", False)))
        for unit, place, state in placed:
            self._write_unit(p, unit, place, state)
        for side, hexes in read.sides("control"):
            p.control = p.control | hexes & p.plan.objectives if side == AXIS else p.control & ~hexes
        p.taken = read.hexes("taken")
        p.city_fallen = read.truth("city_fallen")
        p.garrison_free = read.truth("garrison_free")
        for number, value in written.get("forts", {}).items():
            self._write_fort(p, number, value)
        for rule in written.get("freed", ()):
            self._write_freed(p, rule)
        for id, name in written.get("bridges", {}).items():
            self._write_bridge(p, id, name)
        p.spans_used = read.units("bridges_used")
        note_engaged(p, AXIS if self.sequence[p.phase].owner == SIDES[AXIS] else SOVIET)

    def _stand_ready(self, p: Abyss, empty: bool) -> None:
        """The ready-made set-up, unless the map is to be empty; reinforcements of earlier turns are aside."""
        for line in p.plan.lines:
            for unit, place in zip(line.units, line.ready or (None,) * len(line.units), strict=True):
                if place is not None and not empty:
                    p.put(unit, place)
                elif line.turn < p.turn or empty:
                    p.put(unit, p.box(ASIDE))

    def _write_unit(self, p: Abyss, unit: int, place: int, state: Mapping[str, Any]) -> None:
        layout = p.layout
        everybody = layout.army[AXIS] | layout.army[SOVIET]
        states = {"disrupted": everybody, "fatigued": layout.ss, "empty": layout.mechanized & layout.army[AXIS],
                  "bombarded": layout.guns, "withdrawn": everybody}
        if place < layout.hexes:
            if layout.air >> unit & 1:
                raise SituationError("place: {unit} is an air unit and stands in {box}, not on the map",
                                     unit=p.id(unit), box=READY)
            if not fits(p, (*(other for other in p.at(place) if other != unit), unit)):
                check_place(p, unit, place, layout.playable)
                raise SituationError("place: {unit}: hex {hex} has no room for it (6.0)", unit=p.id(unit),
                                     hex=p.number(place))
        write_unit(p, unit, place, state, states, layout.playable)
        if has(p.plan.objectives, place):  # 22.0
            p.control = p.control | bit(place) if layout.side_of[unit] == AXIS else p.control & ~bit(place)

    def _write_fort(self, p: Abyss, number: Any, value: Any) -> None:
        place = self.board.grid.index.get(number, -1)
        if place < 0 or not has(self.theatre.forts["black"], place) or value not in self.theatre.fort_values:
            raise SituationError("forts: {number} is no black fort, or {value!r} no value of one", number=number,
                                 value=value)
        p.forts = {**p.forts, place: int(value)}

    def _write_freed(self, p: Abyss, rule: Any) -> None:
        holds = [hold for hold in p.plan.holds if hold.rule == rule]
        if not holds:
            raise SituationError("freed: the scenario has no hold {rule!r}", rule=rule)
        p.freed = {**p.freed, **{hold.index: hold.units for hold in holds}}

    def _write_bridge(self, p: Abyss, id: Any, name: Any) -> None:
        if id not in self.counters or not self.theatre.bridges >> self.counters.index[id] & 1:
            raise SituationError("bridges: there is no bridge company {unit!r}", unit=id)
        if name not in self.board.sides:
            raise SituationError("bridges: {unit}: {name!r} is no river or canal hexside", unit=id, name=name)
        unit, place = self.counters.index[id], self.board.sides[name].index
        p.put(unit, place)
        p.spans = {**p.spans, unit: place}


GAME = TheSSAbyss
