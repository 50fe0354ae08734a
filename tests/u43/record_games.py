"""Records the finished games of ``tests/u43/games``: whole games, one for every way a scenario can end.

Run ``python -m tests.u43.record_games`` after a change of data or rules that the journals do not survive, and look at
what it prints: a game that no longer ends as its name says needs another seed. Arguments are the names of those to
record.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import stavka
from stavka.kit.hexset import members
from tests.playing import offered

GAMES = Path(__file__).parent / "games"

Policy = Callable[[stavka.Match, random.Random], str]
"""Chooses for a seat from the offer of a match."""


@dataclass(frozen=True)
class Recording:
    """A game to record: how it is set up, who plays it, and how it has to end."""

    name: str
    scenario: str
    seed: int
    soviet: Policy
    german: Policy
    winner: str
    rule: str


# -- Players -------------------------------------------------------------------------------------------------------

QUIET = ("do:ready_made", "do:end_phase", "do:done", "do:stand", "do:halt", "do:refuse", "do:roll")
"""The buttons of somebody who wants nothing."""


def nothing(match: stavka.Match, chance: random.Random) -> str:
    """As little as possible: the end of the phase, or whatever has to be."""
    offer = offered(match)
    return next((choice for choice in QUIET if choice in offer), offer.nth(chance.randrange(len(offer))))


def anything(match: stavka.Match, chance: random.Random) -> str:
    """Any choice, all alike, once the ready-made set-up stands."""
    offer = offered(match)
    return "do:ready_made" if "do:ready_made" in offer else offer.nth(chance.randrange(len(offer)))


def offensive(ahead: int = 99) -> Policy:
    """A Soviet player who marches on the objectives and attacks while he has less than so much above the mark."""

    def choose(match: stavka.Match, chance: random.Random) -> str:
        offer = offered(match)
        if match.phase == "setup" or (offer.task in ("move", "move_to", "target") and not behind(match, ahead)):
            return nothing(match, chance)
        if offer.task in ("move", "move_to"):
            return advance(match)
        if offer.task == "target":
            return f"hex:{offer.hexes[0]}" if offer.hexes else "do:end_phase"
        if offer.task == "attack":
            return f"unit:{offer.units[0]}" if offer.units else "do:roll"
        if offer.task in ("enter", "rebuild", "advance_again", "advance_into"):
            return nearest(match, offer.hexes) or offer.choices[0]
        if offer.task in ("advance", "repair", "artillery"):
            return offer.choices[0]
        if offer.task == "assault_advance":
            return "do:advance"
        return nothing(match, chance)

    return choose


# -- What they look at ---------------------------------------------------------------------------------------------


def behind(match: stavka.Match, ahead: int) -> bool:
    """Whether the Soviets have fewer points than the mark of the turn and so many."""
    p: Any = match.position
    held = sum(points for place, points in p.layout.points.items() if p.control >> place & 1)
    return bool(held + p.exit_points < p.layout.marks[p.turn - 1] + ahead)


def distances(match: stavka.Match) -> dict[int, int]:
    """How far every hex is from the nearest objective the Soviets do not hold."""
    p: Any = match.position
    layout = p.layout
    goals = layout.objectives & ~p.control

    def search() -> dict[int, int]:
        far = dict.fromkeys(members(goals), 0)
        reached = frontier = goals
        steps = 0
        while frontier:
            steps += 1
            frontier = layout.grid.cross(frontier, layout.land_ways) & layout.playable & ~reached
            reached |= frontier
            far |= dict.fromkeys(members(frontier), steps)
        return far

    found: dict[int, int] = p.derive("goals", goals, search)
    return found


def nearest(match: stavka.Match, hexes: tuple[str, ...]) -> str | None:
    """The hex nearest to a goal."""
    far, index = distances(match), match.game.board.index
    inner = [hex for hex in hexes if index[hex] in far]
    return f"hex:{min(inner, key=lambda number: (far[index[number]], number))}" if inner else None


def advance(match: stavka.Match) -> str:
    """The hex that brings the units in hand nearer to a goal, else the next unit that has not moved, else the end."""
    offer = offered(match)
    p: Any = match.position
    step = p.steps[-1]
    far, index = distances(match), match.game.board.index
    best = nearest(match, offer.hexes)
    if best is not None and step.group and step.taken == 0:
        here = p.where[step.group[0]]
        if far[index[best.removeprefix("hex:")]] < far.get(here, 999):
            return best
    movers = [unit for unit in offer.units if p.is_on_map(index_of(match, unit))
              and not (p.layout.headquarters | p.layout.leaders | p.layout.air) >> index_of(match, unit) & 1
              and index_of(match, unit) not in step.group and p.where[index_of(match, unit)] not in
              [p.where[other] for other in step.group if step.taken == 0]]
    others = [unit for unit in offer.units if not p.is_on_map(index_of(match, unit))
              and not p.layout.airborne >> index_of(match, unit) & 1]
    pick = (others or movers)[:1]
    return f"unit:{pick[0]}" if pick else "do:end_phase"


def index_of(match: stavka.Match, unit: str) -> int:
    """The index of a counter."""
    return int(match.game.counters.index[unit])


# -- The games -----------------------------------------------------------------------------------------------------

RECORDINGS = (
    Recording("campaign_soviets_ahead", "campaign", 1, offensive(), nothing, "soviet", "30.1"),
    Recording("campaign_soviets_behind", "campaign", 2, nothing, anything, "german", "30.1"),
    Recording("campaign_soviets_win", "campaign", 2, offensive(0), nothing, "soviet", "31.7"),
    Recording("campaign_germans_win", "campaign", 6, offensive(-1), nothing, "german", "31.7"),
    Recording("opening_soviets_ahead", "opening", 5, offensive(), nothing, "soviet", "30.1"),
    Recording("opening_soviets_behind", "opening", 6, nothing, nothing, "german", "30.1"),
    Recording("opening_soviets_win", "opening", 10, offensive(2), nothing, "soviet", "32.1"),
    Recording("opening_germans_win", "opening", 16, anything, anything, "german", "32.1"),
    Recording("september_soviets_ahead", "september", 9, offensive(), nothing, "soviet", "30.1"),
    Recording("september_soviets_behind", "september", 10, nothing, nothing, "german", "30.1"),
    Recording("september_soviets_win", "september", 16, offensive(1), nothing, "soviet", "33.2"),
    Recording("september_germans_win", "september", 15, offensive(-2), nothing, "german", "33.2"),
    Recording("october_soviets_win", "october", 13, offensive(), nothing, "soviet", "34.2"),
    Recording("october_germans_win", "october", 14, nothing, anything, "german", "34.2"),
)


def play(recording: Recording) -> stavka.Match:
    """Play a recording's game to its end."""
    match = stavka.game("u43").start(recording.scenario, seed=recording.seed)
    chance = random.Random(recording.seed)
    while match.offer is not None:
        policy = recording.soviet if offered(match).seat == "soviet" else recording.german
        match.choose(policy(match, chance))
    return match


def main(names: list[str]) -> None:
    """Record all games, or those named."""
    GAMES.mkdir(exist_ok=True)
    for recording in RECORDINGS:
        if names and recording.name not in names:
            continue
        match = play(recording)
        result = match.result
        assert result is not None
        good = (result.winner, result.rule) == (recording.winner, recording.rule)
        print(f"{recording.name}: {result.winner} by {result.rule} on turn {match.turn}, {result.reason} "
              f"{len(match.records)} choices{'' if good else ' - NOT AS WANTED'}", flush=True)
        if good:
            match.save(GAMES / f"{recording.name}.stavka")


if __name__ == "__main__":
    main(sys.argv[1:])
