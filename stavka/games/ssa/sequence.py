"""Chapter 3: the sequence of play."""

from __future__ import annotations

from functools import partial

from stavka.kit.steps import Phase

from .activation import look_around, note_towns
from .air import land
from .artillery import Bombardment
from .artillery import begin_turn as guns_are_ready
from .combat import Combat
from .components import AXIS, SOVIET
from .control import stand_fast
from .movement import Movement, begin_movement
from .position import Abyss
from .ss import rest, tire
from .victory import decide

TURN = (  # 3.0
    Phase("axis.bombardment", "axis", "axis", partial(Bombardment, AXIS)),  # A1
    Phase("axis.desperation", "axis", "axis", partial(Movement, AXIS, True)),  # A2
    Phase("axis.combat", "axis", "axis", partial(Combat, AXIS)),  # A3
    Phase("axis.ss_combat", "axis", "axis", partial(Combat, AXIS, True)),  # A4, A5
    Phase("axis.movement", "axis", "axis", partial(Movement, AXIS)),  # A6, A7
    Phase("soviet.bombardment", "soviet", "soviet", partial(Bombardment, SOVIET)),  # B1
    Phase("soviet.combat", "soviet", "soviet", partial(Combat, SOVIET)),  # B2
    Phase("soviet.movement", "soviet", "soviet", partial(Movement, SOVIET)),  # B3, B4
)


def begin_phase(p: Abyss) -> None:
    """What happens of itself when a phase begins."""
    key = TURN[p.phase].key
    if key == "axis.movement":
        tire(p)  # 13.0
    if key == "axis.ss_combat":
        rest(p)  # A4
    if key == "axis.bombardment":
        land(p)  # 15.0
    if key.endswith(".bombardment"):
        begin_player_turn(p, AXIS if TURN[p.phase].owner == "axis" else SOVIET)
    if key in ("axis.desperation", "axis.movement"):
        begin_movement(p, AXIS)
    if key == "soviet.movement":
        begin_movement(p, SOVIET)
    p.fought = p.attacked = p.shelled = 0
    take_stock(p)  # 21.0, 22.0


def take_stock(p: Abyss) -> None:
    """What follows from where everybody stands, however he came there: 21.0 who is free, 22.0 who holds what."""
    for side in (AXIS, SOVIET):
        look_around(p, side)
    note_towns(p, p.occupied[AXIS])
    stand_fast(p)


def begin_player_turn(p: Abyss, side: int) -> None:
    """3.0 A player turn begins: what the last one left behind is over."""
    guns_are_ready(p, side)
    p.withdrawn = p.stranded = 0
    p.fell_back = {}


def end_turn(p: Abyss) -> None:
    """3.0 The game turn is over; 22.0 after the last the game is."""
    stand_fast(p)
    decide(p)
