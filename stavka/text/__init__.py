"""The text table: a whole game in a terminal, for plain screens, screen readers and scripts.

It knows no game. All it tells comes from the common contract: what a seat sees, what it is offered, and the answers
to its questions. The parts, from the bottom:

* :mod:`.console`: streams, line width, paging.
* :mod:`.speech`: the words of the table and of the game in the language of the moment.
* :mod:`.atlas`: directions, distances and drawn excerpts of the map.
* :mod:`.look`: what one seat sees at one moment, in words.
* :mod:`.menu`: the choices of an offer, listed, numbered and recognised.
* :mod:`.answers`: odds, paths, hexes and units as lines of text.
* :mod:`.commands`: what can be typed besides choices.
* :mod:`.storage`: where games are kept.
* :mod:`.arguments`: what the command line itself says.
* :mod:`.table`: the session that holds it together.
"""

from __future__ import annotations

from .console import Console
from .speech import Speech, preferred_language
from .storage import Store
from .table import Table

__all__ = ["Console", "Speech", "Store", "Table", "preferred_language"]
