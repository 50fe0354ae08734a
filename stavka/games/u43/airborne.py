"""Chapter 20: Soviet airborne brigades."""

from __future__ import annotations

from dataclasses import dataclass

from stavka.kit.hexset import HexSet, UnitSet, bit, has, members, of
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import AIRBORNE, CLEAR, GERMAN, SOVIET
from .lyutezh import is_bound
from .position import Ukraine, disrupt, eliminate
from .stacking import has_room
from .zones import enemy_zone


def may_drop(p: Ukraine) -> bool:
    """20.2 On clear turns; one brigade at most in the first seven turns."""
    drop = p.layout.drop
    early = p.turn <= drop["early_turns"]
    return p.weather == CLEAR and not (early and p.drops >= drop["early_drops"])


def drop_hexes(p: Ukraine) -> HexSet:
    """20.2 Within five hexes of a Soviet combat unit; no marsh, town or city; away from enemy units and air units."""
    layout = p.layout
    near = p.fronted[SOVIET]
    for _ in range(layout.drop["range"]):
        near |= layout.grid.around(near)
    foes = of(p.where[unit] for unit in p.those_on_map(layout.air & layout.army[GERMAN]))
    covered = foes | layout.grid.around(foes)
    hexes = near & layout.playable & ~layout.marshes & ~layout.towns & ~layout.cities & ~covered & ~p.manned[GERMAN]
    if p.flooded:
        hexes &= ~layout.flood_marshes
    return hexes & ~layout.north_of_lyutezh if is_bound(p) else hexes


def ready_brigades(p: Ukraine) -> UnitSet:
    """20.1 The brigades that can jump now; one that was left in the reserve waits for another phase."""
    units = p.stacks.get(p.layout.box[AIRBORNE])
    if not units or not may_drop(p):
        return 0
    return of(units) & ~p.moved if p.derive("drop hexes", (p.version, p.turn), lambda: drop_hexes(p)) else 0


def drop_places(p: Ukraine, unit: int) -> list[int]:
    """Where a brigade may jump, stacking included."""
    hexes = drop_hexes(p)
    return [place for place in members(hexes) if not p.manned[SOVIET] >> place & 1 or has_room(p, place, (unit,))]


@dataclass(frozen=True, slots=True)
class Drop(Step):
    """20.2, 20.3 A brigade jumps: its owner chooses the hex, then the die decides; or he leaves it for this phase."""

    unit: int
    exploiting: bool = False

    def offer(self, p: Ukraine) -> Options | None:
        prompt = Message("prompt.drop", {"unit": p.id(self.unit)}, ("20.2.b",))
        return Options(p.seat(SOVIET), "drop", prompt, hexes=drop_places(p, self.unit), buttons=("done",),
                       about=About("place", unit=self.unit))

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()
        p.moved |= bit(self.unit)
        p.emit("kept_back", "20.2.a", unit=p.id(self.unit))

    def take_hex(self, p: Ukraine, place: int) -> None:
        from .control import enter

        p.pop()
        drop = p.layout.drop
        zone = drop["zone"] if has(enemy_zone(p, SOVIET), place) else 0
        die = p.roll(place)
        p.drops += 1
        total = die + zone
        fate = "intact" if total <= drop["intact"] else "disrupted" if total <= drop["disrupted"] else "lost"
        p.emit("dropped", "20.3", unit=p.id(self.unit), hex=p.number(place), die=die, modifier=zone,
               outcome=f"words.drop_{fate}")
        p.dropped |= bit(self.unit)
        enter(p, [self.unit], [place])
        if fate == "disrupted":
            disrupt(p, [self.unit], "20.3")
        elif fate == "lost":
            eliminate(p, self.unit, "20.3")
        elif self.exploiting:
            p.assault |= bit(self.unit)  # 20.3: it may attack in the combat phase that follows

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return why_not_drop(p, self.unit, place)


def why_no_drop(p: Ukraine, unit: int) -> Message:
    """Why a brigade may not jump at all now."""
    if p.moved >> unit & 1:
        return Message("refused.kept_back", {"unit": p.id(unit)}, ("20.2.a",))
    rule = "20.2.d" if p.weather == CLEAR and not may_drop(p) else "20.2.a"
    return Message("refused.no_drop", {"unit": p.id(unit)}, (rule,))


def why_not_drop(p: Ukraine, unit: int, place: int) -> Message:
    """Why a brigade may not jump into a hex."""
    layout = p.layout
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place >= layout.hexes or not has(layout.playable & ~p.manned[GERMAN], place):
        return Message("refused.drop_terrain", args, ("20.2.b",))
    if has(layout.marshes | layout.towns | layout.cities, place):
        return Message("refused.drop_terrain", args, ("20.2.b",))
    foes = of(p.where[unit] for unit in p.those_on_map(layout.air & layout.army[GERMAN]))
    if has(foes | layout.grid.around(foes), place):
        return Message("refused.drop_air", args, ("20.2.c",))
    if not has(drop_hexes(p), place):
        return Message("refused.drop_far", args, ("20.2.b",))
    return Message("refused.overstack", args, ("5.4",))
