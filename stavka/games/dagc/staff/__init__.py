"""The general staff of Destruction of Army Group Center: what computer players know about this game.

==================  ================================================================
:mod:`.ground`      the map: towns and cities, the coast, sectors
:mod:`.odds`        exact expectations over the results table
:mod:`.survey`      a position in the eyes of one side
:mod:`.answers`     answers to what only this game asks
:mod:`.judge`       what a position is worth
==================  ================================================================

Everything else is the planner's (:mod:`stavka.staff`).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from stavka.staff import LEVELS
from stavka.staff.general import General
from stavka.staff.mind import Command, Force
from stavka.staff.orders import Orders, Posture

from ..combat import AFTER, BEFORE
from ..components import SIDES
from ..position import Dagc
from . import judge
from .answers import ANSWERS
from .ground import SECTORS, Map
from .odds import Chances
from .survey import DagcSurvey, way_through

if TYPE_CHECKING:
    from .. import DestructionOfArmyGroupCenter

SOVIET_POSTURES = (
    Posture("steady", aims=0.4, cover=0.15, risk=0.6, hold=2.0),
    Posture("assault", attack=1.7, aims=0.4, risk=0.4, hold=2.0, cover=0.15),
    Posture("exploit", attack=0.7, aims=0.6, seize=1.4, risk=0.4, hold=2.0, supply=0.5, cover=0.1),
    Posture("secure", attack=1.0, aims=0.2, risk=1.2, hold=4.0, cover=0.4),
    Posture("drive", attack=0.5, aims=1.2, seize=1.8, risk=0.25, supply=0.4, cover=0.05),
)
GERMAN_POSTURES = (
    Posture("steady", attack=0.7, aims=0.2),
    Posture("hold", attack=0.7, aims=0.1, seize=1.5, risk=1.0, hold=1.8, cover=3.0),
    Posture("delay", attack=0.4, aims=0.1, risk=1.8, hold=0.8, cover=1.0),
    Posture("counter", attack=1.5, aims=0.5, seize=1.6, risk=0.6, cover=0.7),
    Posture("screen", attack=0.4, aims=0.1, risk=1.5, cover=5.0),
    Posture("fortress", attack=0.6, aims=0.1, seize=1.5, risk=0.5, hold=3.5, cover=0.8),
    Posture("withdraw", attack=0.3, aims=0.05, seize=0.8, risk=3.0, hold=0.4, cover=0.8, supply=1.5),
)

FORCES = (
    Force("soviet", "soviet", SECTORS, {posture.name: posture for posture in SOVIET_POSTURES},
          {"north": "secure", "centre": "secure", "south": "exploit"}, effort="centre"),
    Force("german", "german", SECTORS, {posture.name: posture for posture in GERMAN_POSTURES},
          dict.fromkeys(SECTORS, "hold")),
)
"""Both sides; the usual postures are those that did best in games between all of them."""
EFFORTS = {"veteran": {"least": 1}}
"""Veterans think about their moves only, marshals about every attack as well: that gains less for the same time."""


def make_staff(game: DestructionOfArmyGroupCenter) -> General:
    """The staff of both sides."""
    ground, chances = Map(game.theatre), Chances(game.theatre)

    def survey(p: Dagc, force: Force, orders: Orders) -> DagcSurvey:
        return DagcSurvey(p, ground, chances, orders, SIDES.index(force.name))

    def evaluate(p: Dagc, seat: str) -> float:
        return judge.evaluate(p, ground, SIDES.index(seat))

    command = Command(survey, ANSWERS, frozenset(("end_phase", "halt")), way_through)
    return General(game, FORCES, command, thinking={f"{side}.movement": side for side in SIDES},
                   fighting={f"{side}.combat_{when}": side for side in SIDES for when in (BEFORE, AFTER)},
                   judge=evaluate, levels=LEVELS, efforts=EFFORTS, learnt=Path(__file__).with_name("judge.json"))


__all__ = ["FORCES", "make_staff"]
