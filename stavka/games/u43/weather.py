"""Chapter 25: the weather; 3.A its phase."""

from __future__ import annotations

from .components import CLEAR, WEATHER
from .position import Ukraine


def roll_weather(p: Ukraine, first_turn: int) -> None:
    """3.A, 25.1 Clear up to turn 6 and on the first turn of a scenario (31.4, 33.3, 34.3); a die from then on."""
    if p.turn <= p.layout.clear_until or p.turn == first_turn:
        p.weather = CLEAR
        rule = "3.A" if p.turn <= p.layout.clear_until else "34.3" if p.is_october else "33.3"
        p.emit("weather", rule, weather="weather.clear")
        return
    die = p.roll()
    p.weather = next(dice[die] for first, last, dice in p.layout.weather_dice if first <= p.turn <= last)
    p.emit("weather_rolled", "25.1", die=die, weather=f"weather.{WEATHER[p.weather]}")
