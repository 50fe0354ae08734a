"""The general staff of Destruction of Army Group Center: what computer players know about this game.

==================  ================================================================
:mod:`.ground`      the map: objectives, sectors, distances
:mod:`.picture`     the situation: threats, lines, pockets
:mod:`.odds`        exact expectations over the results table
:mod:`.doctrine`    doctrines, tactics and orders
:mod:`.moves`       orders for a movement phase
:mod:`.battles`     attacks, and what follows a battle
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
from ..position import Dagc
from . import judge
from .choices import Mind
from .doctrine import DOCTRINES, NOVICE_TACTICS, TACTICS, TEMPERS, Orders, usual_orders
from .ground import SECTORS, Ground
from .odds import Chances
from .report import report

if TYPE_CHECKING:
    from .. import DestructionOfArmyGroupCenter

MOVEMENT = ("soviet.movement", "german.movement")
SPREAD = 0.12
"""How much commanders differ from each other."""
PASSES = {"novice": 1, "regular": 2, "veteran": 2, "marshal": 2}
"""How often each level looks at every unit's order again."""


class DagcStaff:
    """The staff of both sides."""

    levels: Sequence[str] = LEVELS
    efforts: Mapping[str, Mapping[str, int]] = {}

    def __init__(self, game: DestructionOfArmyGroupCenter) -> None:
        self.game = game
        self.ground = Ground(game.theatre)
        self.chances = Chances(game.theatre)

    def orders(self, seat: str, level: str, rng: Random) -> Orders:
        """The usual orders of a commander of this level."""
        side = self.game.layout.seats.index(seat)
        tactics = NOVICE_TACTICS[side] if level == "novice" else frozenset(TACTICS)
        return usual_orders(side, PASSES[level], tactics).seasoned(rng, SPREAD)

    def mind(self, seat: str, orders: Orders) -> Mind:
        """A mind that plays by these orders."""
        return Mind(self.ground, self.chances, orders, self.game.layout.seats.index(seat))

    def worth_thinking(self, p: Dagc, seat: str) -> bool:
        """Orders matter where units are moved."""
        phase = self.game.sequence[p.phase]
        return phase.key in MOVEMENT and phase.seat == seat

    def variants(self, p: Dagc, seat: str, orders: Orders) -> Sequence[Sequence[tuple[Orders, Message]]]:
        """Another doctrine in one sector or in all, another main effort, the same more boldly or more carefully."""
        side = self.game.layout.seats.index(seat)
        doctrines = DOCTRINES[side].items()
        result = [
            [(orders.with_doctrine(sector, doctrine), self._idea(sector, side, name))
             for name, doctrine in doctrines if orders.doctrines[sector].name != name]
            for sector in SECTORS
        ]
        result.append([(orders.everywhere(doctrine), Message("staff.idea_everywhere", {
            "posture": f"staff.{SIDES[side]}.{name}"})) for name, doctrine in doctrines])
        if side == SOVIET:  # the defender goes where the attacker does
            result.append([
                (orders.with_effort(sector), Message("staff.idea_effort", {"sector": f"staff.sector.{sector}"}))
                for sector in SECTORS if sector != orders.effort])
        result.append([(orders.with_temper(name), Message(f"staff.idea_{name}")) for name in TEMPERS])
        return result

    def _idea(self, sector: str, side: int, name: str) -> Message:
        return Message("staff.idea", {"sector": f"staff.sector.{sector}", "posture": f"staff.{SIDES[side]}.{name}"})

    def replies(self, seat: str) -> Sequence[Mapping[str, Orders]]:
        """The reply models: the usual way, a bold one, a careful one, and a novice's."""
        models = []
        for soviet, german in (("secure", "hold"), ("assault", "steady"), ("steady", "counter")):
            models.append({name: usual_orders(side).everywhere(DOCTRINES[side][doctrine]) for side, (name, doctrine)
                           in enumerate(zip(self.game.layout.seats, (soviet, german), strict=True))})
        return models

    def evaluate(self, p: Dagc, seat: str) -> float:
        """From -1 (lost) to 1 (won)."""
        return judge.evaluate(p, self.ground, self.game.layout.seats.index(seat))

    def report(self, p: Dagc, seat: str, mind: Mind, orders: Orders) -> list[Message]:
        """The plan in words."""
        return report(p, mind, self.game.phase_key(p))


__all__ = ["DagcStaff"]
