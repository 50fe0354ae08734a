"""A contest as one HTML file with plots: nothing to load from anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .stats import Tally

STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}
table{border-collapse:collapse}td,th{padding:.25rem .7rem;border-bottom:1px solid #ddd;text-align:right}
td:first-child,th:first-child{text-align:left}svg{background:#fafafa;border:1px solid #ddd;margin:.5rem 0}
text{font:12px system-ui,sans-serif;fill:#444}"""
COLOURS = ("#b03030", "#4a5a6a", "#2f6f4f", "#8a6d1f")
WIDTH, HEIGHT = 640, 170


def page(title: str, command: str, tallies: Sequence[Tally], needed: int | None) -> str:
    """The whole report."""
    parts = [f"<h1>{escape(title)}</h1>", f"<p><code>{escape(command)}</code></p>", _table(tallies)]
    for one in tallies:
        seats = ", ".join(f"{seat}: {level}" for seat, level in one.players.items())
        parts += [f"<h2>{escape(one.scenario)} ({escape(seats)})</h2>", rates_plot(one), points_plot(one, needed)]
    return (f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
            f"<style>{STYLE}</style></head><body>{''.join(parts)}</body></html>\n")


def _table(tallies: Sequence[Tally]) -> str:
    head = "<tr><th>scenario</th><th>players</th><th>games</th><th>wins (95 %)</th><th>points 10/50/90 %</th>" \
           "<th>steps lost</th><th>turns</th></tr>"
    rows = "".join(
        f"<tr><td>{escape(one.scenario)}</td><td>{escape(', '.join(one.players.values()))}</td><td>{one.games}</td>"
        f"<td>{'<br>'.join(escape(win_text(one, seat)) for seat in one.players)}</td>"
        f"<td>{one.quantile(0.1)} / {one.quantile(0.5)} / {one.quantile(0.9)}</td>"
        f"<td>{', '.join(f'{escape(side)} {lost:.1f}' for side, lost in one.losses.items())}</td>"
        f"<td>{one.turns:.1f}</td></tr>" for one in tallies)
    return f"<table>{head}{rows}</table>"


def win_text(one: Tally, seat: str) -> str:
    """A win rate with its interval, as text."""
    rate, low, high = one.rate(seat)
    return f"{seat} {100 * rate:.0f} % ({100 * low:.0f}-{100 * high:.0f})"


def rates_plot(one: Tally) -> str:
    """Win rates as bars with their intervals."""
    bars = []
    for n, seat in enumerate(one.players):
        rate, low, high = one.rate(seat)
        y, full = 12 + 34 * n, WIDTH - 180
        bars.append(
            f'<text x="8" y="{y + 15}">{escape(seat)} ({escape(one.players[seat])})</text>'
            f'<rect x="170" y="{y}" width="{rate * full:.1f}" height="20" fill="{COLOURS[n % len(COLOURS)]}"/>'
            f'<line x1="{170 + low * full:.1f}" x2="{170 + high * full:.1f}" y1="{y + 10}" y2="{y + 10}" '
            'stroke="#000" stroke-width="2"/>')
    half = 170 + (WIDTH - 180) / 2
    height = 16 + 34 * len(one.players)
    middle = f'<line x1="{half}" x2="{half}" y1="0" y2="{height}" stroke="#999" stroke-dasharray="4"/>'
    return f'<svg width="{WIDTH}" height="{height}" role="img" aria-label="Win rates">{middle}{"".join(bars)}</svg>'


def points_plot(one: Tally, needed: int | None) -> str:
    """How often each number of victory points came up."""
    most = max([*one.points, needed or 0])
    counts = [one.points.count(n) for n in range(most + 1)]
    wide, tall = (WIDTH - 40) / (most + 1), HEIGHT - 40
    bars = "".join(
        f'<rect x="{20 + n * wide:.1f}" y="{10 + tall * (1 - count / max(counts)):.1f}" width="{max(1, wide - 1):.1f}" '
        f'height="{tall * count / max(counts):.1f}" fill="#4a5a6a"><title>{n}: {count}</title></rect>'
        for n, count in enumerate(counts) if count)
    ticks = "".join(f'<text x="{20 + n * wide:.1f}" y="{HEIGHT - 8}">{n}</text>' for n in range(0, most + 1, 5))
    mark = "" if needed is None else (
        f'<line x1="{20 + needed * wide:.1f}" x2="{20 + needed * wide:.1f}" y1="5" y2="{HEIGHT - 25}" '
        'stroke="#b03030" stroke-dasharray="4"/>')
    return (f'<svg width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="Victory points">{bars}{ticks}{mark}</svg>')
