"""The rules index in words: one rule, a chapter, or all rules that speak of something."""

from __future__ import annotations

from typing import Any

from stavka.game import Game
from stavka.rules import Rule

from .speech import Speech


def rule_lines(rule: Rule, speech: Speech) -> list[str]:
    """A rule in full."""
    language = speech.language
    lines = [f"{rule.id}  {rule.title[language]}" + (f" {speech('rule.narrative')}" if rule.narrative else ""),
             f"  {rule.text[language]}"]
    if rule.example is not None:
        lines.append("  " + speech("rule.example", text=rule.example[language]))
    if rule.ruling is not None:
        lines.append("  " + speech("rule.ruling", text=rule.ruling[language]))
    return lines


def lookup_lines(game: Game[Any], wanted: str, speech: Speech) -> list[str]:
    """What the rules have on a number or a word; empty if they have nothing."""
    found = game.rules.find(wanted)
    if not found:
        found = game.rules.search(wanted, speech.language)
        if len(found) > 1:
            return [speech("rule.found", n=len(found), text=wanted),
                    *(f"  {rule.id}  {rule.title[speech.language]}" for rule in found)]
    return [line for rule in found for line in rule_lines(rule, speech)]
