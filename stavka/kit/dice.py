"""Dice that can be checked: every roll follows from a secret key whose digest is known before the first roll.

The key is published when the match is over, and then anybody can recompute every roll. While it is secret nobody can
foresee one, and nobody, the server included, can choose one afterwards.

>>> dice = Dice.seeded(7)
>>> [dice.roll() for _ in range(5)] == [Dice.seeded(7).nth(n) for n in range(5)]
True
>>> dice.commitment == Dice(dice.key).commitment
True

Counters drawn from a cup are as honest: a draw is a die with as many faces as there are counters in the cup. It follows
from the same key, and is written down and verified like any other roll.

>>> dice.draw(52) in range(52)
True

In imagined matches dice fall by what they are rolled for (:class:`Luck`): the die for the third battle over a town is
the same whatever else was done before, so two plans that are compared meet the same luck.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Hashable, Sequence

FACES = 6


class Dice:
    """Six-sided dice from a keyed generator. ``fixed`` rolls come first: for written positions and tests."""

    __slots__ = ("_hash", "count", "draws", "fixed", "key")

    def __init__(self, key: bytes | None = None, fixed: Sequence[int] = ()) -> None:
        self.key = secrets.token_bytes(32) if key is None else key
        self.fixed = tuple(fixed)
        for face in self.fixed:
            if not isinstance(face, int) or face < 1:
                raise ValueError(f"a die cannot show {face!r}")
        self.count = 0
        """How many rolls and draws have been made."""
        self.draws: dict[int, int] = {}
        """The numbers of the draws among them, with how many counters there were to draw from."""
        self._hash = hashlib.blake2b(key=self.key, digest_size=16)

    @classmethod
    def seeded(cls, seed: int | str, fixed: Sequence[int] = ()) -> Dice:
        """Dice whose key follows from a seed, so that a match can be played again."""
        return cls(hashlib.sha256(f"stavka dice {seed}".encode()).digest(), fixed)

    @property
    def commitment(self) -> str:
        """The digest of the key, published before the first roll."""
        return hashlib.sha256(self.key).hexdigest()

    def nth(self, number: int) -> int:
        """What fell with this number, counted from 0: a face, or which counter of the cup was drawn, counted from 1."""
        outcomes = self.draws.get(number, FACES)
        if number < len(self.fixed):
            fell = self.fixed[number]
            if fell > outcomes:
                raise ValueError(f"a die of {outcomes} faces cannot show {fell}")
            return fell
        digest = self._hash.copy()
        digest.update(number.to_bytes(8, "big"))
        if number in self.draws:
            digest.update(b"draw")
            return int.from_bytes(digest.digest(), "big") % outcomes + 1  # 16 bytes: no counter is noticeably favoured
        for byte in digest.digest():
            if byte < 252:  # the largest multiple of six that fits: no face is favoured
                return byte % FACES + 1
        raise AssertionError("sixteen bytes of 252 or more in a row")

    def roll(self, event: Hashable = None) -> int:
        """Roll one die; what it is rolled for makes no difference to it."""
        face = self.nth(self.count)
        self.count += 1
        return face

    def draw(self, counters: int, event: Hashable = None) -> int:
        """Draw one of so many counters from a cup: its place in it, counted from 0."""
        self.draws[self.count] = counters
        drawn = self.nth(self.count) - 1
        self.count += 1
        return drawn

    def since(self, number: int) -> tuple[int, ...]:
        """All that fell from this number on."""
        return tuple([self.nth(n) for n in range(number, self.count)])

    def fork(self, seed: int | None = None) -> Dice:
        """Other dice, for search: they say nothing about these."""
        return Dice() if seed is None else Dice.seeded(f"fork {seed}")


class Luck(Dice):
    """Imagined dice: what falls depends on the event a die is rolled for, and on how many have been rolled for it.

    >>> here, there = Luck(5), Luck(5)
    >>> before = here.roll("storm")
    >>> [here.roll("assault"), here.roll("assault")] == [there.roll("assault"), there.roll("assault")]
    True
    """

    __slots__ = ("_rolled",)

    def __init__(self, seed: int | str) -> None:
        super().__init__(hashlib.sha256(f"stavka luck {seed}".encode()).digest())
        self._rolled: dict[Hashable, int] = {}

    def roll(self, event: Hashable = None) -> int:
        """The next die for an event."""
        return self._next(event) % FACES + 1

    def draw(self, counters: int, event: Hashable = None) -> int:
        """The next draw for an event."""
        return self._next(event) % counters

    def _next(self, event: Hashable) -> int:
        """A number so large that neither a face nor a counter is noticeably favoured."""
        times = self._rolled.get(event, 0)
        self._rolled[event] = times + 1
        self.count += 1
        digest = self._hash.copy()
        digest.update(repr((event, times)).encode())
        return int.from_bytes(digest.digest(), "big")
