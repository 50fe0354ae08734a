"""Accounts in the browser: password, passkey, a link by e-mail; and a push message that arrives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ..post import Letters, Service, eventually
from .serving import Player, Server, serving
from .test_table import serious

TABLE = ".board [data-unit]"

SUBSCRIBE = """
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.subscribe = async () => ({toJSON: () => (%s)});
"""
"""Headless browsers know no push service: this one knows the test's."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, letters: Letters, service: Service) -> Iterator[Server]:
    """A server with accounts, mail and push, reached by a name, as passkeys need it."""
    with serving(tmp_path_factory.mktemp("club"), "--accounts", STAVKA_SMTP=f"smtp://127.0.0.1:{letters.port}",
                 STAVKA_URL="http://club.example/", STAVKA_PATIENCE="0.2",
                 STAVKA_PUSH_SERVICES=f"127.0.0.1:{service.server_port}") as server:
        server.url = server.url.replace("127.0.0.1", "localhost")
        yield server


def register(page: Any, club: Server, name: str) -> None:
    page.goto(f"{club.url}#/account")
    page.fill("[data-testid=name]", name)
    page.fill("[data-testid=password]", "correct horse")
    page.check("[data-testid=fresh]")
    page.click("[data-testid=enter]")
    page.wait_for_selector(f"h1:has-text('{name}')")


def test_an_invitation_by_name_is_told_by_push_and_taken(
        make_page: Callable[..., Any], club: Server, service: Service) -> None:
    host, guest = make_page(), make_page(permissions=["notifications"])
    guest.add_init_script(SUBSCRIBE % str(service.subscription).replace("'", '"'))
    register(host, club, "Zhukov")
    register(guest, club, "Model")
    guest.check("[data-testid=push]")
    guest.wait_for_function("() => navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))")
    host.goto(f"{club.url}#/")
    host.click('[data-game="dagc"]')
    host.select_option('[data-seat="german"]', "open")
    host.fill("#to-german", "model")
    host.click("[data-testid=start]")
    host.wait_for_selector(".links input")
    told, _ = eventually(lambda: service.got)[0]
    assert told["body"].startswith("You are invited")
    guest.goto(f"{club.url}#/")
    guest.wait_for_selector("[data-testid=waits]")
    guest.click("text=To the invitation")
    guest.click("[data-testid=take]")
    guest.wait_for_selector(TABLE)
    guest.reload()
    guest.wait_for_selector(TABLE)
    elsewhere = make_page()
    elsewhere.goto(f"{club.url}#/account")
    elsewhere.fill("[data-testid=name]", "Model")
    elsewhere.fill("[data-testid=password]", "correct horse")
    elsewhere.click("[data-testid=enter]")
    elsewhere.wait_for_selector("h1:has-text('Model')")
    elsewhere.goto(f"{club.url}#/")
    elsewhere.click("[data-entry] a:has-text('Resume')")  # an account's seats are wherever it signs in
    elsewhere.wait_for_selector("text=Waiting for the Soviet player")


def test_pages_about_people_have_nothing_serious_for_axe(make_page: Callable[..., Any], club: Server) -> None:
    page = make_page(bypass_csp=True)
    register(page, club, "Rotmistrov")
    for place, ready in (("account", "[data-testid=rated]"), ("player/Rotmistrov", "text=No finished games yet"),
                         ("", "[data-testid=open-games]")):
        page.goto(f"{club.url}#/{place}")
        page.wait_for_selector(ready)
        Player(page, club).eventually(lambda: serious(page), [])


def test_signing_in_with_a_passkey(make_page: Callable[..., Any], club: Server) -> None:
    page = make_page()
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True}})
    register(page, club, "Bagramyan")
    page.click("[data-testid=add-passkey]")
    page.wait_for_function("() => !document.querySelector('[role=alert]') && document.body.innerText.includes('Linux')")
    page.click("[data-testid=sign-out]")
    page.click("[data-testid=use-passkey]")
    page.wait_for_selector("h1:has-text('Bagramyan')")
    page.click("[data-testid=remove-passkey]")
    page.wait_for_selector("[data-testid=remove-passkey]", state="detached")


def test_an_account_is_closed(make_page: Callable[..., Any], club: Server) -> None:
    page = make_page(quiet=False)  # the browser notes the refusal as an error
    register(page, club, "Sokolovsky")
    page.click("[data-testid=close]")
    page.fill("[data-testid=close-name]", "Sokolov")
    page.fill("[data-testid=close-password]", "correct horse")
    page.click("[data-testid=close-now]")
    page.wait_for_selector("[role=alert]:has-text('Sokolovsky')")
    page.fill("[data-testid=close-name]", "Sokolovsky")
    page.click("[data-testid=close-now]")
    page.wait_for_selector("[data-testid=enter]")


def test_a_link_by_mail(make_page: Callable[..., Any], club: Server, letters: Letters) -> None:
    page = make_page()
    page.goto(f"{club.url}#/account")
    page.fill("[data-testid=email]", "konev@front.example")
    page.click("text=Send me a link")
    page.wait_for_selector("text=The letter is on its way.")
    body = eventually(lambda: letters.to("konev@front.example"))[0][1]
    code = re.search(r"http://club\.example/#/code/(\S+)", body)
    assert code is not None
    page.goto(f"{club.url}#/code/{code[1]}")
    page.wait_for_selector("text=Create the account")  # the form to sign in has a name to fill in, too
    page.fill("input[type=text]", "Konev")
    page.click("text=Create the account")
    page.wait_for_selector("h1:has-text('Konev')")
    with page.expect_response("**/api/account/settings"):  # a page that is left too soon says nothing more
        page.check("[data-testid=mail]")
    page.reload()
    page.wait_for_selector("[data-testid=mail]:checked")
