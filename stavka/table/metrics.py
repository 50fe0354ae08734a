"""What the server counts, for whoever runs it: told as text that Prometheus reads.

>>> clicks = Histogram("example_seconds", "An example.", (0.1, 1.0))
>>> clicks.observe(0.5)
>>> print("\\n".join(clicks.lines()[2:]))
example_seconds_bucket{le="0.1"} 0
example_seconds_bucket{le="1.0"} 1
example_seconds_bucket{le="+Inf"} 1
example_seconds_sum 0.5
example_seconds_count 1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .hall import Hall


class Histogram:
    """How long something took, in steps."""

    def __init__(self, name: str, help: str, steps: Sequence[float]) -> None:
        self.name = name
        self._help = help
        self._steps = steps
        self._counts = [0] * (len(steps) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one."""
        self._sum += seconds
        self._counts[next((i for i, step in enumerate(self._steps) if seconds <= step), len(self._steps))] += 1

    def lines(self) -> list[str]:
        """As Prometheus reads it: each step counts what was no longer than it."""
        names, total = [*map(str, self._steps), "+Inf"], 0
        lines = [f"# HELP {self.name} {self._help}", f"# TYPE {self.name} histogram"]
        for name, count in zip(names, self._counts, strict=True):
            total += count
            lines.append(f'{self.name}_bucket{{le="{name}"}} {total}')
        return [*lines, f"{self.name}_sum {self._sum:g}", f"{self.name}_count {total}"]


CLICKS = Histogram("stavka_click_seconds", "From a message of a client to its answer.",
                   (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0))
REQUESTS: Counter[int] = Counter()
"""Answers over HTTP by their status."""
REFUSED: Counter[str] = Counter()
"""What was asked for too often, by what it was."""


def report(hall: Hall, longest_pause: float) -> str:
    """All of it."""
    sockets = sum(len(sockets) for room in hall.rooms.values() for sockets in room.sockets.values())
    gauges = [
        ("stavka_matches_open", "Matches in memory.", len(hall.rooms)),
        ("stavka_sockets", "Clients at the tables.", sockets),
        ("stavka_thinking", "Decisions that computer players are asked for.", hall.thinkers.waiting),
        ("stavka_longest_pause_seconds", "The longest pause to collect garbage.", round(longest_pause, 4)),
    ]
    lines = [line for name, help, value in gauges
             for line in (f"# HELP {name} {help}", f"# TYPE {name} gauge", f"{name} {value}")]
    lines += ["# HELP stavka_requests_total Answers over HTTP.", "# TYPE stavka_requests_total counter"]
    lines += [f'stavka_requests_total{{status="{status}"}} {count}' for status, count in sorted(REQUESTS.items())]
    lines += ["# HELP stavka_refused_total What was asked for too often.", "# TYPE stavka_refused_total counter"]
    lines += [f'stavka_refused_total{{what="{what}"}} {count}' for what, count in sorted(REFUSED.items())]
    return "\n".join([*lines, *CLICKS.lines()]) + "\n"
