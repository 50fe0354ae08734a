/** Taking back and making again: never more than was meant, and never without the others' word where it is needed. */

import { isBegun } from './decision';
import type { Table } from './table.svelte';
import type { Prospect } from './types';

export class TakeBack {
  /** What would be taken back besides one's own last choice: it is asked first whether that is meant. */
  confirming = $state.raw<Prospect | null>(null);

  constructor(private readonly table: Table) {}

  get prospect(): Prospect | null {
    const { table } = this;
    return table.watching || table.past.moment || table.view?.result ? null : table.sight.can.undo;
  }

  get canRedo(): boolean {
    return this.table.offer !== null && this.table.sight.can.redo;
  }

  /** Put back what is picked up, else take the last choice back; where more goes with it, ask first. */
  async undo(): Promise<void> {
    const what = this.prospect;
    if (this.table.putBack() || !what || this.table.busy || this.confirming) return;
    if (what.others || what.rolled) this.confirming = what;
    else await this.send();
  }

  /** Take back the choice that only began the running decision, with no dice and nothing of others. True if there was any. */
  async unpick(): Promise<boolean> {
    const { table, prospect } = this;
    if (!this.justBegan || !prospect || prospect.others || prospect.rolled || table.busy) return false;
    await this.send();
    return true;
  }

  /** Whether the last choice did no more than take something in hand or aim at something. */
  private get justBegan(): boolean {
    const { table } = this;
    const about = table.offered?.about ?? null;
    const last = table.log.findLast(({ undone }) => !undone);
    if (!isBegun(about) || !last || last.seat !== table.sight.seat) return false;
    const [, unit = ''] = /^unit:(.*)/.exec(last.choice ?? '') ?? [];
    const [, place = table.placeOf(unit) ?? ''] = /^hex:(.*)/.exec(last.choice ?? '') ?? [];
    return last.events.length === 0 || table.isInHand(unit) || (about?.targets.includes(place) ?? false);
  }

  /** It is meant. */
  async confirm(): Promise<void> {
    this.confirming = null;
    await this.send();
  }

  private async send(): Promise<void> {
    const { table } = this;
    const count = this.prospect?.count ?? 1;
    table.hand.drop();
    table.battle = null;
    await table.during(async () => {
      const { sight } = table;
      const n = sight.n;
      const answer = (await sight.line.send({ do: 'undo', n })) as { waiting?: string[] };
      const others = answer.waiting?.filter((seat) => !table.sights.some((own) => own.seat === seat)) ?? [];
      if (!others.length) await sight.reaches(n + count);
    });
  }

  async redo(): Promise<void> {
    const { table } = this;
    if (!this.canRedo || table.busy) return;
    table.hand.drop();
    await table.during(async () => {
      const { sight } = table;
      const n = sight.n;
      await sight.line.send({ do: 'redo', n });
      await sight.reaches(n + 1);
    });
  }

  /** Friends at one screen agree aloud to what one of them asks. */
  heard(seat: string, message: { asked: string | null; by?: string; of?: string[] }): void {
    const { asked, by, of } = message;
    const { sights } = this.table;
    if (!asked || !of?.includes(seat) || !sights.some((sight) => sight.seat === by)) return;
    void sights.find((sight) => sight.seat === seat)?.line.send({ do: 'consent', to: asked, yes: true });
  }
}
