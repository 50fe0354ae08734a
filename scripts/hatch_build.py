"""The build hook: whatever is built from this project contains the built browser client.

An installation for development does not: there `make` builds the client when it is needed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

import build_client


class ClientHook(BuildHookInterface[Any]):
    """Builds the client before anything is packed."""

    def dependencies(self) -> list[str]:
        """Node, where this machine has none."""
        return [] if build_client.has_node() else [build_client.NODE_FROM_PYPI]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client; in an unpacked source distribution it is built already."""
        if version == "editable" or (build_client.ROOT / "PKG-INFO").exists():
            return
        if build_client.main([]):
            raise RuntimeError("the browser client could not be built")
