"""A seat is a player, a side a colour: one seat may run several sides, and play in another's phase."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from stavka.game import Game
from stavka.kit.counters import Counter, Counters
from stavka.kit.dice import Dice
from stavka.kit.position import Layout, Position
from stavka.kit.steps import Phase, Step

SIDES = ("north", "south", "guards", "nobody")
RUNNERS = ("left", "right", "right", "")


@pytest.fixture
def game() -> Game[Any]:
    """Four sides and two seats: a game that declares them, without data."""
    known = type(stavka.game("dagc"))
    declared: Game[Any] = object.__new__(type("FourSides", (known,), {"sides": SIDES, "runners": RUNNERS}))
    return declared


def test_a_seat_runs_the_sides_that_the_game_gives_it(game: Game[Any]) -> None:
    assert game.sides_of("left") == ("north",)
    assert game.sides_of("right") == ("south", "guards")
    assert [game.seat_of(side) for side in SIDES] == list(RUNNERS)


def test_the_player_turn_is_the_owners_though_another_seat_plays(game: Game[Any]) -> None:
    assert game.turn_of(Phase("guards.movement", "guards", "left", Step)) == "right"
    assert game.turn_of(Phase("weather", "", "left", Step)) == "left"


def test_a_position_knows_who_runs_a_side() -> None:
    board = stavka.game("dagc").board
    p = Position(Layout(board, Counters[Counter]([]), SIDES, RUNNERS), Dice.seeded("seats"))
    assert [p.seat(side) for side in range(4)] == list(RUNNERS)
    assert Layout(board, Counters[Counter]([]), SIDES).seats == SIDES


@pytest.mark.parametrize("key", stavka.games())
def test_every_phase_belongs_to_a_side_or_to_nobody(key: str) -> None:
    game = stavka.game(key)
    assert {phase.owner for phase in game.sequence} <= {"", *game.sides}
    assert {phase.seat for phase in game.sequence} <= set(game.seats)
    assert game.layout.seats == tuple(map(game.seat_of, game.sides))
