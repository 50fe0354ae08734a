"""Positions with a better move: does a player find it, and is it better?

A suite is a TOML file of positions. Each is a situation, what must be true when the phase is over for the better move
to have been found (``found``), and two ways to play it as clicks (``better`` and ``worse``) for those who check the
suite: each is followed by games between regulars, to the end and with the same luck, and the difference in victory
points is told.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import stavka
from stavka.kit.dice import Luck
from stavka.kit.hexset import members
from stavka.kit.steps import settle, take
from stavka.players import Seen, player
from stavka.players.search import play_on
from stavka.staff.general import General
from stavka.staff.survey import Survey

FACTS = ("held", "taken", "attacked", "empty")
"""What can be asked: an own unit stands in a hex, it is a site that is held, it was attacked, no own unit is in it."""
WHOLE_GAME = 1_000
"""Player turns that no game has."""


@dataclass(frozen=True)
class Problem:
    """A position in which one move is better than another."""

    name: str
    why: str
    situation: Mapping[str, Any]
    found: Mapping[str, Sequence[str]]
    """By fact: the hexes of which it must be true."""
    better: tuple[str, ...]
    worse: tuple[str, ...]


def read(path: Path) -> list[Problem]:
    """The positions of a file; what is missing or unknown in one is said with its name."""
    problems = []
    for data in tomllib.loads(path.read_text(encoding="utf-8"))["position"]:
        name = data.get("name", "a position without a name")
        missing = {"name", "why", "situation", "found", "better", "worse"} - data.keys()
        unknown = data.get("found", {}).keys() - set(FACTS)
        if missing or unknown:
            raise ValueError(f"{path.name}: {name}: missing or unknown: {', '.join(sorted(missing | unknown))}")
        problems.append(Problem(name, data["why"], data["situation"], data["found"], tuple(data["better"]),
                                tuple(data["worse"])))
    return problems


# -- finding -------------------------------------------------------------------------------------------------------


def solves(game: stavka.Game[Any], problem: Problem, level: str, seed: int | str = 0) -> bool:
    """Whether a player of a level makes the better move."""
    match = game.situation(problem.situation)
    assert match.offer is not None
    seat, phase = match.offer.seat, (match.turn, match.phase)
    players = {name: player(level if name == seat else "regular", game, f"{seed} {name}") for name in game.seats}
    while (offer := match.offer) is not None and (match.turn, match.phase) == phase:
        match.choose(players[offer.seat].choose(Seen.of(match)))
    return is_found(match, problem)


def is_found(match: stavka.Match, problem: Problem) -> bool:
    """Whether all is true that the better move brings about, for the force whose move it was."""
    game, board = match.game, match.game.board
    survey = _survey(game, problem, match.position)
    manned = {match.position.where[unit] for unit in survey.own}
    held = {place for number in survey.held for place in members(survey.ground.sites[number].hexes)}
    attacked = {event.data.get("hex") for event in match.log if event.kind == "fought"}
    checks: dict[str, Callable[[str], bool]] = {
        "held": lambda name: board.index[name] in manned, "taken": lambda name: board.index[name] in held,
        "attacked": lambda name: name in attacked, "empty": lambda name: board.index[name] not in manned}
    return all(checks[fact](name) for fact, names in problem.found.items() for name in names)


def _survey(game: stavka.Game[Any], problem: Problem, p: Any) -> Survey:
    """A position in the eyes of the force that moves in the problem."""
    staff, start = game.staff, game.situation(problem.situation).position
    assert isinstance(staff, General)
    options = settle(start, game.advance)
    assert options is not None
    force = staff.mind(options.seat, staff.orders(options.seat, "regular", Random(0))).of(start, options).force
    return staff.command.survey(p, force, staff.usual(force))


# -- checking ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Margin:
    """How much better the better move is: in victory points of its seat, and in games won of a hundred."""

    points: float
    error: float
    wins: float

    @property
    def is_sure(self) -> bool:
        """Whether luck is hardly the reason."""
        return self.points > 2 * self.error and self.points > 0


def verify(game: stavka.Game[Any], problem: Problem, games: int, seed: int = 0) -> Margin:
    """Play both ways to the end, so many times each, with the same luck."""
    differences, wins = [], 0
    for number in range(seed, seed + games):
        better, worse = (_outcome(game, problem, clicks, number) for clicks in (problem.better, problem.worse))
        differences.append(better[0] - worse[0])
        wins += better[1] - worse[1]
    mean = sum(differences) / games
    spread = sum((one - mean) ** 2 for one in differences) / max(1, games - 1)
    return Margin(mean, sqrt(spread / games), 100 * wins / games)


def _outcome(game: stavka.Game[Any], problem: Problem, clicks: Sequence[str], number: int) -> tuple[int, int]:
    """The points and the victory of the seat that moves, after these clicks and the rest of the game."""
    match = game.situation(problem.situation)
    assert match.offer is not None
    seat, staff = match.offer.seat, game.staff
    assert staff is not None
    p: Any = match.position.copy(Luck(f"suite {problem.name} {number}"))
    for click in clicks:
        kind, _, name = click.partition(":")
        index = {"unit": game.unit_index, "hex": game.board.index.__getitem__}
        take(p, kind, index[kind](name) if kind in index else name)
        settle(p, game.advance)
    rng = Random(f"suite {number}")
    minds = {name: staff.mind(name, staff.orders(name, "regular", rng)) for name in game.seats}
    play_on(game, p, minds, WHOLE_GAME)
    result = p.result
    assert result is not None
    points = result.scores.get(seat)
    if points is None:
        points = -sum(result.scores.values())
    return points, int(result.winner == seat)
