/** The matches of this reader, looked at now and then: the page's title and icon say how many wait for him. */

import * as api from './api';
import type { MatchEntry } from './types';

const EVERY = 20_000;
const ICON = 'link[rel="icon"]';

class Attention {
  matches = $state.raw<MatchEntry[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private plain: string | null = null;

  /** The matches that wait for this reader, the longest waiting first. */
  get waiting(): MatchEntry[] {
    return this.matches.filter(({ waits }) => waits?.length).sort((one, other) => (one.since ?? one.played) - (other.since ?? other.played));
  }

  /** How many, besides the one that is open. */
  count(besides: string | null = null): number {
    return this.waiting.filter(({ match }) => match !== besides).length;
  }

  async look(): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.matches = await api.matches();
    } finally {
      this.timer = setTimeout(() => void this.look().catch(() => undefined), EVERY);
    }
  }

  /** Draw a number onto the page's icon. */
  mark(count: number): void {
    const link = document.querySelector<HTMLLinkElement>(ICON);
    if (!link) return;
    this.plain ??= link.href;
    link.href = count ? marked(this.plain, count) : this.plain;
  }
}

function marked(icon: string, count: number): string {
  const badge =
    `<circle cx='23' cy='9' r='9' fill='#f5c518'/><text x='23' y='13.5' font-family='sans-serif' font-size='13' font-weight='700'` +
    ` text-anchor='middle' fill='#1d1a15'>${Math.min(count, 9).toString()}</text></svg>`;
  return icon.replace(/(<|%3C)\/svg(>|%3E)$/i, encodeURIComponent(badge));
}

/** The page's title with the number of matches that wait. */
export function titled(title: string, count: number): string {
  return count ? `(${count.toString()}) ${title}` : title;
}

export const attention = new Attention();
