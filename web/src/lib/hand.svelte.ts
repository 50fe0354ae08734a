/** What the player has in hand: a unit, or several, picked up to see where they can go, and put down there. */

import { hexChoice, unitChoice } from './decision';
import type { Table } from './table.svelte';
import type { About, Path } from './types';

/** Decisions about where a unit goes. */
const GOES: ReadonlySet<About['kind']> = new Set(['move', 'retreat', 'advance', 'place']);

export class Hand {
  picked = $state<string | null>(null);
  /** The units of a stack that are moved together, the picked one among them. */
  party = $state.raw<string[]>([]);
  /** The units that go where the one in hand is put, as far as they may. */
  following = $state.raw<string[]>([]);
  reach = $state.raw<Record<string, number> | null>(null);
  path = $state.raw<Path | null>(null);
  /** The unit whose reach was asked for last. */
  private reaching: string | null = null;
  private asked = 0;

  constructor(private readonly table: Table) {}

  /** The unit whose move is being made or weighed. */
  get mover(): string | null {
    const about = this.table.about;
    return this.picked ?? (about?.kind === 'move' ? (about.unit ?? null) : null);
  }

  /** The unit that is to go somewhere, by whatever rule: it moves, retreats, advances or is put in its place. */
  get sent(): string | null {
    const about = this.table.about;
    return this.mover ?? (about && GOES.has(about.kind) ? (about.unit ?? about.group[0] ?? null) : null);
  }

  /** Pick a unit up to see where it can go. */
  async pick(unit: string): Promise<void> {
    this.table.sheets.inspectUnit(unit);
    this.path = null;
    if (this.table.about?.unit === unit) {
      this.picked = null;
      return;
    }
    this.picked = unit;
    this.party = [];
    await this.refresh();
  }

  /** Pick a whole stack up: it moves unit by unit, to a hex that all of it can reach. */
  async pickParty(unit: string): Promise<void> {
    const party = this.table.companions(unit);
    const first = party.at(-1);
    if (!first) return;
    this.table.sheets.inspectUnit(first);
    this.path = null;
    this.picked = first;
    this.party = party;
    await this.refresh();
  }

  /** Nothing is in hand any more, nor spread out to pick from. */
  drop(): void {
    this.picked = null;
    this.party = [];
    this.following = [];
    this.path = null;
    this.reach = null;
    this.table.fanned = null;
  }

  /** Ask anew where what is in hand can go. */
  async refresh(): Promise<void> {
    const unit = this.mover;
    const asked = ++this.asked;
    if (unit !== this.reaching) this.reach = null; // what another unit could reach would mislead until the answer comes
    this.reaching = unit;
    if (!unit) return;
    const movers = this.party.length ? this.party : [unit];
    const reaches = await Promise.all(movers.map((one) => this.table.tryAsk<Record<string, number>>('reach', { unit: one })));
    if (asked === this.asked) this.reach = inCommon(reaches);
  }

  /** Show the way to a hex and what it costs. */
  async previewPath(hex: string | null): Promise<void> {
    const unit = this.mover;
    if (!unit || !hex || !this.reach || !(hex in this.reach) || !this.table.litHexes.includes(hex)) {
      this.path = null;
      return;
    }
    if (this.path?.path.at(-1) === hex) return;
    const asked = ++this.asked;
    try {
      const path = await this.table.ask<Path>('path', { unit, hex });
      if (asked === this.asked) this.path = path;
    } catch {
      if (asked === this.asked) this.path = null;
    }
  }

  /** Move what was picked up to a hex. */
  moveTo(hex: string): Promise<void> {
    return this.table.throughout(() => this.moveAll(hex));
  }

  private async moveAll(hex: string): Promise<void> {
    const { table } = this;
    const units = this.party.length ? this.party : this.picked ? [this.picked] : [];
    this.picked = null;
    this.party = [];
    this.path = null;
    for (const unit of units) {
      await table.atRest();
      if (table.about?.unit !== unit && !(await table.choose(unitChoice(unit)))) return;
      await table.atRest();
      if (table.offer?.hexes.includes(hex)) await table.choose(hexChoice(hex));
      else await table.whyNot(hex, unit);
    }
  }

  /** Take several units to be placed: the first is chosen, the others follow to the same place. */
  async take(unit: string, set: readonly string[]): Promise<void> {
    const { table } = this;
    const others = set.filter((one) => one !== unit);
    const chosen = table.offer?.units.includes(unit) ? await table.choose(unitChoice(unit)) : table.about?.unit === unit;
    if (chosen) this.following = others;
  }

  /** Put a unit down in a place, and those that follow it. */
  place(unit: string, hex: string): Promise<void> {
    return this.table.throughout(() => this.putDown(unit, hex));
  }

  private async putDown(unit: string, hex: string): Promise<void> {
    const { table } = this;
    if (table.about?.unit !== unit && !(await table.choose(unitChoice(unit)))) return;
    await table.atRest();
    if (table.offer?.hexes.includes(hex)) await this.placeAll(hex);
    else if (table.placeOf(unit) !== hex) await table.whyNot(hex, unit);
  }

  /** Choose a hex for the unit in hand, then for those that follow. */
  placeAll(hex: string): Promise<void> {
    return this.table.throughout(() => this.putAllDown(hex));
  }

  private async putAllDown(hex: string): Promise<void> {
    const { table } = this;
    const rest = this.following;
    this.following = [];
    if (!(await table.choose(hexChoice(hex)))) return;
    for (const unit of rest) {
      await table.atRest();
      if (!table.offer?.units.includes(unit) || !(await table.choose(unitChoice(unit)))) return;
      await table.atRest();
      if (!table.offer?.hexes.includes(hex) || !(await table.choose(hexChoice(hex)))) return;
    }
  }
}

/** What all can reach, each at the cost of the one who pays most. */
function inCommon(reaches: (Record<string, number> | null)[]): Record<string, number> | null {
  const [first, ...others] = reaches;
  if (!first) return null;
  const all = Object.entries(first).filter(([hex]) => others.every((reach) => reach && hex in reach));
  return Object.fromEntries(all.map(([hex, cost]) => [hex, Math.max(cost, ...others.map((reach) => reach?.[hex] ?? 0))]));
}
