"""The table in the browser, for real."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import stavka
from tests.playing import offered

from .serving import AXE, Player, Server, serving

MOVEMENT = {"turn": 3, "step": "soviet.movement"}


def play_on(player: Player, until: Callable[[], bool], moves: int = 3) -> None:
    """Click on whatever is lit, as somebody does who reads nothing, until a point is reached."""
    page = player.page
    for _ in range(600):
        if until():
            return
        player.settled()
        prompt = player.prompt
        end = page.locator('[data-button="end_phase"]')
        lit = page.locator(".board .slot.lit")
        if end.count() and (not prompt.startswith("Choose a unit to move") or moves <= 0):
            end.click()
        elif end.count() and lit.count():
            moves -= 1
            move_somewhere(player, lit.nth(moves % lit.count()))
        elif page.locator('[data-button="roll"]').count():
            page.locator('[data-button="roll"]').click()
        elif lit.count():
            player.click_at(lit.first)
        elif page.locator(".board g[data-hex]").count():
            player.click_at(page.locator(".board g[data-hex]").first)
        elif page.locator(".prompt [data-button]").count():
            page.locator(".prompt [data-button]").first.click()
    raise AssertionError(f"stuck at: {player.prompt}")


def empty_hex(page: Any) -> Any:
    """A hex that the unit in hand can move to, with no counter over it."""
    for hex in page.locator(".board g.hex.move:has(text)").all():
        if not page.locator(f'.board .slot[data-hex="{hex.get_attribute("data-hex")}"]').count():
            return hex
    raise AssertionError("there is a counter in every hex in reach")


def move_somewhere(player: Player, counter: Any) -> None:
    """Pick a unit up and put it down on a hex it can reach."""
    page = player.page
    unit, before = counter.get_attribute("data-unit"), counter.get_attribute("data-hex")
    player.click_at(counter)
    page.wait_for_selector(".board .slot.picked")
    unit = page.locator(".board .slot.picked").first.get_attribute("data-unit")
    page.wait_for_selector(".board g.hex.move", state="attached")
    player.click_at(empty_hex(page))
    page.wait_for_function("([u, h]) => document.querySelector(`.board [data-unit=\"${u}\"]`)?.dataset.hex !== h",
                           arg=[unit, before])


def test_from_the_lobby_to_the_end_of_the_first_soviet_turn(player: Player) -> None:
    page = player.page
    page.goto(player.server.url)
    page.click('[data-game="dagc"]')
    page.select_option('[data-seat="german"]', "friend")
    page.click("[data-testid=start]")
    page.wait_for_selector(".board [data-unit]")
    page.keyboard.press("0")
    page.wait_for_timeout(500)
    assert player.phase == "Soviet combat before movement"
    play_on(player, lambda: player.phase.startswith("German"))
    page.click("#tab-log")
    log = page.inner_text("[data-testid=log]")
    assert "moves to" in log and "rolled" in log
    assert "Soviet combat after movement" in log or "Soviet movement" in log


def test_a_phase_by_keyboard_alone(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    keyboard = player.page.keyboard
    for _ in range(30):  # the map can be reached with Tab
        keyboard.press("Tab")
        if player.page.evaluate("document.activeElement.classList.contains('board')"):
            break
    else:
        raise AssertionError("Tab never reaches the map")
    keyboard.press("n")
    player.page.wait_for_selector(".board .slot.picked")
    picked = player.page.locator(".board .slot.picked")
    unit, before = picked.get_attribute("data-unit"), picked.get_attribute("data-hex")
    player.page.wait_for_selector(".board g.hex.move", state="attached")
    for key in "dcaqez":  # a neighbour that can be entered
        keyboard.press(key)
        here = player.page.locator(".board [data-cursor]").get_attribute("data-cursor")
        if player.hex(here).count() and here != before:
            break
        keyboard.press("zaqdce"["dcaqez".index(key)])
    keyboard.press("Enter")
    player.page.wait_for_function("([u, h]) => document.querySelector(`.board [data-unit=\"${u}\"]`).dataset.hex === h",
                                  arg=[unit, here])
    player.waits_for("movement points")
    assert here != before
    keyboard.press("u")
    player.page.wait_for_function("([u, h]) => document.querySelector(`.board [data-unit=\"${u}\"]`).dataset.hex === h",
                                  arg=[unit, before])
    keyboard.press("?")
    player.page.wait_for_selector("dialog[open]")
    keyboard.press("Escape")
    player.page.wait_for_selector("dialog", state="detached")
    keyboard.press("1")
    player.page.wait_for_function("() => document.querySelector('.bar .phase').innerText !== 'Soviet movement'")


def test_the_focus_is_told_to_screen_readers(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    player.page.focus(".board")
    player.page.keyboard.press("n")
    player.page.keyboard.press("d")
    player.page.wait_for_timeout(100)
    first = player.page.inner_text("#focus-label")
    player.page.keyboard.press("a")
    player.page.wait_for_timeout(100)
    assert first.startswith("Hex ") and player.page.inner_text("#focus-label") != first
    player.page.keyboard.press("v")
    offers = player.page.locator("[data-testid=lists] [data-offer]")
    assert offers.count() > 20
    assert "movement points" in offers.last.inner_text()


def test_an_open_card_changes_its_language_with_the_reader(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    player.page.click("#tab-lists")
    player.page.locator("[data-testid=lists] td .line").first.click()
    kind = player.page.locator("[data-testid=sheet] header p")
    player.page.wait_for_function("document.querySelector('[data-testid=sheet] header p').textContent.includes(' · ')")
    english = kind.inner_text().rpartition(" · ")[2]
    player.page.click("[data-testid=language]")
    player.page.wait_for_function(
        "said => !document.querySelector('[data-testid=sheet] header p').textContent.endsWith(said)",
        arg=f" · {english}")


@pytest.mark.parametrize("tab", ["lists", "rules"])
def test_a_search_that_finds_nothing_says_so_in_the_readers_language(player: Player, tab: str) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    player.page.click(f"#tab-{tab}")
    player.page.fill(f"[data-testid={tab}] input[type=search]", "zzz")
    player.page.wait_for_selector("text=Nothing found for “zzz”.")
    player.page.click("[data-testid=language]")
    player.page.wait_for_selector("text=No se encuentra nada con «zzz».")


def test_in_spanish(player: Player) -> None:
    player.sit(player.server.match())
    player.page.click("[data-testid=language]")
    player.waits_for("Elige un hexágono enemigo")
    assert player.page.get_attribute("html", "lang") == "es"
    assert player.phase == "Combate soviético antes de mover" or "sovi" in player.phase.lower()
    tabs = [tab.inner_text() for tab in player.page.locator("[role=tab]").all()]
    assert tabs[0] == "Registro"
    hexes = player.page.locator(".board g[data-hex]")
    assert hexes.first.get_attribute("aria-label").startswith("Hexágono ")
    player.click_at(hexes.first)
    player.waits_for("Elige las unidades que atacan")
    player.page.goto(player.server.url)
    player.page.wait_for_selector("text=Elige un juego")


def test_on_a_phone(make_page: Callable[..., Any], server: Server) -> None:
    page = make_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2)
    player = Player(page, server)
    page.goto(f"{server.url}#/match/{server.match(situation=MOVEMENT)}")
    page.wait_for_selector(".board .slot.lit")
    page.wait_for_timeout(600)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    lit = [box for slot in page.locator(".board .slot.lit").all() if (box := slot.bounding_box())
           and 60 < box["x"] < 330 and 80 < box["y"] < 600]
    assert lit, "no unit that can move is on the screen"
    page.touchscreen.tap(lit[0]["x"] + lit[0]["width"] / 2, lit[0]["y"] + lit[0]["height"] / 2)
    page.wait_for_selector(".board .slot.picked")
    unit = page.locator(".board .slot.picked").get_attribute("data-unit")
    before = player.place_of(unit)
    page.wait_for_selector(".board g.hex.move", state="attached")
    page.wait_for_timeout(300)
    sheet = page.locator(".side").bounding_box()["y"]
    free = [box for hex in page.locator(".board g.hex.move:has(text)").all() if (box := hex.bounding_box())
            and 60 < box["x"] < 340 and 80 < box["y"] < sheet - 40]
    page.touchscreen.tap(free[0]["x"] + free[0]["width"] / 2, free[0]["y"] + free[0]["height"] / 2)
    page.wait_for_selector(".confirm")  # the first tap shows the way, the second or the button goes it
    page.tap(".confirm")
    page.wait_for_function("([u, h]) => document.querySelector(`.board [data-unit=\"${u}\"]`).dataset.hex !== h",
                           arg=[unit, before])
    page.tap('[data-button="end_phase"]')
    page.wait_for_function("() => document.querySelector('.bar .phase').innerText !== 'Soviet movement'")


def test_it_goes_on_after_the_server_was_killed(make_page: Callable[..., Any], home: Path) -> None:
    with serving(home) as server:
        player = Player(make_page(quiet=False), server).sit(server.match(situation=MOVEMENT))
        counter = player.page.locator(".board .slot.lit").first
        unit = counter.get_attribute("data-unit")
        move_somewhere(player, counter)
        place = player.place_of(unit)
        for _ in range(2):
            server.kill()
            player.page.wait_for_selector("[data-testid=offline]")
            server.start()
            player.page.wait_for_selector("[data-testid=offline]", state="detached")
            assert player.place_of(unit) == place
        move_somewhere(player, player.page.locator(".board .slot.lit").last)


def test_replay_backwards_and_forwards(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    page = player.page
    counter = page.locator(".board .slot.lit").first
    unit, before = counter.get_attribute("data-unit"), counter.get_attribute("data-hex")
    move_somewhere(player, counter)
    after = player.place_of(unit)
    page.keyboard.press("[")
    page.wait_for_selector("[data-testid=replay]")
    where = "([u, h]) => document.querySelector(`.board [data-unit=\"${u}\"]`).dataset.hex === h"
    page.wait_for_function(where, arg=[unit, before])
    assert page.locator(".board .slot.lit").count() == 0, "nothing can be chosen in the past"
    page.click('[aria-label="One choice on"]')
    page.wait_for_function(where, arg=[unit, after])
    page.click('[aria-label="One turn back"]')
    page.wait_for_function(where, arg=[unit, before])
    page.click("text=Back to the game")
    page.wait_for_function(where, arg=[unit, after])
    assert page.locator(".board .slot.lit").count() > 0
    page.keyboard.press("Shift+ArrowLeft")  # by the arrows, from anywhere
    page.wait_for_function(where, arg=[unit, before])
    page.keyboard.press("ArrowRight")
    page.wait_for_function(where, arg=[unit, after])
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-testid=replay]", state="detached")


def test_a_link_to_a_position(player: Player) -> None:
    match = player.server.match(situation=MOVEMENT)
    player.sit(match)
    counter = player.page.locator(".board .slot.lit").first
    unit, before = counter.get_attribute("data-unit"), counter.get_attribute("data-hex")
    move_somewhere(player, counter)
    player.page.goto(player.server.url)
    player.page.wait_for_selector("[data-game]")
    player.sit(match, "/at/0")
    player.page.wait_for_selector("[data-testid=replay]")
    assert player.place_of(unit) == before


def test_the_odds_are_those_of_the_engine(player: Player) -> None:
    player.sit(player.server.match(seed=7))
    twin = stavka.game("dagc").start("historical", seed=7)
    player.click_hex("3500")
    twin.choose("hex:3500")
    player.waits_for("attack 3500")
    chosen: list[str] = []
    for unit in ("S-39", "S-5GT"):
        assert f"unit:{unit}" in offered(twin)
        player.page.wait_for_selector(f'.board [data-unit="{unit}"].lit')
        player.click_unit(unit)
        player.page.wait_for_selector(f'.board [data-unit="{unit}"].joined')
        twin.choose(f"unit:{unit}")
        chosen.append(unit)
        expected = twin.ask("odds", target="3500", units=chosen)
        player.page.wait_for_function("text => document.querySelector('[data-odds=attack]')?.innerText === text",
                                      arg=str(expected["attack"]))
        compare_odds(player, expected)
    player.page.click("#tab-forces")
    air = offered(twin).units[-1]
    assert air.startswith("A-")
    player.page.locator(f'.side [data-unit="{air}"]').first.click()
    twin.choose(f"unit:{air}")
    expected = twin.ask("odds", target="3500", units=chosen, air=air)
    player.page.wait_for_function("text => document.querySelector('[data-odds=column]')?.innerText === text",
                                  arg=expected["column"])
    compare_odds(player, expected)


def compare_odds(player: Player, expected: dict[str, Any]) -> None:
    """The panel says what the engine says: strengths, every line, the column, every chance."""
    panel = player.page.locator("[data-testid=odds]")
    text = panel.inner_text()
    assert panel.locator("[data-odds=defence]").inner_text() == str(expected["defence"])
    assert panel.locator("[data-odds=column]").inner_text() == expected["column"]
    lines = [*expected["attackers"], *expected["defenders"], *expected["shifts"]]
    rows = [row.inner_text().split("\t") for row in panel.locator("tbody tr:not(.head)").all()]
    assert [row[0].strip() for row in rows] == [line["text"] for line in lines]
    assert [row[1].strip() for row in rows] == [line["rule"] for line in lines]
    values = [int(row[2].strip().replace("\N{MINUS SIGN}", "-")) for row in rows]
    assert values == [line["value"] for line in lines]
    shown = {item.get_attribute("data-result"): float(item.get_attribute("data-chance"))
             for item in panel.locator("[data-result]").all()}
    assert shown == pytest.approx({result: chance for result, chance in expected["results"].items() if chance})
    assert all(f"{round(chance * 100)} %" in text for chance in shown.values())


def test_a_refused_click_says_why_with_the_rule(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    page = player.page
    page.locator(".board .slot.lit").first.wait_for()
    player.click_unit("S-22")
    page.wait_for_selector(".board .slot.picked")
    page.wait_for_selector(".board g.hex.move", state="attached")
    player.click_unit("G-2")  # an enemy
    notice = page.locator("[data-testid=notice]").first
    notice.wait_for()
    assert "enemy" in notice.inner_text()
    notice.locator(".rule").click()
    page.wait_for_selector("dialog[open] [data-testid=rule]")
    assert len(page.locator("dialog[open]").inner_text()) > 60


def test_dragging_a_counter_moves_it(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    page = player.page
    box = player.unit("S-22").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 12, box["y"] + 4, steps=3)
    page.wait_for_selector(".board g.hex.move:has(text)", state="attached")
    goal = page.locator(".board g.hex.move:has(text)").first
    hex, target = goal.get_attribute("data-hex"), goal.bounding_box()
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=6)
    page.wait_for_selector(".board .way", state="attached")
    page.mouse.up()
    page.wait_for_function("h => document.querySelector('.board [data-unit=\"S-22\"]').dataset.hex === h", arg=hex)


def test_a_stack_fans_out_and_its_units_are_picked_in_turn(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    page = player.page
    stack = "S-6G", "S-43"
    hex = player.place_of(stack[0])
    player.click_unit(stack[1])
    page.wait_for_selector(f'.board [data-unit="{stack[1]}"].picked')
    player.click_unit(stack[1])
    page.wait_for_selector(f'.board [data-unit="{stack[0]}"].picked')
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    page.wait_for_selector(".board .stack.fanned", state="attached")
    assert player.place_of(stack[0]) == hex
    page.wait_for_timeout(300)
    boxes = [player.unit(unit).bounding_box() for unit in stack]
    assert abs(boxes[0]["x"] - boxes[1]["x"]) >= boxes[0]["width"] * 0.9


def test_sheets_overlays_and_charts(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    page = player.page
    player.click_unit("G-2")
    sheet = page.locator("[data-testid=sheet]")
    sheet.wait_for()
    page.wait_for_function("() => document.querySelector('[data-testid=sheet]').innerText.includes('Supply')")
    assert "reconstructed" not in sheet.inner_text(), "where values come from is asked for"
    sheet.locator("summary").click()
    assert "reconstructed" in sheet.inner_text()
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    page.wait_for_function("() => document.querySelector('[data-testid=sheet]')?.innerText.includes('Control')")
    page.click('[aria-label="Overlays"]')
    for overlay, mark in (("zoc", ".zone"), ("supply", ".supply"), ("control", ".front"), ("objectives", ".objective"),
                          ("reach", ".zone")):
        page.check(f'[data-overlay="{overlay}"]')
        page.wait_for_selector(f".board {mark}", state="attached")
        page.uncheck(f'[data-overlay="{overlay}"]')
    assert not page.locator('[data-overlay="bonds"]').count(), "only where units form bonds"
    page.click("#tab-charts")
    assert page.locator("[data-testid=charts] td.guess").count() > 10


def test_cards_and_charts_tell_their_sources_in_the_readers_language(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    page = player.page
    player.click_unit("G-2")
    sheet = page.locator("[data-testid=sheet]")
    sheet.locator("summary").click()
    assert "scaled by type" in sheet.inner_text()
    page.click("[data-testid=language]")
    assert "a escala según el tipo" in sheet.inner_text()
    page.click("#tab-charts")
    source = page.locator("[data-testid=charts] .source").first
    assert "fijan los resultados posibles" in (source.get_attribute("title") or "")


def test_bonds_and_weather_are_shown(player: Player) -> None:
    """The bonds of both sides lie over the map; the bar tells the weather, and the last turn of the scenario."""
    player.sit(player.server.match(game="u43", situation={
        "scenario": "opening", "turn": 6, "step": "german.movement", "empty": True,
        "place": {"G-68": "4221", "G-112+251": "4223", "S-6TC": "4621"}}))
    page = player.page
    assert page.inner_text("[data-track=weather]") == "clear"
    assert page.locator(".track li").all_inner_texts()[-1].endswith("7")
    page.click('[aria-label="Overlays"]')
    page.check('[data-overlay="bonds"]')
    page.wait_for_selector(".board [data-bonds=german]", state="attached")
    assert page.get_attribute(".board [data-bonds=german]", "d"), "one hex is closed between the two divisions"


def test_the_computer_plays_and_can_be_skipped(make_page: Callable[..., Any], server: Server) -> None:
    page = make_page(settings="{lang: 'en', theme: 'light', pace: 'step'}")
    match = server.match(situation={"turn": 3, "step": "soviet.combat_after"},
                         seats={"soviet": "me", "german": "computer:random"})
    player = Player(page, server).sit(match)
    steps = 0
    for _ in range(150):  # the computer's moves come one by one; between them we pass, or choose what we must
        page.wait_for_timeout(60)
        mine = page.locator(".prompt [data-button], .board .slot.lit, .board g[data-hex]")
        if page.locator("text=Next move").count():
            page.keyboard.press(".")
            steps += 1
            page.wait_for_selector("[data-testid=caption]")  # it is said what happens
            assert page.locator("[data-testid=back]").count() or not page.locator("[data-testid=step]").count()
        elif page.locator('[data-button="end_phase"]').count():
            player.press("end_phase")
        elif mine.count():
            mine.first.dispatch_event("click")
        if steps >= 3:
            break
    assert steps >= 1
    before = page.get_attribute(".screen", "data-n")
    page.keyboard.press("s")
    page.wait_for_function("""n => document.querySelector('.screen').dataset.n !== n
        || !document.querySelector('.prompt .pace')""", arg=before)


def test_saving_and_opening_a_game(player: Player, home: Path) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    page = player.page
    counter = page.locator(".board .slot.lit").first
    unit = counter.get_attribute("data-unit")
    move_somewhere(player, counter)
    place = player.place_of(unit)
    page.click("[data-testid=menu]")
    with page.expect_download() as download:
        page.click("[data-testid=export]")
    file = home / "game.stavka"
    download.value.save_as(file)
    assert json.loads(file.read_text().splitlines()[0])["game"] == "dagc"
    page.goto(player.server.url)
    page.set_input_files("[data-testid=import]", file)
    page.wait_for_selector(".board [data-unit]")
    assert player.place_of(unit) == place


def test_two_players_by_link_and_what_they_may_not_see(make_page: Callable[..., Any], server: Server) -> None:
    started = server.post("api/matches", {"game": "dagc", "seats": {"soviet": "open", "german": "open"}, "seed": 7})
    players = {seat: Player(make_page(), server) for seat in ("soviet", "german")}
    for seat, player in players.items():
        player.sit(started["match"], f"?{seat}={started['links'][seat]}")
    soviet, german = players["soviet"], players["german"]
    assert german.unit("S-5").count() == 0 and soviet.unit("S-5").count() == 1, "lower units are hidden (6.8)"
    assert "Waiting for the Soviet player" in german.prompt
    soviet.click_hex("3102")
    german.page.wait_for_function("() => document.querySelector('[data-testid=log]').innerText.includes('3102')")
    soviet.page.click("#tab-talk")
    soviet.page.fill("[data-testid=talk] input", "Good luck")
    soviet.page.keyboard.press("Enter")
    german.page.click("#tab-talk")
    german.page.wait_for_selector("text=Good luck")


@pytest.mark.parametrize("game", stavka.games())
def test_every_game_is_played_by_the_same_client(player: Player, game: str) -> None:
    page, chance = player.page, Random(7)
    page.goto(f"{player.server.url}#/match/{player.server.match(game=game)}")
    page.wait_for_selector(".prompt .top button, .prompt [data-button], .side .piece.lit", timeout=60_000)
    for _ in range(40):
        player.settled()
        lit = page.locator(".board .slot.lit, .board g[data-hex], .prompt [data-button], .side .piece.lit")
        assert lit.count() > 0, player.prompt
        lit.nth(chance.randrange(lit.count())).dispatch_event("click")
    player.settled()
    assert int(page.get_attribute(".screen", "data-n")) > 5
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def serious(page: Any) -> list[str]:
    """What axe finds that is serious or worse."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))  # the page itself may load nothing of the kind
    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{found['id']}: {found['help']}: {[node['html'][:160] for node in found['nodes'][:3]]}"
            for found in result["violations"] if found["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_serious_for_axe(make_page: Callable[..., Any], server: Server, theme: str) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not there: run `npm ci` in web/")
    page = make_page(settings=f"{{lang: 'en', theme: '{theme}', pace: 'instant'}}", bypass_csp=True)
    page.goto(server.url)
    page.wait_for_selector("[data-game]")
    assert serious(page) == []
    player = Player(page, server).sit(server.match())
    assert serious(page) == []
    player.click_hex("3500")
    player.waits_for("attack 3500")
    player.page.wait_for_selector('.board [data-unit="S-39"].lit')
    player.click_unit("S-39")
    page.wait_for_selector("[data-odds=attack]")
    assert serious(page) == []
    for tab in ("forces", "lists", "charts", "rules", "talk"):
        page.click(f"#tab-{tab}")
        assert serious(page) == [], tab
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    assert serious(page) == []


FRAMES = """async (mode) => {
  const board = document.querySelector('.board');
  const frame = board.getBoundingClientRect();
  const fire = (type, x, y) => board.dispatchEvent(new PointerEvent(type, {bubbles: true, pointerId: 1,
    pointerType: 'mouse', clientX: frame.left + x, clientY: frame.top + y, button: 0, buttons: 1}));
  const times = [];
  let last = performance.now();
  if (mode === 'pan') fire('pointerdown', 500, 400);
  for (let i = 0; i < 120; i++) {
    const now = await new Promise(requestAnimationFrame);
    times.push(now - last);
    last = now;
    if (mode === 'pan') fire('pointermove', 500 + 220 * Math.sin(i / 12), 400 + 180 * Math.sin(i / 9));
    if (mode === 'zoom') board.dispatchEvent(new WheelEvent('wheel', {bubbles: true, cancelable: true,
      clientX: frame.left + 450, clientY: frame.top + 400, deltaY: i % 80 < 40 ? -30 : 30}));
  }
  if (mode === 'pan') fire('pointerup', 500, 400);
  return times.slice(5).sort((a, b) => a - b);
}"""


def test_panning_and_zooming_are_smooth(player: Player, record_property: Callable[[str, object], None],
                                        capsys: pytest.CaptureFixture[str]) -> None:
    player.sit(player.server.match())
    player.page.keyboard.press("+")
    player.page.wait_for_timeout(2500)

    def p95(mode: str) -> float:
        times = player.page.evaluate(FRAMES, mode)
        player.page.wait_for_timeout(1000)
        result: float = times[int(len(times) * 0.95)]
        return result

    still, pan, zoom = p95("still"), p95("pan"), p95("zoom")
    record_property("frame_p95_ms", {"still": still, "pan": pan, "zoom": zoom})
    with capsys.disabled():
        print(f"\nframe time, p95: still {still:.0f} ms, panning {pan:.0f} ms, zooming {zoom:.0f} ms")
    assert pan <= still * 8 and zoom <= still * 8


def test_the_page_checks_the_dice_itself(player: Player) -> None:
    """Sealed before the first roll; when the match is over the browser makes every roll again from the key."""
    match = stavka.game("dagc").start(seed=7)
    chance = Random(7)
    while match.offer is not None:
        match.choose(match.offer.nth(chance.randrange(len(match.offer))))
    assert match.journal is not None
    journal = match.journal.text(match.position, with_key=True)
    brought = player.server.post("api/matches/import", {
        "journal": journal, "seats": dict.fromkeys(match.game.seats, "me")})
    page = player.sit(brought["match"]).page
    assert page.inner_text("[data-testid=study]") == "Study"
    page.click("[data-testid=menu]")
    assert match.position.dice.commitment.startswith(page.inner_text("[data-testid=sealed]").split()[-1])
    page.click("[data-testid=check-dice]")
    page.wait_for_function("() => /rolls follow/.test(document.querySelector('[data-testid=dice-found]').innerText)")
    rolls = sum(len(record.dice) for record in match.records)
    assert page.inner_text("[data-testid=dice-found]") == f"All {rolls} rolls follow from the sealed key."
