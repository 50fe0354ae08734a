"""Computer players add up numbers in a way that is the same on every version of Python."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from math import fsum
from pathlib import Path

import pytest

import stavka
from stavka.kit.sums import added

HOME = Path(stavka.__file__).parent
WEIGH = [path for pattern in ("staff", "players", "games/*/staff", "novice.py", "forecast.py")
         for found in sorted(HOME.glob(pattern)) for path in (sorted(found.glob("*.py")) or [found])]
"""The modules in which plans are weighed."""


def one_after_the_other(values: list[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


@pytest.mark.parametrize("values", [[0.1] * 10, [1e16, 1.0, 1.0, -1e16], [0.7, 0.1, 0.2, -1.0]])
def test_numbers_are_added_one_after_the_other_with_what_rounding_loses(values: list[float]) -> None:
    assert added(values) == one_after_the_other(values)
    assert added(values) != fsum(values), "what rounding loses would not show"


def test_whole_numbers_stay_whole() -> None:
    assert added([2, 3]) == 5 and isinstance(added([2, 3]), int) and added([]) == 0


def only_counts(call: ast.Call) -> bool:
    """Whether a sum is evidently one of whole numbers: of ones, of comparisons, of single bits."""
    each = call.args[0].elt if isinstance(call.args[0], ast.GeneratorExp | ast.ListComp) else None
    if isinstance(each, ast.Constant):
        return isinstance(each.value, int)
    return isinstance(each, ast.Compare) or (isinstance(each, ast.BinOp) and isinstance(each.op, ast.BitAnd))


def sums(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sum" and (
                not only_counts(node)):
            yield f"{path.relative_to(HOME)}:{node.lineno}"


def test_players_add_up_with_added_and_not_with_sum() -> None:
    assert len(WEIGH) > 40
    found = [place for path in WEIGH for place in sums(path)]
    assert not found, "what players weigh is added up with stavka.kit.sums.added"
