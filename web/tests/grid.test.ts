import { describe, expect, it } from 'vitest';
import { Grid, sideways, vertical } from '../src/lib/grid';
import type { Geometry } from '../src/lib/types';

/** A small map: rows of pointy hexes, every other row half a hex to the right; or the same turned for flat ones. */
function geometry(orientation: 'pointy' | 'flat'): Geometry {
  const size = 60;
  const high = size / Math.sqrt(3);
  const hexes: Record<string, [number, number]> = {};
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 5; column++) {
      const along = (column + (row % 2) / 2 + 1) * size;
      const down = row * high * 1.5 + size;
      hexes[`${row.toString()}${column.toString()}`] = orientation === 'pointy' ? [along, down] : [down, along];
    }
  }
  const corners = Array.from({ length: 6 }, (_, i) => {
    const angle = ((orientation === 'pointy' ? -90 : -60) + i * 60) * (Math.PI / 180);
    return [Math.cos(angle) * high, Math.sin(angle) * high] as [number, number];
  });
  return { width: 400, height: 400, size, orientation, hexes, corners };
}

describe('Grid', () => {
  const grid = new Grid(geometry('pointy'));

  it('finds the hex under a point', () => {
    const at = grid.centre('22');
    expect(at && grid.at(at.x + 10, at.y - 12)).toBe('22');
    expect(grid.at(-200, -200)).toBeNull();
  });

  it('knows the neighbours in six directions', () => {
    expect(grid.neighbour('22', 'e')).toBe('23');
    expect(grid.neighbour('22', 'w')).toBe('21');
    expect(grid.neighbour('22', 'ne')).toBe('12');
    expect(grid.neighbour('22', 'nw')).toBe('11');
    expect(grid.neighbour('22', 'se')).toBe('32');
    expect(grid.neighbour('22', 'sw')).toBe('31');
    expect(grid.neighbour('00', 'w')).toBeNull();
    expect(grid.neighbours('22')).toHaveLength(6);
  });

  it('has other directions for flat hexes', () => {
    const flat = new Grid(geometry('flat'));
    expect(flat.neighbour('22', 'n')).toBe('21');
    expect(flat.neighbour('22', 's')).toBe('23');
    expect(flat.neighbour('22', 'e')).toBeNull();
    expect(flat.neighbours('22')).toHaveLength(6);
  });

  it('keeps the column going up and down', () => {
    const column = grid.centre('42')?.x ?? 0;
    const one = vertical(grid, '42', true, column) ?? '';
    const two = vertical(grid, one, true, column);
    expect(two).toBe('22');
    expect(sideways(grid, '22', true, 0)).toBe('23');
  });

  it('knows hexsides by the hexes on both sides', () => {
    for (const orientation of ['pointy', 'flat'] as const) {
      const map = new Grid(geometry(orientation));
      const [a, b, side] = [map.centre('22'), map.centre('23'), map.centre('22/23')];
      expect(side && { x: Math.round(side.x), y: Math.round(side.y) }).toEqual({
        x: Math.round(((a?.x ?? 0) + (b?.x ?? 0)) / 2), y: Math.round(((a?.y ?? 0) + (b?.y ?? 0)) / 2),
      });
      expect([map.has('22/23'), map.isSide('22/23'), map.isSide('22'), map.has('22/24'), map.has('22/23/24')]).toEqual([true, true, false, false, false]);
      expect(Math.abs(map.lie('22/23')?.angle ?? 0) % 180).toBeCloseTo(orientation === 'pointy' ? 90 : 0);
      expect(map.lie('22/23')?.length).toBeCloseTo(60 / Math.sqrt(3));
      expect(map.outline('22/23').split(' ')).toHaveLength(6);
    }
  });

  it('finds the hexside under a point among those asked for', () => {
    const side = grid.centre('22/23') ?? { x: 0, y: 0 };
    expect(grid.sideAt(side.x + 6, side.y + 10, ['22/23', '22/12'])).toBe('22/23');
    expect(grid.sideAt(side.x + 25, side.y, ['22/23'])).toBeNull();
    expect(grid.sideAt(side.x, side.y, [])).toBeNull();
    expect(grid.border(['22', '22/23']).match(/M/g)).toHaveLength(6);
  });

  it('draws outlines and the border round an area', () => {
    expect(grid.outline('22').split(' ')).toHaveLength(6);
    expect(grid.border(['22']).match(/M/g)).toHaveLength(6);
    expect(grid.border(['22', '23']).match(/M/g)).toHaveLength(10);
    expect(grid.outline('nowhere')).toBe('');
  });
});
