"""A progress bar for anything that takes over a second."""

from __future__ import annotations

import sys
import time
from typing import TextIO

from stavka.text import Speech

WIDTH = 30


class Progress:
    """Shows on one line how far a long job has come; silent where nobody watches a terminal but for the last line."""

    def __init__(self, total: int, what: str, language: str = "en", out: TextIO | None = None) -> None:
        self._total = total
        self._what = what
        self._speech = Speech(language)
        self._out = sys.stderr if out is None else out
        self._began = time.monotonic()
        self._drawn = 0.0
        self.done = 0

    def step(self, note: str = "") -> None:
        """One more is done."""
        self.done += 1
        now = time.monotonic()
        last = self.done == self._total
        if not last and (not self._out.isatty() or now - self._drawn < 0.1):
            return
        self._drawn = now
        filled = WIDTH * self.done // max(1, self._total)
        left = (now - self._began) / self.done * (self._total - self.done)
        bar = "#" * filled + "." * (WIDTH - filled)
        start = "\r" if self._out.isatty() else ""
        words = self._speech(f"lab.progress.{self._what}", done=self.done, total=self._total, left=f"{left:.0f}")
        self._out.write(f"{start}[{bar}] {words} {note:<30}")
        if last:
            self._out.write("\n")
        self._out.flush()
