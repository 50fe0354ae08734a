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

/** How much of a counter can be read: all of it, the symbol with its factors, or little more than its colour. */
export type Detail = 'low' | 'middle' | 'high';

export function detail(zoom: number, hexSize: number): Detail {
  const pixels = zoom * hexSize;
  if (pixels < 34) return 'low';
  return pixels < 62 ? 'middle' : 'high';
}
