/** What happened in a stretch of a match: who moved where, who fought whom and how it ended, what was lost, what ground changed hands. */

import { diceOf } from './journal';
import type { Box, GameEvent, LogEntry, View } from './types';

export interface Trail {
  n: number;
  unit: string;
  side: string;
  path: string[];
}

export interface Clash {
  n: number;
  side: string;
  from: string[];
  to: string;
  /** The odds as the table has them, where it has. */
  odds: string;
  dice: number[];
  result: string;
  event: GameEvent;
}

export interface Loss {
  n: number;
  unit: string;
  side: string;
  hex: string | null;
  event: GameEvent;
}

export interface Story {
  trails: Trail[];
  clashes: Clash[];
  losses: Loss[];
  /** Hexes that a side holds now and did not hold before. */
  gained: Record<string, string[]>;
}

export function isMove(event: GameEvent): event is GameEvent & { unit: string; path: string[] } {
  return typeof event.unit === 'string' && Array.isArray(event.path) && event.path.length > 1;
}

/** Whether an event is a battle or fire with a result. */
export function isClash(event: GameEvent): event is GameEvent & { hex: string; result: string; units: string[] } {
  return typeof event.result === 'string' && typeof event.hex === 'string' && Array.isArray(event.units);
}

/** What happened in these entries of the log, from the view that was before them to the one after; the moves of a seat itself are no news to it. */
export function tell(box: Box, entries: readonly LogEntry[], before: View, after: View, reader: string | null = null): Story {
  const places = new Map(Object.entries(before.units).map(([unit, { place }]) => [unit, place]));
  const story: Story = { trails: [], clashes: [], losses: [], gained: {} };
  const trodden = new Set<string>();
  for (const { n, seat, events, undone } of entries) {
    if (undone) continue;
    for (const event of events) {
      if (isMove(event)) {
        if (reader !== null && moverOf(box, event, seat) === reader) for (const hex of event.path) trodden.add(hex);
        else story.trails.push({ n, unit: event.unit, side: box.counters[event.unit]?.side ?? '', path: event.path });
        places.set(event.unit, event.path.at(-1) as string);
      } else if (isClash(event)) story.clashes.push(clash(box, n, event, places));
      if (box.losses.includes(event.kind) && typeof event.unit === 'string')
        story.losses.push({ n, unit: event.unit, side: box.counters[event.unit]?.side ?? '', hex: places.get(event.unit) ?? null, event });
    }
  }
  story.gained = gained(before, after, (side, hex) => trodden.has(hex) && isRunBy(box, side, reader));
  return story;
}

/** Whose move it is: of whoever runs the unit, if it goes of its own accord (an enemy may only have let it go on), else of who made the choice. */
function moverOf(box: Box, event: GameEvent & { unit: string }, chooser: string | null): string | null {
  if (!box.moves.includes(event.kind)) return chooser;
  const side = box.counters[event.unit]?.side;
  return box.sides.find(({ key }) => key === side)?.seat ?? chooser;
}

function isRunBy(box: Box, side: string, seat: string | null): boolean {
  return box.sides.some((one) => one.key === side && one.seat === seat);
}

function clash(box: Box, n: number, event: GameEvent & { hex: string; result: string; units: (string | null)[] }, places: Map<string, string>): Clash {
  const units = event.units.filter((unit): unit is string => unit !== null);
  const from = [...new Set(units.map((unit) => places.get(unit) ?? ''))].filter((place) => place && place !== event.hex);
  const side = typeof event.side === 'string' ? event.side : (box.counters[units[0] ?? '']?.side ?? '');
  const odds = [event.ratio, event.column].find((value) => typeof value === 'string');
  return { n, side, from, to: event.hex, odds: (odds as string | undefined) ?? '', dice: diceOf(event), result: event.result, event };
}

/** The hexes each side has come to hold, but for those that are known. */
function gained(before: View, after: View, isKnown: (side: string, hex: string) => boolean): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(after.control).map(([side, hexes]) => {
      const had = new Set(before.control[side] ?? []);
      return [side, hexes.filter((hex) => !had.has(hex) && !isKnown(side, hex))];
    }),
  );
}

/** The last choice of a seat, or the beginning: what others did since is news to it. In its own turn that is one it made in a phase of its own, so that
 *  all of the enemy's turn is told, also what it answered to. */
export function lastOwn(box: Box, log: readonly LogEntry[], seat: string): number {
  const seats = new Map(box.sides.map((side) => [side.key, side.seat]));
  const turns = new Map(box.phases.map((phase) => [phase.key, seats.get(phase.owner) ?? phase.seat]));
  const whole = (log[0]?.n ?? 0) <= 1;
  let turn: string | null | undefined = whole ? log.find((entry) => entry.seat !== null)?.seat : null; // until a phase is named, whoever chose first
  let last = 0;
  let answered = 0;
  for (const entry of log) {
    if (entry.seat === seat && !entry.undone) {
      answered = entry.n;
      if (turn === seat) last = entry.n;
    }
    for (const event of entry.events) if (event.kind === 'phase') turn = turns.get(String(event.phase));
  }
  return turn === seat || !turn ? last : answered; // whose turn it is may stand further back
}
