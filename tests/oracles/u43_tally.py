"""What two readings of Ukraine '43 say, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import stavka


@dataclass
class Tally:
    """How often something was compared, and what differed."""

    where: str = ""
    compared: Counter[str] = field(default_factory=Counter)
    differences: dict[str, list[str]] = field(default_factory=dict)

    def same(self, what: str, match: stavka.Match, about: object, mine: object, theirs: object) -> None:
        self.compared[what] += 1
        if mine != theirs:
            told = f"{self.where} turn {match.turn} {match.phase} {about}: oracle {mine}, engine {theirs}"
            self.differences.setdefault(what, []).append(told)

    def same_sets(self, what: str, match: stavka.Match, about: object, mine: Iterable[str],
                  theirs: Iterable[str]) -> None:
        self.same(what, match, about, sorted(set(mine) - set(theirs)), sorted(set(theirs) - set(mine)))

    def within(self, what: str, match: stavka.Match, about: object, least: set[str], theirs: Iterable[str],
               most: set[str]) -> None:
        """Something the engine offers must lie between what must be there and what may be there."""
        found = set(theirs)
        self.same(what, match, about, sorted(least - found), sorted(found - most))

    def add(self, other: Tally) -> None:
        self.compared.update(other.compared)
        for what, told in other.differences.items():
            self.differences.setdefault(what, []).extend(told)

    def tell(self, show: int) -> None:
        for what, times in sorted(self.compared.items()):
            found = self.differences.get(what, [])
            print(f"  {what}: {times} compared, {len(found)} different")
            for told in found[:show]:
                print(f"    {told}")
