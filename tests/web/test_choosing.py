"""Choosing: the odds before the click, whole stacks, one key for each thing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import stavka
from stavka.forecast import forecast
from tests.playing import first_fight, offered

from .serving import Player, chances

FIGHT = {"turn": 3, "step": "soviet.combat_after", "empty": True, "place": {
    "S-39": "3501", "S-5GT": "3501", "S-43": "3601", "S-22": "3601", "G-53": "3500", "G-6": "3602"}}


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
    assert few is not None and len(few["units"]) < 4
    page, joined = player.page, player.page.locator(".board .slot.joined")
    player.click_hex("3500")
    page.click("[data-testid=suggest]")
    expect(joined).to_have_count(len(few["units"]))
    player.eventually(lambda: chances(page.locator("[data-testid=odds]")), pytest.approx(
        {result: chance for result, chance in few["odds"]["results"].items() if chance}))
    page.click("[data-testid=join-all]")
    expect(joined).to_have_count(4)
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
