"""What only this game asks: set-up, Stavka points, statics, bombardment, forced marches, who stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from stavka.kit.hexset import HexSet, has, members, of
from stavka.kit.steps import BUTTON, HEX, UNIT, Options
from stavka.kit.sums import added
from stavka.staff.mind import Answer, Click, ForceMind

from ..bombardment import AIR, ARTILLERY, Bombardment, marker_zone
from ..components import GERMAN, NOWHERE, Berlin
from ..position import Rttr
from ..results import Losses
from ..sectors import open_area
from ..statics import face_down_at
from ..stavka_points import price, replacement_price
from .battles import Pairing, choose_target, put_together
from .odds import cheapest_loss
from .survey import SectorSurvey

WORTH_FIRE: Final = 1.0
"""A bombardment must promise so many times its price."""
SECOND_COMBAT: Final = 0.6
"""What a second combat from the same hexes brings beside the first: who was beaten is gone."""
REBUILT: Final = 0.7
"""What a unit at the edge of the map is worth beside one at the front."""
SHARED: Final = 0.7
"""What a marker is worth for each further attack in its zone: the same units cannot be in all of them."""


def survey_of(mind: ForceMind, p: Rttr) -> SectorSurvey:
    """The position in the eyes of a mind."""
    survey = mind.survey(p)
    assert isinstance(survey, SectorSurvey)
    return survey


def press(button: str) -> Answer:
    """The same button every time."""
    return lambda _mind, _p, options: (BUTTON, button) if button in options.buttons else None


# -- The start of a player turn (6.7, 8.2, 17.3) -------------------------------------------------------------------


def open_turn(mind: ForceMind, p: Rttr, options: Options) -> Click | None:
    """17.3 Reconnaissance beside an objective looks into it; 6.7 two attacks in a row where the guns already stand."""
    objectives, survey = p.layout.objectives, survey_of(mind, p)
    for unit in options.units:
        near = p.layout.grid.within(p.where[unit], p.layout.recon_range) & objectives
        if near & p.occupied[GERMAN] & p.layout.area[survey.sector]:
            return UNIT, unit
    if "maximum_effort" in options.buttons and gain_by_effort(survey) > price(p, survey.sector, "maximum_effort"):
        return BUTTON, "maximum_effort"
    return BUTTON, "begin"


def gain_by_effort(survey: SectorSurvey) -> float:
    """6.7 What two combats from where the Front stands bring beyond a move and one combat."""
    here = added(battle.value for battle in Pairing(survey).plan())
    return (1 + SECOND_COMBAT) * here - added(survey.strikes.values.values())


def replace_losses(mind: ForceMind, p: Rttr, options: Options) -> Click | None:
    """8.2 Losses come back while they are worth more than their price: they enter far from where they are needed."""
    survey = survey_of(mind, p)
    gains = {unit: REBUILT * survey.worth(unit) - replacement_price(p, unit) for unit in options.units}
    best = max(gains, key=lambda unit: gains[unit], default=None)
    return (UNIT, best) if best is not None and gains[best] > 0 else (BUTTON, "end_phase")


def scout(mind: ForceMind, p: Rttr, options: Options) -> Click | None:
    """17.3a What is worth most is looked at."""
    survey = survey_of(mind, p)
    worth = {survey.ground.sites[number].place: points for number, points in survey.sites.items()}
    return HEX, max(options.hexes, key=lambda place: (worth.get(place, 0.0), -place))


# -- Bombardment (15) ----------------------------------------------------------------------------------------------


def gains_by_fire(survey: SectorSurvey) -> dict[int, float]:
    """By enemy hex: how much more the attacks that can be prepared would bring if they were doubled (15.4a)."""
    under_fire = survey.under_fire()
    before, after = survey.strikes.values, under_fire.strikes.values
    wanted = survey.prey & ~survey.fire
    if survey.orders.has("no_support"):
        wanted &= survey.layout.reichstag_bit
    return {place: value - before.get(place, 0.0) for place, value in after.items() if has(wanted, place)}


def best_fire(survey: SectorSurvey, kind: str) -> tuple[float, int]:
    """The hex where a marker of a kind gains most, and how much."""
    gains, layout = gains_by_fire(survey), survey.layout
    best = 0.0, NOWHERE
    for place in members(around(layout, gains) & open_area(survey.p, survey.sector, german=False)):
        zone = marker_zone(survey.p, survey.sector, kind, place)
        found = sorted([gain for target, gain in gains.items() if has(zone, target)], reverse=True)
        value = found[0] + SHARED * added(found[1:]) if found else 0.0
        if value > best[0]:
            best = value, place
    return best


def around(layout: Berlin, hexes: Iterable[int]) -> HexSet:
    """Hexes and their neighbours: where a marker for them may lie."""
    lying = of(hexes)
    return lying | layout.grid.around(lying)


def bombard(mind: ForceMind, p: Rttr, options: Options) -> Click | None:
    """6.6 Where guns pay for themselves they fire; aircraft when the guns are used up. Beginners save them for the
    Reichstag."""
    survey = survey_of(mind, p)
    for kind in (ARTILLERY, AIR):
        if kind in options.buttons:
            worth, mind.notes["aim"] = best_fire(survey, kind)
            return BUTTON, kind if worth > WORTH_FIRE * price(p, survey.sector, kind) else "end_phase"
    return BUTTON, "end_phase"


def aim(mind: ForceMind, p: Rttr, options: Options) -> Click | None:
    """15.2 The marker lies where it gains most."""
    place = mind.notes.get("aim")
    if place is None:  # whoever chose the kind has been made anew since
        step = p.steps[-1]
        assert isinstance(step, Bombardment)
        place = best_fire(survey_of(mind, p), step.kind)[1]
    return HEX, place if place in options.hexes else options.hexes[0]


# -- Movement (9) --------------------------------------------------------------------------------------------------


def move_to(mind: ForceMind, p: Rttr, options: Options) -> Click | None:
    """As planned; a forced march where the plan counts on one (6.5); nobody leaves the map (26)."""
    unit, moves = options.about.unit, mind.plan(p)
    assert unit is not None
    hexes = [place for place in options.hexes if place < p.layout.hexes and has(moves.reach(unit), place)]
    if unit in mind.todo and "forced_march" in options.buttons and moves.where[unit] not in options.hexes:
        survey = moves.survey
        assert isinstance(survey, SectorSurvey)
        if has(survey.marches.get(unit, 0), moves.where[unit]):
            return BUTTON, "forced_march"
    narrowed = Options(options.seat, options.task, options.prompt, units=options.units, hexes=hexes,
                       buttons=options.buttons, about=options.about)
    return mind.by_kind(p, narrowed)


# -- Germans (16, 22) ----------------------------------------------------------------------------------------------


def is_useful_open(p: Rttr, unit: int) -> bool:
    """16.2, 16.4 Command posts and flak towers serve only face up."""
    return bool((p.layout.command_posts | p.layout.towers) >> unit & 1)


def reinforce(mind: ForceMind, p: Rttr, options: Options) -> Click | None:
    """16.3, 16.7 Depots and airfields bring back whom they can; snipers wait; what serves face up is turned up."""
    posts = [unit for unit in options.units if (p.layout.depots | p.layout.airstrips) >> unit & 1]
    if posts:
        return UNIT, posts[0]
    if "turn_up" in options.buttons:
        hidden = members(face_down_at(p, p.layout.sector[survey_of(mind, p).sector]))
        if any(is_useful_open(p, unit) for unit in hidden):
            return BUTTON, "turn_up"
    return BUTTON, "end_phase"


def turn_up(_: ForceMind, p: Rttr, options: Options) -> Click | None:
    """16.8a What serves face up."""
    return UNIT, max(options.units, key=lambda unit: (is_useful_open(p, unit), -unit))


# -- Losses and retreats (12.24, 13) -------------------------------------------------------------------------------


def lose(mind: ForceMind, p: Rttr, options: Options) -> Click | None:
    """12.24 Never more than is owed, and of those who have it together the cheapest."""
    if "enough" in options.buttons:
        return BUTTON, "enough"
    step = p.steps[-1]
    assert isinstance(step, Losses)
    if step.strongest:
        return None
    survey, strength = survey_of(mind, p), p.layout.strength
    lost = cheapest_loss([(unit, strength[unit], survey.worth(unit)) for unit in options.units], step.owed)
    return UNIT, next(unit for unit in options.units if unit in lost)


def retreat(mind: ForceMind, p: Rttr, options: Options) -> Click | None:
    """13.6a Who may stand in an objective stands; 13.3f the map is left only if nothing else is open."""
    if "stand" in options.buttons:
        return BUTTON, "stand"
    hexes = [place for place in options.hexes if place < p.layout.hexes]
    unit = options.about.unit
    if not hexes or unit is None:
        return HEX, options.hexes[0]
    return HEX, mind.best_hex(p, unit, hexes)


ANSWERS: Mapping[str, Answer] = {
    "deploy": press("ready_made"), "opening": open_turn, "scout": scout, "replacement": replace_losses,
    "bombardment": bombard, "bombard": aim, "air_recon": press("strike"), "move_to": move_to,
    "german_reinforcement": reinforce, "turn_up": turn_up, "jet": press("keep"),
    "target": choose_target, "attack": put_together, "loss": lose, "retreat_to": retreat,
}
"""By task; everything else is answered as the kind of the decision says."""

__all__ = ["ANSWERS"]
