/** Dice, results and losses where they fall on the map: each stays for a moment. */

import { diceOf } from './journal';
import type { Table } from './table.svelte';
import type { Box, GameEvent } from './types';

export interface Blow {
  hex: string;
  dice: number[];
  result: string;
  /** The side that rolled, where it is known. */
  side: string;
  /** How many losses each side had here. */
  lost: Record<string, number>;
}

/** How long a blow stays before one's eyes, in milliseconds. */
const STAYS = 3600;

export class Blows {
  shown = $state.raw<Blow[]>([]);
  private readonly ends = new Map<string, number>();

  constructor(private readonly table: Table) {}

  private get box(): Box {
    return this.table.box;
  }

  /** Show what an event does, if it does something at a place; the view is still the one before it. */
  strike(event: GameEvent): void {
    const dice = event.kind === 'phase' ? [] : diceOf(event);
    if (dice.length && typeof event.hex === 'string') {
      const unit = Array.isArray(event.units) ? (event.units as (string | null)[]).find((one) => one !== null) : undefined;
      const side = typeof event.side === 'string' ? event.side : (this.box.counters[unit ?? '']?.side ?? '');
      this.show({ hex: event.hex, dice, result: event.result ?? '', side, lost: {} });
    }
    if (this.box.losses.includes(event.kind) && typeof event.unit === 'string') this.lose(event.unit, this.table.placeOf(event.unit) ?? event.hex ?? null);
  }

  private lose(unit: string, hex: string | null): void {
    const side = this.box.counters[unit]?.side ?? '';
    if (!hex || !this.box.geometry.hexes[hex]) return;
    const blow = this.shown.find((one) => one.hex === hex) ?? { hex, dice: [], result: '', side: '', lost: {} };
    this.show({ ...blow, lost: { ...blow.lost, [side]: (blow.lost[side] ?? 0) + 1 } });
  }

  private show(blow: Blow): void {
    this.shown = [...this.shown.filter(({ hex }) => hex !== blow.hex), blow];
    window.clearTimeout(this.ends.get(blow.hex));
    this.ends.set(
      blow.hex,
      window.setTimeout(() => {
        this.shown = this.shown.filter(({ hex }) => hex !== blow.hex);
      }, STAYS),
    );
  }
}
