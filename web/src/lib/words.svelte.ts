/** The client's own words, and texts from the server, in the language of the reader. */

import { en, type Words } from '../words/en';
import { es } from '../words/es';
import { settings } from './settings.svelte';
import type { Lang, Text } from './types';

export const CATALOGUES: Record<Lang, Words> = { en, es };

export type Word = keyof Words;

/** A word of the client, with its {gaps} filled. */
export function t(word: Word, gaps: Record<string, string | number> = {}): string {
  return fill(CATALOGUES[settings.lang][word], gaps);
}

export function fill(text: string, gaps: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in gaps ? String(gaps[name]) : whole));
}

/** A text of the server. */
export function say(text: Text | number | null | undefined): string {
  if (text === null || text === undefined) return '';
  if (typeof text === 'number') return String(text);
  if (typeof text === 'string') return text;
  return text[settings.lang] ?? text.en ?? text.es ?? '';
}
