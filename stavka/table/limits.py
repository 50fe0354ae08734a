"""How often anybody may do what costs the others: a small store of credit for each address, account and match.

Credit is spent one by one and comes back with time. A visitor who plays, looks and talks as people do never notices;
a program that does the same thing a thousand times is told to wait. At home (``factor`` 0) nothing is counted.
"""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from .metrics import REFUSED
from .words import Refused

REMEMBERED = 20_000
"""So many accounts of credit are kept. The longest untouched is forgotten first: it is as good as full by then."""

ENOUGH = 429
"""The HTTP status of a refusal to do something so often."""


@dataclass(frozen=True)
class Visitor:
    """Whoever is at the other end: an address, and an account if one is signed in."""

    address: str
    account: str | None = None


@dataclass(frozen=True)
class Rate:
    """So many at once, and then one every so many seconds."""

    burst: float
    every: float


@dataclass(frozen=True)
class Limit:
    """What one visitor may do, and what all visitors of one match may do together."""

    visitor: Rate
    match: Rate | None = None


LIMITS: dict[str, Limit] = {
    "create": Limit(Rate(40, 15)),
    "register": Limit(Rate(10, 600)),
    "sign_in": Limit(Rate(20, 20)),
    "mail": Limit(Rate(5, 300)),
    "seat": Limit(Rate(60, 5), match=Rate(60, 5)),
    "import": Limit(Rate(8, 60)),
    "talk": Limit(Rate(20, 2), match=Rate(60, 1)),
    "ask": Limit(Rate(1500, 0.05), match=Rate(3000, 0.02)),  # an overlay asks once for every unit on the map
    "undo": Limit(Rate(40, 2), match=Rate(80, 1)),
    "watch": Limit(Rate(150, 0.5), match=Rate(2000, 0.05)),
    "think": Limit(Rate(40, 5), match=Rate(60, 4)),
    "look_back": Limit(Rate(300, 0.2), match=Rate(600, 0.1)),
    "map": Limit(Rate(60, 2)),
}

SOCKETS = 200
"""The most sockets that one address, or one account, may have open at a time: a school behind one address, each with
two seats."""


class Limits:
    """The credit of everybody. ``factor`` makes it all more generous, or stricter below 1; 0 lifts all limits."""

    def __init__(self, factor: float = 1.0, now: Callable[[], float] = time.monotonic) -> None:
        self.factor = factor
        self._now = now
        self._spent: OrderedDict[tuple[str, str, str], tuple[float, float]] = OrderedDict()
        """What each has spent and not yet got back, and when that was worked out."""
        self._sockets: Counter[tuple[str, str]] = Counter()

    def spend(self, what: str, visitor: Visitor, match: str | None = None) -> None:
        """Let somebody do something once more, or refuse and say how long to wait; a refusal costs nothing."""
        if not self.factor:
            return
        limit = LIMITS[what]
        charged = [((what, *whose), limit.visitor) for whose in _counted(visitor)]
        if match is not None and limit.match is not None:
            charged.append(((what, "match", match), limit.match))
        now = self._now()
        spent = [(account, rate, self._still_spent(account, rate, now)) for account, rate in charged]
        wait = max((owed + 1 - rate.burst * self.factor) * rate.every / self.factor for _, rate, owed in spent)
        if wait > 0:
            REFUSED[what] += 1
            raise Refused("too_often", status=ENOUGH, seconds=math.ceil(wait))
        for account, _, owed in spent:
            self._spent[account] = owed + 1, now
            self._spent.move_to_end(account)
        while len(self._spent) > REMEMBERED:
            self._spent.popitem(last=False)

    def _still_spent(self, account: tuple[str, str, str], rate: Rate, now: float) -> float:
        owed, at = self._spent.get(account, (0.0, now))
        return max(0.0, owed - (now - at) * self.factor / rate.every)

    # -- sockets -----------------------------------------------------------------------------------------------------

    def come(self, visitor: Visitor) -> None:
        """One more socket of this visitor; refused if there are too many."""
        if self.factor and any(self._sockets[whose] >= SOCKETS * self.factor for whose in _counted(visitor)):
            raise Refused("too_many_sockets", status=ENOUGH)
        self._sockets.update(_counted(visitor))

    def go(self, visitor: Visitor) -> None:
        """One socket less."""
        self._sockets.subtract(_counted(visitor))
        for whose in _counted(visitor):
            if self._sockets[whose] <= 0:
                del self._sockets[whose]


def _counted(visitor: Visitor) -> list[tuple[str, str]]:
    """Whose sockets one of this visitor counts among."""
    counted = [("address", visitor.address)]
    return counted if visitor.account is None else [*counted, ("account", visitor.account)]
