"""The staff of Festung Breslau 1945: whole games, exact chances, every tactic, judgement, plans in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import stavka
from stavka.games.fb.assault import Attack, hits, modifiers, needed
from stavka.games.fb.assault import assaultable as targets_of
from stavka.games.fb.bombardment import column, is_disorganised
from stavka.games.fb.components import GERMAN, SIDES, SOVIET
from stavka.games.fb.defensive_fire import firing_units
from stavka.games.fb.staff import FbStaff
from stavka.games.fb.staff.battles import Battles
from stavka.games.fb.staff.doctrine import (
    GERMAN_TACTICS,
    KNOWN,
    NOVICE_TACTICS,
    RED_TACTICS,
    TACTICS,
    Orders,
    usual_orders,
)
from stavka.kit.dice import Dice
from stavka.kit.hexset import members
from stavka.kit.steps import settle
from stavka.players import EFFORTS, Commander, Effort, Seen, hint, play, player
from stavka.players.search import apply
from tests.playing import offered

QUICK = Effort(simulations=4, samples=2, depth=2)
"""A veteran in a hurry."""
THINKERS = frozenset(level for level, effort in EFFORTS.items() if effort.simulations)

TASKS = {
    "deploy", "deploy_to", "deploy_covering", "events", "arrivals", "enter", "leave", "bombardment", "bombard",
    "air_target", "po2", "antifascists", "move", "move_to", "defensive_fire", "target", "attack", "strategic", "place",
}
"""What comes up in nearly every set of whole games."""

Choice = tuple[str, Any]


@pytest.fixture(scope="module")
def game() -> stavka.Game[Any]:
    """The game."""
    return stavka.game("fb")


@pytest.fixture(scope="module")
def staff(game: stavka.Game[Any]) -> FbStaff:
    """Its staff."""
    found = game.staff
    assert isinstance(found, FbStaff)
    return found


def phases(game: stavka.Game[Any], p: Any, orders: dict[str, Orders]) -> Iterator[Any]:
    """Play a position on to its end, and give it away at the first choice of every phase."""
    staff: Any = game.staff
    minds = {seat: staff.mind(seat, orders[seat]) for seat in SIDES}
    options = settle(p, game.advance)
    moment = (0, -1)
    while options is not None:
        if moment != (p.turn, p.phase):
            moment = (p.turn, p.phase)
            yield p
        apply(p, *minds[options.seat].decide(p, options))
        options = settle(p, game.advance)


@pytest.fixture(scope="module")
def recorded(game: stavka.Game[Any]) -> list[Any]:
    """The beginning of every phase of a whole game between staffs that know every tactic."""
    orders = {seat: usual_orders(side) for side, seat in enumerate(SIDES)}
    p: Any = game.start("historical", seed=5).position
    return [now.copy(Dice.seeded(f"phase {n}")) for n, now in enumerate(phases(game, p, orders))]


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
    match = game.start("historical", seed=3)
    players = {seat: player("veteran", game, seed=4, effort=QUICK) for seat in game.seats}
    play(match, players, until=700)
    assert match.turn >= 2
    assert all(getattr(one, "simulations") > 0 for one in players.values())  # noqa: B009


def test_the_staff_says_how_hard_its_veterans_think(game: stavka.Game[Any], staff: FbStaff) -> None:
    effort = Commander(game, "veteran").effort
    assert effort.simulations == staff.efforts["veteran"]["simulations"] < EFFORTS["veteran"].simulations
    assert effort.depth == EFFORTS["veteran"].depth
    assert Commander(stavka.game("dagc"), "veteran").effort == EFFORTS["veteran"]


@pytest.mark.parametrize("level", ["novice", "regular", "veteran"])
def test_the_same_seed_gives_the_same_choices(game: stavka.Game[Any], level: str) -> None:
    def choices() -> list[str]:
        match = game.start("historical", seed=2)
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


def test_assaults_have_the_chance_that_the_rules_give_them(staff: FbStaff, recorded: list[Any]) -> None:
    checked = 0
    for p in recorded:
        key = staff.game.phase_key(p)
        if not key.endswith("assault"):
            continue
        side = SIDES.index(key.partition(".")[0])
        battles = Battles(p, staff.ground, staff.chances, usual_orders(side), side)
        for plan in battles.plan(targets_of(p, side)):
            attack = Attack(side, plan.target, plan.units, False, plan.artillery, plan.goliath, plan.captured)
            assert plan.chance == pytest.approx(by_the_rules(p, attack))
            checked += 1
    assert checked > 40


def test_defensive_fire_has_the_chance_that_the_rules_give_it(staff: FbStaff, recorded: list[Any]) -> None:
    checked = 0
    for p in recorded[::7]:
        for side, foe in ((SOVIET, GERMAN), (GERMAN, SOVIET)):
            battles = Battles(p, staff.ground, staff.chances, usual_orders(side), side)
            for place in members(p.occupied[foe]):
                able = firing_units(p, side, place)
                if not able:
                    continue
                target = p.at(place)[0]
                units, guns, chance = battles.fire(target, able)
                if units:
                    attack = Attack(side, target, tuple(units), True, guns)
                    assert chance == pytest.approx(by_the_rules(p, attack))
                    checked += 1
    assert checked > 20


def test_bombardment_has_the_chance_of_its_column(staff: FbStaff, recorded: list[Any]) -> None:
    p = recorded[0]
    for strength in range(1, 11):
        cells = column(p, strength)
        assert staff.chances.disorganise[strength] == pytest.approx(sum(map(is_disorganised, cells)) / 6)


def test_an_assault_uses_no_more_units_than_it_needs(staff: FbStaff, game: stavka.Game[Any]) -> None:
    armour = [unit.id for unit in game.counters if unit.nation == "soviet" and unit.arm == "armour"]
    target = next(unit.id for unit in game.counters if unit.kind == "volkssturm")
    engineers = [unit.id for unit in game.counters if unit.kind == "engineers" and unit.nation == "soviet"
                 and unit.division is None]
    match = game.situation({"turn": 3, "step": "soviet.assault", "empty": True, "place": {
        **dict.fromkeys(armour[:3], "0402"), **dict.fromkeys(engineers, "0403"), target: "0303"}})
    p: Any = match.position
    battles = Battles(p, staff.ground, staff.chances, usual_orders(SOVIET), SOVIET)
    plan = battles.assault(p.layout.index[target])
    assert plan is not None and plan.chance == pytest.approx(5 / 6)
    wasteful = replace(usual_orders(SOVIET), tactics=frozenset(TACTICS) - {"economy_of_force"})
    other = Battles(p, staff.ground, staff.chances, wasteful, SOVIET).assault(p.layout.index[target])
    assert other is not None and len(other.units) > len(plan.units)


# -- Tactics ---------------------------------------------------------------------------------------------------------


def test_tactics_are_many_distinct_and_have_words(game: stavka.Game[Any]) -> None:
    assert len(set(TACTICS)) == len(TACTICS) >= 15
    for language in ("en", "es"):
        told = {game.words.templates[language][f"tactic.{name}"] for name in TACTICS}
        assert len(told) == len(TACTICS)


def test_better_players_know_more() -> None:
    assert KNOWN["novice"] == NOVICE_TACTICS < KNOWN["regular"] < KNOWN["veteran"] == frozenset(TACTICS)


def play_phase(game: stavka.Game[Any], start: Any, orders: dict[str, Orders], seat: str) -> list[Choice]:
    """What a seat chooses in the rest of a phase."""
    staff: Any = game.staff
    p = start.copy(Dice.seeded("the same dice"))
    minds = {name: staff.mind(name, orders[name]) for name in SIDES}
    chosen = []
    options = settle(p, game.advance)
    while options is not None and (p.turn, p.phase) == (start.turn, start.phase):
        choice = minds[options.seat].decide(p, options)
        if options.seat == seat:
            chosen.append(choice)
        apply(p, *choice)
        options = settle(p, game.advance)
    return chosen


def special(game: stavka.Game[Any]) -> list[Any]:
    """Moments that do not come up in every game."""
    poles = dict.fromkeys((unit.id for unit in game.counters if unit.nation == "polish"), "box.north_polish")
    few = dict.fromkeys((unit.id for unit in game.counters if unit.start["historical"] == "box.north_german"),
                        "box.worn_out")
    division = dict.fromkeys((unit.id for unit in game.counters if unit.division == "112"), "0138")
    written = [
        {"turn": 1, "step": "german.supply", "supply": 12},
        {"turn": 5, "step": "soviet.bombardment", "empty": True, "place": {"de-hanf-1": "1516", "su-56eng": "0118"}},
        {"turn": 12, "step": "soviet.strategic", "empty": True, "place": {**division, "de-hanf-1": "0821"}},
        {"turn": 13, "step": "events", "supply": 3, "place": {**poles, **few}},
        {"turn": 20, "step": "german.strategic", "control": {"soviet": ["2113", "1611"]}},
        {"turn": 12, "step": "soviet.assault", "empty": True, "place": {
            "su-56eng": "0722", "su-57eng": "0722", "de-hanf-1": "0821"}},
    ]
    return [game.situation(one).position for one in written]


USED_IN = {
    "main_axis": "soviet", "bombard_first": "soviet.bombardment", "spread_guns": "soviet.bombardment",
    "air_after_guns": "soviet.bombardment", "po2": "soviet.bombardment", "depots": "soviet.bombardment",
    "antifascists": "soviet.bombardment", "katyushas": "soviet.bombardment", "captured_goliaths": "soviet.assault",
    "forward_base": "soviet.strategic", "rotate": "soviet.strategic", "spare_fanatics": "soviet", "airfield": "soviet",
    "garrison": "soviet.tactical", "combined_arms": "soviet", "economy_of_force": "soviet.assault",
    "avoid_fire": "soviet.tactical", "seize": "soviet.tactical", "poles": "events", "strongholds": "german.tactical",
    "hold_needed": "german.tactical", "withdraw": "german.tactical", "reserves": "german.strategic",
    "northern_front": "german.strategic", "airstrip": "german.supply", "train": "german.strategic",
    "goliaths": "german.assault", "chemicals": "soviet.tactical", "save_supply": "soviet.tactical",
    "artillery_fire": "soviet.tactical", "refit": "german.strategic", "retake": "german.tactical",
    "counter_assault": "german.assault", "reoccupy": "german.strategic",
}
"""The phases in which each tactic shows."""


def test_every_tactic_is_looked_for() -> None:
    assert set(USED_IN) == set(TACTICS)


@pytest.mark.parametrize("tactic", TACTICS)
def test_every_tactic_changes_a_choice(game: stavka.Game[Any], recorded: list[Any], tactic: str) -> None:
    seat = "soviet" if tactic in RED_TACTICS else "german"
    assert (seat == "german") == (tactic in GERMAN_TACTICS)
    full = {name: usual_orders(side) for side, name in enumerate(SIDES)}
    without = {**full, seat: replace(full[seat], tactics=full[seat].tactics - {tactic})}
    for start in (*special(game), *recorded):
        if not game.phase_key(start).startswith(USED_IN[tactic]):
            continue
        if play_phase(game, start, full, seat) != play_phase(game, start, without, seat):
            return
    pytest.fail(f"{tactic} never changes anything")


# -- Judgement -------------------------------------------------------------------------------------------------------


def test_a_position_is_worth_the_opposite_to_the_other_side(staff: FbStaff, recorded: list[Any]) -> None:
    for p in recorded[::11]:
        value = staff.evaluate(p, "soviet")
        assert -1 <= value <= 1 and value == -staff.evaluate(p, "german")


def test_a_victory_hex_makes_a_position_better(staff: FbStaff, game: stavka.Game[Any]) -> None:
    without = game.situation({"turn": 12, "step": "soviet.tactical"}).position
    taken = game.situation({"turn": 12, "step": "soviet.tactical", "control": {"soviet": ["2113"]}}).position
    assert staff.evaluate(taken, "soviet") > staff.evaluate(without, "soviet")  # type: ignore[arg-type]


def test_a_finished_game_is_won_or_lost(staff: FbStaff, game: stavka.Game[Any]) -> None:
    orders = {seat: usual_orders(side, 1, NOVICE_TACTICS) for side, seat in enumerate(SIDES)}
    p: Any = game.situation({"turn": 20, "step": "german.supply"}).position
    list(phases(game, p, orders))
    assert p.result is not None and staff.evaluate(p, p.result.winner) == 1.0


def test_commanders_differ_a_little(staff: FbStaff) -> None:
    one, other = (staff.orders("soviet", "regular", Random(seed)) for seed in (1, 2))
    assert one != other and one.tactics == other.tactics


# -- Words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [
    "events", "soviet.strategic", "soviet.bombardment", "soviet.tactical", "soviet.assault", "german.assault",
    "german.tactical", "german.strategic", "german.supply"])
def test_plans_can_be_told_in_both_languages(game: stavka.Game[Any], step: str) -> None:
    match = game.situation({"turn": 6, "step": step})
    commander = Commander(game, "regular", 1, Effort(simulations=4, samples=1))
    commander.consider(Seen.of(match))
    english, spanish = commander.plan("en"), commander.plan("es")
    assert "Main effort" in english and "Esfuerzo principal" in spanish
    assert len(english.splitlines()) == len(spanish.splitlines()) >= 5
    if step.endswith("tactical"):
        assert "Considered and" in english


def test_assaults_are_told_with_odds_and_expectation(game: stavka.Game[Any], recorded: list[Any]) -> None:
    staff: Any = game.staff
    for p in recorded:
        if game.phase_key(p) == "soviet.assault":
            mind = staff.mind("soviet", usual_orders(SOVIET))
            messages = staff.report(p, "soviet", mind, mind.orders)
            told = [game.say(message, "en") for message in messages if message.key == "staff.assault"]
            if told:
                assert "% to hit" in told[0] and "expected" in told[0]
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
