/** Taking back and making again: never more than was meant, and never without the others' word where it is needed. */

import type { Table } from './table.svelte';
import type { Prospect } from './types';
import { t } from './words.svelte';
import { seatName } from './describe';

export class TakeBack {
  /** What would be taken back besides one's own last choice: it is asked first whether that is meant. */
  confirming = $state.raw<Prospect | null>(null);
  /** Another player asks to take something back. */
  consent = $state.raw<{ seat: string } | null>(null);

  constructor(private readonly table: Table) {}

  get prospect(): Prospect | null {
    const { table } = this;
    return table.watching || table.replay || table.view?.result ? null : table.sight.can.undo;
  }

  get canRedo(): boolean {
    return this.table.offer !== null && this.table.sight.can.redo;
  }

  /** Take the last choice back; where more goes with it, ask first. */
  async undo(): Promise<void> {
    const what = this.prospect;
    if (!what || this.table.busy || this.confirming) return;
    if (what.others || what.rolled) this.confirming = what;
    else await this.send();
  }

  /** It is meant. */
  async confirm(): Promise<void> {
    this.confirming = null;
    await this.send();
  }

  private async send(): Promise<void> {
    const { table } = this;
    const count = this.prospect?.count ?? 1;
    table.unpick();
    table.battle = null;
    await table.during(async () => {
      const { sight } = table;
      const n = sight.n;
      const answer = (await sight.line.send({ do: 'undo', n })) as { waiting?: string[] };
      const others = answer.waiting?.filter((seat) => !table.sights.some((own) => own.seat === seat)) ?? [];
      if (others.length) table.notify(t('undo.waiting'), null, 'info');
      else await sight.reaches(n + count);
    });
  }

  async redo(): Promise<void> {
    const { table } = this;
    if (!this.canRedo || table.busy) return;
    table.unpick();
    await table.during(async () => {
      const { sight } = table;
      const n = sight.n;
      await sight.line.send({ do: 'redo', n });
      await sight.reaches(n + 1);
    });
  }

  async agree(yes: boolean): Promise<void> {
    this.consent = null;
    await this.table.during(async () => {
      await this.table.sight.line.send({ do: 'consent', to: 'undo', yes });
    });
  }

  /** Something was asked of players, or answered. */
  heard(seat: string, message: { asked: string | null; by?: string; of?: string[]; was?: string; yes?: boolean }): void {
    const { table } = this;
    if (message.asked === null) {
      this.consent = null;
      const own = table.sights.length === 1 && message.by !== seat;
      if (message.was === 'undo' && message.yes !== undefined && own)
        table.notify(t(message.yes ? 'undo.agreed' : 'undo.denied', { seat: seatName(table.box, message.by ?? null) }), null, 'info');
    } else if (message.asked === 'undo' && message.of?.includes(seat)) {
      // Friends at one screen agree aloud.
      const asker = table.sights.some((sight) => sight.seat === message.by);
      const line = table.sights.find((sight) => sight.seat === seat)?.line;
      if (asker) void line?.send({ do: 'consent', to: 'undo', yes: true });
      else this.consent = { seat: message.by ?? '' };
    }
  }
}
