"""A second reading of Ukraine '43, written from the rulebook alone, a module for each group of chapters.

Plain sets and dictionaries of hex numbers and a small function for each rule. What is printed (map, counters, charts)
comes from the game's data files, where a game stands from its view, and what happened before from its events. Movement
points are in halves.
"""
