"""The state of play of Ukraine '43."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from stavka.kit.dice import Dice
from stavka.kit.hexset import HexSet, SideSet, UnitSet, bit, members
from stavka.kit.position import Position, enemy

from .components import CLEAR, DEAD, SOVIET, Theatre, Unit

INTACT, CAPTURED, DESTROYED = "intact", "captured", "destroyed"  # 28.1


class Ukraine(Position):
    """Where everything stands. Sets of units, hexes and hexsides are integers (:mod:`stavka.kit.hexset`)."""

    FIELDS = (
        "scenario", "options", "masses", "manned", "fronted", "control",
        # what lies on counters
        "reduced", "depleted", "flown", "disrupted", "unsupplied", "grounded", "kept", "flying",
        # what has been done this phase, player turn or game turn
        "moved", "extended", "fought", "attacked", "retreated", "assault", "activated", "stacks_activated", "arrived",
        "railed", "markers", "replaced", "replacements", "brigades", "tried", "tries", "manstein_moved",
        "zhukov_moved", "zhukov_used", "dropped", "fort_begun",
        # what lies on the map
        "river_assaults", "trains", "pontoons", "forts", "building", "repaired", "railheads", "bad_weather",
        # the rest of the war
        "weather", "central", "boxed", "dam", "flood_until", "drops", "exited", "owed", "exit_points", "lyutezh_free",
        "stavka_entry", "locked", "transferred",
    )
    __slots__ = FIELDS

    layout: Theatre
    scenario: str
    options: Mapping[str, bool]
    masses: dict[int, UnitSet]
    """An index: the ground units in every hex that has any."""
    manned: tuple[HexSet, HexSet]
    """An index: the hexes with ground units of each side; leaders and air units hold nothing (26.3, 15.8)."""
    fronted: tuple[HexSet, HexSet]
    """An index: the hexes with combat units, which have a zone of control (6.2)."""
    control: HexSet
    """Hexes under Soviet control; the Germans control the rest."""
    reduced: UnitSet
    """Units that have lost the first of two steps (8.7)."""
    depleted: UnitSet
    """Artillery divisions that have fired (22.4)."""
    flown: UnitSet
    """Air units that have flown or may not fly (15.2)."""
    disrupted: UnitSet
    unsupplied: UnitSet
    """Units with an Out of Supply marker (14.6, 14.9)."""
    grounded: UnitSet
    """Air units on defensive support that the weather takes out of this player turn (25.3)."""
    kept: UnitSet
    """Air units kept for defensive support under an overcast sky: they fly nothing else this turn (25.3)."""
    flying: UnitSet
    """Air units on defensive support, away from their bases (15.6)."""
    moved: UnitSet
    """Units whose move this phase is over (4.1)."""
    extended: UnitSet
    """Units that used extended movement this phase (4.7)."""
    fought: UnitSet
    """Units that have attacked this combat phase (8.1)."""
    attacked: UnitSet
    """Units that have been attacked this combat phase (8.1)."""
    retreated: UnitSet
    """Units that have retreated this combat phase (10.4)."""
    assault: UnitSet
    """Units with an Assault marker for the second combat phase (4.9)."""
    activated: UnitSet
    """Units activated for reaction (4.10)."""
    stacks_activated: int
    arrived: UnitSet
    """Reinforcements that entered this player turn and may use the railway freely (4.6)."""
    railed: int
    """Units that have moved by rail this player turn, reinforcements apart (4.6)."""
    markers: int
    """Extended movement and river assault markers used this player turn (4.7)."""
    replaced: UnitSet
    """Units that took a replacement this player turn (16.5)."""
    replacements: tuple[int, int]
    """Mechanized and other replacements left (16.2)."""
    brigades: tuple[int, int]
    """Brigades still to come for a replacement that brings two: of tanks, of sappers or motorized infantry (16.3)."""
    tried: UnitSet
    """Units that Manstein has tried to rally this phase (26.2)."""
    tries: int
    """Manstein's attempts this turn (26.2)."""
    manstein_moved: bool
    """Whether Manstein has moved this player turn (26.2)."""
    zhukov_moved: bool
    """Whether Zhukov has moved this game turn (26.1)."""
    zhukov_used: bool
    dropped: UnitSet
    """Airborne brigades that jumped this game turn (20.4)."""
    fort_begun: bool
    river_assaults: SideSet
    """Major river hexsides with an Assault marker (18.1)."""
    trains: SideSet
    """Hexsides with a bridge train (18.4)."""
    pontoons: SideSet
    """Hexsides with a pontoon bridge (18.5)."""
    forts: HexSet
    """German fortifications (19.1)."""
    building: HexSet
    """German fortifications under construction."""
    repaired: HexSet
    """Hexes of green railways the Soviets have repaired (17.1)."""
    railheads: tuple[int, ...]
    bad_weather: HexSet
    """Hexes with local bad weather this player turn (25.2)."""
    weather: int
    central: int
    """Half-hexes the Central Front has gained (27.1)."""
    boxed: UnitSet
    """Units that came to the Central Front box this turn (27.3)."""
    dam: str
    flood_until: int
    """The turn in whose German final phase the flood ends; 0 if there is none (28.2)."""
    drops: int
    """Airborne brigades dropped so far (20.2)."""
    exited: tuple[int, int]
    """Soviet steps that left by the west edge this player turn: mechanized, others (30.2)."""
    owed: tuple[int, int]
    """German steps to be removed: mechanized, any (30.2)."""
    exit_points: int
    lyutezh_free: bool
    """Whether the limits of the Lyutezh line are off (34.6)."""
    stavka_entry: UnitSet
    """Guards artillery that has left the Stavka box to enter as a reinforcement (22.5)."""
    locked: UnitSet
    """Units that may not leave the 4th Panzer Army's sector before turn 16 (34.8)."""
    transferred: UnitSet
    """Units that went over to the Steppe Front before the start (34.8)."""

    def __init__(self, layout: Theatre, dice: Dice, scenario: str, options: Mapping[str, bool]) -> None:
        super().__init__(layout, dice)
        self.scenario = scenario
        self.options = options
        self.masses = {}
        self.manned = self.fronted = (0, 0)
        self.control = layout.soviet_august
        self.reduced = self.depleted = self.flown = self.disrupted = self.unsupplied = 0
        self.grounded = self.kept = self.flying = 0
        self.moved = self.extended = self.fought = self.attacked = self.retreated = self.assault = 0
        self.activated = self.stacks_activated = self.arrived = self.railed = self.markers = 0
        self.replaced = 0
        self.replacements = self.brigades = (0, 0)
        self.tried = self.tries = 0
        self.manstein_moved = self.zhukov_moved = self.zhukov_used = False
        self.dropped = 0
        self.fort_begun = False
        self.river_assaults = self.trains = self.pontoons = self.forts = self.building = self.repaired = 0
        self.railheads = ()
        self.bad_weather = 0
        self.weather = CLEAR
        self.central = self.boxed = 0
        self.dam = INTACT
        self.flood_until = self.drops = 0
        self.exited = self.owed = (0, 0)
        self.exit_points = 0
        self.lyutezh_free = False
        self.stavka_entry = self.locked = self.transferred = 0

    def copy(self, dice: Dice) -> Position:
        """An independent copy: of the fields only the stacks change in place."""
        twin = super().copy(dice)
        assert isinstance(twin, Ukraine)
        twin.masses = self.masses.copy()
        return twin

    # -- where units are -----------------------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        """Put a counter in a place, and keep the indexes of what ground units hold."""
        layout, old = self.layout, self.where[unit]
        super().put(unit, place)
        if not layout.ground >> unit & 1:
            return
        masses = self.masses
        if 0 <= old < layout.hexes:
            left = masses.pop(old) & ~(1 << unit)
            if left:
                masses[old] = left
        if place < layout.hexes:
            masses[place] = masses.get(place, 0) | 1 << unit
        side = layout.side_of[unit]
        self.manned = self._indexed(self.manned, layout.ground, side, old, place)
        if layout.combat >> unit & 1:
            self.fronted = self._indexed(self.fronted, layout.combat, side, old, place)

    def _indexed(self, hexes: tuple[HexSet, HexSet], units: UnitSet, side: int, old: int, new: int
                 ) -> tuple[HexSet, HexSet]:
        """The hexes with any of these units, after one of them has gone from a place to another."""
        mine = hexes[side]
        if 0 <= old < self.layout.hexes and not self.masses.get(old, 0) & units:
            mine &= ~(1 << old)
        if new < self.layout.hexes:
            mine |= 1 << new
        return (mine, hexes[1]) if side == SOVIET else (hexes[0], mine)

    def those_on_map(self, units: UnitSet) -> list[int]:
        """Those of a set of units that stand in a hex."""
        where, hexes = self.where, self.layout.hexes
        return [unit for unit in members(units) if 0 <= where[unit] < hexes]

    def ground_at(self, place: int) -> list[int]:
        """The ground units in a hex, headquarters included."""
        ground = self.layout.ground
        return [unit for unit in self.stacks.get(place, ()) if ground >> unit & 1]

    def units_at(self, place: int, units: UnitSet) -> list[int]:
        """The counters in a place that belong to a set."""
        return [unit for unit in self.stacks.get(place, ()) if units >> unit & 1]

    # -- what units are ------------------------------------------------------------------------------------------

    def unit(self, unit: int) -> Unit:
        """A counter as printed."""
        return self.layout.unit[unit]

    def attack_factor(self, unit: int) -> int:
        """The attack factor of the side that is up (2.1)."""
        factors = self.layout.unit[unit].attack
        return factors[-1] if self.reduced >> unit & 1 else factors[0]

    def defence_factor(self, unit: int) -> int:
        """The defence factor of the side that is up (2.1)."""
        factors = self.layout.unit[unit].defence
        return factors[-1] if self.reduced >> unit & 1 else factors[0]

    def steps_of(self, unit: int) -> int:
        """8.7 The steps a unit has left; leaders and air units have none."""
        layout = self.layout
        if not layout.ground >> unit & 1:
            return 0
        return 2 if layout.two_steps >> unit & 1 and not self.reduced >> unit & 1 else 1

    def controlled(self, side: int) -> HexSet:
        """The hexes a side controls."""
        return self.control if side == SOVIET else self.layout.playable & ~self.control

    @property
    def is_october(self) -> bool:
        """Whether the fourth scenario is played (34)."""
        return self.scenario == "october"

    @property
    def flooded(self) -> bool:
        """28.2 Whether the Dnieper is in flood below the dam."""
        return self.flood_until != 0


def disrupt(p: Ukraine, units: Iterable[int], rule: str) -> None:
    """11.1 Put Disrupted markers on units; on one that has a marker already it changes nothing (11.4)."""
    fresh = [unit for unit in units if not p.disrupted >> unit & 1]
    for unit in fresh:
        p.disrupted |= bit(unit)
    if fresh:
        p.emit("disrupted", rule, units=p.ids(fresh))


def lose_step(p: Ukraine, unit: int, rule: str) -> None:
    """8.7 A unit is flipped, or goes to the Dead Pile with its last step."""
    if p.steps_of(unit) > 1:
        p.reduced |= bit(unit)
        p.emit("reduced", rule, unit=p.id(unit), hex=p.number(p.where[unit]))
    else:
        eliminate(p, unit, rule)


def eliminate(p: Ukraine, unit: int, rule: str) -> None:
    """A unit leaves the map: for the Dead Pile, for good (16.3), or for four turns (16.4)."""
    layout = p.layout
    p.emit("eliminated", rule, unit=p.id(unit), hex=p.number(p.where[unit]))
    if layout.returning >> unit & 1:
        back = p.turn + layout.limit["support_returns"]  # 16.4
        place = p.box(f"turn.{back}") if back <= len(layout.marks) else p.box("aside")
    elif (layout.artillery | layout.airborne) >> unit & 1:
        place = p.box("aside")  # 16.3, 22.3
    else:
        place = p.box(DEAD[layout.side_of[unit]])
    clear(p, unit)
    p.put(unit, place)


def clear(p: Ukraine, unit: int) -> None:
    """Take away all that lies on a unit that leaves the map."""
    keep = ~bit(unit)
    p.reduced &= keep
    p.disrupted &= keep
    p.unsupplied &= keep
    p.assault &= keep
    p.extended &= keep


__all__ = ["CAPTURED", "DESTROYED", "INTACT", "Ukraine", "clear", "disrupt", "eliminate", "enemy", "lose_step"]
