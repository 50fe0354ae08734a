"""Records the finished games of ``tests/fb/games``: whole games, one for every way a game can end.

Run ``python -m tests.fb.record_games`` after a change of data or rules that the journals do not survive, and look at
what it prints: a game that no longer ends as its name says needs another seed.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import stavka
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
    declared: bool


# -- Players -------------------------------------------------------------------------------------------------------


def anything(match: stavka.Match, chance: random.Random) -> str:
    """Any choice, all alike."""
    offer = offered(match)
    return offer.nth(chance.randrange(len(offer)))


def nothing(match: stavka.Match, chance: random.Random) -> str:
    """As little as possible: the end of the phase, or whatever has to be."""
    offer = offered(match)
    quiet = ("do:ready_made", "do:end_phase", "do:pass", "do:done", "do:roll")
    return next((choice for choice in quiet if choice in offer), offer.nth(chance.randrange(len(offer))))


def stubborn(match: stavka.Match, chance: random.Random) -> str:
    """A garrison that fires whenever it can, refits and brings up its reserves, and does not move otherwise."""
    offer = offered(match)
    if offer.task == "defensive_fire":
        return f"unit:{offer.units[0]}" if offer.units and chance.random() < 0.5 else offer.choices[-1]
    if offer.task == "strategic":
        worn = [unit for unit in offer.units if place(match, unit) in ("box.worn_out", "box.reserve")]
        return f"unit:{worn[0]}" if worn else "do:end_phase"
    if offer.task == "place":
        return f"hex:{chance.choice(offer.hexes)}"
    return nothing(match, chance)


def offensive(declares: bool = False) -> Policy:
    """A Soviet player who brings in all he has, moves to the victory hexes and assaults whatever is in the way."""

    def choose(match: stavka.Match, chance: random.Random) -> str:
        offer = offered(match)
        if "do:declare" in offer and declares:
            return "do:declare"
        if "do:ready_made" in offer:
            return "do:ready_made"
        taken = next((button for button in offer.buttons if button.startswith("event.")), None)
        if taken:
            return f"do:{taken}"
        if offer.task in ("enter", "deploy_to"):
            far = distances(match)
            inner = [hex for hex in offer.hexes if hex in far]
            return f"hex:{min(inner, key=lambda number: (far[number], number))}" if inner else f"hex:{offer.hexes[0]}"
        if offer.task in ("move", "move_to"):
            return advance(match)
        if offer.task == "target":
            return f"unit:{offer.units[0]}" if offer.units else "do:end_phase"
        if offer.task == "attack":
            return f"unit:{offer.units[0]}" if offer.units else "do:assault"
        if offer.task in ("arrivals", "deploy", "excess", "polish_losses"):
            return f"unit:{offer.units[0]}"
        return nothing(match, chance)

    return choose


# -- What they look at ---------------------------------------------------------------------------------------------


def place(match: stavka.Match, unit: str) -> str:
    """Where a unit is."""
    p = match.position
    return p.layout.places[p.where[match.game.counters.index[unit]]]


def distances(match: stavka.Match) -> dict[str, int]:
    """What it costs a Red Army unit to get from every hex to the nearest victory hex that it has not, foes ignored."""
    p: Any = match.position
    layout = p.layout
    goals = match.game.board.numbers(layout.victory_hexes & ~p.control)
    index, names = match.game.board.grid.index, match.game.board.names
    far: dict[int, int] = {}
    queue = [(0, index[goal]) for goal in goals or ["1516"]]
    while queue:
        cost, here = heapq.heappop(queue)
        if here in far:
            continue
        far[here] = cost
        for there, _ in layout.steps[0][here]:
            if there not in far:
                heapq.heappush(queue, (cost + layout.cost[0][here], there))
    return {names[hex]: cost for hex, cost in far.items()}


def advance(match: stavka.Match) -> str:
    """The hex that brings the unit in hand nearest to a goal, else the next unit that can get nearer, else the end."""
    offer = offered(match)
    far = distances(match)
    step: Any = match.position.steps[-1]
    unit = match.game.counters.ids[step.unit] if offer.hexes else None
    if unit is not None:
        best = min(offer.hexes, key=lambda number: (far.get(number, 999), number))
        if far.get(best, 999) < far.get(place(match, unit), 999) and crowd(match, best) < 2:
            return f"hex:{best}"
    for other in offer.units:
        if any(far.get(hex, 999) < far.get(place(match, other), 999) for hex in match.ask("reach", unit=other)):
            return f"unit:{other}"
    return "do:end_phase"


def crowd(match: stavka.Match, hex: str) -> int:
    """How many units a hex holds."""
    return len(match.position.at(match.game.board.index[hex]))


# -- The games -----------------------------------------------------------------------------------------------------

RECORDINGS = (
    Recording("soviet_victory", "historical", 1, offensive(), nothing, "soviet", False),
    Recording("soviet_victory_with_the_poles", "free", 2, offensive(declares=True), nothing, "soviet", True),
    Recording("german_victory", "historical", 3, nothing, stubborn, "german", False),
    Recording("german_victory_over_the_poles", "free", 4, anything, anything, "german", True),
)


def play(recording: Recording) -> stavka.Match:
    """Play a recording's game to its end."""
    match = stavka.game("fb").start(recording.scenario, seed=recording.seed)
    chance = random.Random(recording.seed)
    while match.offer is not None:
        policy = recording.soviet if offered(match).seat == "soviet" else recording.german
        match.choose(policy(match, chance))
    return match


def main() -> None:
    """Record all games."""
    GAMES.mkdir(exist_ok=True)
    for recording in RECORDINGS:
        match = play(recording)
        result = match.result
        assert result is not None
        good = (result.winner, match.position.state()["declared"]) == (recording.winner, recording.declared)
        print(f"{recording.name}: {result.winner}, {result.reason} {len(match.records)} choices"
              f"{'' if good else ' - NOT AS WANTED'}")
        if good:
            match.save(GAMES / f"{recording.name}.stavka")


if __name__ == "__main__":
    main()
