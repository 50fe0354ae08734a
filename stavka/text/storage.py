"""Where games at the text table are kept: one journal each, saved after every choice."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from stavka.home import home
from stavka.match import Match

SUFFIX = ".stavka"


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder for the user's games.

    >>> data_folder({"STAVKA_HOME": "/mine"}).as_posix()
    '/mine/games'
    """
    return home(environment) / "games"


def last_game(folder: Path) -> Path | None:
    """The game played last."""
    games = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: (path.stat().st_mtime_ns, path.name))
    return games[-1] if games else None


class Store:
    """The file of one game, and beside it how it was being played: who sat where, with which corrections.

    The journal does not say who sits at the table, but somebody who goes on with a game wants the same seats.
    """

    def __init__(self, path: Path, setting: Mapping[str, Any] | None = None) -> None:
        self.path = path
        self.setting = dict(setting or {})
        self.written = False

    @classmethod
    def new(cls, folder: Path, match: Match, setting: Mapping[str, Any] | None = None) -> Store:
        """A file of its own for a game that begins."""
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        stem = f"{match.game.key}-{match.scenario}-{stamp}"
        path = folder / f"{stem}{SUFFIX}"
        again = 1
        while path.exists():
            again += 1
            path = folder / f"{stem}-{again}{SUFFIX}"
        return cls(path, setting)

    def save(self, match: Match) -> None:
        """Write the game as it stands; the file is never half written."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        match.save(self.path)
        if not self.written and self.setting:
            self._beside(self.path).write_text(json.dumps(self.setting) + "\n", encoding="utf-8")
        self.written = True

    @staticmethod
    def _beside(path: Path) -> Path:
        return path.with_name(path.name + ".table")

    @classmethod
    def read_setting(cls, path: Path) -> dict[str, Any]:
        """How a saved game was being played; empty if that is not known."""
        try:
            setting = json.loads(cls._beside(path).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return setting if isinstance(setting, dict) else {}
