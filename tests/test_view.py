"""The view keeps to its one definition, on both sides."""

from __future__ import annotations

import random
import re
import runpy
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import stavka
from stavka.game import Role
from stavka.games import keys
from stavka.kit.view import View
from stavka.table.box import COURSES, SHAPES

SCRIPT = Path(__file__).parent.parent / "scripts" / "view_types.py"


@pytest.mark.parametrize("key", keys())
def test_every_view_has_the_shape_that_is_declared(key: str) -> None:
    """Nothing is missing, of another type, or there without being declared: it would not come back the same."""
    game = stavka.game(key)
    for scenario in game.scenarios:
        match, rng = game.start(scenario, seed=4), random.Random(4)
        for n in range(400):
            if match.offer is None:
                break
            if n % 20 == 0:
                for seat in game.seats:
                    view = match.view(seat)
                    assert msgspec.convert(view, View) == view
            match.choose(rng.choice(match.offer.choices))


def test_a_view_that_is_not_as_declared_is_found() -> None:
    view = stavka.game(keys()[0]).start(seed=1).view("soviet")
    assert msgspec.convert({**view, "weather": "mud"}, View) != {**view, "weather": "mud"}
    offer = {**(view["offer"] or {}), "about": {"kind": "sing", "targets": [], "group": []}}
    with pytest.raises(msgspec.ValidationError, match=r"offer\.about\.kind"):
        msgspec.convert({**view, "offer": offer}, View)


def test_the_clients_types_are_fresh() -> None:
    script = runpy.run_path(str(SCRIPT))
    assert script["TARGET"].read_text(encoding="utf-8") == script["source"](), "run python scripts/view_types.py"


def test_the_client_draws_every_shape_a_game_may_name() -> None:
    signs = (SCRIPT.parent.parent / "web" / "src" / "lib" / "signs.ts").read_text(encoding="utf-8")
    drawn = set(re.findall(r"^  (\w+): ['{]", signs, re.MULTILINE))
    assert drawn == {*SHAPES, *COURSES} - {"none"}


@pytest.mark.parametrize("key", keys())
def test_roles_are_those_of_buttons_the_game_has(key: str) -> None:
    game = stavka.game(key)
    assert set(game.roles) <= set(game.buttons) and set(game.roles.values()) <= set(get_args(Role))
