/** Where hexes lie: pixels to hexes and back, neighbours, outlines. Works for either orientation and any numbering. */

import type { Geometry } from './types';

export interface Point {
  x: number;
  y: number;
}

/** The six directions clockwise, as compass names; which six depends on the orientation of the hexes. */
export const POINTY = ['ne', 'e', 'se', 'sw', 'w', 'nw'] as const;
export const FLAT = ['n', 'ne', 'se', 's', 'sw', 'nw'] as const;
export type Direction = (typeof POINTY)[number] | (typeof FLAT)[number];

export class Grid {
  readonly size: number;
  readonly pointy: boolean;
  readonly directions: readonly Direction[];
  private readonly cells = new Map<string, string[]>();
  private readonly centres: Record<string, [number, number]>;
  private readonly corners: [number, number][];

  constructor(geometry: Geometry) {
    this.size = geometry.size;
    this.pointy = geometry.orientation !== 'flat';
    this.directions = this.pointy ? POINTY : FLAT;
    this.centres = geometry.hexes;
    this.corners = geometry.corners;
    for (const [hex, [x, y]] of Object.entries(geometry.hexes)) {
      const key = this.bucket(x, y);
      const cell = this.cells.get(key);
      if (cell) cell.push(hex);
      else this.cells.set(key, [hex]);
    }
  }

  private bucket(x: number, y: number): string {
    return `${Math.floor(x / this.size)},${Math.floor(y / this.size)}`;
  }

  has(hex: string): boolean {
    return hex in this.centres;
  }

  get hexes(): string[] {
    return Object.keys(this.centres);
  }

  centre(hex: string): Point | null {
    const at = this.centres[hex];
    return at ? { x: at[0], y: at[1] } : null;
  }

  /** The hex whose centre is nearest, if the point lies in it. */
  at(x: number, y: number): string | null {
    let best: string | null = null;
    let nearest = (this.size * 0.6) ** 2;
    for (let i = -1; i <= 1; i++) {
      for (let j = -1; j <= 1; j++) {
        for (const hex of this.cells.get(this.bucket(x + i * this.size, y + j * this.size)) ?? []) {
          const [cx, cy] = this.centres[hex] as [number, number];
          const distance = (cx - x) ** 2 + (cy - y) ** 2;
          if (distance < nearest) {
            nearest = distance;
            best = hex;
          }
        }
      }
    }
    return best;
  }

  /** The neighbour in one of the six directions, if it is on the map. */
  neighbour(hex: string, direction: Direction): string | null {
    const from = this.centre(hex);
    const hand = this.directions.indexOf(direction);
    if (!from || hand < 0) return null;
    const angle = ((this.pointy ? -60 : -90) + hand * 60) * (Math.PI / 180);
    const found = this.at(from.x + Math.cos(angle) * this.size, from.y + Math.sin(angle) * this.size);
    return found === hex ? null : found;
  }

  neighbours(hex: string): string[] {
    return this.directions.map((direction) => this.neighbour(hex, direction)).filter((n) => n !== null);
  }

  /** The outline of a hex as SVG points, shrunk towards its centre by `scale`. */
  outline(hex: string, scale = 1): string {
    const at = this.centre(hex);
    if (!at) return '';
    return this.corners.map(([dx, dy]) => `${round(at.x + dx * scale)},${round(at.y + dy * scale)}`).join(' ');
  }

  /** The border round a set of hexes as one SVG path: the sides that only one of them has. */
  border(hexes: Iterable<string>, scale = 1): string {
    const set = new Set(hexes);
    const sides: string[] = [];
    for (const hex of set) {
      const at = this.centre(hex);
      if (!at) continue;
      for (let i = 0; i < 6; i++) {
        const [ax, ay] = this.corners[i] as [number, number];
        const [bx, by] = this.corners[(i + 1) % 6] as [number, number];
        const beyond = this.at(at.x + ax + bx, at.y + ay + by);
        if (beyond && beyond !== hex && set.has(beyond)) continue;
        sides.push(
          `M${round(at.x + ax * scale)} ${round(at.y + ay * scale)}L${round(at.x + bx * scale)} ${round(at.y + by * scale)}`,
        );
      }
    }
    return sides.join('');
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Up and down on a map of pointy hexes go in zigzag, so that the focus keeps its column. */
export function vertical(grid: Grid, hex: string, up: boolean, column: number): string | null {
  if (!grid.pointy) return grid.neighbour(hex, up ? 'n' : 's');
  const ways = (up ? ['ne', 'nw'] : ['se', 'sw']) as Direction[];
  const found = ways.map((way) => grid.neighbour(hex, way)).filter((n) => n !== null);
  found.sort((a, b) => Math.abs((grid.centre(a)?.x ?? 0) - column) - Math.abs((grid.centre(b)?.x ?? 0) - column));
  return found[0] ?? null;
}

/** Left and right: straight on pointy hexes, along the nearer slope on flat ones. */
export function sideways(grid: Grid, hex: string, right: boolean, row: number): string | null {
  if (grid.pointy) return grid.neighbour(hex, right ? 'e' : 'w');
  const ways = (right ? ['ne', 'se'] : ['nw', 'sw']) as Direction[];
  const found = ways.map((way) => grid.neighbour(hex, way)).filter((n) => n !== null);
  found.sort((a, b) => Math.abs((grid.centre(a)?.y ?? 0) - row) - Math.abs((grid.centre(b)?.y ?? 0) - row));
  return found[0] ?? null;
}
