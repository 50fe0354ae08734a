/** What an attack would promise before it is begun: asked when a target is looked at, and remembered until something changes. */

import { clickAt, isFight } from './decision';
import { settings } from './settings.svelte';
import { Offline, Refused } from './socket';
import type { Table } from './table.svelte';
import type { Forecast } from './types';

export interface Looked {
  place: string;
  forecast: Forecast;
}

export class Foresight {
  /** The target that is looked at, and what an attack on it would promise. */
  shown = $state.raw<Looked | null>(null);
  private kept = new Map<string, Promise<Forecast | null>>();
  private keptAt = '';
  private looks = 0;

  constructor(private readonly table: Table) {}

  /** A place is pointed at, or has the focus. */
  async look(place: string | null): Promise<void> {
    const look = ++this.looks;
    const choice = place ? this.targetAt(place) : null;
    if (!choice || !place) {
      this.shown = null;
      return;
    }
    const forecast = await this.of(choice);
    if (look === this.looks) this.shown = forecast ? { place, forecast } : null;
  }

  forget(): void {
    this.looks += 1;
    this.shown = null;
  }

  /** What would be chosen as a target at a place, while none is settled. */
  private targetAt(place: string): string | null {
    const { about, offer } = this.table;
    if (!offer || !isFight(about) || about?.targets.length || about?.group.length) return null;
    return clickAt(offer, place, this.table.stackAt(place));
  }

  /** What an attack promises that begins with this choice or, with none, the one that is being put together. */
  of(choice: string | null, sparing = false): Promise<Forecast | null> {
    const at = `${this.table.sight.n.toString()} ${settings.lang}`;
    if (at !== this.keptAt) {
      this.kept = new Map();
      this.keptAt = at;
    }
    const key = `${choice ?? ''} ${sparing.toString()}`;
    const known = this.kept.get(key) ?? this.ask(choice, sparing);
    this.kept.set(key, known);
    return known;
  }

  private async ask(choice: string | null, sparing: boolean): Promise<Forecast | null> {
    try {
      return await this.table.ask<Forecast | null>('forecast', { ...(choice ? { choice } : {}), sparing });
    } catch (error) {
      if (error instanceof Refused || error instanceof Offline) return null;
      throw error;
    }
  }
}
