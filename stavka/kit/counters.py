"""Counters: the pieces of a game, as printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .data import Source, Table, Words


@dataclass(frozen=True)
class Counter:
    """What every counter has: an id, a side, names, a symbol and the provenance of its values.

    A game adds what its own counters show.
    """

    id: str
    index: int
    side: str
    name: Words
    label: str
    """The identity printed on the counter."""
    kind: str
    """The type of unit: the symbol."""
    size: str
    """The size mark above the symbol."""
    formation: Words
    group: str
    """The colour group."""
    sources: Mapping[str, Source] = field(default_factory=dict)

    @property
    def reconstructed(self) -> list[str]:
        """The printed values that are our reconstruction."""
        return [what for what, source in self.sources.items() if source.reconstructed]


def read_counter(key: str, index: int, table: Table, sides: Sequence[str]) -> dict[str, Any]:
    """The common values of a counter, to be completed by the game."""
    marks = table.table("source")
    return {
        "id": key,
        "index": index,
        "side": table.one_of("side", sides),
        "name": table.words("name"),
        "label": table.text("label"),
        "kind": table.text("kind"),
        "size": table.text("size", ""),
        "formation": table.words("formation"),
        "group": table.text("group"),
        "sources": {what: marks.source(what) for what in marks.values},
    }


C = TypeVar("C", bound=Counter)


def read_counters(table: Table, sides: Sequence[str], make: Callable[[Table, dict[str, Any]], C]) -> Counters[C]:
    """The counters of ``counters.toml``, in its order.

    ``make`` is the game's own: it is given the table of a counter and its common values, and completes them.

    >>> table = Table({"units": {"S-1": {"side": "red", "name": "1st Army", "label": "1", "kind": "infantry",
    ...     "formation": "Front", "group": "rifle", "source": {"identity": "H"}}}}, "counters.toml")
    >>> read_counters(table, ("red", "grey"), lambda table, common: Counter(**common))["S-1"].name["es"]
    '1st Army'
    """
    return Counters([make(unit, read_counter(key, i, unit, sides))
                     for i, (key, unit) in enumerate(table.tables("units"))])


class Counters(Generic[C]):
    """All counters of a game, by index and by id."""

    def __init__(self, counters: Sequence[C]) -> None:
        self._all = tuple(counters)
        self.index = {counter.id: counter.index for counter in self._all}
        self.ids = [counter.id for counter in self._all]

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[C]:
        return iter(self._all)

    def __getitem__(self, key: int | str) -> C:
        return self._all[self.index[key] if isinstance(key, str) else key]

    def __contains__(self, key: object) -> bool:
        return key in self.index
