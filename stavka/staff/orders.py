"""Orders: how a force fights in each sector, what it is told to do by name, and the faults of those who still learn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Literal, NamedTuple, Self, get_args

MissionKind = Literal["take", "hold", "screen", "destroy", "withdraw", "transfer", "refit"]
"""What units can be told to do."""

MISSIONS: tuple[MissionKind, ...] = get_args(MissionKind)


class Mission(NamedTuple):
    """One sentence of a plan: who is to do what, and where.

    As a part of :class:`Orders` it has no units: the planner finds them. ``take``, ``hold`` and ``destroy`` make a
    place count for more, ``withdraw`` for nothing.
    """

    kind: MissionKind
    place: int
    """The site to be taken or held, the hex to be attacked, or where the units go."""
    units: tuple[int, ...] = ()
    value: float = 0.0
    """The points that it promises, where that is known."""


@dataclass(frozen=True)
class Posture:
    """What counts when a plan is judged: factors on the points that each part of it promises."""

    name: str
    attack: float = 1.0
    """What attacks after the move promise."""
    aims: float = 1.0
    """Coming nearer to the sites that are wanted."""
    seize: float = 1.0
    """Entering a site that the enemy holds."""
    risk: float = 1.0
    """What the enemy's answer may cost."""
    hold: float = 1.0
    """Garrisons where the enemy can come."""
    cover: float = 1.0
    """Standing in the way of what the enemy wants."""
    supply: float = 1.0
    """Staying in supply."""


@dataclass(frozen=True)
class Temper:
    """How a commander weighs dangers and losses, in every sector."""

    fear: float = 0.55
    """The share of the enemy strength in reach that is expected to attack one hex."""
    build_up: float = 0.03
    """What strength brought against a hex is worth while the attack is not good yet; the game says in which unit."""
    least: float = 0.05
    """Attacks that promise less are not made."""
    caution: float = 0.7
    """How much of the danger in a hex is counted against advancing into it."""
    thrift: float = 1.0
    """How much own losses count beside the enemy's."""


LEVEL_HEADED = Temper()
"""How most commanders are."""
TEMPERS: Mapping[str, Temper] = {
    "bold": Temper(fear=0.35, build_up=0.04, least=0.02, caution=0.4, thrift=0.7),
    "careful": Temper(fear=0.75, build_up=0.0, least=0.12, caution=1.0, thrift=1.3),
}
"""Other ways to see the same front."""

RASH = Temper(fear=0.2, build_up=0.06, least=-0.1, caution=0.2, thrift=0.4)
TIMID = Temper(fear=0.9, build_up=0.0, least=0.35, caution=1.4, thrift=1.8)
"""How beginners attack: at any odds, or hardly ever."""

Fault = Literal["bare_sites", "no_lines", "no_supply", "idle_rear", "no_support"]
"""What beginners do: they leave sites without a garrison, let the enemy through, forget supply, move only those who
have something to do before their eyes, and attack without the guns and aircraft that they would have to pay for."""

FAULTS: tuple[Fault, ...] = get_args(Fault)


@dataclass(frozen=True)
class Craft:
    """How a plan is made: what experience adds to sound rules."""

    looks: int = 2
    """How often every unit's order is looked at, beside the others as they have become."""
    foresees: bool = True
    """Whether the enemy's answer to the plan itself is looked at: what units that leave uncover, what others bar."""
    exchanges: bool = True
    """Whether two units change places where both together are worth more so."""
    combines: bool = True
    """Whether moves are looked for that are worth something only together; the game says which."""
    alarm: int = 3
    """Turns of marching in which the enemy can come for what he wants: a line is thought of before that."""
    cover: float = 1.0
    """How much more than to others it counts to stand in the way of what the enemy wants."""


PLAIN = Craft(looks=1, foresees=False, exchanges=False, combines=False, alarm=1)
"""A sound plan made once, unit by unit, against the enemy as he stands and can come in a turn."""
SKILLED = Craft()
"""A plan looked at from the enemy's side, too, until nothing in it can be bettered."""

EMPHASIS = 2.5
"""How much more a site or target counts that is named in the orders."""
MAIN_EFFORT = 1.25
"""How much more the sites of the main effort's sector count."""


class Written(NamedTuple):
    """Moves written down: of one phase, whatever is thought of the enemy while they are made."""

    turn: int
    phase: int
    moves: Mapping[int, tuple[int, int]]
    """By unit: where it goes, and the enemy hex that it is to attack from there (or -1)."""


@dataclass(frozen=True)
class Orders:
    """What a force plays by."""

    postures: Mapping[str, Posture]
    """How to fight in each sector."""
    missions: tuple[Mission, ...] = ()
    """What is ordered by name, besides what the staff finds itself."""
    effort: str = ""
    """The sector of the main effort."""
    temper: Temper = LEVEL_HEADED
    craft: Craft = SKILLED
    faults: frozenset[Fault] = frozenset()
    written: Written | None = None
    """The moves of a phase that have been planned already."""

    def everywhere(self, posture: Posture) -> Self:
        """The same orders with one posture in all sectors."""
        return replace(self, postures=dict.fromkeys(self.postures, posture))

    def with_posture(self, sector: str, posture: Posture) -> Self:
        """The same orders with another posture in one sector."""
        return replace(self, postures={**self.postures, sector: posture})

    def with_effort(self, sector: str) -> Self:
        """The same orders with the main effort elsewhere."""
        return replace(self, effort=sector)

    def with_temper(self, temper: Temper) -> Self:
        """The same orders, carried out more boldly or more carefully."""
        return replace(self, temper=temper)

    def with_mission(self, mission: Mission) -> Self:
        """The same orders with one thing more to do; what was ordered about the place before is forgotten."""
        others = tuple(other for other in self.missions if other.place != mission.place)
        return replace(self, missions=(*others, mission))

    def with_craft(self, craft: Craft) -> Self:
        """The same orders, planned with more or less experience."""
        return replace(self, craft=craft)

    def with_moves(self, written: Written | None) -> Self:
        """The same orders with the moves of a phase written down, or with those forgotten."""
        return replace(self, written=written)

    def has(self, fault: Fault) -> bool:
        """Whether this commander makes this mistake."""
        return fault in self.faults

    def emphasis(self, place: int, *kinds: MissionKind) -> float:
        """How much more (or less) a place counts than usual, when one of these missions is thought of."""
        for mission in self.missions:
            if mission.place == place:
                if mission.kind in kinds:
                    return EMPHASIS
                if mission.kind == "withdraw":
                    return 0.0
        return 1.0

    def seasoned(self, rng: Random, spread: float) -> Self:
        """The same orders as another commander would see them: every weight a little different."""
        names = [field.name for field in fields(Posture) if field.name != "name"]
        factors = {name: 1 + spread * (2 * rng.random() - 1) for name in names}

        def seen(posture: Posture) -> Posture:
            return replace(posture, **{name: getattr(posture, name) * factors[name] for name in names})

        return replace(self, postures={sector: seen(posture) for sector, posture in self.postures.items()})


def beginners(orders: Orders, rng: Random, faults: Sequence[Fault] = FAULTS) -> Orders:
    """The same orders in the hands of a novice: with a beginner's faults, and rash or timid."""
    return replace(orders, temper=rng.choice((RASH, TIMID)), craft=PLAIN, faults=frozenset(faults))


__all__ = ["EMPHASIS", "FAULTS", "LEVEL_HEADED", "MAIN_EFFORT", "MISSIONS", "PLAIN", "RASH", "SKILLED", "TEMPERS",
           "TIMID", "Craft", "Fault", "Mission", "MissionKind", "Orders", "Posture", "Temper", "Written", "beginners"]
