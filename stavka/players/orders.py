"""Orders, as staffs give them: a doctrine for every sector, the tactics known, a main effort."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any, Generic, Self, TypeVar

D = TypeVar("D")
"""A game's doctrines: frozen dataclasses with a ``name`` and weights."""


@dataclass(frozen=True)
class Orders(Generic[D]):
    """What a mind plays by; a game may add to it."""

    doctrines: Mapping[str, D]
    """How to fight in each sector."""
    tactics: frozenset[str]
    """The names of the tactics that are used."""
    passes: int = 1
    """How often every unit's order is looked at again."""
    effort: str = ""
    """The sector of the main effort."""

    def knows(self, tactic: str) -> bool:
        """Whether this tactic is used."""
        return tactic in self.tactics

    def everywhere(self, doctrine: D) -> Self:
        """The same orders with one doctrine in all sectors."""
        return replace(self, doctrines=dict.fromkeys(self.doctrines, doctrine))

    def with_doctrine(self, sector: str, doctrine: D) -> Self:
        """The same orders with another doctrine in one sector."""
        return replace(self, doctrines={**self.doctrines, sector: doctrine})

    def with_effort(self, sector: str) -> Self:
        """The same orders with the main effort elsewhere."""
        return replace(self, effort=sector)

    def seasoned(self, rng: Random, spread: float) -> Self:
        """The same orders as another commander would see them: every weight a little different."""
        names = [field.name for field in fields(next(iter(self.doctrines.values()))) if field.name != "name"]  # type: ignore[arg-type]
        factors = {name: 1 + spread * (2 * rng.random() - 1) for name in names}

        def seen(doctrine: Any) -> D:
            changed: D = replace(doctrine, **{name: getattr(doctrine, name) * factors[name] for name in names})
            return changed

        return replace(self, doctrines={sector: seen(doctrine) for sector, doctrine in self.doctrines.items()})


__all__ = ["Orders"]
