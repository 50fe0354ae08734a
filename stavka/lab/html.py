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


def page(game: Game[Any], command: str, tallies: Sequence[Tally], language: str = "en") -> str:
    """The whole report, in the language of whoever asks for it."""
    return _Report(game, Speech(language)).page(command, tallies)


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


def _colours(names: Sequence[str]) -> dict[str, str]:
    return {name: COLOURS[n % len(COLOURS)] for n, name in enumerate(names)}


def _plot(caption: str, svg: str, keys: Mapping[str, str] | None = None) -> str:
    legend = " ".join(f'<span class="legend"><span class="key" style="background:{colour}"></span>{escape(name)}</span>'
                      for name, colour in (keys or {}).items())
    return f"<figure><figcaption>{escape(caption)} {legend}</figcaption>{svg}</figure>"


def _lines(items: Any) -> str:
    return "<br>".join(f'<span style="white-space:nowrap">{escape(str(item))}</span>' for item in items)


class _Report:
    """The parts of the report of one game, in one language."""

    def __init__(self, game: Game[Any], speech: Speech) -> None:
        self.game, self.speech = game, speech

    def games(self, number: int) -> str:
        """So many games."""
        return self.speech.count("lab.games", number)

    def seat(self, key: str) -> str:
        """A seat as people call it."""
        return self._name("seat", key)

    def _name(self, kind: str, key: str) -> str:
        message = Message(f"{kind}.{key}")
        return self.speech.tell(self.game, message) if message.key in self.game.words.templates["en"] else key

    def scenario(self, one: Tally) -> str:
        """The name of a scenario."""
        known = self.game.scenarios.get(one.scenario)
        return one.scenario if known is None else known.name[self.speech.language]

    def page(self, command: str, tallies: Sequence[Tally]) -> str:
        """All parts together."""
        title, games = self.game.title[self.speech.language], sum(one.games for one in tallies)
        parts = [
            f"<h1>{escape(title)}</h1>", f'<p class="lead">{escape(self._lead(tallies))}</p>',
            self._facts(command, tallies), self._cut_warning(tallies),
            _plot(self.speech("lab.report.rates"), self._rates(tallies)), self._table(tallies),
            *(self._section(one) for one in tallies),
        ]
        return (f'<!doctype html><html lang="{self.speech.language}"><head><meta charset="utf-8">'
                f'<meta name="viewport" content="width=device-width">'
                f"<title>{escape(title)}: {escape(self.games(games))}</title>"
                f"<style>{STYLE}</style></head><body><main>{''.join(parts)}</main></body></html>\n")

    def _lead(self, tallies: Sequence[Tally]) -> str:
        games, scenarios = sum(one.games for one in tallies), len({one.scenario for one in tallies})
        return self.speech("lab.report.lead", games=self.games(games),
                           scenarios=self.speech.count("lab.scenarios", scenarios))

    def _facts(self, command: str, tallies: Sequence[Tally]) -> str:
        """What somebody needs who wants to play the same games again."""
        scores = [score for one in tallies for score in one.scores]
        seeds, say = sorted({score.seed for score in scores}), self.speech
        facts = {
            "command": f"<code>{escape(command)}</code>",
            "seeds": (say("lab.report.seeds_from", first=seeds[0], last=seeds[-1]) if seeds
                      else say("lab.report.no_seeds")),
            "data": f"<code>{escape(self.game.data_digest)}</code>",
            "results": f"<code>{fingerprint(scores)}</code>, {say('lab.report.same_anywhere')}",
            "thinking": say("lab.report.simulations", number=sum(score.simulations for score in scores),
                            cuts=sum(score.cuts for score in scores)),
        }
        lines = [f"<dt>{say(f'lab.report.{name}')}</dt><dd>{value}</dd>" for name, value in facts.items()]
        return f"<dl>{''.join(lines)}</dl>"

    def _cut_warning(self, tallies: Sequence[Tally]) -> str:
        words = cut_text(tallies, self.speech.language)
        return f'<p class="warning">{escape(words)}</p>' if words else ""

    def _rates(self, tallies: Sequence[Tally]) -> str:
        """Win rates of all seatings in one plot."""
        groups: dict[str, list[Bar]] = {}
        colours = _colours(self.game.seats)
        for one in tallies:
            bars = groups.setdefault(f"{self.scenario(one)}, {self.games(one.games)}", [])
            bars += [Bar(f"{self.seat(seat)} ({level})", *one.rate(seat), colours[seat])
                     for seat, level in one.players.items()]
        return share_bars(groups, self.speech("lab.report.won"))

    def _table(self, tallies: Sequence[Tally]) -> str:
        columns = ("scenario", "players", "games", "wins", "points", "losses", "turns", "choices", "cuts")
        names = [escape(self.speech(f"lab.column.{column}")) for column in columns]
        head = "".join([*(f'<th class="name">{name}</th>' for name in names[:2]),
                        *(f"<th>{name}</th>" for name in names[2:])])
        rows = "".join(
            f'<tr><td class="name">{escape(self.scenario(one))}</td>'
            f'<td class="name">{_lines(one.players.values())}</td>'
            f"<td>{one.games}</td><td>{_lines(win_text(one, seat) for seat in one.players)}</td>"
            f"<td>{_lines(f'{seat} {spread_text(points)}' for seat, points in one.points.items())}</td>"
            f"<td>{_lines(f'{side} {lost:.1f}' for side, lost in one.losses.items())}</td>"
            f"<td>{one.turns:.1f}</td><td>{one.choices:.0f}</td><td>{one.cuts}</td></tr>" for one in tallies)
        return f'<div class="scroll"><table><tr>{head}</tr>{rows}</table></div>'

    def _section(self, one: Tally) -> str:
        """One scenario and seating: how points, losses and length are spread, and how games end."""
        seating = ", ".join(f"{self.seat(seat)}: {level}" for seat, level in one.players.items())
        plots = "".join((*self._points_plots(one), self._losses_plot(one), *self._length_plots(one)))
        return (f"<section><h2>{escape(self.scenario(one))}</h2>"
                f'<p class="lead">{escape(seating)}; {self.games(one.games)}</p>'
                f'<div class="plots">{plots}</div>{self._endings(one)}</section>')

    def _points_plots(self, one: Tally) -> Iterator[str]:
        """The victory points of every seat that counts any, coloured by who won."""
        colours = _colours(self.game.seats)
        for scorer, points in one.points.items():
            won = {seat: [value for value, score in zip(points, one.scores, strict=True) if score.winner == seat]
                   for seat in one.players}
            series = [Series(self.speech("lab.report.won_by", seat=self.seat(seat)), values, colours[seat])
                      for seat, values in won.items() if values]
            marks = [(needed, self.speech("lab.report.needed", points=needed)) for needed in one.needed]
            yield _plot(self.speech("lab.report.points", seat=self.seat(scorer)),
                        histogram(series, self.speech("lab.report.points_axis"), marks, stacked=True),
                        {won_by.label: won_by.colour for won_by in series})

    def _losses_plot(self, one: Tally) -> str:
        colours = _colours(self.game.sides)
        series = [Series(self._name("side", side), lost, colours[side]) for side, lost in one.lost.items()]
        return _plot(self.speech("lab.report.losses"), histogram(series, self.speech("lab.report.losses_axis")), {
            self.speech("lab.report.mean_of", side=self._name("side", side), mean=f"{mean(lost):.1f}"): colours[side]
            for side, lost in one.lost.items()})

    def _length_plots(self, one: Tally) -> Iterator[str]:
        for axis, values, digits in (("turns", [score.turns for score in one.scores], 1),
                                     ("choices", [score.choices for score in one.scores], 0)):
            caption = self.speech(f"lab.report.length_{axis}", mean=f"{mean(values):.{digits}f}")
            name = self.speech(f"lab.column.{axis}")
            yield _plot(caption, histogram([Series(name, values, "#6b6657")], self.speech(f"lab.report.{axis}_axis")))

    def _endings(self, one: Tally) -> str:
        """How games end: who won, by which rule."""
        rows = []
        for ending, count in sorted(one.endings.items(), key=lambda item: -item[1]):
            seat, _, rule = ending.partition(" ")
            known = self.game.rules[rule].title[self.speech.language] if rule in self.game.rules else ""
            rows.append(f'<tr><td class="name">{escape(self.seat(seat))}</td>'
                        f'<td class="name">{escape(f"{rule} {known}".strip())}</td>'
                        f"<td>{count}</td><td>{100 * count / one.games:.0f} %</td></tr>")
        winner, rule, games = (self.speech(f"lab.{key}") for key in ("report.winner", "report.rule", "column.games"))
        head = (f'<th class="name">{escape(winner)}</th><th class="name">{escape(rule)}</th><th>{escape(games)}</th>'
                "<th></th>")
        return f"<table><tr>{head}</tr>{''.join(rows)}</table>"
