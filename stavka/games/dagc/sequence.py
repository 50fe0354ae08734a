"""Chapter 5: the sequence of play."""

from __future__ import annotations

from functools import partial

from stavka.kit.losses import Limit, push_excess
from stavka.kit.steps import Phase

from .air import Interdiction
from .air import start_of_turn as air_armies_return
from .bagration import find_activated
from .combat import AFTER, BEFORE, Combat
from .components import GERMAN, SIDES, SOVIET, STACK_LIMIT
from .movement import Movement
from .position import Dagc
from .reinforcements import Replacements, replacement_allowance
from .results import eliminate
from .supply import CrowdedPorts
from .victory import decide

TURN = (  # 5.2
    Phase("soviet.replacements", "soviet", "soviet", partial(Replacements, SOVIET)),
    Phase("soviet.combat_before", "soviet", "soviet", partial(Combat, SOVIET, BEFORE)),
    Phase("soviet.movement", "soviet", "soviet", partial(Movement, SOVIET)),
    Phase("soviet.combat_after", "soviet", "soviet", partial(Combat, SOVIET, AFTER)),
    Phase("german.replacements", "german", "german", partial(Replacements, GERMAN)),
    Phase("german.combat_before", "german", "german", partial(Combat, GERMAN, BEFORE)),
    Phase("german.interdiction", "german", "soviet", Interdiction),
    Phase("german.movement", "german", "german", partial(Movement, GERMAN)),
    Phase("german.combat_after", "german", "german", partial(Combat, GERMAN, AFTER)),
)


def begin_phase(p: Dagc) -> None:
    """What happens of itself when a phase begins."""
    key = TURN[p.phase].key
    p.moved = p.fought = p.attacked = 0
    p.rolls = {}
    if key == "soviet.replacements":
        begin_turn(p)
    if key.endswith(".replacements"):
        p.replacements = replacement_allowance(p, SIDES.index(TURN[p.phase].owner))
    if key == "german.replacements":
        p.armour_tried = False  # 12.6
    if key in ("german.interdiction", "soviet.replacements"):
        p.interdicted = 0
    push_excess(p, STACKING, [place for place, stack in p.stacks.items() if len(stack) > STACK_LIMIT])


def begin_turn(p: Dagc) -> None:
    """The start of a game turn: activation (5.4), air armies (13.4, 13.5), crowded ports (7.9)."""
    p.rebuilt = p.portless = 0
    if p.turn == 1:
        p.activated = find_activated(p)
    p.push(CrowdedPorts())
    air_armies_return(p)


def end_turn(p: Dagc) -> None:
    """5.3 The game turn is over; 4.3, 4.4 after the ninth the game is."""
    decide(p)


def surplus(p: Dagc, place: int) -> int:
    """6.6 How many units too many a hex holds."""
    return len(p.at(place)) - STACK_LIMIT if place < p.layout.hexes else 0


def eliminate_excess(p: Dagc, unit: int) -> None:
    """6.6 Whoever has too many units in a hex at the end of a phase eliminates the excess."""
    eliminate(p, unit, "6.6.c")


STACKING = Limit("stacking", "6.6.c", surplus, eliminate_excess)
