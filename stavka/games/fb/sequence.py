"""Chapter 4: phases and turns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from stavka.kit.hexset import members
from stavka.kit.steps import Options, Phase, Step
from stavka.kit.words import Message

from .assault import Assault
from .bombardment import Bombardment
from .components import GERMAN, SOVIET
from .events import Events, begin_events
from .german_strategic import GermanStrategic
from .movement import TacticalMovement
from .northern_front import return_north
from .position import Breslau
from .red_strategic import RedStrategic
from .supply import GermanSupply
from .victory import decide


@dataclass(frozen=True, slots=True)
class Reorganisation(Step):
    """Phase 6: nothing to decide; at its end the chemical weapons are gone (10.5.2)."""

    def offer(self, p: Breslau) -> Options | None:
        if not p.held:
            return None
        prompt = Message("prompt.reorganisation", {}, ("8.2.9", "10.5.2b"))
        return Options(p.seat(GERMAN), "reorganisation", prompt, buttons=("end_phase",))

    def skip(self, p: Breslau) -> None:
        p.pop()
        p.gas = 0

    def take_button(self, p: Breslau, button: str) -> None:
        self.skip(p)


TURN = (  # 4.4
    Phase("events", "", "soviet", Events),
    Phase("soviet.strategic", "soviet", "soviet", RedStrategic),
    Phase("soviet.bombardment", "soviet", "soviet", Bombardment),
    Phase("soviet.tactical", "soviet", "soviet", partial(TacticalMovement, SOVIET)),
    Phase("soviet.assault", "soviet", "soviet", partial(Assault, SOVIET)),
    Phase("reorganisation", "", "german", Reorganisation),
    Phase("german.assault", "german", "german", partial(Assault, GERMAN)),
    Phase("german.tactical", "german", "german", partial(TacticalMovement, GERMAN)),
    Phase("german.strategic", "german", "german", GermanStrategic),
    Phase("german.supply", "german", "german", GermanSupply),
)


def begin_phase(p: Breslau) -> None:
    """What happens of itself when a phase begins."""
    key = TURN[p.phase].key
    p.moved = p.gassed = p.assaulted = p.targeted = p.shelled = p.bombed = 0
    if key == "events":
        begin_events(p)
    elif key == "soviet.strategic":
        return_north(p)  # 9.9
    elif key == "reorganisation":
        recover(p)


def recover(p: Breslau) -> None:
    """8.2.9 All disorganised units are turned back."""
    if p.disorganised:
        p.emit("recovered", "8.2.9", units=p.ids(members(p.disorganised)))
    p.disorganised = 0


def end_turn(p: Breslau) -> None:
    """4.2 The turn is over; 4.3 after the last the game is."""
    decide(p)
