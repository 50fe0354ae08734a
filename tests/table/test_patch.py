"""Changes of views: a patch makes exactly the new view, and is small."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import stavka
from stavka.table.messages import encode
from stavka.table.patch import diff, patched
from tests.playing import seen

names = st.sampled_from([f"{n:04}" for n in range(40)])
lists = st.lists(names, unique=True) | st.lists(names | st.none())
leaves = st.none() | st.booleans() | st.integers(0, 9) | names | lists

MOST = 600
"""How many choices of a game are looked at."""


def views(depth: int = 3) -> st.SearchStrategy[dict[str, Any]]:
    """Views of any kind. A key never holds a list in one and an object in another."""
    flat = st.dictionaries(st.sampled_from("abcdef"), leaves, max_size=6)
    if depth == 0:
        return flat
    nested = st.dictionaries(st.sampled_from("uvwxyz"), views(depth - 1), max_size=4)
    return st.builds(lambda a, b: {**a, **b}, flat, nested)


def bare(view: Any) -> Any:
    """A view without the keys that are null, which mean the same as no key."""
    if isinstance(view, dict):
        return {key: bare(value) for key, value in view.items() if value is not None}
    return view


@given(views(), views())
def test_a_patch_makes_the_new_view(old: dict[str, Any], new: dict[str, Any]) -> None:
    change = diff(old, new)
    assert bare(patched(bare(old), change)) == bare(new)


@given(views())
def test_nothing_changed_is_an_empty_patch(view: dict[str, Any]) -> None:
    assert diff(view, view) == {}


def test_numbers_and_truths_are_not_confused() -> None:
    assert diff({"a": 1}, {"a": True}) == {"a": True}


@given(st.lists(st.integers(0, 99), unique=True, min_size=60), st.booleans())
def test_a_long_list_is_told_in_runs_where_numbers_follow_one_another(numbers: list[int], is_sorted: bool) -> None:
    items = [f"{number:04}" for number in (sorted(numbers) if is_sorted else numbers)]
    for before in ({}, {"hexes": items[:3]}, {"offer": None}):
        view = {"hexes": [*items, "box"], "offer": {"hexes": items}}
        assert patched(before, diff(before, view)) == view


def test_runs_are_short_and_leave_alone_what_looks_like_one() -> None:
    items = [f"{number:04}" for number in range(980, 1060)]
    assert diff({}, {"hexes": items}) == {"hexes": {"runs": ["0980-1059"]}}
    assert diff({}, {"hexes": [*items, "1-2"]}) == {"hexes": [*items, "1-2"]}
    assert diff({}, {"hexes": items[::2]}) == {"hexes": items[::2]}


def test_a_long_list_is_edited() -> None:
    old = [f"{n}" for n in range(1000)]
    new = [*old[:300], "x", *old[301:]]
    change = diff({"control": old}, {"control": new})
    assert change == {"control": {"less": ["300"], "more": [[300, "x"]]}}
    assert patched({"control": old}, change) == {"control": new}


def test_views_follow_from_patches(game: stavka.Game[Any]) -> None:
    match = game.start(seed=4)
    chance = random.Random(4)
    views = {seat: bare(seen(match, seat)) for seat in match.game.seats}
    while match.offer is not None and len(match.records) < MOST:
        match.choose(match.offer.nth(chance.randrange(len(match.offer))))
        for seat, old in views.items():
            new = seen(match, seat)
            views[seat] = patched(old, diff(old, new))
            assert views[seat] == bare(new)
            if match.phase != "setup":  # one button may set up an army, and half the map may be offered
                offered = new["offer"]["hexes"] if new["offer"] else []
                assert len(encode(diff(old, new))) < 3000 + len(encode(offered))
