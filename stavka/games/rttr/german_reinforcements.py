"""Chapters 7, 16 and 22, German half: static reinforcements, snipers, airfields, depots, and the relief forces."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stavka.kit.hexset import HexSet, bit, has, members, of
from stavka.kit.steps import About, Options, Step, sorts
from stavka.kit.words import Message

from .components import BF, GERMAN, NOBODY, SEATS, player
from .position import READY, Rttr, with_value
from .sectors import holds_all_objectives, occupy
from .stacking import crowded, has_room
from .statics import TurnUp, has_face_down, turn_up
from .zones import zone

# -- Where Germans may be placed (7.3b, 16.3, 16.5, 16.7, 22.4) ----------------------------------------------------


def german_hexes(p: Rttr, sector: int) -> HexSet:
    """The hexes of a sector where Germans stand."""
    return p.occupied[GERMAN] & p.layout.sector[sector]


def with_room(p: Rttr, unit: int, hexes: HexSet) -> HexSet:
    """10.3 Those of the hexes that have room for a unit."""
    return hexes & ~crowded(p, unit)


def free_hexes(p: Rttr, sector: int) -> HexSet:
    """7.3b The hexes of a sector without Soviet units and zones."""
    return p.layout.sector[sector] & ~p.occupied[sector] & ~zone(p, sector, german=False)


def static_hexes(p: Rttr, sector: int, unit: int) -> HexSet:
    """Where a static unit that was drawn may be placed: beside Germans (7.3b), or as its kind demands (16.3, 16.5)."""
    if p.layout.snipers >> unit & 1:
        return sniper_hexes(p, sector, unit)
    own = german_hexes(p, sector)
    hexes = (own | p.layout.grid.around(own)) & free_hexes(p, sector)
    return with_room(p, unit, suited(p, unit, hexes))


def suited(p: Rttr, unit: int, hexes: HexSet) -> HexSet:
    """16.3a An emergency airfield needs a road or an airfield; other statics do not care."""
    return hexes & (p.layout.road_hexes | p.layout.airfields) if p.layout.airstrips >> unit & 1 else hexes


def sniper_hexes(p: Rttr, sector: int, unit: int) -> HexSet:
    """16.5 Within four hexes of a German unit of the sector that is no sniper; zones do not matter."""
    near = posts(p, sector)
    for _ in range(p.layout.sniper_range):
        near |= p.layout.grid.around(near)
    return with_room(p, unit, near & p.layout.sector[sector] & ~p.occupied[sector])


def posts(p: Rttr, sector: int) -> HexSet:
    """16.5 The hexes with a German unit of the sector that is no sniper."""
    snipers = p.layout.snipers
    return p.derive(("posts", sector), p.version, lambda: of(
        place for place in members(german_hexes(p, sector)) if any(not snipers >> other & 1 for other in p.at(place))))


def is_near_posts(p: Rttr, sniper: int, held: HexSet) -> bool:
    """16.5 Whether a sniper stands within four hexes of one of these."""
    return bool(p.layout.grid.within(p.where[sniper], p.layout.sniper_range) & held)


def relief_edge(p: Rttr, sector: int) -> HexSet:
    """22.2, 22.3 The north edge for Steiner, the west and south edges of the 1UF sector for the XX Corps."""
    edges = p.layout.edges
    return (edges["north"] if sector == BF else edges["west"] | edges["south"]) & p.layout.sector[sector]


def relief_hexes(p: Rttr, sector: int, unit: int) -> HexSet:
    """22.4 Where a unit of the relief force may come in: as for Soviet reinforcements, zones do not matter (7.1c)."""
    return with_room(p, unit, relief_edge(p, sector) & ~p.occupied[sector])


def rebuilt_hexes(p: Rttr, sector: int, unit: int, post: int) -> HexSet:
    """Where a unit comes back: in or beside the depot, zones ignored (16.7), or the airfield, with 7.3b (16.3b)."""
    around = (bit(post) | p.layout.near[post]) & p.layout.sector[sector] & ~p.occupied[sector]
    if p.layout.static >> unit & 1:
        around &= free_hexes(p, sector)
    return with_room(p, unit, around)


def rebuildable(p: Rttr, sector: int, post: int) -> list[int]:
    """16.3b, 16.7 Whom an airfield (static infantry) or a depot (mobile units) can bring back from the dead pile."""
    layout = p.layout
    kinds = layout.mobile_set if layout.depots >> post & 1 else layout.static_infantry
    return [unit for unit in p.at(p.box(f"killed.{SEATS[sector]}"))
            if kinds >> unit & 1 and rebuilt_hexes(p, sector, unit, p.where[post])]


def usable_posts(p: Rttr, sector: int) -> list[int]:
    """The depots and emergency airfields of a sector that can bring somebody back (not in the Reichstag, 5.7)."""
    return [unit for unit in members(p.layout.depots | p.layout.airstrips)
            if p.is_on_map(unit) and has(p.layout.sector[sector], p.where[unit]) and rebuildable(p, sector, unit)]


# -- What happens at the start of a German player turn -------------------------------------------------------------


def begin(p: Rttr, sector: int) -> None:
    """22.1 The relief force of the sector may arrive; 7.3a a static unit may be drawn.

    The relief force comes at the start of the player turn: it is placed before the static unit, which may join it.
    """
    roll_relief(p, sector)
    roll_static(p, sector)
    p.push(Relief(sector))


def roll_relief(p: Rttr, sector: int) -> None:
    """22.1 From the second turn on a die below the number of the turn, but never a six, brings the relief force."""
    if p.scenario != "fantasy" or p.turn < p.layout.fantasy_turn or p.arrived[sector]:
        return
    die = p.roll(sector)
    arrives = die < p.turn and die != p.layout.never
    p.emit("relief_roll", "22.1", side=SEATS[sector], die=die, outcome="words.arrives" if arrives else "words.waits")
    if arrives:
        p.arrived = with_value(p.arrived, sector, True)
        p.jets = with_value(p.jets, sector, READY)  # 22.5a


def roll_static(p: Rttr, sector: int) -> None:
    """7.3a On a one or two a static unit is drawn; 7.4a not while the Front holds every objective of the sector."""
    if holds_all_objectives(p, sector):
        p.emit("no_static", "7.4a", side=SEATS[sector])
        return
    pool = p.box("pool")
    die = p.roll(sector)
    drawn = die <= p.layout.draw_up_to and bool(p.at(pool))
    p.emit("static_roll", "7.3a", side=SEATS[sector], die=die, outcome="words.drawn" if drawn else "words.nothing")
    if drawn:
        unit = p.draw(of(p.at(pool)))
        p.put(unit, p.box(f"hand.{player(sector, german=True)}"))
        p.face_down |= bit(unit)
        p.revealed = True
        p.push(PlaceStatic(sector, unit))


@dataclass(frozen=True, slots=True)
class PlaceStatic(Step):
    """7.3 The static unit that was drawn is placed face down; a sniper may be kept for later (16.5)."""

    sector: int
    unit: int

    def offer(self, p: Rttr) -> Options | None:
        hexes = members(static_hexes(p, self.sector, self.unit))
        sniper = bool(p.layout.snipers >> self.unit & 1)
        if not hexes and not sniper:
            return None
        prompt = Message("prompt.place_static", {"unit": p.id(self.unit)}, ("7.3b",))
        return Options(player(self.sector, german=True), "place_static", prompt, hexes=hexes,
                       buttons=("hold",) if sniper else (), about=About("place", self.unit))

    def skip(self, p: Rttr) -> None:
        """7.3b There is no hex for it: it goes back, unseen."""
        p.pop()
        p.put(self.unit, p.box("pool"))
        p.emit("static_returned", "7.3b", side=SEATS[self.sector])

    def take_hex(self, p: Rttr, place: int) -> None:
        p.pop()
        place_face_down(p, self.sector, self.unit, place, "7.3a")

    def take_button(self, p: Rttr, button: str) -> None:
        p.pop()
        hold(p, self.sector, self.unit)

    def refuse_hex(self, p: Rttr, place: int) -> Message | None:
        return why_not_static(p, self.sector, self.unit, place)

    def refuse_button(self, p: Rttr, button: str) -> Message | None:
        return Message("refused.hold", {"unit": p.id(self.unit)}, ("16.5",)) if button == "hold" else None


def place_face_down(p: Rttr, sector: int, unit: int, place: int, rule: str) -> None:
    """16.8a A static unit comes on the map face down; only its player knows which."""
    p.face_down |= bit(unit)
    occupy(p, unit, place)
    p.emit("placed", rule, seats=(player(sector, german=True),), veiled=("unit",), unit=p.id(unit),
           hex=p.number(place))


def hold(p: Rttr, sector: int, unit: int) -> None:
    """16.5 A sniper is kept off the map."""
    seat = player(sector, german=True)
    p.put(unit, p.box(f"held.{seat}"))
    p.face_down |= bit(unit)
    p.emit("held", "16.5", seats=(seat,), veiled=("unit",), unit=p.id(unit), seat=seat)


def why_not_static(p: Rttr, sector: int, unit: int, place: int) -> Message | None:
    """Why a static unit may not be placed in a hex."""
    args = {"unit": p.id(unit), "hex": p.number(place)}
    layout = p.layout
    closed = why_not_german(p, sector, unit, place, "10.1" if layout.snipers >> unit & 1 else "7.3b", "7.3a")
    if closed is not None:
        return closed
    if layout.snipers >> unit & 1:
        return Message("refused.sniper_far", args, ("16.5",))
    if has(zone(p, sector, german=False), place):
        return Message("refused.zone", args, ("7.3b",))
    if layout.airstrips >> unit & 1 and not has(layout.road_hexes | layout.airfields, place):
        return Message("refused.airstrip", args, ("16.3a",))
    return Message("refused.alone", args, ("7.3b",))


def why_not_german(p: Rttr, sector: int, unit: int, place: int, enemies: str, beyond: str = "5.2c") -> Message | None:
    """Why no German unit of a sector may be placed in a hex, whatever brings it.

    ``enemies`` is the rule that keeps it from hexes with Soviets, ``beyond`` the one that keeps it in its sector.
    """
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place == p.layout.reichstag:
        return Message("refused.reichstag", args, ("5.6a",))
    if place >= p.layout.hexes or not has(p.layout.sector[sector], place):
        return Message("refused.sector", args, (beyond,))
    if has(p.occupied[sector], place):
        return Message("refused.enemy", args, (enemies,))
    return None if has_room(p, unit, place) else Message("refused.overstack", args, ("10.3",))


# -- The phase -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Relief(Step):
    """22.4 The relief force that has arrived is placed on its edge; those who find no room wait (7.1d)."""

    sector: int
    unit: int = NOBODY

    def offer(self, p: Rttr) -> Options | None:
        seat = player(self.sector, german=True)
        if self.unit != NOBODY:
            prompt = Message("prompt.place_german", {"unit": p.id(self.unit)}, ("22.4",))
            return Options(seat, "place_german", prompt, hexes=members(relief_hexes(p, self.sector, self.unit)),
                           about=About("place", self.unit))
        units = [unit for unit in waiting_relief(p, self.sector) if relief_hexes(p, self.sector, unit)]
        return Options(seat, "relief", Message("prompt.relief", {}, ("22.4",)), units=units,
                       about=About("place")) if units else None

    def take_unit(self, p: Rttr, unit: int) -> None:
        p.replace(replace(self, unit=unit))

    def take_hex(self, p: Rttr, place: int) -> None:
        occupy(p, self.unit, place)
        p.emit("arrived", "22.4", unit=p.id(self.unit), hex=p.number(place))
        p.replace(replace(self, unit=NOBODY))

    def refuse_unit(self, p: Rttr, unit: int) -> Message | None:
        return Message("refused.must_arrive", {}, ("22.4", "7.1d"))

    def refuse_hex(self, p: Rttr, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first")
        args = {"unit": p.id(self.unit), "hex": p.number(place)}
        if place >= p.layout.hexes or not has(relief_edge(p, self.sector), place):
            return Message("refused.not_entry", args, ("22.2" if self.sector == BF else "22.3",))
        return why_not_german(p, self.sector, self.unit, place, "22.4")

    def refuse_button(self, p: Rttr, button: str) -> Message | None:
        return Message("refused.must_arrive", {}, ("22.4", "7.1d")) if button == "end_phase" else None


@dataclass(frozen=True, slots=True)
class GermanReinforcement(Step):
    """4.3-II-A, 4.3-IV-A Snipers that were kept are placed (16.5), depots and airfields are used (16.3, 16.7)."""

    sector: int
    unit: int = NOBODY

    def offer(self, p: Rttr) -> Options | None:
        seat = player(self.sector, german=True)
        if self.unit != NOBODY:
            prompt = Message("prompt.place_german", {"unit": p.id(self.unit)}, ("16.5",))
            return Options(seat, "place_german", prompt, hexes=members(sniper_hexes(p, self.sector, self.unit)),
                           about=About("place", self.unit))
        units = [*self.snipers(p), *usable_posts(p, self.sector)]
        layout, offered = p.layout, of(units)
        hidden = has_face_down(p, self.sector)
        if not units and not hidden and not p.held:
            return None
        args = {"sorts": sorts(sniper=layout.snipers & offered, depot=layout.depots & offered,
                               airfield=layout.airstrips & offered)}
        prompt = Message("prompt.german_reinforcements", args, ("16.3b", "16.5", "16.7", "16.8a"))
        return Options(seat, "german_reinforcement", prompt, units=units,
                       buttons=(*(("turn_up",) if hidden else ()), "end_phase"), about=About("build"))

    def snipers(self, p: Rttr) -> list[int]:
        """16.5 The snipers kept off the map that can be placed now."""
        held = p.at(p.box(f"held.{player(self.sector, german=True)}"))
        return [unit for unit in held if sniper_hexes(p, self.sector, unit)]

    def take_unit(self, p: Rttr, unit: int) -> None:
        if unit in usable_posts(p, self.sector):
            depot = bool(p.layout.depots >> unit & 1)
            turn_up(p, bit(unit), "16.7" if depot else "16.3b")  # whoever it brings back shows what it is
            p.push(Rebuild(self.sector, unit, 1 if depot else p.layout.rebuilt))
        else:
            p.replace(replace(self, unit=unit))

    def take_hex(self, p: Rttr, place: int) -> None:
        place_face_down(p, self.sector, self.unit, place, "16.5")
        p.replace(replace(self, unit=NOBODY))

    def take_button(self, p: Rttr, button: str) -> None:
        if button == "turn_up":
            p.push(TurnUp(self.sector))
        else:
            p.pop()

    def refuse_unit(self, p: Rttr, unit: int) -> Message | None:
        return why_not_reinforce(p, self.sector, unit)

    def refuse_hex(self, p: Rttr, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first")
        return why_not_static(p, self.sector, self.unit, place)

    def refuse_button(self, p: Rttr, button: str) -> Message | None:
        return Message("refused.nothing_face_down", {}, ("16.8a",)) if button == "turn_up" else None


def waiting_relief(p: Rttr, sector: int) -> tuple[int, ...]:
    """22.1 The units of the relief force that wait beyond the edge, once it has arrived."""
    return p.at(p.box(f"relief.{SEATS[sector]}")) if p.arrived[sector] else ()


def why_not_reinforce(p: Rttr, sector: int, unit: int) -> Message:
    """Why a unit can do nothing in the reinforcement phase of the Germans of a sector."""
    args, layout, place = {"unit": p.id(unit)}, p.layout, p.number(p.where[unit])
    if (layout.depots | layout.airstrips) >> unit & 1 and p.where[unit] == layout.reichstag:
        return Message("refused.reichstag_ability", args, ("5.7",))
    if layout.depots >> unit & 1:
        return Message("refused.no_depot", args, ("16.7",))
    if layout.airstrips >> unit & 1:
        return Message("refused.no_airfield", args, ("16.3b",))
    if place == f"held.{player(sector, german=True)}":
        return Message("refused.no_entry", args, ("16.5",))
    if place.startswith("relief."):
        blocked = unit in waiting_relief(p, sector)
        return Message("refused.no_entry" if blocked else "refused.not_due", args, ("7.1d" if blocked else "22.1",))
    if layout.side_of[unit] == GERMAN and place.startswith("killed."):
        return Message("refused.german_replacement", args, ("8.1b",))
    return Message("refused.not_waiting", args, ("7.3a",))


@dataclass(frozen=True, slots=True)
class Rebuild(Step):
    """16.3b, 16.7 An airfield brings back two static infantry units, a depot one mobile unit; then it is gone."""

    sector: int
    post: int
    left: int
    unit: int = NOBODY

    def offer(self, p: Rttr) -> Options | None:
        seat = player(self.sector, german=True)
        args = {"post": p.id(self.post)}
        if self.unit != NOBODY:
            prompt = Message("prompt.rebuilt_to", {**args, "unit": p.id(self.unit)}, (self.rule(p),))
            hexes = members(rebuilt_hexes(p, self.sector, self.unit, p.where[self.post]))
            return Options(seat, "rebuilt_to", prompt, hexes=hexes, about=About("place", self.unit))
        units = rebuildable(p, self.sector, self.post) if self.left else []
        if not units:
            return None
        return Options(seat, "rebuild", Message("prompt.rebuild", args, (self.rule(p),)), units=units,
                       about=About("build"))

    def rule(self, p: Rttr) -> str:
        """The rule of the depot, or of the airfield."""
        return "16.7" if p.layout.depots >> self.post & 1 else "16.3b"

    def skip(self, p: Rttr) -> None:
        """Its work is done: it is permanently eliminated."""
        p.pop()
        p.emit("used_up", self.rule(p), unit=p.id(self.post), hex=p.number(p.where[self.post]))
        p.face_down &= ~bit(self.post)
        p.revealed = True
        p.put(self.post, p.box("aside"))

    def take_unit(self, p: Rttr, unit: int) -> None:
        p.replace(replace(self, unit=unit))

    def take_hex(self, p: Rttr, place: int) -> None:
        if p.layout.static >> self.unit & 1:
            place_face_down(p, self.sector, self.unit, place, "16.3b")
        else:
            occupy(p, self.unit, place)
            p.emit("arrived", "16.7", unit=p.id(self.unit), hex=p.number(place))
        p.replace(replace(self, unit=NOBODY, left=self.left - 1))

    def refuse_unit(self, p: Rttr, unit: int) -> Message | None:
        return Message("refused.not_rebuilt", {"unit": p.id(unit)}, (self.rule(p),))

    def refuse_hex(self, p: Rttr, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first")
        args = {"unit": p.id(self.unit), "hex": p.number(place)}
        post = p.where[self.post]
        if place >= p.layout.hexes or not has(bit(post) | p.layout.near[post], place):
            return Message("refused.rebuilt_far", args, (self.rule(p),))
        return why_not_german(p, self.sector, self.unit, place, "7.5") or Message(
            "refused.zone", args, ("7.5", "7.3b"))
