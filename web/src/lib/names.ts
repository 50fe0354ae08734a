/** Which names of places are written at a zoom, and where: the largest first, clear of each other, of the counters as far as may be, and of their
 *  factors always. */

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
/** The factors of a counter begin so far below its middle, in parts of its side: in its brief form, too. */
const FACTORS = 0.06;
/** Counters of a stack lie at most so far from its middle. */
const SPREAD = 6;
/** The letters have a rim as wide as this part of their height. */
const RIM = 0.13;
/** A place less near to its hex is as bad as covering this much of a counter. */
const FARTHER = 0.04;
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

function rimmed({ left, top, right, bottom }: Frame, size: number): Frame {
  return { left: left - size * RIM, top: top - size * RIM, right: right + size * RIM, bottom: bottom + size * RIM };
}

function widened(frame: Frame, zoom: number): Frame {
  const { x, y } = { x: APART.x / zoom, y: APART.y / zoom };
  return { left: frame.left - x, top: frame.top - y, right: frame.right + x, bottom: frame.bottom + y };
}

interface Counters {
  whole: Frame;
  factors: Frame;
}

/** What a stack covers, and the part of it that has to stay readable. */
function countersAt({ x, y }: Point, count: number, side: number): Counters {
  const spread = count > 1 ? SPREAD : 0;
  const half = side / 2;
  const whole = { left: x - half - spread, top: y - half - spread, right: x + half + spread, bottom: y + half + spread };
  return { whole, factors: { ...whole, top: y + side * FACTORS - spread } };
}

/** Where a name may stand, the best first: below its hex, above it, there to one side, or beside it. */
function spots({ x, y }: Point, text: string, size: number, side: number): Point[] {
  const half = (text.length * size * WIDTH_OF_LETTER) / 2;
  const [below, above, level] = [y + side / 2 + size * (0.9 + RIM), y - side / 2 - size * (0.25 + RIM), y + size * 0.3];
  const aside = [0, half * 0.5, -half * 0.5, half * 0.9, -half * 0.9];
  const beside = side / 2 + half + size * 0.4;
  return [...aside.flatMap((dx) => [below, above].map((foot) => ({ x: x + dx, y: foot }))), { x: x + beside, y: level }, { x: x - beside, y: level }];
}

/** The names to write, given the stacks on the map with the number of their counters, and the side of a counter. */
export function namesShown(box: Box, said: (hex: string) => string, stacks: readonly (readonly [hex: string, count: number])[], side: number, zoom: number): PlaceName[] {
  const { hexes, letters = {}, size: hexSize } = box.geometry;
  const counters = stacks.flatMap(([hex, count]) => {
    const [x, y] = hexes[hex] ?? [];
    return x === undefined || y === undefined ? [] : [countersAt({ x, y }, count, side)];
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
    const reach = hexSize * 2 + text.length * size;
    const near = counters.filter(({ whole: { left, right, top, bottom } }) => Math.abs((left + right) / 2 - x) < reach && Math.abs((top + bottom) / 2 - y) < hexSize * 2 + size);
    const candidates = spots({ x, y }, text, size, side).map((at, order) => {
      const frame = frameOf(text, at, size);
      const area = (frame.right - frame.left) * (frame.bottom - frame.top);
      const hides = near.reduce((sum, { whole }) => sum + overlap(frame, whole), 0) / area;
      return { at, frame, hides, cost: hides + order * FARTHER };
    });
    const free = candidates.filter(
      ({ frame }) => !written.some((other) => overlap(widened(frame, zoom), other)) && !near.some(({ factors }) => overlap(rimmed(frame, size), factors)),
    );
    const best = free.sort((one, other) => one.cost - other.cost)[0];
    if (!best || (rank < highest && best.hides > HIDES)) continue;
    written.push(best.frame);
    shown.push({ hex, text, at: best.at, size });
  }
  return shown;
}
