/** What the reader has set in this browser. */

import type { Lang } from './types';

export type Theme = 'light' | 'dark' | 'system';
export type Pace = 'step' | 'slow' | 'normal' | 'fast' | 'instant';

interface Kept {
  lang: Lang;
  theme: Theme;
  pace: Pace;
  cover: boolean | null;
  folded: boolean;
  explained: Record<string, boolean>;
  sound: boolean;
}

const KEY = 'stavka.settings';

function preferred(): Lang {
  return typeof navigator !== 'undefined' && navigator.language.startsWith('es') ? 'es' : 'en';
}

function read(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
  } catch {
    return {};
  }
}

class Settings {
  lang = $state<Lang>('en');
  theme = $state<Theme>('system');
  pace = $state<Pace>('normal');
  /** Whether the screen is covered when it passes to another player; null: in games with secrets. */
  cover = $state<boolean | null>(null);
  folded = $state(false);
  /** What has been explained and is not wanted again: by game and decision. */
  explained = $state.raw<Record<string, boolean>>({});
  sound = $state(true);
  private systemDark = $state(false);

  constructor() {
    const kept = read();
    this.lang = kept.lang ?? preferred();
    this.theme = kept.theme ?? 'system';
    this.pace = kept.pace ?? 'normal';
    this.cover = kept.cover ?? null;
    this.folded = kept.folded ?? false;
    this.explained = kept.explained ?? {};
    this.sound = kept.sound ?? true;
    if (typeof window !== 'undefined') {
      const dark = window.matchMedia('(prefers-color-scheme: dark)');
      this.systemDark = dark.matches;
      dark.addEventListener('change', () => (this.systemDark = dark.matches));
    }
  }

  get shade(): 'light' | 'dark' {
    return this.theme === 'system' ? (this.systemDark ? 'dark' : 'light') : this.theme;
  }

  keep(): void {
    const { lang, theme, pace, cover, folded, explained, sound } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ lang, theme, pace, cover, folded, explained, sound }));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

export const settings = new Settings();
