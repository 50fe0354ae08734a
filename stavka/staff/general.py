"""A whole staff made from forces and what their game knows of them: all levels but the judgement that veterans need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import atanh
from pathlib import Path
from random import Random
from typing import Any, Protocol

from stavka.kit.steps import Options, Phase
from stavka.kit.words import Message

from . import missions
from .battles import Assault
from .judge import Judge, fact_names, look
from .mind import Command, Force, ForceMind, SeatMind
from .orders import PLAIN, TEMPERS, Mission, Orders, Written, beginners
from .survey import Survey

SPREAD = 0.12
"""How much commanders differ from each other."""
PLAINLY = ("novice", "regular")
"""The levels that make plain plans; the others make them as the force's ``skilled`` commanders do."""
MOST_ATTACKS = 6
"""Attacks that a report tells of."""
MOST_IDEAS = 3
"""Missions of each kind that are thought of."""
FIGHTING = ENTERING = 0.5
"""How much of the thought for a movement phase is given to a combat phase, and to one in which reserves enter."""
STEADY, BOLD, CAREFUL = "", "bold", "careful"
REPLIES = (STEADY, BOLD, CAREFUL)
"""The reply models: the usual orders, and the same in other tempers."""

MOVER, BY_HAND = "mover", "by hand"
"""The names of the facts that say whose turn it is, and what the judge written by hand thinks."""
CERTAIN = 0.995
"""More is not believed of a judge while the game goes on."""

SeatOrders = Mapping[str, Orders]
"""The orders of a seat, force by force."""


class Played(Protocol):
    """What a staff has to know of its game."""

    @property
    def seats(self) -> Sequence[str]:
        """The players."""

    @property
    def sequence(self) -> Sequence[Phase]:
        """The phases of a turn."""

    def phase_key(self, p: Any) -> str:
        """The phase being played."""

    def turn_of(self, phase: Phase) -> str:
        """The seat whose player turn a phase belongs to."""


class General:
    """A staff (:class:`stavka.staff.Staff`) for the forces of a game.

    ``thinking`` names the phases at whose start orders are thought about, with the force that they are for;
    ``fighting`` those of combat, at whose start it is thought about which attacks to make, ``entering`` those in which
    reserves come onto the map, at whose start it is thought about what they are for;
    ``force_of`` says whose decision an offer is (without it a seat runs one force); ``judge`` what a position is worth
    to a seat, from -1 to 1: without one there are only the levels that do not think ahead. ``learnt`` is the file of a
    judge that has learnt from games (:mod:`.judge`), which is asked first; ``fronts`` says which forces face each other
    (without it the first two do), for what that judge looks at. ``clear`` says whether a judge can tell good orders
    from others in a position at all (without it he always can): before that nobody thinks.
    """

    def __init__(
        self, game: Played, forces: Sequence[Force], command: Command, *, thinking: Mapping[str, str],
        fighting: Mapping[str, str] | None = None, entering: Mapping[str, str] | None = None,
        force_of: Callable[[Any, Options], str] | None = None,
        judge: Callable[[Any, str], float] | None = None,
        levels: Sequence[str] = ("novice", "regular"), efforts: Mapping[str, Mapping[str, int]] | None = None,
        learnt: Path | None = None, fronts: Sequence[tuple[str, str]] | None = None,
        clear: Callable[[Any], bool] | None = None,
    ) -> None:
        self.game, self.command = game, command
        self.forces = {force.name: force for force in forces}
        self.levels, self.efforts = levels, efforts or {}
        self._thinking, self._fighting, self._entering = thinking, fighting or {}, entering or {}
        self._judge, self._clear = judge, clear
        self._force_of = force_of or self._only_force
        self._fronts = [(forces[0].name, forces[1].name)] if fronts is None else fronts
        self._file = learnt
        self._learnt: Judge | None = None

    def _only_force(self, p: Any, options: Options) -> str:
        return next(force.name for force in self.forces.values() if force.seat == options.seat)

    def of_seat(self, seat: str) -> list[Force]:
        """The forces that a seat runs."""
        return [force for force in self.forces.values() if force.seat == seat]

    # -- orders ----------------------------------------------------------------------------------------------------

    def usual(self, force: Force) -> Orders:
        """What somebody orders who has not thought about this moment."""
        return Orders({sector: force.postures[force.usual[sector]] for sector in force.sectors}, effort=force.effort)

    def practised(self, force: Force) -> Orders:
        """The same from those who have experience: how they plan, how they weigh dangers, what they order where."""
        orders = self.usual(force).with_craft(force.skilled).with_temper(force.temper)
        for sector, posture in force.practised.items():
            orders = orders.with_posture(sector, force.postures[posture])
        return orders

    def orders(self, seat: str, level: str, rng: Random) -> SeatOrders:
        """The usual orders of a commander of this level."""
        found = {force.name: self.usual(force).with_craft(PLAIN) if level in PLAINLY else self.practised(force)
                 for force in self.of_seat(seat)}
        found = {name: orders.seasoned(rng, SPREAD) for name, orders in found.items()}
        return {name: beginners(orders, rng) for name, orders in found.items()} if level == "novice" else found

    def mind(self, seat: str, orders: SeatOrders) -> SeatMind:
        """A mind that plays by these orders."""
        minds = {name: ForceMind(self.command, self.forces[name], orders[name]) for name in orders}
        return SeatMind(minds, self._force_of)

    def written(self, p: Any, seat: str, orders: SeatOrders) -> SeatOrders:
        """The same orders with the moves of the phase that begins written down."""
        name = self._thinking.get(self.game.phase_key(p))
        if name is None or name not in orders:
            return orders
        moves = ForceMind(self.command, self.forces[name], orders[name].with_moves(None)).plan(p)
        return {**orders, name: orders[name].with_moves(Written(p.turn, p.phase, moves.written()))}

    def worth_thinking(self, p: Any, seat: str) -> float:
        """As much as orders matter, once a judge can tell good ones from others."""
        return self.weight(p, seat) if self._clear is None or self._clear(p) else 0.0

    def weight(self, p: Any, seat: str) -> float:
        """Orders matter at the start of the phases that the game names, most in those of movement."""
        key = self.game.phase_key(p)
        for phases, share in ((self._thinking, 1.0), (self._fighting, FIGHTING), (self._entering, ENTERING)):
            if key in phases and self.forces[phases[key]].seat == seat:
                return share
        return 0.0

    # -- ideas -----------------------------------------------------------------------------------------------------

    def variants(self, p: Any, seat: str, orders: SeatOrders) -> Sequence[Sequence[tuple[SeatOrders, Message]]]:
        """Other orders for the force whose phase it is: postures, main effort, temper, missions by name; where it
        fights, which attacks it makes; where its reserves enter, what they are to take or to hold."""
        phase = self.game.phase_key(p)
        name = self._thinking.get(phase) or self._fighting.get(phase) or self._entering.get(phase)
        if name is None:
            return ()
        force, old = self.forces[name], orders[name]
        if phase in self._fighting:
            groups = list(self._attacks(p, force, old))
        elif phase in self._entering:
            groups = [*self._efforts(force, old), *self._missions(p, force, old)]
        else:
            groups = [*self._postures(force, old), *self._efforts(force, old), *self._missions(p, force, old)]
        groups.append([(old.with_temper(temper), Message(f"idea.{key}")) for key, temper in TEMPERS.items()])
        return [[({**orders, name: new}, idea) for new, idea in group] for group in groups]

    def _postures(self, force: Force, orders: Orders) -> Iterator[list[tuple[Orders, Message]]]:
        """Another way to fight on the whole front: with one sector changed the difference would be lost in luck."""
        now = {posture.name for posture in orders.postures.values()}
        yield [(orders.everywhere(posture), Message("idea.everywhere", {"posture": f"staff.{force.name}.{key}"}))
               for key, posture in force.postures.items() if now != {key}]

    def _efforts(self, force: Force, orders: Orders) -> Iterator[list[tuple[Orders, Message]]]:
        if force.effort:
            yield [(orders.with_effort(sector), Message("idea.effort", {"sector": f"staff.sector.{sector}"}))
                   for sector in force.sectors if sector != orders.effort]

    def _missions(self, p: Any, force: Force, orders: Orders) -> Iterator[list[tuple[Orders, Message]]]:
        """Missions are thought of beside a plain plan: that shows what is wanted, threatened and worth an attack."""
        moves = ForceMind(self.command, force, orders.with_craft(PLAIN).with_moves(None)).plan(p)
        for group in missions.ideas(moves, MOST_IDEAS):
            yield [(orders.with_mission(mission), self._idea(p, mission)) for mission in group]

    def _attacks(self, p: Any, force: Force, orders: Orders) -> Iterator[list[tuple[Orders, Message]]]:
        """The best attacks could be left alone, and the best of those that would be left alone could be made."""
        made, left = ForceMind(self.command, force, orders).battles(p).sorted_out()
        found = [*(Mission("withdraw", assault.target) for assault in made[:MOST_ATTACKS]),
                 *(Mission("destroy", assault.target) for assault in left[:MOST_ATTACKS])]
        for mission in found:
            yield [(orders.with_mission(mission), self._idea(p, mission))]

    def _idea(self, p: Any, mission: Mission) -> Message:
        return Message(f"idea.{mission.kind}", {"hex": p.number(mission.place)})

    def replies(self, seat: str) -> Sequence[Mapping[str, SeatOrders]]:
        """The reply models, for every seat: the usual orders in several tempers, planned plainly, for speed."""
        seats = {force.seat for force in self.forces.values()}
        return [{other: {force.name: self._in_temper(force, temper) for force in self.of_seat(other)}
                 for other in seats} for temper in REPLIES]

    def _in_temper(self, force: Force, temper: str) -> Orders:
        orders = self.practised(force).with_craft(PLAIN)
        return orders.with_temper(TEMPERS[temper]) if temper else orders

    # -- judgement and words ---------------------------------------------------------------------------------------

    def evaluate(self, p: Any, seat: str) -> float:
        """From -1 (lost) to 1 (won)."""
        judge = self.judge(p) if p.result is None else None
        if judge is not None and p.turn in judge.trusted:
            value = judge.value(self.facts(p), p.turn)
            return value if seat == self.game.seats[0] else -value
        return self.estimate(p, seat)

    def estimate(self, p: Any, seat: str) -> float:
        """The same, by the judge that is written by hand."""
        return self._judge(p, seat) if self._judge is not None else 0.0

    def judge(self, p: Any) -> Judge | None:
        """The judge that has learnt from games, if the game has one that fits the map of this position."""
        if self._file is not None:
            self._learnt, self._file = Judge.read(self._file, self.fact_names(p)), None
        return self._learnt

    def fact_names(self, p: Any) -> list[str]:
        """What :meth:`facts` tells, by name."""
        names: list[str] = []
        for mine, _ in self._fronts:
            sites = self._survey(p, mine).ground.sites
            names += fact_names(mine, [f"{number}:{p.number(site.place)}" for number, site in enumerate(sites)])
        return [*names, MOVER, BY_HAND]

    def facts(self, p: Any) -> list[float]:
        """What is true of a position, for the judge: front by front, whose turn it is (1: the first seat's), and the
        chance that the judge written by hand sees, so that learning begins where he ends."""
        found: list[float] = []
        for front in self._fronts:
            mine, theirs = (self._survey(p, name) for name in front)
            found += look(mine, theirs)
        mover = self.game.turn_of(self.game.sequence[p.phase]) if p.phase >= 0 else ""
        by_hand = self.estimate(p, self.game.seats[0])
        return [*found, 1.0 if mover == self.game.seats[0] else -1.0, atanh(max(-CERTAIN, min(CERTAIN, by_hand)))]

    def _survey(self, p: Any, name: str) -> Survey:
        force = self.forces[name]
        return self.command.survey(p, force, self.usual(force))

    def report(self, p: Any, seat: str, mind: SeatMind, orders: SeatOrders) -> list[Message]:
        """The plan in words: postures, then what each unit is to do."""
        told: list[Message] = []
        for name, one in mind.minds.items():
            if one.moves is None and not one.assaults and one.refused is None and len(mind.minds) > 1:
                continue  # it is another force's turn
            if len(mind.minds) > 1:
                told.append(Message("orders.force", {"force": f"force.{name}"}))
            told += self._said(p, one)
        return told

    def _said(self, p: Any, mind: ForceMind) -> Iterator[Message]:
        force, orders = mind.force, mind.orders
        yield from missions.aims(mind.glance(p))
        if orders.effort:
            yield Message("orders.effort", {"sector": f"staff.sector.{orders.effort}"})
        yield from _postures(force, orders)
        if mind.moves is not None:
            yield from missions.tell(p, missions.missions(mind.moves))
            for target, units, value in mind.moves.prepared()[:MOST_IDEAS]:
                yield Message("orders.prepare", {
                    "hex": p.number(target), "units": p.ids(units), "value": f"{value:+.1f}"})
        survey = mind.survey(p)
        for key, assaults in (("attack", mind.assaults[:MOST_ATTACKS]), ("refused", [mind.refused])):
            yield from (_attack(f"orders.{key}", survey, assault) for assault in assaults
                        if assault is not None and _is_open(survey, assault))


def _postures(force: Force, orders: Orders) -> Iterator[Message]:
    """How to fight, sector by sector, or in one sentence where all are told the same."""
    words = {sector: f"staff.{force.name}.{posture.name}" for sector, posture in orders.postures.items()}
    if len(set(words.values())) == 1:
        yield Message("orders.everywhere", {"posture": next(iter(words.values()))})
    else:
        for sector, posture in words.items():
            yield Message("orders.posture", {"sector": f"staff.sector.{sector}", "posture": posture})


def _is_open(survey: Survey, assault: Assault) -> bool:
    """Whether an attack can still be made as it was planned: battles fought meanwhile may have changed that."""
    return any(set(assault.units) <= set(party) for party in survey.parties(assault.target))


def _attack(key: str, survey: Survey, assault: Assault) -> Message:
    """An attack with its odds, and what it promises."""
    return Message(key, {
        "hex": survey.p.number(assault.target), "units": survey.p.ids(assault.units),
        "odds": survey.odds(assault.target, assault.units), "value": f"{assault.value:+.1f}"})


__all__ = ["General", "Played", "SeatOrders"]
