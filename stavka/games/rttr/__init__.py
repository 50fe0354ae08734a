"""Race to the Reichstag: Berlin, April 1945. Two Fronts, two players, and each also leads the Germans facing the other.

The modules follow the chapters of the rulebook:

=====  ==========================  ================================================
2      :mod:`.components`          counters, map and charts
3      :mod:`.scenarios`           set-up, and the scenarios of 22 and 23
4      :mod:`.sequence`            sequence of play
5      :mod:`.sectors`             sectors, the Reichstag, control of objectives
6      :mod:`.stavka_points`       Stavka points
7, 8   :mod:`.reinforcements`      Soviet reinforcements and replacements
7, 22  :mod:`.german_reinforcements`  static reinforcements, relief forces, depots
9      :mod:`.movement`            movement, with the options of 25 and 26
10     :mod:`.stacking`            stacking
11     :mod:`.zones`               zones of control
12     :mod:`.combat`              attacks; :mod:`.results` for what they bring
13     :mod:`.retreat`             retreat after combat
14     :mod:`.advance`             advance after combat
15     :mod:`.bombardment`         bombardment markers, and the Me 262 of 22
16-17  :mod:`.statics`             static units, fog of war, reconnaissance
18     :mod:`.bridges`             demolition of bridges
19     :mod:`.engineers`           engineers
20     :mod:`.fatigue`             fatigue
21     :mod:`.victory`             how to win
24     :mod:`.communications`      lines of communication, an option
=====  ==========================  ================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from stavka.game import Game, Placement, Role
from stavka.kit.answers import questions_of
from stavka.kit.counters import Counters
from stavka.kit.data import Flaw, Table
from stavka.kit.dice import Dice
from stavka.kit.view import Shown
from stavka.staff.general import General

from . import checks, sequence, sight
from .components import RUNNERS, SEATS, SIDES, Berlin, Unit, read_units
from .position import Rttr
from .questions import Questions
from .scenarios import set_up
from .situation import KEYS, write
from .staff import make_staff

__all__ = ["GAME", "RaceToTheReichstag"]


class RaceToTheReichstag(Game[Rttr]):
    """The game, with its data."""

    key = "rttr"
    title = {"en": "Race to the Reichstag", "es": "Carrera hacia el Reichstag"}
    seats = SEATS
    sides = SIDES
    runners = RUNNERS
    buttons = (
        "end_phase", "ready_made", "hold", "begin", "maximum_effort", "artillery", "air", "recon", "strike", "turn_up",
        "forced_march", "keep", "mobile", "assault", "enough", "stand", "halt",
        "arrange", "finish",
    )
    in_turn = ("9.4",)
    roles: ClassVar[Mapping[str, Role]] = {
        "end_phase": "end", "ready_made": "main", "begin": "main", "keep": "decline", "enough": "decline",
        "stand": "decline", "halt": "decline", "strike": "main", "finish": "main",
    }
    favours: ClassVar[Mapping[str, int]] = {  # 12.23
        "AD": -2, "AP": -2, "AR": -1, "AA": -1, "BB": 0, "MD": 1, "DA": 1, "DR": 1, "DP": 2, "DD": 2, "DE": 2, "OR": 2}
    sequence = sequence.TURN
    loss_events = ("eliminated",)
    situation_keys = KEYS
    remembered = ("moved", "stirred", "scouted", "fought", "attacked")  # 9.5a, 19.2, 17.3c, 12.3
    hidden_by = ("17.1",)
    largest_cup = 52

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(Path(__file__).parent / "data", overlay)
        self.charts = self.folder.read("charts.toml")
        self.berlin = Berlin(self.board, self.counters, self.charts, self.folder.read("scenarios.toml"))
        self.layout = self.berlin
        self._questions = Questions(self)

    def read_counters(self, table: Table) -> Counters[Unit]:
        return read_units(table)

    def set_up(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Rttr:
        return set_up(self.berlin, scenario, options, dice)

    def begin_phase(self, p: Rttr) -> None:
        sequence.begin_phase(p)

    def end_turn(self, p: Rttr) -> None:
        """4.3-V-C The turn marker moves on; whether the game is over was settled in the phase before."""

    def see(self, p: Rttr, seat: str) -> Shown:
        return sight.see(p, seat)

    def sees(self, p: Rttr, seat: str, unit: int) -> bool:
        return not sight.hidden_units(p, seat) >> unit & 1

    def imagine(self, p: Rttr, seat: str, rng: Random, dice: Dice) -> Rttr:
        return sight.imagine(p, seat, rng, dice)

    def impossible(self, p: Rttr) -> Iterable[Flaw]:
        return checks.impossible(p)

    def flaws(self, p: Rttr) -> Iterable[str]:
        return checks.flaws(p)

    def probes(self, p: Rttr) -> Mapping[str, Callable[[], object]]:
        return checks.probes(p)

    @property
    def questions(self) -> Mapping[str, Callable[..., Any]]:
        return questions_of(self._questions)

    @cached_property
    def staff(self) -> General:
        """What computer players know about this game."""
        return make_staff(self)

    def write_situation(self, p: Rttr, placed: Sequence[Placement], written: Mapping[str, Any]) -> None:
        write(self, p, placed, written)


GAME = RaceToTheReichstag
