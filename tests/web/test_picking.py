"""Units picked up: at once they show all they may do, and nothing is chosen before they do it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import stavka
from stavka.forecast import forecast

from .serving import Player, chances

TANKS, CORPS, FOE, RIFLES = "S-10TC", "S-1MC", "G-68", "S-R-167+232"
EXPLOIT = {"turn": 3, "step": "soviet.exploitation", "empty": True, "place": {
    TANKS: "5603", CORPS: "5603", FOE: "5602", "S-2TC": "5605", "S-23TC": "5605"}}
MOVE = {"turn": 3, "step": "soviet.movement", "empty": True, "control": {"soviet": "all"}, "place": {
    RIFLES: "4901", TANKS: "5606", CORPS: "5606", "S-2TC": "5604"}}


def sit(player: Player, situation: dict[str, Any]) -> Player:
    """At a written position of Ukraine '43, near enough to read the counters."""
    return player.sit(player.server.match(game="u43", situation=situation))


def seen_n(player: Player) -> int:
    """How much has been done in the match."""
    return int(player.page.get_attribute(".screen", "data-n"))


def wait_at(player: Player, unit: str, hex: str) -> None:
    """Wait until a counter lies somewhere."""
    player.eventually(lambda: player.place_of(unit), hex)


def move_a_corps(player: Player) -> None:
    """The 2nd Tank Corps goes to 5704, where it stays in hand."""
    player.click_unit("S-2TC")
    player.click_hex("5704")
    wait_at(player, "S-2TC", "5704")
    player.settled()


def test_the_first_unit_picked_shows_all_it_may_do(player: Player) -> None:
    sit(player, MOVE)
    page, rail = player.page, player.page.locator('[data-button="rail"]')
    player.click_unit(RIFLES)
    expect(rail).to_be_visible()
    player.waits_for("movement points left")
    assert seen_n(player) == 0, "nothing has been chosen"
    player.click_unit("S-2TC")  # another instead
    expect(page.locator('.board [data-unit="S-2TC"].picked')).to_have_count(1)
    player.click_unit(RIFLES)
    expect(page.locator(".sheet")).to_contain_text("167th")
    page.keyboard.press("Escape")
    expect(page.locator(".board .slot.picked")).to_have_count(0)
    expect(rail).to_have_count(0)
    player.click_unit(RIFLES)
    rail.click()
    player.waits_for("by rail")
    assert seen_n(player) == 2


def test_undo_puts_back_what_is_picked_before_it_takes_anything_back(player: Player) -> None:
    sit(player, MOVE)
    page = player.page
    move_a_corps(player)
    player.click_unit(RIFLES)
    expect(page.locator('[data-button="rail"]')).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator('[data-button="rail"]')).to_have_count(0)
    assert player.place_of("S-2TC") == "5704"
    page.keyboard.press("u")
    wait_at(player, "S-2TC", "5604")
    player.waits_for("Choose a unit")  # with its move it was put back: others may move, and it still can
    player.settled()
    page.keyboard.press("y")
    wait_at(player, "S-2TC", "5704")
    player.settled()
    page.keyboard.press("u")
    player.waits_for("Choose a unit")
    player.settled()
    player.click_unit(RIFLES)
    player.click_hex("4902")
    wait_at(player, RIFLES, "4902")
    player.settled()
    player.click_unit("S-2TC")
    player.click_hex("5704")
    wait_at(player, "S-2TC", "5704")


def test_trains_show_no_costs_and_no_march(player: Player) -> None:
    sit(player, MOVE)
    page = player.page
    player.click_unit(RIFLES)
    page.click('[data-button="rail"]')
    player.waits_for("by rail")
    goal = player.hex("5008")
    goal.wait_for(state="attached")
    box = goal.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    player.settled()
    assert not page.locator(".board .cost, .board .goal, .board .way").count()
    player.click_hex("5008")
    wait_at(player, RIFLES, "5008")


def test_escape_takes_back_what_only_began_the_decision(player: Player) -> None:
    sit(player, MOVE)
    player.click_unit(RIFLES)
    player.page.click('[data-button="rail"]')
    player.waits_for("by rail")
    player.page.keyboard.press("Escape")
    player.waits_for("movement points left")
    player.settled()
    player.page.keyboard.press("Escape")
    player.waits_for("Choose a unit")
    assert player.place_of(RIFLES) == "4901"


def test_escape_puts_back_a_unit_that_is_set_up_and_a_target(player: Player) -> None:
    page = player.page
    player.sit(player.server.match(game="ssa"))
    prompt = player.prompt
    page.locator("[data-testid=tray] [data-unit]").first.click()
    player.eventually(lambda: player.prompt != prompt, True)
    player.settled()
    page.keyboard.press("Escape")
    player.eventually(lambda: player.prompt, prompt)
    player.sit(player.server.match(situation={"turn": 3, "step": "soviet.combat_after", "empty": True, "place": {
        "S-39": "3501", "S-43": "3601", "G-53": "3500"}}))
    player.click_hex("3500")
    expect(page.locator("[data-testid=odds]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid=odds]")).to_have_count(0)


def test_a_mobile_assault_with_the_first_unit_looks_like_one_and_is_forecast(player: Player) -> None:
    sit(player, EXPLOIT)
    page = player.page
    promise = forecast(stavka.game("u43").situation(EXPLOIT), "soviet", [f"unit:{CORPS}", "hex:5602"])
    assert promise is not None
    player.click_unit(CORPS)
    target = page.locator('.board g.hex.target[data-hex="5602"]')
    target.wait_for(state="attached")
    box = player.unit(FOE).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    card = page.locator('[data-testid=forecast][data-place="5602"]')
    likely = {result: chance for result, chance in promise["odds"]["results"].items() if chance}
    player.eventually(lambda: chances(card), pytest.approx(likely))
    told = card.locator("[data-testid=forecast-notes] li")
    expect(told).to_have_count(len(promise["odds"]["notes"]))
    for i, note in enumerate(promise["odds"]["notes"]):
        expect(told.nth(i)).to_contain_text(note["text"])
    player.click_unit(FOE)
    expect(page.locator("[data-testid=odds]")).to_be_visible()


def test_a_whole_stack_goes_into_a_mobile_assault_together(player: Player) -> None:
    sit(player, EXPLOIT)
    page = player.page
    page.keyboard.down("Shift")
    player.click_unit(CORPS)
    page.keyboard.up("Shift")
    expect(page.locator(".board .slot.picked")).to_have_count(2)
    page.locator('.board g.hex.target[data-hex="5602"]').wait_for(state="attached")
    player.click_unit(FOE)
    expect(page.locator(".board .slot.joined")).to_have_count(2)


def test_what_keeps_one_of_a_stack_is_told_for_all(player: Player) -> None:
    """Wherever the corps could go and infantry with it could not, the click is refused for the slower (4.1)."""
    situation = {**MOVE, "place": {RIFLES: "5606", TANKS: "5606"}}
    match = stavka.game("u43").situation(situation)
    far = sorted(set(match.ask("reach", unit=TANKS)) - set(match.ask("reach", unit=RIFLES)))[0]
    assert match.ask("why_not", unit=TANKS, hex=far)["reason"] is None
    sit(player, situation)
    page = player.page
    player.click_unit(TANKS)
    player.hex(far).wait_for(state="attached")
    box = player.hex(far).bounding_box()
    assert box is not None
    page.keyboard.press("Escape")
    page.keyboard.down("Shift")
    player.click_unit(TANKS)
    page.keyboard.up("Shift")
    expect(page.locator(".board .slot.picked")).to_have_count(2)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # not lit any more
    expect(page.locator("[data-testid=notice]").first).to_contain_text("4.1")
    assert seen_n(player) == 0


def test_what_is_picked_goes_where_others_stand_and_they_can_still_be_picked(player: Player) -> None:
    sit(player, MOVE)
    page, picked = player.page, ".board [data-unit='{}'].picked"
    player.click_unit(CORPS)
    page.locator('.board .goal[data-goal="5604"]').wait_for(state="attached")
    page.keyboard.down("Shift")
    player.click_unit("S-2TC")
    page.keyboard.up("Shift")
    expect(page.locator(picked.format("S-2TC"))).to_have_count(1)
    player.click_unit(CORPS)  # no room there: it is picked instead
    page.locator('.board .goal[data-goal="5604"]').wait_for(state="attached")
    player.click_unit("S-2TC")  # its hex can be reached: who was picked goes there
    wait_at(player, CORPS, "5604")
    player.settled()
    player.click_unit(TANKS)  # who has moved lets go
    expect(page.locator(picked.format(TANKS))).to_have_count(1)
    assert player.place_of(CORPS) == "5604"


def test_counters_are_dragged_with_a_unit_in_hand(player: Player) -> None:
    sit(player, MOVE)
    page = player.page
    move_a_corps(player)
    start, goal = player.unit(CORPS).bounding_box(), player.hex("5705").bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=8)
    page.locator(".board .way").first.wait_for(state="attached")
    page.mouse.up()
    wait_at(player, CORPS, "5705")


def test_a_refusal_takes_the_place_of_the_last_one(player: Player) -> None:
    sit(player, EXPLOIT)
    notices = player.page.locator("[data-testid=notice]")
    player.click_unit("S-2TC")
    player.page.locator(".board g.hex.move").first.wait_for(state="attached")
    for _ in range(3):
        player.click_unit(FOE)  # too far to be assaulted
        expect(notices).to_have_count(1)
        player.page.wait_for_timeout(450)


def test_a_stack_that_is_spread_out_lies_under_no_card(player: Player) -> None:
    sit(player, MOVE)
    page, card = player.page, player.page.locator("[data-testid=stack-card]")
    box = player.unit(CORPS).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    card.wait_for()
    player.click_unit(CORPS)
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    page.wait_for_selector(".board .stack.fanned", state="attached")
    page.mouse.move(box["x"] + box["width"] / 2 + 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(700)
    expect(card).to_have_count(0)
