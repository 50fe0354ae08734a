import { describe, expect, it } from 'vitest';
import { lastOwn, tell } from '../src/lib/story';
import type { Box, GameEvent, LogEntry, View } from '../src/lib/types';

const box = {
  counters: { x: { side: 'red' }, y: { side: 'blue' } },
  sides: [{ key: 'red', name: '', seat: 'r' }, { key: 'blue', name: '', seat: 'b' }],
  phases: [{ key: 'p1', owner: 'red', seat: 'r' }, { key: 'p2', owner: 'blue', seat: 'b' }, { key: 'p3', owner: 'blue', seat: 'r' }],
  losses: ['eliminated'],
  moves: ['moved'],
} as unknown as Box;

function view(red: string[], blue: string[]): View {
  return { units: { x: { place: '0101' }, y: { place: '0103' } }, control: { red, blue } } as unknown as View;
}

function event(kind: string, more: Partial<GameEvent> = {}): GameEvent {
  return { kind, rules: [], text: kind, ...more };
}

const phase = (key: string): GameEvent => event('phase', { phase: key });

describe('what happened', () => {
  it('is told with where attackers came from, losses and ground', () => {
    const log: LogEntry[] = [
      { n: 4, seat: 'b', events: [event('moved', { unit: 'y', path: ['0103', '0102'] })] },
      { n: 5, seat: 'b', events: [event('fought', { side: 'blue', hex: '0101', units: ['y'], dice: [2], column: '3-1', result: 'DE' }), event('eliminated', { unit: 'x' })] },
    ];
    const story = tell(box, log, view(['0101'], []), view([], ['0101']));
    expect(story.trails).toMatchObject([{ unit: 'y', side: 'blue', path: ['0103', '0102'] }]);
    expect(story.clashes).toMatchObject([{ from: ['0102'], to: '0101', odds: '3-1', result: 'DE', side: 'blue' }]);
    expect(story.losses).toMatchObject([{ unit: 'x', side: 'red', hex: '0101' }]);
    expect(story.gained).toEqual({ red: [], blue: ['0101'] });
  });

  it('begins after the last choice of one\'s own turn, not after an answer in the enemy\'s', () => {
    const log: LogEntry[] = [
      { n: 1, seat: 'r', events: [phase('p2')] },
      { n: 2, seat: 'b', events: [] },
      { n: 3, seat: 'b', events: [phase('p3')] },
      { n: 4, seat: 'r', events: [] },
      { n: 5, seat: 'b', events: [phase('p1')] },
    ];
    expect(lastOwn(box, log, 'r')).toBe(1);
  });

  it('begins after the last answer as long as the enemy\'s turn lasts', () => {
    const log: LogEntry[] = [
      { n: 1, seat: 'r', events: [phase('p2')] },
      { n: 2, seat: 'b', events: [] },
      { n: 3, seat: 'r', events: [] },
      { n: 4, seat: 'b', events: [] },
    ];
    expect(lastOwn(box, log, 'r')).toBe(3);
  });

  it('leaves out what one has moved oneself', () => {
    const moved = event('retreated', { unit: 'x', path: ['0101', '0102'] });
    const log: LogEntry[] = [{ n: 4, seat: 'r', events: [moved] }, { n: 5, seat: 'b', events: [moved] }];
    expect(tell(box, log, view([], []), view([], []), 'r').trails.map(({ n }) => n)).toEqual([5]);
    expect(tell(box, log, view([], []), view([], [])).trails.map(({ n }) => n)).toEqual([4, 5]);
  });

  it('leaves out one\'s own march that an enemy let go on, and the ground it has won', () => {
    const on = event('moved', { unit: 'x', path: ['0101', '0102'] });
    const log: LogEntry[] = [{ n: 5, seat: 'b', events: [on] }];
    expect(tell(box, log, view([], []), view(['0102'], []), 'r')).toMatchObject({ trails: [], gained: { red: [] } });
    expect(tell(box, log, view([], []), view(['0102'], []), 'b')).toMatchObject({ trails: [{ unit: 'x' }], gained: { red: ['0102'] } });
  });
});
