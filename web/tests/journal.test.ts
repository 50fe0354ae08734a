import { describe, expect, it } from 'vitest';
import { battles, chapters, diceOf, goTo, historyOf, shortened, stops, takeBack } from '../src/lib/journal';
import type { GameEvent, HistoryEntry, LogEntry } from '../src/lib/types';

function line(n: number, turn: number, phase: string, more: Partial<HistoryEntry> = {}): HistoryEntry {
  return { n, seat: 's', turn, phase, ...more };
}

const history = [
  line(0, 1, 'a'), line(1, 1, 'a'), line(2, 1, 'a', { undone: true }), line(3, 1, 'a', { undo: true }),
  line(4, 1, 'b'), line(5, 1, 'b'), line(6, 2, 'a'), line(7, 2, 'a'),
];

function event(kind: string, more: Partial<GameEvent> = {}): GameEvent {
  return { kind, rules: [], text: kind, ...more };
}

describe('replay', () => {
  it('stops at choices that stand', () => {
    expect(stops(history).map(({ n }) => n)).toEqual([0, 1, 4, 5, 6, 7]);
  });

  it('goes by choice, phase and turn, both ways', () => {
    expect(goTo(1, 'choice', true, history)).toBe(4);
    expect(goTo(4, 'choice', false, history)).toBe(1);
    expect(goTo(0, 'phase', true, history)).toBe(4);
    expect(goTo(7, 'phase', false, history)).toBe(6);
    expect(goTo(1, 'turn', true, history)).toBe(6);
    expect(goTo(6, 'turn', false, history)).toBe(0);
    expect(goTo(7, 'turn', true, history)).toBe(7);
    expect(goTo(0, 'choice', false, history)).toBe(0);
  });
});

describe('log', () => {
  const log: LogEntry[] = [
    { n: 0, seat: null, events: [event('phase', { turn: 1, phase: 'a' })] },
    { n: 1, seat: 's', events: [event('moved', { unit: 'x' }), event('phase', { turn: 1, phase: 'b' }), event('fought', { units: ['x'], dice: [3] })] },
  ];

  it('has a chapter for each phase', () => {
    expect(chapters(log).map(({ phase, events }) => [phase, events.map(({ event }) => event.kind)])).toEqual([
      ['a', ['moved']],
      ['b', ['fought']],
    ]);
  });

  it('tells the history of a unit and the dice of an event', () => {
    expect(historyOf('x', log).map(({ event }) => event.kind)).toEqual(['moved', 'fought']);
    expect(diceOf(event('fought', { dice: [3, 4] }))).toEqual([3, 4]);
    expect(diceOf(event('roll', { die: 2 }))).toEqual([2]);
    expect(diceOf(event('moved'))).toEqual([]);
  });
});

describe('taking back', () => {
  it('leaves what rolled dice in the log, marked, and nothing else', () => {
    const log: LogEntry[] = [
      { n: 1, seat: 's', events: [event('moved')] },
      { n: 2, seat: 's', events: [event('fought', { dice: [3] })] },
      { n: 3, seat: 's', events: [event('moved')] },
    ];
    const once = takeBack(log, 2);
    expect(once.map(({ n, undone }) => [n, undone])).toEqual([[1, undefined], [2, true]]);
    expect(takeBack(once, 1).map(({ n }) => n)).toEqual([2]);
  });
});

describe('a log that can be read', () => {
  it('folds what came of a roll', () => {
    const at = (kind: string, more: Partial<GameEvent> = {}) => ({ n: 1, seat: 's', undone: false, event: event(kind, more) });
    const folded = battles([
      at('marched', { unit: 'x' }), at('fought', { dice: [3], result: 'DR', hex: '0101' }), at('retreated', { unit: 'y' }),
      at('eliminated', { unit: 'z' }), at('target', { hex: '0102' }), at('fought', { dice: [1], result: 'AE' }), at('marched', { unit: 'x' }),
    ], ['marched']);
    expect(folded.map(({ head, rest }) => [head.event.kind, rest.length])).toEqual([['marched', 0], ['fought', 2], ['target', 0], ['fought', 0], ['marched', 0]]);
  });

  it('folds what one choice did many times', () => {
    const set = (n: number, unit: string) => ({ n, seat: 's', undone: false, event: event('deployed', { unit }) });
    const folded = battles([set(1, 'x'), set(1, 'y'), set(1, 'z'), set(2, 'v')], []);
    expect(folded.map(({ head, rest }) => [head.n, rest.length])).toEqual([[1, 2], [2, 0]]);
  });

  it('shortens long lists of units', () => {
    const more = (count: number): string => `and ${count.toString()} more`;
    expect(shortened('a, b, c, d bombard 0101', ['a', 'b', 'c', 'd'], more)).toBe('a, b and 2 more bombard 0101');
    expect(shortened('a, b attack', ['a', 'b'], more)).toBe('a, b attack');
  });
});
