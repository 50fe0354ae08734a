"""A match as a few lines of text, for a look at what an agent is doing."""

from __future__ import annotations

from stavka.match import Match


def render(match: Match, mode: str | None) -> str | None:
    """The state of play in words: given back for ``ansi``, printed for ``human``, nothing without a mode."""
    if mode is None:
        return None
    text = describe(match)
    if mode == "ansi":
        return text
    print(text)
    return None


def describe(match: Match) -> str:
    """What everybody at the table may know.

    >>> import stavka
    >>> print(describe(stavka.game("dagc").start(seed=1)))
    dagc historical, turn 1, soviet.combat_before
    soviet: Choose an enemy hex to attack: every activated unit that can attack must.
    """
    lines = [f"{match.game.key} {match.scenario}, turn {match.turn}, {match.phase}"]
    if match.offer is not None:
        lines.append(f"{match.offer.seat}: {match.offer.prompt}")
    if match.result is not None:
        lines.append(match.result.reason)
    return "\n".join(lines)
