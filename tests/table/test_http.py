"""What the server answers over HTTP: games, boxes, maps, rules, the client; and whom it answers."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from typing import Any

import pytest

import stavka
from stavka.home import home
from stavka.kit.words import placeholders
from stavka.table import words
from stavka.table.box import CORNERS, make_box
from stavka.table.store import StoreError, choose_store

from .player import Server


def test_the_lobby(server: Server) -> None:
    games = server.json("/api/games")
    assert [game["key"] for game in games] == list(stavka.games())
    for game in games:
        assert game["title"]["en"] and game["scenarios"] and game["seats"] and game["players"]
        assert all(scenario["summary"]["es"] for scenario in game["scenarios"])
    table = server.json("/api/table")
    assert table["local"] is True and table["version"] == stavka.__version__


@pytest.mark.parametrize("key", stavka.games())
def test_the_box_of_every_game_is_complete(key: str) -> None:
    game = stavka.game(key)
    box: Any = json.loads(json.dumps(make_box(game), default=lambda chart: {
        name: getattr(chart, name) for name in chart.__struct_fields__}))
    assert set(box["counters"]) == set(game.counters.ids)
    assert set(box["geometry"]["hexes"]) == set(game.board.grid.index) == set(box["terrain"]) == set(box["neighbours"])
    assert len(box["geometry"]["corners"]) == 6
    assert set(box["buttons"]) == set(game.buttons)
    assert {phase["key"] for phase in box["phases"]} == {phase.key for phase in game.sequence}
    assert {place["key"] for place in box["boxes"]} == set(game.board.boxes)
    for counter in box["counters"].values():
        assert 1 <= len(counter["faces"]) <= 2 and counter["group"] in box["groups"]
        assert all(corner in CORNERS for face in counter["faces"] for corner in face)
        assert set(counter["reconstructed"]) <= set(counter["sources"])
    for chart in box["charts"]:
        assert chart["rows"] and all(len(row) == len(chart["columns"]) for row in chart["rows"])
        assert all(-1 <= row < len(chart["rows"]) and 0 <= column < len(chart["columns"])
                   for row, column in chart["reconstructed"])
    for hex, around in box["neighbours"].items():
        assert len(around) == 6
        assert all(box["neighbours"][other][(i + 3) % 6] == hex for i, other in enumerate(around) if other)
    _check_words(box)


def _check_words(value: Any) -> None:
    """Wherever there is English there is Spanish."""
    if isinstance(value, dict):
        assert ("en" in value) == ("es" in value), value
        for item in value.values():
            _check_words(item)
    elif isinstance(value, list):
        for item in value:
            _check_words(item)


def test_charts_mark_what_is_reconstructed(dagc: stavka.Game[Any]) -> None:
    charts = {chart["key"]: chart for chart in make_box(dagc)["charts"]}
    assert {"combat_results", "shifts", "terrain", "turns", "victory"} <= set(charts)
    crt = charts["combat_results"]
    assert (-1, 4) in crt["reconstructed"] and (-1, 1) not in crt["reconstructed"] and (0, 1) in crt["reconstructed"]
    terrain = charts["terrain"]
    row = next(i for i, row in enumerate(terrain["rows"]) if row[0]["en"] == "Swamp")
    assert (row, 1) in terrain["reconstructed"] and (row, 2) not in terrain["reconstructed"]
    assert len(charts["turns"]["rows"]) == 9


def test_the_table_speaks_both_languages() -> None:
    english, spanish = (words._words.templates[language] for language in ("en", "es"))
    assert set(english) == set(spanish)
    for key, template in english.items():
        assert placeholders(template) == placeholders(spanish[key]), key


def test_the_map_is_drawn_and_cached(server: Server) -> None:
    import urllib.request

    address = f"http://127.0.0.1:{server.port}/api/games/dagc/map.svg?layers=ground&theme=dark&lang=es"
    with urllib.request.urlopen(address) as answer:
        tag, body = answer.headers["ETag"], answer.read()
        assert answer.headers["Content-Type"].startswith("image/svg+xml") and b"<svg" in body[:200]
    path = "/api/games/dagc/map.svg?layers=ground&theme=dark&lang=es"
    status, _ = server.request(path, headers={"If-None-Match": tag})
    assert status == 304
    for wrong in ("layers=roads", "theme=pink", "lang=de"):
        status, answer_ = server.request(f"/api/games/dagc/map.svg?{wrong}")
        assert status == 400 and json.loads(answer_)["error"]["reason"]["en"]


def test_rules_are_found_by_number(server: Server) -> None:
    assert [rule["id"] for rule in server.json("/api/games/dagc/rules/6.8")] == ["6.8.a", "6.8.b"]
    assert len(server.json("/api/games/dagc/rules")) == len(stavka.game("dagc").rules)
    assert server.request("/api/games/dagc/rules/99")[0] == 404
    assert server.request("/api/games/chess")[0] == 404


def test_unknown_addresses_and_bad_bodies(server: Server) -> None:
    for path in ("/api/nothing", "/api/matches/none/journal", "/api/matches/none/at/1", "/assets/none.js"):
        status, answer = server.request(path)
        assert status == 404 and json.loads(answer)["error"]["reason"]["es"], path
    for body in (b"", b"{", b"[]", b'{"scenario": "historical"}', b'{"game": 7}', b'{"game": "dagc", "cheat": 1}',
                 b'{"game": "dagc", "options": {"bold_stroke": "yes"}}', b'{"game": "dagc", "options": {"none": true}}',
                 b'{"game": "dagc", "scenario": "none"}', b'{"game": "dagc", "situation": {"turn": "x"}}',
                 b'{"game": "dagc", "situation": {"place": {"S-39": "9999"}}}',
                 b'{"game": "dagc", "situation": {"control": 5}}', b'{"game": "dagc", "situation": {"dice": [7]}}'):
        before = len(server.json("/api/matches"))
        status, answer = server.request("/api/matches", body)
        assert status == 400 and json.loads(answer)["error"]["reason"]["en"], body
        assert len(server.json("/api/matches")) == before
    assert server.request("/../../etc/passwd")[0] in (404, 503, 200)
    assert b"root:" not in server.request("/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd")[1]


def test_pages_of_other_sites_are_not_obeyed(server: Server, public: Server) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Host": "evil.example"}, {"Origin": "null"}):
        status, answer = server.request("/api/matches", headers=headers)
        assert status == 403 and json.loads(answer)["error"]["reason"]["en"]
    assert server.request("/api/matches", headers={"Origin": "http://localhost:5173"})[0] == 200
    assert public.request("/api/table", headers={"Origin": f"http://127.0.0.1:{public.port}"})[0] == 200
    assert public.request("/api/table", headers={"Origin": "http://localhost:1"})[0] == 403
    assert public.json("/api/table")["local"] is False


def test_the_client_or_a_word_on_how_to_build_it(server: Server) -> None:
    status, page = server.request("/")
    assert (status in (200, 503) and b"<html" in page.lower()) or b"make web" in page


def test_a_taken_port_is_said_plainly() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run([sys.executable, "-m", "stavka.table", "--no-browser", "--port", str(port)],
                              capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and "another port" in done.stderr and "Traceback" not in done.stderr


def test_where_matches_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.delenv("STAVKA_HOME", raising=False)
    monkeypatch.delenv("STAVKA_DATABASE_URL", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert home() == tmp_path / "stavka"
    monkeypatch.setenv("STAVKA_HOME", str(tmp_path / "x"))
    assert home() == tmp_path / "x"
    with pytest.raises(StoreError, match="postgresql://"):
        choose_store("mysql://x")
