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
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

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

    def roll(self) -> int:
        """Roll one die."""
        face = self.nth(self.count)
        self.count += 1
        return face

    def draw(self, counters: int) -> int:
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
