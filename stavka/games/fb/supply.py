"""Chapter 6: the supply of the fortress; 10.3 the auxiliary airstrip."""

from __future__ import annotations

from dataclasses import dataclass

from stavka.kit.hexset import EMPTY, HexSet, bit, has, members, size
from stavka.kit.steps import About, Options, Step
from stavka.kit.tables import Sum
from stavka.kit.words import Message

from .components import GERMAN
from .position import Breslau

ARTILLERY_BUTTONS = ("supply.1", "supply.2", "supply.3")


def can_pay(p: Breslau, cost: int) -> bool:
    """6.1 The level never falls below nothing: what costs more cannot be done."""
    return p.supply >= cost


def spend(p: Breslau, cost: int, *rules: str) -> None:
    """6.2 - 6.5 Lower the level."""
    p.supply -= cost
    p.emit("supply_spent", *rules, cost=cost, level=p.supply)


def raise_supply(p: Breslau, amount: int, *rules: str) -> None:
    """6.6 Raise the level, as far as the track goes (6.1)."""
    p.supply = min(p.supply + amount, p.layout.highest_supply)
    p.emit("supply_gained", *rules, amount=amount, level=p.supply)


def artillery_buttons(p: Breslau, side: int) -> tuple[str, ...]:
    """8.3.3 How much German artillery fire can be paid for: a button for every +1, at most three."""
    if side != GERMAN:
        return ()
    return ARTILLERY_BUTTONS[:min(p.layout.artillery_most, p.supply // p.layout.artillery_cost)]


# -- The supply roll (6.6) -----------------------------------------------------------------------------------------


def airstrip_works(p: Breslau) -> bool:
    """10.3.5 All markers are on the map and in German hands."""
    return size(p.airstrip) == p.layout.airstrip_markers and not p.airstrip & p.control


def supply_bonuses(p: Breslau) -> Sum:
    """6.6 What is added to the die."""
    layout = p.layout
    total = Sum()
    total.shift(layout.gain_airfield, "odds.airfield", "6.6b", when=not layout.airfield & p.control)
    total.shift(layout.gain_airstrip, "odds.airstrip", "6.6c", when=airstrip_works(p))
    total.shift(layout.gain_early, "odds.early", "6.6d", when=p.turn in layout.early_turns)
    return total


def roll_for_supply(p: Breslau) -> None:
    """6.6 A die and the bonuses, halved, fractions up."""
    die = p.roll()
    bonus = supply_bonuses(p).net_shift
    gain = -(-(die + bonus) // p.layout.gain_divided_by)
    p.emit("supply_roll", "6.6a", die=die, bonus=bonus, gain=gain)
    raise_supply(p, gain, "6.6a")


# -- The airstrip (10.3) -------------------------------------------------------------------------------------------


def airstrip_hexes(p: Breslau) -> HexSet:
    """10.3.1 City hexes without bridge or canal hexside, in German hands, next to the markers already there."""
    layout = p.layout
    if size(p.airstrip) >= layout.airstrip_markers or not can_pay(p, layout.airstrip_cost):
        return EMPTY
    sites = layout.city & ~layout.bridges & ~layout.canal_hexes & ~p.control & ~p.airstrip
    return sites & layout.grid.around(p.airstrip) if p.airstrip else sites


def why_not_airstrip(p: Breslau, place: int) -> Message:
    """Why no marker may be built in a place."""
    layout, args = p.layout, {"hex": p.number(place)}
    if not can_pay(p, layout.airstrip_cost):
        return Message("refused.no_supply", {"cost": layout.airstrip_cost, "level": p.supply}, ("6.5", "10.3.2"))
    if size(p.airstrip) >= layout.airstrip_markers:
        return Message("refused.airstrip_done", args, ("10.3.1",))
    if place >= layout.hexes or not has(layout.city, place):
        return Message("refused.not_city", args, ("10.3.1",))
    if has(layout.bridges | layout.canal_hexes, place):
        return Message("refused.airstrip_water", args, ("10.3.1",))
    if has(p.control, place):
        return Message("refused.airstrip_control", args, ("10.3.4",))
    return Message("refused.airstrip_apart", args, ("10.3.1",))


@dataclass(frozen=True, slots=True)
class GermanSupply(Step):
    """Phase 10: one marker of the airstrip, if the German player likes (10.3.3), then the supply roll (6.6)."""

    built: bool = False

    def offer(self, p: Breslau) -> Options | None:
        if self.built:
            return None
        hexes = airstrip_hexes(p)
        if not hexes and not p.held:
            return None
        prompt = Message("prompt.airstrip", {"cost": p.layout.airstrip_cost, "level": p.supply}, ("10.3.2", "6.6a"))
        return Options(p.seat(GERMAN), "airstrip", prompt, hexes=members(hexes), buttons=("end_phase",),
                       about=About("build"))

    def skip(self, p: Breslau) -> None:
        p.pop()
        roll_for_supply(p)

    def take_hex(self, p: Breslau, place: int) -> None:
        spend(p, p.layout.airstrip_cost, "6.5", "10.3.2")
        p.airstrip |= bit(place)
        p.emit("airstrip", "10.3", hex=p.number(place), markers=size(p.airstrip))
        p.replace(GermanSupply(built=True))

    def take_button(self, p: Breslau, button: str) -> None:
        self.skip(p)

    def refuse_hex(self, p: Breslau, place: int) -> Message | None:
        return why_not_airstrip(p, place)
