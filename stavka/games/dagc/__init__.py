"""Destruction of Army Group Center: the Soviet summer offensives of 1944, in nine weekly turns.

The modules follow the chapters of the rulebook:

==  ====================  ======================================================
2   :mod:`.components`    counters, map and charts
3   :mod:`.scenarios`     set-up and scenarios; :mod:`.control` of hexes
4   :mod:`.victory`       how to win
5   :mod:`.sequence`      sequence of play; :mod:`.bagration` for the first turn
6   :mod:`.stacking`      stacking
7   :mod:`.supply`        supply
8   :mod:`.zones`         zones of control
9   :mod:`.movement`      movement
10  :mod:`.reinforcements`  reinforcements and replacements
11  :mod:`.combat`        attacks; :mod:`.results` for what they bring
12  :mod:`.special_units`  special units
13  :mod:`.air`           Soviet air power
==  ====================  ======================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from stavka.errors import SituationError
from stavka.game import Game, Placement, Role
from stavka.kit.answers import questions_of
from stavka.kit.counters import Counters
from stavka.kit.data import Flaw, Table
from stavka.kit.deploy import ARRANGE, FINISH, READY_MADE
from stavka.kit.dice import Dice
from stavka.kit.hexset import bit, of
from stavka.kit.view import Shown
from stavka.staff.general import General
from stavka.written import Written, check_place, check_states, check_turn

from . import checks, sequence, sight
from .air import ASIDE, READY
from .bagration import find_activated
from .components import SIDES, SOVIET, Theatre, Unit, read_units
from .position import Dagc
from .questions import Questions
from .scenarios import set_up
from .stacking import fronts_agree
from .staff import make_staff

__all__ = ["GAME", "DestructionOfArmyGroupCenter"]



class DestructionOfArmyGroupCenter(Game[Dagc]):
    """The game, with its data."""

    key = "dagc"
    title = {"en": "Destruction of Army Group Center", "es": "La destrucción del Grupo de Ejércitos Centro"}
    seats = SIDES
    sides = SIDES
    buttons = ("end_phase", "roll", "ardour", "lower", "armour", "loss", "halt", "retreat", "stand", "under",
               READY_MADE, ARRANGE, FINISH)
    in_turn = ("6.3",)
    roles: ClassVar[Mapping[str, Role]] = {
        "roll": "main", "end_phase": "end", "halt": "decline", "stand": "decline", READY_MADE: "main", FINISH: "main"}
    favours: ClassVar[Mapping[str, int]] = {"AE": -2, "AS": -1, "BB": 0, "DR": 1, "DE": 2}  # 11.15 - 11.21
    sequence = sequence.TURN
    loss_events = ("reduced", "eliminated")
    hidden_by = ("6.8.b",)
    situation_keys = ("control", "lost_ports", "strait_used", "armour_tried", "interdicted")
    remembered = ("moved", "fought", "attacked", "rebuilt", "portless")  # 6.3, 11.5, 11.3, 10.8, 7.9

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(Path(__file__).parent / "data", overlay)
        self.charts = self.folder.read("charts.toml")
        self.theatre = Theatre(self.board, self.counters, self.charts)
        self.layout = self.theatre
        self._questions = Questions(self)

    def read_counters(self, table: Table) -> Counters[Unit]:
        return read_units(table)

    def set_up(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Dagc:
        return set_up(self.theatre, options, dice)

    def begin_phase(self, p: Dagc) -> None:
        sequence.begin_phase(p)

    def end_turn(self, p: Dagc) -> None:
        sequence.end_turn(p)

    def see(self, p: Dagc, seat: str) -> Shown:
        return sight.see(p, seat)

    def sees(self, p: Dagc, seat: str, unit: int) -> bool:
        return not sight.hidden_units(p, seat) >> unit & 1

    def imagine(self, p: Dagc, seat: str, rng: Random, dice: Dice) -> Dagc:
        return sight.imagine(p, seat, rng, dice)

    def impossible(self, p: Dagc) -> Iterable[Flaw]:
        return checks.impossible(p)

    def flaws(self, p: Dagc) -> Iterable[str]:
        return checks.flaws(p)

    def probes(self, p: Dagc) -> Mapping[str, Callable[[], object]]:
        return checks.probes(p)

    @cached_property
    def staff(self) -> General:
        """What computer players know about this game."""
        return make_staff(self)

    @property
    def questions(self) -> Mapping[str, Callable[..., Any]]:
        return questions_of(self._questions)

    # -- written positions ---------------------------------------------------------------------------------------

    def write_situation(self, p: Dagc, placed: Sequence[Placement], written: Mapping[str, Any]) -> None:
        check_turn(p, len(self.theatre.replacements[0]))
        read = Written(self, written)
        self._write_air_armies(p, of(unit for unit, _, _ in placed))
        for unit, place, state in placed:
            self._write_unit(p, unit, place, state)
        for side, hexes in read.sides("control"):
            p.control = p.control | hexes & self.theatre.playable if side == SOVIET else p.control & ~hexes
        p.lost_ports = read.hexes("lost_ports") | of(self.theatre.ports) & p.control  # 7.9: a Soviet port is lost
        p.strait_used = read.truth("strait_used")
        p.interdicted = read.units("interdicted")
        p.armour_tried = read.truth("armour_tried")
        if p.turn == 1:
            p.activated = find_activated(p)

    def _write_unit(self, p: Dagc, unit: int, place: int, state: Mapping[str, Any]) -> None:
        id = p.id(unit)
        check_states(p, unit, state, ("reduced",))
        if state.get("reduced") and not self.theatre.two_steps >> unit & 1:
            raise SituationError("place: {unit} has one step only and cannot be reduced", unit=id)
        if place < p.layout.hexes:
            self._check_hex(p, unit, place)
        p.put(unit, place)
        p.reduced = p.reduced | bit(unit) if state.get("reduced") else p.reduced & ~bit(unit)
        if place < p.layout.hexes:  # 3.3: a unit controls the hex it stands in
            soviet = p.layout.side_of[unit] == SOVIET
            p.control = p.control | bit(place) if soviet else p.control & ~bit(place)

    def _check_hex(self, p: Dagc, unit: int, place: int) -> None:
        id, number = p.id(unit), p.number(place)
        if self.theatre.air >> unit & 1:
            raise SituationError("place: {unit} is an air army and stands in {box}, not on the map", unit=id,
                                 box=READY)
        check_place(p, unit, place, self.theatre.playable)
        others = [other for other in p.at(place) if other != unit]
        if not fronts_agree(p, unit, others):
            raise SituationError("place: {unit}: hex {number} holds {other} of the other front (6.10)", unit=id,
                                 number=number, other=p.id(others[0]))

    def _write_air_armies(self, p: Dagc, placed: int) -> None:
        """Air armies that should have come or gone by this turn (13.2, 13.4), unless the position says otherwise."""
        removed = dict(zip((False, True), self.theatre.air_removed, strict=True))
        tired = p.turn > self.theatre.air_fatigue_turn or (
            p.turn == self.theatre.air_fatigue_turn and p.phase > 0)
        for air_army in reversed(self.theatre.air_armies):
            if placed >> air_army & 1:
                continue
            of_front = self.theatre.is_front(air_army)
            if tired and removed[of_front]:
                removed[of_front] -= 1
                p.put(air_army, self.board.index[ASIDE])
            elif (self.theatre.unit[air_army].turn or 1) <= p.turn:
                p.put(air_army, self.board.index[READY])


GAME = DestructionOfArmyGroupCenter
