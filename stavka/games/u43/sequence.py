"""Chapter 3: the sequence of play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from stavka.kit.steps import Phase, Step

from .air import DefensiveSupport, ReturnToBase
from .artillery import Recover
from .central_front import roll_central_front
from .combat import FIRST, SECOND, Combat
from .components import GERMAN, SOVIET
from .dam import Dam, end_flood
from .forts import disrupt_builders, finish_forts
from .lyutezh import begin_surprise
from .movement import EXPLOITATION, MOVEMENT, REACTION
from .moving import Moving
from .position import Ukraine
from .railheads import Repair
from .reinforcements import receive
from .rivers import EarlyPontoons, RemovePontoons, finish_pontoons
from .stacking import push_excess
from .supply import attrition, check_supply, roll_for_petrol
from .victory import Owed, charge_exits, decide
from .weather import roll_weather


@dataclass(frozen=True, slots=True)
class Nothing(Step):
    """A phase in which things happen of themselves, or in steps that its beginning lays upon it."""


TURN = (
    Phase("weather", "", "soviet", Nothing),
    Phase("central_front", "soviet", "soviet", Nothing),
    Phase("soviet.initial_supply", "soviet", "soviet", Nothing),
    Phase("soviet.movement", "soviet", "soviet", partial(Moving, SOVIET, MOVEMENT)),
    Phase("soviet.combat1", "soviet", "soviet", partial(Combat, SOVIET, FIRST)),
    Phase("german.reaction", "soviet", "german", partial(Moving, GERMAN, REACTION)),
    Phase("soviet.exploitation", "soviet", "soviet", partial(Moving, SOVIET, EXPLOITATION)),
    Phase("soviet.combat2", "soviet", "soviet", partial(Combat, SOVIET, SECOND)),
    Phase("soviet.final", "soviet", "soviet", Nothing),
    Phase("german.initial_supply", "german", "german", Nothing),
    Phase("german.movement", "german", "german", partial(Moving, GERMAN, MOVEMENT)),
    Phase("german.combat1", "german", "german", partial(Combat, GERMAN, FIRST)),
    Phase("soviet.reaction", "german", "soviet", partial(Moving, SOVIET, REACTION)),
    Phase("german.exploitation", "german", "german", partial(Moving, GERMAN, EXPLOITATION)),
    Phase("german.combat2", "german", "german", partial(Combat, GERMAN, SECOND)),
    Phase("german.final", "german", "german", Nothing),
    Phase("victory", "", "soviet", Nothing),
)


def begin_phase(p: Ukraine) -> None:
    """What happens of itself when a phase begins."""
    p.moved = p.fought = p.attacked = p.retreated = p.extended = 0
    p.activated = p.stacks_activated = p.tried = 0
    p.zhukov_used = False
    _BEGIN[TURN[p.phase].key](p)
    push_excess(p)


def _weather(p: Ukraine) -> None:
    p.zhukov_moved = False  # 26.1
    roll_weather(p, p.layout.plans[p.scenario].first_turn)


def _central_front(p: Ukraine) -> None:
    begin_surprise(p)
    roll_central_front(p)


def _initial_supply(side: int, p: Ukraine) -> None:
    """3.C.1 Petrol, artillery, air; and the counts of the player turn begin anew."""
    p.arrived = p.railed = p.markers = p.river_assaults = p.assault = 0
    p.fort_begun = False
    p.bad_weather = p.kept = 0
    if side == GERMAN:
        p.tries, p.manstein_moved = 0, False  # 26.2
    else:
        p.boxed = 0  # 27.3
        p.dropped = 0  # 20.4
        if p.locked and p.turn > p.layout.plans[p.scenario].first_turn:
            p.locked = 0  # 34.8
    receive(p, side)
    roll_for_petrol(p, side)
    p.push(*([Recover()] if side == SOVIET else []), ReturnToBase(side))


def _movement(side: int, p: Ukraine) -> None:
    if side == GERMAN:
        finish_forts(p)  # 19.1


def _combat1(side: int, p: Ukraine) -> None:
    if side == GERMAN:
        disrupt_builders(p)  # 19.1


def _exploitation(side: int, p: Ukraine) -> None:
    if side == SOVIET and p.trains:
        p.push(EarlyPontoons())  # 18.5


def _final(side: int, p: Ukraine) -> None:
    """3.C.7 Recovery, supply and attrition; repairs, bridges, the dam, defensive air support."""
    p.assault = p.river_assaults = 0
    p.disrupted &= ~p.layout.army[side]  # 11.5
    if side == GERMAN:
        end_flood(p)
    check_supply(p, side)
    attrition(p, side)
    if side == SOVIET:
        charge_exits(p)
        finish_pontoons(p)
        p.push(Repair(p.layout.repairs), RemovePontoons(), Dam(SOVIET), DefensiveSupport(SOVIET))
    else:
        p.push(Owed(), Dam(GERMAN), DefensiveSupport(GERMAN))


def _victory(p: Ukraine) -> None:
    decide(p)


def _nothing(p: Ukraine) -> None:
    """Nothing happens of itself."""


_BEGIN: dict[str, Callable[[Ukraine], None]] = {
    "weather": _weather,
    "central_front": _central_front,
    "soviet.initial_supply": partial(_initial_supply, SOVIET),
    "soviet.movement": partial(_movement, SOVIET),
    "soviet.combat1": partial(_combat1, SOVIET),
    "german.reaction": _nothing,
    "soviet.exploitation": partial(_exploitation, SOVIET),
    "soviet.combat2": _nothing,
    "soviet.final": partial(_final, SOVIET),
    "german.initial_supply": partial(_initial_supply, GERMAN),
    "german.movement": partial(_movement, GERMAN),
    "german.combat1": partial(_combat1, GERMAN),
    "soviet.reaction": _nothing,
    "german.exploitation": partial(_exploitation, GERMAN),
    "german.combat2": _nothing,
    "german.final": partial(_final, GERMAN),
    "victory": _victory,
}

