"""Choosing: the odds before the click, whole stacks, one key for each thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import stavka
from stavka.forecast import forecast
from tests.playing import first_fight, offered

from .serving import Player, Server, chances

FIGHT = {"turn": 3, "step": "soviet.combat_after", "empty": True, "place": {
    "S-39": "3501", "S-5GT": "3501", "S-43": "3601", "S-22": "3601", "S-4S": "3600", "G-53": "3500",
    "G-6": "3602"}}


@pytest.mark.parametrize("game", stavka.games())
def test_the_chances_are_seen_before_the_click(player: Player, game: str) -> None:
    match = first_fight(game)
    offer = offered(match)
    choice = offer.choices[0]
    promise = forecast(match, offer.seat, choice)
    assert promise is not None
    player.sit(player.server.open(match))
    kind, _, name = choice.partition(":")
    target = player.hex(name) if kind == "hex" else player.unit(name)
    box = target.bounding_box()
    player.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    card = player.page.locator("[data-testid=forecast]")
    expect(card).to_have_attribute("data-place", name if kind == "hex" else player.place_of(name) or "")
    table = next(iter(promise["odds"].get("tables", {}).values()), promise["odds"]["results"])
    possible = {result: chance for result, chance in table.items() if chance}
    player.eventually(lambda: {result: chance for result, chance in chances(card).items() if result in possible},
                      pytest.approx(possible))
    assert not player.page.locator(".prompt button.primary[data-role=decline]").count()


def test_all_join_with_one_click_or_as_few_as_are_needed(player: Player) -> None:
    player.sit(player.server.match(situation=FIGHT))
    twin = stavka.game("dagc").situation(FIGHT)
    few = forecast(twin, "soviet", "hex:3500", sparing=True)
    assert few is not None and len(few["units"]) < 5
    page, joined = player.page, player.page.locator(".board .slot.joined")
    player.click_hex("3500")
    page.click("[data-testid=suggest]")
    expect(joined).to_have_count(len(few["units"]))
    player.eventually(lambda: chances(page.locator("[data-testid=odds]")), pytest.approx(
        {result: chance for result, chance in few["odds"]["results"].items() if chance}))
    page.click("[data-testid=join-all]")
    expect(joined).to_have_count(5)
    player.settled()
    page.keyboard.press("m")  # the main thing: the die
    page.wait_for_selector("[data-testid=dice]")


def test_colours_mean_good_and_bad_for_whoever_looks(player: Player) -> None:
    player.sit(player.server.match(situation=FIGHT))
    player.click_hex("3500")
    player.page.click("[data-testid=join-all]")
    for result, good in (("DE", "2"), ("DR", "1")):
        bar = player.page.locator(f"[data-testid=odds] li[data-result={result}] i")
        expect(bar).to_have_attribute("data-good", good)


def test_a_whole_stack_is_moved_and_the_phase_ended_by_key(player: Player) -> None:
    stack = {"S-39": "3501", "S-5GT": "3501"}
    player.sit(player.server.match(situation={
        "turn": 3, "step": "soviet.movement", "empty": True, "place": {**stack, "G-6": "4810"}}))
    page = player.page
    page.keyboard.down("Shift")
    player.click_unit("S-5GT")
    page.keyboard.up("Shift")
    page.wait_for_function("() => document.querySelectorAll('.board .slot.picked').length === 2")
    before = page.locator(".prompt [data-button=end_phase]").bounding_box()
    goal = page.locator(".board g.hex.move:has(text)").first
    goal.wait_for(state="attached")
    hex, box = goal.get_attribute("data-hex"), goal.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(".board .way", state="attached")
    assert page.locator(".prompt [data-button=end_phase]").bounding_box() == before, "buttons do not jump"
    player.click_hex(hex)
    page.wait_for_function(
        "h => ['S-39', 'S-5GT'].every(u => document.querySelector(`.board [data-unit=\"${u}\"]`).dataset.hex === h)",
        arg=hex)
    player.settled()
    page.keyboard.press("g")
    page.wait_for_function("() => document.querySelector('.bar .phase').innerText !== 'Soviet movement'")


def test_guns_show_how_far_they_reach_and_who_observes(player: Player) -> None:
    men = {"1Pz-Art": "1915", "1Pz-1": "2115", "84-41": "2215", "93-51": "1911"}
    situation = {"scenario": "k3", "turn": 1, "step": "axis.bombardment", "empty": True, "place": men, "seed": 1}
    fire = stavka.game("ssa").situation(situation).ask("fire", unit="1Pz-Art")
    player.sit(player.server.match(game="ssa", situation=situation))
    page = player.page
    drawn = page.locator("[data-testid=fire]")
    gun = player.unit("1Pz-Art").bounding_box()
    page.mouse.move(gun["x"] + gun["width"] / 2, gun["y"] + gun["height"] / 2, steps=3)  # pointed at
    expect(drawn).to_have_attribute("data-guns", "1Pz-Art")
    assert drawn.locator(".range").count() == 2
    expect(drawn.locator('[data-observer="1Pz-1"]')).to_have_attribute("data-observes", "2215")
    expect(drawn.locator("[data-unobserved]")).to_have_attribute("data-unobserved", "1911")
    expect(drawn.locator("[data-in-range]")).to_have_attribute("data-in-range", "2215")
    assert fire["observers"] == {"2215": ["1Pz-1"], "1911": []} and fire["targets"] == ["2215"]
    page.mouse.move(gun["x"] + 3 * gun["width"], gun["y"] + 3 * gun["height"])
    expect(drawn).to_have_count(0)
    player.click_hex("2215")
    player.waits_for("Choose the guns")
    player.click_unit("1Pz-Art")  # picked
    player.waits_for("Fire on 2215")
    page.mouse.move(gun["x"] + 3 * gun["width"], gun["y"] + 3 * gun["height"])
    expect(drawn).to_have_attribute("data-guns", "1Pz-Art")
    expect(drawn.locator("[data-observes]")).to_have_count(1)
    expect(drawn.locator("[data-unobserved]"), "the target is settled").to_have_count(0)
    page.keyboard.press("Escape")  # the gun is put back
    player.waits_for("Choose the guns")
    player.settled()
    player.click_unit("1Pz-Art")
    player.press("fire")
    player.settled()


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_card_of_a_gun_says_what_the_map_shows(
        make_page: Callable[..., Any], server: Server, lang: str) -> None:
    page = make_page(settings=f"{{lang: '{lang}', theme: 'light', pace: 'instant'}}")
    player = Player(page, server).sit(server.match(game="ssa", situation={
        "scenario": "k3", "turn": 1, "step": "axis.bombardment", "empty": True, "seed": 1,
        "place": {"1Pz-Art": "1915", "1Pz-1": "2115", "84-41": "2215"}}))
    player.click_unit("1Pz-Art")
    card = page.locator("[data-testid=fire-card]")
    name = stavka.game("ssa").counters["1Pz-1"].name[lang]
    for told in ("4", "2215", name):
        expect(card).to_contain_text(told)
