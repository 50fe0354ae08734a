"""Chapter 5: historical events, and what else belongs to phase 1."""

from __future__ import annotations

from dataclasses import dataclass

from stavka.kit.hexset import of
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import SIDES, SOVIET, HistoricalEvent
from .northern_front import NorthernFight, fight_goes_on, may_declare
from .position import Breslau
from .supply import raise_supply

EVENT_BUTTON = "event."


def begin_events(p: Breslau) -> None:
    """4.4 Phase 1: the artillery is turned back, the air points are set, the letters of the turn are resolved."""
    p.bombarded = 0  # 8.2.11
    p.air = p.layout.air_points[p.turn - 1]  # 8.2.3
    p.po2 = p.layout.po2_per_turn  # 10.9.1
    if p.turn == 1:
        find_goliaths(p)
        find_chemicals(p)
    if fight_goes_on(p):
        p.push(NorthernFight())  # 10.1.3
    releases = [step for letter in p.layout.event_letters(p.turn) if (step := resolve_letter(p, letter)) is not None]
    p.push(*releases)


def find_goliaths(p: Breslau) -> None:
    """10.4 The Goliaths at hand: the sum of two dice."""
    dice = [p.roll() for _ in range(p.layout.goliath_dice)]
    p.goliaths = min(sum(dice), p.layout.goliath_markers)
    p.emit("goliaths", "10.4", dice=dice, number=p.goliaths)


def find_chemicals(p: Breslau) -> None:
    """10.5.1 The chemical weapons at hand: half a die, fractions up."""
    dice = [p.roll() for _ in range(p.layout.chemical_dice)]
    p.chemicals = min(-(-sum(dice) // p.layout.chemical_divided_by), p.layout.chemical_markers)
    p.emit("chemicals", "10.5.1", dice=dice, number=p.chemicals)


# -- The letters (5.1) ---------------------------------------------------------------------------------------------


def resolve_letter(p: Breslau, letter: str) -> Step | None:
    """Resolve an event; if somebody has to choose, the step that asks him comes back."""
    event = p.layout.events[letter]
    if letter in p.plan.delayed:
        p.pending = (*p.pending, letter)  # SC.F4: the Soviet player takes it when he likes
        return None
    p.emit("event", "5.1", letter=letter, side=SIDES[event.side])
    if event.effect == "arrive":
        arrive(p, letter)
    elif event.effect == "supply":
        raise_supply(p, event.amount, "5.1")
    elif event.effect == "release":
        return Release(letter)
    elif event.effect == "end" and event.what == "fanatic":
        p.fanatic = 0
        p.fanaticism_over = True
    return None  # what an event allows goes by its turn (10.2, 10.4.2)


def arrive(p: Breslau, letter: str) -> None:
    """The units of an event go to their place; those for the turn track to the space of this turn."""
    units = p.layout.arrivals[letter]
    space = p.layout.turn_space[p.turn]
    for unit in units:
        entry = p.layout.unit[unit].entry
        assert entry is not None
        if p.layout.trains >> unit & 1:
            continue  # 10.2: it has to be built
        on_track = entry.place.startswith("turn.")
        p.put(unit, space if on_track else p.box(entry.place))
    p.whole |= of(unit for unit in units if p.where[unit] == space and p.layout.division[unit] is not None)  # 7.1.4
    p.emit("arrived", "5.1", units=p.ids(units))


@dataclass(frozen=True, slots=True)
class Release(Step):
    """5.1 An event lets units go at once from one box to another; their owner says which."""

    letter: str

    def event(self, p: Breslau) -> HistoricalEvent:
        """The event behind it."""
        return p.layout.events[self.letter]

    def offer(self, p: Breslau) -> Options | None:
        event = self.event(p)
        units = [unit for unit in event.units if p.where[unit] == p.box(event.source)]
        if not units:
            return None
        prompt = Message("prompt.release", {"to": event.target}, ("5.1",))
        return Options(p.seat(event.side), "release", prompt, units=units, buttons=("done",),
                       about=About("place", targets=(p.box(event.target),)))

    def take_unit(self, p: Breslau, unit: int) -> None:
        target = self.event(p).target
        p.put(unit, p.box(target))
        p.emit("transferred", "5.1", unit=p.id(unit), to=target)

    def take_button(self, p: Breslau, button: str) -> None:
        p.pop()

    def refuse_unit(self, p: Breslau, unit: int) -> Message | None:
        return Message("refused.not_released", {"unit": p.id(unit)}, ("5.1",))


@dataclass(frozen=True, slots=True)
class Events(Step):
    """Phase 1 for the Soviet player: events he may take late, and the declaration of the Polish 2nd Army (10.1.3)."""

    def offer(self, p: Breslau) -> Options | None:
        buttons = [f"{EVENT_BUTTON}{letter}" for letter in p.pending]
        if may_declare(p):
            buttons.append("declare")
        if not buttons and not p.held:
            return None
        prompt = Message("prompt.events", {}, ("5.1", "10.1.3"))
        return Options(p.seat(SOVIET), "events", prompt, buttons=(*buttons, "end_phase"))

    def take_button(self, p: Breslau, button: str) -> None:
        if button == "declare":
            p.declared = True  # 10.1.4
            p.emit("declared", "10.1.3", "10.1.4")
            p.push(NorthernFight())
        elif button.startswith(EVENT_BUTTON):
            letter = button.removeprefix(EVENT_BUTTON)
            p.pending = tuple(other for other in p.pending if other != letter)
            p.emit("event", "5.1", "SC.F4", letter=letter, side=SIDES[SOVIET])
            arrive(p, letter)
        else:
            p.pop()

    def refuse_button(self, p: Breslau, button: str) -> Message | None:
        if button == "declare":
            return Message("refused.no_declaration", {}, ("10.1.3",))
        if button.startswith(EVENT_BUTTON):
            return Message("refused.no_event", {"letter": button.removeprefix(EVENT_BUTTON)}, ("5.1",))
        return None
