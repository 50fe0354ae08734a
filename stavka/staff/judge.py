"""A judge that has learnt from games: the chance of a seat to win, from what is true of every site.

What it looks at (:func:`look`) is the same in every game, because it asks surveys: who holds each site, with how much,
whether the enemy could walk in, who is stronger around it and whether it is in supply. What each of these facts tells
about the end was fitted to thousands of games between staffs (``scripts/train_judge.py``) and stands in a file of the
game, with weights for some moments of a game, between which it goes straight from one to the next.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import tanh
from pathlib import Path

from stavka.kit.hexset import HexSet, has, of
from stavka.kit.sums import added

from .survey import Survey

KINDS = ("owner", "garrison", "open", "balance", "supply")
"""What is true of a site; positive is good for the force that looks first."""
ALL = "all"
"""In the place of a site: all of them together."""
TOTALS = ("strength", "enemy_strength", "units", "enemy_units")
MANNED = 0.4
"""What a garrison counts for by being there at all; its strength comes to it, a full hex as 1."""
EVEN = 0.5
"""Strength, in full hexes, that both sides are thought to have around a site beside what stands there: one weak unit
far away does not rule a place."""


def fact_names(force: str, places: Sequence[str]) -> list[str]:
    """The names of what :func:`look` tells, for a file that people can read; ``places`` name the sites.

    >>> fact_names("red", ["0101"])[:2]
    ['red 0101 owner', 'red 0101 garrison']
    """
    return [f"{force} {name} {kind}" for name in (*places, ALL) for kind in KINDS] + [
        f"{force} {total}" for total in TOTALS]


def is_of_one_site(name: str) -> bool:
    """Whether a fact of that name is about one site.

    >>> [is_of_one_site(name) for name in ("red 0101 owner", "red all owner", "red strength")]
    [True, False, False]
    """
    _force, *rest = name.split(" ")
    return len(rest) == 2 and rest[0] != ALL


def look(mine: Survey, theirs: Survey) -> list[float]:
    """The facts about a position in the eyes of one force and of the one that faces it, site by site, then in all."""
    near = around_sites(mine), around_sites(theirs)
    walks = open_to_foes(mine), open_to_foes(theirs)
    manned = tuple(of([survey.p.where[unit] for unit in survey.own]) for survey in (mine, theirs))
    facts: list[float] = []
    sums = [0.0] * len(KINDS)
    for number, site in enumerate(mine.ground.sites):
        owner = 0 if number in mine.held else 1
        holder, sign = (mine, theirs)[owner], (1.0, -1.0)[owner]
        guarded = bool(manned[owner] & site.hexes)
        own, foe = near[0][number], near[1][number]
        seen = (
            sign,
            sign * (MANNED + garrison(holder, site.hexes) if guarded else 0.0),
            -sign if not guarded and walks[owner] & site.hexes else 0.0,
            (own - foe) / (own + foe + EVEN),
            sign if has(holder.supply, site.place) else 0.0,
        )
        worth = mine.sites.get(number, theirs.sites.get(number, 0.0))
        sums = [total + worth * fact for total, fact in zip(sums, seen, strict=True)]
        facts += seen
    return [*facts, *sums, in_all(mine), in_all(theirs), float(len(mine.own)), float(len(theirs.own))]


def in_all(survey: Survey) -> float:
    """The strength of a force, in full hexes."""
    return added([survey.strength(unit) for unit in survey.own]) / survey.crowd


def garrison(survey: Survey, hexes: HexSet) -> float:
    """The strength that holds a site, in full hexes."""
    where = survey.p.where
    return added([survey.strength(unit) for unit in survey.own if has(hexes, where[unit])]) / survey.crowd


def open_to_foes(survey: Survey) -> HexSet:
    """All hexes that the enemies of a force could enter in their next turn."""
    hexes = 0
    for unit in survey.foes:
        hexes |= survey.foe_reach(unit)
    return hexes


def around_sites(survey: Survey) -> list[float]:
    """The strength of a force around each site, less the further away it is, in full hexes."""
    fade, where = survey.ground.fade, survey.p.where
    forces = [(where[unit], survey.strength(unit) / survey.crowd) for unit in survey.own]
    return [added([strength * fade[far[place]] for place, strength in forces]) for far in survey.ground.distance]


@dataclass(frozen=True)
class Judge:
    """What facts tell about the end of a game."""

    names: tuple[str, ...]
    """The facts, in the order in which they are told."""
    turns: tuple[int, ...]
    """The turns for which there are weights."""
    weights: tuple[tuple[float, ...], ...]
    """For each of these turns the weight of every fact."""
    bias: tuple[float, ...]
    """For each of them what is true of all positions."""
    trusted: frozenset[int]
    """The turns in which it did better than the judge written by hand, on games that it was not fitted to."""

    @classmethod
    def read(cls, path: Path, names: Sequence[str]) -> Judge | None:
        """The judge of a file; None if there is none, or if it was fitted to other sites than the map has now."""
        if not path.is_file():
            return None
        data = json.loads(path.read_text(encoding="utf-8"))
        table: Mapping[str, Sequence[float]] = data["weights"]
        if list(table) != list(names):
            return None
        return cls(tuple(names), tuple(data["turns"]), tuple(zip(*table.values(), strict=True)), tuple(data["bias"]),
                   frozenset(data["trusted"]))

    def value(self, facts: Sequence[float], turn: int) -> float:
        """What a position is worth to whoever looked first, from -1 (lost) to 1 (won)."""
        after = min(bisect_right(self.turns, turn), len(self.turns) - 1)
        before = max(0, after - 1)
        span = self.turns[after] - self.turns[before]
        part = min(1.0, max(0.0, (turn - self.turns[before]) / span)) if span else 0.0
        first, second = self._sum(before, facts), self._sum(after, facts) if part else 0.0
        return tanh(((1 - part) * first + part * second) / 2)

    def _sum(self, moment: int, facts: Sequence[float]) -> float:
        weights = self.weights[moment]
        return self.bias[moment] + added([weight * fact for weight, fact in zip(weights, facts, strict=True)])


__all__ = ["Judge", "fact_names", "is_of_one_site", "look"]
