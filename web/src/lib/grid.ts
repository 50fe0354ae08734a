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

  /** Whether a place is on the map: a hex, or a hexside. */
  has(place: string): boolean {
    return place in this.centres || this.isSide(place);
  }

  /** Whether a place is a hexside, named after the hexes on both sides of it. */
  isSide(place: string): boolean {
    return this.edge(place) !== null;
  }

  /** The ends of a hexside. */
  private edge(place: string): [Point, Point] | null {
    const [one, other, ...rest] = place.split('/');
    const here = this.centres[one ?? ''];
    const there = this.centres[other ?? ''];
    if (!here || !there || rest.length) return null;
    const [x, y] = here;
    for (let i = 0; i < 6; i++) {
      const [ax, ay] = this.corners[i] as [number, number];
      const [bx, by] = this.corners[(i + 1) % 6] as [number, number];
      if (Math.hypot(x + ax + bx - there[0], y + ay + by - there[1]) < this.size * 0.3) {
        return [{ x: x + ax, y: y + ay }, { x: x + bx, y: y + by }];
      }
    }
    return null;
  }

  /** How a hexside lies: its length, and the angle of its line in degrees. */
  lie(side: string): { length: number; angle: number } | null {
    const edge = this.edge(side);
    if (!edge) return null;
    const [a, b] = edge;
    return { length: Math.hypot(b.x - a.x, b.y - a.y), angle: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI };
  }

  /** The nearest of some hexsides, if the point is close to it. */
  sideAt(x: number, y: number, sides: Iterable<string>): string | null {
    let best: string | null = null;
    let nearest = this.size * 0.26;
    for (const side of sides) {
      const edge = this.edge(side);
      const distance = edge ? toLine({ x, y }, ...edge) : Infinity;
      if (distance < nearest) {
        nearest = distance;
        best = side;
      }
    }
    return best;
  }

  get hexes(): string[] {
    return Object.keys(this.centres);
  }

  /** The middle of a hex or of a hexside. */
  centre(place: string): Point | null {
    const at = this.centres[place];
    if (at) return { x: at[0], y: at[1] };
    const edge = this.edge(place);
    return edge && { x: (edge[0].x + edge[1].x) / 2, y: (edge[0].y + edge[1].y) / 2 };
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

  /** The outline of a hex, or of a band along a hexside, as SVG points, shrunk towards its centre by `scale`. */
  outline(place: string, scale = 1): string {
    const at = this.centre(place);
    if (!at) return '';
    return this.shape(place, at).map(([dx, dy]) => `${round(at.x + dx * scale)},${round(at.y + dy * scale)}`).join(' ');
  }

  private shape(place: string, at: Point): [number, number][] {
    const edge = this.edge(place);
    if (!edge) return this.corners;
    const [a, b] = edge.map(({ x, y }): [number, number] => [x - at.x, y - at.y]) as [[number, number], [number, number]];
    const across = this.size * 0.16 / (Math.hypot(...a) || 1);
    const [nx, ny] = [-a[1] * across, a[0] * across];
    return [a, [a[0] * 0.7 + nx, a[1] * 0.7 + ny], [b[0] * 0.7 + nx, b[1] * 0.7 + ny], b, [b[0] * 0.7 - nx, b[1] * 0.7 - ny], [a[0] * 0.7 - nx, a[1] * 0.7 - ny]];
  }

  /** The border round a set of hexes as one SVG path: the sides that only one of them has. */
  border(places: Iterable<string>, scale = 1): string {
    const set = new Set([...places].filter((place) => place in this.centres));
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

/** The distance of a point from a line between two others. */
function toLine({ x, y }: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const part = Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(a.x + dx * part - x, a.y + dy * part - y);
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
