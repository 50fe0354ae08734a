"""The contract: offers, choices, refusals, undo, views, questions, copies."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import stavka
from stavka.games import keys
from stavka.kit.data import Table
from stavka.kit.steps import KINDS
from stavka.kit.words import Message, placeholders
from stavka.match import MARK_EVERY
from stavka.rules import RulesIndex
from tests.playing import Situation, by_chance, offered, seen


def play_some(match: stavka.Match, choices: int, seed: int = 3) -> None:
    rng = random.Random(seed)
    for _ in range(choices):
        assert match.offer is not None
        match.choose(rng.choice(offered(match).choices))


@pytest.mark.parametrize("choice", [
    "", "S-39", "unit:", "unit:nobody", "hex:9999", "do:nothing", "unit:S-39", "hex:3908", "do:roll", "say:hello",
    "unit:S-39 ", "UNIT:S-39"])
def test_what_is_not_offered_is_refused_and_changes_nothing(dagc: stavka.Game[Any], choice: str) -> None:
    match = dagc.situation({"turn": 3, "step": "german.movement", "seed": 1})
    before, offer = match.digest, match.offer
    with pytest.raises(stavka.Illegal) as refused:
        match.choose(choice)
    assert refused.value.reason and refused.value.say("es") != refused.value.reason
    assert match.digest == before and match.offer is offer and not match.records


def test_every_choice_that_is_not_offered_is_refused(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=4)
    play_some(match, 40)
    assert match.offer is not None
    before, offered = match.digest, set(match.offer.choices)
    for choice in dagc.choices:
        assert (choice in match.offer) == (choice in offered)
        if choice not in offered:
            with pytest.raises(stavka.Illegal):
                match.choose(choice)
    assert match.digest == before


def test_where_only_the_end_is_left_the_prompt_asks_for_nothing_else(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 3, "step": "soviet.combat_after", "empty": True, "dice": [1],
                            "place": {"S-39": "3501", "S-43": "3601", "G-9": "3602", "G-53": "3810"}})
    assert offered(match).prompt == "Choose an enemy hex to attack, or end the phase."
    for choice in ("hex:3602", "unit:S-43", "do:roll"):
        match.choose(choice)
    while offered(match).buttons != ("end_phase",):
        match.choose(offered(match).choices[-1])
    assert offered(match).hexes == () and offered(match).rules
    assert [offered(match).say(language) for language in ("en", "es")] == [
        "Nothing is left to choose here: End phase.", "No queda nada que elegir aquí: Terminar fase."]


@pytest.mark.parametrize(("others", "asks"), [({}, "nobody_left"), ({"S-43": "3601"}, "move_no_further")])
def test_whoever_goes_no_further_and_is_the_last_leaves_only_the_end(
        dagc: stavka.Game[Any], others: dict[str, str], asks: str) -> None:
    match = dagc.situation({"turn": 3, "step": "soviet.movement", "empty": True,
                            "place": {"S-39": "3505", "G-9": "3502", "G-53": "3810", **others}})
    match.choose("unit:S-39")
    while offered(match).hexes:
        costs = match.ask("reach", unit="S-39")
        match.choose(f"hex:{max(offered(match).hexes, key=costs.__getitem__)}")
    assert offered(match).message.key == f"prompt.{asks}"
    assert all(dagc.choice_name("unit:S-39", language) in offered(match).say(language) for language in ("en", "es"))


def test_the_offer_counts_and_numbers_its_choices(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 3, "step": "soviet.movement"})
    match.choose("unit:S-2T")
    offer = match.offer
    assert offer is not None
    assert offer.seat == "soviet" and offer.step == "soviet.movement" and offer.task == "move_to"
    assert [offer.nth(n) for n in range(len(offer))] == offer.choices
    assert offer.hexes and offer.units and offer.buttons == ("end_phase",)
    assert "2nd Tank Army" in offer.prompt and "2.º Ejército de Tanques" in offer.say("es")


def test_the_offer_says_what_it_is_about(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-39": "3501"})
    assert offered(match).as_data()["about"] == {"kind": "move", "targets": [], "group": []}
    match.choose("unit:S-39")
    assert offered(match).as_data()["about"] == {"kind": "move", "unit": "S-39", "targets": [], "group": []}
    assert seen(match, "soviet")["offer"]["about"]["unit"] == "S-39"


@pytest.mark.parametrize("key", keys())
def test_every_offer_is_about_what_exists(key: str) -> None:
    game, rng = stavka.game(key), random.Random(9)
    match = game.start(seed=9)
    for _ in range(300):
        if match.offer is None:
            break
        about, data = offered(match).about, offered(match).as_data()
        assert about.kind in KINDS and set(data["about"]["group"]) <= set(game.counters.ids)
        assert data["about"].get("unit") in (None, *game.counters.ids)
        assert set(data["about"]["targets"]) <= set(game.board.names)
        assert all(set(units) <= set(data["units"]) for units in data["sets"])
        match.choose(rng.choice(offered(match).choices))


def test_undo_takes_back_one_choice_at_a_time(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 3, "step": "soviet.movement"})
    digests = [match.digest]
    for choice in ("unit:S-2T", f"hex:{next(iter(match.ask('reach', unit='S-2T')))}", "unit:S-39"):
        match.choose(choice)
        digests.append(match.digest)
    while match.records:
        assert match.digest == digests.pop()
        match.undo()
    assert match.digest == digests.pop()
    with pytest.raises(stavka.Illegal, match="nothing to take back"):
        match.undo()


def test_undo_past_dice_needs_consent_and_rolls_anew(situation: Situation) -> None:
    match = situation("soviet.combat_before", {"S-39": "3610", "G-1": "3611"}, dice=[4, 6, 6, 6])
    for choice in ("hex:3611", "unit:S-39"):
        match.choose(choice)
    before = match.digest
    match.choose("do:roll")
    assert match.records[-1].dice == (4,)
    with pytest.raises(stavka.Illegal, match="consent"):
        match.undo()
    match.undo(consent=True)
    assert match.digest == before
    match.choose("do:roll")
    assert match.records[-1].dice == (6,), "a die once seen is not rolled again"


def test_the_other_players_choice_is_his_to_take_back(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-39": "3610"})
    match.choose("unit:S-39")
    with pytest.raises(stavka.Illegal, match="other player"):
        match.undo("german")
    assert match.undo("soviet") == "unit:S-39"


def test_a_question_leaves_no_trace(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=8)
    play_some(match, 30)
    before = match.digest
    for unit, data in match.view("soviet")["units"].items():
        match.ask("unit", unit=unit, seat="soviet")
        match.ask("reach", unit=unit, seat="soviet")
        match.ask("why_not", unit=unit, hex="3908", seat="soviet")
        if data["place"].isdigit():
            match.ask("supply", unit=unit, seat="soviet")
    assert match.digest == before


@pytest.mark.parametrize("key", keys())
def test_what_a_question_worked_out_is_known_to_the_next_and_changes_no_answer(key: str) -> None:
    """Questions remember what they derived; the answers are those of a match that remembers nothing."""
    game, rng = stavka.game(key), random.Random(key)
    match = game.start(seed=5)
    for _ in range(40):
        offer = match.offer
        if offer is None:  # random players may be through with a short game by now
            match = game.start(seed=6)
            offer = offered(match)
        known = [id for unit, id in enumerate(game.counters.ids) if game.sees(match.position, offer.seat, unit)]
        for unit in [*rng.sample(known, 6), *offer.units[:4]]:
            hex = rng.choice(list(game.board.grid.index))
            for question, about in (("why_not", {"hex": hex}), ("reach", {}), ("unit", {})):
                fresh = match.copy()
                fresh.position.memo = {}
                answers = [one.ask(question, unit=unit, **about) for one in (match, fresh)]
                assert answers[0] == answers[1], (match, unit, question)
        for _ in range(5):
            if match.offer is not None:
                match.choose(match.offer.nth(rng.randrange(len(match.offer))))
    before = match.position.memo
    match.ask("zoc", side=game.sides[0])
    assert match.position.memo is not before and before.keys() <= match.position.memo.keys()


@pytest.mark.parametrize(("question", "about", "complaint"), [
    ("whatever", {}, "no question whatever"),
    ("reach", {"unit": "S-999"}, "no unit S-999"),
    ("reach", {}, "not asked properly"),
    ("hex", {"hex": "0000"}, "no hex 0000"),
    ("zoc", {"side": "blue"}, "no side blue"),
    ("odds", {"target": "3500", "units": []}, "needs a unit"),
])
def test_bad_questions_say_what_is_wrong(
        dagc: stavka.Game[Any], question: str, about: dict[str, Any], complaint: str) -> None:
    with pytest.raises(stavka.Illegal, match=complaint):
        dagc.start(seed=1).ask(question, **about)


def test_unknown_seats_are_refused(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=1)
    with pytest.raises(stavka.Illegal, match="no seat observer"):
        match.view("observer")
    with pytest.raises(stavka.Illegal, match="no seat x"):
        match.ask("zoc", side="soviet", seat="x")


def test_views_are_plain_data_and_offer_only_to_the_seat_on_move(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=1)
    soviet, german = seen(match, "soviet"), seen(match, "german")
    assert json.loads(json.dumps(soviet)) == soviet
    assert soviet["offer"]["seat"] == "soviet" and german["offer"] is None
    assert soviet["to_move"] == german["to_move"] == "soviet"


def test_copies_play_on_by_themselves(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=2)
    play_some(match, 20)
    before = match.digest
    twin = match.copy()
    play_some(twin, 50)
    assert match.digest == before and twin.digest != before
    with pytest.raises(ValueError, match="no journal"):
        twin.save("nowhere")
    assert match.copy(seed=5).position.dice.key == match.copy(seed=5).position.dice.key


def test_the_same_seed_and_choices_give_the_same_match(dagc: stavka.Game[Any]) -> None:
    first, second = dagc.start(seed=11), dagc.start(seed=11)
    play_some(first, 200)
    play_some(second, 200)
    assert first.digest == second.digest
    other = dagc.start(seed=12)
    assert other.position.dice.commitment != first.position.dice.commitment


def test_unknown_scenarios_and_options_are_named(dagc: stavka.Game[Any]) -> None:
    with pytest.raises(ValueError, match="no scenario 'stalingrad'"):
        dagc.start("stalingrad")
    with pytest.raises(ValueError, match="no option 'snow'"):
        dagc.start(options={"snow": True})
    with pytest.raises(ValueError, match="true or false"):
        dagc.start(options=json.loads('{"stand_fast": "yes"}'))
    with pytest.raises(ValueError, match="no game 'chess'"):
        stavka.game("chess")


@pytest.mark.parametrize("key", stavka.games())
def test_words_are_complete_in_both_languages(key: str) -> None:
    templates = stavka.game(key).words.templates
    assert templates["en"].keys() == templates["es"].keys()
    for name, english in templates["en"].items():
        assert placeholders(templates["es"][name]) == placeholders(english), name


@pytest.mark.parametrize("key", stavka.games())
def test_everything_with_a_name_has_one_in_both_languages(key: str) -> None:
    game = stavka.game(key)
    for kind, names in (
        ("phase", [phase.key for phase in game.sequence]), ("button", game.buttons), ("seat", game.seats),
        ("side", game.sides), ("unit", game.counters.ids), ("hex", game.board.index),
    ):
        for name in names:
            assert all(game.words.name(kind, name, language) for language in ("en", "es"))
    assert all(game.words.has(f"kind.{counter.kind}") for counter in game.counters)


def test_a_refusal_names_things_as_people_do(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 3, "step": "soviet.movement"})
    with pytest.raises(stavka.Illegal) as refused:
        match.choose("do:roll")
    assert str(refused.value).startswith("“Attack: roll the die” cannot be chosen now. What is to be done: Choose")
    assert refused.value.say("es").startswith("«Atacar: tirar el dado» no se puede elegir ahora. Qué hay que hacer:")


@pytest.mark.parametrize("key", stavka.games())
def test_one_thing_is_not_said_to_be_several(key: str) -> None:
    words = stavka.game(key).words
    for language, one, two in (("en", "1 movement point:", "2 movement points:"),
                               ("es", "1 punto de movimiento:", "2 puntos de movimiento:")):
        if words.has("prompt.move_to"):
            unit = next(iter(stavka.game(key).counters.ids))
            assert one in words.say(Message("prompt.move_to", {"unit": unit, "left": 1, "ways": ["hex"]}), language)
            assert two in words.say(Message("prompt.move_to", {"unit": unit, "left": 2, "ways": ["hex"]}), language)


def test_a_rule_is_found_with_its_lettered_parts(dagc: stavka.Game[Any]) -> None:
    assert [rule.id for rule in stavka.game("fb").rules.find("2.2")] == ["2.2a", "2.2b", "2.2c"]
    assert [rule.id for rule in dagc.rules.find("8.3")] == ["8.3.a", "8.3.b"]
    assert [rule.id for rule in dagc.rules.find("1")] == ["1.1", "1.2", "1.3", "1.4"]  # not chapters 10 to 13


def test_a_rule_is_found_with_the_steps_of_its_outline() -> None:
    words = {"en": "Step", "es": "Paso"}
    outline = ("4.2", "4.3-I-A", "4.3-I-B", "4.3-II-A", "4.30")
    rules = RulesIndex(Table({number: {"title": words, "text": words} for number in outline}, "rules.toml"))
    assert [rule.id for rule in rules.find("4.3")] == ["4.3-I-A", "4.3-I-B", "4.3-II-A"]
    assert [rule.id for rule in rules.find("4.3-I")] == ["4.3-I-A", "4.3-I-B"]


def test_undo_far_back_finds_the_dice_as_they_fell(game: stavka.Game[Any]) -> None:
    """Few positions are kept to go back to: what lies between them is played again, with the same dice."""
    match, chance = game.start(seed=5), random.Random(5)
    digests = [match.digest]
    while match.offer is not None and len(match.records) < 200:
        match.choose(match.offer.nth(chance.randrange(len(match.offer))))
        digests.append(match.digest)
    rolled = match.position.dice.count

    while len(match.records) > 100:
        match.undo(consent=True)
        assert match.digest == digests[len(match.records)]
        assert match.position.dice.count == rolled, "dice once rolled are not rolled again"


def test_to_take_one_choice_back_few_are_played_again(dagc: stavka.Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is rolled in a movement phase: positions are kept all the same."""
    match, chance = dagc.situation({"turn": 3, "step": "soviet.movement"}), random.Random(5)
    while len(match.records) < 2 * MARK_EVERY:
        by_chance(match, chance)
    assert not any(record.dice for record in match.records)
    choose, again = stavka.Match.choose, 0

    def counted(match: stavka.Match, choice: str) -> Any:
        nonlocal again
        again += 1
        return choose(match, choice)

    monkeypatch.setattr(stavka.Match, "choose", counted)
    match.undo()
    assert len(match.records) == 2 * MARK_EVERY - 1 and again < MARK_EVERY
