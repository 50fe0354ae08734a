"""A second reading of Race to the Reichstag, written from the rulebook and the printed facts alone, in chapters.

Nothing here uses the code of the game or the kit: hexes are their numbers, units their ids, all is worked out from sets
and dictionaries in the plainest way. It is slow, and easy to hold against the rulebook. Each group of chapters adds to
what those before it can say of a position; a :class:`.victory.Table` says it all.
"""
