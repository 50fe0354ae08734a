"""Steps and offers: what a game is waiting for, and the choices it offers.

A step is a small immutable piece of data. It answers ``offer`` with the choices open now, and takes one. When it has
nothing to offer, ``skip`` moves the game on. A phase pushes steps; dice, losses, retreats and advances are steps too.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, get_args

from .words import Message

if TYPE_CHECKING:
    from .position import Position

UNIT, HEX, BUTTON = "unit", "hex", "do"

NOBODY: Final = -1
"""No unit: a step that has none in hand."""


@dataclasses.dataclass(frozen=True, slots=True)
class Phase:
    """One line of the sequence of play.

    Whose phase it is and who plays it need not be the same: in an enemy's movement phase one may lay one's
    interdiction, and a seat may run several sides.
    """

    key: str
    owner: str
    """The side whose phase it is; empty where it is nobody's."""
    seat: str
    """The seat that plays it."""
    step: Callable[[], Step]


Kind = Literal[
    "place", "move", "attack", "fire", "support", "lose", "retreat", "advance", "draw", "build", "remove", "choose"]
"""What a decision can be about; a ``task`` is the game's own name of it, this is what all games share."""

KINDS: tuple[Kind, ...] = get_args(Kind)

FIGHTS: Final[tuple[Kind, ...]] = ("attack", "fire")
"""The kinds in which units are put together against a target, and ``ask("odds")`` has something to say."""


class About(NamedTuple):
    """What a decision is about, so that nobody has to guess it from names or from what was chosen before.

    ``unit`` is the unit in hand, ``targets`` the places it (or the group) is aimed at, ``group`` the units picked so
    far. An attack or fire with a group is what ``ask("odds")`` without arguments answers for.
    """

    kind: Kind
    unit: int | None = None
    targets: Sequence[int] = ()
    group: Sequence[int] = ()


CHOOSE = About("choose")
"""A decision about nothing in particular."""


class Options:
    """What a step offers, by index: units, hexes (or boxes), and buttons by name.

    ``about`` says what the decision is about. ``sets`` are sets of the offered units that are often picked together,
    such as a whole stack: a client may pick one with a single action, by choosing its units one after another; with a
    unit in hand they are those that can join it. ``strikes`` are those of the hexes where the choice begins a fight.
    """

    __slots__ = ("_prompt", "about", "buttons", "hexes", "seat", "sets", "strikes", "task", "units")

    def __init__(self, seat: str, task: str, prompt: Message, *, units: Iterable[int] = (), hexes: Iterable[int] = (),
                 buttons: Iterable[str] = (), about: About = CHOOSE, sets: Iterable[Sequence[int]] = (),
                 strikes: Iterable[int] = ()) -> None:
        self.seat = seat
        self.task = task
        self._prompt = prompt
        self.units: Sequence[int] = tuple(units)
        self.hexes: Sequence[int] = tuple(hexes)
        self.buttons: Sequence[str] = tuple(buttons)
        self.about = about
        self.sets: Sequence[Sequence[int]] = tuple(sets)
        self.strikes: Sequence[int] = tuple(strikes)

    @property
    def prompt(self) -> Message:
        """What is to be done; ``ways`` in it are the ways to go on that are open, for prompts that name them."""
        key, args, rules = self._prompt
        return Message(key, {**args, "ways": self.ways}, rules)

    @property
    def ways(self) -> list[str]:
        """What can be chosen: units, hexes, each button by the part of its name before a dot, and the ``sorts`` of
        units that the prompt's message tells apart, if any."""
        found = [*((UNIT,) if self.units else ()), *((HEX,) if self.hexes else ())]
        found += [button.partition(".")[0] for button in self.buttons]
        return [*dict.fromkeys(found), *self._prompt.args.get("sorts", ())]

    def among(self, hexes: Iterable[int]) -> Options:
        """The same decision with these hexes to choose from, for players who look at some of them only."""
        return Options(self.seat, self.task, self.prompt, units=self.units, hexes=hexes, buttons=self.buttons,
                       about=self.about, sets=self.sets, strikes=self.strikes)


def sorts(**units: Sequence[int] | int) -> list[str]:
    """The names of those sorts of units of which there are any: for the ``sorts`` of a prompt.

    >>> sorts(coming=[3, 4], rebuild=[])
    ['coming']
    """
    return [sort for sort, those in units.items() if those]


def by_stack(p: Position, units: Iterable[int]) -> list[list[int]]:
    """Units that stand together, where at least two do: the ``sets`` of an offer that gathers a group."""
    stacks: dict[int, list[int]] = {}
    for unit in units:
        stacks.setdefault(p.where[unit], []).append(unit)
    return [stack for stack in stacks.values() if len(stack) > 1]


def attack_prompt(more: Sequence[int], buttons: Sequence[str], args: dict[str, Any],
                  rules: tuple[str, ...]) -> Message:
    """What an attack that is being put together asks for: who else takes part or, if nobody else can, how it is made,
    or only that it be made."""
    key = "prompt.attackers" if more else "prompt.attack_how" if len(buttons) > 1 else "prompt.attack_now"
    return Message(key, args, rules)


def by_formation(p: Position, units: Iterable[int]) -> list[list[int]]:
    """Units of the same formation, where at least two are: the ``sets`` of an offer that sets them up."""
    formations, formation_of = defaultdict[str, list[int]](list), p.layout.formation_of
    for unit in units:
        formations[formation_of[unit]].append(unit)
    return [units for formation, units in formations.items() if formation and len(units) > 1]


@dataclasses.dataclass(frozen=True)
class Manner:
    """What is a game's own in a step that the kit plays: its rules as functions, written down once under a name.

    A step of the kit (:mod:`.deploy`, :mod:`.losses`, :mod:`.hexwise`) holds one as a field. In data it stands as its
    name. Its functions belong to a module, so that a position can be sent to another process.
    """

    name: str


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """Something the game waits for. Subclasses are frozen dataclasses of plain values.

    A step is only ever handed a choice that it has offered, so it implements the ``take_`` methods for the kinds
    of choice it offers and no others.
    """

    def offer(self, p: Any) -> Options | None:
        """The choices open now, or None if there is nothing to decide."""
        return None

    def skip(self, p: Any) -> None:
        """There was nothing to decide: go on."""
        p.pop()

    def take_unit(self, p: Any, unit: int) -> None:
        """The seat chose this unit."""
        raise TypeError(f"{type(self).__name__} offers no units")

    def take_hex(self, p: Any, place: int) -> None:
        """The seat chose this hex or box."""
        raise TypeError(f"{type(self).__name__} offers no hexes")

    def take_button(self, p: Any, button: str) -> None:
        """The seat chose this button."""
        raise TypeError(f"{type(self).__name__} offers no buttons")

    def refuse_unit(self, p: Any, unit: int) -> Message | None:
        """Why this unit, which was not offered, may not be chosen; None if there is nothing better to say."""
        return None

    def refuse_hex(self, p: Any, place: int) -> Message | None:
        """Why this hex, which was not offered, may not be chosen."""
        return None

    def refuse_pair(self, p: Any, unit: int, place: int) -> Message | None:
        """Why this unit may not be sent at this hex, neither of which was offered; None if each has reason enough."""
        return None

    def refuse_button(self, p: Any, button: str) -> Message | None:
        """Why this button, which was not offered, may not be chosen."""
        return None

    def as_data(self) -> dict[str, Any]:
        """The step as plain data."""
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {"step": type(self).__name__, **{key: _as_data(value) for key, value in values.items()}}


def _as_data(value: Any) -> Any:
    if isinstance(value, Manner):
        return value.name
    if isinstance(value, Step):
        return value.as_data()
    return list(value) if isinstance(value, tuple) else value


def take(p: Position, kind: str, value: Any) -> None:
    """Make a choice in a position that waits for one: a unit or a hex by its index, a button by its name."""
    p.held = True
    p.revealed = False
    step = p.steps[-1]
    if kind == UNIT:
        step.take_unit(p, value)
    elif kind == HEX:
        step.take_hex(p, value)
    else:
        step.take_button(p, value)


def settle(p: Position, advance: Callable[[Any], None]) -> Options | None:
    """Go on until somebody has to choose, and say what; None when the game is over.

    ``advance`` is called when no step is left: it begins the next phase.
    """
    while p.result is None:
        if not p.steps:
            advance(p)
            continue
        step = p.steps[-1]
        options = step.offer(p)
        if options is not None:
            return options
        step.skip(p)
    return None
