/** What the player has in hand: units picked up to see what they can do, and put down somewhere. */

import { hexChoice, unitChoice } from './decision';
import { March } from './march.svelte';
import type { Table } from './table.svelte';
import type { About, Offer, Path, Picked } from './types';

/** Decisions about where a unit goes. */
const GOES: ReadonlySet<About['kind']> = new Set(['move', 'retreat', 'advance', 'place']);

export class Hand {
  /** The units picked up here; nothing is chosen before they do something. */
  units = $state.raw<string[]>([]);
  /** What could be chosen with them picked, and after which choice that was so. */
  private weighed = $state.raw<{ n: number; offer: Offer; apart: boolean } | null>(null);
  /** The units that go where the one in hand is put, as far as they may. */
  following = $state.raw<string[]>([]);
  reach = $state.raw<Record<string, number> | null>(null);
  path = $state.raw<Path | null>(null);
  /** What is being asked about the units in hand. */
  private asking: Promise<void> = Promise.resolve();
  /** The units that were asked about last. */
  private askedFor = '';
  private asked = 0;
  private looked = 0;

  /** Those who were sent somewhere one after the other. */
  readonly march: March;
  /** After which choice the unit that is in hand was laid aside. */
  private laid = $state.raw<number | null>(null);

  constructor(private readonly table: Table) {
    this.march = new March(table);
  }

  /** The first of the units that are picked up. */
  get picked(): string | null {
    return this.units[0] ?? null;
  }

  /** What could be chosen with the units that are picked up, as the engine says; null where only choosing them tells. */
  get offer(): Offer | null {
    return this.units.length && this.weighed?.n === this.table.sight.n ? this.weighed.offer : null;
  }

  /** Whether those who are picked up go one after the other, each when the one before has come there. */
  get apart(): boolean {
    return this.units.length > 1 && (this.offer === null || this.weighed?.apart === true);
  }

  /** Whether the unit that is in hand has been laid aside: picked again it can still go on, as long as no other is. */
  get aside(): boolean {
    return this.laid === this.table.sight.n && !this.units.length;
  }

  /** Lay aside the unit that is in hand and has gone part of its way; true if there is one. */
  layAside(): boolean {
    const { offered } = this.table;
    if (offered?.about.kind !== 'move' || offered.about.unit === undefined || this.aside) return false;
    this.drop();
    this.laid = this.table.sight.n;
    return true;
  }

  /** Where the units that are picked up can be put down. */
  get hexes(): string[] {
    return this.offer?.hexes ?? Object.keys(this.reach ?? {});
  }

  /** The unit whose move is being made or weighed. */
  get mover(): string | null {
    const about = this.table.about;
    return this.picked ?? (about?.kind === 'move' && !this.aside ? (about.unit ?? null) : null);
  }

  /** The unit that is to go somewhere, by whatever rule: it moves, retreats, advances or is put in its place. */
  get sent(): string | null {
    const about = this.table.about;
    return this.mover ?? (about && GOES.has(about.kind) ? (about.unit ?? about.group[0] ?? null) : null);
  }

  /** Pick a unit up to see what it can do; one that is in hand already with those that are there too. */
  async pick(unit: string): Promise<void> {
    const { table } = this;
    table.sheets.inspectUnit(unit);
    const group = table.isInHand(unit) ? (table.offered?.about.group ?? []) : [];
    await this.takeUp(group.length ? [...group] : [unit]);
  }

  /** Pick a whole stack up: together where the game lets units move together, else one by one to a hex that all can reach. */
  async pickParty(unit: string): Promise<void> {
    const party = this.table.companions(unit).toReversed();
    const [first, ...others] = party;
    if (!first) return;
    await this.pick(first);
    const joining = this.joining(others);
    await this.takeUp(joining.length ? [first, ...joining] : party.toReversed()); // who lies on top goes last, and lies on top there
  }

  /** One more unit is picked up, or put back. */
  async add(unit: string): Promise<void> {
    const { units } = this;
    await this.takeUp(units.includes(unit) ? units.filter((one) => one !== unit) : [...units, unit]);
  }

  /** Those of some units that can join what is in hand. */
  private joining(units: readonly string[]): string[] {
    const able = new Set(this.offer?.sets.flat());
    return units.filter((unit) => able.has(unit));
  }

  /** Pick these units up. */
  async takeUp(units: string[]): Promise<void> {
    this.units = units;
    this.path = null;
    this.laid = null;
    await this.refresh();
  }

  /** Nothing is in hand any more, nor spread out to pick from. */
  drop(): void {
    this.putBack();
    this.following = [];
    this.reach = null;
    this.table.fanned = null;
  }

  private putBack(): void {
    this.units = [];
    this.weighed = null;
    this.path = null;
  }

  /** Ask anew what the units in hand can do. */
  refresh(): Promise<void> {
    const movers = this.units.length ? this.units : this.mover ? [this.mover] : [];
    if (movers.join() !== this.askedFor) this.reach = null; // what others could reach would mislead until the answer comes
    this.askedFor = movers.join();
    this.asking = this.weigh(movers);
    return this.asking;
  }

  /** Everything has been asked about the units in hand that had to be. */
  async known(): Promise<void> {
    for (let asking: Promise<void> | null = null; asking !== this.asking; ) {
      asking = this.asking;
      await asking;
    }
  }

  private async weigh(movers: readonly string[]): Promise<void> {
    const asked = ++this.asked;
    const { table } = this;
    const { n } = table.sight;
    const picked = await this.ifPicked();
    const reach = picked?.reach ?? inCommon(await Promise.all(movers.map((unit) => this.reachOf(unit))));
    if (asked !== this.asked) return;
    this.weighed = picked && { n, offer: picked.offer, apart: picked.apart ?? false };
    this.reach = reach;
    void this.table.lookAgain();
  }

  /** What could be chosen with the units picked that are in hand here. */
  private async ifPicked(): Promise<Picked | null> {
    const { units } = this;
    const { offered } = this.table;
    if (this.pending(units).length) return this.table.tryAsk<Picked | null>('picked', { units });
    return this.units.length && offered ? { offer: offered, reach: (await this.reachOf(this.units[0] ?? '')) ?? {} } : null;
  }

  private async reachOf(unit: string): Promise<Record<string, number> | null> {
    return this.table.grid.has(this.table.placeOf(unit) ?? '') ? this.table.tryAsk<Record<string, number>>('reach', { unit }) : null;
  }

  /** Those of some units that have still to be chosen. */
  pending(units: readonly string[]): string[] {
    return units.filter((unit) => !this.table.isInHand(unit));
  }

  /** Show the way to a hex and what it costs. */
  async previewPath(hex: string | null): Promise<void> {
    const unit = this.mover;
    const looked = ++this.looked;
    if (!unit || !hex || !this.reach || !(hex in this.reach) || !this.table.litHexes.includes(hex)) {
      this.path = null;
      return;
    }
    if (this.path?.path.at(-1) === hex) return;
    try {
      const path = await this.wayTo(unit, hex);
      if (looked === this.looked) this.path = path;
    } catch {
      if (looked === this.looked) this.path = null;
    }
  }

  private wayTo(unit: string, hex: string): Promise<Path | null> {
    const units = this.offer && this.pending(this.units).length ? this.units : [];
    return units.length ? this.table.ask<Path | null>('way', { units, hex }) : this.table.ask<Path>('path', { unit, hex });
  }

  /** Move what was picked up to a hex. */
  moveTo(hex: string): Promise<void> {
    return this.table.throughout(() => this.moveAll(hex));
  }

  private async moveAll(hex: string): Promise<void> {
    const { table, units, apart } = this;
    this.putBack();
    if (apart) {
      await this.march.begin(units, hex);
      return;
    }
    if (!(await this.chooseAll(units))) return;
    if (table.offered?.hexes.includes(hex)) await table.choose(hexChoice(hex));
    else await table.whyNot(hex, units);
  }

  /** Choose the units that are picked up, as is needed before they do something; false if one was refused. */
  async choose(): Promise<boolean> {
    const { units } = this;
    this.putBack();
    return this.chooseAll(units);
  }

  private async chooseAll(units: readonly string[]): Promise<boolean> {
    const { table } = this;
    for (const unit of units) {
      await table.atRest();
      if (!table.isInHand(unit) && !(await table.choose(unitChoice(unit)))) return false;
    }
    await table.atRest();
    return true;
  }

  /** Take several units to be placed: the first is chosen, the others follow to the same place. */
  async take(unit: string, set: readonly string[]): Promise<void> {
    const { table } = this;
    const others = set.filter((one) => one !== unit);
    const chosen = table.offered?.units.includes(unit) ? await table.choose(unitChoice(unit)) : table.isInHand(unit);
    if (chosen) this.following = others;
  }

  /** Put a unit down in a place, and those that follow it. */
  place(unit: string, hex: string): Promise<void> {
    return this.table.throughout(() => this.putDown(unit, hex));
  }

  private async putDown(unit: string, hex: string): Promise<void> {
    const { table } = this;
    this.putBack();
    if (!(await this.chooseAll([unit]))) return;
    if (table.offered?.hexes.includes(hex)) await this.placeAll(hex);
    else if (table.placeOf(unit) !== hex) await table.whyNot(hex, [unit]);
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
      if (!table.offered?.units.includes(unit) || !(await table.choose(unitChoice(unit)))) return;
      await table.atRest();
      if (!table.offered?.hexes.includes(hex) || !(await table.choose(hexChoice(hex)))) return;
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
