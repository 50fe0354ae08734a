"""Reconstructed (X) values that tests reckon with.

They are read from the data: whoever corrects one from the printed game breaks no test of a rule.
"""

from __future__ import annotations

from typing import Any, cast

import stavka
from stavka.games.dagc import DestructionOfArmyGroupCenter

_GAME = cast(DestructionOfArmyGroupCenter, cast(Any, stavka.game("dagc")))

CRT = _GAME.theatre.crt
"""The combat results table (11.8)."""
CITY = _GAME.theatre.place_defence[_GAME.theatre.koenigsberg]
"""What a city adds to the defence (11.9)."""
ENTRENCHMENT = _GAME.theatre.entrenchment_defence
"""What an entrenchment adds to the defence (11.10)."""
SOVIET_STEPS, GERMAN_STEPS = (_GAME.theatre.replacements[side] for side in (0, 1))
"""The replacements of turns 1 to 9 (10.6)."""
