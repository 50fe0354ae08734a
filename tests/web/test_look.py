"""How the table looks: stacks spread out under the pointer, a small map, menus that close, sheets to print."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import stavka
from stavka.table.box import make_box
from tests.playing import by_chance, offered, played

from .serving import ROOT, Player, Server

STACK = {"turn": 3, "step": "soviet.movement", "empty": True, "place": {
    "S-39": "3501", "S-5GT": "3501", "G-53": "3810"}}

SPRITE = ROOT / "web" / "src" / "generated" / "symbols.svg"
"""The NATO symbols the client has, drawn when it is built."""


@pytest.mark.parametrize("game", stavka.games())
def test_every_symbol_a_game_asks_for_is_drawn(game: str) -> None:
    drawn = SPRITE.read_text(encoding="utf-8")
    missing = [kind for kind, code in make_box(stavka.game(game))["symbols"].items()
               if f'id="s{code[4:6]}{code[10:20]}"' not in drawn]
    assert not missing, "these kinds of unit would have an empty frame"


UNDER_SMALL_MAP = """() => {
    const small = document.querySelector('[data-testid=minimap]').getBoundingClientRect();
    const lies = ({left, right, top, bottom}) =>
        right > small.left && left < small.right && bottom > small.top && top < small.bottom;
    const lit = [...document.querySelectorAll('.board g[data-hex]')].map(hex => hex.getBoundingClientRect());
    return {lit: lit.length, under: lit.filter(lies).length};
}"""


def test_at_first_the_small_map_lies_over_nothing_that_can_be_chosen(player: Player) -> None:
    page = player.page
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{player.server.url}#/match/{player.server.match()}")
    page.wait_for_selector("[data-testid=minimap]")
    player.still()
    seen = page.evaluate(UNDER_SMALL_MAP)
    assert seen["lit"] > 5 and seen["under"] == 0


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

UNDER_TOOLS = """() => {
    const middles = [...document.querySelectorAll('.board .slot.lit, .board g[data-hex]')].map(thing => {
        const {left, top, width, height} = thing.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    });
    const tools = [...document.querySelectorAll('.tools > button, .planning > button')]
        .map(tool => tool.getBoundingClientRect());
    const under = ([x, y]) =>
        tools.some(({left, right, top, bottom}) => x > left && x < right && y > top && y < bottom);
    return {tools: tools.length, lit: middles.length, under: middles.filter(under).length};
}"""


@pytest.mark.parametrize("game", stavka.games())
def test_on_a_phone_play_begins_with_nothing_to_choose_under_the_tools_or_the_pencil(
        game: str, make_page: Callable[..., Any], server: Server) -> None:
    match = stavka.game(game).start(seed=7)
    while match.offer is not None and "do:ready_made" in match.offer:
        match.choose("do:ready_made")
    page = make_page(**PHONE)
    page.goto(f"{server.url}#/match/{server.open(match)}")
    page.wait_for_selector(".board [data-unit]")
    page.wait_for_selector(".planning button")
    Player(page, server).still()
    seen = page.evaluate(UNDER_TOOLS)
    on_map = [place for place in (*offered(match).options.hexes, *[
        match.position.where[unit] for unit in offered(match).options.units]) if place < match.position.layout.hexes]
    assert seen["tools"] >= 4 and bool(seen["lit"]) == bool(on_map) and not seen["under"]


def test_on_a_phone_the_chances_of_an_attack_are_all_in_sight(make_page: Callable[..., Any], server: Server) -> None:
    match = played(stavka.game("dagc").start(seed=7), "hex:3500", "unit:S-39")
    assert len(offered(match).units) > 3, "air armies could join, and some of them are to be seen as well"
    page = make_page(**PHONE)
    page.goto(f"{server.url}#/match/{server.open(match)}")
    page.wait_for_selector(".fight [data-result]")
    fight = page.locator(".fight").bounding_box()
    results = page.locator(".fight [data-result]")
    assert results.count() > 2
    for result in results.all():
        box = result.bounding_box()
        assert fight["y"] <= box["y"] and box["y"] + box["height"] <= fight["y"] + fight["height"]
    assert page.locator(".side .piece.lit").first.bounding_box()["y"] < 844


def test_a_stack_is_shown_when_it_is_pointed_at_and_the_small_map_leads_elsewhere(player: Player) -> None:
    player.sit(player.server.match(situation=STACK))
    page = player.page
    box = player.unit("S-5GT").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    card = page.locator("[data-testid=stack-card]")
    for name in ("39th Army", "5th Guards Tank Army"):
        expect(card).to_contain_text(name)
    board = page.locator(".board").bounding_box()

    def inside() -> bool:
        frame = card.bounding_box()
        return bool(frame["x"] >= board["x"] and frame["x"] + frame["width"] <= board["x"] + board["width"])

    player.eventually(inside, True)
    expect(page.locator("[data-testid=minimap]"), "the whole map is on the screen").to_have_count(0)
    for _ in range(3):
        page.keyboard.press("+")
        player.still()
    small = page.locator("[data-testid=minimap]")
    small.wait_for()
    seen = small.locator(".seen")
    before = seen.get_attribute("x")
    small.click(position={"x": 8, "y": 8})
    page.wait_for_function("was => document.querySelector('.minimap .seen').getAttribute('x') !== was", arg=before)


def test_menus_close_with_escape_and_by_a_click_elsewhere(player: Player) -> None:
    player.sit(player.server.match(situation=STACK))
    page = player.page
    menus = {"[data-testid=menu]": "[data-testid=sound]", '[aria-label="Overlays"]': "[data-overlay=zoc]"}
    for opener, inside in menus.items():
        page.click(opener)
        page.wait_for_selector(inside)
        page.keyboard.press("Escape")
        page.wait_for_selector(inside, state="detached")
        page.click(opener)
        page.wait_for_selector(inside)
        page.click(".bar h1")
        page.wait_for_selector(inside, state="detached")


def test_the_map_refits_when_the_window_is_resized(player: Player) -> None:
    player.sit(player.server.match(situation=STACK))
    page = player.page
    page.set_viewport_size({"width": 1700, "height": 1000})

    def fills() -> bool:
        world, board = page.locator(".board .world").bounding_box(), page.locator(".board").bounding_box()
        return bool(board["width"] > 1000
                    and (world["height"] > board["height"] * 0.9 or world["width"] > board["width"] * 0.9))

    player.eventually(fills, True)


LATE = """window.zooms = [];
const ask = window.requestAnimationFrame.bind(window);
let late = 8000;
window.requestAnimationFrame = (frame) => ask((due) => {
  frame(due - late);
  late = 0;
  const {transform = ''} = document.querySelector('.world')?.style ?? {};
  window.zooms.push(Number(/scale\\((.*)\\)/.exec(transform)?.[1]));
});"""
"""The first frame comes late, as on a page that was busy; the zoom after every frame is written down."""


def test_the_map_comes_to_rest_when_a_frame_comes_late(make_page: Callable[..., Any], server: Server) -> None:
    page = make_page()
    page.add_init_script(LATE)
    player = Player(page, server).sit(server.match(situation=STACK))
    player.eventually(lambda: page.evaluate("window.zooms.length > 1"), True)
    zooms = page.evaluate("window.zooms")
    assert all(0 < zoom < 3 for zoom in zooms), zooms


def test_whoever_takes_hold_of_a_gliding_map_stops_it(make_page: Callable[..., Any], server: Server) -> None:
    page = make_page()
    player = Player(page, server).sit(server.match(situation=STACK))
    page.evaluate("window.requestAnimationFrame = () => 0")  # no frame comes before the hand does
    page.keyboard.press("+")
    page.wait_for_selector('.board[data-moving="true"]')
    page.locator(".board").dispatch_event("pointerdown")
    player.still()


@pytest.mark.parametrize("game", stavka.games())
def test_map_and_counters_can_be_printed(player: Player, game: str) -> None:
    page = player.page
    page.goto(f"{player.server.url}#/print/{game}")
    expect(page.locator(".sheet .counter").nth(80)).to_be_attached()
    page.emulate_media(media="print")
    expect(page.locator("[data-testid=print] header")).to_be_hidden()


def test_sounds_are_heard_until_they_are_turned_off(make_page: Callable[..., Any], server: Server) -> None:
    page = make_page(settings="{lang: 'en', theme: 'light', pace: 'normal'}", reduced_motion="reduce")
    page.add_init_script("""window.heard = 0; const start = AudioBufferSourceNode.prototype.start;
        AudioBufferSourceNode.prototype.start = function (...when) { window.heard += 1; start.apply(this, when); }""")
    player = Player(page, server).sit(server.match())
    player.click_hex("3801")
    page.click("[data-testid=join-all]")
    page.wait_for_selector("[data-button=roll]")
    player.press("roll")
    page.wait_for_function("() => window.heard > 0")
    page.click("[data-testid=menu]")
    page.uncheck("[data-testid=sound]")
    page.keyboard.press("Escape")
    player.settled()
    heard = page.evaluate("window.heard")
    page.locator(".board g[data-hex]").first.dispatch_event("click")
    page.click("[data-testid=join-all]")
    page.wait_for_selector("[data-button=roll]")
    player.press("roll")
    page.wait_for_selector("[data-testid=blow]")
    assert page.evaluate("window.heard") == heard


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_tabs_of_the_panel_fit_in_both_languages(make_page: Callable[..., Any], server: Server, lang: str) -> None:
    page = make_page(settings=f"{{lang: '{lang}', theme: 'light', pace: 'instant'}}",
                     viewport={"width": 1366, "height": 820})
    player = Player(page, server)
    player.sit(server.match(situation=STACK, seats={"soviet": "me", "german": "computer:random"}))
    expect(page.locator("[role=tab]"), "with a computer there are its plans too").to_have_count(7)
    tabs = page.locator("[role=tablist]")
    player.eventually(lambda: tabs.evaluate("tabs => tabs.scrollWidth <= tabs.clientWidth"), True)


NAMES_OVER_FACTORS = """() => {
  const lines = element => {  // a text's box has room above and below its letters
    const {left, right, top, height} = element.getBoundingClientRect();
    return {left, right, top: top + height * 0.25, bottom: top + height * 0.75};
  };
  const factors = [...document.querySelectorAll('.board .stack > .slot:nth-last-child(1 of .slot) .factors')]
    .filter(text => text.textContent && text.getClientRects().length).map(lines);
  const meets = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  return [...document.querySelectorAll('.place-names text')]
    .filter(name => factors.some(one => meets(lines(name), one))).map(name => name.textContent);
}"""


@pytest.mark.parametrize("game", ["dagc", "fb", "rttr", "ssa", "u43"])
def test_names_are_written_over_the_counters_the_most_important_first(player: Player, game: str) -> None:
    page = player.page
    page.goto(f"{player.server.url}#/match/{player.server.match(game=game)}")
    page.wait_for_selector(".place-names text", state="attached")
    page.focus(".board")
    player.fit()
    names = page.locator(".place-names text")
    lowest = "names => Math.min(...names.map(name => name.getBoundingClientRect().height))"
    player.eventually(lambda: names.evaluate_all(lowest) >= 10, True)  # what is written can be read
    few = names.count()
    for _ in range(4):
        player.eventually(lambda: page.evaluate(NAMES_OVER_FACTORS), [])
        page.keyboard.press("+")
        player.still()
    player.eventually(lambda: 0 < few < names.count(), True)  # more names the nearer one looks
    assert page.evaluate("""() => document.querySelector('.counters').compareDocumentPosition(
        document.querySelector('.place-names')) & Node.DOCUMENT_POSITION_FOLLOWING""")


def test_dice_and_losses_are_shown_on_the_map_for_a_moment(make_page: Callable[..., Any], server: Server) -> None:
    page = make_page(settings="{lang: 'en', theme: 'light', pace: 'normal'}", reduced_motion="reduce")
    player = Player(page, server).sit(server.match())
    player.click_hex("3801")
    page.click("[data-testid=join-all]")
    page.wait_for_selector("[data-button=roll]")
    player.press("roll")
    seen = page.wait_for_function("""() => {
        const blow = document.querySelector('[data-testid=blow][data-hex="3801"]');
        return blow && {dice: blow.querySelectorAll('svg').length, result: blow.querySelector('strong').innerText,
                        moves: getComputedStyle(blow).animationName};
    }""").json_value()  # in one look: it is soon gone
    assert seen["dice"] >= 1 and seen["result"] and seen["moves"] == "none"
    page.locator("[data-testid=blow]").wait_for(state="detached")


def before_a_loss(game: str) -> tuple[stavka.Match, str]:
    """A match of random choices at a button that costs somebody a unit, or a step, on the map."""
    for seed in range(20):
        match, chance = stavka.game(game).start(seed=seed), random.Random(seed)
        while match.offer is not None and len(match.records) < 1000:
            made = len(match.records)
            lost = [event for event in by_chance(match, chance) if event.kind in match.game.loss_events]
            choice = match.records[made].choice
            if lost and choice.startswith("do:") and lost[0].data.get("hex"):
                again = played(stavka.game(game).start(seed=seed), *(record.choice for record in match.records[:-1]))
                return again, choice.removeprefix("do:")
    raise AssertionError(f"{game}: nobody is ever lost")


@pytest.mark.parametrize("game", ["rttr", "ssa", "u43"])
def test_losses_are_shown_where_they_fall(make_page: Callable[..., Any], server: Server, game: str) -> None:
    page = make_page(settings="{lang: 'en', theme: 'light', pace: 'normal'}", reduced_motion="reduce")
    match, button = before_a_loss(game)
    player = Player(page, server).sit(server.open(match))
    player.press(button)
    page.wait_for_selector("[data-testid=blow] .lost", state="attached")


def test_odds_stay_in_sight_above_cards_and_log(player: Player) -> None:
    page = player.page
    page.set_viewport_size({"width": 1366, "height": 700})
    player.sit(player.server.match())
    player.click_hex("3801")
    page.click("[data-testid=join-all]")
    page.wait_for_selector(".odds .strength, .odds [data-odds=attack]")
    page.keyboard.press("i")
    page.wait_for_selector(".context .sheet")

    def in_sight() -> bool:
        odds, context, panel = (page.locator(part).bounding_box() for part in (".fight", ".context", "#panel"))
        return bool(odds["height"] > 150 and odds["y"] + odds["height"] <= context["y"] + 1
                    and panel["y"] + panel["height"] <= 701 and panel["height"] > 80)

    player.eventually(in_sight, True)
