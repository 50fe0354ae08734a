"""The package as people get it: built, installed into an empty environment, and played in a browser."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .serving import ROOT, Player, Server


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source distribution and the wheel made from it."""
    folder = tmp_path_factory.mktemp("dist")
    done = subprocess.run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return folder


def test_the_source_distribution_and_the_wheel_contain_the_client(built: Path) -> None:
    wheel = zipfile.ZipFile(next(built.glob("*.whl"))).namelist()
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        source = archive.getnames()
    assert "stavka/table/static/index.html" in wheel
    assert any(name.endswith("/stavka/table/static/index.html") for name in source)
    assert any(name.endswith("/scripts/hatch_build.py") for name in source)


def test_a_choice_through_a_browser_from_the_installed_wheel(
        built: Path, tmp_path: Path, make_page: Callable[..., Any]) -> None:
    home = tmp_path / "empty"
    venv.create(home)
    python = home / "bin" / "python"
    done = subprocess.run([sys.executable, "-m", "pip", f"--python={python}", "install", "--quiet",
                           str(next(built.glob("*.whl")))],
                          capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": ""})
    assert done.returncode == 0, done.stderr[-2000:]
    server = Server(tmp_path / "home", installed=python)
    server.start()
    try:
        player = Player(make_page(), server).sit(server.match())
        before = player.prompt
        player.click_at(player.page.locator(".board g[data-hex]").first)
        player.eventually(lambda: player.prompt != before, True)
        player.page.close()  # a page would miss its server
    finally:
        server.kill()
