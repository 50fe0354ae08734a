"""The last streets: who bars the hexes around the Reichstag to a Front, and who is on his way there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.kit.hexset import has, members

from ..bombardment import remove_markers
from ..components import GERMAN, GERMAN_STACK, SEATS, UF
from ..movement import march_points, reach_of
from ..position import Rttr
from ..stavka_points import can_spend, march_price

if TYPE_CHECKING:
    from .survey import SectorSurvey

GUARDS: Final = 6
"""So many units go there at most before the 1BF."""
FILLED: Final = 2
"""Before the 1UF so many go into an objective beside the streets, statics included ..."""
SENTRIES: Final = 1
"""... and into each other street. With three and two nobody came to the Reichstag in 14 of 29 games between equals."""
BARRED: Final = 5.0
"""What standing beside the Reichstag is worth to one of them: a Front that has to fight there comes later."""
MARCH: Final = 3.0
"""What a turn's march nearer to it is worth to one of them."""


def can_walk_in(p: Rttr, front: int) -> bool:
    """Whether a Front could enter the Reichstag in its next move, by a forced march if need be, if it stood empty."""
    return p.derive(("walks in", front), (p.version, p.blown, p.spent, p.fatigued), lambda: _walks_in(p, front))


def _walks_in(p: Rttr, front: int) -> bool:
    layout, goal, then = p.layout, p.layout.reichstag, p.copy(p.dice)
    assert isinstance(then, Rttr)
    remove_markers(then)  # 4.3-II-D, 5.5b
    for unit in p.at(goal) if has(p.occupied[GERMAN], goal) else ():
        then.put(unit, p.box(f"killed.{SEATS[front]}"))
    forced = can_spend(p, march_price(p, front))
    points = {unit: layout.soviet_move + forced * march_points(p, unit) for unit in layout.soviets[front]}
    return any(goal in reach_of(then, unit, points[unit]).cost for unit in layout.soviets[front]
               if p.mapped >> unit & 1 and layout.grid.distance(p.where[unit], goal) <= points[unit])


class Ring:
    """The Germans nearest to the Reichstag, who are to stand around it before the Front can: only those who know the
    game send them."""

    def __init__(self, survey: SectorSurvey) -> None:
        p, layout = survey.p, survey.layout
        self.ground = survey.ground
        self.streets = layout.near[layout.reichstag] & layout.sector[survey.sector] & ~p.occupied[survey.sector]
        """The hexes beside the Reichstag that no Soviet has entered."""
        self.posts: dict[int, int] = {}
        """By unit: the hex that it goes to, or the Reichstag, if any of the streets will do."""
        if self._is_threatened(survey):
            self.posts = self._posted(survey) if survey.sector == UF else self._nearest(survey)

    def _is_threatened(self, survey: SectorSurvey) -> bool:
        """Whether the Front can be there soon."""
        horizon = (1 + survey.orders.craft.alarm) * survey.layout.soviet_move
        return any(self.ground.distance[-1][survey.p.where[unit]] <= horizon for unit in survey.foes)

    def _nearest(self, survey: SectorSurvey) -> dict[int, int]:
        """Those who are to go, as far as there is room beside the statics."""
        p, layout = survey.p, survey.layout
        statics = sum([layout.static >> unit & 1 for place in members(self.streets) for unit in p.at(place)])
        room = GERMAN_STACK * self.streets.bit_count() - statics
        order = sorted(survey.movable, key=lambda unit: (self.far(p.where[unit], layout.reichstag),
                                                         -layout.strength[unit], unit))
        return dict.fromkeys(order[:min(GUARDS, room)], layout.reichstag)

    def _posted(self, survey: SectorSurvey) -> dict[int, int]:
        """The same by those who know what becomes of a full street: all who stand in it must attack whoever comes
        beside it, and have no way back. So the objectives around the streets are filled, where nobody has to attack
        (12.4d), and into a street goes one unit."""
        p, layout = survey.p, survey.layout
        around = (self.streets | layout.grid.around(self.streets)) & layout.sector[survey.sector]
        strong = around & layout.objectives & ~p.occupied[survey.sector]
        free = list(survey.movable)
        posts: dict[int, int] = {}
        for place in (*members(strong), *members(self.streets & ~strong)):
            statics = sum([layout.static >> unit & 1 for unit in p.at(place)])
            room = (FILLED if has(strong, place) else SENTRIES) - statics
            free.sort(key=lambda unit: (self.far(p.where[unit], place), -layout.strength[unit], unit))
            for _ in range(min(room, len(free))):
                posts[free.pop(0)] = place
        return posts

    def far(self, here: int, post: int) -> int:
        """The movement points from a hex to a post, about."""
        if here == post or post not in self.ground.sites_at:
            return 0 if here == post else self.ground.distance[-1][here]
        number = self.ground.sites_at[post][0]
        if number == len(self.ground.sites) - 1 and has(self.streets, here):
            return 0
        return self.ground.distance[number][here]

    def worth(self, unit: int, here: int, place: int) -> float:
        """What a hex is worth to a unit on its way from another."""
        post = self.posts.get(unit)
        if post is None:
            return 0.0
        far = self.far(place, post)
        return MARCH * (self.far(here, post) - far) / self.ground.stride + (BARRED if far == 0 else 0.0)


__all__ = ["Ring", "can_walk_in"]
