/** The window on the map: which part of it is seen, how large. screen = world * zoom + offset. */

import type { Point } from './grid';

export interface Camera {
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const MAX_ZOOM = 3;

export function toWorld(camera: Camera, point: Point): Point {
  return { x: (point.x - camera.x) / camera.zoom, y: (point.y - camera.y) / camera.zoom };
}

export function toScreen(camera: Camera, point: Point): Point {
  return { x: point.x * camera.zoom + camera.x, y: point.y * camera.zoom + camera.y };
}

/** The zoom at which the whole map is seen. */
export function fitZoom(map: Size, window: Size): number {
  return Math.min(window.width / map.width, window.height / map.height);
}

export function minZoom(map: Size, window: Size): number {
  return Math.min(fitZoom(map, window) * 0.9, 1);
}

/** How far beyond its edge a map may be moved, in pixels of the screen: so far that nothing has to stay under the tools
 *  in one corner of the window or under the small map in the other. */
const BEYOND = { side: 70, above: { most: 70, part: 0.06 }, below: { most: 170, part: 0.23 } };

/** Keep the map in the window: one larger than the window covers it, but for a strip beyond its edge. */
export function clamp(camera: Camera, map: Size, window: Size): Camera {
  const zoom = Math.min(MAX_ZOOM, Math.max(minZoom(map, window), camera.zoom));
  const keep = (offset: number, slack: number, before: number, after: number): number =>
    Math.min(Math.max(slack, 0) + before, Math.max(Math.min(slack, 0) - after, offset));
  const strip = ({ most, part }: { most: number; part: number }): number => Math.min(most, window.height * part);
  return {
    zoom,
    x: keep(camera.x, window.width - map.width * zoom, BEYOND.side, BEYOND.side),
    y: keep(camera.y, window.height - map.height * zoom, strip(BEYOND.above), strip(BEYOND.below)),
  };
}

/** Zoom about a point of the screen, which stays where it is. */
export function zoomAt(camera: Camera, point: Point, zoom: number, map: Size, window: Size): Camera {
  const allowed = Math.min(MAX_ZOOM, Math.max(minZoom(map, window), zoom));
  const world = toWorld(camera, point);
  return clamp({ zoom: allowed, x: point.x - world.x * allowed, y: point.y - world.y * allowed }, map, window);
}

export function centredOn(point: Point, zoom: number, map: Size, window: Size): Camera {
  return clamp({ zoom, x: window.width / 2 - point.x * zoom, y: window.height / 2 - point.y * zoom }, map, window);
}

export function fitted(map: Size, window: Size): Camera {
  const zoom = fitZoom(map, window);
  return { zoom, x: (window.width - map.width * zoom) / 2, y: (window.height - map.height * zoom) / 2 };
}

/** A window on its way to another, when this part of the time has passed: it slows down towards the end and never leaves the way. */
export function onTheWay(from: Camera, to: Camera, part: number): Camera {
  const ease = 1 - (1 - Math.min(1, Math.max(0, part))) ** 3;
  const between = (start: number, end: number): number => start + (end - start) * ease;
  return { x: between(from.x, to.x), y: between(from.y, to.y), zoom: between(from.zoom, to.zoom) };
}

/** Whether a point of the map is seen, with a margin on the screen. */
export function isVisible(camera: Camera, point: Point, window: Size, margin = 60): boolean {
  const at = toScreen(camera, point);
  return at.x >= margin && at.y >= margin && at.x <= window.width - margin && at.y <= window.height - margin;
}

/** The small map in the lower right corner of the window: how high it is, how far from the edges, and the most it takes of the width. */
export const SMALL_MAP = { height: 150, edge: 12, part: 0.3 };

/** How wide the small map is. */
export function smallWidth(map: Size, window: Size): number {
  return Math.min((SMALL_MAP.height * map.width) / map.height, window.width * SMALL_MAP.part);
}

/** A part of the window that something lies over. */
export interface Cover {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The tools in the upper left corner of the window and the pencil in the lower one: so far from the edges, so wide, so high. */
const TOOLS = { edge: 12, side: 36, height: 162 };

/** What lies over the map: the tools, the pencil and, unless the screen is too narrow for it, the small map. */
export function coversOf(map: Size, window: Size, hasSmallMap: boolean): Cover[] {
  const right = TOOLS.edge + TOOLS.side;
  const left = [
    { left: 0, top: 0, right, bottom: TOOLS.edge + TOOLS.height },
    { left: 0, top: window.height - TOOLS.edge - TOOLS.side, right, bottom: window.height },
  ];
  const corner = { x: window.width - smallWidth(map, window) - SMALL_MAP.edge, y: window.height - SMALL_MAP.height - SMALL_MAP.edge };
  return hasSmallMap ? [...left, { left: corner.x, top: corner.y, right: window.width, bottom: window.height }] : left;
}

function isCovered(covers: readonly Cover[], { x, y }: Point, margin: number): boolean {
  return covers.some(({ left, top, right, bottom }) => x > left - margin && x < right + margin && y > top - margin && y < bottom + margin);
}

/** Whether a point of the map is seen, so far from the edge, with nothing over it. */
export function isClear(covers: readonly Cover[], camera: Camera, point: Point, margin: number, window: Size): boolean {
  return isVisible(camera, point, window, margin) && !isCovered(covers, toScreen(camera, point), 0);
}

/** The window moved so that of these points as few as can be are covered or lost from sight, by as little as leaves the most of them in sight. */
export function clearOf(covers: readonly Cover[], camera: Camera, points: readonly Point[], margin: number, map: Size, window: Size): Camera {
  const seenIn = (moved: Camera): Point[] => points.filter((point) => isVisible(moved, point, window, 0));
  const coveredIn = (moved: Camera): Point[] => seenIn(moved).filter((point) => isCovered(covers, toScreen(moved, point), margin));
  const [seen, covered] = [seenIn(camera), coveredIn(camera)];
  /** What is wrong with a window, the worst first; a point is better brought out from under something than away from it. */
  const faults = (moved: Camera): number[] => {
    const [still, under] = [seenIn(moved), coveredIn(moved).length];
    const lost = (those: Point[]): number => those.filter((point) => !still.includes(point)).length;
    return [under + lost(seen), under, lost(covered), -still.length];
  };
  let [best, least] = [camera, faults(camera)];
  if (least[0] === 0) return camera;
  const farthest = Math.max(...covers.map(({ left, top, right, bottom }) => Math.max(right - left, bottom - top))) + margin;
  for (let by = margin; by <= farthest; by += margin) {
    for (const [x, y] of [[0, -by], [-by, 0], [by, 0], [0, by]] as const) {
      const moved = clamp({ ...camera, x: camera.x + x, y: camera.y + y }, map, window);
      const now = faults(moved);
      const differs = now.findIndex((fault, i) => fault !== least[i]);
      if (differs >= 0 && (now[differs] ?? 0) < (least[differs] ?? 0)) [best, least] = [moved, now];
    }
  }
  return best;
}

/** How much of a counter can be read: all of it, the symbol with its factors, or little more than its colour. */
export type Detail = 'low' | 'middle' | 'high';

export function detail(zoom: number, hexSize: number): Detail {
  const pixels = zoom * hexSize;
  if (pixels < 34) return 'low';
  return pixels < 62 ? 'middle' : 'high';
}
