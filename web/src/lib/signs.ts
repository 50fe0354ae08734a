/** Shapes of the signs that lie on counters and on the map, round the origin; a game names one in its data. */

const SHAPES: Record<string, string> = {
  dot: 'M-12.5 0A12.5 12.5 0 1 1 12.5 0A12.5 12.5 0 1 1-12.5 0z',
  square: 'M-11-11H11V11H-11z',
  diamond: 'M0-15 15 0 0 15-15 0z',
  triangle: 'M0-15 15 11H-15z',
  bar: 'M-13-8H13V8H-13z',
  cross: 'M-5-14H5V-5H14V5H5V14H-5V5H-14V-5H-5z',
  star: 'M0-17 4.9-6.2 16.6-5.1 7.8 2.8 10.3 14.3 0 8.3-10.3 14.3-7.8 2.8-16.6-5.1-4.9-6.2z',
  pin: 'M-11-3A11 11 0 1 1 0 8L-11 8z',
};

/** The outline of a shape; what has no shape of its own is a dot. */
export function shapeOf(name: string | undefined): string {
  return SHAPES[name ?? 'dot'] ?? (SHAPES.dot as string);
}

/** A sign that is said but not drawn, because the face of the counter shows it already. */
export function isDrawn(shape: string | undefined): boolean {
  return shape !== 'none';
}

/** What is drawn for a mark on a hexside of unit length that lies along x: strokes over the line, filled or dashed. */
export interface SideShape {
  strokes: string;
  dashed?: boolean;
}

const SIDES: Record<string, SideShape> = {
  /** Two rails across the hexside, opening at both ends. */
  bridge: { strokes: 'M-.28-.4-.16-.26V.26L-.28.4M.28-.4.16-.26V.26L.28.4' },
  /** A bridge with nothing in the middle. */
  blown: { strokes: 'M-.28-.4-.16-.26V-.1M-.28.4-.16.26V.1M.28-.4.16-.26V-.1M.28.4.16.26V.1M-.1-.1.1.1M.1-.1-.1.1' },
  /** Boats side by side under a roadway. */
  pontoon: { strokes: 'M-.1-.34V.34M.1-.34V.34M-.22-.22H.22M-.22 0H.22M-.22.22H.22' },
  /** The whole hexside. */
  line: { strokes: 'M-.5 0H.5' },
  dashes: { strokes: 'M-.5 0H.5', dashed: true },
};

/** How a mark is drawn along a hexside; null if it is a sign in its middle. */
export function sideShape(name: string | undefined): SideShape | null {
  return SIDES[name ?? ''] ?? null;
}
