"""Research environments: any game as a PettingZoo, Gymnasium or OpenSpiel environment.

All three share one fixed set of actions (every unit, place and button of the game), one mask of what is offered, and
one observation, made of what a seat may see and nothing else:

* :mod:`.actions`: an action is the number of a choice.
* :mod:`.vocabulary`: the names that may appear in the views of a game, so that observations have a fixed shape.
* :mod:`.observation`: a view as arrays.
* :mod:`.session`: one match after the other: seeds, rewards, the bound.
* :mod:`.aec`, :mod:`.gym`, :mod:`.spiel`: the environments themselves.
* :mod:`.opponents`: who sits at the other side of a Gymnasium environment.
* :mod:`.conform`: the conformance tests of the three libraries, over many seeds.

They need packages that Stavka itself does not: ``pip install stavka[research]``.
"""

from __future__ import annotations

try:
    import gymnasium as _gymnasium
    import numpy as _numpy
    import pettingzoo as _pettingzoo
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"the research environments need {error.name}: pip install stavka[research]", name=error.name) from error

from .actions import Actions
from .aec import MatchAEC, env, parallel_env, raw_env
from .gym import MatchEnv, gym_env
from .observation import Observation, Observer
from .opponents import Opponent
from .vocabulary import Vocabulary, vocabulary

__all__ = [
    "Actions",
    "MatchAEC",
    "MatchEnv",
    "Observation",
    "Observer",
    "Opponent",
    "Vocabulary",
    "env",
    "gym_env",
    "parallel_env",
    "raw_env",
    "vocabulary",
]

del _gymnasium, _numpy, _pettingzoo
