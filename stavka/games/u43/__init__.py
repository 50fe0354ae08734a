"""Ukraine '43: from Kursk to the Dnieper, August to November 1943, in twenty-one turns of five days.

The modules follow the chapters of the rulebook:

==  =======================  =========================================================
2   :mod:`.components`       counters, map and charts
3   :mod:`.sequence`         sequence of play
4   :mod:`.movement`         movement; :mod:`.grounds` and :mod:`.terrain` for costs, :mod:`.moving` for the phases,
                             :mod:`.rail` for railways, :mod:`.control` for what follows when a hex is entered
5   :mod:`.stacking`         stacking
6   :mod:`.zones`            zones of control, and 7 their bonds
8   :mod:`.combat`           attacks, 9 their modifiers and 13 mobile assaults; :mod:`.results` for what they bring
10  :mod:`.retreats`         retreats; 11 disruption is in :mod:`.position`
12  :mod:`.advance`          advance after combat
14  :mod:`.supply`           supply, isolation, petrol
15  :mod:`.air`              air units
16  :mod:`.reinforcements`   reinforcements and replacements
17  :mod:`.railheads`        railheads and repair
18  :mod:`.rivers`           river assaults and pontoon bridges
19  :mod:`.forts`            fortifications
20  :mod:`.airborne`         airborne brigades
22  :mod:`.artillery`        artillery divisions
25  :mod:`.weather`          weather
26  :mod:`.leaders`          Manstein and Zhukov
27  :mod:`.central_front`    the Central Front
28  :mod:`.dam`              the dam of Zaporozhye
30  :mod:`.victory`          how to win
31  :mod:`.scenarios`        the scenarios; :mod:`.deployment` for who sets up where, :mod:`.before_start` for losses,
                             forts and transfers before the first turn, :mod:`.lyutezh` for 34.6
==  =======================  =========================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from stavka.game import Game, Placement
from stavka.kit.answers import questions_of
from stavka.kit.counters import Counters
from stavka.kit.data import Flaw, Table
from stavka.kit.dice import Dice
from stavka.kit.display import said, section
from stavka.kit.view import Shown
from stavka.staff.general import General
from stavka.written import check_turn

from . import checks, sequence, sight
from .components import HALF_HEX_LETTERS, SIDES, Theatre, Unit, read_units
from .position import Ukraine
from .questions import Questions
from .scenarios import read_plans, set_up
from .situations import KEYS, write
from .staff import make_staff

__all__ = ["GAME", "Ukraine43"]


class Ukraine43(Game[Ukraine]):
    """The game, with its data."""

    key = "u43"
    title = {"en": "Ukraine '43", "es": "Ukraine '43"}
    seats = SIDES
    sides = SIDES
    buttons = (
        "end_phase", "ready_made", "done", "roll", "zhukov", "again", "extended", "rail", "river_assault",
        "bridge_train", "replace", "rally", "assault", "fort", "stand", "retreat", "halt", "advance", "destroy",
        "refuse", "arrange", "finish",
    )
    in_turn = ("4.1.a",)
    roles = {"end_phase": "end", "roll": "main", "done": "decline", "halt": "decline", "stand": "decline",
             "ready_made": "main", "finish": "main", "destroy": "drastic"}
    loss_events = ("reduced", "eliminated")
    move_events = ("moved", "railed")
    favours = {  # 8.5
        "AR": -2, "C": 0, "EX": 0, "DR": 1, "DRX": 1, "DR1": 2, "DR2X": 2, "overwhelming": 2}
    unprinted = ("overwhelming",)
    beginner = "opening"
    sequence = sequence.TURN
    situation_keys = KEYS

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(Path(__file__).parent / "data", overlay)
        self.charts = self.folder.read("charts.toml")
        plans = read_plans(self.folder.read("scenarios.toml"))
        self.theatre = Theatre(self.board, self.counters, self.charts, plans)
        self.layout = self.theatre
        self._weather = section(self.words, "weather")
        self._half_hexes = [said(self.words, "words.half_hexes", letter=letter) for letter in HALF_HEX_LETTERS]
        self._questions = questions_of(Questions(self))

    def read_counters(self, table: Table) -> Counters[Unit]:
        return read_units(table)

    def set_up(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Ukraine:
        return set_up(self.theatre, scenario, options, dice)

    def begin_phase(self, p: Ukraine) -> None:
        sequence.begin_phase(p)

    def end_turn(self, p: Ukraine) -> None:
        """3.E The victory phase has decided; nothing is left to do."""

    def see(self, p: Ukraine, seat: str) -> Shown:
        return sight.see(p, self._weather, self._half_hexes)

    def impossible(self, p: Ukraine) -> Iterable[Flaw]:
        return checks.impossible(p)

    def flaws(self, p: Ukraine) -> Iterable[str]:
        return checks.flaws(p)

    def probes(self, p: Ukraine) -> Mapping[str, Callable[[], object]]:
        return checks.probes(p)

    @cached_property
    def staff(self) -> General:
        """What computer players know about this game."""
        return make_staff(self)

    @property
    def questions(self) -> Mapping[str, Callable[..., Any]]:
        return self._questions

    def write_situation(self, p: Ukraine, placed: Sequence[Placement], written: Mapping[str, Any]) -> None:
        check_turn(p, len(self.theatre.marks))
        write(self, p, placed, written)


GAME = Ukraine43
