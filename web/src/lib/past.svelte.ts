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

  constructor(private readonly table: Table) {}

  /** Show an earlier point of the match. */
  async goTo(n: number): Promise<void> {
    const { table, moment: before } = this;
    const history = await this.history();
    const moment = await api.at(table.match, n, table.sight.token);
    table.hand.drop();
    table.sheets.close();
    table.battle = null;
    if (before && n === goTo(before.n, 'choice', true, history) && n > before.n) {
      for (const event of moment.events) {
        if (isMove(event) && settings.pace !== 'instant') await table.showing.fly(event.unit, event.path, false);
      }
    }
    table.battle = moment.events.find((event) => diceOf(event).length > 0) ?? null;
    table.adviser.hinted = null;
    this.moment = { n, view: moment.view, history };
    table.speak(moment.events);
  }

  /** One choice, phase or turn on or back. */
  async goBy(by: By, forwards: boolean): Promise<void> {
    const history = await this.history();
    const n = this.moment?.n ?? stops(history).at(-1)?.n ?? 0;
    await this.goTo(goTo(n, by, forwards, history));
  }

  /** Back to the present. */
  end(): void {
    this.moment = null;
    this.table.battle = null;
    this.table.settle();
  }

  private async history(): Promise<HistoryEntry[]> {
    return this.moment?.history ?? (await api.history(this.table.match, this.table.sight.token));
  }
}
