"""The last streets: who bars the hexes around the Reichstag to a Front, and who is on his way there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.kit.hexset import has, members

from ..components import GERMAN_STACK

if TYPE_CHECKING:
    from .survey import SectorSurvey

GUARDS: Final = 6
"""So many units go there at most. With six a regular won 22 of 28 games against novices, with four 19 of the same."""
BARRED: Final = 5.0
"""What standing beside the Reichstag is worth to one of them: a Front that has to fight there comes later."""
MARCH: Final = 3.0
"""What a turn's march nearer to it is worth to one of them."""


class Ring:
    """The Germans nearest to the Reichstag, who are to stand around it before the Front can."""

    def __init__(self, survey: SectorSurvey) -> None:
        p, layout = survey.p, survey.layout
        self.ground = survey.ground
        self.streets = layout.near[layout.reichstag] & layout.sector[survey.sector] & ~p.occupied[survey.sector]
        """The hexes beside the Reichstag that no Soviet has entered."""
        self.guards = frozenset(self._nearest(survey) if self._is_threatened(survey) else ())

    def _is_threatened(self, survey: SectorSurvey) -> bool:
        """Whether the Front can be there soon: those who know the game look further ahead."""
        horizon = (1 + survey.orders.craft.alarm) * survey.layout.soviet_move
        return any(self.ground.distance[-1][survey.p.where[unit]] <= horizon for unit in survey.foes)

    def _nearest(self, survey: SectorSurvey) -> list[int]:
        """Those who are to go, as far as there is room beside the statics."""
        p, layout = survey.p, survey.layout
        statics = sum([layout.static >> unit & 1 for place in members(self.streets) for unit in p.at(place)])
        room = GERMAN_STACK * self.streets.bit_count() - statics
        order = sorted(survey.movable, key=lambda unit: (self.far(p.where[unit]), -layout.strength[unit], unit))
        return order[:min(GUARDS, room)]

    def far(self, place: int) -> int:
        """The movement points from a hex to the streets, about."""
        return 0 if has(self.streets, place) else self.ground.distance[-1][place]

    def worth(self, unit: int, here: int, place: int) -> float:
        """What a hex is worth to a unit on its way from another."""
        if unit not in self.guards:
            return 0.0
        nearer = (self.far(here) - self.far(place)) / self.ground.stride
        return MARCH * nearer + (BARRED if has(self.streets, place) else 0.0)


__all__ = ["Ring"]
