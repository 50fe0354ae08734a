"""Chapter 17 and 14.2: which railways work, how the Soviets repair them, and how railheads are pushed back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from stavka.kit.hexset import HexSet, bit, has, members
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import SOVIET, Branch, Theatre
from .position import Ukraine, enemy
from .zones import enemy_zone

NEVER, WITH_GORODNYA = ("repki",), ("krolevets", "glukhov")  # 27.4

NOWHERE = -1
"""In place of a hex."""


# -- What is repaired (17.1) ---------------------------------------------------------------------------------------


def usable_rails(p: Ukraine, side: int) -> HexSet:
    """17.1 The railway hexes a side can use at all: all for the Germans, for the Soviets those in repair."""
    if side != SOVIET:
        return p.layout.rail_hexes
    return p.derive("usable rails", p.repaired, lambda: _in_repair(p))


def _in_repair(p: Ukraine) -> HexSet:
    """17.1 What lay behind the August line, green lines as repaired, and branches whose ends are."""
    layout = p.layout
    usable = (layout.rail_hexes & layout.soviet_august) | p.repaired
    broken: Sequence[Branch] = [branch for branch in layout.branches if branch.key not in NEVER]
    while working := [branch for branch in broken if _branch_works(p, branch, usable)]:
        for branch in working:
            usable |= branch.hexes
        broken = [branch for branch in broken if branch not in working]
    return usable


def _branch_works(p: Ukraine, branch: Branch, usable: HexSet) -> bool:
    """17.1 Both ends repaired, or one and the other a dead end; 27.4 for the lines off the north edge."""
    if branch.key in WITH_GORODNYA:
        return not p.layout.gorodnya & ~p.repaired
    return bool(branch.ends & usable) and not branch.ends & p.layout.rail_crossings & ~usable


# -- Connected rail hexes (14.2) -----------------------------------------------------------------------------------


def rail_flood(p: Ukraine, start: HexSet, through: HexSet) -> HexSet:
    """All hexes that lines of railway hexes lead to from a start."""
    return p.layout.grid.flood(start, p.layout.rail_ways, through)


def open_rails(p: Ukraine, side: int) -> HexSet:
    """14.2 Usable railway hexes under control, without enemies, and out of their zones unless a friend stands there."""
    blocked = p.manned[enemy(side)] | enemy_zone(p, side) & ~p.manned[side]
    return usable_rails(p, side) & p.controlled(side) & ~blocked


def edge_sources(p: Ukraine, side: int) -> HexSet:
    """14.2 The supply sources of the map edge that a side controls."""
    return p.layout.edge_sources[side] & p.controlled(side) & ~p.manned[enemy(side)]


def connected_rails(p: Ukraine, side: int) -> HexSet:
    """14.2 The railway hexes connected with an edge source."""
    start, line = edge_sources(p, side), open_rails(p, side)
    return p.derive(("connected rails", side), (start, line), lambda: rail_flood(p, start, line))


# -- Pushing back (17.4) -------------------------------------------------------------------------------------------


def push_back(p: Ukraine, path: Iterable[int]) -> None:
    """17.4 Germans drive back the railheads in the hexes they enter, one hex after the other."""
    for place in path:
        if place in p.railheads:
            _drive_back(p, place)


def _drive_back(p: Ukraine, railhead: int) -> None:
    """17.4 The railheads of a hex go back along the line to the first hex without Germans that is in repair: where
    another was driven back behind them, the line is not. If there is no way back they stay where they are."""
    back, passed = railhead, bit(railhead)
    while back == railhead or has(p.manned[enemy(SOVIET)], back) or not has(_mended(p), back):
        behind = _behind(p, back, passed)
        if behind is None:
            break
        p.repaired &= ~bit(back)
        back, passed = behind, passed | bit(behind)
    if back != railhead:
        together = p.railheads.count(railhead)
        p.railheads = tuple(sorted(back if head == railhead else head for head in p.railheads))
        for _ in range(together):
            p.emit("railhead_back", "17.4.b", hex=p.number(railhead), to=p.number(back))


def _mended(p: Ukraine) -> HexSet:
    """The hexes of green lines in repair."""
    return p.layout.green_hexes & (p.repaired | p.layout.soviet_august)


def _behind(p: Ukraine, place: int, passed: HexSet) -> int | None:
    """The next hex back on a green line: one from where repair has come, or the one before it on its line. The hexes
    behind the August line were never repaired."""
    layout, back = p.layout, 0
    if not has(layout.soviet_august, place):
        mended = _mended(p) & ~passed
        rooted = layout.grid.flood(mended & layout.soviet_august, layout.green_ways, mended)
        back = layout.grid.cross(bit(place), layout.green_ways) & rooted
    back = back or layout.green_before.get(place, 0) & ~passed
    return min(members(back), key=layout.rail_depth.__getitem__, default=None)


# -- Repairs (17.3) ------------------------------------------------------------------------------------------------


def onward(p: Ukraine, railhead: int) -> HexSet:
    """17.2 The green hexes a railhead could repair next; it passes those behind the August line, which need none."""
    return _next_green(p.layout, railhead) & ~p.repaired


@lru_cache(maxsize=512)
def _next_green(layout: Theatre, railhead: int) -> HexSet:
    """17.2 The green hexes next to a railhead's, or to those behind the August line that it passes."""
    here, ways = bit(railhead), layout.green_ways
    passed = layout.grid.flood(here, ways, here | layout.soviet_august)
    return layout.grid.cross(passed, ways) & ~layout.soviet_august


def repairable(p: Ukraine, railhead: int) -> HexSet:
    """17.3, 17.4 Those in Soviet hands, if the railhead is on a connected rail hex."""
    if not has(connected_rails(p, SOVIET), railhead):
        return 0
    return onward(p, railhead) & p.control & ~p.manned[enemy(SOVIET)]


@dataclass(frozen=True, slots=True)
class Repair(Step):
    """17.3 Up to ten hexes, two for each railhead: the Soviet player chooses the hexes one after another."""

    left: int
    done: tuple[tuple[int, int], ...] = ()
    """Railheads, by the hex where they are now, that have repaired one hex or two; two may lie in one hex (17.2)."""
    wanted: int = NOWHERE
    """A hex that more than one railhead can repair, until it is known which one does."""

    def offer(self, p: Ukraine) -> Options | None:
        if self.wanted != NOWHERE:
            prompt = Message("prompt.railhead", {"hex": p.number(self.wanted)}, ("17.2",))
            return Options(p.seat(SOVIET), "repair", prompt, hexes=self._able(p, self.wanted), about=About("build"))
        hexes = self._open(p) if self.left else 0
        if not hexes:
            return None
        prompt = Message("prompt.repair", {"left": self.left}, ("17.3",))
        return Options(p.seat(SOVIET), "repair", prompt, hexes=members(hexes), buttons=("done",), about=About("build"))

    def _open(self, p: Ukraine) -> HexSet:
        hexes = 0
        for railhead in set(p.railheads):
            if self._counts(p, railhead):
                hexes |= repairable(p, railhead)
        return hexes

    def _counts(self, p: Ukraine, place: int) -> list[int]:
        """17.3 For each railhead in a hex that may still go on, how many hexes it has repaired."""
        counts = [count for here, count in self.done if here == place]
        counts += [0] * (p.railheads.count(place) - len(counts))
        return [count for count in counts if count < p.layout.repairs_each]

    def _able(self, p: Ukraine, place: int) -> list[int]:
        """The hexes of the railheads that can repair a hex."""
        return [head for head in sorted(set(p.railheads)) if self._counts(p, head) and has(repairable(p, head), place)]

    def take_hex(self, p: Ukraine, place: int) -> None:
        if self.wanted != NOWHERE:
            self._advance(p, place, self.wanted)
            return
        able = self._able(p, place)
        if len(able) > 1:
            p.replace(replace(self, wanted=place))
        else:
            self._advance(p, able[0], place)

    def _advance(self, p: Ukraine, railhead: int, place: int) -> None:
        """17.2, 17.3 A railhead repairs the next hex; of two in one hex that goes on which has begun."""
        count = max(self._counts(p, railhead))
        done = list(self.done)
        if count:
            done.remove((railhead, count))
        p.repaired |= bit(place)
        heads = list(p.railheads)
        heads[heads.index(railhead)] = place
        if onward(p, place).bit_count() > 1 and len(heads) < p.layout.most_railheads:
            heads.append(place)  # 17.2: at a junction another marker goes the other way
        p.railheads = tuple(sorted(head for head in heads if onward(p, head)))  # one that is at its end is free again
        p.emit("repaired", "17.3", hex=p.number(place), line=p.number(railhead))
        p.replace(Repair(self.left - 1, (*done, (place, count + 1))))

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        args = {"hex": p.number(place)}
        if self.wanted != NOWHERE:
            return Message("refused.no_railhead", {"hex": p.number(self.wanted)}, ("17.2",))
        near = [head for head in p.railheads if place < p.layout.hexes and has(onward(p, head), place)]
        if not near:
            return Message("refused.no_railhead", args, ("17.2",))
        if not any(self._counts(p, head) for head in near):
            return Message("refused.railhead_done", args, ("17.3",))
        if not has(p.control, place) or has(p.manned[enemy(SOVIET)], place):
            return Message("refused.not_controlled", args, ("17.3",))
        return Message("refused.railhead_cut", args, ("17.4.c",))
