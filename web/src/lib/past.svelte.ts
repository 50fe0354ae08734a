/** Looking back: an earlier point of the match on the screen, and the way from one to the next. */

import * as api from './api';
import { diceOf, goTo, stops, type By } from './journal';
import { settings } from './settings.svelte';
import { isMove } from './story';
import type { Table } from './table.svelte';
import type { HistoryEntry, View } from './types';

export interface Moment {
  n: number;
  view: View;
  history: HistoryEntry[];
}

export class Past {
  /** What is shown instead of the present, if anything. */
  moment = $state.raw<Moment | null>(null);

  /** How often one has come back: what was asked for before that is no longer wanted. */
  private returns = 0;
  /** The last step on the way; the next begins where it leads. */
  private going: Promise<void> = Promise.resolve();

  constructor(private readonly table: Table) {}

  /** Show an earlier point of the match. */
  goTo(n: number): Promise<void> {
    return this.step(() => Promise.resolve(n));
  }

  /** One choice, phase or turn on or back; what others do waits meanwhile. */
  goBy(by: By, forwards: boolean): Promise<void> {
    if (this.table.playing) this.table.watch.pause();
    return this.step(async () => {
      const history = await this.history();
      return goTo(this.moment?.n ?? stops(history).at(-1)?.n ?? 0, by, forwards, history);
    });
  }

  /** Quick steps are made one after the other, and none after one has come back. */
  private step(to: () => Promise<number>): Promise<void> {
    const { returns } = this;
    const made = this.going.then(async () => {
      if (returns === this.returns) await this.show(await to(), () => returns === this.returns);
    });
    this.going = made.catch(() => undefined);
    return made;
  }

  private async show(n: number, wanted: () => boolean): Promise<void> {
    const { table, moment: before } = this;
    const history = await this.history();
    const moment = await api.at(table.match, n, table.sight.token);
    if (!wanted()) return;
    table.hand.drop();
    table.sheets.close();
    table.battle = null;
    if (before && n === goTo(before.n, 'choice', true, history) && n > before.n) {
      for (const event of moment.events) {
        if (isMove(event) && settings.pace !== 'instant') await table.showing.fly(event.unit, event.path, false);
      }
    }
    if (!wanted()) return;
    table.battle = moment.events.find((event) => diceOf(event).length > 0) ?? null;
    table.adviser.hinted = null;
    this.moment = { n, view: moment.view, history };
    table.speak(moment.events);
  }

  /** Back to the present. */
  end(): void {
    this.returns += 1;
    this.moment = null;
    this.table.battle = null;
    this.table.settle();
  }

  /** What has been played; what is still to be shown is no past yet. */
  private async history(): Promise<HistoryEntry[]> {
    const { match, sight } = this.table;
    const history = this.moment?.history ?? (await api.history(match, sight.token));
    return sight.queue.length ? history.filter(({ n }) => n <= sight.n) : history;
  }
}
