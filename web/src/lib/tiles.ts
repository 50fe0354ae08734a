/** The map as bitmaps: the SVG is drawn once for each step of zoom, in tiles, when there is time for it. */

import type { Camera, Size } from './camera';

export const TILE = 512;
const KEEP = 90;

export interface TileKey {
  level: number;
  column: number;
  row: number;
}

/** The step of zoom to draw for: powers of two, the smallest that is sharp enough, never beyond 4. */
export function levelFor(zoom: number, ratio: number): number {
  const wanted = zoom * ratio;
  let level = 0.5;
  while (level < wanted * 0.85 && level < 4) level *= 2;
  return level;
}

/** The tiles of a level that the window shows, nearest to its middle first; `ring` adds tiles round it. */
export function tilesIn(camera: Camera, window: Size, map: Size, level: number, ring = 0): TileKey[] {
  const span = TILE / level;
  const left = Math.max(0, Math.floor(-camera.x / camera.zoom / span) - ring);
  const top = Math.max(0, Math.floor(-camera.y / camera.zoom / span) - ring);
  const right = Math.min(Math.ceil(map.width / span) - 1, Math.floor((window.width - camera.x) / camera.zoom / span) + ring);
  const bottom = Math.min(
    Math.ceil(map.height / span) - 1,
    Math.floor((window.height - camera.y) / camera.zoom / span) + ring,
  );
  const keys: TileKey[] = [];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) keys.push({ level, column, row });
  }
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  const far = (key: TileKey): number => Math.abs(key.column - x) + Math.abs(key.row - y);
  return keys.sort((a, b) => far(a) - far(b));
}

/** Draws tiles of one SVG into an element, one at a time and only while the map is at rest. */
export class Tiles {
  private readonly tiles = new Map<string, HTMLCanvasElement>();
  private image: HTMLImageElement | null = null;
  private pending: TileKey[] = [];
  private old: HTMLCanvasElement[] = [];
  private timer = 0;
  private moving = false;
  private generation = 0;

  constructor(
    private readonly parent: HTMLElement,
    private readonly map: Size,
  ) {}

  /** Take another picture of the map (a theme, a language); the old tiles stay until the new ones cover them. */
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
    for (const tile of this.tiles.values()) {
      tile.style.zIndex = '0';
      this.old.push(tile);
    }
    this.tiles.clear();
  }

  /** While the map moves nothing is drawn. */
  move(): void {
    this.moving = true;
    window.clearTimeout(this.timer);
  }

  /** The map has come to rest: draw what is missing, coarse tiles first. */
  rest(camera: Camera, room: Size): void {
    this.moving = false;
    const level = levelFor(camera.zoom, window.devicePixelRatio);
    const whole = { x: 0, y: 0, zoom: 1 };
    const everywhere = tilesIn(whole, this.map, this.map, 0.5);
    const wanted = [...everywhere, ...tilesIn(camera, room, this.map, level), ...tilesIn(camera, room, this.map, level, 1)];
    if (level > 1) wanted.push(...tilesIn(whole, this.map, this.map, 1));
    this.pending = wanted.filter((key) => !this.tiles.has(name(key)));
    for (const key of wanted) this.touch(name(key));
    this.show(level);
    this.trim();
    this.next();
  }

  /** Only levels up to the one in use are shown; finer ones would be shrunk for nothing. */
  private show(level: number): void {
    for (const [key, tile] of this.tiles) tile.hidden = Number(key.split('/')[0]) > level;
  }

  private next(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      const key = this.moving ? undefined : this.pending.shift();
      if (!key || !this.image) {
        if (!this.moving) for (const tile of this.old.splice(0)) tile.remove();
        return;
      }
      if (!this.tiles.has(name(key))) this.draw(key, this.image);
      this.next();
    }, 4);
  }

  private draw(key: TileKey, image: HTMLImageElement): void {
    const span = TILE / key.level;
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(Math.min(TILE, (this.map.width - key.column * span) * key.level));
    canvas.height = Math.ceil(Math.min(TILE, (this.map.height - key.row * span) * key.level));
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) return;
    context.setTransform(key.level, 0, 0, key.level, -key.column * TILE, -key.row * TILE);
    context.drawImage(image, 0, 0, this.map.width, this.map.height);
    const style = canvas.style;
    style.left = `${(key.column * span).toString()}px`;
    style.top = `${(key.row * span).toString()}px`;
    style.width = `${(canvas.width / key.level).toString()}px`;
    style.height = `${(canvas.height / key.level).toString()}px`;
    style.zIndex = Math.round(key.level * 2).toString();
    this.parent.append(canvas);
    this.tiles.set(name(key), canvas);
  }

  private touch(key: string): void {
    const tile = this.tiles.get(key);
    if (!tile) return;
    this.tiles.delete(key);
    this.tiles.set(key, tile);
  }

  private trim(): void {
    for (const [key, tile] of this.tiles) {
      if (this.tiles.size <= KEEP) return;
      tile.remove();
      this.tiles.delete(key);
    }
  }

  get ready(): boolean {
    return this.image !== null && this.pending.length === 0;
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
