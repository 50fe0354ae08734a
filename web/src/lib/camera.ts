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

/** The window moved up or to the left so that the small map lies over none of these points, or over as few as can be: by as little as leaves the most of them in sight. */
export function clearOfSmallMap(camera: Camera, points: readonly Point[], margin: number, map: Size, window: Size): Camera {
  const corner = { x: window.width - smallWidth(map, window) - SMALL_MAP.edge, y: window.height - SMALL_MAP.height - SMALL_MAP.edge };
  const count = (moved: Camera): { under: number; seen: number } => {
    const seen = points.filter((point) => isVisible(moved, point, window, 0)).map((point) => toScreen(moved, point));
    return { under: seen.filter(({ x, y }) => x > corner.x - margin && y > corner.y - margin).length, seen: seen.length };
  };
  let [best, least] = [camera, count(camera)];
  if (least.under === 0) return camera;
  const farthest = Math.max(window.width - corner.x, window.height - corner.y) + margin;
  for (let by = margin; by <= farthest; by += margin) {
    for (const to of [{ ...camera, y: camera.y - by }, { ...camera, x: camera.x - by }]) {
      const moved = clamp(to, map, window);
      const now = count(moved);
      if (now.under < least.under || (now.under === least.under && now.seen > least.seen)) [best, least] = [moved, now];
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
