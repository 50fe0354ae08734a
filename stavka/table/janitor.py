"""Keeps the server's pauses short and its memory small.

Python's cycle collector looks now and then at every object there is. With hundreds of live matches that took up to
0.4 s, in which nobody's click was answered. So the collector looks by itself at young objects only; at the old ones it
looks once a minute; and what the games are made of, which never goes, it does not look at at all (``gc.freeze``).
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import time

from .hall import Hall

EVERY = 60.0
"""Seconds from one round to the next."""
YOUNG = 20_000, 50, 1_000_000
"""Objects until the youngest are looked at, rounds of these until the next generation is, and the same for the old
ones: in effect never."""
SWITCH = 0.001
"""Seconds for which a thread that opens a match may keep the interpreter from answering a click."""

_log = logging.getLogger("stavka.table")


class Janitor:
    """Goes round once a minute."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._loaded: frozenset[str] = frozenset()
        gc.set_threshold(*YOUNG)
        sys.setswitchinterval(SWITCH)

    async def work(self) -> None:
        """Go round for as long as the server runs."""
        while True:
            await asyncio.sleep(EVERY)
            self.go_round()

    def go_round(self) -> None:
        """Put away what nobody uses, and collect what cannot be reached any more."""
        put_away = self._hall.put_away_idle()
        began = time.perf_counter()
        if not self._hall.rooms:  # matches that were open when a game was loaded are let go as well
            gc.unfreeze()
            self._loaded = frozenset()
        gc.collect()
        loaded = frozenset(self._hall.loaded)
        if loaded != self._loaded:  # a game has been loaded: it is here to stay
            gc.freeze()
            self._loaded = loaded
        pause = time.perf_counter() - began
        self._hall.longest_pause = max(self._hall.longest_pause, pause)
        _log.info("janitor: %d matches put away, %.0f ms", put_away, 1000 * pause)
