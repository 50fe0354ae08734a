"""Where the table speaks and listens: two streams, a line width, and long lists a page at a time."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TextIO

PATIENCE = 1.0
"""Seconds after which a person is told what takes so long."""

STILL = 5
"""Seconds after which somebody who waits on is told how long it has been."""

_START = re.compile(r" *(\d+  )?")
"""The indentation of a line, the number of a choice included."""

_PIPE_WIDTH, _PIPE_PAGE = 100, 40
_LEAST_WIDTH, _LEAST_PAGE = 40, 12


class Console:
    """A pair of streams. ``page`` is the number of lines after which a long text waits for ``more``; 0 never waits."""

    def __init__(self, source: TextIO, out: TextIO, *, width: int | None = None, page: int | None = None) -> None:
        self.source = source
        self.out = out
        self.is_terminal = source.isatty() and out.isatty()
        size = shutil.get_terminal_size() if self.is_terminal else None
        self.width = max(_LEAST_WIDTH, width or (size.columns - 1 if size else _PIPE_WIDTH))
        self.page = page if page is not None else max(_LEAST_PAGE, size.lines - 8) if size else _PIPE_PAGE
        self.pending: list[str] = []
        """The lines that did not fit on the page."""

    def say(self, text: str = "", *, hang: int = 0) -> None:
        """Write a paragraph; its further lines are indented by ``hang`` more than the first."""
        for line in self.wrapped(text, hang):
            self.out.write(line + "\n")
        self.out.flush()

    def wrapped(self, text: str, hang: int = 0) -> list[str]:
        """A paragraph as lines that fit, indented like its beginning."""
        if len(text) <= self.width:
            return [text]
        start = _START.match(text)
        own = start.end() if start else 0
        return textwrap.wrap(
            text, self.width, subsequent_indent=" " * (own + hang), break_long_words=False, break_on_hyphens=False,
            drop_whitespace=True, replace_whitespace=False) or [""]

    def say_page(self, lines: Sequence[str], *, hang: int = 2) -> int:
        """Write a page of lines and keep the rest for :meth:`more`; returns how many are left."""
        fitted = [part for line in lines for part in self.wrapped(line, hang)]
        if self.page and len(fitted) > self.page + 2:  # two more lines are no reason to wait
            fitted, self.pending = fitted[: self.page], fitted[self.page:]
        else:
            self.pending = []
        for line in fitted:
            self.out.write(line + "\n")
        self.out.flush()
        return len(self.pending)

    def ask(self, prompt: str) -> str | None:
        """A line from the person; None when there are no more."""
        if self.is_terminal and self.source is sys.stdin:
            with suppress(ImportError):
                import readline  # noqa: F401  # editing and history, where the system has them
            try:
                return input(prompt)
            except EOFError:
                self.out.write("\n")
                return None
        self.out.write(prompt)
        self.out.flush()
        line = self.source.readline()
        if not self.source.isatty():
            self.out.write(line if line.endswith("\n") else line + "\n")
        return line.rstrip("\n") if line else None

    def clear(self) -> None:
        """Clear the screen, where there is one, so that the next player does not read the last one's secrets."""
        if self.is_terminal:
            self.out.write("\033[2J\033[3J\033[H")
            self.out.flush()

    @contextmanager
    def busy(self, text: str, still: Callable[[int], str] | None = None) -> Iterator[None]:
        """Say what is going on if it takes longer than a moment, and with ``still`` that it goes on after so many
        seconds."""
        done = threading.Event()

        def tell() -> None:
            if done.wait(PATIENCE):
                return
            self.say(text)
            seconds = int(PATIENCE)
            while still is not None and not done.wait(STILL):
                seconds += STILL
                self.say(still(seconds))

        teller = threading.Thread(target=tell, daemon=True)
        teller.start()
        try:
            yield
        finally:
            done.set()
            teller.join()
