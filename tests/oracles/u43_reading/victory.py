"""Weather (25), the Central Front (27), the dam (28) and victory (30 to 34)."""

from __future__ import annotations

from collections import Counter

from .printed import charts, read, the_map
from .state import State, Unit
from .supply import has_line


def weather(turn: int, die: int) -> str:
    """25.1."""
    for table in charts()["weather"]["tables"]:
        if table["turns"][0] <= turn <= table["turns"][1]:
            return next(kind for kind in ("clear", "overcast", "rain") if die in table[kind])
    return "clear"


def dam_points(state: State) -> int:
    """28.1: destroyed by whom ever, or taken intact: two of four points are lost when it is retaken and destroyed."""
    dam = charts()["dam"]
    if "dam" in state.marks.get(dam["hex"], ()):
        return int(dam["intact"]) if state.book.dam_taken else 0
    return int(dam["destroyed"])


def points(state: State) -> int:
    """30.2: objectives from which a line can be traced, sources that Germans stand on, the dam; exits apart."""
    total = dam_points(state)
    for number, value in the_map().points.items():
        if number in state.soviet_control and has_line(state, Unit("S-R-167+232", number, 0, frozenset())):
            total += value
    lost = [number for number in the_map().areas["soviet_supply"] if number in state.held("german")]
    return total + len(lost) * int(charts()["victory"]["lost_source"])


def owed(steps: Counter[str]) -> tuple[int, int]:
    """30.2c: for two mechanized steps a mechanized one, for two others one of any kind; an odd step counts nothing."""
    pairs = steps["mech"] // 2
    return pairs, (steps["mech"] - 2 * pairs + steps["foot"]) // 2


def variable(side: str, die: int, strength: int) -> int:
    """29: what the defender adds, if he has at least three."""
    table = charts()["variable_defence"]
    return int(table[side][die - 1]) if strength >= table["least"] else 0


def winner(state: State, turn: int, points: int) -> str | None:
    """30.1, 31.7, 32.1, 33.2, 34.2: automatic victory by the mark of the turn, else the level at the end."""
    scenario = read("scenarios")["scenarios"][state.scenario]
    mark, margin = charts()["turns"]["marks"][turn - 1], charts()["victory"]["margin"]
    automatic = scenario["automatic_from"] and turn >= scenario["automatic_from"]
    if automatic and abs(points - mark) >= margin:
        return "soviet" if points > mark else "german"
    if turn < scenario["turns"][1]:
        return None
    return "soviet" if points >= scenario["needed"] else "german"
