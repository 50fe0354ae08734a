import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../src/words/en';
import { es } from '../src/words/es';

function gaps(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string).sort();
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['words', 'generated'].includes(entry.name) ? [] : sources(path);
    return /\.(ts|svelte)$/.test(entry.name) ? [readFileSync(path, 'utf8')] : [];
  });
}

describe('words', () => {
  it('are complete in both languages', () => {
    expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort());
    for (const text of [...Object.values(en), ...Object.values(es)]) expect(text).not.toBe('');
  });

  it('have the same gaps in both', () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) expect([key, gaps(es[key])]).toEqual([key, gaps(en[key])]);
  });

  it('are all used', () => {
    const code = sources('src').join('\n');
    const unused = Object.keys(en).filter((key) => !code.includes(`'${key}'`));
    expect(unused).toEqual([]);
  });
});
