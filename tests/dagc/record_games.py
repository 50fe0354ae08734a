"""Records the finished games of ``tests/dagc/games``: whole games, one at least for every way a game can end.

Run ``python -m tests.dagc.record_games`` after a change of data or rules that the journals do not survive, and look
at what it prints: a game that no longer ends as its name says needs another seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import stavka

from .helpers_a import offered, where

GAMES = Path(__file__).parent / "games"
KOENIGSBERG = "2825"

Policy = Callable[[stavka.Match, random.Random], str]
"""Chooses for a seat from the offer of a match."""
Goals = Callable[[stavka.Match], list[str]]
"""The hexes a player wants to get to."""


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


def anything(match: stavka.Match, chance: random.Random) -> str:
    """Any choice, all alike."""
    offer = offered(match)
    return offer.nth(chance.randrange(len(offer)))


def offensive(goals: Goals) -> Policy:
    """A player who brings in all he has, attacks where the odds are fair and moves every unit to the nearest goal."""

    def choose(match: stavka.Match, _chance: random.Random) -> str:
        offer = offered(match)
        if offer.task == "move":
            return next((f"unit:{unit}" for unit in offer.units if can_get_nearer(match, unit, goals)), "do:end_phase")
        if offer.task == "move_to":
            unit = moving_unit(match)
            hex = nearest(match, list(offer.hexes), goals)
            if hex is not None and steps(match, hex, goals) < steps(match, where(match, unit), goals):
                return f"hex:{hex}"
            return next((f"unit:{unit}" for unit in offer.units if can_get_nearer(match, unit, goals)), "do:end_phase")
        if offer.task == "target":
            return best_target(match)
        if offer.task == "attack":
            return f"unit:{offer.units[0]}" if offer.units else "do:roll"
        if offer.hexes and offer.task != "retreat":
            return f"hex:{nearest(match, list(offer.hexes), goals)}"
        return offer.choices[0]

    return choose


def to_koenigsberg(_match: stavka.Match) -> list[str]:
    """The one hex that ends the game at once (4.2)."""
    return [KOENIGSBERG]


def to_points(match: stavka.Match) -> list[str]:
    """The towns and cities that are still German, Königsberg apart (4.3)."""
    held = match.view("soviet")["points"]["held"]
    places = match.game.board.places.values()
    numbers = [match.game.board.names[place.hex] for place in places]
    return [number for number in numbers if number not in held and number != KOENIGSBERG] or [KOENIGSBERG]


def to_the_enemy(match: stavka.Match) -> list[str]:
    """The hexes with Soviet units (for a German counter-offensive)."""
    on_map = match.game.board.grid.index
    return [hex for hex, stack in match.view("soviet")["stacks"].items()
            if hex in on_map and match.game.counters[stack[0]].side == "soviet"] or [KOENIGSBERG]


# -- What they look at ---------------------------------------------------------------------------------------------


def moving_unit(match: stavka.Match) -> str:
    """The unit that was picked up last."""
    picked = next(record for record in reversed(match.records) if record.choice.startswith("unit:"))
    return picked.choice.removeprefix("unit:")


def steps(match: stavka.Match, hex: str, goals: Goals) -> int:
    """How far a hex is from the nearest goal."""
    grid = match.game.board.grid
    return min(grid.distance(grid.index[hex], grid.index[goal]) for goal in goals(match))


def nearest(match: stavka.Match, hexes: list[str], goals: Goals) -> str | None:
    """Of some hexes the one nearest to a goal."""
    on_map = [hex for hex in hexes if hex in match.game.board.grid.index]
    return min(on_map, key=lambda number: (steps(match, number, goals), number), default=None)


def can_get_nearer(match: stavka.Match, unit: str, goals: Goals) -> bool:
    """Whether a unit can get nearer to a goal."""
    hex = nearest(match, list(match.ask("reach", unit=unit)), goals)
    return hex is not None and steps(match, hex, goals) < steps(match, where(match, unit), goals)


def best_target(match: stavka.Match) -> str:
    """The target against which most factors can be brought, if the differential is fair, or if he must attack."""
    offer = offered(match)
    view, grid = match.view("soviet"), match.game.board.grid

    def margin(target: str) -> int:
        around = [grid.names[i] for i in grid.neighbours[grid.index[target]]]
        stacked = [unit for hex in around for unit in view["stacks"].get(hex, ())]
        units = [unit for unit in stacked if match.game.counters[unit].side == offer.seat]
        fit = [unit for unit in units if match.ask("why_not", unit=unit, hex=target)["allowed"]]
        return int(match.ask("odds", target=target, units=fit)["column_index"]) if fit else -1

    best = max(offer.hexes, key=margin, default=None)
    if best is None or (margin(best) < 3 and "end_phase" in offer.buttons):
        return "do:end_phase"
    return f"hex:{best}"


# -- The games -----------------------------------------------------------------------------------------------------

RECORDINGS = (
    Recording("soviet_points", "historical", 1, offensive(to_points), anything, "soviet", "4.3.d"),
    Recording("soviet_koenigsberg", "bold_stroke", 1, offensive(to_koenigsberg), anything, "soviet", "4.2"),
    Recording("german_counterblow", "failed_dday_no_bomb_plot", 1, anything, offensive(to_the_enemy), "german", "4.4"),
    Recording("german_random", "no_bomb_plot", 1, anything, anything, "german", "4.4"),
)


def play(recording: Recording) -> stavka.Match:
    """Play a recording's game to its end."""
    match = stavka.game("dagc").start(recording.scenario, seed=recording.seed)
    chance = random.Random(recording.seed)
    while match.offer is not None:
        policy = recording.soviet if match.offer.seat == "soviet" else recording.german
        match.choose(policy(match, chance))
    return match


def main() -> None:
    """Record all games."""
    GAMES.mkdir(exist_ok=True)
    for recording in RECORDINGS:
        match = play(recording)
        result = match.result
        assert result is not None
        good = (result.winner, result.rule) == (recording.winner, recording.rule)
        print(f"{recording.name}: {result.winner} by {result.rule} on turn {match.turn}, {dict(result.scores)}, "
              f"{len(match.records)} choices{'' if good else ' - NOT AS WANTED'}")
        if good:
            match.save(GAMES / f"{recording.name}.stavka")


if __name__ == "__main__":
    main()
