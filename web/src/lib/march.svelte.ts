/** Units that were sent somewhere one after the other, as the rules have them move: nobody is picked up before it is sure that he comes there too. */

import { hexChoice, unitChoice } from './decision';
import { isMove } from './story';
import type { Table } from './table.svelte';
import type { LogEntry, Picked, Text } from './types';
import { say } from './words.svelte';

/** The choices a stack was moved by: after the first number, up to the last. */
export interface Span {
  from: number;
  to: number;
}

/** What stopped one of a stack on his way, and where the match was then. */
export interface Halt {
  n: number;
  unit: string;
  cause: Text | null;
  rules: string[];
}

interface Going {
  /** Those who have still to come there. */
  units: string[];
  hex: string;
  seat: string;
  phase: string;
  span: Span;
  /** Whether the first of them is on his way. */
  sent: boolean;
}

export class March {
  /** Who is under way now; an enemy may have to choose something meanwhile. */
  private going: Going | null = null;
  private walking = false;
  /** The stacks that were moved, the last one last: each is taken back as a whole. */
  private spans: Span[] = [];
  private halted = $state.raw<Halt | null>(null);

  constructor(private readonly table: Table) {}

  /** What has just stopped one of a stack, so that the others stayed. */
  get halt(): Halt | null {
    return this.halted?.n === this.table.sight.n ? this.halted : null;
  }

  /** Send units to a hex. */
  async begin(units: readonly string[], hex: string): Promise<void> {
    const { sight, view } = this.table;
    const span = { from: sight.n, to: sight.n };
    this.going = { units: [...units], hex, seat: sight.seat, phase: view?.phase ?? '', span, sent: false };
    this.went(span);
    await this.goOn();
  }

  /** What was taken back, or what an enemy has made of it, ends it: whoever has not gone stays, and can still move. */
  end(): void {
    this.going = null;
  }

  /** All are there, or there is nothing more to do: the last of them is not the one that is meant from now on. */
  private finish(): void {
    this.end();
    this.table.hand.layAside();
  }

  /** Go on as far as nobody else has to choose anything. */
  async goOn(): Promise<void> {
    if (this.walking || !this.going) return;
    this.walking = true;
    try {
      await this.table.throughout(() => this.walk());
    } finally {
      this.walking = false;
    }
  }

  private async walk(): Promise<void> {
    for (let going = this.going; going; going = this.going) {
      await this.table.atRest();
      const { view } = this.table;
      const [unit] = going.units;
      if (this.going !== going) return;
      if (!unit || !view || view.result || view.phase !== going.phase) this.finish();
      else if (this.awaitsOthers(going)) return;
      else if (going.sent) this.arrived(going, unit);
      else if (!(await this.send(going, unit))) this.end();
    }
  }

  /** Whether somebody else has to choose before it can go on. */
  private awaitsOthers(going: Going): boolean {
    const { offered, sight } = this.table;
    return sight.seat !== going.seat || offered === null;
  }

  /** The one who was sent is there, or was stopped: then the others stay. */
  private arrived(going: Going, unit: string): void {
    going.units.shift();
    going.sent = false;
    going.span.to = this.table.sight.n;
    if (this.table.placeOf(unit) !== going.hex) {
      if (going.units.length) this.tellStop(going, unit);
      this.end();
    }
  }

  /** Pick the next one up and send him there; nobody is picked up who would not come, or not all. */
  private async send(going: Going, unit: string): Promise<boolean> {
    const { table } = this;
    if (!table.isInHand(unit)) {
      if (!(await this.canAllCome(going)) || !(await this.choose(going, unitChoice(unit)))) return false;
      await table.atRest();
      if (!(await this.canAllCome(going))) return false; // dice may have told how far he goes
    }
    if (!table.offered?.hexes.includes(going.hex)) {
      await table.whyNot(going.hex, [unit]);
      return false;
    }
    going.sent = true;
    return this.choose(going, hexChoice(going.hex));
  }

  private async choose(going: Going, choice: string): Promise<boolean> {
    const done = await this.table.choose(choice);
    if (done) going.span.to = this.table.sight.n;
    return done;
  }

  /** Whether those who have still to go can all come there, as far as that is known before dice are rolled; where not, it is told what keeps them. */
  private async canAllCome(going: Going): Promise<boolean> {
    const { table } = this;
    if (going.units.every((unit) => table.isInHand(unit))) return true;
    const hand = await table.tryAsk<Picked | null>('picked', { units: going.units });
    if (!hand || hand.offer.hexes.includes(going.hex)) return true;
    await table.whyNot(going.hex, going.units, going.units.length > 1);
    return false;
  }

  /** Say what stopped one of them, with the rule, and that the others stay. */
  private tellStop(going: Going, unit: string): void {
    const { table } = this;
    const cause = table.log
      .filter((entry) => !entry.undone && entry.n > going.span.from)
      .flatMap(({ events }) => events)
      .findLast((event) => !isMove(event) && say(event.text));
    this.halted = { n: table.sight.n, unit, cause: cause?.text ?? null, rules: cause?.rules ?? [] };
  }

  /** A stack has been moved by these choices: they are taken back together. */
  went(span: Span): void {
    this.spans.push(span);
  }

  /** The choices by which the stack was moved that was moved last, if nothing else has been done since. */
  lastSpan(log: readonly LogEntry[]): Span | null {
    const last = log.findLast(({ undone }) => !undone)?.n ?? 0;
    return this.spans.findLast(({ from, to }) => from < last && last <= to) ?? null;
  }
}
