/** What the player is told beside the game: refusals with their rule, and lines that broke. */

import { Offline, Refused } from './socket';
import type { Text } from './types';
import { say, t } from './words.svelte';

export interface Notice {
  id: number;
  text: Text;
  rule: string | null;
  kind: 'refused' | 'info';
}

const LASTS = 7000;

export class Notices {
  all = $state.raw<Notice[]>([]);
  private last = 0;

  /** `aloud` is what a screen reader is given. */
  constructor(private readonly aloud: (text: string) => void) {}

  /** An error that the player should know of; any other is ours. */
  tell(error: unknown): void {
    if (error instanceof Refused) this.add(error.refusal.reason, error.refusal.rule ?? null, 'refused');
    else if (error instanceof Offline) this.add(t('offline'), null, 'info');
    else throw error;
  }

  add(text: Text, rule: string | null, kind: Notice['kind']): void {
    const id = ++this.last;
    const others = this.all.filter((notice) => notice.kind !== 'refused').slice(-2); // a refusal is of the last click
    this.all = [...others, { id, text, rule, kind }];
    this.aloud(say(text));
    setTimeout(() => {
      this.dismiss(id);
    }, LASTS);
  }

  dismiss(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id);
  }

  clear(): void {
    this.all = [];
  }
}
