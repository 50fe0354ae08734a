"""The staff of Festung Breslau 1945: whole games, exact chances, what it does where it counts, judgement, words."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import stavka
from stavka.games.fb.assault import Attack, attackers_against, hits, modifiers, needed
from stavka.games.fb.assault import assaultable as targets_of
from stavka.games.fb.bombardment import column, is_disorganised
from stavka.games.fb.components import GERMAN, RESERVE, SIDES, SOVIET
from stavka.games.fb.defensive_fire import firing_units
from stavka.games.fb.german_strategic import placement_hexes
from stavka.games.fb.staff import GRAIN
from stavka.games.fb.staff.judge import CLEAR
from stavka.games.fb.staff.odds import Chances, best_assault, fire
from stavka.games.fb.staff.survey import FbSurvey
from stavka.kit.dice import Dice
from stavka.kit.hexset import bit, has, members, size
from stavka.kit.steps import settle, take
from stavka.players import EFFORTS, LEVELS, Commander, Effort, Seen, hint, play, player
from stavka.players.commander import effort_of
from stavka.staff.battles import Battles
from stavka.staff.general import General
from stavka.staff.survey import SAFE
from tests.playing import offered

QUICK = Effort(simulations=4, samples=2, depth=2)
"""A veteran in a hurry."""
THINKERS = frozenset(level for level, effort in EFFORTS.items() if effort.simulations)

TASKS = {
    "deploy", "deploy_to", "deploy_covering", "events", "arrivals", "enter", "leave", "bombardment", "bombard",
    "air_target", "po2", "move", "move_to", "defensive_fire", "target", "attack", "strategic", "place",
}
"""What comes up in nearly every set of whole games."""


@pytest.fixture(scope="module")
def game() -> stavka.Game[Any]:
    """The game."""
    return stavka.game("fb")


@pytest.fixture(scope="module")
def staff(game: stavka.Game[Any]) -> General:
    """Its staff."""
    found = game.staff
    assert isinstance(found, General)
    return found


def survey(staff: General, p: Any, side: int) -> FbSurvey:
    """A position in the eyes of a side that plays by the usual orders."""
    force = staff.forces[SIDES[side]]
    found = staff.command.survey(p, force, staff.usual(force))
    assert isinstance(found, FbSurvey)
    return found


def phases(game: stavka.Game[Any], p: Any) -> Iterator[Any]:
    """Play a position on to its end, and give it away at the first choice of every phase."""
    staff: Any = game.staff
    minds = {seat: staff.mind(seat, staff.orders(seat, "regular", Random(seat))) for seat in SIDES}
    options = settle(p, game.advance)
    moment = (0, -1)
    while options is not None:
        if moment != (p.turn, p.phase):
            moment = (p.turn, p.phase)
            yield p
        take(p, *minds[options.seat].decide(p, options))
        options = settle(p, game.advance)


@pytest.fixture(scope="module")
def recorded(game: stavka.Game[Any]) -> list[Any]:
    """The beginning of every phase of a whole game between regulars."""
    p: Any = game.start("historical", seed=5).position
    return [now.copy(Dice.seeded(f"phase {n}")) for n, now in enumerate(phases(game, p))]


def play_phase(match: stavka.Match, level: str = "regular") -> Any:
    """The position after the seat to move has played its phase."""
    phase, players = match.phase, {seat: player(level, match.game, seed=1) for seat in match.game.seats}
    while (offer := match.offer) is not None and match.phase == phase:
        match.choose(players[offer.seat].choose(Seen.of(match)))
    return match.position


# -- Whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["novice", "regular"])
def test_a_whole_game_of_every_scenario_is_played_legally(game: stavka.Game[Any], level: str) -> None:
    seen: set[str] = set()
    for seed, scenario in enumerate(game.scenarios):
        match = game.start(scenario, seed=seed)
        players = {seat: player(level, game, seed=seed) for seat in game.seats}
        while (offer := match.offer) is not None:
            seen.add(offer.task)
            choice = players[offer.seat].choose(Seen.of(match))
            match.choose(choice)
        assert match.result is not None
    assert seen >= TASKS


def test_a_veteran_thinks_and_plays_on(game: stavka.Game[Any]) -> None:
    match = game.situation({"turn": CLEAR, "step": "soviet.strategic", "seed": 3})
    players = {seat: player("veteran", game, seed=4, effort=QUICK) for seat in game.seats}
    play(match, players, until=700)
    assert match.turn > CLEAR
    assert all(isinstance(one, Commander) and one.simulations > 0 for one in players.values())


@pytest.mark.parametrize("level", ["novice", "regular", "veteran"])
def test_the_same_seed_gives_the_same_choices(game: stavka.Game[Any], level: str) -> None:
    def choices() -> list[str]:
        match = game.situation({"turn": CLEAR, "step": "soviet.strategic", "seed": 2})
        effort = QUICK if level in THINKERS else None
        play(match, {seat: player(level, game, seed=7, effort=effort) for seat in game.seats}, until=250)
        return [record.choice for record in match.records]

    assert choices() == choices()


@pytest.mark.parametrize("seat", SIDES)
def test_a_novice_beats_a_random_player(game: stavka.Game[Any], seat: str) -> None:
    match = game.start("historical", seed=11)
    play(match, {other: player("novice" if other == seat else "random", game, seed=3) for other in game.seats})
    assert match.result is not None and match.result.winner == seat


def test_the_polish_army_is_met_on_the_northern_front(game: stavka.Game[Any]) -> None:
    """The offers of 10.1.3: both sides answer them, and the Germans pay for dice when the dice alone will not do."""
    poles = [unit.id for unit in game.counters if unit.nation == "polish"][:24]
    north = [unit.id for unit in game.counters if unit.start["historical"] == "box.north_german"]
    match = game.situation({
        "turn": 13, "step": "german.supply", "declared": True, "supply": 20, "seed": 4, "empty": True,
        "place": {**dict.fromkeys(poles, "box.north_polish"), "de-hanf-1": "1516", "su-56eng": "0118",
                  **dict.fromkeys(north[3:], "box.worn_out")},
    })
    players = {seat: player("regular", game, seed=1) for seat in game.seats}
    answers: dict[str, list[str]] = {}
    while (offer := match.offer) is not None and match.phase != "soviet.strategic":
        choice = players[offer.seat].choose(Seen.of(match))
        answers.setdefault(offer.task, []).append(choice)
        match.choose(choice)
    assert "do:supply.1" in answers["northern_front"] and len(answers["polish_losses"]) == 4


# -- Exact chances ---------------------------------------------------------------------------------------------------


def by_the_rules(p: Any, attack: Attack) -> float:
    """The chance of an attack, face by face, by the sum that the rules themselves make."""
    total, number = modifiers(p, attack), needed(p, attack.target)
    return sum(hits(p, die, total, number) for die in range(1, 7)) / 6


def test_assaults_have_the_chance_that_the_rules_give_them(staff: General, recorded: list[Any]) -> None:
    checked = 0
    for p in recorded:
        key = staff.game.phase_key(p)
        if not key.endswith("assault"):
            continue
        side = SIDES.index(key.partition(".")[0])
        seen = survey(staff, p, side)
        for fight in Battles(seen, seen.orders, GRAIN).plan({p.where[unit] for unit in targets_of(p, side)}):
            plan = best_assault(seen, fight.target, fight.units)
            attack = Attack(side, plan.target, fight.units, False, plan.artillery, plan.goliath, plan.captured)
            assert plan.chance == pytest.approx(by_the_rules(p, attack))
            checked += 1
    assert checked > 40


def test_defensive_fire_has_the_chance_that_the_rules_give_it(staff: General, recorded: list[Any]) -> None:
    checked = 0
    for p in recorded[::7]:
        for side, foe in ((SOVIET, GERMAN), (GERMAN, SOVIET)):
            seen = survey(staff, p, side)
            for place in members(p.occupied[foe]):
                able = firing_units(p, side, place)
                if not able:
                    continue
                target = p.at(place)[0]
                units, plan = fire(seen, target, able)
                if units:
                    attack = Attack(side, target, tuple(units), True, plan.artillery)
                    assert plan.chance == pytest.approx(by_the_rules(p, attack))
                    checked += 1
    assert checked > 20


def test_bombardment_has_the_chance_of_its_column(recorded: list[Any]) -> None:
    p = recorded[0]
    chances = Chances(p.layout)
    for strength in range(1, 11):
        cells = column(p, strength)
        assert chances.disorganise[strength] == pytest.approx(sum(map(is_disorganised, cells)) / 6)


def test_an_assault_uses_no_more_units_than_it_needs(staff: General, game: stavka.Game[Any]) -> None:
    armour = [unit.id for unit in game.counters if unit.nation == "soviet" and unit.arm == "armour"]
    target = next(unit.id for unit in game.counters if unit.kind == "volkssturm")
    engineers = [unit.id for unit in game.counters if unit.kind == "engineers" and unit.nation == "soviet"
                 and unit.division is None]
    match = game.situation({"turn": 3, "step": "soviet.assault", "empty": True, "place": {
        **dict.fromkeys(armour[:3], "0402"), **dict.fromkeys(engineers, "0403"), target: "0303"}})
    p: Any = match.position
    seen = survey(staff, p, SOVIET)
    fight = Battles(seen, seen.orders, GRAIN).plan([p.where[p.layout.index[target]]])[0]
    assert best_assault(seen, fight.target, fight.units).chance == pytest.approx(5 / 6)
    assert len(fight.units) < len(attackers_against(p, SOVIET, p.layout.index[target]))


# -- What it does where it counts ----------------------------------------------------------------------------------


def test_a_victory_hex_beside_the_enemy_is_not_left_empty(game: stavka.Game[Any]) -> None:
    """The only garrison stays where the Red Army could walk in."""
    match = game.situation({"turn": 8, "step": "german.tactical", "empty": True, "seed": 1, "place": {
        "de-hanf-1": "1516", "su-56eng": "1418"}})
    p = play_phase(match)
    assert p.at(p.layout.board.index["1516"])


def test_an_empty_victory_hex_in_reach_is_taken(game: stavka.Game[Any]) -> None:
    match = game.situation({"turn": 8, "step": "soviet.tactical", "empty": True, "seed": 1, "place": {
        "su-56eng": "1418", "de-hanf-1": "2113"}})
    p = play_phase(match)
    assert has(p.control, p.layout.board.index["1516"]) or victory_hexes_taken(p) == 1


def test_what_is_open_attracts_the_red_army_most(staff: General, game: stavka.Game[Any]) -> None:
    p: Any = game.situation({"turn": 8, "step": "soviet.tactical", "empty": True, "place": {
        "de-hanf-1": "1516", "de-mohr-1": "1518", "de-mohr-2": "1518", "su-56eng": "0118"}}).position
    seen = survey(staff, p, SOVIET)
    worths = [seen.sites[seen.ground.sites_at[game.board.index[name]][0]] for name in ("1415", "1516", "1518")]
    assert sorted(worths, reverse=True) == worths and len(set(worths)) == 3


def test_only_those_beside_a_red_unit_are_a_danger_to_it(staff: General, game: stavka.Game[Any]) -> None:
    """The garrison assaults before it moves: who has to come first assaults a turn later."""
    board = game.board
    near = [board.grid.names[place] for place in members(board.grid.around(bit(board.index["1516"])))]
    p: Any = game.situation({"turn": 8, "step": "soviet.tactical", "empty": True, "place": {
        "de-hanf-1": "1516", "de-hanf-2": "1516", "su-56eng": near[0], "su-372-218": "1211"}}).position
    beside, away = (survey(staff, p, SOVIET).danger(p.where[unit], [unit], 8.0, 0)
                    for unit in (p.layout.index["su-56eng"], p.layout.index["su-372-218"]))
    assert beside.loss > 0 and beside.falls > 0 and away == SAFE


def test_it_is_thought_about_what_those_who_enter_are_for(staff: General, game: stavka.Game[Any]) -> None:
    """Half the thought of a movement phase: another main effort, or a victory hex by name, towards which they enter."""
    p: Any = game.situation({"turn": CLEAR, "step": "soviet.strategic"}).position
    assert staff.worth_thinking(p, "soviet") == 0.5 and staff.worth_thinking(p, "german") == 0.0
    usual = staff.orders("soviet", "veteran", Random(1))
    ideas = {idea.key: orders for group in staff.variants(p, "soviet", usual) for orders, idea in group}
    assert {"idea.effort", "idea.take"} <= set(ideas)
    place = next(mission.place for mission in ideas["idea.take"]["soviet"].missions)
    before, after = (staff.command.survey(p, staff.forces["soviet"], orders["soviet"]) for orders in (
        usual, ideas["idea.take"]))
    assert isinstance(before, FbSurvey) and isinstance(after, FbSurvey)
    assert after.nearness[place] > before.nearness[place]


def test_orders_are_thought_about_when_the_end_can_be_judged(staff: General, game: stavka.Game[Any]) -> None:
    """Before that they matter as much, but nobody can tell which are better."""
    for step, weight in (("soviet.strategic", 0.5), ("soviet.tactical", 1.0)):
        before, then = (game.situation({"turn": turn, "step": step}).position for turn in (CLEAR - 1, CLEAR))
        assert staff.worth_thinking(before, "soviet") == 0.0 and staff.worth_thinking(then, "soviet") == weight
        assert staff.weight(before, "soviet") == weight


@pytest.mark.parametrize(("step", "thinkers"), [
    ("soviet.strategic", ["marshal"]), ("soviet.tactical", ["veteran", "marshal"]), ("soviet.assault", [])])
def test_veterans_think_about_moves_and_marshals_about_entries_too(
        staff: General, game: stavka.Game[Any], step: str, thinkers: list[str]) -> None:
    share = staff.worth_thinking(game.situation({"turn": CLEAR, "step": step}).position, "soviet")
    assert [level for level in LEVELS if effort_of(staff, level).share(share).simulations] == thinkers


def test_those_who_have_experience_order_other_postures(staff: General) -> None:
    """The same sectors and the same effort, with the postures that proved better."""
    for seat, usual, practised in (("soviet", "storm", "storm"), ("german", "stand", "counter")):
        for level, name in (("regular", usual), ("veteran", practised)):
            orders = staff.orders(seat, level, Random(1))[seat]
            assert {posture.name for posture in orders.postures.values()} == {name}


def victory_hexes_taken(p: Any) -> int:
    return size(p.control & p.layout.victory_hexes)


def test_goliaths_last_beyond_the_fifth_turn(recorded: list[Any]) -> None:
    """They are spent one by one where they tell, not all at once."""
    assert any(p.goliaths for p in recorded if p.turn > 5)


@pytest.mark.rule("fb", "7.2.2a")
def test_a_full_rathaus_makes_room_for_those_who_wait(game: stavka.Game[Any]) -> None:
    """With the Red Army in the city the Rathaus is the only way in: as many leave it as wait in the reserve."""
    others = [unit.id for unit in game.counters if unit.start["historical"] == "box.reserve"]
    red = {"su-56eng": "1420", "su-658-218": "1211", "su-372-218": "2016", "su-eng-218": "0618"}
    match = game.situation({"turn": 15, "step": "german.tactical", "empty": True, "seed": 1, "place": {
        **dict.fromkeys(others, "box.worn_out"), **red,
        **dict.fromkeys(("de-hanf-1", "de-hanf-2", "de-hanf-3"), "1516"),
        **dict.fromkeys(("de-mohr-1", "de-mohr-2"), "box.reserve")}})
    before: Any = match.position
    assert not placement_hexes(before)
    p = play_phase(match)
    assert len(p.at(p.layout.rathaus)) <= 1 and placement_hexes(p)


def test_nobody_is_locked_out_by_his_own_side(recorded: list[Any], game: stavka.Game[Any]) -> None:
    """Whenever reserves may come in (7.2), there is a hex with room for one of them, while the Rathaus is German."""
    moments = [p for p in recorded if game.phase_key(p) == "german.strategic" and p.at(p.box(RESERVE))]
    assert len(moments) > 5
    assert all(placement_hexes(p) or has(p.control, p.layout.rathaus) for p in moments)


# -- Judgement -------------------------------------------------------------------------------------------------------


def test_a_position_is_worth_the_opposite_to_the_other_side(staff: General, recorded: list[Any]) -> None:
    for p in recorded[::11]:
        value = staff.evaluate(p, "soviet")
        assert -1 <= value <= 1 and value == -staff.evaluate(p, "german")


def test_a_victory_hex_makes_a_position_better(staff: General, game: stavka.Game[Any]) -> None:
    without = game.situation({"turn": 12, "step": "soviet.tactical"}).position
    taken = game.situation({"turn": 12, "step": "soviet.tactical", "control": {"soviet": ["2113"]}}).position
    assert staff.evaluate(taken, "soviet") > staff.evaluate(without, "soviet")


def test_a_finished_game_is_won_or_lost(staff: General, game: stavka.Game[Any]) -> None:
    p: Any = game.situation({"turn": 20, "step": "german.supply"}).position
    list(phases(game, p))
    assert p.result is not None and staff.evaluate(p, p.result.winner) == 1.0


def test_commanders_differ_a_little(staff: General) -> None:
    one, other = (staff.orders("soviet", "regular", Random(seed)) for seed in (1, 2))
    assert one != other and one["soviet"].missions == other["soviet"].missions


# -- Words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [
    "events", "soviet.strategic", "soviet.bombardment", "soviet.tactical", "soviet.assault", "german.assault",
    "german.tactical", "german.strategic", "german.supply"])
def test_plans_can_be_told_in_both_languages(game: stavka.Game[Any], step: str) -> None:
    match = game.situation({"turn": CLEAR, "step": step})
    commander = Commander(game, "regular", 1, Effort(simulations=4, samples=1))
    commander.consider(Seen.of(match))
    english, spanish = commander.plan("en"), commander.plan("es")
    assert len(english.splitlines()) == len(spanish.splitlines()) >= 1 and english != spanish
    if step.endswith("tactical"):
        assert "Considered and" in english


def test_assaults_are_told_with_odds_and_expectation(game: stavka.Game[Any], recorded: list[Any]) -> None:
    staff: Any = game.staff
    for p in recorded:
        if game.phase_key(p) == "soviet.assault":
            mind = staff.mind("soviet", staff.orders("soviet", "regular", Random(1)))
            mind.decide(p, settle(p, game.advance))
            messages = staff.report(p, "soviet", mind, None)
            told = [game.say(message, "en") for message in messages if message.key == "orders.attack"]
            if told:
                assert "%" in told[0] and "expected" in told[0]
                return
    pytest.fail("no assault was planned")


def test_a_hint_is_legal_and_told(game: stavka.Game[Any]) -> None:
    match = game.situation({"turn": 4, "step": "soviet.tactical"})
    found = hint(Seen.of(match), "es")
    assert found.choice in offered(match).choices
    assert "Sugerencia" in found.words


def test_a_hint_for_rockets_in_hand_when_every_hex_is_shelled(game: stavka.Game[Any]) -> None:
    """8.2.12 Nothing is left to bombard, and so late in the game the staff would not convert them by itself."""
    rocket = next(unit.id for unit in game.counters if unit.kind == "bm13")
    match = game.situation({"step": "soviet.bombardment", "turn": 19, "empty": True, "seed": 1, "place": {
        rocket: "0117", "su-m30-1": "0117", "de-hanf-1": "1330"}})
    for choice in ("unit:su-m30-1", "hex:1330", f"unit:{rocket}"):
        match.choose(choice)
    assert hint(Seen.of(match)).choice == "do:katyusha"
