"""The staff of Festung Breslau 1945: what computer players know about this game.

==================  ================================================================
:mod:`.ground`      the city: victory hexes and sectors
:mod:`.odds`        exact chances of assaults, fire and bombardment, and the support that pays
:mod:`.survey`      a position in the eyes of one side
:mod:`.guns`        bombardment and air strikes
:mod:`.reserves`    strategic movement, the northern front, supply
:mod:`.answers`     the answers to what only this game asks
:mod:`.judge`       what a position is worth
==================  ================================================================

Everything else is the planner's (:mod:`stavka.staff`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from stavka.kit.hexset import members
from stavka.staff import LEVELS
from stavka.staff.general import General
from stavka.staff.mind import Command, Force
from stavka.staff.moves import Moves
from stavka.staff.orders import Orders, Posture
from stavka.staff.survey import Survey

from ..components import GERMAN, SIDES, SOVIET
from ..position import Breslau
from .answers import ANSWERS
from .ground import MIDDLES, make_ground
from .judge import evaluate, is_clear
from .odds import Chances, groups
from .survey import FbSurvey

if TYPE_CHECKING:
    from .. import FestungBreslau

SOVIET_POSTURES = (
    Posture("secure", attack=2.0, aims=0.7, risk=0.6, hold=2.0, cover=0.0),
    Posture("steady", attack=1.2, aims=0.9, risk=0.9, hold=1.2, cover=0.0),
    Posture("storm", attack=4.4, aims=0.6, risk=0.5, hold=0.9, cover=0.0),
    Posture("grind", attack=1.4, aims=0.7, risk=1.3, cover=0.0),
)
GERMAN_POSTURES = (
    Posture("stand", aims=0.5, hold=4.0, cover=0.0),
    Posture("steady", aims=0.7, hold=3.0, cover=0.0),
    Posture("delay", attack=0.6, risk=1.7, hold=1.8, cover=0.0),
    Posture("counter", aims=0.6, risk=1.3, hold=2.4, seize=2.2, cover=0.0),
)
"""Nobody has a zone of control: what stands in the way of nobody covers nothing."""

FORCES = (
    Force("soviet", "soviet", tuple(MIDDLES), {posture.name: posture for posture in SOVIET_POSTURES},
          dict.fromkeys(MIDDLES, "storm"), effort="south"),
    Force("german", "german", tuple(MIDDLES), {posture.name: posture for posture in GERMAN_POSTURES},
          dict.fromkeys(MIDDLES, "stand"), practised=dict.fromkeys(MIDDLES, "counter")),
)
"""Both sides: the Red Army storms, the garrison stands or strikes back; so say weights that were drawn at random."""
EFFORTS = {"veteran": {"least": 1}}
"""Veterans think about their moves only, marshals about what those who enter are for as well."""

GRAIN = 0.3
"""Points are victory hexes, of which a game has thirty: a tenth of one is much for an assault that costs nothing."""


def plan(moves: Moves, after: Callable[[Breslau], Survey]) -> None:
    """Unit by unit; with experience divisions then go for victory hexes together, where a unit alone does nothing."""
    moves.plan(after)
    p: Breslau = moves.survey.p
    if moves.orders.craft.exchanges:
        for target in members(p.layout.victory_hexes & moves.picture.foes):
            for group in groups(p, moves.units):
                moves.push(target, sorted(group, key=lambda unit: p.layout.division[unit] is None))


def make_staff(game: FestungBreslau) -> General:
    """The staff of both sides."""
    grounds = [make_ground(game.fortress, side) for side in (SOVIET, GERMAN)]
    chances = Chances(game.fortress)

    def survey(p: Breslau, force: Force, orders: Orders) -> FbSurvey:
        side = SIDES.index(force.name)
        return FbSurvey(p, grounds[side], chances, orders, side)

    command = Command(survey, ANSWERS, frozenset(("end_phase", "done", "pass")), grain=GRAIN, plan=plan)
    return General(game, FORCES, command, thinking={f"{side}.tactical": side for side in SIDES},
                   entering={"soviet.strategic": "soviet"}, levels=LEVELS, efforts=EFFORTS,
                   judge=partial(evaluate, ground=grounds[SOVIET]), learnt=Path(__file__).with_name("judge.json"),
                   clear=is_clear)


__all__ = ["FORCES", "make_staff"]
