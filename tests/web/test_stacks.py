"""Whole stacks that move where the rules have units move one after the other."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

import stavka
from stavka.party import goals

from .serving import Player

ARMY, TANKS, FRIEND, CAVALRY = "S-39", "S-5GT", "S-43", "S-O"
PAIR = {"turn": 3, "step": "soviet.movement", "empty": True, "place": {ARMY: "3501", TANKS: "3501", FRIEND: "3502"}}
FIRST, SECOND, THIRD, GUNS = "su-372-218", "su-658-218", "su-667-218", "de-flak2"
STREET = {"turn": 3, "step": "soviet.tactical", "empty": True, "dice": [6, 6, 6, 6], "place": {
    FIRST: "1010", SECOND: "1010", THIRD: "1010", GUNS: "1012"}}

DONE_SINCE = "n => Number(document.querySelector('.screen').dataset.n) > n"
POCKET = {"turn": 3, "step": "german.movement", "empty": True, "dice": [4], "place": {
    "G-1": "3611", "G-2": "3611", "S-39": "3610", "S-5": "3612"}}


def sit(player: Player, game: str, situation: dict[str, Any]) -> Player:
    """At a written position, near enough to read the counters."""
    return player.sit(player.server.match(game=game, situation=situation))


def pick_stack(player: Player, unit: str) -> None:
    """Pick a whole stack up."""
    player.page.keyboard.down("Shift")
    player.click_unit(unit)
    player.page.keyboard.up("Shift")


def lit(player: Player) -> set[str]:
    """The hexes that can be chosen."""
    found: list[str] = player.page.locator(".board g.hex.move").evaluate_all(
        "hexes => hexes.map(({dataset}) => dataset.hex)")
    return set(found)


def places(player: Player, *units: str) -> list[str | None]:
    """Where counters lie."""
    return [player.place_of(unit) for unit in units]


def seen_n(player: Player) -> int:
    """How much has been done in the match."""
    return int(player.page.get_attribute(".screen", "data-n"))


def test_only_hexes_are_lit_that_all_can_enter_and_a_click_moves_all(player: Player) -> None:
    sit(player, "dagc", PAIR)
    page = player.page
    pick_stack(player, TANKS)
    player.waits_for("39th Army, 5th Guards Tank Army, one after the other")
    player.eventually(lambda: lit(player), set(goals(
        stavka.game("dagc").situation(PAIR), "soviet", [ARMY, TANKS])))
    assert seen_n(player) == 0, "nothing has been chosen"
    player.click_unit(FRIEND)  # there is room for one of them: the friend is picked instead
    player.eventually(lambda: page.locator(f'.board [data-unit="{FRIEND}"].picked').count(), 1)
    pick_stack(player, TANKS)
    player.waits_for("one after the other")
    player.click_hex("3602")
    player.eventually(lambda: places(player, ARMY, TANKS), ["3602", "3602"])
    player.settled()
    stack = page.locator('.board [data-hex="3602"][data-unit]')
    assert stack.last.get_attribute("data-unit") == TANKS, "who lay on top does so still"


def test_one_undo_takes_the_whole_move_back_and_one_redo_makes_it_again(player: Player) -> None:
    sit(player, "dagc", PAIR)
    page = player.page
    pick_stack(player, TANKS)
    player.waits_for("one after the other")
    player.click_hex("3602")
    player.eventually(lambda: places(player, ARMY, TANKS), ["3602", "3602"])
    player.settled()
    page.keyboard.press("u")
    player.eventually(lambda: places(player, ARMY, TANKS), ["3501", "3501"])
    player.waits_for("Choose a unit")
    player.settled()
    page.keyboard.press("y")
    player.eventually(lambda: places(player, ARMY, TANKS), ["3602", "3602"])
    player.settled()
    page.keyboard.press("u")
    player.eventually(lambda: places(player, ARMY, TANKS), ["3501", "3501"])
    player.settled()
    player.click_unit(TANKS)  # nobody has moved: each still can
    player.waits_for("7 movement points")


def test_dice_that_keep_one_from_there_leave_both_where_they_are(player: Player) -> None:
    """Out of supply one die says how far both go: too few points, and nothing is lost but what the die says (7.3)."""
    sit(player, "dagc", POCKET)
    page = player.page
    pick_stack(player, "G-2")
    player.waits_for("one after the other")
    both = stavka.game("dagc").situation(POCKET)
    may = goals(both, "german", ["G-1", "G-2"])
    both.choose("unit:G-1")
    far = next(hex for hex in may if hex not in goals(both, "german", ["G-1", "G-2"]))
    player.click_hex(far)
    expect(page.locator("[data-testid=notice]").first).to_contain_text("9.3")
    player.settled()
    assert places(player, "G-1", "G-2") == ["3611", "3611"] and seen_n(player) == 1, "the die, and nothing else"
    player.waits_for("I Corps has 4 movement points")
    player.click_unit("G-2")  # the one in hand lies on top now; another click is for the next
    player.click_unit("G-2")
    player.waits_for("II Corps has 4 movement points")


def test_a_click_says_what_keeps_one_of_a_stack_from_a_hex(player: Player) -> None:
    """Cavalry goes further than infantry: what it could reach alone is refused to both, for the one who is kept."""
    situation = {**PAIR, "place": {ARMY: "3501", CAVALRY: "3501"}}
    far = sorted(set(stavka.game("dagc").situation(situation).ask("reach", unit=CAVALRY)) - set(
        goals(stavka.game("dagc").situation(situation), "soviet", [ARMY, CAVALRY])))[0]
    sit(player, "dagc", situation)
    page = player.page
    player.click_unit(CAVALRY)
    player.hex(far).wait_for(state="attached")
    box = player.hex(far).bounding_box()
    page.keyboard.press("Escape")
    pick_stack(player, CAVALRY)
    player.waits_for("one after the other")
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # not lit any more
    notice = page.locator("[data-testid=notice]").first
    expect(notice).to_contain_text("39th Army")
    expect(notice).to_contain_text("9.3")
    assert seen_n(player) == 0


def send_stack_past_guns(player: Player) -> None:
    """Three regiments are sent by guns, which may fire twice at each."""
    pick_stack(player, FIRST)
    player.waits_for("A stack of 3 in 1010")
    player.click_hex("1011")
    player.page.locator('[data-button="pass"]').wait_for()


def test_who_is_stopped_by_fire_leaves_the_others_where_they_are(player: Player) -> None:
    """They can still move, the prompt says what happened and by which rule, and all of it is taken back at once."""
    sit(player, "fb", STREET)
    page = player.page
    send_stack_past_guns(player)
    player.click_unit(GUNS)
    page.click('[data-button="fire"]')
    halt = page.locator("[data-testid=halt]")
    expect(halt).to_contain_text("is fatigued")
    expect(halt).to_contain_text("9.7")
    player.settled()
    assert places(player, FIRST, SECOND, THIRD) == [None, "1010", "1010"]
    page.keyboard.press("u")
    confirm = page.locator("[data-testid=confirm-undo]")
    expect(confirm).to_contain_text("4")
    confirm.locator(".primary").click()
    player.eventually(lambda: places(player, FIRST, SECOND, THIRD), ["1010"] * 3)


def test_those_who_stayed_move_as_far_as_they_could(player: Player) -> None:
    sit(player, "fb", STREET)
    send_stack_past_guns(player)
    player.click_unit(GUNS)
    player.press("fire")
    expect(player.page.locator("[data-testid=halt]")).to_be_visible()
    player.settled()
    player.click_unit(SECOND)
    player.waits_for("5 movement points")


def test_fire_that_is_held_lets_the_whole_stack_come(player: Player) -> None:
    sit(player, "fb", STREET)
    send_stack_past_guns(player)
    passes = player.page.locator('[data-button="pass"]')
    for _ in range(6):
        n = seen_n(player)
        passes.click()
        player.page.wait_for_function(DONE_SINCE, arg=n)
        player.settled()
    player.eventually(lambda: places(player, FIRST, SECOND, THIRD), ["1011"] * 3)
    player.waits_for("rests here")


def test_a_unit_that_has_gone_part_of_its_way_is_laid_aside_by_escape(player: Player) -> None:
    sit(player, "dagc", {**PAIR, "place": {ARMY: "3501", FRIEND: "3503"}})
    page = player.page
    player.click_unit(ARMY)
    player.click_hex("3500")
    player.eventually(lambda: player.place_of(ARMY), "3500")
    player.settled()
    player.waits_for("movement point")
    page.keyboard.press("Escape")
    player.waits_for("39th Army rests here")
    expect(page.locator(".board g.hex.move")).to_have_count(0)
    expect(page.locator(".board .slot.picked")).to_have_count(0)
    player.click_unit(ARMY)
    player.waits_for("6 movement points")
    player.click_hex("3501")
    player.eventually(lambda: player.place_of(ARMY), "3501")
