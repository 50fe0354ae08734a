"""A contest as one HTML file with plots: nothing to load from anywhere, and fit to be printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from stavka.game import Game
from stavka.kit.words import Message
from stavka.text import Speech

from .plots import COLOURS, Bar, Series, histogram, share_bars
from .stats import Tally, fingerprint, mean, quantile

STYLE = """
:root{color-scheme:light}
body{font:15px/1.5 system-ui,"Segoe UI",sans-serif;max-width:58rem;margin:2rem auto;padding:0 1.2rem;color:#2b2925;
background:#fff}
h1{font:600 1.9rem/1.2 Georgia,"Times New Roman",serif;margin:0}
h2{font:600 1.25rem/1.3 Georgia,"Times New Roman",serif;margin:2.2rem 0 .4rem;padding-top:.7rem;
border-top:2px solid #2b2925}
.lead{color:#5c574d;margin:.2rem 0 1rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:1rem 0;font-size:.9rem}
dt{color:#5c574d}dd{margin:0;overflow-wrap:anywhere}
code{font:13px/1.45 ui-monospace,Consolas,monospace}
table{border-collapse:collapse;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}
td,th{padding:.3rem .55rem;border-bottom:1px solid #d9d4c7;text-align:right;vertical-align:top}
th{font-weight:600;border-bottom:1.5px solid #2b2925}
td.name,th.name{text-align:left}
.scroll{overflow-x:auto}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:.6rem 1.4rem}
figure{margin:.4rem 0;break-inside:avoid}
figcaption{font-size:.88rem;font-weight:600}
svg{width:100%;height:auto;display:block}
svg text{font:11.5px system-ui,"Segoe UI",sans-serif;fill:#3d3a34}
svg .tick{font-size:10.5px;fill:#5c574d}svg .axis{font-size:11px}svg .group{font-weight:600}
.legend{font-weight:400;white-space:nowrap;margin-left:.9em}
.key{display:inline-block;width:.75em;height:.75em;margin-right:.3em}
.warning{border-left:4px solid #a8322a;padding:.3rem .8rem;background:#faf3f1}
section{break-inside:avoid}
@page{margin:15mm}
@media print{body{margin:0;max-width:none;padding:0;font-size:10.5pt}rect,.key{print-color-adjust:exact;
-webkit-print-color-adjust:exact}.scroll{overflow:visible}.plots{grid-template-columns:1fr 1fr}
table{font-size:7.5pt}td,th{padding:.2rem .3rem}code{font-size:8.5pt}figcaption{font-size:9pt}}
"""


def page(game: Game[Any], command: str, tallies: Sequence[Tally]) -> str:
    """The whole report."""
    title = f"{game.title['en']}: {sum(one.games for one in tallies)} games"
    parts = [
        f"<h1>{escape(game.title['en'])}</h1>", f'<p class="lead">{escape(_lead(tallies))}</p>',
        _facts(game, command, tallies), _cut_warning(tallies),
        _plot("Games won, with 95 % intervals (Wilson)", _rates(game, tallies)), _table(game, tallies),
        *(_section(game, one) for one in tallies),
    ]
    return (f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
            f"<style>{STYLE}</style></head><body><main>{''.join(parts)}</main></body></html>\n")


def _lead(tallies: Sequence[Tally]) -> str:
    games, scenarios = sum(one.games for one in tallies), len({one.scenario for one in tallies})
    return (f"{games} game{'s' * (games != 1)} between computer players, {scenarios} scenario{'s' * (scenarios != 1)}, "
            "every scenario and seating with the same seeds")


def _facts(game: Game[Any], command: str, tallies: Sequence[Tally]) -> str:
    """What somebody needs who wants to play the same games again."""
    scores = [score for one in tallies for score in one.scores]
    seeds = sorted({score.seed for score in scores})
    facts = {
        "command": f"<code>{escape(command)}</code>",
        "seeds": f"{seeds[0]} to {seeds[-1]}" if seeds else "none",
        "data": f"<code>{escape(game.data_digest)}</code>",
        "results": f"<code>{fingerprint(scores)}</code>, the same for the same command and data anywhere",
        "thinking": f"{sum(score.simulations for score in scores):,} simulations, "
                    f"{sum(score.cuts for score in scores)} thoughts cut short by the clock",
    }
    return "<dl>" + "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts.items()) + "</dl>"


def _cut_warning(tallies: Sequence[Tally]) -> str:
    words = cut_text(tallies)
    return f'<p class="warning">{escape(words)}</p>' if words else ""


def cut_text(tallies: Sequence[Tally], language: str = "en") -> str:
    """A word about thoughts that were cut short, if any were."""
    cuts, games = sum(one.cuts for one in tallies), sum(score.cuts > 0 for one in tallies for score in one.scores)
    if not cuts:
        return ""
    speech = Speech(language)
    return speech("lab.cut", thoughts=speech.count("lab.thoughts", cuts), games=speech.count("lab.games", games))


def win_text(one: Tally, seat: str) -> str:
    """A win rate with its interval, as text."""
    rate, low, high = one.rate(seat)
    return f"{seat} {100 * rate:.0f} % ({100 * low:.0f}-{100 * high:.0f})"


def spread_text(values: Sequence[int]) -> str:
    """How numbers are spread: three quantiles."""
    return "/".join(str(quantile(values, share)) for share in (0.1, 0.5, 0.9))


def _name(game: Game[Any], kind: str, key: str) -> str:
    """A seat or side as people call it."""
    message = Message(f"{kind}.{key}")
    return game.say(message) if message.key in game.words.templates["en"] else key


def _scenario(game: Game[Any], one: Tally) -> str:
    known = game.scenarios.get(one.scenario)
    return one.scenario if known is None else known.name["en"]


def _seating(game: Game[Any], one: Tally) -> str:
    return ", ".join(f"{_name(game, 'seat', seat)}: {level}" for seat, level in one.players.items())


def _colours(names: Sequence[str]) -> dict[str, str]:
    return {name: COLOURS[n % len(COLOURS)] for n, name in enumerate(names)}


def _plot(caption: str, svg: str, keys: Mapping[str, str] | None = None) -> str:
    legend = " ".join(f'<span class="legend"><span class="key" style="background:{colour}"></span>{escape(name)}</span>'
                      for name, colour in (keys or {}).items())
    return f"<figure><figcaption>{escape(caption)} {legend}</figcaption>{svg}</figure>"


def _rates(game: Game[Any], tallies: Sequence[Tally]) -> str:
    """Win rates of all seatings in one plot."""
    groups: dict[str, list[Bar]] = {}
    colours = _colours(game.seats)
    for one in tallies:
        bars = groups.setdefault(f"{_scenario(game, one)}, {one.games} games", [])
        bars += [Bar(f"{_name(game, 'seat', seat)} ({level})", *one.rate(seat), colours[seat])
                 for seat, level in one.players.items()]
    return share_bars(groups, "Games won")


def _table(game: Game[Any], tallies: Sequence[Tally]) -> str:
    head = ('<tr><th class="name">scenario</th><th class="name">players</th><th>games</th><th>won (95 %)</th>'
            "<th>victory points<br>10/50/90 %</th><th>losses<br>(mean)</th><th>turns</th><th>choices</th>"
            "<th>cuts</th></tr>")
    rows = "".join(
        f'<tr><td class="name">{escape(_scenario(game, one))}</td><td class="name">{_lines(one.players.values())}</td>'
        f"<td>{one.games}</td><td>{_lines(win_text(one, seat) for seat in one.players)}</td>"
        f"<td>{_lines(f'{seat} {spread_text(points)}' for seat, points in one.points.items())}</td>"
        f"<td>{_lines(f'{side} {lost:.1f}' for side, lost in one.losses.items())}</td>"
        f"<td>{one.turns:.1f}</td><td>{one.choices:.0f}</td><td>{one.cuts}</td></tr>" for one in tallies)
    return f'<div class="scroll"><table>{head}{rows}</table></div>'


def _lines(items: Any) -> str:
    return "<br>".join(f'<span style="white-space:nowrap">{escape(str(item))}</span>' for item in items)


def _section(game: Game[Any], one: Tally) -> str:
    """One scenario and seating: how points, losses and length are spread, and how games end."""
    plots = "".join((*_points_plots(game, one), _losses_plot(game, one), *_length_plots(one)))
    return (f"<section><h2>{escape(_scenario(game, one))}</h2>"
            f'<p class="lead">{escape(_seating(game, one))}; {one.games} games</p>'
            f'<div class="plots">{plots}</div>{_endings(game, one)}</section>')


def _points_plots(game: Game[Any], one: Tally) -> Iterator[str]:
    """The victory points of every seat that counts any, coloured by who won."""
    colours = _colours(game.seats)
    for scorer, points in one.points.items():
        won = {seat: [value for value, score in zip(points, one.scores, strict=True) if score.winner == seat]
               for seat in one.players}
        series = [Series(f"won by {seat}", values, colours[seat]) for seat, values in won.items() if values]
        marks = [(needed, f"{needed} wins") for needed in one.needed]
        yield _plot(f"Victory points ({_name(game, 'seat', scorer)})", histogram(
            series, "victory points at the end", marks, stacked=True),
            {f"won by {_name(game, 'seat', seat)}": colours[seat] for seat, values in won.items() if values})


def _losses_plot(game: Game[Any], one: Tally) -> str:
    colours = _colours(game.sides)
    series = [Series(side, lost, colours[side]) for side, lost in one.lost.items()]
    return _plot("Losses", histogram(series, "losses in a game"), {
        f"{_name(game, 'side', side)}, mean {mean(lost):.1f}": colours[side] for side, lost in one.lost.items()})


def _length_plots(one: Tally) -> Iterator[str]:
    for axis, values in (("turns", [score.turns for score in one.scores]),
                         ("choices", [score.choices for score in one.scores])):
        yield _plot(f"Length in {axis}, mean {mean(values):.1f}" if axis == "turns" else
                    f"Length in {axis}, mean {mean(values):.0f}",
                    histogram([Series(axis, values, "#6b6657")], f"{axis} in a game"))


def _endings(game: Game[Any], one: Tally) -> str:
    """How games end: who won, by which rule."""
    rows = []
    for ending, count in sorted(one.endings.items(), key=lambda item: -item[1]):
        seat, _, rule = ending.partition(" ")
        words = f"{rule} {game.rules[rule].title['en']}" if rule in game.rules else rule
        winner = escape(_name(game, "seat", seat))
        rows.append(f'<tr><td class="name">{winner}</td><td class="name">{escape(words)}</td>'
                    f"<td>{count}</td><td>{100 * count / one.games:.0f} %</td></tr>")
    return ('<table><tr><th class="name">won by</th><th class="name">under rule</th><th>games</th><th></th></tr>'
            f"{''.join(rows)}</table>")
