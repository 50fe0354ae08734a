"""The general staff of The SS Abyss: what computer players know about this game.

==================  ================================================================
:mod:`.ground`      the map of a scenario: objectives, sectors, distances
:mod:`.lifelines`   who lives by which roads
:mod:`.raids`       what enemies could do to them together
:mod:`.odds`        exact expectations over both results tables
:mod:`.survey`      a position in the eyes of one side
:mod:`.line`        a front line of zones
:mod:`.security`    who stops raids on a plan
:mod:`.final`       the last turn, counted to its end
:mod:`.answers`     answers to what only this game asks
:mod:`.judge`       what a position is worth
==================  ================================================================

Everything else is the planner's (:mod:`stavka.staff`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.staff import LEVELS
from stavka.staff.general import General
from stavka.staff.mind import Command, Force
from stavka.staff.orders import Craft, Orders, Posture

from ..components import SIDES
from ..position import Abyss
from . import judge, security
from .answers import ANSWERS
from .ground import SECTORS, Map
from .odds import Chances
from .survey import SsaSurvey

if TYPE_CHECKING:
    from .. import TheSSAbyss

AXIS_POSTURES = (
    Posture("steady", aims=0.3, cover=0.3, risk=0.7, hold=1.2),
    Posture("assault", attack=1.7, aims=0.3, risk=0.4, cover=0.15),
    Posture("drive", attack=0.8, aims=0.8, seize=1.6, risk=0.3, supply=0.6, cover=0.1),
    Posture("secure", attack=0.8, aims=0.15, risk=1.3, hold=2.0, cover=1.0),
)
SOVIET_POSTURES = (
    Posture("steady", attack=0.8, aims=0.15),
    Posture("hold", attack=0.5, aims=0.08, risk=1.8, hold=1.8, cover=2.5),
    Posture("delay", attack=0.4, aims=0.05, risk=1.8, hold=0.8, cover=1.2),
    Posture("counter", attack=1.6, aims=0.3, seize=1.6, risk=0.5, cover=0.6),
)
"""Points are large and objectives many here: what attracts from afar counts for less than what can be had."""

CRAFT = Craft(exchanges=False)
"""Pairs are not exchanged: that took a quarter of the time, and plans were no better for it."""
FORCES = (
    Force("axis", "axis", SECTORS, {posture.name: posture for posture in AXIS_POSTURES},
          dict.fromkeys(SECTORS, "steady"), effort="centre", skilled=CRAFT),
    Force("soviet", "soviet", SECTORS, {posture.name: posture for posture in SOVIET_POSTURES},
          dict.fromkeys(SECTORS, "hold"), skilled=CRAFT),
)
"""Both sides, with the postures they usually take."""

EFFORTS = {"veteran": {"simulations": 0}, "marshal": {"simulations": 128, "samples": 12, "depth": 3}}
"""A turn of both armies takes a quarter of a second here, and thought won a veteran no more games than his plans alone
(docs/balance.md): only a marshal thinks ahead, and only when the end is near enough to be judged."""
FIGHTING = {"axis.combat": "axis", "soviet.combat": "soviet"}
"""The combat phases, at whose start it is thought about which attacks to make: here they come before the moves. The
SS's second attacks (8.5) follow from the first, and are few."""


def make_staff(game: TheSSAbyss) -> General:
    """The staff of both sides."""
    chances = Chances(game.theatre)
    maps = {key: Map(game.theatre, plan) for key, plan in game.theatre.plans.items()}

    def survey(p: Abyss, force: Force, orders: Orders) -> SsaSurvey:
        return SsaSurvey(p, maps[p.scenario], chances, orders, SIDES.index(force.name))

    def evaluate(p: Abyss, seat: str) -> float:
        return judge.evaluate(p, maps[p.scenario], seat)

    command = Command(survey, ANSWERS, frozenset(("end_phase", "halt", "done")), plan=security.plan)
    return General(game, FORCES, command, thinking={f"{side}.movement": side for side in SIDES},
                   fighting=FIGHTING, judge=evaluate, levels=LEVELS, efforts=EFFORTS, clear=judge.is_clear)


__all__ = ["FORCES", "make_staff"]
