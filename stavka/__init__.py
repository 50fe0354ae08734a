"""Stavka plays hex-and-counter wargames with every rule enforced.

>>> import stavka
>>> game = stavka.game("dagc")
>>> match = game.start("historical", seed=7)
>>> match.offer.seat, match.offer.step
('soviet', 'soviet.combat_before')
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .errors import Illegal, JournalError, SituationError
from .game import Game, Result
from .games import find as _find
from .games import keys as games
from .journal import read_header, read_lines, replay, verify
from .kit.data import DataError
from .kit.events import Event
from .match import Match, Offer, Record
from .version import __version__

__all__ = [
    "DataError",
    "Event",
    "Game",
    "Illegal",
    "JournalError",
    "Match",
    "Offer",
    "Record",
    "Result",
    "SituationError",
    "__version__",
    "game",
    "games",
    "open",
    "verify",
]


def game(key: str, *, data: str | Path | None = None) -> Game[Any]:
    """A game by its key, such as ``"dagc"``; loaded once. ``data`` is a folder of an owner's corrections.

    >>> import stavka
    >>> stavka.game("dagc") is stavka.game("dagc")
    True
    """
    return _find(key, None if data is None else Path(data))


def open(path: str | Path, *, data: str | Path | None = None) -> Match:
    """A saved match, replayed and checked, ready to go on.

    >>> import stavka
    >>> stavka.open("no-such-file.stavka")
    Traceback (most recent call last):
    ...
    FileNotFoundError: [Errno 2] No such file or directory: 'no-such-file.stavka'
    """
    where = str(path)
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise JournalError(where, 1, "not_text", cause=error) from None
    lines = read_lines(text, where)
    key = read_header(lines, where)["game"]
    if key not in games():
        raise JournalError(where, 1, "no_game", game=key, known=", ".join(games()))
    return replay(lines, game(key, data=data), where)
