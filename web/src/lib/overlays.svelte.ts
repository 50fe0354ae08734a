/** What can be laid over the map: zones of control, bonds, supply, control, objectives, the reach of a side. */

import { Offline, Refused } from './socket';
import type { Table } from './table.svelte';
import type { Named, Supply } from './types';

export const KNOWN = ['zoc', 'bonds', 'supply', 'control', 'objectives', 'reach'] as const;
export type Overlay = (typeof KNOWN)[number];

export interface SupplyLine {
  unit: string;
  supplied: boolean;
  path: string[];
}

/** What two units close between them: hexes that no enemy enters, hexsides that none crosses. */
export interface Closed {
  hexes: string[];
  hexsides: string[];
}

export class Overlays {
  on = $state.raw<ReadonlySet<Overlay>>(new Set());
  zoc = $state.raw<Record<string, string[]>>({});
  bonds = $state.raw<Record<string, Closed>>({});
  supply = $state.raw<SupplyLine[]>([]);
  reach = $state.raw<Record<string, string[]>>({});
  private asked = 0;

  constructor(private readonly table: Table) {}

  /** Those that both the game and the client know. */
  get offered(): Named[] {
    return this.table.box.overlays.filter(({ key }) => (KNOWN as readonly string[]).includes(key));
  }

  toggle(key: string): void {
    const on = new Set(this.on);
    if (!on.delete(key as Overlay)) on.add(key as Overlay);
    this.on = on;
    void this.refresh();
  }

  /** Ask again, after the position changed. */
  async refresh(): Promise<void> {
    const asked = ++this.asked;
    try {
      if (this.on.has('zoc')) {
        const zoc = await this.bySide((side) => this.table.ask<string[]>('zoc', { side }));
        if (asked === this.asked) this.zoc = zoc;
      }
      if (this.on.has('bonds')) {
        const bonds = await this.bySide((side) => this.table.ask<Closed>('bonds', { side }));
        if (asked === this.asked) this.bonds = bonds;
      }
      if (this.on.has('supply')) {
        const lines = await Promise.all(this.onMap().map((unit) => this.line(unit)));
        if (asked === this.asked) this.supply = lines.filter((line) => line !== null);
      }
      if (this.on.has('reach')) {
        const reach = await this.bySide((side) => this.reachOf(side));
        if (asked === this.asked) this.reach = reach;
      }
    } catch (error) {
      if (!(error instanceof Offline || error instanceof Refused)) throw error;
    }
  }

  private onMap(side?: string): string[] {
    const { view, box, grid } = this.table;
    return Object.entries(view?.units ?? {})
      .filter(([unit, { place }]) => grid.has(place) && (!side || box.counters[unit]?.side === side))
      .map(([unit]) => unit);
  }

  private async bySide<Answer>(question: (side: string) => Promise<Answer>): Promise<Record<string, Answer>> {
    const sides = this.table.box.sides.map(({ key }) => key);
    return Object.fromEntries(await Promise.all(sides.map(async (side) => [side, await question(side)] as const)));
  }

  private async line(unit: string): Promise<SupplyLine | null> {
    try {
      const { supplied, path } = await this.table.ask<Supply>('supply', { unit });
      return { unit, supplied, path: path ?? [] };
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  private async reachOf(side: string): Promise<string[]> {
    const all = await Promise.all(
      this.onMap(side).map(async (unit) => {
        try {
          return Object.keys(await this.table.ask<Record<string, number>>('reach', { unit }));
        } catch (error) {
          if (error instanceof Refused) return [];
          throw error;
        }
      }),
    );
    return [...new Set(all.flat())];
  }
}
