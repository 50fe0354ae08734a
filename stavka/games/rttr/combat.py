"""Chapter 12, first half: who must attack whom, the percentage and the choice of table (12.1 - 12.22).

What the dice bring is in :mod:`.results`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from stavka.kit.hexset import HexSet, UnitSet, bit, has, members, of
from stavka.kit.pairing import Contact
from stavka.kit.steps import About, Options, Step, attack_prompt
from stavka.kit.tables import Sum, Times, multiplied, percent, times
from stavka.kit.words import Message

from .bombardment import Jet, bombardment_zone, jet_zone
from .communications import has_line_if_needed
from .components import BF, GERMAN, SEATS, UF, player
from .engineers import helped_sides
from .position import Rttr
from .sectors import forces, is_german, is_shut_out
from .statics import TurnUp, flak_cover, has_face_down, remove_zeros, reveal_adjacent
from .zones import enemy_zone

TABLES = ("mobile", "assault")
"""12.1 The two combat results tables."""


# -- Who must attack whom (12.1 - 12.5) ----------------------------------------------------------------------------


def able(p: Rttr, place: int) -> list[int]:
    """12.3, 12.12 The units in a hex that can still attack: not in parentheses, and not twice in a phase."""
    barred = p.fought | p.layout.defends
    return [unit for unit in p.at(place) if not barred >> unit & 1]


def is_fresh(p: Rttr, place: int) -> bool:
    """12.3 No unit is attacked twice, but one that retreated onto others shares their fate (13.5)."""
    return any(not p.attacked >> unit & 1 for unit in p.at(place))


def attackable_area(p: Rttr, sector: int, german: bool) -> HexSet:
    """5.2, 5.5b, 5.6c Where a force may attack: its sector, and a Front the Reichstag, if it is not shut out."""
    layout = p.layout
    return layout.sector[sector] if german or is_shut_out(p, sector) else layout.area[sector]


def contact(p: Rttr, sector: int, german: bool) -> Contact:
    """12.4 Who touches whom, and who of them is bound to fight."""
    return p.derive(("contact", sector, german), (p.version, p.fought, p.attacked, p.obliged, p.guns, p.planes),
                    lambda: _contact(p, sector, german))


def _contact(p: Rttr, sector: int, german: bool) -> Contact:
    layout = p.layout
    enemies = p.occupied[sector if german else GERMAN] & attackable_area(p, sector, german)
    near = layout.grid.around(enemies) & forces(p, sector, german)
    targets = of(place for place in members(enemies & layout.grid.around(near)) if is_fresh(p, place))
    foes = {place: layout.near[place] & targets for place in members(near) if able(p, place)}
    obliged = of(place for place in foes if any(p.obliged >> unit & 1 for unit in able(p, place)))  # 12.1
    # 12.4d Germans in objectives need not attack: Soviets whom no others touch need not be attacked. 12.4e All Germans
    # in reach of a Soviet unit must be, but for the garrison of the Reichstag, which may be left alone (16.10b).
    must_fall = targets & (layout.grid.around(obliged) if german else ~layout.reichstag_bit)
    return Contact(foes, obliged | must_fall)


def is_bound(p: Rttr, sector: int, german: bool) -> bool:
    """12.4b Whether somebody must still attack or be attacked."""
    touching = contact(p, sector, german)
    return bool((touching.attackers | touching.defenders) & touching.bound)


def targets(p: Rttr, sector: int, german: bool) -> list[int]:
    """12.4 The hexes that can be attacked now without stranding anybody who is bound to fight."""
    touching = contact(p, sector, german)
    return p.derive(("targets", sector, german), touching,
                    lambda: [place for place in members(touching.defenders) if _can_fall(touching, bit(place))])


def _can_fall(touching: Contact, target: HexSet) -> bool:
    battle = touching.completed(0, target)
    if battle is None:
        return False
    return bool(battle[0]) or any(touching.completed(bit(place), target) is not None
                                  for place in members(touching.facing_all(target)))


# -- The percentage (12.2, 12.14 - 12.22) --------------------------------------------------------------------------


def strengths(p: Rttr, attack: Attack, unseen: UnitSet = 0) -> Sum:
    """12.2 The battle as a sum with every reason in it. ``unseen`` defenders are left out of it (17.1)."""
    total = Sum()
    for unit in attack.units:
        by = attack_multiples(p, attack, unit)
        total.attack(multiplied(p.layout.strength[unit], by, most=p.layout.most), "odds.unit", "12.2b", by=by,
                     unit=p.id(unit))
    for place in attack.targets:
        for unit in p.at(place):
            if unseen >> unit & 1:
                continue
            by = defence_multiples(p, attack, unit)
            total.defend(multiplied(p.layout.strength[unit], by, most=p.layout.most), "odds.unit", "12.2c", by=by,
                         unit=p.id(unit))
    return total


def attack_multiples(p: Rttr, attack: Attack, unit: int) -> list[Times]:
    """12.14 - 12.16 What multiplies an attacker: bombardment, a flak tower, the Me 262; each once."""
    layout, sector = p.layout, attack.sector
    if not attack.german:
        under_fire = any(has(bombardment_zone(p, sector), place) for place in attack.targets)
        supported = under_fire and has_line_if_needed(p, sector, p.where[unit])  # 24.5c
        return [times(layout.support, "odds.bombardment", "12.14", "15.4a")] if supported else []
    multiples = flak_multiples(p, sector, unit)
    if has(jet_zone(p, sector), p.where[unit]):
        multiples.append(times(layout.jet, "odds.jet", "22.5b"))
    return multiples


def flak_multiples(p: Rttr, sector: int, unit: int) -> list[Times]:
    """12.15, 16.4 A German mobile unit near a flak tower of its sector is doubled; static units never are."""
    if p.layout.static >> unit & 1 or not has(flak_cover(p, sector), p.where[unit]):
        return []
    return [times(p.layout.flak, "odds.flak", "12.15", "16.4")]


def defence_multiples(p: Rttr, attack: Attack, unit: int) -> list[Times]:
    """12.15, 12.17, 12.19 What multiplies a defender: the best terrain, and a flak tower for Germans."""
    place = p.where[unit]
    multiples = terrain_multiples(p, attack, place)
    return multiples if attack.german else [*multiples, *flak_multiples(p, attack.sector, unit)]


def terrain_multiples(p: Rttr, attack: Attack, place: int) -> list[Times]:
    """12.17 - 12.19 The hex, or the river if every attacker comes across one; the better of the two."""
    layout = p.layout
    ground = layout.defence[place]
    if layout.river_defence > ground and crosses_rivers_only(p, attack, place):
        return [times(layout.river_defence, "odds.river", "12.18")]
    if ground <= 1:
        return []
    if has(layout.objectives, place):
        return [times(ground, "odds.objective", "12.17", hex=p.number(place))]
    if has(layout.sbahn, place):
        return [times(ground, "odds.sbahn", "12.17")]
    return [times(ground, "odds.terrain", "12.17", terrain=layout.board.terrain[place])]


def crosses_rivers_only(p: Rttr, attack: Attack, place: int) -> bool:
    """12.18 Whether every attacker attacks this hex across water that engineers do not cancel (19.1b)."""
    layout = p.layout
    wet = (layout.rivers | layout.lakes) & ~(0 if attack.german else helped_sides(p, attack.sector))
    return bool(attack.units) and all(
        has(wet, layout.grid.side_number(p.where[unit], place)) for unit in attack.units)


def odds(total: Sum) -> int:
    """12.2d, 12.22 The attack in hundredths of the defence, fractions dropped."""
    return percent(total.attack_strength, total.defence_strength)


def tables_for(p: Rttr, german: bool, places: Iterable[int]) -> tuple[str, ...]:
    """12.21 The attacker chooses the table; Soviets must take Assault against objectives, urban and S-Bahn hexes."""
    forced = not german and any(has(p.layout.assault_hexes, place) for place in places)
    return TABLES[1:] if forced else TABLES


# -- The phase -----------------------------------------------------------------------------------------------------


def begin_combat(p: Rttr, sector: int, german: bool) -> None:
    """The start of a combat phase: statics are revealed (16.8b), zeros removed (12.13), obligations fixed (12.1)."""
    p.fought = p.attacked = p.spoils = 0
    reveal_adjacent(p, soviet_phase=not german)
    remove_zeros(p)
    zones = enemy_zone(p, sector, german)
    own = forces(p, sector, german) & zones
    p.obliged = of(unit for place in members(own) for unit in p.at(place) if not p.layout.defends >> unit & 1)
    if german:
        p.push(Jet(sector))


@dataclass(frozen=True, slots=True)
class Combat(Step):
    """A combat phase: attacks one after another, in any order (12.4a)."""

    sector: int
    german: bool

    def offer(self, p: Rttr) -> Options | None:
        hexes = targets(p, self.sector, self.german)
        bound = is_bound(p, self.sector, self.german)
        if not hexes and not p.held:
            return None
        asks = "prompt.attack_bound" if bound else "prompt.attack" if hexes else "prompt.no_attack"
        prompt = Message(asks, {}, ("12.4b",) if bound else ("12.4a",))
        turning = self.german and has_face_down(p, self.sector)  # 16.8a
        buttons = (*(("turn_up",) if turning else ()), *(() if bound else ("end_phase",)))
        return Options(player(self.sector, self.german), "target", prompt, hexes=hexes, buttons=buttons,
                       about=About("attack"))

    def skip(self, p: Rttr) -> None:
        self._end(p)

    def take_hex(self, p: Rttr, place: int) -> None:
        p.push(Attack(self.sector, self.german, (place,)))

    def take_button(self, p: Rttr, button: str) -> None:
        if button == "turn_up":
            p.push(TurnUp(self.sector))
        else:
            self._end(p)

    def _end(self, p: Rttr) -> None:
        """6.7 A turn of maximum effort has two combat phases in a row."""
        p.pop()
        if self.german or not p.effort:
            return
        p.effort -= 1
        if p.effort:
            p.stirred = 0
            p.held = False
            p.emit("second_combat", "6.7", side=SEATS[self.sector])
            p.push(self)
            begin_combat(p, self.sector, self.german)

    def refuse_hex(self, p: Rttr, place: int) -> Message | None:
        return why_not_attack(p, self.sector, self.german, place)

    def refuse_unit(self, p: Rttr, unit: int) -> Message | None:
        own = is_german(p, unit) == self.german
        reason = why_not_attack_with(p, self.sector, self.german, unit) if own else None
        return reason or Message("refused.pick_target_first", {}, ("12.2a",))

    def refuse_pair(self, p: Rttr, unit: int, place: int) -> Message | None:
        return why_not_attack_hex(p, self.sector, self.german, unit, place)

    def refuse_button(self, p: Rttr, button: str) -> Message | None:
        if button == "turn_up" and self.german:
            return Message("refused.nothing_face_down", {}, ("16.8a",))
        return Message("refused.must_attack", {}, ("12.4b", "12.1")) if button == "end_phase" else None


@dataclass(frozen=True, slots=True)
class Attack(Step):
    """12.2a An attack that is being put together: the hexes attacked, and the units that attack them.

    A unit brings its whole stack (12.10). Whoever is offered keeps the attack such that nobody who is bound to fight
    is left over (12.4b, 12.5a).
    """

    sector: int
    german: bool
    targets: tuple[int, ...]
    units: tuple[int, ...] = ()

    def offer(self, p: Rttr) -> Options | None:
        touching = contact(p, self.sector, self.german)
        attackers, defenders = self.attackers(p), of(self.targets)
        joining = [place for place in members(touching.facing_all(defenders) & ~attackers)
                   if touching.completed(attackers | bit(place), defenders) is not None]
        further = [place for place in members(touching.faced_by_all(attackers) & ~defenders)
                   if touching.completed(attackers, defenders | bit(place)) is not None
                   and self._keeps_attackers(touching, attackers, defenders | bit(place))]
        stacks = [able(p, place) for place in joining]
        complete = bool(attackers) and touching.completed(attackers, defenders) == (attackers, defenders)
        buttons = tables_for(p, self.german, self.targets) if complete else ()
        prompt = attack_prompt((*joining, *further), buttons, {"hexes": p.names(self.targets)}, ("12.5b", "12.21"))
        return Options(player(self.sector, self.german), "attack", prompt,
                       units=[unit for stack in stacks for unit in stack], hexes=further, buttons=buttons,
                       about=About("attack", targets=self.targets, group=self.units))

    def attackers(self, p: Rttr) -> HexSet:
        """The hexes the attack comes from."""
        return of(p.where[unit] for unit in self.units)

    def _keeps_attackers(self, touching: Contact, attackers: HexSet, defenders: HexSet) -> bool:
        """Whether somebody attacks, or still can attack, all of these hexes."""
        return bool(attackers) or any(touching.completed(bit(place), defenders) is not None
                                      for place in members(touching.facing_all(defenders)))

    def take_unit(self, p: Rttr, unit: int) -> None:
        p.replace(replace(self, units=(*self.units, *able(p, p.where[unit]))))  # 12.10

    def take_hex(self, p: Rttr, place: int) -> None:
        p.replace(replace(self, targets=(*self.targets, place)))

    def take_button(self, p: Rttr, button: str) -> None:
        from .results import fight

        p.pop()
        fight(p, self, button)

    def refuse_unit(self, p: Rttr, unit: int) -> Message | None:
        return why_not_join(p, self, unit)

    def refuse_hex(self, p: Rttr, place: int) -> Message | None:
        return why_not_also(p, self, place)

    def refuse_button(self, p: Rttr, button: str) -> Message | None:
        if button == "end_phase":
            return Message("refused.declared", {"hex": p.number(self.targets[0])}, ("12.4a",))
        if button not in TABLES:
            return None
        if not self.units:
            return Message("refused.no_attackers", {}, ("12.8",))
        if button not in tables_for(p, self.german, self.targets):
            return Message("refused.assault_only", {}, ("12.21",))
        return Message("refused.leaves_over", {}, ("12.4b", "12.5a"))


# -- Why not -------------------------------------------------------------------------------------------------------


def why_no_target(p: Rttr, sector: int, german: bool, place: int) -> Message | None:
    """Why no unit of a force, wherever it stood, could attack a hex now; None if it could."""
    args = {"hex": p.number(place)}
    enemies = p.occupied[BF] | p.occupied[UF] if german else p.occupied[GERMAN]
    if place >= p.layout.hexes or not has(enemies, place):
        return Message("refused.no_enemy", args, ("12.2a",))
    if german and place == p.layout.reichstag:
        return Message("refused.attack_reichstag", args, ("5.6c",))
    if not has(attackable_area(p, sector, german), place):
        shut = place == p.layout.reichstag
        return Message("refused.shut_out" if shut else "refused.attack_boundary", args, ("5.5b" if shut else "5.2a",))
    return None if is_fresh(p, place) else Message("refused.attacked_already", args, ("12.3",))


def why_not_attack(p: Rttr, sector: int, german: bool, place: int) -> Message | None:
    """Why a hex cannot be attacked by a force now; None if it can."""
    reason = why_no_target(p, sector, german, place)
    if reason is not None:
        return reason
    args = {"hex": p.number(place)}
    touching = contact(p, sector, german)
    if not has(touching.defenders, place):
        return why_nobody_attacks(p, sector, german, place)
    return None if place in targets(p, sector, german) else Message("refused.leaves_over", args, ("12.4b", "12.5a"))


def why_nobody_attacks(p: Rttr, sector: int, german: bool, place: int) -> Message:
    """Why no unit attacks a hex: those beside it cannot, or there are none. Who is in the Reichstag is not told."""
    near = p.layout.near[place]
    for unit in (unit for hex in members(near & forces(p, sector, german)) for unit in p.at(hex)):
        reason = why_not_attack_with(p, sector, german, unit)
        if reason is not None:
            return reason
    if german and has(near & p.occupied[GERMAN], p.layout.reichstag):
        return Message("refused.garrison_attacks", {}, ("5.6a", "16.10b"))
    return Message("refused.nobody_near", {"hex": p.number(place)}, ("12.5b",))


def why_not_attack_with(p: Rttr, sector: int, german: bool, unit: int) -> Message | None:
    """Why a unit cannot attack at all now; None if it can."""
    args = {"unit": p.id(unit)}
    side = p.layout.side_of[unit]
    if not p.is_on_map(unit):
        return Message("refused.not_on_map", args, ("12.1",))
    if is_german(p, unit) and p.where[unit] == p.layout.reichstag:
        return Message("refused.garrison_attacks", args, ("5.6a", "16.10b"))
    own = has(p.layout.sector[sector], p.where[unit]) if german else side == sector
    if is_german(p, unit) != german or not own:
        return Message("refused.not_yours", args, ("12.1",))
    if p.layout.defends >> unit & 1:
        return Message("refused.defends_only", args, ("12.12", "2.6a"))
    if p.fought >> unit & 1:
        return Message("refused.fought", args, ("12.3",))
    return None


def why_not_attack_hex(p: Rttr, sector: int, german: bool, unit: int, place: int) -> Message | None:
    """Why a unit does not attack a hex that is no target now; None if that is not for anything of its own."""
    reason = why_no_target(p, sector, german, place) or why_not_attack_with(p, sector, german, unit)
    if reason is not None or has(p.layout.near[place], p.where[unit]):
        return reason
    return Message("refused.not_adjacent", {"unit": p.id(unit), "hex": p.number(place)}, ("12.5b",))


def why_not_join(p: Rttr, attack: Attack, unit: int) -> Message | None:
    """Why a unit cannot join an attack; None if it can."""
    reason = why_not_attack_with(p, attack.sector, attack.german, unit)
    if reason is not None:
        return reason
    args = {"unit": p.id(unit)}
    if unit in attack.units:
        return Message("refused.joined", args, ("12.3",))
    for place in attack.targets:
        if not has(p.layout.near[place], p.where[unit]):
            return Message("refused.not_adjacent", {**args, "hex": p.number(place)}, ("12.5b",))
    touching = contact(p, attack.sector, attack.german)
    if touching.completed(attack.attackers(p) | bit(p.where[unit]), of(attack.targets)) is None:
        return Message("refused.leaves_over", args, ("12.4b", "12.5a"))
    return None


def why_not_also(p: Rttr, attack: Attack, place: int) -> Message | None:
    """Why an attack cannot take on a further hex."""
    args = {"hex": p.number(place)}
    if place in attack.targets:
        return Message("refused.target_already", args, ("12.3",))
    enemies = p.occupied[attack.sector] if attack.german else p.occupied[GERMAN]
    if place < p.layout.hexes and has(enemies, place) and is_fresh(p, place):
        for unit in attack.units:
            if not has(p.layout.near[place], p.where[unit]):
                return Message("refused.not_adjacent", {**args, "unit": p.id(unit)}, ("12.5b",))
        touching = contact(p, attack.sector, attack.german)
        if has(touching.defenders, place):
            return Message("refused.leaves_over", args, ("12.4b", "12.5a"))
    return why_not_attack(p, attack.sector, attack.german, place) or Message(
        "refused.leaves_over", args, ("12.4b", "12.5a"))
