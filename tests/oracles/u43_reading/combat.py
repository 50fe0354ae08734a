"""Combat (8), its modifiers (9), river assaults (18), artillery (22), headquarters (23) and Zhukov (26.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .movement import lyutezh_watched
from .printed import FOREVER, GERMANS, around, charts, other, range_between, side_of, the_map
from .state import State, Unit
from .supply import flood


def fortified(state: State, number: str, side: str) -> bool:
    """19: a finished fortification, or a permanent one of the defender's side (19.4, 19.5)."""
    areas = the_map().areas
    bridgehead = side == "soviet" and state.scenario == "october" and number in areas["bridgeheads"]
    return number in areas[f"{side}_forts"] or bridgehead or (side == "german" and number in state.marked("fort"))


def half(value: int) -> int:
    return (value + 1) // 2                                                                          # 9.2


def hq_counts(unit: Unit, stack: Iterable[Unit]) -> bool:
    """23.3, 23.4: the unit that must stand with a panzer corps, tank army or shock army."""
    combat = [u for u in stack if u.role == "combat"]
    if unit.kind == "tank_army_hq":
        return any(u.kind in ("tank", "mech") for u in combat)
    if unit.kind == "shock_army_hq":
        return any(not u.mechanized for u in combat)
    if unit.kind == "panzer_corps_hq" and unit.group == "ss":
        return any(u.group == "ss" and u.mechanized for u in combat)
    return unit.kind == "panzer_corps_hq" and any(u.kind == "panzer" for u in combat)


def attack_strength(state: State, unit: Unit, target: str, defender: str) -> int:
    """9.2 to 9.5, 9.14: what a unit brings against a hex."""
    board = the_map()
    value = unit.strength("attack")
    if unit.role == "hq" and not hq_counts(unit, state.stacks[unit.place]):
        return 0
    fort = fortified(state, target, defender)
    wet = side_of(unit.place, target) in board.river | board.major or unit.place in board.marshes
    rider = unit.mechanized or unit.kind == "cavalry"
    if "unsupplied" in unit.flags or (unit.mechanized and wet) or (rider and fort):
        return half(value)                                                                           # 9.15: and no less
    return value - 1 if wet and not unit.mechanized else value


def covered(state: State, targets: Sequence[str], side: str) -> set[str]:
    """15.4, 15.6: the hexes attacked that one air unit covers, as many as can be."""
    zones = [{number for number in targets if range_between(number, unit.place) <= 1}
             for unit in state.units.values()
             if unit.side == side and unit.role == "air" and "flying" in unit.flags and "grounded" not in unit.flags]
    return max(zones, key=len, default=set())


def defence(state: State, target: str, side: str, cover: set[str]) -> int:
    """9.1, 9.3, 10.4, 15.6, 23: printed strength, bonuses up to twice that, and the bonus of a headquarters."""
    stack = [unit for unit in state.ground(target, side) if unit.key not in state.book.retreated]
    fighting = [unit for unit in stack if unit.role != "hq"]
    if not fighting:
        fighting, stack = stack, []
    printed = sum(unit.strength("defence") for unit in fighting)
    board, table = the_map(), charts()
    extra = int(table["terrain"][board.terrain[target]]["defence"])
    if target in board.places:
        extra += table["places"][board.places[target]]["defence"]
    if fortified(state, target, side):
        extra += table["defence"]["fort"]
    if target in cover:
        extra += table["defence"][f"{side}_air"]
    added = sum(table["defence"]["headquarters"] for unit in stack if hq_counts(unit, stack))
    return printed + int(min(extra, table["defence"]["cap"] * printed)) + int(added)


def steps_of(state: State, units: Iterable[Unit]) -> int:
    """8.4, 23.1: steps; those of headquarters only in a hex where nothing else stands."""
    return sum(unit.steps for unit in units if unit.role != "hq" or all(
        other.role == "hq" for other in state.ground(unit.place, unit.side)))


def magnitude(state: State, attackers: list[Unit], targets: Sequence[str], defender: str) -> int:
    """8.4: by the side with fewer steps."""
    defenders = [unit for target in targets for unit in state.ground(target, defender)]
    fighting = [unit for unit in defenders if unit.key not in state.book.retreated]                  # 10.4
    fewer = min(steps_of(state, attackers), steps_of(state, fighting))
    return 1 + sum(1 for limit in charts()["combat"]["magnitude"] if fewer >= limit)


def level(attack: int, against: int) -> int:
    """8.3: the odds on the ladder, rounded down; 1-4 and so on are the levels below it."""
    ladder = charts()["combat_results"]["ladder"]
    ratios = [Fraction(one) / Fraction(two) for one, two in (text.split("-") for text in ladder)]
    if attack >= ratios[0] * against:
        above = max(0, attack // against - int(ratios[-1]))                                          # 11-1, 12-1 ...
        return sum(attack >= ratio * against for ratio in ratios) - 1 + above
    return 3 - -(-against // attack) if attack else -FOREVER


def weak_ground(state: State, target: str, defender: str) -> bool:
    """9.9: towns, cities and fortifications, where sappers work."""
    return the_map().built_up(target) or fortified(state, target, defender)


def shifts(state: State, attackers: list[Unit], targets: Sequence[str], defender: str, air: bool = False,
           guns: Sequence[Unit] = ()) -> int:
    """9.8 to 9.13, 22.2, 25.2: three to the right at most, and rain to the left."""
    total = int(air)
    total += 2 if len(guns) > 1 and any(gun.group == "guards" for gun in guns) else bool(guns)
    total += any(unit.kind == "tiger" for unit in attackers)
    total += any(unit.kind == "panzer_corps_hq" and hq_counts(unit, state.stacks[unit.place]) for unit in attackers)
    total += sappers_help(state, attackers, targets, defender)
    return int(min(total, charts()["shifts"]["most"])) - (state.weather == "rain")


def sappers_help(state: State, attackers: list[Unit], targets: Sequence[str], defender: str) -> bool:
    weak = any(weak_ground(state, target, defender) for target in targets)
    return weak and any(unit.kind == "sapper" for unit in attackers)


def severe_losses(state: State, targets: Sequence[str], defender: str) -> bool:
    """8.9: attacks on a city or on a fortification, but not where the attacker's own permanent ones are."""
    own = the_map().areas[f"{other(defender)}_forts"]
    return any(the_map().places.get(target) == "city" or fortified(state, target, defender)
               for target in targets if target not in own)


def rerolls(state: State, attackers: list[Unit], targets: Sequence[str]) -> bool:
    """9.10: sixes of Soviet attacks on Germans, unless half of the steps are Guards."""
    defenders = [unit for target in targets for unit in state.ground(target, "german")]
    if attackers[0].side == "german" or not any(unit.group in GERMANS for unit in defenders):
        return False
    counted = [u for u in attackers if u.role != "hq" or (u.kind == "tank_army_hq" and u.group == "guards")]
    guards = sum(u.steps for u in counted if u.group == "guards")
    return 2 * guards < sum(u.steps for u in counted)


def superior(attackers: list[Unit]) -> bool:
    """9.10: an attack by Germans alone."""
    return all(unit.group in GERMANS for unit in attackers)


def result_of(attackers: list[Unit], column: int, die: int) -> str:
    """8.3: what the primary die says in a column of the table."""
    table = charts()["combat_results"]
    result = str(table["primary"][str(die)][min(column, len(table["columns"]) - 1)])
    return "DR1" if superior(attackers) and result == "DRX" else result


def further_losses(attackers: list[Unit], column: int, die: int) -> tuple[int, int]:
    """8.4: what a secondary die costs attacker and defender."""
    table = charts()["combat_results"]
    cell = table["secondary"][str(die)][min(column, len(table["columns"]) - 1)]
    if superior(attackers) and cell == "1/1":
        cell = "-/1"                                                                                 # 9.10
    attack, _, defend = cell.partition("/")
    return int(attack.replace("-", "") or 0), int(defend.replace("-", "") or 0)


def results(state: State, attackers: list[Unit], targets: Sequence[str], column: int) -> dict[str, Fraction]:
    """8.3, 8.8, 9.10: the chance of every result of the primary die."""
    if column < 0:
        return {"AR": Fraction(1)}
    if column >= len(charts()["combat_results"]["ladder"]) - 1:
        return {"overwhelming": Fraction(1)}
    chances = dict.fromkeys(range(1, 7), Fraction(1, 6))
    if rerolls(state, attackers, targets):
        chances = {die: Fraction(7, 36) for die in range(1, 6)} | {6: Fraction(1, 36)}
    found: dict[str, Fraction] = {}
    for die, chance in chances.items():
        result = result_of(attackers, column, die)
        found[result] = found.get(result, Fraction(0)) + chance
    return found


@dataclass(frozen=True)
class Toll:
    """What a roll costs: steps of each side, and whether the defender must go."""

    result: str
    attacker: int
    defender: int
    retreat: bool


def toll(state: State, attackers: list[Unit], targets: Sequence[str], column: int, dice: Sequence[int],
         zhukov: bool = False) -> Toll:
    """8.4, 8.5, 8.9, 26.1: the losses of a roll, its primary die first. `column` is that of the table after shifts."""
    defender = other(attackers[0].side)
    extra = int(zhukov)                                                                              # 26.1c
    if column < 0:
        return Toll("AR", 1 + extra, 0, False)                                                       # 8.3
    primary, *secondary = dice
    result = result_of(attackers, column, primary)
    losses = {"AR": (1, 0), "C": (0, 0), "EX": (1, 1), "DR": (0, 0), "DR1": (0, 1), "DRX": (1, 1), "DR2X": (1, 2)}
    attack, defend = losses[result]
    standing = [unit for target in targets for unit in state.ground(target, defender)
                if unit.key not in state.book.retreated]                                             # 10.4
    if result == "DR2X" and sum(unit.steps for unit in standing) < 2:
        attack, defend = 0, 1                                                                        # 8.5
    for die in secondary:
        more = further_losses(attackers, column, die)
        attack, defend = attack + more[0], defend + more[1]
    severe = severe_losses(state, targets, defender) and primary in charts()["combat"]["severe_losses"]
    return Toll(result, attack + severe + extra, defend, result.startswith("DR"))


def may_attack(state: State, unit: Unit, target: str) -> bool:
    """8.1, 9.9, 11.3, 18.1, 28.2, 34.6: whether a unit may take part in an attack on a hex in a combat phase."""
    crossed, second = side_of(unit.place, target), state.phase.endswith("combat2")
    if unit.place not in around(target) or unit.kind in ("artillery", "army_hq", "front_hq") or not unit.is_ground:
        return False
    if unit.flags & {"disrupted", "fought", "extended"} or (second and "assault" not in unit.flags):
        return False
    if crossed in the_map().all_sea or state.closed_by_flood(crossed) or lyutezh_shields(state, target):
        return False
    if crossed in the_map().major and (second or crossed not in river_assaults(state)):              # 18.1
        return False
    return unit.kind != "sapper" or the_map().built_up(target) or fortified(state, target, other(unit.side))


def commanded(state: State, attackers: list[Unit], supported: bool = False) -> bool:
    """23.2: four units, artillery or air need an attacker within seven hexes of an undisrupted headquarters."""
    combat, side = charts()["combat"], attackers[0].side
    counted = [unit for unit in attackers if unit.role in ("combat", "support") and unit.kind != "sapper"]
    if not supported and len(counted) < combat["command_units"]:
        return True
    headquarters = {unit.place for unit in state.units.values()
                    if unit.side == side and unit.kind in ("army_hq", "front_hq") and "disrupted" not in unit.flags}
    starts = [(unit.place, 0, 0, False) for unit in attackers]
    lines = flood(state, side, starts, by_road=False, length=combat["command_range"])
    return any(line[0] in headquarters for line in lines)


def may_bombard(unit: Unit, target: str) -> bool:
    """22.1, 22.3, 22.4: artillery within two hexes, not disrupted, not depleted."""
    ready = "disrupted" not in unit.flags and unit.face == 0
    return unit.kind == "artillery" and ready and range_between(unit.place, target) <= charts()["artillery"]["range"]


def may_strike(state: State, unit: Unit, target: str) -> bool:
    """15.2, 15.4, 15.8, 14.7, 25: a ready air unit in range, in weather that lets it fly, not kept for defence."""
    ready = unit.key not in state.book.kept and unit.face == 0
    ready &= not unit.flags & {"disrupted", "unsupplied", "flying", "grounded"}
    weather = state.weather != "rain" and target not in state.marked("bad_weather")
    return unit.role == "air" and ready and weather and range_between(unit.place, target) <= unit.printed["range"]


def river_assaults(state: State) -> set[frozenset[str]]:
    return {frozenset(place.split("/")) for place in state.marked("river_assault")}


def lyutezh_shields(state: State, target: str) -> bool:
    """34.6a."""
    return lyutezh_watched(state) and target in the_map().areas["north_of_lyutezh"]


def attackers_of(state: State, side: str, target: str) -> set[str]:
    """The units that may attack a hex; headquarters only with others, which the caller sees to."""
    return {unit.key for near in the_map().neighbours(target) for unit in state.ground(near, side)
            if may_attack(state, unit, target)}


def targets(state: State, side: str) -> set[str]:
    """8.1: the enemy hexes that a unit that fights may attack."""
    def fresh(number: str) -> bool:
        stack = state.ground(number, other(side))
        return any(unit.key not in state.book.attacked for unit in stack)

    return {number for number in filter(fresh, state.held(other(side)))
            if any(state.units[key].role != "hq" for key in attackers_of(state, side, number))}




# -- 8.6 Losses ------------------------------------------------------------------------------------------------------


def may_lose(units: Sequence[Unit], lost: Counter[str], strongest: bool = False) -> set[str]:
    """8.6, 23.1: who may lose the next step: none twice before all have lost one, headquarters last of all.

    `units` are those still there, as they stand now; `strongest`: the first loss of an attacker.
    """
    fighting = [unit for unit in units if unit.role != "hq"] or list(units)
    fewest = min((lost[unit.key] for unit in fighting), default=0)
    able = [unit for unit in fighting if lost[unit.key] == fewest]
    if strongest:
        most = max((unit.strength("attack") for unit in able), default=0)
        able = [unit for unit in able if unit.strength("attack") == most]
    return {unit.key for unit in able}


# -- Whole attacks ---------------------------------------------------------------------------------------------------


def sums(state: State, attackers: list[Unit], targets: Sequence[str]) -> tuple[int, int]:
    """8.3: what both sides bring. Against several hexes (8.2) a unit is halved by the worst of them."""
    defender = other(attackers[0].side)
    attack = sum(min(attack_strength(state, unit, target, defender) for target in targets) for unit in attackers)
    cover = covered(state, targets, defender)
    return attack, sum(defence(state, target, defender, cover) for target in targets)


def column(attack: int, against: int, moved: int) -> int:
    """8.3: odds, then shifts along the ladder, which goes on below the table as it does above it (8.8)."""
    return level(attack, against) + moved


def zhukov_raises(level: int, used: bool) -> int:
    """26.1b."""
    return min(3, level + used)


def further_hexes(state: State, side: str, attackers: list[Unit], chosen: Sequence[str],
                  plane: Unit | None) -> set[str]:
    """8.2, 15.4: other hexes that all who attack could attack as well, the air unit that helps them too."""
    keys = {unit.key for unit in attackers}
    return {number for number in targets(state, side) - set(chosen) if keys <= attackers_of(state, side, number)
            and (plane is None or may_strike(state, plane, number))}
