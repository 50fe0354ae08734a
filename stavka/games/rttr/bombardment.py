"""Chapter 15: bombardment markers; air reconnaissance (17.4); the Me 262 (22.5)."""

from __future__ import annotations

from dataclasses import dataclass

from stavka.kit.hexset import HexSet
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import NOWHERE, SEATS, player
from .position import FLOWN, READY, Rttr, with_value
from .sectors import is_shut_out, listed
from .statics import examine, unknown_hexes
from .stavka_points import can_spend, price, spend

ARTILLERY, AIR = "artillery", "air"
KINDS = (ARTILLERY, AIR)
PROMPTS = {ARTILLERY: Message("prompt.place_artillery", {}, ("15.2a",)),
           AIR: Message("prompt.place_air", {}, ("15.2b",))}


# -- Zones (15.2, 15.7) --------------------------------------------------------------------------------------------


def bombardment_zone(p: Rttr, front: int) -> HexSet:
    """15.2 The hexes in the zones of a Front's markers; they never cross the boundary (15.2c)."""
    guns, planes = p.guns[front], p.planes[front]
    if not guns and not planes:
        return 0

    def zones() -> HexSet:
        hexes = 0
        for kind, markers in ((ARTILLERY, guns), (AIR, planes)):
            for place in markers:
                hexes |= marker_zone(p, front, kind, place)
        return hexes

    return p.derive(("bombardment", front), (guns, planes), zones)


def marker_hexes(p: Rttr, front: int) -> HexSet:
    """5.4, 10.6 Where a Front may place markers: in any hex of its sector, and in the Reichstag unless 5.5b bars it."""
    return p.layout.whole_sector[front] | (0 if is_shut_out(p, front) else p.layout.reichstag_bit)


def marker_zone(p: Rttr, front: int, kind: str, place: int) -> HexSet:
    """15.2a, 15.2b The zone of one marker."""
    return p.layout.grid.within(place, p.layout.radius[kind]) & p.layout.area[front]


def jet_zone(p: Rttr, sector: int) -> HexSet:
    """22.5 The zone of the Me 262 marker; like any other it ends at the boundary (15.2c)."""
    if p.jet_at == NOWHERE or p.layout.sector_of(p.jet_at) != sector:
        return 0
    return p.layout.grid.within(p.jet_at, p.layout.radius[AIR]) & p.layout.sector[sector]


def remove_markers(p: Rttr) -> None:
    """4.3-II-D, 4.3-IV-D, 15.8 All bombardment markers leave the map."""
    if any(p.guns) or any(p.planes):
        p.emit("markers_removed", "15.8")
    p.guns = p.planes = ((), ())


# -- The phase -----------------------------------------------------------------------------------------------------


def left(p: Rttr, front: int, kind: str) -> int:
    """15.3a The markers of a kind that have not been used this turn."""
    used = len(p.guns[front]) if kind == ARTILLERY else len(p.planes[front]) + p.flown
    return p.layout.markers[kind][front] - used


def why_not_bombard(p: Rttr, front: int, kind: str) -> Message | None:
    """Why no marker of a kind can be placed now."""
    if p.turn < p.layout.bombardment_turn:
        return Message("refused.no_bombardment_yet", {}, ("15.3b",))
    if not left(p, front, kind):
        return Message("refused.no_marker", {}, ("15.3a",))
    if not can_spend(p, price(p, front, kind)):
        return Message("refused.no_points", {"points": price(p, front, kind)}, ("6.3",))
    return None


@dataclass(frozen=True, slots=True)
class Bombardment(Step):
    """4.3-I-B, 4.3-III-B Artillery and air strike markers are placed, each for its Stavka points (6.6)."""

    front: int
    kind: str = ""

    def offer(self, p: Rttr) -> Options | None:
        seat = SEATS[self.front]
        if self.kind:
            prompt = PROMPTS[self.kind]
            return Options(seat, "bombard", prompt, hexes=listed(p, marker_hexes(p, self.front)),
                           about=About("support"))
        kinds = [kind for kind in KINDS if why_not_bombard(p, self.front, kind) is None]
        if not kinds and not p.held:
            return None
        prompt = Message("prompt.bombardment", {}, ("15.3a", "27.3b"))
        return Options(seat, "bombardment", prompt, buttons=(*kinds, "end_phase"), about=About("support"))

    def take_button(self, p: Rttr, button: str) -> None:
        if button in KINDS:
            p.replace(Bombardment(self.front, button))
        else:
            p.pop()

    def take_hex(self, p: Rttr, place: int) -> None:
        spend(p, self.front, price(p, self.front, self.kind), "6.6", "27.3b")
        p.emit("bombarded", "15.2a" if self.kind == ARTILLERY else "15.2b", side=SEATS[self.front],
               hex=p.number(place), what=f"words.{self.kind}")
        if self.kind == ARTILLERY:
            p.guns = with_value(p.guns, self.front, (*p.guns[self.front], place))
        else:
            p.planes = with_value(p.planes, self.front, (*p.planes[self.front], place))
        p.replace(Bombardment(self.front))
        if self.kind == AIR and marker_zone(p, self.front, AIR, place) & unknown_hexes(p, self.front):
            p.push(AirRecon(self.front, place))

    def refuse_button(self, p: Rttr, button: str) -> Message | None:
        return why_not_bombard(p, self.front, button) if button in KINDS else None

    def refuse_hex(self, p: Rttr, place: int) -> Message | None:
        if not self.kind:
            return Message("refused.pick_marker_first")
        args = {"hex": p.number(place)}
        if place == p.layout.reichstag:
            return Message("refused.shut_out", args, ("5.5b",))
        return Message("refused.bombard_sector", args, ("5.4",))


@dataclass(frozen=True, slots=True)
class AirRecon(Step):
    """17.4 An air strike marker just placed may examine all stacks in its zone; then it is used up for the turn."""

    front: int
    place: int

    def offer(self, p: Rttr) -> Options | None:
        prompt = Message("prompt.air_recon", {"hex": p.number(self.place)}, ("17.4",))
        return Options(SEATS[self.front], "air_recon", prompt, buttons=("recon", "strike"), about=About("support"))

    def take_button(self, p: Rttr, button: str) -> None:
        p.pop()
        if button != "recon":
            return
        p.planes = with_value(p.planes, self.front, p.planes[self.front][:-1])
        p.flown += 1
        p.emit("air_recon", "17.4", side=SEATS[self.front], hex=p.number(self.place))
        examine(p, self.front, marker_zone(p, self.front, AIR, self.place), "17.4")


@dataclass(frozen=True, slots=True)
class Jet(Step):
    """22.5 At the start of a German combat phase the Me 262 may be placed, once a game."""

    sector: int

    def offer(self, p: Rttr) -> Options | None:
        if p.jets[self.sector] != READY:
            return None
        prompt = Message("prompt.jet", {}, ("22.5a",))
        return Options(player(self.sector, german=True), "jet", prompt,
                       hexes=listed(p, p.layout.whole_sector[self.sector]), buttons=("keep",), about=About("support"))

    def take_hex(self, p: Rttr, place: int) -> None:
        p.pop()
        p.jet_at = place
        p.jets = with_value(p.jets, self.sector, FLOWN)
        p.emit("jet", "22.5a", hex=p.number(place))

    def take_button(self, p: Rttr, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Rttr, place: int) -> Message | None:
        return Message("refused.sector", {"hex": p.number(place)}, ("5.4",))
