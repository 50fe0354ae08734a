"""A mind answers every offer for one force, by its orders: by what the decision is about, or as its game says.

It keeps its plan for the phase and makes it anew when the plan fails. What a game answers itself, task by task, may use
what the mind knows: :meth:`ForceMind.survey`, :meth:`~ForceMind.gain`, :meth:`~ForceMind.attackers` and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from stavka.kit.deploy import ARRANGE, FINISH
from stavka.kit.steps import BUTTON, HEX, UNIT, Options

from .battles import Assault, Battles
from .moves import Moves
from .orders import LEVEL_HEADED, SKILLED, Craft, Orders, Posture, Temper
from .picture import Picture
from .survey import Survey

Own = TypeVar("Own")
"""A game's own class of surveys."""
Click = tuple[str, Any]
"""A kind of click and what is clicked, by index."""

Answer = Callable[["ForceMind", Any, Options], Click | None]
"""A game's answer to one of its tasks; None: as the decision's kind says."""

END_PHASE = "end_phase"


@dataclass(frozen=True)
class Force:
    """Who is planned for: a seat may run several."""

    name: str
    """The words say it (``force.<name>``) where a seat has more than one."""
    seat: str
    sectors: Sequence[str]
    postures: Mapping[str, Posture]
    """What it can do in a sector, by name; the words say each (``staff.<force>.<posture>``)."""
    usual: Mapping[str, str]
    """The posture that has proved best in each sector."""
    effort: str = ""
    """The sector of the main effort; empty if the force has none, because it follows the enemy."""
    skilled: Craft = SKILLED
    """How its plans are made by those who have experience."""
    practised: Mapping[str, str] = field(default_factory=dict)
    """The posture that they order in a sector, where it is not the usual one."""
    temper: Temper = LEVEL_HEADED
    """How they weigh dangers and losses."""


@dataclass(frozen=True)
class Command:
    """What is a game's own in the minds of its forces."""

    survey: Callable[[Any, Force, Orders], Survey]
    """A position in the eyes of a force."""
    answers: Mapping[str, Answer]
    """The game's answers, by task; every other decision is answered by its kind."""
    declines: frozenset[str]
    """The buttons that leave something be."""
    via: Callable[[Any, int, int], int] | None = None
    """A hex to enter on the way of a unit to its goal, if that gains something; else the goal."""
    grain: float = 1.0
    """How finely points are counted: of what an attack must promise elsewhere, this much is enough."""
    advance: float = 0.3
    """What an advance must promise beyond staying where one is."""
    plan: Callable[[Moves, Callable[[Any], Survey]], None] = Moves.plan
    """How a movement phase is planned: unit by unit, or the game's own way where something has to be settled first."""


class ForceMind:
    """Plays one force by orders."""

    def __init__(self, command: Command, force: Force, orders: Orders) -> None:
        self.command, self.force, self.orders = command, force, orders
        self.moves: Moves | None = None
        """The plan of this movement phase."""
        self.todo: list[int] = []
        """The units that have still to be moved."""
        self.assault: Assault | None = None
        """The attack that is being put together."""
        self.assaults: list[Assault] = []
        """The attacks that were planned last, the best first."""
        self.refused: Assault | None = None
        """The best attack that was left alone then."""
        self.notes: dict[str, Any] = {}
        """What a game's answers want to remember until the phase is over."""
        self._picture: Picture | None = None
        self._phase: tuple[int, int] | None = None

    def decide(self, p: Any, options: Options) -> Click:
        """The answer to an offer."""
        if self._phase != (p.turn, p.phase):
            self._phase = p.turn, p.phase
            self.moves, self.todo, self._picture = None, [], None
            self.assault, self.assaults, self.refused = None, [], None
            self.notes = {}
        answer = self.command.answers.get(options.task)
        click = answer(self, p, options) if answer is not None else None
        return self.by_kind(p, options) if click is None else click

    def by_kind(self, p: Any, options: Options) -> Click:
        """The answer that every game gives to a decision of this kind."""
        answer: Callable[[Any, Options], Click] = getattr(self, f"_{options.about.kind}")
        return answer(p, options)

    # -- what answers are made of ----------------------------------------------------------------------------------

    def survey(self, p: Any) -> Survey:
        """A position in the eyes of the force."""
        return self.command.survey(p, self.force, self.orders)

    def survey_as(self, p: Any, kind: type[Own]) -> Own:
        """The same as the game's own class, for its answers."""
        survey = self.survey(p)
        assert isinstance(survey, kind)
        return survey

    def picture(self, p: Any) -> Picture:
        """The situation as it was at the first decision of the phase."""
        if self._picture is None:
            self._picture = Picture(self.survey(p), self.orders)
        return self._picture

    def glance(self, p: Any) -> Picture:
        """The picture of the phase, or one of now that is not kept: whoever only looks must not change what follows."""
        return self._picture if self._picture is not None else Picture(self.survey(p), self.orders)

    def situation(self, p: Any) -> Moves:
        """The position as it is, to ask what units are worth where; nothing is planned in it."""
        return Moves(self.survey(p), self.orders, self.picture(p))

    def best_hex(self, p: Any, unit: int, hexes: Iterable[int]) -> int:
        """The hex where a unit is worth most, whether or not it is on the map; the first of equals."""
        situation = self.situation(p)
        if unit in situation.where:
            situation.lift(unit)
        return max(hexes, key=lambda place: situation.score(unit, place)[0])

    def cheapest(self, p: Any, units: Iterable[int]) -> int:
        """The unit whose loss costs least."""
        survey = self.survey(p)
        return min(units, key=lambda unit: (survey.worth(unit), unit))

    def strongest(self, p: Any, units: Iterable[int]) -> int:
        """The unit that fights best."""
        survey = self.survey(p)
        return max(units, key=lambda unit: (survey.strength(unit), -unit))

    def decline(self, options: Options) -> Click | None:
        """The button that leaves it be, if there is one."""
        for button in options.buttons:
            if button in self.command.declines:
                return BUTTON, button
        return None

    def plain(self, options: Options) -> Click:
        """Any answer will do: the button that leaves it be, or the first of all that is offered."""
        declined = self.decline(options)
        if declined is not None:
            return declined
        if options.units:
            return UNIT, options.units[0]
        return (HEX, options.hexes[0]) if options.hexes else (BUTTON, options.buttons[0])

    # -- movement --------------------------------------------------------------------------------------------------

    def plan(self, p: Any) -> Moves:
        """The plan of this movement phase, made when it is first needed."""
        if self.moves is None:
            self.moves = self.situation(p)
            written = self.orders.written
            if written is not None and (written.turn, written.phase) == (p.turn, p.phase):
                self.moves.adopt(written.moves)
            else:
                self.command.plan(self.moves, self.survey)
            where = self.moves.where
            self.todo = [unit for unit in self.moves.units if where[unit] != p.where[unit]]
        return self.moves

    def _move(self, p: Any, options: Options) -> Click:
        return self.march(p, options) or self.plain(options)

    def march(self, p: Any, options: Options) -> Click | None:
        """Unit by unit to where the plan says, or to the next best hex if that is barred; None when all have gone."""
        moves, unit = self.plan(p), options.about.unit
        if unit is None or unit not in self.todo or not options.hexes:
            return self._next(p, options, moves)
        goal = moves.where[unit]
        if goal not in options.hexes or len(options.hexes) > moves.reach(unit).bit_count():
            goal = moves.best_of(unit, options.hexes)
        if goal not in options.hexes:
            self.todo.remove(unit)
            return self._next(p, options, moves)
        via = self.command.via(p, unit, goal) if self.command.via is not None else goal
        if via in options.hexes and via != goal:
            return HEX, via
        self.todo.remove(unit)
        return HEX, goal

    def _next(self, p: Any, options: Options, moves: Moves) -> Click | None:
        """The next unit to be moved: one whose hex has room for it now, if there is one."""
        unit = options.about.unit
        self.todo = [other for other in self.todo if other in options.units and other != unit]
        for other in self.todo:
            mates = [mate for mate in p.at(moves.where[other]) if mate in moves.where]
            if not mates or moves.survey.room(other, moves.where[other], mates):
                return UNIT, other
        return (UNIT, self.todo[0]) if self.todo else None

    # -- combat ----------------------------------------------------------------------------------------------------

    def battles(self, p: Any) -> Battles:
        """The position as it is, to plan attacks in."""
        return Battles(self.survey(p), self.orders, self.command.grain)

    def attackers(self, p: Any, options: Options) -> int | None:
        """The next unit of the attack that is being put together; None when all have been named."""
        target = options.about.targets[0]
        if self.assault is None or self.assault.target != target:
            self.assault = self.battles(p).assault(target) or Assault(target, (), 0.0)
        wanted = [unit for unit in self.assault.units if unit in options.units and unit not in options.about.group]
        if wanted:
            return wanted[0]
        return None if options.about.group or not options.units else options.units[0]

    def _attack(self, p: Any, options: Options) -> Click:
        if options.about.targets:
            unit = self.attackers(p, options)
            if unit is not None:
                return UNIT, unit
            return (BUTTON, options.buttons[0]) if options.buttons else self.plain(options)
        battles, forced = self.battles(p), self.decline(options) is None
        self.assaults = battles.plan(options.hexes, forced)
        self.assault = next(iter(self.assaults), None)
        self.refused = battles.refused
        return (HEX, self.assault.target) if self.assault is not None else self.plain(options)

    def _fire(self, p: Any, options: Options) -> Click:
        return self.plain(options)

    _support = _fire

    def _lose(self, p: Any, options: Options) -> Click:
        return (UNIT, self.cheapest(p, options.units)) if options.units else self.plain(options)

    def _retreat(self, p: Any, options: Options) -> Click:
        """Whoever fights best goes first, and where he is worth most."""
        about = options.about
        if options.units:
            return UNIT, self.strongest(p, options.units)
        unit = about.unit if about.unit is not None else next(iter(about.group), None)
        if options.hexes and unit is not None:
            return HEX, self.best_hex(p, unit, options.hexes)
        return self.plain(options)

    def _advance(self, p: Any, options: Options) -> Click:
        """Go where one is worth more than here; stay if nobody is."""
        unit = options.about.unit
        if unit is not None and options.hexes:
            ways = [(unit, place) for place in options.hexes]
        else:
            ways = [(other, place) for other in options.units for place in options.about.targets]
        situation = self.situation(p)
        gains = {way: situation.gain(*way) for way in ways if way[0] in situation.where}
        best = max(gains, key=lambda way: gains[way], default=None)
        if best is None or (gains[best] < self.command.advance and self.decline(options) is not None):
            return self.plain(options)
        return (HEX, best[1]) if unit is not None and options.hexes else (UNIT, best[0])

    # -- everything else -------------------------------------------------------------------------------------------

    def _place(self, p: Any, options: Options) -> Click:
        """The strongest first, each where it is worth most."""
        unit = options.about.unit
        if unit is not None and options.hexes:
            return HEX, self.best_hex(p, unit, options.hexes)
        if FINISH in options.buttons:
            return BUTTON, FINISH
        units = options.units
        if ARRANGE in options.buttons:
            units = [unit for unit in units if not p.is_on_map(unit)]  # who stands already stands well
        return (UNIT, self.strongest(p, units)) if units else self.plain(options)

    def _build(self, p: Any, options: Options) -> Click:
        return (UNIT, self.strongest(p, options.units)) if options.units else self.plain(options)

    def _remove(self, p: Any, options: Options) -> Click:
        return self._lose(p, options)

    _draw = _choose = _fire


class SeatMind:
    """Answers for all forces that a seat runs (:class:`stavka.staff.Mind`)."""

    def __init__(self, minds: Mapping[str, ForceMind], force_of: Callable[[Any, Options], str]) -> None:
        self.minds, self._force_of = minds, force_of

    def of(self, p: Any, options: Options) -> ForceMind:
        """The mind that a decision belongs to."""
        return self.minds[self._force_of(p, options)]

    def decide(self, p: Any, options: Options) -> Click:
        """The answer to an offer."""
        return self.of(p, options).decide(p, options)


__all__ = ["Answer", "Click", "Command", "Force", "ForceMind", "SeatMind"]
