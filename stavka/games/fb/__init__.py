"""Festung Breslau 1945: the siege of Breslau from February to May, in twenty turns of four days.

The modules follow the chapters of the rulebook:

==  =====================  =====================================================
2   :mod:`.components`     counters, map and charts; :mod:`.scenarios` the set-up
3   :mod:`.glossary`       control, lines of communication, divisions, stacking
4   :mod:`.sequence`       phases and turns
5   :mod:`.events`         historical events
6   :mod:`.supply`         fortress supply, and the airstrip of 10.3
7   :mod:`.red_strategic`  strategic movement of the Red Army (7.1)
7   :mod:`.german_strategic`  strategic movement of the garrison (7.2), the train of 10.2
7   :mod:`.movement`       tactical movement (7.3)
8   :mod:`.bombardment`    bombardment and air strikes, and 10.7 to 10.9
9   :mod:`.assault`        assaults; :mod:`.defensive_fire`, with the chemical weapons of 10.5; :mod:`.fatigue`
10  :mod:`.northern_front`  the Polish 2nd Army
11  :mod:`.victory`        victory
==  =====================  =====================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from stavka.game import Game, Placement, Role
from stavka.kit.answers import questions_of
from stavka.kit.counters import Counters
from stavka.kit.data import Flaw, Table
from stavka.kit.deploy import ARRANGE, FINISH, READY_MADE
from stavka.kit.dice import Dice
from stavka.kit.hexset import bit, of
from stavka.kit.view import Shown
from stavka.kit.words import Message
from stavka.staff.general import General
from stavka.written import Written, check_turn, write_unit

from . import checks, sequence, sight
from .bombardment import AIR_BUTTON
from .components import GERMAN, SIDES, SOVIET, Fortress, Unit, read_units
from .events import EVENT_BUTTON
from .position import Breslau
from .questions import Questions
from .scenarios import set_up
from .staff import make_staff
from .supply import ARTILLERY_BUTTONS

__all__ = ["GAME", "FestungBreslau"]


COUNTS = ("supply", "air", "po2", "antifascists", "goliaths", "chemicals")
FACTS = ("declared", "captured_used", "fanaticism_over")
HEXES = ("gas", "airstrip", "shelled", "bombed")


class FestungBreslau(Game[Breslau]):
    """The game, with its data."""

    key = "fb"
    title = {"en": "Festung Breslau 1945", "es": "Festung Breslau 1945"}
    seats = SIDES
    sides = SIDES
    buttons = (
        "end_phase", "done", "declare", "roll", "assault", "fire", "pass", "chemical", "goliath", "captured_goliaths",
        "depots", "po2", "antifascists", "katyusha", "train", *ARTILLERY_BUTTONS,
        *(f"{AIR_BUTTON}{points}" for points in range(1, 11)), *(f"{EVENT_BUTTON}{letter}" for letter in "ABCDEFGH"),
        READY_MADE, ARRANGE, FINISH,
    )
    in_turn = ("7.3.7",)
    roles: ClassVar[Mapping[str, Role]] = {
        READY_MADE: "main", FINISH: "main",
        "assault": "main", "fire": "main", "roll": "main", "end_phase": "end", "done": "end", "pass": "decline"}
    favours: ClassVar[Mapping[str, int]] = {"no_effect": -1, "disorganised": 1, "success": 1, "hit": 2}  # 8.2, 9.4
    unprinted = tuple(favours)
    sequence = sequence.TURN
    loss_events = ("fatigued", "worn_out", "damaged")
    situation_keys = ("control", *COUNTS, *FACTS, *HEXES)
    remembered = ("moved", "gassed", "assaulted", "targeted", "northern", "whole")  # 7.3, 10.5.2, 9.1, 9.9, 7.1.4

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(Path(__file__).parent / "data", overlay)
        self.charts = self.folder.read("charts.toml")
        self.fortress = Fortress(self.board, self.counters, self.folder.read("counters.toml"), self.charts,
                                 self.folder.read("scenarios.toml"))
        self.layout = self.fortress
        self._questions = Questions(self)
        self.words.name_with("event", lambda letter, language: self.fortress.events[letter].name[language])
        self.words.name_with("outcome", lambda key, language: self.words.say(Message(f"outcome.{key}"), language))

    def read_counters(self, table: Table) -> Counters[Unit]:
        return read_units(table)

    def set_up(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Breslau:
        return set_up(self.fortress, scenario, options, dice)

    def begin_phase(self, p: Breslau) -> None:
        sequence.begin_phase(p)

    def end_turn(self, p: Breslau) -> None:
        sequence.end_turn(p)

    def see(self, p: Breslau, _: str) -> Shown:
        return sight.see(p)

    def impossible(self, p: Breslau) -> Iterable[Flaw]:
        return checks.impossible(p)

    def flaws(self, p: Breslau) -> Iterable[str]:
        return checks.flaws(p)

    def probes(self, p: Breslau) -> Mapping[str, Callable[[], object]]:
        return checks.probes(p)

    @property
    def questions(self) -> Mapping[str, Callable[..., Any]]:
        return questions_of(self._questions)

    @cached_property
    def staff(self) -> General:
        """What computer players know about this game."""
        return make_staff(self)

    # -- written positions ---------------------------------------------------------------------------------------

    def write_situation(self, p: Breslau, placed: Sequence[Placement], written: Mapping[str, Any]) -> None:
        check_turn(p, self.fortress.last_turn)
        p.air = self.fortress.air_points[p.turn - 1] if p.phase <= 2 else 0  # 8.2.3, 8.2.5
        p.fanaticism_over = self.fortress.has_happened("end", "fanatic", p.turn, p.phase)
        p.control &= p.occupied[SOVIET]
        for unit, place, state in placed:
            self._write_unit(p, unit, place, state)
        read = Written(self, written)
        for side, hexes in read.sides("control"):
            p.control = p.control | hexes if side == SOVIET else p.control & ~hexes
        for key in HEXES:
            setattr(p, key, read.hexes(key))
        for key in COUNTS:
            setattr(p, key, read.whole(key, getattr(p, key)))
        for key in FACTS:
            setattr(p, key, read.truth(key, getattr(p, key)))

    def _write_unit(self, p: Breslau, unit: int, place: int, state: Mapping[str, Any]) -> None:
        layout = p.layout
        states = {"disorganised": of(layout.own[GERMAN]), "fanatic": layout.starred, "bombarded": layout.artillery}
        write_unit(p, unit, place, state, states, layout.playable)
        if place < layout.hexes:
            p.control = p.control | bit(place) if layout.side_of[unit] == SOVIET else p.control & ~bit(place)


GAME = FestungBreslau
