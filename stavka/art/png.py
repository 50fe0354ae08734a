"""Pictures from drawings: a browser without a window does it, so that the library needs no graphics package."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome",
            "chrome")
"""The browsers that can draw, and run the tests, in order of preference: the first has no windows that could be hidden
or left unpainted."""

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
)


class NoBrowser(RuntimeError):
    """No browser was found that could turn SVG into PNG."""


def browser() -> str:
    """The browser that will draw; says what to install when there is none."""
    for name in BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    raise NoBrowser(
        f"making a PNG needs one of {', '.join(BROWSERS)} on the PATH; "
        "install Chromium (Debian and Ubuntu: apt install chromium), or write SVG instead"
    )


def to_png(svg: str, path: str | Path, width: int = 1600, *, timeout: float = 120) -> None:
    """Write a drawing as a PNG ``width`` pixels wide."""
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    if size is None:
        raise ValueError("the drawing has no viewBox, so its proportions are unknown")
    height = round(width * float(size[2]) / float(size[1]))
    program = browser()
    target = Path(path).resolve()
    with tempfile.TemporaryDirectory(prefix="stavka-png-") as folder:
        page = Path(folder) / "map.html"
        sized = re.sub(r'width="[\d.]+" height="[\d.]+"', f'width="{width}" height="{height}"', svg, count=1)
        page.write_text(
            f'<!doctype html><meta charset="utf-8"><style>body{{margin:0}}svg{{display:block}}</style>{sized}',
            encoding="utf-8",
        )
        shot = Path(folder) / "map.png"
        command = [
            program,
            *_FLAGS,
            f"--user-data-dir={folder}/profile",
            f"--window-size={width},{height}",
            f"--screenshot={shot}",
            page.as_uri(),
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
        if not shot.exists():
            raise RuntimeError(f"{program} drew nothing (exit {done.returncode}): {done.stderr.strip()[-500:]}")
        shutil.copyfile(shot, target)
