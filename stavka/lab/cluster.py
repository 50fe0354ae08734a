"""Games on a Dask cluster: more than one machine. Needs the extra ``cluster``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from .contest import Bout, NoCluster, Runner, Score, fight


def on_cluster(address: str) -> Runner:
    """A runner that plays games on the cluster at ``tcp://...``."""
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise NoCluster("--cluster needs Dask: pip install 'stavka[cluster]'", name="distributed") from None

    def run(todo: Sequence[Bout]) -> Iterator[Score]:
        client = dask.Client(address)
        try:
            for done in dask.as_completed(client.map(fight, todo, pure=False)):
                score: Score = done.result()
                yield score
        finally:
            client.close()

    return run
