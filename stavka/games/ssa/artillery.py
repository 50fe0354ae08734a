"""Chapter 10: field artillery and rockets, their observers, bombardment and support."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stavka.kit.hexset import EMPTY, HexSet, UnitSet, bit, has, members, of
from stavka.kit.position import enemy
from stavka.kit.steps import About, Options, Step
from stavka.kit.tables import Sum, explained, times
from stavka.kit.words import Message

from .activation import attacked, held, why_held
from .components import AXIS, SIDES
from .forts import fort_value, is_fort, roll_fort
from .losses import Shaken, lose
from .plan import ATTACK
from .position import Abyss
from .supply import in_supply, supplied

# -- 10.0 Range ----------------------------------------------------------------------------------------------------


def range_of(p: Abyss, unit: int) -> int:
    """10.0 The printed range, and one more from a hill; the hex of the gun is not counted."""
    return p.layout.unit[unit].range + (p.layout.hill_range if has(p.layout.hills, p.where[unit]) else 0)


def in_range(p: Abyss, unit: int) -> HexSet:
    """10.0 The hexes a gun reaches; 10.3 only adjacent ones if it began its turn next to the enemy."""
    here, far = p.where[unit], range_of(p, unit)
    if p.engaged >> unit & 1:
        far = min(far, 1)
    return p.layout.grid.within(here, far) & ~bit(here)


def begin_turn(p: Abyss, side: int) -> None:
    """10.0 A player turn begins: no gun has fired."""
    p.bombarded = 0
    note_engaged(p, side)


def note_engaged(p: Abyss, side: int) -> None:
    """10.3 The guns of a side that stand next to the enemy when its player turn begins."""
    near = p.layout.grid.around(p.occupied[enemy(side)])
    p.engaged = of(unit for unit in members(p.layout.guns & p.layout.army[side])
                   if p.is_on_map(unit) and has(near, p.where[unit]))


# -- 10.1 Observation ----------------------------------------------------------------------------------------------


def eyes_of(p: Abyss, unit: int) -> UnitSet:
    """10.1 Those who may observe for a gun: any friends, or only those of its formation."""
    layout, counter = p.layout, p.layout.unit[unit]
    return layout.formation[counter.key] if counter.parent else layout.army[layout.side_of[unit]] & ~layout.air


def observed(p: Abyss, unit: int) -> HexSet:
    """10.1 The hexes a gun's observers see; none that is disrupted (11.0) sees any."""
    eyes, shaken = eyes_of(p, unit), p.disrupted & p.layout.army[p.layout.side_of[unit]]
    known: dict[UnitSet, HexSet] = p.derive("observed", (p.version, shaken), dict)
    if eyes not in known:
        known[eyes] = p.layout.grid.around(p.hexes_of(eyes & ~p.disrupted))
    return known[eyes]


def observers(p: Abyss, unit: int, place: int) -> UnitSet:
    """10.1 Those who observe a hex for a gun: they stand next to it."""
    near = p.layout.grid.around(bit(place))
    return of(eye for eye in members(eyes_of(p, unit) & p.mapped & ~p.disrupted) if has(near, p.where[eye]))


# -- Who may fire --------------------------------------------------------------------------------------------------


def why_no_fire(p: Abyss, unit: int) -> Message | None:
    """Why a gun can neither bombard nor support now, if it cannot."""
    args = {"unit": p.id(unit)}
    if not p.layout.guns >> unit & 1:
        return Message("refused.no_gun", args, ("10.0a",))
    if not p.is_on_map(unit):
        return Message("refused.not_on_map", args)
    if p.bombarded >> unit & 1:
        return Message("refused.bombarded", args, ("10.0e",))
    if p.disrupted >> unit & 1:
        return Message("refused.disrupted", args, ("11.0b",))
    if p.fatigued >> unit & 1:
        return Message("refused.fatigued", args, ("13.1a",))
    if (kept := why_held(p, unit, ATTACK)) is not None:
        return kept
    if not in_supply(p, unit):
        rules = ("10.5", "23.2.10") if p.plan.ammunition and p.layout.side_of[unit] == AXIS else ("10.5",)
        return Message("refused.unsupplied_fire", args, rules)
    return None


def ready_guns(p: Abyss, side: int) -> UnitSet:
    """The guns of a side that can fire at all now."""
    def guns() -> UnitSet:
        silent = p.disrupted | p.fatigued | held(p, ATTACK)
        fed, where = supplied(p, side), p.where
        return of([unit for unit in members(p.layout.guns & p.layout.army[side] & p.mapped & ~silent)
                   if fed >> where[unit] & 1])

    basis = (p.version, p.disrupted, p.fatigued, p.freed, p.turn, p.spans)
    return p.derive(("ready guns", side), basis, guns) & ~p.bombarded


def why_no_bombardment(p: Abyss, unit: int, place: int) -> Message | None:
    """Why a gun cannot bombard a hex, if it cannot."""
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if (silent := why_no_fire(p, unit)) is not None:
        return silent
    if not has(in_range(p, unit), place):
        return Message("refused.engaged" if p.engaged >> unit & 1 else "refused.out_of_range", args,
                       ("10.3c",) if p.engaged >> unit & 1 else ("10.0b",))
    if not has(observed(p, unit), place):
        return Message("refused.unobserved", args, ("10.1b" if p.layout.unit[unit].parent else "10.1a",))
    return None


def why_no_shelling(p: Abyss, side: int, place: int) -> Message | None:
    """Why there is nothing in a hex that a side could bombard now, if so."""
    args = {"hex": p.number(place)}
    if place >= p.layout.hexes or not has(p.occupied[enemy(side)], place):
        return Message("refused.no_enemy", args, ("10.0a",))
    return Message("refused.shelled", args, ("10.2f",)) if has(p.shelled, place) else None


def targets_of(p: Abyss, unit: int) -> HexSet:
    """10.1 The enemy hexes that a gun which is ready may bombard."""
    return seen_by_each(p, p.layout.side_of[unit], [unit])[unit] & ~p.shelled


def seen_by_each(p: Abyss, side: int, guns: Iterable[int]) -> dict[int, HexSet]:
    """10.1 For guns of a side, and maybe others, the enemy hexes in range that their observers see."""
    basis = (p.version, p.disrupted & p.layout.army[side], p.engaged)
    known: dict[int, HexSet] = p.derive(("seen", side), basis, dict)
    for unit in guns:
        if unit not in known:
            near = in_range(p, unit) & p.occupied[enemy(side)]
            known[unit] = near & observed(p, unit) if near else EMPTY
    return known


def support_of(p: Abyss, side: int, target: int, attackers: UnitSet, ss_combat: bool) -> list[int]:
    """10.3 The guns that may support an attack by these units from a distance."""
    if side != AXIS:
        return []  # 10.0: Soviet guns never do
    layout, able = p.layout, ready_guns(p, side) & ~p.fought & ~p.engaged
    kin = layout.unattached | formations_of(p, attackers)  # 10.1
    if ss_combat:
        able &= layout.ss & ~p.withdrawn & ~p.stranded  # 8.5
    if p.plan.rockets_support and not p.plan.rockets_support & attackers:
        able &= ~layout.rockets  # 23.2.11
    return [unit for unit in members(able & kin) if has(in_range(p, unit), target)]


def formations_of(p: Abyss, units: UnitSet) -> UnitSet:
    """10.1 All units of the formations that these belong to."""
    kin: UnitSet = 0
    for unit in members(units):
        kin |= p.layout.formation[p.layout.unit[unit].key]
    return kin


def why_no_support(p: Abyss, unit: int, target: int, attackers: UnitSet, ss_combat: bool) -> Message | None:
    """Why a gun cannot support an attack by these units, if it cannot."""
    layout = p.layout
    args = {"unit": p.id(unit), "hex": p.number(target)}
    if layout.side_of[unit] != AXIS:
        return Message("refused.soviet_support", args, ("10.0g",))
    if (silent := why_no_fire(p, unit)) is not None:
        return silent
    if p.fought >> unit & 1:
        return Message("refused.fought", args, ("8.5f",))
    if ss_combat and not layout.ss >> unit & 1:
        return Message("refused.ss_only", args, ("8.5a", "10.0f"))
    if ss_combat and p.withdrawn >> unit & 1:  # supporting is attacking
        return Message("refused.withdrawn", args, ("8.5c",))
    if ss_combat and p.stranded >> unit & 1:
        return Message("refused.stranded", args, ("8.5d",))
    if p.engaged >> unit & 1:
        return Message("refused.engaged", args, ("10.3c",))
    if not has(in_range(p, unit), target):
        return Message("refused.out_of_range", args, ("10.0b",))
    if layout.unit[unit].parent and not layout.formation[layout.unit[unit].key] & attackers:
        return Message("refused.other_formation", args, ("10.1d",))
    if layout.rockets >> unit & 1 and p.plan.rockets_support and not p.plan.rockets_support & attackers:
        return Message("refused.rockets", args, ("23.2.11",))
    return None


# -- 10.2 The sum --------------------------------------------------------------------------------------------------


def bombardment(p: Abyss, side: int, target: int, units: Iterable[int]) -> Sum:
    """10.2 A bombardment as a sum: guns less the defence of the hex; terrain, stack and ammunition for the die."""
    total = Sum()
    for unit in units:
        total.attack(p.layout.attack[unit], "odds.unit", "10.2a", unit=p.id(unit))
    add_defence(p, target, p.at(target), total, "10.2a")
    beside = p.layout.grid.around(bit(target)) & of(p.where[unit] for unit in units)
    add_terrain(p, target, total, hill_counts=not beside & p.layout.hills)  # 8.3: guns are attackers here
    total.modify(p.layout.stack_die, "odds.stack", "10.2c", when=len(p.at(target)) > 1)
    total.modify(p.plan.ammunition, "odds.ammunition", "23.2.10", when=side == AXIS and p.plan.ammunition != 0)
    add_surprise(p, side, total)
    return total


def add_surprise(p: Abyss, side: int, total: Sum) -> None:
    """8.1, 23.1.5 Konrad 3, turn 1: Axis attacks and bombardments one column to the right."""
    total.shift(p.layout.surprise_shift, "odds.surprise", "8.1a", "23.1.5",
                when=side == AXIS and p.turn == 1 and p.plan.surprise == "shift")


def add_defence(p: Abyss, target: int, defenders: Iterable[int], total: Sum, rule: str) -> None:
    """8.0 All defenders together; 23.1.9 doubled in a white fort; 23.2.4 with the value of a black one."""
    white = is_fort(p, target, "white")
    double = [times(p.layout.white_fort, "odds.white_fort", "23.1.9")] if white else []
    for unit in defenders:
        factor = p.layout.defence[unit] * (p.layout.white_fort if white else 1)
        total.defend(factor, "odds.unit", rule, by=double, unit=p.id(unit))
    value = fort_value(p, target)
    total.defend(value, "odds.black_fort", "23.2.4", when=value != 0)


def add_terrain(p: Abyss, target: int, total: Sum, *, hill_counts: bool) -> None:
    """8.3 What the ground takes from the die; in a white fort it counts for nothing (23.1.9)."""
    if is_fort(p, target, "white"):
        return
    layout = p.layout
    ground, place = layout.terrain_die[target], layout.place_die.get(target, 0)
    terrain = layout.board.terrain[target]
    if terrain == "hills":
        total.modify(ground, "odds.terrain", "8.3a", when=hill_counts, terrain=terrain)
    else:
        total.modify(ground, "odds.terrain", "8.3c", when=ground != 0, terrain=terrain)
    if place:
        city = layout.board.place_at[target].kind == "city"
        total.modify(place, "odds.city" if city else "odds.village", "8.3e" if city else "8.3f")


# -- The phase -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bombardment(Step):
    """10.2 The bombardment phase: hex after hex, each gun once."""

    side: int

    def offer(self, p: Abyss) -> Options | None:
        guns, hexes = members(ready_guns(p, self.side)), EMPTY
        seen = seen_by_each(p, self.side, guns)
        for unit in guns:
            hexes |= seen[unit]
        hexes &= ~p.shelled
        if not hexes and not p.held:
            return None
        return Options(p.seat(self.side), "bombard", Message("prompt.bombard", {}, ("10.1a", "10.2a")),
                       hexes=members(hexes), buttons=("end_phase",), about=About("fire"))

    def take_hex(self, p: Abyss, place: int) -> None:
        p.push(Barrage(self.side, place))

    def take_button(self, p: Abyss, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Abyss, place: int) -> Message | None:
        if (none := why_no_shelling(p, self.side, place)) is not None:
            return none
        guns = [unit for unit in members(p.layout.guns & p.layout.army[self.side])
                if p.is_on_map(unit) and has(p.layout.grid.within(p.where[unit], range_of(p, unit)), place)]
        ready = ready_guns(p, self.side)
        guns.sort(key=lambda unit: not ready >> unit & 1)  # the reason of who comes nearest to firing says most
        return (why_no_bombardment(p, guns[0], place) if guns
                else Message("refused.no_gun_there", {"hex": p.number(place)}, ("10.0b",)))

    def refuse_pair(self, p: Abyss, unit: int, place: int) -> Message | None:
        return why_no_shelling(p, self.side, place) or Barrage(self.side, place).refuse_unit(p, unit)


@dataclass(frozen=True, slots=True)
class Barrage(Step):
    """10.2 A bombardment that is being put together: any number of guns on one hex."""

    side: int
    target: int
    units: tuple[int, ...] = ()

    def offer(self, p: Abyss) -> Options | None:
        guns = members(ready_guns(p, self.side) & ~of(self.units))
        seen = seen_by_each(p, self.side, guns)
        able = [unit for unit in guns if has(seen[unit], self.target)]
        asks = "prompt.barrage" if not self.units else "prompt.fire" if able else "prompt.fire_now"
        prompt = Message(asks, {"hex": p.number(self.target)}, ("10.1a", "10.2a"))
        return Options(p.seat(self.side), "barrage", prompt, units=able, buttons=("fire",) if self.units else (),
                       about=About("fire", targets=(self.target,), group=self.units))

    def take_unit(self, p: Abyss, unit: int) -> None:
        p.replace(Barrage(self.side, self.target, (*self.units, unit)))

    def take_button(self, p: Abyss, button: str) -> None:
        p.pop()
        p.bombarded |= of(self.units)
        attacked(p, p.at(self.target))  # 21.0
        roll_fort(p, self.target)
        total = bombardment(p, self.side, self.target, self.units)
        table = p.layout.bombardment
        column = table.clamp(table.column(total.differential) + total.net_shift)
        die = p.roll(self.target)
        result = table.result(column, die + total.die_modifier)
        p.emit("shelled", "10.2a", side=SIDES[self.side], hex=p.number(self.target), units=p.ids(self.units),
               attack=total.attack_strength, defence=total.defence_strength, shift=total.net_shift,
               column=table.headings[column], die=die, modifier=total.die_modifier, result=result,
               sum=explained(total))
        resolve_bombardment(p, self.side, self.target, result)

    def refuse_unit(self, p: Abyss, unit: int) -> Message | None:
        args = {"unit": p.id(unit)}
        if p.layout.side_of[unit] != self.side:
            return Message("refused.not_yours", args, ("10.0a",))
        if unit in self.units:
            return Message("refused.bombarded", args, ("10.0e",))
        return why_no_bombardment(p, unit, self.target)

    def refuse_button(self, p: Abyss, button: str) -> Message | None:
        if button == "fire":
            return Message("refused.no_guns", {}, ("10.2a",))
        return Message("refused.declared", {"hex": p.number(self.target)}, ("10.2a",))


def resolve_bombardment(p: Abyss, side: int, target: int, result: str) -> None:
    """10.2 D and DD disrupt one or two units, E and EE eliminate them; their owner chooses."""
    owner, units = enemy(side), p.at(target)
    if result == "-":
        p.shelled |= bit(target)
    elif result.startswith("D"):
        p.push(Shaken(owner, units, len(result), f"10.2.res.{result}"))
    else:
        p.push(lose(owner, units, len(result), f"10.2.res.{result}"))
