"""Servers to test against: real ones, in processes of their own, on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from get_ready import find_database

from .player import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite, local, shared by the tests of a module."""
    server = Server(tmp_path_factory.mktemp("stavka"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where nobody is the local user."""
    server = Server(tmp_path_factory.mktemp("stavka"), None, "--proxied")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL: the one named by STAVKA_TEST_POSTGRES, else one started just for this."""
    given = os.environ.get("STAVKA_TEST_POSTGRES")
    if given:
        yield given
        return
    binaries = find_database()
    if binaries is None:
        pytest.fail("no PostgreSQL is installed, nor is STAVKA_TEST_POSTGRES set: run `make ready`")
    folder = Path(tempfile.mkdtemp(prefix="stavka-pg-"))
    cluster = _Cluster(binaries, folder)
    try:
        yield cluster.start()
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


class _Cluster:
    """A private PostgreSQL in a temporary folder. It refuses to run as root, so root hands it to another user."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        self.binaries = binaries
        self.folder = folder
        self.as_user: list[str] = []
        if os.geteuid() == 0:
            user = "postgres" if _exists("postgres") else "nobody"
            self.as_user = ["setpriv", f"--reuid={user}", "--regid", _group(user), "--clear-groups"]
            shutil.chown(folder, user)

    def start(self) -> str:
        data = self.folder / "data"
        self._run("initdb", "-D", data, "-U", "stavka", "-A", "trust", "-E", "UTF8", "--no-sync")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={self.folder}"
        self._run("pg_ctl", "-D", data, "-l", self.folder / "log", "-w", "-o", options, "start")
        return f"postgresql://stavka@127.0.0.1:{port}/postgres"

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop", check=False)

    def _run(self, program: str, *arguments: str | Path, check: bool = True) -> None:
        command = [*self.as_user, str(self.binaries / program), *map(str, arguments)]
        done = subprocess.run(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              check=False)
        assert not check or done.returncode == 0, f"{' '.join(command)}: {done.stderr}"


def _exists(user: str) -> bool:
    return subprocess.run(["id", user], capture_output=True, check=False).returncode == 0


def _group(user: str) -> str:
    return subprocess.run(["id", "-g", user], capture_output=True, text=True, check=True).stdout.strip()
