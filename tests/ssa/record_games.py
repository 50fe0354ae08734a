"""Records the finished games of ``tests/ssa/games``: whole games, one for every level of victory of both scenarios.

Run ``python -m tests.ssa.record_games`` after a change of data or rules that the journals do not survive, and look at
what it prints: a game that no longer ends as its name says needs another seed or another bound.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import stavka
from stavka.games.ssa.position import Abyss
from stavka.games.ssa.victory import victory_points
from stavka.kit.hexset import HexSet, has, of
from tests.playing import offered

GAMES = Path(__file__).parent / "games"

Policy = Callable[[stavka.Match, random.Random], str]
"""Chooses for a seat from the offer of a match."""


@dataclass(frozen=True)
class Recording:
    """A game to record: the level it has to end with, the dice, and how many points the Axis is content with."""

    scenario: str
    level: str
    seed: int
    content: int
    yields: bool = False
    """Whether the Soviet player gives way instead of just standing there."""

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.scenario}_{self.level}"


# -- Players -------------------------------------------------------------------------------------------------------


def nothing(match: stavka.Match, chance: random.Random) -> str:
    """As little as possible: the end of the phase, or whatever has to be."""
    offer = offered(match)
    quiet = ("do:ready_made", "do:end_phase", "do:halt", "do:done", "do:stop", "do:roll", "do:fire")
    return next((choice for choice in quiet if choice in offer), offer.nth(chance.randrange(len(offer))))


def yielding(match: stavka.Match, chance: random.Random) -> str:
    """A Soviet player who takes his units out of the way, to hexes far from every objective."""
    offer = offered(match)
    if offer.task not in ("move", "move_to"):
        return nothing(match, chance)
    return _move(match, chance, away=True)


def driving(content: int) -> Policy:
    """An Axis player who goes for objectives, attacks what he outweighs, and stops when he has points enough."""

    def choose(match: stavka.Match, chance: random.Random) -> str:
        offer = offered(match)
        p = cast(Abyss, match.position)
        if offer.task in ("attack", "barrage", "advance_to") or (offer.task == "advance" and offer.units):
            return f"unit:{offer.units[0]}" if offer.units else offer.choices[-1]
        if victory_points(p) >= content:
            return nothing(match, chance)
        if offer.task == "bombard" and offer.hexes:
            return f"hex:{offer.hexes[0]}"
        if offer.task == "target":
            return next((f"hex:{hex}" for hex in offer.hexes if _outweighs(match, hex)), "do:end_phase")
        if offer.task in ("move", "move_to"):
            return _move(match, chance, away=False)
        return nothing(match, chance)

    return choose


def _outweighs(match: stavka.Match, hex: str) -> bool:
    """Whether those beside a hex attack with clearly more than it defends with."""
    p = cast(Abyss, match.position)
    place, layout = match.game.board.index[hex], p.layout
    beside = [unit for near in layout.grid.neighbours[place] for unit in p.at(near) if layout.side_of[unit] == 0]
    return sum(layout.attack[unit] for unit in beside) > sum(layout.defence[unit] for unit in p.at(place)) + 4


# -- What they look at ---------------------------------------------------------------------------------------------


def _move(match: stavka.Match, chance: random.Random, *, away: bool) -> str:
    """The hex that brings the unit in hand nearest to a goal (or farthest away), else the next unit, else the end."""
    offer = offered(match)
    far = _distances(match)
    unit = offer.as_data()["about"].get("unit")
    if unit is not None and offer.hexes:
        p, index = match.position, match.game.board.index
        here = p.where[match.game.counters.index[unit]]
        best = (max if away else min)(offer.hexes, key=lambda place: (far.get(index[place], 0), place))
        gain = far.get(index[best], 0) - far.get(here, 0)
        if here >= p.layout.hexes or (gain > 0 if away else gain < 0):
            return f"hex:{best}"
    if offer.units:
        return f"unit:{offer.units[chance.randrange(len(offer.units))]}"
    return nothing(match, chance)


def _distances(match: stavka.Match) -> dict[int, int]:
    """How far every hex is from an objective that the Axis wants and has not."""
    p, grid = cast(Abyss, match.position), match.game.board.grid
    wanted: HexSet = of(place for place, points in p.plan.points.items() if points > 0 and not has(p.control, place))
    far: dict[int, int] = {}
    reached, steps = wanted or 1 << next(iter(grid.index.values())), 0
    while reached & grid.full != grid.full and steps < 60:
        for place in grid.index.values():
            if has(reached, place):
                far.setdefault(place, steps)
        reached |= grid.around(reached)
        steps += 1
    return far


# -- The games -----------------------------------------------------------------------------------------------------

RECORDINGS = (
    Recording("k3", "soviet_decisive", 1, 0),
    Recording("k3", "soviet_substantial", 2, 12),
    Recording("k3", "soviet_marginal", 3, 21),
    Recording("k3", "draw", 9, 30),
    Recording("k3", "axis_marginal", 5, 40, yields=True),
    Recording("k3", "axis_substantial", 6, 50, yields=True),
    Recording("k3", "axis_decisive", 22, 99, yields=True),
    Recording("sa", "soviet_decisive", 11, -99),
    Recording("sa", "soviet_substantial", 30, 16),
    Recording("sa", "soviet_marginal", 14, 31),
    Recording("sa", "draw", 21, 51),
    Recording("sa", "axis_marginal", 15, 65, yields=True),
    Recording("sa", "axis_substantial", 30, 80, yields=True),
    Recording("sa", "axis_decisive", 22, 199, yields=True),
)


def play(recording: Recording) -> stavka.Match:
    """Play a recording's game to its end."""
    match = stavka.game("ssa").start(recording.scenario, seed=recording.seed)
    chance = random.Random(recording.seed)
    axis, soviet = driving(recording.content), yielding if recording.yields else nothing
    while match.offer is not None:
        match.choose((axis if offered(match).seat == "axis" else soviet)(match, chance))
    return match


def main(*names: str) -> None:
    """Record all games, or those that are named."""
    GAMES.mkdir(exist_ok=True)
    for recording in RECORDINGS:
        if names and recording.name not in names:
            continue
        match = play(recording)
        result = match.result
        assert result is not None
        good = result.message.key == f"result.{recording.level}"
        print(f"{recording.name}: {result.reason} {len(match.records)} choices{'' if good else ' - NOT AS WANTED'}",
              flush=True)
        if good:
            match.save(GAMES / f"{recording.name}.stavka")


if __name__ == "__main__":
    main(*sys.argv[1:])
