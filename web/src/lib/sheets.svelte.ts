/** The card of the unit or hex that is looked at, kept up to date as long as it lies there. */

import { Offline, Refused } from './socket';
import type { Table } from './table.svelte';
import type { HexSheet, UnitSheet } from './types';

export type Inspected = { hex: string; sheet: HexSheet | null } | { unit: string; sheet: UnitSheet | null };

export class Sheets {
  inspected = $state.raw<Inspected | null>(null);

  constructor(private readonly table: Table) {}

  /** The unit whose card lies there. */
  get unit(): string | null {
    return this.inspected && 'unit' in this.inspected ? this.inspected.unit : null;
  }

  inspectUnit(unit: string): void {
    this.inspected = { unit, sheet: null };
    void this.refresh();
  }

  inspectHex(hex: string): void {
    this.inspected = { hex, sheet: null };
    void this.refresh();
  }

  close(): void {
    this.inspected = null;
  }

  async refresh(): Promise<void> {
    const about = this.inspected;
    if (!about || this.table.past.moment) return;
    try {
      if ('unit' in about) {
        const sheet = await this.table.ask<UnitSheet>('unit', { unit: about.unit });
        if (this.unit === about.unit) this.inspected = { unit: about.unit, sheet };
      } else {
        const sheet = await this.table.ask<HexSheet>('hex', { hex: about.hex });
        if (this.inspected && 'hex' in this.inspected && this.inspected.hex === about.hex) this.inspected = { ...about, sheet };
      }
    } catch (error) {
      if (error instanceof Refused) this.inspected = null;
      else if (!(error instanceof Offline)) throw error;
    }
  }
}
