"""What a game tells the planner: one position in the eyes of one force.

A game implements :class:`Survey` as one class of its own. All worths are in one currency, the *points* of the game:
victory points, or what its players count in. A survey is made for a position and forgotten with it, so it may keep what
it works out (``functools.cached_property``, dictionaries); making one must cost next to nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from stavka.kit.hexset import HexSet

from .ground import Ground


class Danger(NamedTuple):
    """What an attack by the enemy is expected to do."""

    loss: float
    """What the units lose, in points."""
    falls: float
    """The chance that the hex is his afterwards, from 0 to 1."""


SAFE = Danger(0.0, 0.0)


class Survey(Protocol):
    """One position in the eyes of one force. It is no secret from whoever plans: it may be an imagined one."""

    # -- who and where ---------------------------------------------------------------------------------------------

    @property
    def p(self) -> Any:
        """The position."""

    @property
    def ground(self) -> Ground:
        """The map, as this force sees it."""

    @property
    def own(self) -> Sequence[int]:
        """The units of the force on the map that fight or hold hexes; no headquarters, aircraft or markers."""

    @property
    def foes(self) -> Sequence[int]:
        """The same of its enemies; those who wait beyond the map and come with their next move may be among them."""

    @property
    def movable(self) -> Sequence[int]:
        """Those of its own that can be moved in this phase."""

    def reach(self, unit: int) -> HexSet:
        """Where a movable unit can end its move in this phase; its own hex need not be among them."""

    def foe_reach(self, unit: int) -> HexSet:
        """Where an enemy can be after his next move, as things stand; his own hex included if he may stay."""

    def room(self, unit: int, place: int, mates: Sequence[int]) -> bool:
        """Whether a unit may end its move in a hex with these mates (stacking)."""

    # -- what counts -----------------------------------------------------------------------------------------------

    @property
    def sites(self) -> Mapping[int, float]:
        """What controlling a site at the end is worth to the force, by number; what is past hope may be left out."""

    @property
    def held(self) -> frozenset[int]:
        """The numbers of the sites that it holds."""

    @property
    def turns(self) -> int:
        """Player turns it has left, this one included: with 1 left it must score now."""

    @property
    def replies(self) -> int:
        """Player turns of the enemy still to come: with none, nothing has to be guarded."""

    @property
    def supply(self) -> HexSet:
        """Where a unit would be in supply; all hexes where that does not matter."""

    def worth(self, unit: int) -> float:
        """What the next loss of a unit (own or enemy) costs its owner, in points."""

    def strength(self, unit: int) -> float:
        """How much a unit (own or enemy) attacks with."""

    # -- fighting --------------------------------------------------------------------------------------------------

    @property
    def crowd(self) -> float:
        """The strength that attacks from one hex at most, about."""

    @property
    def must_attack(self) -> bool:
        """Whether whoever stands beside an enemy has to attack: then bad attacks count against a move."""

    def targets(self, unit: int, place: int) -> HexSet:
        """The enemy hexes that a unit could attack from a hex, in the combat that the move prepares."""

    def promise(self, target: int, group: Mapping[int, int], own: HexSet) -> float:
        """What an attack on a hex brings on average, by the game's own sum and table, losses on both sides counted.

        ``group`` says where each attacker stands (or would stand), ``own`` where all units of the force would (so that
        the enemy may have no way out). A little for strength brought up while the attack is
        not good yet (``Temper.build_up``) draws forces together. Those who may not attack together promise a loss.
        """

    def parties(self, target: int) -> Sequence[Sequence[int]]:
        """Who can attack a hex in this combat phase: units that may attack together, in one or more parties."""

    def battle(self, target: int, units: Sequence[int]) -> float:
        """What an attack by these units brings now, with the best support at hand and rolled in the best way."""

    def odds(self, target: int, units: Sequence[int]) -> str:
        """The odds of that attack as the game's table heads them: a column, odds, a percentage."""

    def danger(self, place: int, units: Sequence[int], against: float, ways: HexSet) -> Danger:
        """What an attack of so much strength, from some of these hexes, does to units in a hex."""

    def lure(self, unit: int, place: int) -> float:
        """What else speaks for a unit in a hex, in this game alone; 0.0 where nothing does."""


__all__ = ["SAFE", "Danger", "Survey"]
