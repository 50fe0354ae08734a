"""Accounts: names and passwords, links by e-mail, sessions; and how those are told who are not at the table."""

from __future__ import annotations

import asyncio
import base64
import http.cookies
import http.server
import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from ..post import Letters, Service, eventually
from .player import Player, Server, choices
from .test_undo import FIGHT, MOVE


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, letters: Letters, service: Service) -> Iterator[Server]:
    """A server with accounts, mail and push."""
    server = Server(
        tmp_path_factory.mktemp("club"), None, "--accounts",
        STAVKA_SMTP=f"smtp://127.0.0.1:{letters.port}?from=a@b.org", STAVKA_URL="https://club.example/table/",
        STAVKA_PUSH_SERVICES=f"127.0.0.1:{service.server_port} example.org",
        STAVKA_PATIENCE="0.2", STAVKA_LIMITS="20")
    yield server
    server.stop()


class Person:
    """Somebody with a browser that keeps its cookie."""

    def __init__(self, server: Server, name: str = "") -> None:
        self.server = server
        self.cookie = ""
        if name:
            assert self.call("/api/account", {"name": name, "password": "correct horse"})[0] == 200

    def call(self, path: str, body: Any = None, method: str | None = None, *, address: str = "") -> tuple[int, Any]:
        """Ask for something, from an address that the proxy tells."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if address:
            headers["X-Forwarded-For"] = address
        request = urllib.request.Request(f"http://127.0.0.1:{self.server.port}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                given = http.cookies.SimpleCookie(answer.headers.get("Set-Cookie", ""))
                if "stavka" in given:
                    self.cookie = f"stavka={given['stavka'].value}"
                    assert "HttpOnly" in answer.headers["Set-Cookie"]
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def own(self) -> Any:
        return self.call("/api/account")[1]["account"]

    def tokens(self, match: str) -> dict[str, str]:
        seats = self.call(f"/api/matches/{match}")[1]["seats"]
        return {seat: held["token"] for seat, held in seats.items() if "token" in held}


def test_whoever_changes_his_address_has_no_more_credit(tmp_path: Path) -> None:
    """All that is counted for an address is counted for the account as well, and a stranger there is not stopped."""
    server = Server(tmp_path, None, "--accounts", "--proxied", STAVKA_LIMITS="0.1")
    try:
        busy, other = Person(server), Person(server)
        for person, name in ((busy, "Busy"), (other, "Other")):
            assert person.call("/api/account", {"name": name, "password": "correct horse"}, address=name)[0] == 200
        match = busy.call("/api/matches", {"game": "dagc", "seats": {"soviet": "me"}})[1]["match"]
        asked = [busy.call(f"/api/matches/{match}/history", address=f"198.51.100.{n}")[0] for n in range(45)]
        assert 429 in asked and asked[0] != 429
        maps = [server.request("/api/games/dagc/map.svg", None, {
            "Cookie": busy.cookie, "X-Forwarded-For": f"198.51.100.{n}"})[0] for n in range(12)]
        assert maps.count(200) == 6 and maps.count(429) == 6
        assert other.call(f"/api/matches/{match}/log", address="198.51.100.1")[0] != 429
    finally:
        server.stop()


def test_a_name_and_a_password(club: Server) -> None:
    zhukov = Person(club, "Zhukov")
    assert zhukov.own()["name"] == "Zhukov"
    stranger = Person(club)
    for name, password, status in (("ZHUKOV", "another one", 409), ("x", "long enough", 400), ("Konev", "short", 400),
                                   ("a/b", "long enough", 400), ("K" * 31, "long enough", 400)):
        assert stranger.call("/api/account", {"name": name, "password": password})[0] == status, name
    for name, password in (("Zhukov", "wrong one"), ("Nobody", "correct horse")):
        assert stranger.call("/api/session", {"name": name, "password": password})[0] == 403
    assert stranger.own() is None
    assert stranger.call("/api/session", {"name": "zhukov", "password": "correct horse"})[0] == 200
    cookie = stranger.cookie
    assert stranger.call("/api/session", method="DELETE")[0] == 200
    stranger.cookie = cookie
    assert stranger.own() is None, "a session that was ended opens nothing"
    assert zhukov.own() is not None
    for old, status in (("wrong one", 403), ("correct horse", 200)):
        assert zhukov.call("/api/account/password", {"old": old, "new": "battery staple"})[0] == status
    assert stranger.call("/api/session", {"name": "Zhukov", "password": "correct horse"})[0] == 403
    files = b"".join(path.read_bytes() for path in club.home.glob("matches.db*"))
    assert b"battery staple" not in files and zhukov.cookie.removeprefix("stavka=").encode() not in files


def code_in(letter: str, before: str = "") -> str:
    """The code at the end of the link in a letter."""
    link = re.search(re.escape(before) + r"code/(\S+)", letter)
    assert link is not None
    return link[1]


def test_a_link_by_mail_makes_an_account_and_signs_in(club: Server, letters: Letters) -> None:
    rokossovsky = Person(club)
    assert rokossovsky.call("/api/session/mail", {"email": "r@front.example", "lang": "es"})[0] == 200
    subject, body = eventually(lambda: letters.to("r@front.example"))[0]
    assert subject == "Tu enlace a Stavka"
    code = code_in(body, "https://club.example/table/#/")
    assert rokossovsky.call("/api/session/code", {"code": code})[1] == {"new": True, "email": "r@front.example"}
    assert rokossovsky.call("/api/session/code", {"code": code, "name": "Rokossovsky"})[0] == 200
    assert rokossovsky.own()["email"] == "r@front.example"
    assert Person(club).call("/api/session/code", {"code": code})[0] == 403  # it was good once
    again = Person(club)
    again.call("/api/session/mail", {"email": "R@front.example"})
    body = eventually(lambda: letters.to("R@front.example"))[0][1]
    assert again.call("/api/session/code", {"code": code_in(body)})[0] == 200
    assert again.own()["name"] == "Rokossovsky"
    assert Person(club).call("/api/session/mail", {"email": "a@b.org\nBcc: x@y.org"})[0] == 400


def test_seats_belong_to_accounts(club: Server) -> None:
    host, guest, other = Person(club, "Bagramyan"), Person(club, "Lindemann"), Person(club, "Heinrici")
    assert Person(club).call("/api/matches", {"game": "dagc"})[0] == 401
    begun = host.call("/api/matches", {"game": "dagc", "seats": {"soviet": "me"}, "to": {"german": "lindemann"}})[1]
    match, code = begun["match"], begun["invitations"]["german"]["code"]
    assert other.call("/api/matches")[1] == []
    invited = guest.call("/api/matches")[1]
    assert [(entry["match"], entry["waits"], entry["invited"]["code"]) for entry in invited] == [
        (match, ["invited"], code)]
    assert Person(club).call(f"/api/matches/{match}/claim", {"code": code})[0] == 401
    assert other.call(f"/api/matches/{match}/claim", {"code": code})[0] == 403  # it is for Lindemann
    assert guest.call(f"/api/matches/{match}/claim", {"code": code})[0] == 201
    assert set(host.tokens(match)) == {"soviet"} and set(guest.tokens(match)) == {"german"}
    assert [entry["match"] for entry in guest.call("/api/matches")[1]] == [match]
    assert guest.call(f"/api/matches/{match}", {}, "DELETE")[0] == 200
    assert guest.call("/api/matches")[1] == [], "it is out of his list"
    assert [entry["match"] for entry in host.call("/api/matches")[1]] == [match], "but it is there"
    assert other.call(f"/api/matches/{match}")[0] == 403


def test_an_account_is_closed_for_good(club: Server) -> None:
    leaving, staying = Person(club, "Vlasov"), Person(club, "Meretskov")
    match = leaving.call("/api/matches", {"game": "dagc", "seats": {"soviet": "me"}})[1]
    code = match["invitations"]["german"]["code"]
    assert staying.call(f"/api/matches/{match['match']}/claim", {"code": code})[0] == 201
    for name, password, status in (("Meretskov", "correct horse", 400), ("Vlasov", "wrong one", 403)):
        assert leaving.call("/api/account/close", {"name": name, "password": password})[0] == status
        assert leaving.own() is not None
    cookie = leaving.cookie
    assert leaving.call("/api/account/close", {"name": "vlasov", "password": "correct horse"})[0] == 200
    leaving.cookie = cookie
    assert leaving.own() is None
    assert leaving.call("/api/session", {"name": "Vlasov", "password": "correct horse"})[0] == 403
    assert staying.call("/api/players/Vlasov")[0] == 404
    seats = staying.call(f"/api/matches/{match['match']}")[1]["seats"]
    assert "token" in seats["german"] and not seats["soviet"].get("holder"), "the game stays, with a free seat"
    assert Person(club, "Vlasov").own()["name"] == "Vlasov", "the name is free again"


def test_a_passkey_is_taken_away_only_by_its_owner(club: Server) -> None:
    golikov = Person(club, "Golikov")
    assert golikov.call("/api/passkeys/remove", {"id": "nobody's"})[0] == 404


def test_a_turn_is_told_once_by_mail_and_push_as_the_player_chose(
        club: Server, letters: Letters, service: Service) -> None:
    host, guest = Person(club, "Vasilevsky"), Person(club, "Reinhardt")
    guest.call("/api/session/mail", {"email": "reinhardt@heer.example"})
    confirm = eventually(lambda: letters.to("reinhardt@heer.example"))[0]
    assert confirm[0].startswith("Confirm")
    guest.call("/api/session/code", {"code": code_in(confirm[1])})
    for endpoint in ("https://evil.example.com/x", "http://127.0.0.1:1/x", "http://example.org/x", "file:///etc/passwd"):
        assert guest.call("/api/pushes", {**service.subscription, "endpoint": endpoint})[0] == 400, endpoint
    assert guest.call("/api/pushes", service.subscription)[0] == 200
    assert guest.call("/api/account/settings", {"mail": True, "push": True, "lang": "es"})[0] == 200
    begun = host.call("/api/matches", {
        "game": "dagc", "seats": {"soviet": "me"}, "situation": {**MOVE, "step": "soviet.combat_after"},
        "name": "Der Kessel"})[1]
    match = begun["match"]
    guest.call(f"/api/matches/{match}/claim", {"code": begun["invitations"]["german"]["code"]})
    before = len(letters.to("reinhardt@heer.example"))

    async def soviet_ends_his_turn() -> None:
        async with Player(club.port, match, host.tokens(match)["soviet"]) as soviet:
            while soviet.view.get("to_move") == "soviet":
                await soviet.make("do:end_phase")

    asyncio.run(soviet_ends_his_turn())
    told, headers = eventually(lambda: service.got)[0]
    assert told["body"] == "Te toca: Der Kessel" and told["link"] == f"#/match/{match}"
    check_signature(headers["Authorization"], f"http://127.0.0.1:{service.server_port}")
    letter = eventually(lambda: letters.to("reinhardt@heer.example")[before:])[0]
    assert letter[0] == "Te toca: Der Kessel" and f"https://club.example/table/#/match/{match}" in letter[1]

    async def german_plays_a_little() -> None:
        async with Player(club.port, match, guest.tokens(match)["german"]) as german:
            await german.make(choices(german.view)[0])

    asyncio.run(german_plays_a_little())
    time.sleep(1.6)  # he has gone again, and it is still the same turn
    assert len(service.got) == 1 and len(letters.to("reinhardt@heer.example")) == before + 1

    service.status = 410
    asyncio.run(resign(club, match, host))
    eventually(lambda: len(service.got) == 2)
    assert service.got[1][0]["body"] == "La partida ha terminado: Der Kessel"
    eventually(lambda: len(letters.to("reinhardt@heer.example")) == before + 2)


async def resign(club: Server, match: str, person: Person) -> None:
    async with Player(club.port, match, next(iter(person.tokens(match).values()))) as player:
        assert (await player.do("resign")).get("ok")


def check_signature(header: str, audience: str) -> None:
    """RFC 8292: the message is signed by the key that the header names, for this push service."""
    signed = re.fullmatch(r"vapid t=([^,]+), k=(\S+)", header)
    assert signed is not None
    token, key = signed.groups()
    head, claims, signature = token.split(".")
    assert json.loads(decoded(claims))["aud"] == audience
    raw = decoded(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    public.verify(encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")),
                  f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_who_is_asked_while_away_is_told(club: Server, letters: Letters) -> None:
    host, guest = Person(club, "Chernyakhovsky"), Person(club)
    guest.call("/api/session/mail", {"email": "weiss@heer.example"})
    code = code_in(eventually(lambda: letters.to("weiss@heer.example"))[0][1])
    guest.call("/api/session/code", {"code": code, "name": "Weiss"})
    guest.call("/api/account/settings", {"mail": True})
    begun = host.call("/api/matches", {"game": "dagc", "seats": {"soviet": "me"}, "situation": FIGHT})[1]
    match = begun["match"]
    guest.call(f"/api/matches/{match}/claim", {"code": begun["invitations"]["german"]["code"]})

    async def ask() -> None:
        async with Player(club.port, match, host.tokens(match)["soviet"]) as soviet:
            await soviet.make("hex:3602", "unit:S-39", "do:roll")
            for _ in range(3):  # who asks again and again is heard once
                await soviet.do("undo", n=soviet.n)
                await soviet.do("withdraw", what="undo")

    asyncio.run(ask())
    subjects = eventually(lambda: [subject for subject, _ in letters.to("weiss@heer.example") if "answer" in subject])
    time.sleep(0.3)
    assert len(subjects) == 1


def test_a_table_without_accounts_asks_nothing(server: Server) -> None:
    assert server.json("/api/account") == {"accounts": False, "account": None}
    assert server.request("/api/session", {"name": "x", "password": "y"})[0] in (404, 405)


def test_a_players_page_has_results_by_side_and_a_rating_for_those_who_want_one(club: Server) -> None:
    winner, loser = Person(club, "Katukov"), Person(club, "Hausser")
    for person in (winner, loser):
        person.call("/api/account/settings", {"rated": True})
    begun = winner.call("/api/matches", {"game": "dagc", "seats": {"soviet": "me"}})[1]
    loser.call(f"/api/matches/{begun['match']}/claim", {"code": begun["invitations"]["german"]["code"]})
    asyncio.run(resign(club, begun["match"], loser))
    page = Person(club).call("/api/players/katukov")[1]
    assert page["sides"] == [{"game": "dagc", "seat": "soviet", "won": 1, "drawn": 0, "lost": 0}]
    assert page["rating"]["games"] == 1 and page["rating"]["value"] > 1500
    assert page["games"][0]["opponent"] == "Hausser" and page["games"][0]["score"] == 1
    assert Person(club).call("/api/players/hausser")[1]["rating"]["value"] < 1500
    loser.call("/api/account/settings", {"rated": False})
    assert Person(club).call("/api/players/hausser")[1]["rating"] is None
    assert Person(club).call("/api/players/nobody")[0] == 404
