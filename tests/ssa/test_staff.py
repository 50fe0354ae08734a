"""The staff: every offer is answered with what is offered, the odds are the rules' own, those who know more win."""

from __future__ import annotations

import logging
import random
from dataclasses import replace
from typing import cast

import pytest

import stavka
from stavka.games.ssa import TheSSAbyss
from stavka.games.ssa.combat import Attack, Combat, attackable, attackers_against, battle, column
from stavka.games.ssa.components import AXIS, SIDES, SOVIET
from stavka.games.ssa.forts import is_unknown
from stavka.games.ssa.position import Abyss
from stavka.games.ssa.staff.answers import survey_of
from stavka.games.ssa.staff.ground import SECTORS
from stavka.games.ssa.staff.lifelines import moved
from stavka.games.ssa.staff.line import BEFORE, TETHER, left_out
from stavka.games.ssa.staff.odds import die_of, strength_of
from stavka.games.ssa.staff.survey import SsaSurvey
from stavka.games.ssa.victory import victory_points
from stavka.games.ssa.zones import zone
from stavka.kit.hexset import bit, has, members, of
from stavka.kit.words import LANGUAGES
from stavka.players import Commander, Seen, player
from stavka.staff.mind import ForceMind
from stavka.staff.orders import PLAIN
from tests.playing import Situation, offered, play


def contest(game: TheSSAbyss, scenario: str, levels: dict[str, str], seed: int) -> stavka.Match:
    """A whole game between players of these levels, by seat."""
    match = game.start(scenario, seed=seed)
    players = {seat: player(level, game, seed) for seat, level in levels.items()}
    while match.offer is not None:
        match.choose(players[match.offer.seat].choose(Seen.of(match)))
    return match


def mind_of(game: TheSSAbyss, seat: str) -> ForceMind:
    """A mind with the usual orders."""
    staff = game.staff
    force = staff.forces[seat]
    return ForceMind(staff.command, force, staff.usual(force))


def survey(game: TheSSAbyss, match: stavka.Match, seat: str) -> SsaSurvey:
    return survey_of(mind_of(game, seat), cast(Abyss, match.position))


# -- Whole games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "seat", "seeds"), [("k3", "axis", 3), ("k3", "soviet", 1), ("sa", "axis", 1)])
def test_a_novice_beats_chance_and_never_chooses_what_is_not_offered(
        ssa: TheSSAbyss, scenario: str, seat: str, seeds: int, caplog: pytest.LogCaptureFixture) -> None:
    levels = {**dict.fromkeys(SIDES, "random"), seat: "novice"}
    with caplog.at_level(logging.ERROR, "stavka.players"):
        results = [contest(ssa, scenario, levels, seed).result for seed in range(7, 7 + seeds)]
    won = [result.winner == seat for result in results if result is not None]
    assert sum(won) > seeds / 2  # a draw (22.0) is not won
    assert not caplog.records


def test_regulars_play_a_whole_game_by_the_offers(ssa: TheSSAbyss, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "stavka.players"):
        match = contest(ssa, "k3", dict.fromkeys(SIDES, "regular"), 11)
    assert match.result is not None and not caplog.records


# -- Odds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["k3", "sa"])
def test_the_odds_of_the_staff_are_those_of_the_rules(ssa: TheSSAbyss, scenario: str) -> None:
    match, rng, compared = ssa.start(scenario, seed=5), random.Random(5), 0
    play(match, "do:ready_made", "do:ready_made")
    while match.offer is not None and compared < 250:
        p = cast(Abyss, match.position)
        step = p.steps[-1]
        if isinstance(step, Combat):
            seen = survey(ssa, match, SIDES[step.side])
            for target in attackable(p, step.side, step.ss_combat):
                units = attackers_against(p, step.side, target, step.ss_combat)
                if is_unknown(p, target) or any(unit in p.fell_back for unit in p.at(target)):
                    continue  # a die not rolled yet (23.2.4); units that count for some and not for others (9.3)
                total, goal = battle(p, Attack(step.side, step.ss_combat, target, tuple(units))), seen.target(target)
                hexes = of(p.where[unit] for unit in units if p.is_on_map(unit))
                assert strength_of(p, goal, units) - goal.defence == total.differential
                assert die_of(p, goal, units, hexes, seen.ground.across[target]) == total.die_modifier
                assert p.layout.crt.clamp(p.layout.crt.column(total.differential) + goal.shift) == column(p, total)
                compared += 1
        match.choose(rng.choice(match.offer.choices))
    assert compared >= 50


# -- What it does --------------------------------------------------------------------------------------------------


def answer(game: TheSSAbyss, match: stavka.Match, level: str = "regular") -> str:
    return player(level, game, 3).choose(Seen.of(match))


def test_the_set_up_is_the_one_that_the_scenario_suggests(ssa: TheSSAbyss) -> None:
    assert answer(ssa, ssa.start("k3", seed=1)) == "do:ready_made"


def test_an_attack_that_cannot_win_is_left_alone(ssa: TheSSAbyss, k3: Situation) -> None:
    weak = k3("axis.combat", {"1Pz-PzJ": "2115", "25G-Div": "2215"})
    assert answer(ssa, weak) == "do:end_phase"
    strong = k3("axis.combat", {"1Pz-1": "2115", "1Pz-PzV": "2115", "3SS-5": "2116", "25G-Div": "2215"})
    assert answer(ssa, strong) == "hex:2215"


def test_a_beginner_thinks_of_one_gun_where_others_think_of_all(ssa: TheSSAbyss, k3: Situation) -> None:
    attack = {"1Pz-1": "2115", "1Pz-PzV": "2115", "25G-Div": "2215"}
    match = k3("axis.combat", {**attack, "1Pz-Art": "2014", "403Art-I": "2015"})
    seen, target = survey(ssa, match, "axis"), ssa.board.index["2215"]
    orders = replace(seen.orders, faults=frozenset(("no_support",)))
    beginner = SsaSurvey(seen.p, seen.ground, seen.chances, orders, seen.side)
    guns = [ssa.theatre.attack[ssa.counters.index[unit]] for unit in ("1Pz-Art", "403Art-I")]
    units = [ssa.counters.index[unit] for unit in ("1Pz-1", "1Pz-PzV")]
    assert seen.support_now(target, units) == sum(guns) and beginner.support_now(target, units) == max(guns)


def test_disruption_falls_on_whoever_is_disrupted_already(ssa: TheSSAbyss, k3: Situation) -> None:
    match = k3("axis.bombardment", {
        "Dora": "0308", "403Art-I": "0407", "403Art-II": "0408", "1Pz-1": "0409", "84-201": "0510",
        "84-41": {"hex": "0510", "disrupted": True}}, dice=[1])  # one unit is disrupted, by its owner's choice
    play(match, "hex:0510", "unit:403Art-I", "unit:403Art-II", "unit:Dora", "do:fire")
    assert offered(match).task == "disrupt" and answer(ssa, match) == "unit:84-41"


def test_a_reinforcement_comes_before_anything_else(ssa: TheSSAbyss) -> None:
    match = ssa.situation({"game": "ssa", "scenario": "sa", "turn": 5, "step": "axis.movement"})
    choice = answer(ssa, match)
    assert choice.startswith("unit:6Pz-")
    play(match, choice)
    assert answer(ssa, match).startswith("hex:")


def test_a_crossroads_that_an_army_lives_by_is_worth_holding(ssa: TheSSAbyss) -> None:
    match = ssa.situation({"game": "ssa", "scenario": "k3", "turn": 3, "step": "axis.movement"})
    seen = survey(ssa, match, "axis")
    hubs = {number: worth for number, worth in seen.sites.items() if number >= seen.ground.objectives}
    assert hubs and all(worth > 0 for worth in hubs.values())


def test_who_cuts_the_road_of_an_army_is_worth_an_attack(ssa: TheSSAbyss, k3: Situation) -> None:
    army = {"1Pz-1": "1510", "1Pz-113": "1610", "3SS-5": "1711", "3SS-6": "1811"}
    raiders = {"84-201": "0208", "69-204": "0203", "69-206": "0213"}  # one at every source
    match = k3("axis.combat", {**army, **raiders, "84-41": "1712"})
    seen, p = survey(ssa, match, "axis"), match.position
    assert not match.ask("supply", unit="3SS-5")["supplied"]
    across_the_road, elsewhere = (seen.prize(p.where[ssa.counters.index[unit]]) for unit in ("84-201", "84-41"))
    assert across_the_road > elsewhere + 1.0


def test_raiders_who_could_cut_an_army_off_are_to_be_pinned(ssa: TheSSAbyss, k3: Situation) -> None:
    """5.3 Whoever begins his move beside an enemy may not move; 7.1 two of three roads are cut already."""
    army = {"1Pz-1": "1510", "1Pz-113": "1610", "3SS-5": "1711", "3SS-6": "1811", "25H-26": "0407"}
    pinned = {"69-204": "0203", "25H-25": "0202", "69-206": "0213", "25H-1": "0212"}
    match = k3("axis.movement", {**army, **pinned, "84-201": "0511"}, turn=3)
    seen, guard, free = survey(ssa, match, "axis"), ssa.counters.index["25H-26"], ssa.board.index["0511"]
    beside = members(ssa.theatre.contact[free] & seen.reach(guard))
    assert beside and all(seen.lure(guard, place) > 0.5 for place in beside)
    assert seen.prize(free) > seen.prize(ssa.board.index["0203"])


def test_a_raid_that_takes_three_is_made_by_three(ssa: TheSSAbyss, k3: Situation) -> None:
    """7.1 There are three roads, so a raider alone cuts nobody off; who stands on one already may stay."""
    army = {"1Pz-1": "1510", "1Pz-113": "1610", "3SS-5": "1711", "3SS-6": "1811",
            "3Pz-3": "1512", "3Pz-394": "1612", "5SS-9": "1713", "5SS-10": "1812"}
    raiders = {"69-204": "0203", "69-206": "0213", "84-201": "0511"}
    match = k3("soviet.movement", {**army, **raiders}, turn=3)
    seen, units = survey(ssa, match, "soviet"), [ssa.counters.index[unit] for unit in raiders]

    for unit in units:
        assert max(seen.lure(unit, place) for place in members(seen.reach(unit) | bit(seen.p.where[unit]))) > 0.5
    plain = SsaSurvey(seen.p, seen.ground, seen.chances, seen.orders.with_craft(PLAIN), seen.side)
    assert not any(plain.lure(units[2], place) for place in members(plain.reach(units[2])))


def test_in_the_last_move_plain_staffs_count_what_a_raid_takes_too(ssa: TheSSAbyss, k3: Situation) -> None:
    """22.0 Who is cut off at the end counts for nothing, and there is no answer any more."""
    towns = {"1Pz-1": "2403", "1Pz-113": "2605", "3SS-5": "2204", "3SS-6": "2102", "3Pz-3": "2505"}
    raiders = {"69-204": "0203", "69-206": "0213", "84-201": "0511"}
    match = k3("soviet.movement", {**towns, **raiders}, turn=9, control={"axis": list(towns.values())})
    seen, unit = survey(ssa, match, "soviet"), ssa.counters.index["84-201"]
    plain = SsaSurvey(seen.p, seen.ground, seen.chances, seen.orders.with_craft(PLAIN), seen.side)
    assert max(plain.lure(unit, place) for place in members(plain.reach(unit))) > 1.0


def test_a_road_that_raiders_bar_from_beside_it_is_opened_by_standing_on_it(ssa: TheSSAbyss, k3: Situation) -> None:
    """7.1 A friend cancels the enemy zone in his hex; 7.4 cut off, infantry marches as ever."""
    army = {"1Pz-1": "1510", "1Pz-113": "1610", "3SS-5": "1711", "3SS-6": "1811"}
    barred = {"69-204": "0203", "69-206": "0213", "84-201": "0206", "25H-26": "0409"}
    match = k3("axis.movement", {**army, **barred}, turn=3)
    seen, foot = survey(ssa, match, "axis"), ssa.counters.index["25H-26"]
    assert not match.ask("supply", unit="3SS-5")["supplied"]
    door = max(members(seen.reach(foot)), key=lambda place: seen.lure(foot, place))
    assert seen.lure(foot, door) > 0.5
    play(match, "unit:25H-26", f"hex:{seen.p.number(door)}")
    assert match.ask("supply", unit="3SS-5")["supplied"]


def test_a_plan_is_made_secure_against_raids_that_it_leaves_open(ssa: TheSSAbyss, k3: Situation) -> None:
    """5.3 Somebody stays behind to pin the last raider, or stands on the road that he would bar (7.1)."""
    army = {"1Pz-1": "1510", "1Pz-113": "1610", "3SS-5": "1711", "3SS-6": "1811", "25H-26": "0606", "44-131": "0706"}
    pinned = {"69-204": "0203", "25H-25": "0202", "69-206": "0213", "25H-1": "0212"}
    p = cast(Abyss, k3("axis.movement", {**army, **pinned, "84-201": "0511"}, turn=3).position)
    mind = mind_of(ssa, "axis")
    later = mind.plan(p).carried_out()
    assert survey_of(mind, p).raids().stroke(12)[1] > 1.0 > survey_of(mind, later).raids().stroke(12)[1]


def ways_through(p: Abyss) -> bool:
    """5.2, 5.3 Whether Soviet units could come to a source of the Axis without ever stopping beside it."""
    layout, seen, step = p.layout, p.occupied[SOVIET], p.occupied[SOVIET]
    while step:
        step = layout.grid.cross(step, layout.contact_ways) & layout.playable & ~p.occupied[AXIS] & ~seen
        seen |= step
        step &= ~zone(p, AXIS)
    return bool(seen & layout.sources[AXIS])


def test_the_axis_draws_a_line_that_nobody_passes_before_anything_else(ssa: TheSSAbyss, k3: Situation) -> None:
    """5.2, 7.0 From the north edge to the lake, with all sources behind it; the attack on a lone regiment can wait."""
    units = {"25H-1": "0505", "25H-25": "0605", "25H-26": "0506", "1Pz-1": "0507", "1Pz-113": "0508", "3Pz-3": "0509",
             "3Pz-394": "0603", "23Pz-126": "0604"}
    match = k3("axis.movement", {**units, "5Tk": "1207", "1GM-9": "1103"}, turn=7)
    mind, p = mind_of(ssa, "axis"), cast(Abyss, match.position)
    assert ways_through(p) and not ways_through(cast(Abyss, mind.plan(p).carried_out()))
    plain = ForceMind(mind.command, mind.force, mind.orders.with_craft(PLAIN))
    assert ways_through(cast(Abyss, plain.plan(p).carried_out())), "regulars draw none"


def test_a_line_that_leaves_the_army_out_costs_by_the_unit(ssa: TheSSAbyss, k3: Situation) -> None:
    """7.0 It leaves out two where the ways home of two lead, or beside; whoever is just before it belongs to it."""
    match = k3("axis.movement", {"1Pz-1": "1710", "1Pz-PzV": "1710", "84-201": "2010"}, turn=3)
    counts, ground, place = left_out(seen := survey(ssa, match, "axis")), seen.ground, ssa.board.index["1710"]
    way = ground.way_home(place)
    assert has(ssa.theatre.sources[AXIS], way[-1])
    assert [counts[hex] for hex in (way[0], way[BEFORE + 2], way[-1])] == [0, 2, 2]


def test_nobody_goes_far_before_the_line(ssa: TheSSAbyss, k3: Situation) -> None:
    """The line is as far forward as those on foot can come; tanks wait for them."""
    line = {"25H-1": "0505", "25H-25": "0605", "25H-26": "0508", "44-131": "0502", "44-132": "0511"}
    match = k3("axis.movement", {**line, "1Pz-PzV": "0506", "84-201": "2010"}, turn=3)
    mind, tank = mind_of(ssa, "axis"), ssa.counters.index["1Pz-PzV"]
    free, plan = mind.situation(match.position).reach(tank), mind.plan(match.position)
    posts = [plan.where[unit] for unit in plan.where if unit != tank]
    assert all(min(ssa.board.grid.distance(hex, post) for post in posts) <= TETHER or hex == plan.start[tank]
               for hex in members(plan.reach(tank)) if int(ssa.board.grid.names[hex][:2]) > 9)
    assert plan.reach(tank) & ~free == 0 and plan.reach(tank) != free


def test_who_stands_across_the_way_of_a_raider_bars_it(ssa: TheSSAbyss, k3: Situation) -> None:
    """5.2 Whoever enters a zone stops there: a guard far from the raider and from his goal may be enough."""
    p = cast(Abyss, k3("axis.movement", {"25H-26": "0101", "84-201": "0511"}, turn=3).position)
    mind, raider, guard = mind_of(ssa, "axis"), ssa.counters.index["84-201"], ssa.counters.index["25H-26"]
    seen, contact = survey_of(mind, p), ssa.theatre.contact

    def bars(goal: int) -> list[int]:
        between = seen.foe_way(raider, goal) & ~contact[p.where[raider]] & ~contact[goal] & ~bit(goal)
        return [place for place in members(between)
                if not survey_of(mind, moved(p, guard, place)).foe_reach(raider) & bit(goal)]

    assert any(bars(goal) for goal in members(seen.foe_reach(raider)))


def test_the_last_move_goes_where_most_points_are_lost(ssa: TheSSAbyss, k3: Situation) -> None:
    """22.0 Garrisons without supply count for nothing, and a town that stands empty is whoever's enters it."""
    towns = {"1Pz-1": "2403", "1Pz-113": "2605", "3SS-5": "2204", "3SS-6": "2102", "3Pz-3": "2505"}
    raiders = {"69-204": "0203", "69-206": "0213", "84-201": "0511", "5Tk": "2715"}
    match = k3("soviet.movement", {**towns, **raiders}, turn=9, control={"axis": [*towns.values(), "2815"]})
    later = mind_of(ssa, "soviet").plan(match.position).carried_out()
    assert victory_points(cast(Abyss, match.position)) == 32 and victory_points(later) == 0


def test_a_garrison_without_supply_leaves_what_counts_only_without_it(ssa: TheSSAbyss, k3: Situation) -> None:
    """22.0 A town counts for whoever was in it last in supply, but not while somebody without supply stands there."""
    raiders = {"84-201": "0208", "69-204": "0203", "69-206": "0213"}
    match = k3("axis.movement", {"25H-26": "2403", **raiders}, turn=9, control={"axis": ["2403"]})
    later = mind_of(ssa, "axis").plan(match.position).carried_out()
    assert victory_points(cast(Abyss, match.position)) == 0 and victory_points(later) == 6


def test_the_last_axis_move_leaves_points_after_the_last_soviet_one(ssa: TheSSAbyss, k3: Situation) -> None:
    """3.0 The Soviets move last: what they could take is counted, and what stands empty beyond their reach is safe."""
    towns = {"1Pz-1": "2403", "1Pz-113": "2605", "3SS-5": "2204", "3SS-6": "2102", "3Pz-3": "2505", "25H-26": "0606"}
    raiders = {"69-204": "0203", "69-206": "0213", "84-201": "0511"}
    p = cast(Abyss, k3("axis.movement", {**towns, **raiders}, turn=9, control={"axis": list(towns.values())}).position)
    mind = mind_of(ssa, "axis")

    def left(p: Abyss) -> float:
        return victory_points(p) - survey_of(mind, p).raids().stroke(3)[1]

    assert left(p) == 0 and left(mind.plan(p).carried_out()) >= 25


def test_the_judge_counts_what_is_in_supply_and_who_moves(ssa: TheSSAbyss, k3: Situation) -> None:
    """22.0 Towns whose garrisons are cut off count for nothing at the end; 3.0 the Soviets have the last move."""
    towns = {"1Pz-1": "2403", "1Pz-113": "2605", "3SS-5": "2204", "3SS-6": "2102", "3Pz-3": "2505"}
    raiders = {"84-201": "0208", "69-204": "0203", "69-206": "0213"}  # one at every source
    far = dict.fromkeys(raiders, "0630")

    def value(step: str, soviets: dict[str, str]) -> float:
        match = k3(step, {**towns, **soviets}, turn=9, control={"axis": list(towns.values())})
        return ssa.staff.evaluate(match.position, "axis")

    fed, cut_off = value("axis.movement", far), value("axis.movement", raiders)
    assert fed > cut_off + 0.1
    assert fed > value("soviet.movement", far) + 0.1


@pytest.mark.parametrize(("scenario", "first"), [("k3", 7), ("sa", 9)])
def test_orders_are_thought_about_when_the_end_can_be_judged(ssa: TheSSAbyss, scenario: str, first: int) -> None:
    def share(turn: int, step: str) -> float:
        match = ssa.situation({"game": "ssa", "scenario": scenario, "turn": turn, "step": step, "place": {}})
        return ssa.staff.worth_thinking(match.position, "axis")

    assert share(first - 1, "axis.movement") == share(1, "axis.combat") == share(first, "soviet.movement") == 0
    assert share(first, "axis.movement") == 1 and 0 < share(first, "axis.combat") < 1


def test_reinforcements_of_the_enemy_are_expected_where_they_come(ssa: TheSSAbyss) -> None:
    """23.1.S13 Three divisions come by 2701 on turn 6."""
    entry = ssa.board.index["2701"]
    threats = []
    for turn in (4, 6):
        match = ssa.situation({"game": "ssa", "scenario": "k3", "turn": turn, "step": "axis.movement", "place": {}})
        mind = mind_of(ssa, "axis")
        threats.append(mind.picture(match.position).threat[entry])
    assert threats[1] >= threats[0] + 30
    p = ssa.situation({"game": "ssa", "scenario": "k3", "turn": 6, "step": "axis.combat", "place": {}}).position
    made, left = mind_of(ssa, "axis").battles(p).sorted_out()
    assert all(assault.target < ssa.theatre.hexes for assault in (*made, *left))  # nobody beyond the map is attacked


def test_who_has_to_come_first_takes_nothing_in_the_last_turn(ssa: TheSSAbyss, k3: Situation) -> None:
    """3.0 Combat comes before movement: only those who stand beside a garrison already attack it in their next turn."""
    garrison, place = (ssa.counters.index["25H-1"],), ssa.board.index["2204"]
    early, last = (survey(ssa, k3("axis.movement", {"25H-1": "2204", "5Tk": "2501"}, turn=turn), "axis")
                   for turn in (5, 9))
    assert early.danger(place, garrison, 60.0, 0).falls > 0 == last.danger(place, garrison, 60.0, 0).falls


def test_a_town_whose_fall_sets_an_army_free_is_left_alone(ssa: TheSSAbyss, sa: Situation) -> None:
    """23.2.14 Kapolnasnyek counts for nothing, and six divisions wait for its fall."""
    town = ssa.board.index["1806"]
    early, late = (survey(ssa, sa("axis.movement", turn=turn), "axis") for turn in (4, 11))
    unit = ssa.counters.index["3Pz-3"]
    assert early.lure(unit, town) < -5 and late.lure(unit, town) == 0
    assert all(early.ground.sites[number].place != town for number in early.sites)


def test_plans_are_said_in_both_languages(ssa: TheSSAbyss) -> None:
    match = ssa.situation({"game": "ssa", "scenario": "k3", "turn": 2, "step": "axis.movement"})
    commander = Commander(ssa, "regular", 3)
    commander.consider(Seen.of(match))
    said = {lang: commander.plan(lang) for lang in LANGUAGES}
    assert said["en"] != said["es"] and all(text.count("\n") >= len(SECTORS) for text in said.values())
