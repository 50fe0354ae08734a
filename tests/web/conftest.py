"""A server, a browser and a player for the browser tests. Anything written to the console as an error fails a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from get_ready import find_browser
from playwright.sync_api import expect, sync_playwright

from .serving import FLAGS, PATIENCE_S, STATIC, Player, Server, serving

PLAIN = "{lang: 'en', theme: 'light', pace: 'instant'}"
expect.set_options(timeout=PATIENCE_S * 1000)

SETTINGS = """localStorage.getItem('stavka.settings') ??
localStorage.setItem('stavka.settings', JSON.stringify({cover: false, ...%s}))"""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not kill it."""
    if not (STATIC / "index.html").is_file():
        pytest.fail("the client is not built: run `npm ci && npm run build` in web/")
    with serving(tmp_path_factory.mktemp("table")) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The system's Chromium."""
    path = find_browser()
    if path is None:
        pytest.fail("no Chromium found: run `make ready`, or name one in STAVKA_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def make_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Pages in fresh browser contexts; what they write to the console as errors is collected."""
    contexts: list[Any] = []
    errors: list[str] = []

    def make(*, quiet: bool = True, settings: str = PLAIN, **context: Any) -> Any:
        context.setdefault("viewport", {"width": 1280, "height": 800})
        opened = browser.new_context(**context)
        opened.set_default_timeout(PATIENCE_S * 1000)
        opened.add_init_script(SETTINGS % settings)
        contexts.append(opened)
        page = opened.new_page()
        if quiet:
            page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
            page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def player(make_page: Callable[..., Any], server: Server) -> Player:
    """Somebody at a desktop screen."""
    return Player(make_page(), server)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder for a server of one's own."""
    return tmp_path
