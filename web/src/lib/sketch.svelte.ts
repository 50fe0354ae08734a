/** What a player draws on his own map: arrows and notes. Nobody else ever sees it. */

import { authorised, call } from './api';

export type Arrow = [from: string, to: string];

interface Drawn {
  arrows?: Arrow[];
  notes?: Record<string, string>;
}

const SOON = 600;

export class Sketch {
  /** Whether clicks on the map draw. */
  active = $state(false);
  arrows = $state.raw<Arrow[]>([]);
  notes = $state.raw<Record<string, string>>({});
  /** Where the arrow that is being drawn begins. */
  from = $state<string | null>(null);
  /** The hex whose note is being written. */
  noting = $state<string | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly match: string,
    private readonly token: () => string,
  ) {}

  private get address(): string {
    return `api/matches/${this.match}/sketch`;
  }

  async load(): Promise<void> {
    const drawn = (await (await call(this.address, { headers: authorised([this.token()]) })).json()) as Drawn;
    this.arrows = drawn.arrows ?? [];
    this.notes = drawn.notes ?? {};
  }

  private keepSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.keep(), SOON);
  }

  private async keep(): Promise<void> {
    const headers = { 'Content-Type': 'application/json', ...authorised([this.token()]) };
    await call(this.address, { method: 'PUT', headers, body: JSON.stringify({ arrows: this.arrows, notes: this.notes }) });
  }

  /** A click: one hex and then another draws an arrow, or takes it away; the same hex twice is for a note. */
  click(hex: string): void {
    const { from } = this;
    if (from === null) {
      this.from = hex;
      return;
    }
    this.from = null;
    if (from === hex) {
      this.noting = hex;
      return;
    }
    const others = this.arrows.filter(([start, end]) => start !== from || end !== hex);
    this.arrows = others.length < this.arrows.length ? others : [...this.arrows, [from, hex]];
    this.keepSoon();
  }

  note(hex: string, text: string): void {
    const rest = Object.entries(this.notes).filter(([place]) => place !== hex);
    this.notes = Object.fromEntries(text.trim() ? [...rest, [hex, text.trim()]] : rest);
    this.noting = null;
    this.keepSoon();
  }

  clear(): void {
    this.arrows = [];
    this.notes = {};
    this.from = this.noting = null;
    this.keepSoon();
  }
}
