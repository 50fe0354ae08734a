/** Taking back and making again: never more than was meant, and never without the others' word where it is needed. */

import { isBegun } from './decision';
import { diceOf } from './journal';
import type { Table } from './table.svelte';
import type { LogEntry, Prospect } from './types';

/** What was chosen, if it was a thing of this kind. */
function chosen(kind: 'unit' | 'hex', entry: LogEntry | null): string | null {
  return entry?.choice?.startsWith(`${kind}:`) ? entry.choice.slice(kind.length + 1) : null;
}

export class TakeBack {
  /** What would be taken back besides one's own last choice: it is asked first whether that is meant. */
  confirming = $state.raw<Prospect | null>(null);

  /** Something is being taken back or made again, in as many choices as it was made. */
  private going = false;

  constructor(private readonly table: Table) {}

  /** So many choices of a stack that were taken back together, and where the match was then: they are made again together. */
  private whole: { n: number; count: number } | null = null;

  get prospect(): Prospect | null {
    const { table } = this;
    return table.watching || table.past.moment || table.view?.result ? null : (this.ofStack ?? table.sight.can.undo);
  }

  /** What taking back the move of a whole stack would mean, if that was done last. */
  private get ofStack(): Prospect | null {
    const { log, sight, hand } = this.table;
    const span = sight.can.undo && hand.march.lastSpan(log);
    if (!span) return null;
    const taken = log.filter(({ n, undone }) => n > span.from && !undone);
    const others = taken.some(({ seat }) => seat !== sight.seat);
    return { count: taken.length, others, rolled: taken.some(({ events }) => events.some((event) => diceOf(event).length > 0)), of: sight.can.undo?.of ?? [] };
  }

  get canRedo(): boolean {
    return this.table.offer !== null && this.table.sight.can.redo;
  }

  /** Put back what is picked up, else take the last choice back; where more goes with it, ask first. */
  async undo(): Promise<void> {
    const what = this.prospect;
    if (this.table.putBack() || !what || this.table.busy || this.going || this.confirming) return;
    if (what.others || what.rolled) this.confirming = what;
    else await this.back();
  }

  /** Take the last choice back, and with it that of the units it was made with: in hand they would have done what they may. */
  private back(): Promise<void> {
    return this.all(async () => {
      const stack = this.ofStack;
      if (!(await this.send())) return;
      if (stack) this.whole = { n: this.table.sight.n, count: stack.count };
      else await this.unhand();
    });
  }

  private async all(deed: () => Promise<void>): Promise<void> {
    this.going = true;
    await this.table.throughout(deed);
    this.going = false;
  }

  /** Take back the choice of units that were picked and have done nothing yet; they are returned. */
  private async unhand(): Promise<string[]> {
    const units: string[] = [];
    for (await this.table.atRest(); this.justPicked && this.isFree; await this.table.atRest()) {
      units.unshift(this.justPicked);
      if (!(await this.send())) break;
    }
    return units;
  }

  /** Take back the choice that only began the running decision, with no dice and nothing of others. True if there was any. */
  async unpick(): Promise<boolean> {
    const { table } = this;
    if (!this.justBegan || !this.isFree || table.busy || this.going) return false;
    const picked = this.justPicked !== null;
    await this.all(async () => {
      if (!(await this.send())) return;
      const units = await this.unhand();
      if (!picked && units.length) await table.hand.takeUp(units); // what they were to do is taken back, not that they were picked
    });
    return true;
  }

  /** Whether the last choice can be taken back without anybody's word, dice or not. */
  private get isFree(): boolean {
    const { prospect } = this;
    return prospect !== null && !prospect.others && !prospect.rolled && !prospect.of.length;
  }

  /** The unit of a move that was chosen last, if it has done nothing since. */
  private get justPicked(): string | null {
    const { table } = this;
    const unit = chosen('unit', this.last);
    return table.previews && unit !== null && table.isInHand(unit) ? unit : null;
  }

  /** Whether the last choice did no more than take something in hand or aim at something. */
  private get justBegan(): boolean {
    const { table, last } = this;
    const about = table.offered?.about ?? null;
    if (!about || !isBegun(about) || !last) return false;
    const unit = chosen('unit', last) ?? '';
    const place = chosen('hex', last) ?? table.placeOf(unit) ?? '';
    return last.events.length === 0 || table.isInHand(unit) || about.targets.includes(place);
  }

  /** The last choice that stands, if this seat made it. */
  private get last(): LogEntry | null {
    const last = this.table.log.findLast(({ undone }) => !undone);
    return last?.seat === this.table.sight.seat ? last : null;
  }

  /** It is meant. */
  async confirm(): Promise<void> {
    this.confirming = null;
    await this.back();
  }

  private send(): Promise<boolean> {
    const { table, ofStack } = this;
    const count = ofStack?.count ?? table.sight.can.undo?.count ?? 1;
    table.hand.drop();
    table.battle = null;
    return table.during(async () => {
      const { sight } = table;
      const n = sight.n;
      const answer = (await sight.line.send({ do: 'undo', n, ...(ofStack ? { count } : {}) })) as { waiting?: string[] };
      const others = answer.waiting?.filter((seat) => !table.sights.some((own) => own.seat === seat)) ?? [];
      if (!others.length) await sight.reaches(n + count);
    });
  }

  /** Make again what was taken back: units are picked again with what they did. */
  async redo(): Promise<void> {
    const { table } = this;
    if (!this.canRedo || table.busy || this.going) return;
    table.hand.drop();
    await this.all(async () => {
      const from = table.sight.n;
      const count = this.whole?.n === from ? this.whole.count : 0;
      let left = count;
      do {
        if (!(await this.resend())) return;
        await table.atRest();
        left -= 1;
      } while ((left > 0 || this.justPicked) && this.canRedo);
      if (!count) return;
      table.hand.march.went({ from, to: table.sight.n });
      table.hand.layAside();
    });
  }

  private resend(): Promise<boolean> {
    const { table } = this;
    return table.during(async () => {
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
