"""A server, a browser and a player for the browser tests. Anything written to the console as an error fails a test.

A browser without a screen sometimes stops painting: scripts run, but no frame ever comes, so nothing that waits for one
goes on (seen on a busy machine about once in a thousand tests). A test that fails in such a browser is run once more,
with everything anew, and the summary says so. Whoever fails while frames come, or because the page is busy, has failed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from get_ready import find_browser
from playwright.sync_api import expect, sync_playwright

from .serving import FLAGS, PATIENCE_S, STATIC, Player, Server, serving, stands_still

PLAIN = "{lang: 'en', theme: 'light', pace: 'instant'}"
expect.set_options(timeout=PATIENCE_S * 1000)

SETTINGS = """localStorage.getItem('stavka.settings') ??
localStorage.setItem('stavka.settings', JSON.stringify({cover: false, ...%s}))"""

FAILED = pytest.StashKey[bool]()
STALLED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Note that a test has failed, for whoever closes its pages."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def pytest_runtest_protocol(item: pytest.Function, nextitem: pytest.Item | None) -> bool:
    """Run a test; once more, with a new server and a new browser, if the browser stopped painting."""
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if item.stash.get(STALLED, False):
        item.warn(pytest.PytestWarning("the browser stopped painting; the test was run once more"))
        item.session._setupstate.teardown_exact(None)
        item._initrequest()
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not kill it."""
    if not (STATIC / "index.html").is_file():
        pytest.fail("the client is not built: run `npm ci && npm run build` in web/")
    with serving(tmp_path_factory.mktemp("table")) as server:
        yield server


@pytest.fixture(scope="module")
def playwright() -> Iterator[Any]:
    """What drives the browser. While it lasts an event loop runs in this thread, and no test that starts one of its own
    could follow: tests of other folders do, where one process takes over what another has not come to yet."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="module")
def browser(playwright: Any) -> Iterator[Any]:
    """The system's Chromium; none has to last for hundreds of pages."""
    path = find_browser()
    if path is None:
        pytest.fail("no Chromium found: run `make ready`, or name one in STAVKA_CHROMIUM")
    browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def make_page(browser: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
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
    if request.node.stash.get(FAILED, False):
        pages = [page for context in contexts for page in context.pages]
        request.node.stash[STALLED] = any(stands_still(page) for page in pages)
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
