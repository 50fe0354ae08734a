"""Get what the tests need besides Python packages: a browser, and a database server.

What is there is taken. Otherwise Debian's packages are installed where that is allowed, or binaries from the npm and
PyPI registries are put into this virtual environment. Where neither works it says so at once, before any test has run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from build_client import find_npm

from stavka.art.png import BROWSERS

HERE = Path(sys.prefix)
"""The virtual environment: what comes from a registry goes there and nowhere else."""

BROWSER_FROM_NPM = "@sparticuz/chromium@153"
DATABASE_FROM_PYPI = "pgserver>=0.1.4"

UNPACK = """
const fs = require("fs"), zlib = require("zlib");
for (const name of ["chromium", "al2023.tar", "fonts.tar"])
  fs.writeFileSync(name, zlib.brotliDecompressSync(fs.readFileSync(`node_modules/@sparticuz/chromium/bin/${name}.br`)));
"""

LAUNCHER = """#!/bin/sh
# Chromium from the npm registry, with the libraries and fonts that came with it.
here={folder}
export LD_LIBRARY_PATH="$here/lib${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}" FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
"""


class Unavailable(Exception):
    """A way of getting something that is closed here, and why."""


@dataclass(frozen=True)
class Need:
    """Something the tests need, and the ways to it."""

    name: str
    package: str
    """Debian's package."""
    find: Callable[[], Path | None]
    fetch: Callable[[], None]
    """Gets it from a registry."""


# -- the browser ---------------------------------------------------------------------------------------------------


def find_browser() -> Path | None:
    """A Chromium: the one in STAVKA_CHROMIUM, one on the path, or one fetched before."""
    named = os.environ.get("STAVKA_CHROMIUM")
    if named:
        return Path(named)
    found = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    fetched = HERE / "bin" / "chromium"
    return Path(found) if found else fetched if fetched.exists() else None


def fetch_browser() -> None:
    """Chromium from the npm registry: one binary with the libraries it needs."""
    folder = HERE / "chromium"
    folder.mkdir(exist_ok=True)
    npm, environment = find_npm()
    quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
    run([npm, "install", *quiet, "--prefix", str(folder), BROWSER_FROM_NPM], environment)
    run(["node", "-e", UNPACK], environment, folder)
    for archive in ("al2023.tar", "fonts.tar"):
        shutil.unpack_archive(folder / archive, folder, filter="data")
        (folder / archive).unlink()
    shutil.rmtree(folder / "node_modules")
    (folder / "chromium").chmod(0o755)
    launcher = HERE / "bin" / "chromium"
    launcher.write_text(LAUNCHER.format(folder=folder))
    launcher.chmod(0o755)


# -- the database --------------------------------------------------------------------------------------------------


def find_database() -> Path | None:
    """The folder with PostgreSQL's own programs: Debian's, one on the path, or one fetched before."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -float(path.parent.name))
    on_path = shutil.which("initdb")
    fetched = HERE / "postgres" / "bin"
    for folder in (*debian, *([Path(on_path).parent] if on_path else []), fetched):
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    return None


def fetch_database() -> None:
    """PostgreSQL from PyPI: a wheel that brings the server's programs."""
    run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(HERE / "pgserver"),
         DATABASE_FROM_PYPI])
    (HERE / "postgres").symlink_to(HERE / "pgserver" / "pgserver" / "pginstall")


NEEDS = (
    Need("a browser (Chromium)", "chromium-headless-shell", find_browser, fetch_browser),
    Need("a database server (PostgreSQL)", "postgresql", find_database, fetch_database),
)


# -- the ways ------------------------------------------------------------------------------------------------------


def run(command: list[str], environment: dict[str, str] | None = None, folder: Path | None = None) -> None:
    """Run a command; if it fails, this way is closed."""
    try:
        done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Unavailable(f"{command[0]}: {error.strerror}") from None
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no reason given"]
        raise Unavailable(f"{command[0]} failed: {last[0]}")


def from_debian(needs: list[Need]) -> None:
    """Install Debian's packages, as root or where sudo asks for no password."""
    if shutil.which("apt-get") is None:
        raise Unavailable("this is no Debian system")
    before = [] if os.geteuid() == 0 else ["sudo", "-n"]
    try:
        run([*before, "true"])
    except Unavailable:
        raise Unavailable("no leave to install Debian's packages") from None
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run([*before, "apt-get", "update", "-qq"], environment)
    run([*before, "apt-get", "install", "-qq", "-y", "--no-install-recommends", *(need.package for need in needs)],
        environment)


def main() -> int:
    """Get what is missing, and say how."""
    missing = [need for need in NEEDS if need.find() is None]
    if not missing:
        return 0
    print(f"the tests need {' and '.join(need.name for need in missing)}: installing ...", flush=True)
    try:
        from_debian(missing)
    except Unavailable as cause:
        print(f"not from Debian's packages ({cause}); from the package registries into {HERE.name}/ ...", flush=True)
    for need in missing:
        try:
            if need.find() is None:
                need.fetch()
        except Unavailable as cause:
            print(f"the tests cannot run: they need {need.name}, and none can be had ({cause}). "
                  f"Install it (Debian: apt-get install {need.package}) and try again.", file=sys.stderr)
            return 1
    print("the tests have all they need: " + ", ".join(str(need.find()) for need in NEEDS), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
