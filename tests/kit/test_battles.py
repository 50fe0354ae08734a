"""Odds, die modifiers, multiples, exact chances, and who must fight whom."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stavka.kit.chances import die, floats, joint, mapped, rerolled
from stavka.kit.data import DataError, Table
from stavka.kit.hexset import HexSet, members, of
from stavka.kit.pairing import Contact
from stavka.kit.tables import BEYOND, ColumnTable, Ladder, Sum, multiplied, percent, times

TABLE = ColumnTable(["weak", "strong"], [0], {face: [f"w{face}", f"s{face}"] for face in range(1, 7)})


def test_a_modified_die_stays_on_the_table() -> None:
    assert TABLE.result(0, 9) == "w6" and TABLE.result(1, -2) == "s1"
    chances = TABLE.chances(0, modifier=2)
    assert chances["w6"] == 0.5 and "w1" not in chances and sum(chances.values()) == pytest.approx(1)


def test_a_table_of_odds_needs_no_numbers() -> None:
    values = {"columns": ["1-1", "2-1"], "rows": {"1": ["A", "B"]}}
    assert ColumnTable.read(Table(values, "charts.toml: crt")).result(1, 1) == "B"
    with pytest.raises(DataError, match="lowest"):
        ColumnTable.read(Table({**values, "lowest": [3, 4]}, "charts.toml: crt"))


@pytest.mark.parametrize(("attack", "defence", "rung"), [
    (1, 4, None), (1, 3, "1-3"), (4, 9, "1-3"), (9, 9, "1-1"), (10, 9, "1-1"), (3, 2, "1.5-1"), (53, 18, "2-1"),
    (36, 3, "10-1"), (5, 0, "10-1"),
])
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, rung: str | None) -> None:
    ladder = Ladder(["1-3", "1-2", "1-1", "1.5-1", "2-1", "3-1", "10-1"])
    found = ladder.rung(attack, defence)
    assert (None if found < 0 else ladder.rungs[found]) == rung


def test_a_ladder_that_does_not_rise_is_refused() -> None:
    with pytest.raises(ValueError, match="rise"):
        Ladder(["1-1", "1-2"])


def test_percentages_drop_fractions() -> None:
    assert (percent(20, 13), percent(10, 12), percent(1, 0)) == (153, 83, BEYOND)


def test_multiples_are_capped_together_and_halves_rounded_once() -> None:
    half, double, triple = times(Fraction(1, 2), "odds.half"), times(2, "odds.double"), times(3, "odds.triple")
    assert multiplied(5, [double, triple]) == 30
    assert multiplied(5, [double, triple], most=3) == 15
    assert multiplied(5, [half], up=True) == 3 and multiplied(5, [half]) == 2
    assert multiplied(5, [half, double], up=True) == 5


def test_a_sum_keeps_modifiers_and_multiples_apart() -> None:
    total = Sum()
    total.attack(10, "odds.unit", "8.1", by=[times(2, "odds.double", "8.2")])
    total.modify(2, "odds.good", "8.3")
    total.modify(-5, "odds.never", "8.4", when=False)
    assert (total.attack_strength, total.net_shift, total.die_modifier) == (10, 0, 2)
    assert total.attackers[0].by[0].message.rules == ("8.2",)


def test_a_reroll_counts_once_and_stands() -> None:
    once = rerolled(die(), {6})
    assert once[6] == Fraction(1, 36) and once[1] == Fraction(7, 36) and sum(once.values()) == 1


def test_dice_of_two_kinds() -> None:
    worst = mapped(joint(die(), rerolled(die(), {6})), max)
    assert worst[6] == 1 - Fraction(5, 6) * Fraction(35, 36)
    assert sum(floats(worst).values()) == pytest.approx(1)


# -- compulsory attacks --------------------------------------------------------------------------------------------

Battle = tuple[frozenset[int], frozenset[int]]


def subsets(items: list[int]) -> Iterator[frozenset[int]]:
    for size in range(1, len(items) + 1):
        yield from map(frozenset, combinations(items, size))


def battles(foes: dict[int, set[int]], attackers: frozenset[int], defenders: frozenset[int]) -> Iterator[Battle]:
    """Every battle that can be fought among these."""
    for some, others in product(subsets(sorted(attackers)), subsets(sorted(defenders))):
        if all(others <= foes[attacker] for attacker in some):
            yield some, others


def can_all_fight(foes: dict[int, set[int]], attackers: frozenset[int], defenders: frozenset[int]) -> bool:
    """Whether all these can be told off into battles, by trying everything."""
    if not attackers or not defenders:
        return not attackers and not defenders
    first = min(attackers)
    return any(can_all_fight(foes, attackers - some, defenders - others)
               for some, others in battles(foes, attackers, defenders) if first in some)


fronts = st.dictionaries(st.integers(0, 3), st.sets(st.integers(10, 13), min_size=1), min_size=1, max_size=4)


@settings(max_examples=150, deadline=None)
@given(fronts)
def test_everybody_in_contact_can_always_be_paired(foes: dict[int, set[int]]) -> None:
    assert can_all_fight(foes, frozenset(foes), frozenset().union(*foes.values()))


@settings(max_examples=60, deadline=None)
@given(fronts)
def test_a_battle_is_allowed_exactly_if_the_rest_can_fight(foes: dict[int, set[int]]) -> None:
    attackers, defenders = frozenset(foes), frozenset(set().union(*foes.values()))
    contact = Contact({attacker: of(enemies) for attacker, enemies in foes.items()})
    everything = list(battles(foes, attackers, defenders))
    good = {(some, others) for some, others in everything
            if can_all_fight(foes, attackers - some, defenders - others)}
    for some, others in everything:
        whole = contact.completed(of(some), of(others))
        possible = [pair for pair in good if some <= pair[0] and others <= pair[1]]
        assert (whole is None) == (not possible)
        if whole is not None:
            smallest = (frozenset(members(whole[0])), frozenset(members(whole[1])))
            assert smallest in good and all(smallest[0] <= pair[0] and smallest[1] <= pair[1] for pair in possible)


def test_who_is_not_bound_to_fight_may_be_left() -> None:
    foes: dict[int, HexSet] = {1: of([10]), 2: of([10])}
    assert Contact(foes).completed(of([1]), of([10])) == (of([1, 2]), of([10]))
    assert Contact(foes, bound=of([10])).completed(of([1]), of([10])) == (of([1]), of([10]))
