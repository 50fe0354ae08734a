"""Earlier points of a match, for replay and for the log: any view that an audience has had can be had again.

A match that was taken back and played on is not a straight line, so every point is known by its number in the
journal. The choices that stand there are played again from the nearest earlier position that was kept, with the
dice as they fell.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Any

from ..game import Game
from ..journal import Line, replay
from ..kit.dice import Dice
from ..match import Match

EVERY = 16
"""A position is kept after every so many choices: a compromise between memory and waiting."""

KEPT = 16
"""So many positions are kept, besides the first: those last used."""


def begin(game: Game[Any], header: Line, key: str, fallen: Sequence[int] | None, where: str) -> Match:
    """A match before its first choice.

    ``fallen`` are the rolls of a journal that came without the key of its dice: they stay as they are, and the rolls
    after them follow from the key.
    """
    if fallen is None:
        return replay([header, {"key": key}], game, where)
    match = replay([header], game, where)
    match.position.dice = Dice(bytes.fromhex(key), fallen)
    return match


def standing(lines: Sequence[Line], n: int) -> list[int]:
    """The numbers of the choices that stand after line ``n``: those not taken back by then.

    >>> standing([{}, {"choose": "a"}, {"choose": "b"}, {"undo": "b"}, {"choose": "c"}], 4)
    [1, 4]
    """
    result: list[int] = []
    for number in range(1, n + 1):
        if "undo" in lines[number]:
            result.pop()
        else:
            result.append(number)
    return result


class Past:
    """The earlier points of one match. ``lines`` is the room's own list and grows with it."""

    def __init__(self, start: Match, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._game = start.game
        self._start = start.packed()
        self._kept: OrderedDict[int, bytes] = OrderedDict()
        """Packed matches, by the number of the choice after which they stand."""
        self._lock = Lock()
        """One thread at a time looks back."""

    def keep(self, number: int, index: int, match: Match) -> None:
        """Keep the match as it stands after a choice, if it is time for one."""
        if index % EVERY == 0 and number not in self._kept:
            self._kept[number] = match.packed()
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def at(self, n: int) -> Match:
        """The match as it was after line ``n``: to look at, not to go on with."""
        numbers = standing(self._lines, n)
        return list(self.walk(numbers, len(numbers)))[-1][1]

    def walk(self, numbers: Sequence[int], first: int) -> Iterator[tuple[int, Match]]:
        """Along choices that stand together: the match before the choice at index ``first`` (or before an earlier one),
        then after it, and so on to the last. It is one match that moves on."""
        with self._lock:
            begin = next(i for i in range(first, -1, -1) if i == 0 or numbers[i - 1] in self._kept)
            done = numbers[begin - 1] if begin else 0
            match = self._resume(done, numbers[begin:])
            yield done, match
            for index in range(begin, len(numbers)):
                number = numbers[index]
                match.choose(self._lines[number]["choose"])
                self.keep(number, index + 1, match)
                yield number, match

    def _resume(self, done: int, ahead: Sequence[int]) -> Match:
        if done:
            self._kept.move_to_end(done)
        faces = [face for number in ahead for face in self._lines[number].get("dice", ())]
        return Match.unpacked(self._game, self._kept[done] if done else self._start, Dice(b"", faces))
