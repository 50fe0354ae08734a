"""The race of ideas: the best is found, good ones are combined, the budget is kept, luck is not believed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import stavka
from stavka.kit.words import Message
from stavka.players.base import Budget, Effort
from stavka.players.commander import staff_of
from stavka.players.search import FINALISTS, LEAST, Runner, Search

WORTH = {"a1": 0.1, "a2": 0.3, "b1": -0.2, "b2": 0.2, "c1": 0.0}
"""Ideas of three sectors and what each adds."""


class Toy(Search):
    """Orders are the ideas followed, worth the sum of what they add; continuations differ by some noise."""

    def __init__(self, simulations: int, samples: int = 8, worth: dict[str, float] = WORTH,
                 noise: Callable[[frozenset[str], int], float] = lambda _orders, _number: 0.0) -> None:
        self.worth, self.noise = worth, noise
        self.asked: list[frozenset[str]] = []
        staff: Any = SimpleNamespace(variants=self.changes, replies=lambda _seat: [{}],
                                     written=lambda _p, _seat, orders: orders)
        nothing: Any = None  # neither game nor position: ideas are worth what they say
        super().__init__(nothing, staff, "red", nothing, lambda seed: seed, Budget(Effort(simulations, samples)), 0)

    def changes(self, p: Any, seat: str, orders: frozenset[str]) -> list[list[tuple[frozenset[str], Message]]]:
        def others(sector: str) -> frozenset[str]:
            return frozenset(idea for idea in orders if idea[0] != sector)

        return [[(others(sector) | {idea}, Message(idea)) for idea in self.worth if idea[0] == sector]
                for sector in "abc"]

    def _continue(self, orders: frozenset[str], number: int, turns: int) -> float:
        self.budget.spent += 1
        self.asked.append(orders)
        return sum(self.worth[idea] for idea in orders) + self.noise(orders, number)


def test_the_best_ideas_of_all_sectors_are_combined() -> None:
    thought = Toy(200).climb(frozenset())
    assert thought.orders == {"a2", "b2"}
    assert [variant.idea.key for variant in thought.taken] == ["a2", "b2"]
    assert thought.value == pytest.approx(0.5)


def test_the_best_idea_not_followed_is_remembered() -> None:
    thought = Toy(200, worth={"a1": 0.3, "b1": -0.1, "c1": -0.4}).climb(frozenset())
    assert thought.orders == {"a1"}
    assert thought.rejected is not None and thought.rejected.idea.key == "b1"
    assert thought.rejected_value == pytest.approx(0.3 - 0.1), "followed together with what was chosen"


def test_a_gain_too_small_to_matter_changes_nothing() -> None:
    assert Toy(200, worth={"a1": LEAST / 2}).climb(frozenset()).orders == frozenset()
    assert Toy(200, worth={"a1": LEAST * 2}).climb(frozenset()).orders == {"a1"}


def test_who_was_lucky_in_the_race_must_prove_himself_on_fresh_luck() -> None:
    """The winner's curse: an idea worth nothing that all matches of the race favoured."""
    samples = 8

    def lucky_first(orders: frozenset[str], number: int) -> float:
        return 0.4 if orders and number < samples else 0.0

    assert Toy(200, samples, {"a1": -0.01, "b1": -0.02}, lucky_first).climb(frozenset()).orders == frozenset()


def test_a_gain_within_two_standard_errors_is_luck() -> None:
    def swings(by: float) -> Callable[[frozenset[str], int], float]:
        return lambda orders, number: (by if number % 2 else -by) * len(orders)

    assert Toy(200, worth={"a1": 0.1}, noise=swings(0.05)).climb(frozenset()).orders == {"a1"}
    assert Toy(200, worth={"a1": 0.1}, noise=swings(0.5)).climb(frozenset()).orders == frozenset()


def test_the_error_is_that_of_paired_differences() -> None:
    usual, plan = Runner(None, values=[0.5, -0.5, 0.1]), Runner(None, values=[0.6, -0.4, 0.2, 0.9])
    assert plan.gain(usual) == pytest.approx(0.1) and plan.error(usual) == pytest.approx(0.0)
    assert plan.is_better(usual)
    assert not Runner(None, values=[0.9]).is_better(usual)  # one continuation proves nothing


def test_the_final_is_played_in_matches_that_the_race_did_not_see() -> None:
    seen: list[int] = []

    def note(_orders: frozenset[str], number: int) -> float:
        seen.append(number)
        return 0.0

    toy = Toy(200, samples=4, noise=note)
    toy._step(frozenset())
    finals = [number for number in seen if number >= 4]
    assert sorted(set(finals)) == [4, 5, 6, 7]
    assert len(finals) == 4 + FINALISTS + 2 + 2, "after one match the better two go on, after two the best alone"


def test_the_best_goes_on_until_it_is_no_longer_luck() -> None:
    def restless(orders: frozenset[str], number: int) -> float:
        return (-0.3 if number % 2 else 0.3) * len(orders)

    toy = Toy(400, samples=4, worth={"a1": 0.1}, noise=restless)
    assert toy.climb(frozenset()).orders == {"a1"}
    assert toy.asked.count(frozenset({"a1"})) > 30, "so many it takes until 0.1 is more than two standard errors"
    assert toy.budget.left > 100, "and no more"


def test_a_hopeless_finalist_is_given_up() -> None:
    toy = Toy(400, samples=4, worth={"a1": 0.1}, noise=lambda orders, number: 0.0 if number < 4 else -0.2 * len(orders))
    assert toy.climb(frozenset()).orders == frozenset()
    assert len(toy.asked) < 20


def test_the_climb_goes_on_from_what_has_proved_better() -> None:
    """What is thought of only after a first step is followed by a second."""
    worth = {f"{sector}1": 0.1 for sector in "abc"}

    class Long(Toy):
        def changes(self, p: Any, seat: str, orders: frozenset[str]) -> list[list[tuple[frozenset[str], Message]]]:
            if "a1" not in orders:
                return [[(frozenset({"a1"}), Message("a1"))]]
            return super().changes(p, seat, orders)

    thought = Long(400, worth=worth).climb(frozenset())
    assert thought.orders == {"a1", "b1", "c1"}
    assert [variant.idea.key for variant in thought.taken] == ["a1", "b1", "c1"]


def test_good_ideas_are_looked_at_longer_than_bad_ones() -> None:
    toy = Toy(200)
    toy.climb(frozenset())
    assert toy.asked.count(frozenset({"b1"})) < toy.asked.count(frozenset({"b2"}))


@pytest.mark.parametrize("simulations", [0, 1, 5, 11, 30])
def test_no_more_is_imagined_than_the_budget_allows(simulations: int) -> None:
    toy = Toy(simulations)
    thought = toy.climb(frozenset())
    assert len(toy.asked) <= simulations
    assert thought.orders <= set(WORTH)


def test_every_idea_meets_the_same_imagined_matches() -> None:
    toy = Toy(200, noise=lambda _orders, number: 0.5 if number % 2 else -0.5)  # odd continuations go badly for all
    assert toy.climb(frozenset()).orders == {"a2", "b2"}


def test_orders_are_carried_out_for_a_turn_and_what_comes_after_is_played_by_the_model(dagc: stavka.Game[Any]) -> None:
    """Whoever looks two player turns ahead never sees more of the model than the enemy's reply."""
    staff, seat = staff_of(dagc), "soviet"
    asked: list[tuple[str, Any]] = []

    def mind(of: str, orders: Any) -> Any:
        asked.append((of, orders))
        return staff.mind(of, orders)

    spied: Any = SimpleNamespace(mind=mind, replies=staff.replies, evaluate=staff.evaluate)
    here = dagc.situation({"turn": 8, "step": "soviet.movement", "seed": 2}).position
    search = Search(dagc, spied, seat, here, lambda _seed: here, Budget(Effort(9)), 0)
    orders, model = staff.orders(seat, "veteran", Random(1)), search.replies[0]
    for turns, expected in ((2, [orders]), (4, [orders, model[seat]])):
        asked.clear()
        search._continue(orders, 0, turns)
        assert [given for of, given in asked if of == seat] == expected
        assert all(given is model["german"] for of, given in asked if of == "german")
