/** What others have done since one's last move: told when one's turn comes, and drawn on the map while it is wanted. */

import * as api from './api';
import { lastOwn, tell, type Story } from './story';
import type { Table } from './table.svelte';
import type { View } from './types';

export class News {
  /** Whether trails and arrows are drawn. */
  drawn = $state(true);
  /** Whoever has read it puts it away. */
  private readTo = $state(-1);
  private before = $state.raw<{ n: number; view: View } | null>(null);

  private remembering: Promise<void> = Promise.resolve();

  constructor(private readonly table: Table) {}

  /** The last own choice before what others did; null if there is none, or nothing happened since. */
  get since(): number | null {
    const { table } = this;
    if (table.watching || table.past.moment) return null;
    const n = lastOwn(table.box, table.log, table.sight.seat);
    const others = table.log.some((entry) => entry.n > n && entry.seat !== null && entry.seat !== table.sight.seat);
    return others && n > this.readTo ? n : null;
  }

  get story(): Story | null {
    const { table } = this;
    const n = this.since;
    const { before } = this;
    if (n === null || before?.n !== n || !table.sight.view) return null;
    const story = tell(table.box, table.log.filter((entry) => entry.n > n), before.view, table.sight.view, table.sight.seat);
    return story.trails.length + story.clashes.length + story.losses.length > 0 ? story : null;
  }

  /** Remember how things stood after one's last own choice; after coming back it has to be fetched. */
  remember(): Promise<void> {
    this.remembering = this.remembering.then(() => this.recall());
    return this.remembering;
  }

  private async recall(): Promise<void> {
    const { match, sight } = this.table;
    try {
      await this.readBack();
      const n = this.since;
      if (n === null || this.before?.n === n) return;
      const moment = await api.at(match, n, sight.token);
      this.before = { n, view: moment.view };
    } catch {
      this.before = null; // there is nothing to tell of
    }
  }

  /** The log at hand may begin later than one's last own choice: what is before it is fetched. */
  private async readBack(): Promise<void> {
    const { box, sight } = this.table;
    if (this.table.watching) return;
    for (let first = sight.log[0]; first && first.n > 1 && !lastOwn(box, sight.log, sight.seat); first = sight.log[0]) {
      await sight.earlier();
      if (sight.log[0] === first) return;
    }
  }

  /** It has been read. */
  close(): void {
    this.readTo = this.since ?? this.readTo;
  }
}
