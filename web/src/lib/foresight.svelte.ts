/** What an attack would promise before it is begun: asked when a target is looked at, and remembered until something changes. */

import { clickAt, hexChoice, isFight, unitChoice } from './decision';
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
    const choices = place ? this.targetAt(place) : null;
    if (!choices || !place) {
      this.shown = null;
      return;
    }
    const forecast = await this.of(choices);
    if (look === this.looks) this.shown = forecast ? { place, forecast } : null;
  }

  forget(): void {
    this.looks += 1;
    this.shown = null;
  }

  /** The choices that would begin an attack on what is at a place, while no target is settled. */
  private targetAt(place: string): string[] | null {
    const { about, offer, hand } = this.table;
    if (offer?.strikes?.includes(place)) return [...hand.pending(hand.units).map(unitChoice), hexChoice(place)];
    if (!offer || !isFight(about) || about?.targets.length || about?.group.length) return null;
    const choice = clickAt(offer, place, this.table.stackAt(place));
    return choice === null ? null : [choice];
  }

  /** What an attack promises that begins with these choices or, with none, the one that is being put together. */
  of(choices: readonly string[] = [], sparing = false): Promise<Forecast | null> {
    const at = `${this.table.sight.n.toString()} ${settings.lang}`;
    if (at !== this.keptAt) {
      this.kept = new Map();
      this.keptAt = at;
    }
    const key = `${choices.join()} ${sparing.toString()}`;
    const known = this.kept.get(key) ?? this.ask(choices, sparing);
    this.kept.set(key, known);
    return known;
  }

  private async ask(choices: readonly string[], sparing: boolean): Promise<Forecast | null> {
    try {
      return await this.table.ask<Forecast | null>('forecast', { ...(choices.length ? { choice: choices } : {}), sparing });
    } catch (error) {
      if (error instanceof Refused || error instanceof Offline) return null;
      throw error;
    }
  }
}
