"""The staff of Festung Breslau 1945: what computer players know about this game.

==================  ================================================================
:mod:`.ground`      the city: victory hexes, sectors, distances
:mod:`.picture`     the situation: threats, fire, the main effort
:mod:`.odds`        exact chances of assaults, fire and bombardment
:mod:`.doctrine`    doctrines, tactics and orders
:mod:`.moves`       orders for tactical movement
:mod:`.battles`     assaults and defensive fire
:mod:`.guns`        bombardment and air strikes
:mod:`.reserves`    strategic movement, the northern front, supply
:mod:`.choices`     the answer to every offer
:mod:`.judge`       what a position is worth
:mod:`.report`      a plan in words
==================  ================================================================
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from stavka.kit.words import Message
from stavka.staff import LEVELS

from ..components import SIDES, SOVIET
from ..position import Breslau
from . import judge
from .choices import Mind
from .doctrine import DOCTRINES, KNOWN, Orders, usual_orders
from .ground import SECTORS, Ground
from .odds import Chances
from .report import report

if TYPE_CHECKING:
    from .. import FestungBreslau

MOVEMENT = ("soviet.tactical", "german.tactical")
SPREAD = 0.1
"""How much commanders differ from each other."""
PASSES = {"novice": 1, "regular": 1, "veteran": 2, "marshal": 2}
"""How often each level looks at every unit's order again."""


class FbStaff:
    """The staff of both sides."""

    levels: Sequence[str] = LEVELS
    efforts: Mapping[str, Mapping[str, int]] = {"veteran": {"simulations": 48, "samples": 8}}
    """A turn has hundreds of choices: a veteran plays fewer of them out than elsewhere."""

    def __init__(self, game: FestungBreslau) -> None:
        self.game = game
        self.ground = Ground(game.fortress)
        self.chances = Chances(game.fortress)

    def orders(self, seat: str, level: str, rng: Random) -> Orders:
        """The usual orders of a commander of this level."""
        return usual_orders(self.game.layout.seats.index(seat), PASSES[level], KNOWN[level]).seasoned(rng, SPREAD)

    def mind(self, seat: str, orders: Orders) -> Mind:
        """A mind that plays by these orders."""
        return Mind(self.ground, self.chances, orders, self.game.layout.seats.index(seat))

    def worth_thinking(self, p: Breslau, seat: str) -> bool:
        """Orders matter where units are moved."""
        phase = self.game.sequence[p.phase]
        return phase.key in MOVEMENT and phase.seat == seat

    def variants(self, p: Breslau, seat: str, orders: Orders) -> Sequence[Sequence[tuple[Orders, Message]]]:
        """Another doctrine everywhere, or another main effort."""
        side = self.game.layout.seats.index(seat)
        present = {doctrine.name for doctrine in orders.doctrines.values()}
        result = [[
            (orders.everywhere(doctrine), Message("staff.idea_everywhere", {"posture": f"staff.{SIDES[side]}.{name}"}))
            for name, doctrine in DOCTRINES[side].items() if {name} != present]]
        if side == SOVIET:
            result.append([(orders.with_effort(sector), Message("staff.idea_effort", {
                "sector": f"staff.sector.{sector}"})) for sector in SECTORS if sector != orders.effort])
        return result

    def replies(self, seat: str) -> Sequence[Mapping[str, Orders]]:
        """The reply models: the usual way, and the bolder ones."""
        return [{name: usual_orders(side).everywhere(DOCTRINES[side][doctrine]) for side, (name, doctrine) in enumerate(
            zip(self.game.layout.seats, pair, strict=True))} for pair in (("steady", "steady"), ("storm", "counter"))]

    def evaluate(self, p: Breslau, seat: str) -> float:
        """From -1 (lost) to 1 (won)."""
        return judge.evaluate(p, self.ground, self.game.layout.seats.index(seat))

    def report(self, p: Breslau, seat: str, mind: Mind, orders: Orders) -> list[Message]:
        """The plan in words."""
        return report(p, mind, self.game.phase_key(p))


__all__ = ["FbStaff"]
