"""The rules index of a game: every rule with its number, title and our own short wording in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .kit.data import Table, Words


@dataclass(frozen=True)
class Rule:
    """One rule. ``narrative`` entries state nothing a program could enforce."""

    id: str
    title: Words
    text: Words
    example: Words | None = None
    ruling: Words | None = None
    narrative: bool = False


class RulesIndex:
    """All rules of a game, in the order of its rulebook."""

    def __init__(self, table: Table) -> None:
        self._rules = {key: _read_rule(key, rule) for key, rule in table.tables()}

    def __len__(self) -> int:
        return len(self._rules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __contains__(self, rule: object) -> bool:
        return rule in self._rules

    def __getitem__(self, rule: str) -> Rule:
        return self._rules[rule]

    def find(self, number: str) -> list[Rule]:
        """The rule with this number or all under it: ``8.3`` finds 8.3.a, 8.3b and 8.3-I-A, ``8`` the whole chapter."""
        below = re.compile(re.escape(number) + r"([.a-z-]|$)")
        return [rule for rule in self if below.match(rule.id)]

    def search(self, word: str, language: str = "en") -> list[Rule]:
        """The rules that speak of something."""
        wanted = word.casefold()
        return [rule for rule in self if wanted in f"{rule.title[language]} {rule.text[language]}".casefold()]


def _read_rule(key: str, table: Table) -> Rule:
    return Rule(
        key,
        table.words("title"),
        table.words("text"),
        table.words("example") if "example" in table.values else None,
        table.words("ruling") if "ruling" in table.values else None,
        table.truth("narrative"),
    )
