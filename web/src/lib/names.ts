/** Which names of places are written at a zoom, and where: the largest first, clear of each other and of the counters. */

import type { Point } from './grid';
import type { Box } from './types';

export interface PlaceName {
  hex: string;
  text: string;
  /** The middle of the foot of its letters. */
  at: Point;
  /** The height of its letters on the map. */
  size: number;
}

interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Letters are never smaller than this on the screen. */
const LEAST = 11.5;
/** A name whose printed letters would be smaller than this on the screen is left out, unless it is one of the first. */
const LOST = 6.2;
const FIRST = 12;
/** A name of less than the first importance does not cover more than this part of itself with counters. */
const HIDES = 0.35;
/** Names keep so far from each other on the screen. */
const APART = { x: 7, y: 3 };
const WIDTH_OF_LETTER = 0.54;
const OBJECTIVE = 1.25;

/** How much a place matters: by the letters it is printed in, and more if something is won with it. */
function importance(box: Box, hex: string): number {
  return (box.geometry.letters?.[hex] ?? 0) * (box.objectives[hex] ? OBJECTIVE : 1);
}

function frameOf(text: string, { x, y }: Point, size: number): Frame {
  const half = (text.length * size * WIDTH_OF_LETTER) / 2;
  return { left: x - half, top: y - size * 0.8, right: x + half, bottom: y + size * 0.2 };
}

function overlap(one: Frame, other: Frame): number {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

function widened(frame: Frame, zoom: number): Frame {
  const { x, y } = { x: APART.x / zoom, y: APART.y / zoom };
  return { left: frame.left - x, top: frame.top - y, right: frame.right + x, bottom: frame.bottom + y };
}

/** The names to write, given the stacks on the map and the side of a counter. */
export function namesShown(box: Box, said: (hex: string) => string, stacks: readonly string[], side: number, zoom: number): PlaceName[] {
  const { hexes, letters = {}, size: hexSize } = box.geometry;
  const counters = stacks.flatMap((hex) => {
    const [x, y] = hexes[hex] ?? [];
    return x === undefined || y === undefined ? [] : [{ left: x - side / 2, top: y - side / 2, right: x + side / 2, bottom: y + side / 2 }];
  });
  const ranked = Object.keys(letters).sort((one, other) => importance(box, other) - importance(box, one));
  const highest = importance(box, ranked[0] ?? '');
  const written: Frame[] = [];
  const shown: PlaceName[] = [];
  for (const [place, hex] of ranked.entries()) {
    const rank = importance(box, hex);
    if (place >= FIRST && rank * zoom < LOST) break;
    const [x, y] = hexes[hex] ?? [0, 0];
    const size = Math.max(letters[hex] ?? 0, LEAST / zoom);
    const text = said(hex);
    const near = counters.filter(({ left, right, top, bottom }) => Math.abs((left + right) / 2 - x) < hexSize * 4 && Math.abs((top + bottom) / 2 - y) < hexSize * 2);
    const candidates = [y + side / 2 + size * 0.9, y - side / 2 - size * 0.25].map((foot) => {
      const at = { x, y: foot };
      const frame = frameOf(text, at, size);
      const area = (frame.right - frame.left) * (frame.bottom - frame.top);
      return { at, frame, hides: near.reduce((sum, counter) => sum + overlap(frame, counter), 0) / area };
    });
    const free = candidates.filter(({ frame }) => !written.some((other) => overlap(widened(frame, zoom), other)));
    const best = free.sort((one, other) => one.hides - other.hides)[0];
    if (!best || (rank < highest && best.hides > HIDES)) continue;
    written.push(best.frame);
    shown.push({ hex, text, at: best.at, size });
  }
  return shown;
}
