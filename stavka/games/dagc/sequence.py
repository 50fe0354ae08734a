"""Chapter 5: the sequence of play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from stavka.kit.steps import About, Options, Phase, Step
from stavka.kit.words import Message

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
    push_excess(p)


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


def push_excess(p: Dagc) -> None:
    """6.6 Whoever has too many units in a hex at the end of a phase eliminates the excess."""
    crowded = [place for place, stack in p.stacks.items() if len(stack) > STACK_LIMIT and place < p.layout.hexes]
    for place in crowded:
        p.push(Excess(p.layout.side_of[p.at(place)[0]], place))


@dataclass(frozen=True, slots=True)
class Excess(Step):
    """6.6 The owner of an overstacked hex chooses the units to eliminate."""

    side: int
    place: int

    def offer(self, p: Dagc) -> Options | None:
        units = p.at(self.place)
        if len(units) <= STACK_LIMIT:
            return None
        prompt = Message("prompt.excess", {"hex": p.number(self.place)}, ("6.6.c",))
        return Options(p.seat(self.side), "excess", prompt, units=units, about=About("remove", targets=(self.place,)))

    def take_unit(self, p: Dagc, unit: int) -> None:
        eliminate(p, unit, "6.6.c")
