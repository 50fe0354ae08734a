/** The map under the counters, smooth without a graphics card.
 *
 *  The SVG is drawn in tiles, once for each step of zoom and only while the map is at rest. From the tiles a picture of the
 *  window and a strip round it is put together; while the map moves, the browser only shifts and scales that picture.
 */

import type { Camera, Size } from './camera';

export const TILE = 512;
const KEEP = 120;
const STRIP = 0.4;
const PAUSE = 90;

export interface TileKey {
  level: number;
  column: number;
  row: number;
}

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The step of zoom to draw for: powers of two, the smallest that is sharp enough, never beyond 4. */
export function levelFor(zoom: number, ratio: number): number {
  let level = 0.5;
  while (level < zoom * ratio * 0.85 && level < 4) level *= 2;
  return level;
}

/** The part of the map that a window shows, with a strip round it in parts of the window. */
export function areaOf(camera: Camera, window: Size, map: Size, strip = 0): Area {
  const across = (window.width / camera.zoom) * strip;
  const down = (window.height / camera.zoom) * strip;
  return {
    left: Math.max(0, -camera.x / camera.zoom - across),
    top: Math.max(0, -camera.y / camera.zoom - down),
    right: Math.min(map.width, (window.width - camera.x) / camera.zoom + across),
    bottom: Math.min(map.height, (window.height - camera.y) / camera.zoom + down),
  };
}

export function covers(outer: Area, inner: Area): boolean {
  return outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right && outer.bottom >= inner.bottom;
}

/** The tiles of a level in an area, nearest to its middle first. */
export function tilesIn(area: Area, level: number): TileKey[] {
  const span = TILE / level;
  const keys: TileKey[] = [];
  for (let row = Math.floor(area.top / span); row * span < area.bottom; row++) {
    for (let column = Math.floor(area.left / span); column * span < area.right; column++) keys.push({ level, column, row });
  }
  const x = (area.left + area.right) / 2 / span - 0.5;
  const y = (area.top + area.bottom) / 2 / span - 0.5;
  const far = (key: TileKey): number => Math.abs(key.column - x) + Math.abs(key.row - y);
  return keys.sort((a, b) => far(a) - far(b));
}

export class Ground {
  private readonly tiles = new Map<string, HTMLCanvasElement>();
  private image: HTMLImageElement | null = null;
  private pending: TileKey[] = [];
  private timer = 0;
  private generation = 0;
  private camera: Camera = { x: 0, y: 0, zoom: 1 };
  private room: Size = { width: 0, height: 0 };
  private drawn: { area: Area; zoom: number } | null = null;
  private composed = 0;

  constructor(
    private readonly stage: HTMLCanvasElement,
    private readonly map: Size,
  ) {}

  /** Take another picture of the map (a theme, a language); the old one stays until the new one can be shown. */
  async load(url: string): Promise<void> {
    const generation = ++this.generation;
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status.toString()}`);
    const link = URL.createObjectURL(new Blob([await response.text()], { type: 'image/svg+xml' }));
    const image = new Image();
    image.src = link;
    await image.decode();
    URL.revokeObjectURL(link);
    if (generation !== this.generation) return;
    this.image = image;
    this.tiles.clear();
    this.rest(this.camera, this.room);
  }

  /** The map moves: nothing is drawn, unless it moved off what is drawn. */
  move(camera: Camera, room: Size): void {
    window.clearTimeout(this.timer);
    this.camera = camera;
    this.room = room;
    const stale = this.drawn && this.tiles.size && !covers(this.drawn.area, areaOf(camera, room, this.map));
    if (stale && performance.now() - this.composed > PAUSE) this.compose('low');
    this.shift();
  }

  /** The map has come to rest: draw what is missing, coarse tiles first. */
  rest(camera: Camera, room: Size): void {
    this.camera = camera;
    this.room = room;
    if (!this.image || !room.width) return;
    const whole = { left: 0, top: 0, right: this.map.width, bottom: this.map.height };
    const level = this.level();
    const near = tilesIn(areaOf(camera, room, this.map), level);
    const around = tilesIn(areaOf(camera, room, this.map, STRIP), level);
    const wanted = [...tilesIn(whole, 0.5), ...near, ...around, ...(level > 1 ? tilesIn(whole, 1) : [])];
    for (const key of wanted) this.touch(name(key));
    this.pending = wanted.filter((key) => !this.tiles.has(name(key)));
    this.compose('high');
    this.next(near.length);
  }

  private level(): number {
    return levelFor(this.camera.zoom, window.devicePixelRatio);
  }

  private next(urgent: number): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      const key = this.pending.shift();
      if (!key || !this.image) {
        this.trim();
        return;
      }
      if (!this.tiles.has(name(key))) this.draw(key, this.image);
      if (urgent <= 1 || this.pending.length === 0 || this.pending.length % 6 === 0) this.compose('high');
      this.next(urgent - 1);
    }, 4);
  }

  private draw(key: TileKey, image: HTMLImageElement): void {
    const tile = document.createElement('canvas');
    tile.width = tile.height = TILE;
    const context = tile.getContext('2d', { alpha: false });
    if (!context) return;
    context.setTransform(key.level, 0, 0, key.level, -key.column * TILE, -key.row * TILE);
    context.drawImage(image, 0, 0, this.map.width, this.map.height);
    this.tiles.set(name(key), tile);
  }

  /** Put the picture together from the tiles there are, coarse ones below fine ones. */
  private compose(quality: ImageSmoothingQuality): void {
    const { camera, stage } = this;
    const area = areaOf(camera, this.room, this.map, STRIP);
    const scale = camera.zoom * window.devicePixelRatio;
    const width = Math.ceil((area.right - area.left) * scale);
    const height = Math.ceil((area.bottom - area.top) * scale);
    if (width <= 0 || height <= 0) return;
    if (stage.width !== width || stage.height !== height) {
      stage.width = width;
      stage.height = height;
      stage.style.width = `${(width / window.devicePixelRatio).toString()}px`;
      stage.style.height = `${(height / window.devicePixelRatio).toString()}px`;
    }
    const context = stage.getContext('2d', { alpha: false });
    if (!context) return;
    context.imageSmoothingQuality = quality;
    const level = this.level();
    const fine = tilesIn(area, level);
    const complete = fine.every((key) => this.tiles.has(name(key)));
    if (!complete) {
      context.fillStyle = getComputedStyle(stage).backgroundColor;
      context.fillRect(0, 0, width, height);
    }
    const hurried = quality === 'low' && level > 0.5 && !complete;
    const layers = complete ? [level] : hurried ? [0.5] : [0.5, 1, 2, 4].filter((one) => one <= level);
    for (const layer of layers) {
      const span = TILE / layer;
      for (const key of layer === level ? fine : tilesIn(area, layer)) {
        const tile = this.tiles.get(name(key));
        if (!tile) continue;
        const x = Math.round((key.column * span - area.left) * scale);
        const y = Math.round((key.row * span - area.top) * scale);
        const right = Math.round(((key.column + 1) * span - area.left) * scale);
        const bottom = Math.round(((key.row + 1) * span - area.top) * scale);
        context.drawImage(tile, x, y, right - x, bottom - y);
      }
    }
    this.drawn = { area, zoom: camera.zoom };
    this.composed = performance.now();
    this.shift();
  }

  /** Lay the picture where it belongs. */
  private shift(): void {
    const { camera, drawn } = this;
    if (!drawn) return;
    const x = camera.x + drawn.area.left * camera.zoom;
    const y = camera.y + drawn.area.top * camera.zoom;
    this.stage.style.transform = `translate3d(${x.toFixed(2)}px, ${y.toFixed(2)}px, 0) scale(${(camera.zoom / drawn.zoom).toFixed(5)})`;
  }

  private touch(key: string): void {
    const tile = this.tiles.get(key);
    if (!tile) return;
    this.tiles.delete(key);
    this.tiles.set(key, tile);
  }

  private trim(): void {
    for (const key of this.tiles.keys()) {
      if (this.tiles.size <= KEEP) return;
      this.tiles.delete(key);
    }
  }

  stop(): void {
    window.clearTimeout(this.timer);
    this.generation++;
    this.pending = [];
  }
}

function name(key: TileKey): string {
  return `${key.level.toString()}/${key.column.toString()}/${key.row.toString()}`;
}
