"""A second reading of The SS Abyss, written from the rulebook, a module for each group of chapters.

Its rules reckoned once more, with sets and dicts of hex numbers: from the rulebook, the rulings in ``rules.toml`` and
the data files, not from the game's code. What has happened is kept from the log alone, where everything lies is read
from the view. Rule numbers are those of ``rules.toml``.
"""
