"""Chapter 21: victory points. With it the reading of a position is whole."""

from __future__ import annotations

from collections.abc import Mapping

from .printed import FRONTS, POTSDAM, REICHSTAG, UNITS
from .retreat import Retreat


class Table(Retreat):
    """What lies on the table: a position as this reading sees it, with all that the rules say of it."""

    def scores(self, control: Mapping[str, str], spent: Mapping[str, int]) -> dict[str, int]:
        """Victory points as they would count now."""
        found = {}
        for front in FRONTS:
            hexes = [hex for hex, owner in control.items() if owner == front]
            held = sum(30 if hex == REICHSTAG else 10 if hex == POTSDAM else 5 for hex in hexes)
            taken = sum(10 for unit, place in self.where.items() if place == f"captured.{front}")
            killed = sum(1 for unit, place in self.where.items() if place == f"killed.{front}" and UNITS[unit].mobile)
            found[front] = held + taken + killed - spent[front]
        return found
