"""Which rules of a game the tests cite: ``@pytest.mark.rule("dagc", "8.3.a", ...)`` on a test function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .game import Game


@dataclass(frozen=True)
class Coverage:
    """The rules of a game that tests cite, those that none cites, and citations of rules that do not exist."""

    cited: dict[str, list[str]]
    missing: list[str]
    unknown: list[str]
    narrative: int

    @property
    def share(self) -> float:
        """The part of the enforceable rules that is cited."""
        total = len(self.cited) + len(self.missing)
        return len(self.cited) / total if total else 1.0


def measure(game: Game[Any], tests: Path) -> Coverage:
    """Read the tests under a folder and compare their citations with the rules index."""
    citations: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for name, number in _citations(path, game.key):
            citations.setdefault(number, []).append(f"{path.name}::{name}")
    wanted = [rule.id for rule in game.rules if not rule.narrative]
    return Coverage(
        {rule: citations[rule] for rule in wanted if rule in citations},
        [rule for rule in wanted if rule not in citations],
        sorted(number for number in citations if number not in game.rule_numbers),
        len(game.rules) - len(wanted),
    )


def _citations(path: Path, key: str) -> Iterator[tuple[str, str]]:
    """Every (test, rule number) of one file for one game; parametrised cases may carry marks too."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if key in text else ():  # most files speak of another game
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
            continue
        for call in (inner for decorator in node.decorator_list for inner in ast.walk(decorator)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule":
                values = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
                if values and values[0] == key:
                    yield from ((node.name, str(number)) for number in values[1:])
