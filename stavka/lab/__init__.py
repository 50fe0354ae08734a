"""The laboratory: many games at once, to find faults, to measure speed and to study balance.

For research a game is also an environment; that needs ``pip install stavka[research]``:

* :func:`env`, :func:`raw_env` and :func:`parallel_env` for PettingZoo,
* :func:`gym_env` for Gymnasium,
* the module :mod:`stavka.lab.envs.spiel` for OpenSpiel.
"""

from __future__ import annotations

from typing import Any

__all__ = ["env", "gym_env", "parallel_env", "raw_env"]


def env(game: str, **setting: Any) -> Any:
    """A PettingZoo environment of a game, with the usual wrappers; see :func:`stavka.lab.envs.env`."""
    from . import envs

    return envs.env(game, **setting)


def raw_env(game: str, **setting: Any) -> Any:
    """The same without wrappers; see :func:`stavka.lab.envs.raw_env`."""
    from . import envs

    return envs.raw_env(game, **setting)


def parallel_env(game: str, **setting: Any) -> Any:
    """The same for PettingZoo's parallel interface; see :func:`stavka.lab.envs.parallel_env`."""
    from . import envs

    return envs.parallel_env(game, **setting)


def gym_env(game: str, **setting: Any) -> Any:
    """A Gymnasium environment for one seat; see :func:`stavka.lab.envs.gym_env`."""
    from . import envs

    return envs.gym_env(game, **setting)
