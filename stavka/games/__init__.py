"""The games, by key. A package here with a ``GAME`` class is a game; nothing else needs to know of it.

Games may also live in folders of one's own: those that the environment variable ``STAVKA_GAMES`` names, with the path
separator between them (``:``, on Windows ``;``). A package in one of them is imported as if it were here.
"""

from __future__ import annotations

import os
import pkgutil
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stavka.game import Game

FOLDERS = "STAVKA_GAMES"

__path__ += [folder for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder]


@cache
def keys() -> tuple[str, ...]:
    """The keys of all games.

    >>> "dagc" in keys()
    True
    """
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def find(key: str, data: Path | None = None) -> Game[Any]:
    """The game with this key, with an owner's corrections laid over its data."""
    if key not in keys():
        raise ValueError(f"there is no game {key!r}; there are {', '.join(keys())}")
    game: Game[Any] = import_module(f"{__name__}.{key}").GAME(data)
    if data is not None:
        _try_out(game)
    return game


def _try_out(game: Game[Any]) -> None:
    """Work out now what a game works out when it is first wanted: a wrong correction is refused where it is read, not
    in the middle of a match."""
    for scenario in game.scenarios:
        game.start(scenario)
    _ = game.staff
