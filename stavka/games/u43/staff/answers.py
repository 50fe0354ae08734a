"""The answers to every task of this game, as far as its kind does not say enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stavka.kit.hexset import has
from stavka.kit.steps import BUTTON, HEX, UNIT, Options
from stavka.staff.mind import Answer, Click, ForceMind

from ..combat import Attack, army_is_valid, column, magnitude, odds, rung
from ..components import GERMAN, SOVIET
from ..position import Ukraine
from . import crossing
from .chiefs import best_base, cover_worth
from .garrisons import blows_dam
from .survey import View

HELPS = 0.06
"""What guns or aircraft must add to an attack to be spent on it."""
ZHUKOV = 0.25
"""What an attack must promise before Zhukov takes a hand: it costs a step (26.1)."""
AGAIN = 0.1
"""And to be driven on."""
QUIET = 2
"""Hexes from the enemy at which a fortification is built in peace."""
AT_OBJECTIVE, ASTRAY = 2.0, 0.4
"""What a fortification is worth at an objective beside its points, and what each hex nearer or further costs."""


def button(name: str) -> Answer:
    """Always the same button, if it is there."""
    def answer(_mind: ForceMind, _p: Any, options: Options) -> Click | None:
        return (BUTTON, name) if name in options.buttons else None
    return answer


def best_by(worth: Callable[[ForceMind, Ukraine, int], float]) -> Answer:
    """The hex that is worth most, if hexes are offered."""
    def answer(mind: ForceMind, p: Any, options: Options) -> Click | None:
        if not options.hexes:
            return None
        return HEX, max(options.hexes, key=lambda place: (worth(mind, p, place), -place))
    return answer


# -- Combat (8, 13, 15.5, 22, 26.1) --------------------------------------------------------------------------------


def attack(mind: ForceMind, p: Ukraine, options: Options) -> Click | None:
    """Those of the plan, then the headquarters with them, then what support is worth its price; then the dice."""
    if not options.about.targets:
        return None
    unit = mind.attackers(p, options)
    if unit is not None:
        return UNIT, unit
    step = p.steps[-1]
    assert isinstance(step, Attack)
    layout = p.layout
    chiefs = layout.panzer_corps | layout.tank_armies | layout.shock_armies
    chief = next((other for other in options.units if chiefs >> other & 1 and army_is_valid(p, other)), None)
    if chief is not None:
        return UNIT, chief
    support = next((other for other in options.units if (layout.artillery | layout.air) >> other & 1), None)
    if support is not None and shift_worth(mind, p, step) > HELPS:
        return UNIT, support
    if "zhukov" in options.buttons and magnitude(p, step) < 1 + len(layout.magnitudes) and worth_of(
            mind, p, step, 0) > ZHUKOV:
        return BUTTON, "zhukov"
    return BUTTON, "roll"


def worth_of(mind: ForceMind, p: Ukraine, step: Attack, more: int) -> float:
    """What an attack as it stands promises, with so many shifts more."""
    total = odds(p, step)
    if total.net_shift + more > p.layout.shift["most"]:
        more = 0
    return mind.survey_as(p, View).at_level(step.targets[0], step.units, rung(p, total) + more)


def shift_worth(mind: ForceMind, p: Ukraine, step: Attack) -> float:
    """What one shift more would add."""
    total = odds(p, step)
    if total.net_shift >= p.layout.shift["most"] or column(p, rung(p, total)) == column(p, rung(p, total) + 1):
        return 0.0
    return worth_of(mind, p, step, 1) - worth_of(mind, p, step, 0)


def attack_again(mind: ForceMind, p: Ukraine, options: Options) -> Click | None:
    """26.1 Zhukov drives an attack on that is still good."""
    seen = mind.survey_as(p, View)
    units = [unit for unit in options.about.group if seen.fighters >> unit & 1]
    good = bool(units) and seen.battle(options.about.targets[0], units) > AGAIN
    return BUTTON, "again" if good else "done"


# -- Places --------------------------------------------------------------------------------------------------------


def from_foes(mind: ForceMind, p: Ukraine) -> Sequence[int]:
    """How far every hex is from the enemy."""
    return mind.survey_as(p, View).trellis.away(mind.picture(p).foes)


def landing(mind: ForceMind, p: Ukraine, options: Options) -> Click | None:
    """15.3 An air unit lands where it reaches most of the enemy; a leader is moved to safety."""
    unit = options.about.unit
    if unit is None or not options.hexes:
        return None
    if p.layout.air >> unit & 1:
        return HEX, best_base(p, unit, options.hexes)
    away = from_foes(mind, p)
    return HEX, max(options.hexes, key=lambda place: (away[place], -place))


def entering(mind: ForceMind, p: Ukraine, options: Options) -> Click | None:
    """4.6, 16.1, 16.5, 34.6 Where somebody is needed most; headquarters, guns and leaders near the enemy."""
    unit = options.about.unit
    hexes = [place for place in options.hexes if place < p.layout.hexes]
    if unit is None or not hexes:
        return None
    if mind.survey_as(p, View).fighters >> unit & 1:
        return HEX, mind.best_hex(p, unit, hexes)
    away = from_foes(mind, p)
    return HEX, min(hexes, key=lambda place: (away[place], place))


def covering(mind: ForceMind, p: Ukraine, options: Options) -> Click | None:
    """15.6 Ready air units cover the front where it is weakest."""
    unit = options.about.unit
    if unit is None:
        return (UNIT, options.units[0]) if options.units else None
    near = [place for place in options.hexes if has(mind.picture(p).contact, place)] or list(options.hexes)
    return HEX, max(near, key=lambda place: (cover_worth(mind, p, unit, place), -place))


def recovering(_mind: ForceMind, p: Ukraine, options: Options) -> Click | None:
    """22.4, 22.5 Two divisions are made ready again; the Guards are called when there is nothing to flip."""
    if not options.units:
        return None
    depleted = [unit for unit in options.units if p.depleted >> unit & 1]
    return UNIT, (depleted or list(options.units))[0]


def repair_worth(mind: ForceMind, p: Ukraine, place: int) -> float:
    """17.3 Railways are repaired towards what is wanted."""
    return mind.situation(p).pull[place]


def fort_worth(mind: ForceMind, p: Ukraine, place: int) -> float:
    """19.1 Forts are built at objectives behind the front, the nearer to the enemy the better."""
    points = p.layout.points.get(place, 0)
    away = mind.survey_as(p, View).trellis.away(p.manned[SOVIET])[place]
    return (AT_OBJECTIVE + points if points else 0.0) - abs(away - QUIET - 1) * ASTRAY


def dam(mind: ForceMind, p: Ukraine, options: Options) -> Click | None:
    """28.1 The Germans blow the dam when it is about to be lost, and when they have it back; the Soviets at the end."""
    if p.layout.seats.index(options.seat) != GERMAN:
        return BUTTON, "destroy" if mind.survey(p).turns == 1 else "done"
    return BUTTON, "destroy" if blows_dam(mind.survey_as(p, View), mind.situation(p)) else "done"


def falling_back(mind: ForceMind, p: Ukraine, options: Options) -> Click | None:
    """10.1, 26.3 Leaders and headquarters go where the enemy is not."""
    unit = options.about.unit
    if unit is None or not options.hexes or mind.survey_as(p, View).fighters >> unit & 1:
        return None
    away = from_foes(mind, p)
    return HEX, max(options.hexes, key=lambda place: (away[place], -place))


def first_hex(_mind: ForceMind, _p: Any, options: Options) -> Click | None:
    """Any of the hexes will do."""
    return (HEX, options.hexes[0]) if options.hexes else None


def first_unit(_mind: ForceMind, _p: Any, options: Options) -> Click | None:
    """Any of the units will do."""
    return (UNIT, options.units[0]) if options.units else None


PLACES: Mapping[str, Answer] = {
    "deploy": button("ready_made"), "kursk": button("ready_made"), "step_losses": button("ready_made"),
    "transfers": button("done"), "depleted": first_unit, "bridgeheads": first_hex, "fortify": best_by(fort_worth),
    "land": landing, "relocate": landing, "rebase": landing, "enter": entering, "rebuild": entering, "rail": entering,
    "surprise_to": entering,
    "support": covering, "support_hex": covering, "artillery": recovering, "repair": best_by(repair_worth),
    "fort": best_by(fort_worth), "dam": dam, "early_pontoon": first_hex, "bridge_train": first_hex,
    "free_pontoon": first_hex, "river_assault": crossing.target, "retreat": falling_back,
    "withdraw_to": falling_back, "withdraw": button("stand"), "assault_advance": button("advance"),
    "attack": attack, "attack_again": attack_again,
}


__all__ = ["PLACES"]
