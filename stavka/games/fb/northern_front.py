"""10.1: the Polish 2nd Army and the fight for the northern front."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stavka.kit.hexset import bit, of
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import GERMAN, NORTH_GERMAN, NORTH_POLISH, RESERVE, SOVIET
from .fatigue import rest, turn_space
from .position import Breslau
from .supply import spend

WITH_SUPPLY = "supply.1"


def poles(p: Breslau) -> tuple[int, ...]:
    """The units in the box of the Polish 2nd Army."""
    return p.at(p.box(NORTH_POLISH))


def may_declare(p: Breslau) -> bool:
    """10.1.3 In a turn after event G the Polish 2nd Army may be declared, once."""
    return not p.declared and p.turn > p.layout.events["G"].turn and bool(poles(p))


def fight_goes_on(p: Breslau) -> bool:
    """10.1.3 Once declared, the fight is repeated every turn while there are Poles in the box."""
    return p.declared and bool(poles(p))


@dataclass(frozen=True, slots=True)
class NorthernFight(Step):
    """10.1.3 The fight is to come: both sides are counted when it begins, after the letters of the turn (5.1)."""

    def skip(self, p: Breslau) -> None:
        p.replace(NorthernFront.begin(p))


@dataclass(frozen=True, slots=True)
class NorthernFront(Step):
    """10.1.3 Two dice for each German unit there, each with +2 for a supply level, against the number of Poles."""

    dice: int
    poles: int
    total: int = 0

    @classmethod
    def begin(cls, p: Breslau) -> NorthernFront:
        """The fight as it stands."""
        return cls(p.layout.northern_dice * len(p.at(p.box(NORTH_GERMAN))), len(poles(p)))

    @property
    def is_decided(self) -> bool:
        """Whether the Germans hold whatever the dice still bring; a tie is theirs."""
        return self.total >= self.poles

    def offer(self, p: Breslau) -> Options | None:
        if not self.dice or self.is_decided or p.supply < p.layout.northern_cost:
            return None
        prompt = Message("prompt.northern_front", {"dice": self.dice, "total": self.total, "poles": self.poles},
                         ("10.1.3a", "6.2b"))
        return Options(p.seat(GERMAN), "northern_front", prompt, buttons=("roll", WITH_SUPPLY))

    def skip(self, p: Breslau) -> None:
        if self.dice:
            self._roll(p, 0)
        else:
            p.pop()
            self._decide(p)

    def take_button(self, p: Breslau, button: str) -> None:
        if button == WITH_SUPPLY:
            spend(p, p.layout.northern_cost, "6.2b", "10.1.3a")
            self._roll(p, p.layout.northern_bonus)
        else:
            self._roll(p, 0)

    def _roll(self, p: Breslau, bonus: int) -> None:
        die = p.roll()
        p.emit("northern_die", "10.1.3a", die=die, bonus=bonus, total=self.total + die + bonus)
        p.replace(replace(self, dice=self.dice - 1, total=self.total + die + bonus))

    def _decide(self, p: Breslau) -> None:
        held = self.is_decided
        p.emit("northern_held" if held else "northern_broken", "10.1.3c" if held else "10.1.3d",
               total=self.total, poles=self.poles)
        if held:
            p.push(PolishLosses(p.layout.northern_fatigued))
        else:
            break_through(p)

    def refuse_button(self, p: Breslau, button: str) -> Message | None:
        return Message("refused.northern_front", {}, ("10.1.3",))


def break_through(p: Breslau) -> None:
    """10.1.3 The Poles go to the next turn space, the beaten Germans to the tactical reserve."""
    army = poles(p)
    for unit in army:
        p.put(unit, turn_space(p, p.turn + 1))
    p.whole |= of(unit for unit in army if p.layout.division[unit] is not None)  # 7.1.4
    for unit in p.at(p.box(NORTH_GERMAN)):
        p.put(unit, p.box(RESERVE))


@dataclass(frozen=True, slots=True)
class PolishLosses(Step):
    """10.1.3 The Germans have held: the Soviet player chooses the Polish units that are fatigued."""

    number: int

    def offer(self, p: Breslau) -> Options | None:
        if not self.number or len(poles(p)) <= self.number:
            return None
        prompt = Message("prompt.polish_losses", {"number": self.number}, ("10.1.3c",))
        return Options(p.seat(SOVIET), "polish_losses", prompt, units=poles(p), about=About("lose"))

    def skip(self, p: Breslau) -> None:
        if self.number and poles(p):
            self.take_unit(p, poles(p)[0])
        else:
            p.pop()

    def take_unit(self, p: Breslau, unit: int) -> None:
        p.northern |= bit(unit)  # 9.9
        rest(p, unit)
        p.replace(PolishLosses(self.number - 1))

    def refuse_unit(self, p: Breslau, unit: int) -> Message | None:
        return Message("refused.not_in_the_north", {"unit": p.id(unit)}, ("10.1.3c",))


def return_north(p: Breslau) -> None:
    """9.9 Poles fatigued in the north come back there while the fight lasts, else like everybody."""
    space = p.layout.turn_space[p.turn]
    due = [unit for unit in p.at(space) if p.northern >> unit & 1]
    lasts = bool(poles(p))
    for unit in due:
        p.northern &= ~bit(unit)
        if lasts:
            p.put(unit, p.box(NORTH_POLISH))
            p.emit("transferred", "9.9", unit=p.id(unit), to=NORTH_POLISH)
