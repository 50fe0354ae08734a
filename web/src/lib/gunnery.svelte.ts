/** How far guns reach and who observes for them: of those that are pointed at, picked, or have their card open. */

import { isFight, previews } from './decision';
import { settings } from './settings.svelte';
import { Offline, Refused } from './socket';
import type { Table } from './table.svelte';
import type { Fire } from './types';

/** Somebody who sees an enemy hex for a gun. */
export interface Watcher {
  unit: string;
  from: string;
  to: string;
}

export class Gunnery {
  /** The place that is pointed at. */
  looked = $state<string | null>(null);
  private known = $state.raw<ReadonlyMap<string, Fire>>(new Map());
  private asked = new Set<string>();
  private askedAt = '';

  constructor(private readonly table: Table) {}

  /** Whether fire of this unit reaches further than the next hex. */
  isGun(unit: string | null): unit is string {
    return unit !== null && this.table.box.guns.includes(unit);
  }

  private get pointedAt(): string[] {
    return this.table.stackAt(this.looked ?? '').filter((unit) => this.isGun(unit));
  }

  /** The guns it is about: those pointed at, else those picked to fire, else the one whose card lies there. */
  get guns(): string[] {
    const { table } = this;
    if (this.pointedAt.length) return this.pointedAt;
    const picked = isFight(table.about) ? table.group.filter((unit) => this.isGun(unit)) : [];
    if (picked.length) return picked;
    const { unit } = table.sheets;
    return this.isGun(unit) && !previews(table.about) ? [unit] : [];
  }

  /** What is known of the fire of these guns. */
  get fires(): Fire[] {
    return this.guns.map((gun) => this.known.get(gun)).filter((fire) => fire !== undefined);
  }

  fireOf(unit: string): Fire | undefined {
    return this.known.get(unit);
  }

  /** The hexes that any of them reaches. */
  get reach(): string[] {
    return [...new Set(this.fires.flatMap(({ hexes }) => hexes))];
  }

  /** The enemies that any of them may fire at now. */
  get targets(): string[] {
    return this.aimedAt([...new Set(this.fires.flatMap(({ targets }) => targets))]);
  }

  /** Who sees which enemy for them. */
  get watchers(): Watcher[] {
    const seen = new Map<string, Watcher>();
    for (const { observers } of this.fires) {
      for (const to of this.aimedAt(Object.keys(observers ?? {}))) {
        for (const unit of observers?.[to] ?? []) seen.set(`${unit} ${to}`, { unit, from: this.table.placeOf(unit) ?? '', to });
      }
    }
    return [...seen.values()];
  }

  /** The enemies in their reach that nobody sees for any of them. */
  get unseen(): string[] {
    const seen = new Set(this.watchers.map(({ to }) => to));
    const near = this.fires.flatMap(({ observers }) => Object.keys(observers ?? {}));
    return this.aimedAt([...new Set(near)].filter((hex) => !seen.has(hex)));
  }

  /** Ask what is not known yet; anew after anything has happened. */
  async learn(guns: readonly string[]): Promise<void> {
    const at = `${this.table.sight.n.toString()} ${this.table.sight.seat} ${settings.lang}`;
    if (at !== this.askedAt) {
      this.askedAt = at;
      this.asked = new Set();
      this.known = new Map();
    }
    const unknown = guns.filter((gun) => !this.asked.has(gun));
    for (const gun of unknown) this.asked.add(gun);
    const fires = await Promise.all(unknown.map((gun) => this.ask(gun)));
    if (at !== this.askedAt) return;
    const told = unknown.map((gun, i) => [gun, fires[i]] as const).filter((pair): pair is [string, Fire] => Boolean(pair[1]));
    if (told.length) this.known = new Map([...this.known, ...told]);
  }

  /** While a target is settled only that is of interest, unless one points elsewhere. */
  private aimedAt(hexes: string[]): string[] {
    const { targets } = this.table;
    return targets.length && !this.pointedAt.length ? hexes.filter((hex) => targets.includes(hex)) : hexes;
  }

  private async ask(unit: string): Promise<Fire | null> {
    try {
      return await this.table.ask<Fire>('fire', { unit });
    } catch (error) {
      if (error instanceof Refused || error instanceof Offline) return null;
      throw error;
    }
  }
}
