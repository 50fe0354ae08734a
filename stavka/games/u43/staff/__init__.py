"""The staff of Ukraine '43: what computer players know about this game, for the planner that all games share.

==================  ====================================================================
:mod:`.ground`      objectives, sectors, distances
:mod:`.clash`       exact expectations over the combat results table
:mod:`.survey`      a position in the eyes of one side
:mod:`.chiefs`      headquarters, guns, leaders, aircraft
:mod:`.trellis`     which hexes hold together by bonds
:mod:`.crossing`    assaults across rivers, bridges
:mod:`.line`        the front line, drawn before all else
:mod:`.garrisons`   who stays behind; the dam
:mod:`.plans`       how a phase is planned: line and attacks; the last effort
:mod:`.marching`    the movement phases
:mod:`.answers`     every other task
:mod:`.judge`       what a position is worth
==================  ====================================================================
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from stavka.staff import LEVELS
from stavka.staff.general import General
from stavka.staff.mind import Command, Force
from stavka.staff.orders import PLAIN, SKILLED, Orders, Posture, Temper

from ..components import SIDES
from ..position import Ukraine
from .answers import PLACES
from .clash import Clash
from .ground import SECTORS, make_ground
from .judge import Judge
from .marching import move
from .plans import plan
from .survey import View
from .trellis import Trellis

if TYPE_CHECKING:
    from .. import Ukraine43

SOVIET_POSTURES = {
    "steady": Posture("steady"),
    "offensive": Posture("offensive", attack=1.4, aims=1.5, seize=1.3, risk=0.6, cover=0.4),
    "hold": Posture("hold", attack=0.8, aims=0.4, risk=1.2, hold=1.3, cover=1.3),
}
GERMAN_POSTURES = {
    "steady": Posture("steady", aims=0.2, risk=0.6, hold=2.0),
    "counterstroke": Posture("counterstroke", attack=1.5, aims=0.5, risk=0.4, hold=1.5, cover=0.7),
    "elastic": Posture("elastic", attack=0.8, aims=0.1, risk=1.2, hold=1.0, cover=1.2),
}

RESERVES = replace(PLAIN, cover=2.0, combines=True)
"""How skilled Germans plan: once, with a line that stands where it is and reserves where it may tear, and in their last
move with a last effort. Looked at again and again a plan draws them all into counterstrokes, and the front has nothing
behind it."""
SPARING = Temper(least=0.12, thrift=1.4)
"""And how they attack: only where it costs little, for they have nobody to spare."""
OFFENSIVE = replace(SKILLED, looks=1, alarm=1)
"""How skilled Soviets plan: attacks first, seen from the enemy's side as well, and the line after them."""
UNDAUNTED = Temper(fear=0.35, thrift=0.7)
"""And how they look at the enemy, who cannot strike everywhere, and at their own losses, which are made good."""

FORCES = (
    Force("soviet", SIDES[0], SECTORS, SOVIET_POSTURES, dict.fromkeys(SECTORS, "offensive"), effort="centre",
          skilled=OFFENSIVE, temper=UNDAUNTED),
    Force("german", SIDES[1], SECTORS, GERMAN_POSTURES, dict.fromkeys(SECTORS, "steady"),
          skilled=RESERVES, temper=SPARING),
)

ADVANCE = 0.03
"""What an advance must promise beyond staying where one is: a hex of ground is worth 0.1."""
DECLINES = frozenset({"end_phase", "done", "halt", "stand"})
EFFORTS = {"veteran": {"simulations": 0}, "marshal": {"simulations": 48, "samples": 8, "depth": 2}}
"""A player turn costs the better part of a second, and what few continuations could be played in a veteran's twenty
hardly ever changed his orders (docs/balance.md): here only a marshal thinks ahead, and a veteran is his plans."""
THINKING = {"soviet.movement": "soviet", "german.movement": "german"}


def make_staff(game: Ukraine43) -> General:
    """The staff of both sides."""
    ground, clash, trellis = make_ground(game.theatre), Clash(game.theatre), Trellis(game.theatre)

    def survey(p: Ukraine, force: Force, orders: Orders) -> View:
        return View(p, SIDES.index(force.seat), orders, ground, clash, trellis)

    command = Command(survey, {**PLACES, "move": move, "move_to": move}, DECLINES, plan=plan, advance=ADVANCE)
    return General(game, FORCES, command, thinking=THINKING, judge=Judge(game.theatre), levels=LEVELS, efforts=EFFORTS)
