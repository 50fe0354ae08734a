"""Files of results, one JSON object a line, that survive being cut off: a later run goes on with what is there."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any


def append(out: Path, data: Any) -> None:
    """Write one line more; after a line that was cut off begin a new one."""
    text = json.dumps(data) + "\n"
    with out.open("ab+") as file:
        if file.tell():
            file.seek(-1, 2)
            text = text if file.read(1) == b"\n" else "\n" + text
        file.write(text.encode())


def read(path: Path) -> Iterator[Any]:
    """What was written; a line that was cut off is left out."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            continue


def rewrite(out: Path, items: Iterable[Any]) -> None:
    """Put other lines into a file, all at once: whoever is interrupted here has the old ones still."""
    beside = out.with_name(f"{out.name}.part")
    beside.write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    os.replace(beside, out)
