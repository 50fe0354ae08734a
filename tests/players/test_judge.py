"""The judge that learns from games: what it looks at, how it weighs it, and when it is not asked."""

from __future__ import annotations

import json
from math import tanh
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from stavka.kit.hexset import bit
from stavka.staff.ground import FAR, HORIZON, NEARNESS, Site
from stavka.staff.judge import KINDS, Judge, fact_names, look

STRIDE = 4
TOWN, CITY, ROAD = 0, 1, 2
"""Three hexes in a line: the town, the city behind it, and the road that leads away from both."""


def seen_by(own: dict[int, int], foes: dict[int, int], held: set[int], reach: int = 0, supply: int = 0b111) -> Any:
    """A force with units in hexes, each of strength 5, that can walk into ``reach`` from anywhere."""
    fade = [NEARNESS ** (points / STRIDE) if points <= HORIZON * STRIDE else 0.0 for points in range(FAR + 1)]
    ground = SimpleNamespace(sites=(Site.at(TOWN), Site.at(CITY)), stride=STRIDE, fade=fade,
                             distance=([0, 4, 8], [4, 0, 4]))
    where = {**own, **foes}
    return SimpleNamespace(
        p=SimpleNamespace(where=where), ground=ground, own=list(own), foes=list(foes), held=frozenset(held), crowd=10.0,
        sites={TOWN: 2.0, CITY: 4.0}, supply=supply, strength=lambda _unit: 5.0,
        foe_reach=lambda unit: bit(where[unit]) | reach)


def facts(mine: dict[int, int], theirs: dict[int, int], held: set[int], reach: int = 0) -> dict[str, float]:
    names = fact_names("red", ["town", "city"])
    told = look(seen_by(mine, theirs, held, reach), seen_by(theirs, mine, {TOWN, CITY} - held))
    assert len(names) == len(told)
    return dict(zip(names, told, strict=True))


def test_it_sees_owner_garrison_and_who_could_walk_in() -> None:
    told = facts({1: ROAD}, {2: CITY}, held={TOWN}, reach=bit(TOWN))
    assert told["red town owner"] == 1 and told["red city owner"] == -1
    assert told["red town garrison"] == 0 and told["red city garrison"] == pytest.approx(-0.9)
    assert told["red town open"] == -1, "nobody is in the town and the enemy can come"
    assert told["red city open"] == 0, "the city has a garrison"
    assert facts({1: TOWN}, {2: CITY}, held={TOWN}, reach=bit(TOWN))["red town open"] == 0


def test_it_sees_who_is_stronger_around_a_site() -> None:
    told = facts({1: TOWN, 3: TOWN}, {2: CITY}, held={TOWN})
    assert told["red town balance"] > 0 > told["red city balance"]
    assert told["red strength"] == 1.0 and told["red enemy_units"] == 1.0


def test_all_sites_together_count_by_their_worth() -> None:
    told = facts({1: TOWN}, {2: CITY}, held={TOWN})
    assert told["red all owner"] == 2.0 - 4.0
    assert [name for name in told if " all " in name] == [f"red all {kind}" for kind in KINDS]


def written(path: Path, **changes: Any) -> Path:
    data = {"turns": [1, 5], "bias": [0.0, 1.0], "trusted": [2], "weights": {"one": [1.0, 3.0], "two": [0.0, -1.0]}}
    path.write_text(json.dumps(data | changes), encoding="utf-8")
    return path


def test_weights_change_evenly_between_turns(tmp_path: Path) -> None:
    judge = Judge.read(written(tmp_path / "judge.json"), ["one", "two"])
    assert judge is not None and judge.trusted == {2}
    assert judge.value([1.0, 1.0], 1) == pytest.approx(tanh(0.5))
    assert judge.value([1.0, 1.0], 5) == judge.value([1.0, 1.0], 9) == pytest.approx(tanh(1.5))
    assert judge.value([1.0, 1.0], 3) == pytest.approx(tanh((1.0 + 3.0) / 2 / 2))


def test_a_judge_of_another_map_is_not_asked(tmp_path: Path) -> None:
    assert Judge.read(written(tmp_path / "judge.json"), ["one", "three"]) is None
    assert Judge.read(tmp_path / "missing.json", ["one", "two"]) is None


def test_what_is_out_of_reach_counts_for_nothing_around_a_site() -> None:
    far = seen_by({1: ROAD}, {2: CITY}, {TOWN})
    far.ground.distance = ([0, 4, FAR], [4, 0, FAR])
    near = seen_by({1: ROAD}, {2: CITY}, {TOWN})
    other = seen_by({2: CITY}, {1: ROAD}, {CITY})
    balance = KINDS.index("balance")
    assert look(far, other)[balance] < look(near, other)[balance]
