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

  it('draws outlines and the border round an area', () => {
    expect(grid.outline('22').split(' ')).toHaveLength(6);
    expect(grid.border(['22']).match(/M/g)).toHaveLength(6);
    expect(grid.border(['22', '23']).match(/M/g)).toHaveLength(10);
    expect(grid.outline('nowhere')).toBe('');
  });
});
