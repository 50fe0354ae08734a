/** Advice: what a computer player would do in one's place, and what those at the table intended. */

import { settings } from './settings.svelte';
import type { Table } from './table.svelte';
import type { Hint, Plan } from './types';
import { t } from './words.svelte';

export class Adviser {
  hinted = $state.raw<Hint | null>(null);
  /** Since when the adviser has been thinking. */
  hinting = $state<number | null>(null);

  constructor(private readonly table: Table) {}

  /** Where the suggested choice is on the map, or beside it. */
  get place(): string | null {
    const choice = this.hinted?.choice;
    if (!choice || this.table.past.moment) return null;
    const name = choice.slice(choice.indexOf(':') + 1);
    return choice.startsWith('unit:') ? this.table.placeOf(name) : choice.startsWith('hex:') ? name : null;
  }

  /** Ask what a computer player would choose and why, and point at it. */
  async hint(): Promise<void> {
    if (!this.table.box.advice || !this.table.offer || this.hinting !== null) return;
    this.hinting = Date.now();
    const sight = this.table.sight;
    const { lang } = settings;
    try {
      const hint = (await sight.line.send({ do: 'hint', lang })) as Hint;
      if (hint.n !== this.table.sight.n || sight !== this.table.sight) return;
      this.hinted = { ...hint, lang };
      const place = this.place;
      if (place && this.table.grid.has(place)) this.table.window?.reveal(place);
      this.table.spoken = t('hint.says', { what: hint.name });
    } catch (error) {
      this.table.notices.tell(error);
    } finally {
      this.hinting = null;
    }
  }

  /** Make the suggested choice. */
  async follow(): Promise<void> {
    const choice = this.hinted?.choice;
    if (!choice || !this.table.offer) return;
    this.table.battle = null;
    this.table.hand.drop();
    await this.table.choose(choice);
  }

  /** What computer players intended in the turns they have finished. */
  async plans(): Promise<Plan[]> {
    try {
      return (await this.table.sight.line.send({ do: 'plans', lang: settings.lang })) as Plan[];
    } catch (error) {
      this.table.notices.tell(error);
      return [];
    }
  }
}
