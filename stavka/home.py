"""Where a user's games are kept, whichever table they are played at."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def home(environment: Mapping[str, str] = os.environ) -> Path:
    """The user's folder: ``STAVKA_HOME``, else ``stavka`` in the user's data folder.

    >>> home({"STAVKA_HOME": "/mine", "XDG_DATA_HOME": "/data"}).as_posix(), home({"XDG_DATA_HOME": "/data"}).as_posix()
    ('/mine', '/data/stavka')
    """
    chosen = environment.get("STAVKA_HOME")
    if chosen:
        return Path(chosen)
    data = environment.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "stavka"
