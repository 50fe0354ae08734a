import { describe, expect, it } from 'vitest';
import { namesShown } from '../src/lib/names';
import type { Box } from '../src/lib/types';

const SIDE = 30;
/** Nine hexes around the middle one, fifty apart. */
const hexes = Object.fromEntries([0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => [`${row.toString()}${column.toString()}`, [100 + column * 50, 100 + row * 50]])));
const box = { geometry: { hexes, letters: { '11': 12 }, size: 50 }, objectives: {} } as unknown as Box;

function shown(stacks: (readonly [string, number])[], zoom = 1): ReturnType<typeof namesShown> {
  return namesShown(box, () => 'Vitebsk', stacks, SIDE, zoom);
}

/** The lower half of a counter, where its factors are. */
function covers({ at, text, size }: { at: { x: number; y: number }; text: string; size: number }, hex: string): boolean {
  const [x, y] = hexes[hex] as [number, number];
  const half = text.length * size * 0.27;
  return at.x + half > x - SIDE / 2 && at.x - half < x + SIDE / 2 && at.y + size * 0.2 > y + 2 && at.y - size * 0.8 < y + SIDE / 2;
}

describe('names of places', () => {
  it('stand below their hexes', () => {
    expect(shown([['11', 1]])).toMatchObject([{ hex: '11', at: { x: 150 } }]);
    expect(shown([['11', 1]])[0]?.at.y).toBeGreaterThan(150 + SIDE / 2);
  });

  it('never cover the factors of a counter, at any zoom', () => {
    const around = Object.keys(hexes);
    for (const zoom of [0.3, 0.5, 0.8, 1, 1.5]) {
      for (let one = 0; one < 1 << around.length; one += 3) {
        const stacks = around.filter((_, i) => (one >> i) & 1).map((hex, i) => [hex, (i % 3) + 1] as const);
        for (const name of shown(stacks, zoom)) for (const [hex] of stacks) expect(covers(name, hex)).toBe(false);
      }
    }
  });

  it('move aside for a counter where they would cover its factors', () => {
    const [name] = shown([['11', 1], ['21', 1], ['01', 1]], 0.3);
    expect(name?.hex).toBe('11');
    expect(name?.at.x).not.toBe(150);
  });
});
