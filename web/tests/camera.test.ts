import { describe, expect, it } from 'vitest';
import { centredOn, clamp, clearOf, coversOf, detail, fitted, isClear, isVisible, MAX_ZOOM, onTheWay, toScreen, toWorld, zoomAt } from '../src/lib/camera';
import { areaOf, covers, levelFor, tilesIn, TILE } from '../src/lib/ground';

const map = { width: 2000, height: 2400 };
const room = { width: 1000, height: 800 };

describe('camera', () => {
  it('goes from the screen to the map and back', () => {
    const camera = { x: -100, y: 50, zoom: 0.5 };
    expect(toScreen(camera, toWorld(camera, { x: 321, y: 45 }))).toEqual({ x: 321, y: 45 });
  });

  it('keeps the point under the pointer when zooming', () => {
    const camera = { x: -400, y: -300, zoom: 0.8 };
    const point = { x: 500, y: 400 };
    const before = toWorld(camera, point);
    const after = toWorld(zoomAt(camera, point, 1.3, map, room), point);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it('never loses the map and never zooms without end', () => {
    const far = clamp({ x: 9999, y: -9999, zoom: 99 }, map, room);
    expect(far.zoom).toBe(MAX_ZOOM);
    expect(far.x).toBeLessThan(room.width);
    expect(far.y + map.height * far.zoom).toBeGreaterThan(0);
  });

  it('can be moved so far that no corner has to stay under what lies over the map', () => {
    const phone = { width: 390, height: 430 };
    const tools = 48;
    expect(clamp({ x: 999, y: 999, zoom: 0.6 }, map, phone).x).toBeGreaterThan(tools);
    const small = { width: 200, height: 162 }; // with its distance from the edge
    const corner = toScreen(clamp({ x: -9999, y: -9999, zoom: 0.6 }, map, room), { x: map.width, y: map.height });
    expect(corner.x <= room.width - small.width || corner.y <= room.height - small.height).toBe(true);
  });

  it('leaves what matters free of the small map', () => {
    const camera = { x: -900, y: -1500, zoom: 1 };
    const covered = { x: 1850, y: 2250 }; // on the screen at (950, 750), under the small map
    const row = [{ x: 1000, y: 2250 }, { x: 1400, y: 2250 }, covered];
    const moved = clearOf(coversOf(map, room, true), camera, row, 30, map, room);
    expect(row.every((point) => isVisible(moved, point, room, 0))).toBe(true);
    expect(toScreen(moved, covered).y).toBeLessThanOrEqual(room.height - 162 - 30);
    expect(clearOf(coversOf(map, room, true), camera, row.slice(0, 2), 30, map, room)).toEqual(camera);
    const below = { x: 1850, y: 2390 }; // it would come under the small map if the window only went up a little
    const free = [...row, below].map((point) => toScreen(clearOf(coversOf(map, room, true), camera, [...row, below], 30, map, room), point));
    expect(free.some(({ x, y }) => x > room.width - 125 - 12 && y > room.height - 162 && y < room.height)).toBe(false);
  });

  it('leaves nothing that can be chosen under the tools or the pencil', () => {
    const phone = { width: 390, height: 470 };
    const camera = { x: -400, y: -700, zoom: 1 };
    const column = [740, 930, 1020, 1140].map((y) => ({ x: 430, y })); // at the left edge: one under the tools, one under the pencil
    const moved = clearOf(coversOf(map, phone, false), camera, column, 29, map, phone);
    expect(column.every((point) => isVisible(moved, point, phone, 0))).toBe(true);
    expect(Math.min(...column.map((point) => toScreen(moved, point).x))).toBeGreaterThanOrEqual(48 + 29);
    expect(column.map((point) => isClear(coversOf(map, phone, false), camera, point, 10, phone))).toEqual([false, true, true, false]);
    const middle = [{ x: 600, y: 900 }];
    expect(clearOf(coversOf(map, phone, false), camera, middle, 29, map, phone)).toEqual(camera);
  });

  it('fits and centres', () => {
    const whole = fitted(map, room);
    expect(whole.zoom).toBeCloseTo(800 / 2400);
    const camera = centredOn({ x: 1000, y: 1200 }, 1, map, room);
    expect(toScreen(camera, { x: 1000, y: 1200 })).toEqual({ x: 500, y: 400 });
    expect(isVisible(camera, { x: 1000, y: 1200 }, room)).toBe(true);
    expect(isVisible(camera, { x: 0, y: 0 }, room)).toBe(false);
  });

  it('stays on its way however late a frame comes', () => {
    const [from, to] = [{ x: -900, y: -400, zoom: 0.9 }, { x: 0, y: 8, zoom: 0.25 }];
    expect([-8, 0].map((part) => onTheWay(from, to, part))).toEqual([from, from]);
    expect([1, 40].map((part) => onTheWay(from, to, part))).toEqual([to, to]);
    expect(onTheWay(from, to, 0.5).zoom).toBeCloseTo(0.9 - 0.65 * 0.875);
  });

  it('shows more of a counter the closer it is', () => {
    expect([0.3, 0.7, 1.5].map((zoom) => detail(zoom, 64))).toEqual(['low', 'middle', 'high']);
  });
});

describe('ground', () => {
  it('draws for steps of zoom that are sharp enough', () => {
    expect([0.3, 0.5, 0.7, 1, 1.5, 3, 9].map((zoom) => levelFor(zoom, 1))).toEqual([0.5, 0.5, 1, 1, 2, 4, 4]);
    expect(levelFor(1, 2)).toBe(2);
  });

  it('covers the window with tiles', () => {
    const camera = { x: -300, y: -200, zoom: 1 };
    const area = areaOf(camera, room, map);
    const span = TILE / 2;
    const keys = tilesIn(area, 2);
    const left = Math.min(...keys.map(({ column }) => column * span));
    const right = Math.max(...keys.map(({ column }) => (column + 1) * span));
    expect(left).toBeLessThanOrEqual(area.left);
    expect(right).toBeGreaterThanOrEqual(area.right);
    expect(covers(areaOf(camera, room, map, 0.4), area)).toBe(true);
    expect(covers(area, areaOf(camera, room, map, 0.4))).toBe(false);
  });
});
