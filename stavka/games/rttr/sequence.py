"""Chapter 4: the sequence of play."""

from __future__ import annotations

from functools import partial

from stavka.kit.steps import Phase

from .bombardment import Bombardment, remove_markers
from .combat import Combat, begin_combat
from .components import BF, NOWHERE, SEATS, SIDES, UF
from .fatigue import Fatigue
from .german_reinforcements import GermanReinforcement
from .german_reinforcements import begin as begin_german_turn
from .movement import Movement, roll_allowance
from .position import Rttr
from .reinforcements import Reinforcement
from .stacking import push_excess
from .statics import Opening
from .victory import VictoryCheck

ZHUKOV, KONEV = SEATS
GERMANS = SIDES[2]

TURN = (  # 4.3
    Phase("1bf.reinforcement", ZHUKOV, ZHUKOV, partial(Reinforcement, BF)),
    Phase("1bf.bombardment", ZHUKOV, ZHUKOV, partial(Bombardment, BF)),
    Phase("1bf.movement", ZHUKOV, ZHUKOV, partial(Movement, BF, False)),
    Phase("1bf.combat", ZHUKOV, ZHUKOV, partial(Combat, BF, False)),
    Phase("1bf.fatigue", ZHUKOV, ZHUKOV, partial(Fatigue, BF)),
    Phase("german_1bf.reinforcement", GERMANS, KONEV, partial(GermanReinforcement, BF)),
    Phase("german_1bf.movement", GERMANS, KONEV, partial(Movement, BF, True)),
    Phase("german_1bf.combat", GERMANS, KONEV, partial(Combat, BF, True)),
    Phase("1uf.reinforcement", KONEV, KONEV, partial(Reinforcement, UF)),
    Phase("1uf.bombardment", KONEV, KONEV, partial(Bombardment, UF)),
    Phase("1uf.movement", KONEV, KONEV, partial(Movement, UF, False)),
    Phase("1uf.combat", KONEV, KONEV, partial(Combat, UF, False)),
    Phase("1uf.fatigue", KONEV, KONEV, partial(Fatigue, UF)),
    Phase("german_1uf.reinforcement", GERMANS, ZHUKOV, partial(GermanReinforcement, UF)),
    Phase("german_1uf.movement", GERMANS, ZHUKOV, partial(Movement, UF, True)),
    Phase("german_1uf.combat", GERMANS, ZHUKOV, partial(Combat, UF, True)),
    Phase("victory", "", ZHUKOV, VictoryCheck),
)


def begin_phase(p: Rttr) -> None:
    """What happens of itself when a phase begins."""
    p.moved = p.stirred = p.fought = p.attacked = p.obliged = p.spoils = 0
    p.jet_at = NOWHERE  # 22.5a
    match p.steps[-1]:
        case Reinforcement(front=front):
            begin_player_turn(p, front)
        case GermanReinforcement(sector=sector):
            begin_german_turn(p, sector)
        case Movement(sector=sector, german=True):
            roll_allowance(p, sector)
        case Combat(sector=sector, german=german):
            begin_combat(p, sector, german)
        case VictoryCheck():
            remove_markers(p)  # 4.3-IV-D
    push_excess(p)


def begin_player_turn(p: Rttr, front: int) -> None:
    """The start of a Soviet player turn: the markers of the last one are gone (4.3-II-D), the commander decides."""
    remove_markers(p)
    p.effort = p.flown = p.scouted = 0
    p.push(Opening(front))
