/** Ways through a match that has been played: by choice, by phase, by turn; and its log in chapters. */

import type { GameEvent, HistoryEntry, LogEntry } from './types';

export type By = 'choice' | 'phase' | 'turn';

/** The points a replay stops at: the beginning, and every choice that stands. */
export function stops(history: readonly HistoryEntry[]): HistoryEntry[] {
  return history.filter(({ undo, undone }) => !undo && !undone);
}

/** The point to go to, one choice, phase or turn on from `n`; the first or the last if there is none. */
export function goTo(n: number, by: By, forwards: boolean, history: readonly HistoryEntry[]): number {
  const all = stops(history);
  const points = all.filter((point, i) => {
    const before = all[i - 1];
    if (by === 'choice' || !before || i === all.length - 1) return true;
    return by === 'phase' ? point.phase !== before.phase || point.turn !== before.turn : point.turn !== before.turn;
  });
  const found = forwards ? points.find((point) => point.n > n) : points.findLast((point) => point.n < n);
  return (found ?? (forwards ? all.at(-1) : all[0]))?.n ?? 0;
}

/** The log after so many choices were taken back: what had rolled dice stays, marked. */
export function takeBack(log: readonly LogEntry[], count: number): LogEntry[] {
  let left = count;
  return log
    .toReversed()
    .flatMap((entry) => {
      if (entry.undone || left === 0) return [entry];
      left -= 1;
      return entry.events.some((event) => diceOf(event).length > 0) ? [{ ...entry, undone: true }] : [];
    })
    .toReversed();
}

export interface Happening {
  n: number;
  seat: string | null;
  undone: boolean;
  event: GameEvent;
}

export interface Chapter {
  key: string;
  turn: number | null;
  phase: string | null;
  events: Happening[];
}

/** What belongs together, folded: a roll of dice with all that came of it, and the same thing done many times by one choice. `moves` are kinds that never come of a roll. */
export function battles(events: readonly Happening[], moves: readonly string[]): { head: Happening; rest: Happening[] }[] {
  const all: { head: Happening; rest: Happening[] }[] = [];
  for (const happening of events) {
    const last = all.at(-1);
    const begins = diceOf(happening.event).length > 0 || moves.includes(happening.event.kind);
    if (last && !begins && happening.undone === last.head.undone && (isAgain(last.head, happening) || comesOf(last.head, happening))) last.rest.push(happening);
    else all.push({ head: happening, rest: [] });
  }
  return all;
}

/** Whether the same choice has done the same once more: a set-up places dozens of units at once. */
function isAgain(first: Happening, next: Happening): boolean {
  return first.n === next.n && first.event.kind === next.event.kind;
}

/** Whether an event came of a battle. */
function comesOf(battle: Happening, next: Happening): boolean {
  return diceOf(battle.event).length > 0 && typeof battle.event.result === 'string' && isOutcome(next.event);
}

/** Whether an event tells what became of somebody: it is about a unit. What opens the next attack is about a place. */
function isOutcome(event: GameEvent): boolean {
  return typeof event.unit === 'string' || event.unit === null;
}

/** A text in which a long list of units is shortened: the first two, and how many more. */
export function shortened(text: string, names: readonly string[], more: (count: number) => string): string {
  if (names.length < 4) return text;
  const whole = names.join(', ');
  return text.replace(whole, `${names.slice(0, 2).join(', ')} ${more(names.length - 2)}`);
}

/** The log in chapters, one a phase, with what happened in each. */
export function chapters(log: readonly LogEntry[]): Chapter[] {
  const all: Chapter[] = [];
  const begin = (turn: number | null, phase: string | null): Chapter => {
    const chapter = { key: String(all.length), turn, phase, events: [] };
    all.push(chapter);
    return chapter;
  };
  let current: Chapter | null = null;
  for (const { n, seat, events, undone = false } of log) {
    for (const event of events) {
      if (event.kind === 'phase' && !undone) {
        current = begin(Number(event.turn), String(event.phase));
      } else {
        current ??= begin(null, null);
        current.events.push({ n, seat, undone, event });
      }
    }
  }
  return all;
}

/** The dice an event shows, whichever way it says them. */
export function diceOf(event: GameEvent): number[] {
  const dice = event.dice ?? event.die;
  if (dice === undefined || dice === null) return [];
  return Array.isArray(dice) ? dice : [dice];
}

/** What happened to one unit, newest last. */
export function historyOf(unit: string, log: readonly LogEntry[]): { n: number; event: GameEvent }[] {
  return log.flatMap(({ n, events }) =>
    events
      .filter((event) => event.unit === unit || (Array.isArray(event.units) && event.units.includes(unit)))
      .map((event) => ({ n, event })),
  );
}
