"""4.1, 4.9, 4.10: the movement, reaction and exploitation phases.

A player picks a unit, may add others of its hex, and moves them in legs; picking another unit ends their move (4.1).
Everything else that a movement phase allows (3.C.2) is a button while a unit is in hand, or a click on a counter off
the map.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from stavka.kit.hexset import UnitSet, bit, has, members, of
from stavka.kit.legs import tell_leg
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .air import free_bases, rebase, rebasing_units, why_not_rebase
from .airborne import Drop, ready_brigades, why_no_drop
from .combat import MobileAssault, assault_cost, assault_targets, why_not_assault
from .components import AIRBORNE, CENTRAL, GERMAN, NOBODY, SOVIET, WEST, points
from .control import enter
from .forts import BuildFort
from .leaders import may_rally, rally, rallying_units
from .lyutezh import is_bound, release
from .movement import (
    EXPLOITATION,
    MANY,
    MOVEMENT,
    ONE_HEX,
    REACTION,
    RIDERS_HEXES,
    Hand,
    allowance,
    crosses_unbridged,
    destinations,
    extended_bonus,
    leaving,
    may_extend,
    may_ride_on,
    movable,
    path_to,
    points_of,
    reaction_rule,
    reaction_stacks,
    refitting,
    why_not_move,
    why_not_there,
)
from .position import Ukraine, disrupt, enemy
from .rail import RailMove, may_ride, why_no_train
from .reinforcements import (
    Enter,
    Rebuild,
    entering_units,
    rebuildable,
    restorable_units,
    restore,
    why_not_off_map,
)
from .rivers import BridgeTrain, RiverAssault, assault_sides, train_sides

# -- Leaving the map (27.3, 30.2) ----------------------------------------------------------------------------------


def exits(p: Ukraine, hand: Hand, mode: str) -> list[int]:
    """27.3, 30.2 The boxes that Soviet units at an edge may move to: the Central Front, or off the west edge."""
    layout = p.layout
    if layout.side_of[hand.group[0]] != SOVIET or mode == REACTION or not hand.hexes or not hand.left:
        return []
    here = p.where[hand.group[0]]
    if not layout.open_edges >> here & 1:
        return []
    if hand.left != ONE_HEX and hand.left < exit_cost(p, here):
        return []
    boxes = [p.box(CENTRAL)] if has(layout.north_edge, here) else []
    leaders = any(layout.leaders >> unit & 1 for unit in hand.group)
    return boxes if leaders or not has(layout.west_edge, here) else [*boxes, p.box(WEST)]


def exit_cost(p: Ukraine, here: int) -> int:
    """30.2 One point, and what it costs to leave an enemy zone (6.3)."""
    return p.layout.cost["exit"] + leaving(p, SOVIET, here)


def why_not_exit(p: Ukraine, hand: Hand, box: int) -> Message:
    """Why what is in hand does not leave the map for a box."""
    here, args = p.where[hand.group[0]], {"unit": p.id(hand.group[0]), "hex": p.number(box)}
    edges = {p.box(CENTRAL): ("27.3.a", p.layout.north_edge), p.box(WEST): ("30.2.c", p.layout.west_edge)}
    rule, edge = edges.get(box, ("4.1.a", 0))
    if p.layout.side_of[hand.group[0]] == SOVIET and has(edge, here) and 0 <= hand.left < exit_cost(p, here):
        price = {"cost": points(exit_cost(p, here)), "left": points(hand.left)}
        return Message("refused.too_far", {**args, **price}, (rule,))
    return Message("refused.off_map", args, (rule,))


def leave_map(p: Ukraine, hand: Hand, box: int) -> None:
    """27.3 Units go to the Central Front box, or 30.2 leave by the west edge: their steps are counted."""
    west = box == p.box(WEST)
    p.markers += hand.extended and not p.extended & of(hand.group)  # 4.7
    if west:
        mech, other = p.exited
        for unit in hand.group:
            if (p.layout.combat | p.layout.support) >> unit & 1:
                steps = p.steps_of(unit)
                mech, other = (mech + steps, other) if p.layout.mechanized >> unit & 1 else (mech, other + steps)
        p.exited = (mech, other)
    p.emit("exited" if west else "boxed", "30.2.c" if west else "27.3.a", units=p.ids(hand.group))
    for unit in hand.group:
        p.put(unit, box)
        p.boxed |= bit(unit)
        if unit == p.layout.zhukov:
            p.zhukov_moved = True


# -- The phases ----------------------------------------------------------------------------------------------------

RULES = {MOVEMENT: "4.1.a", REACTION: "4.10.a", EXPLOITATION: "4.9.a"}
"""The rules the phases are played by."""


@dataclass(frozen=True, slots=True)
class Moving(Step):
    """A phase in which one side moves: units are taken in hand, moved in legs, and put down."""

    side: int
    mode: str
    group: tuple[int, ...] = ()
    left: int = 0
    hexes: int = MANY
    taken: int = 0
    extended: bool = False
    assaulted: bool = False
    entered: bool = False
    """16.1 Whether what is in hand has come onto the map in this phase."""

    # -- what is offered -----------------------------------------------------------------------------------------

    def offer(self, p: Ukraine) -> Options | None:
        mine = of(self.group)
        if mine and not self._is_sound(p, mine):
            return None
        units = self.candidates(p) & ~mine
        if not mine:
            buttons = self._free_buttons(p)
            if not units and not buttons and not p.held:
                return None
            return Options(p.seat(self.side), "move", self._opening(p), units=p.listed("candidates", units),
                           buttons=(*buttons, "end_phase"), about=About("move"))
        hand = self.hand
        strikes = [place for place, _ in self._assaults(p)] if self.mode == EXPLOITATION else []
        places = [*destinations(p, hand), *exits(p, hand, self.mode), *strikes]
        joining = self._joining(p, units)
        return Options(
            p.seat(self.side), "move_to", self._prompt(p, can_go=bool(places)),
            units=[*p.listed("candidates", units), *self._dropping(p)], hexes=places,
            buttons=(*self._hand_buttons(p), *self._free_buttons(p), "end_phase"),
            about=About("move", unit=self.group[0], group=self.group),
            sets=[joining] if joining else (), strikes=strikes)

    def _opening(self, p: Ukraine) -> Message:
        """What the phase asks for while nothing is in hand; 4.10, 31.2 in reaction how many stacks are left."""
        if self.mode != REACTION:
            return Message(f"prompt.{self.mode}", {}, (self.rule,))
        most = reaction_stacks(p)
        left = most - p.stacks_activated
        key = "prompt.reaction_done" if left <= 0 else "prompt.reaction" if most > 1 else "prompt.reaction_surprised"
        return Message(key, {"left": left}, (reaction_rule(p),))

    def _prompt(self, p: Ukraine, can_go: bool) -> Message:
        """How far what is in hand may go."""
        units = p.ids(self.group)
        if self.left != ONE_HEX or (self.hexes and not can_go):
            key = "prompt.move_group" if can_go else "prompt.group_no_further"
            return Message(key, {"units": units, "left": points(self.left)}, (self.rule,))
        return Message("prompt.one_hex", {"units": units}, (self.rule,)) if self.hexes else Message(
            "prompt.stays", {"units": units}, ("20.4", "4.9.c"))

    @property
    def hand(self) -> Hand:
        """The units in hand."""
        return Hand(self.group, self.left, self.hexes, self.taken, self.extended, self.mode == MOVEMENT)

    @property
    def rule(self) -> str:
        """The rule this phase is played by."""
        return RULES[self.mode]

    def _is_sound(self, p: Ukraine, mine: UnitSet) -> bool:
        """Whether all units in hand are still there and able: an assault may have cost some."""
        return not mine & ~p.mapped and not (self.mode == EXPLOITATION and self.assaulted and p.disrupted & mine)

    def candidates(self, p: Ukraine) -> UnitSet:
        """All that may be picked now, or are in hand."""
        units = movable(p, self.side, self.mode)
        if self.mode == MOVEMENT:
            units |= self._others(p)
        elif self.mode == EXPLOITATION and self.side == SOVIET:
            units |= ready_brigades(p)
        if self.side == GERMAN and self.mode != REACTION:
            units |= rallying_units(p)
        return units

    def _others(self, p: Ukraine) -> UnitSet:
        """3.C.2 Air units to be moved, reinforcements, the dead, the airborne, and units to be restored."""
        basis = (p.version, p.turn, p.control, p.flown, p.replacements, p.brigades, p.boxed, p.stavka_entry)
        units = p.derive(("others", self.side), basis, lambda: self._waiting(p))
        units |= ready_brigades(p) if self.side == SOVIET else 0
        return units | restorable_units(p, p.moved & p.layout.army[self.side])

    def _waiting(self, p: Ukraine) -> UnitSet:
        """Those of them that are not on the map, and air units at their bases."""
        return rebasing_units(p, self.side) | entering_units(p, self.side) | rebuildable(p, self.side)

    def _joining(self, p: Ukraine, units: UnitSet) -> list[int]:
        """4.1 Units of the same hex that may go along, before the first step."""
        if self.taken or self.extended or self.assaulted:
            return []
        stack = p.at(p.where[self.group[0]])
        if len(stack) < 2 or (p.layout.air | p.moved) >> self.group[0] & 1:
            return []
        able = units & ~p.layout.air & ~p.moved & ~refitting(p) & ~(0 if self.mode == MOVEMENT else p.disrupted)
        return [unit for unit in stack if able >> unit & 1]

    def _dropping(self, p: Ukraine) -> list[int]:
        """23.3, 23.4 Units that may be left behind on the way."""
        return list(self.group) if self.taken and len(self.group) > 1 and not self.extended else []

    def _assaults(self, p: Ukraine) -> list[tuple[int, int]]:
        """13.1 The hexes that may be assaulted, with what it costs; 4.9 Soviets assault once."""
        if self.assaulted and self.side == SOVIET:
            return []
        return assault_targets(p, self.group, self.left)

    # -- buttons -------------------------------------------------------------------------------------------------

    def _free_buttons(self, p: Ukraine) -> list[str]:
        """What may be done with no unit in hand."""
        return ["fort"] if self.mode == MOVEMENT and self.side == GERMAN and not p.fort_begun else []  # 19.1

    def _hand_buttons(self, p: Ukraine) -> list[str]:
        buttons: list[str] = []
        unit = self.group[0]
        alone = len(self.group) == 1
        if self.mode == MOVEMENT:
            if self.taken == 0 and not self.extended and self.left > 0 and not p.moved >> unit & 1:
                buttons += self._first_step_buttons(p, unit, alone)
            elif alone and self.entered and self.taken == 1 and not self.extended:  # 16.1: it has just entered
                buttons += ["extended"] if self.left > 0 and may_extend(p, self.group) else []
                buttons += ["rail"] if may_ride(p, unit) else []
            if alone and self.taken == 0 and not self.extended and train_sides(p, unit):
                buttons.append("bridge_train")  # 18.4: also after it has prepared an assault
            if alone and p.reduced >> unit & 1 and restorable_units(p, bit(unit)):
                buttons.append("replace")
        elif self.mode == EXPLOITATION and self._may_mark(p):
            buttons.append("assault")
        if self._to_rally(p) != NOBODY:
            buttons.append("rally")
        return buttons

    def _to_rally(self, p: Ukraine) -> int:
        """26.2 The next unit in hand that Manstein may try to rally, before the group has moved."""
        if self.mode == REACTION or self.side != GERMAN or self.taken:
            return NOBODY
        for unit in self.group:
            if may_rally(p, unit):
                return unit
        return NOBODY

    def _first_step_buttons(self, p: Ukraine, unit: int, alone: bool) -> list[str]:
        buttons = ["extended"] if may_extend(p, self.group) else []  # 4.7
        if alone:
            buttons += ["rail"] if may_ride(p, unit) else []  # 4.6
            buttons += ["river_assault"] if assault_sides(p, unit) else []  # 18.1
        return buttons

    def _may_mark(self, p: Ukraine) -> bool:
        """4.9 Three points for vehicles, no movement for others; Soviets who have assaulted may not."""
        if self.assaulted and self.side == SOVIET:
            return False
        if not (p.layout.attackers | p.layout.sappers) & of(self.group):
            return False
        price = p.layout.cost["assault_marker"]
        if self.left == ONE_HEX:  # 20.4: nor does a brigade that has jumped move; 14.7 vehicles beside it still pay
            return self.taken == 0 and all(
                allowance(p, unit) >= price for unit in self.group if p.layout.mechanized >> unit & 1)
        return self.left >= price

    # -- what is chosen ------------------------------------------------------------------------------------------

    def skip(self, p: Ukraine) -> None:
        """Nothing to decide: an assault has broken up the group, or the phase is over."""
        if not self.group:
            p.pop()
            return
        left = tuple(unit for unit in self.group if p.is_on_map(unit) and not p.disrupted >> unit & 1)
        for unit in self.group:
            p.moved |= 0 if unit in left else bit(unit)
        p.replace(self._without_others(p, left) if left else Moving(self.side, self.mode))

    def _without_others(self, p: Ukraine, group: tuple[int, ...]) -> Moving:
        """4.1 Some go on without the others: a slower unit does not hold back those it moves with no more."""
        if self.hexes != MANY:
            return replace(self, group=group)
        gained = min(allowance(p, unit) for unit in group) - min(allowance(p, unit) for unit in self.group)
        return replace(self, group=group, left=self.left + gained)

    def take_unit(self, p: Ukraine, unit: int) -> None:
        if unit in self.group:
            p.moved |= bit(unit)
            p.replace(self._without_others(p, tuple(other for other in self.group if other != unit)))
        elif self.group and unit in self._joining(p, bit(unit)):
            left, hexes = points_of(p, unit, self.mode)
            p.replace(replace(self, group=(*self.group, unit), left=min(self.left, left), hexes=min(self.hexes, hexes)))
        else:
            if self.taken or not self._rallies_at_once(p, unit):
                self._put_down(p)
            self._pick(p, unit)

    def _rallies_at_once(self, p: Ukraine, unit: int) -> bool:
        """26.2 Whether picking a disrupted unit can only mean that Manstein tries to rally it."""
        return bool(p.disrupted >> unit & 1) and (
            self.mode == EXPLOITATION or bool((p.moved | refitting(p) | p.layout.air) >> unit & 1))

    def _pick(self, p: Ukraine, unit: int) -> None:
        """A counter is picked: on the map it comes to hand, off it it enters, jumps or is rebuilt."""
        layout = p.layout
        if self._comes_to_hand(p, unit):
            if self.mode == REACTION and not p.activated >> unit & 1:
                self._activate(p, unit)
            left, hexes = points_of(p, unit, self.mode)
            p.replace(Moving(self.side, self.mode, (unit,), left, hexes))
            return
        p.replace(Moving(self.side, self.mode))
        if p.where[unit] == p.box(AIRBORNE):
            p.push(Drop(unit, self.mode == EXPLOITATION))
        elif not p.is_on_map(unit):
            dead = layout.board.boxes[p.number(p.where[unit])].group == "dead"
            p.push(Rebuild(self.side, unit) if dead else Enter(self.side, unit))
        elif self._rallies_at_once(p, unit):
            self._rally(p, unit, (unit,))
        elif layout.air >> unit & 1:
            p.push(Rebase(self.side, unit))
        else:
            restore(p, unit)

    def _comes_to_hand(self, p: Ukraine, unit: int) -> bool:
        """Whether a counter that is picked has still to move on the ground."""
        return p.is_on_map(unit) and not (p.layout.air | p.moved) >> unit & 1 and not self._rallies_at_once(p, unit)

    def _activate(self, p: Ukraine, unit: int) -> None:
        """4.10 A whole stack is activated; its units may go different ways."""
        here = p.where[unit]
        p.activated |= of(other for other in p.at(here) if p.layout.side_of[other] == self.side)
        p.stacks_activated += 1
        p.emit("activated", "4.10.a", hex=p.number(here))

    def take_in_hand(self, p: Ukraine, hand: Hand) -> None:
        """16.1 A reinforcement that has just entered goes on from there."""
        p.replace(Moving(self.side, self.mode, hand.group, hand.left, hand.hexes, hand.taken, entered=True))

    def take_hex(self, p: Ukraine, place: int) -> None:
        hand = self.hand
        if place >= p.layout.hexes:
            leave_map(p, hand, place)
            p.replace(Moving(self.side, self.mode))
        elif place in destinations(p, hand):
            self._move(p, hand, place)
        else:
            self._assault(p, place)

    def _move(self, p: Ukraine, hand: Hand, place: int) -> None:
        cost, path = destinations(p, hand)[place], path_to(p, hand, place)
        if hand.extended:
            p.markers += not p.extended & of(hand.group)  # 4.7: one for each stack
            p.extended |= of(hand.group)
        hexes = hand.hexes if hand.hexes == MANY else hand.hexes - 1
        if crosses_unbridged(p, self.side, path[0], path[1]):  # 4.4: cavalry goes on for one hex, others stop
            hexes = RIDERS_HEXES - (len(path) - 1) if may_ride_on(p, hand) else 0
        left = 0 if hand.left == ONE_HEX else hand.left - cost
        taken = hand.taken + len(path) - 1
        for unit in hand.group:
            tell_leg(p, unit, path, max(cost, 0) / 2, self.rule)
        p.replace(Moving(self.side, self.mode, self.group, left, hexes, taken, self.extended, self.assaulted,
                         self.entered))
        enter(p, hand.group, path[1:])
        release(p, self.side, path[0], path[1:])
        guns = [unit for unit in hand.group if p.layout.artillery >> unit & 1]
        if guns and taken > 1:
            disrupt(p, guns, "4.8.c")

    def _assault(self, p: Ukraine, place: int) -> None:
        cost = assault_cost(p, self.group, place)
        p.replace(replace(self, left=self.left - cost, assaulted=True, taken=max(self.taken, 1)))
        p.push(MobileAssault.begin(p, self.side, place, self.group))

    def take_button(self, p: Ukraine, button: str) -> None:
        unit = self.group[0] if self.group else NOBODY
        if button == "end_phase":
            self._put_down(p)
            p.pop()
        elif button == "fort":
            p.push(BuildFort())
        elif button == "extended":
            p.replace(replace(self, extended=True, left=self.left + extended_bonus(p, self.group)))
        elif button == "rail":
            p.replace(Moving(self.side, self.mode))
            p.push(RailMove(self.side, unit))
        elif button == "river_assault":
            p.replace(replace(self, left=0, hexes=0))
            p.push(RiverAssault(self.side, unit))
        elif button == "bridge_train":
            p.push(BridgeTrain(unit))
        elif button == "replace":
            p.moved |= bit(unit) if self.taken else 0  # 16.5, 26.2: who has moved already does not move again
            restore(p, unit)
            p.replace(replace(self, left=0, hexes=0))
        elif button == "rally":
            self._rally(p, self._to_rally(p), self.group)
        elif button == "assault":
            p.assault |= of(self.group)
            p.moved |= of(self.group)
            p.emit("marked", "4.9.b", units=p.ids(self.group))
            p.replace(Moving(self.side, self.mode))

    def _rally(self, p: Ukraine, unit: int, group: tuple[int, ...]) -> None:
        """26.2 A unit that recovers moves normally, with those in hand, unless it has moved or may not this phase."""
        if not rally(p, unit):
            return
        if all(why_not_move(p, other, self.mode) is None for other in group):
            points = [points_of(p, other, self.mode) for other in group]
            p.replace(Moving(self.side, self.mode, group, min(left for left, _ in points),
                             min(hexes for _, hexes in points)))

    def _put_down(self, p: Ukraine) -> None:
        """4.1 The move of what is in hand is over, but for a unit that may yet be rallied after its replacement."""
        p.moved |= of(self.group) & ~refitting(p)

    # -- why not -------------------------------------------------------------------------------------------------

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        if p.layout.side_of[unit] != self.side:
            return Message("refused.not_yours", {"unit": p.id(unit)}, (self.rule,))
        if p.where[unit] == p.box(AIRBORNE):
            return why_no_drop(p, unit)
        if not p.is_on_map(unit):
            return why_not_off_map(p, self.side, unit)
        if p.layout.air >> unit & 1 and self.mode == MOVEMENT:
            return why_not_rebase(p, unit)
        return why_not_move(p, unit, self.mode)

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        if not self.group:
            return Message("refused.pick_unit_first", {}, (self.rule,))
        if self.mode == EXPLOITATION and place < p.layout.hexes and has(p.manned[enemy(self.side)], place):
            if self.assaulted and self.side == SOVIET:
                return Message("refused.one_assault", {"unit": p.id(self.group[0])}, ("13.2",))
            return why_not_assault(p, self.group, self.left, place)
        if place >= p.layout.hexes:
            return why_not_exit(p, self.hand, place)
        return why_not_there(p, self.hand, place)

    def refuse_button(self, p: Ukraine, button: str) -> Message | None:
        return refused_buttons(p, self, button)


def refused_buttons(p: Ukraine, step: Moving, button: str) -> Message | None:
    """Why a button of a phase is not offered."""
    from .leaders import why_not_rally
    from .reinforcements import why_not_restored

    if button == "fort":
        rule = "19.1.a" if step.side == GERMAN else "3.D"
        return Message("refused.no_fort", {}, (rule,))
    if not step.group:
        return Message("refused.pick_unit_first", {}, (step.rule,))
    unit = step.group[0]
    args = {"unit": p.id(unit)}
    if button == "extended":
        if step.mode != MOVEMENT:
            return Message("refused.extended_phase", args, ("4.7.b",))
        if p.markers >= p.layout.limit["markers"]:
            return Message("refused.markers", args, ("4.7.d",))
        restricted = any(p.layout.restricted >> other & 1 for other in step.group)
        return Message("refused.no_extended", args, ("4.8.a" if restricted else "4.7.a",))
    if button == "rail":
        return why_no_train(p, unit)
    if button == "replace":
        return why_not_restored(p, unit)
    if button == "rally":
        return why_not_rally(p, unit)
    if button == "assault":
        rule = "4.9.c" if step.left in (0, ONE_HEX) and step.taken else "4.9.b"
        return Message("refused.no_marker", args, (rule,))
    if button == "river_assault":
        if p.markers >= p.layout.limit["markers"]:
            return Message("refused.markers", args, ("4.7.d",))
        shut = is_bound(p) and p.layout.lyutezh_river & p.layout.grid.sides_of(bit(p.where[unit]))
        rule = "18.1.B" if not shut else "34.6.b" if step.side == SOVIET else "34.6.a"
        return Message("refused.no_river_assault", args, (rule,))
    if button == "bridge_train":
        full = (p.trains | p.pontoons).bit_count() >= p.layout.most_pontoons
        return Message("refused.no_bridge_train", args, ("18.5.D" if full else "18.4",))
    return None


@dataclass(frozen=True, slots=True)
class Rebase(Step):
    """15.3 An air unit changes its base: its owner chooses the new one."""

    side: int
    unit: int

    def offer(self, p: Ukraine) -> Options | None:
        prompt = Message("prompt.rebase", {"unit": p.id(self.unit)}, ("15.3.b",))
        bases = free_bases(p, self.side)
        return Options(p.seat(self.side), "rebase", prompt, hexes=members(bases),
                       about=About("move", unit=self.unit))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.pop()
        rebase(p, self.unit, place)

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return Message("refused.no_base", {"unit": p.id(self.unit), "hex": p.number(place)}, ("15.3.a",))
