"""Chapter 2: the sequence of play."""

from __future__ import annotations

from functools import partial

from stavka.kit.attacks import Attacks
from stavka.kit.legs import Moving
from stavka.kit.steps import Phase

from .combat import FIGHT
from .components import BLUE, RED
from .movement import MARCH

TURN = (  # 2.1
    Phase("red.movement", "red", "red", partial(Moving, MARCH, RED)),
    Phase("red.combat", "red", "red", partial(Attacks, FIGHT, RED)),
    Phase("blue.movement", "blue", "blue", partial(Moving, MARCH, BLUE)),
    Phase("blue.combat", "blue", "blue", partial(Attacks, FIGHT, BLUE)),
)
