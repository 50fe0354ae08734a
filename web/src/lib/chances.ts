/** The chances of results, put the way they are shown. */

import type { Box, Odds } from './types';

export interface Chance {
  result: string;
  chance: number;
  /** How good it is for whoever looks, from -2 to 2. */
  good: number;
}

export interface ChanceTable {
  key: string;
  results: Chance[];
}

/** The chances of every result, best first for whoever looks; by table where there are several to choose from. */
export function chanceTables(box: Box, odds: Odds, mine: boolean): ChanceTable[] {
  const several = Object.entries(odds.tables ?? {});
  const named: [string, Record<string, number>][] = several.length > 1 ? several : [['', odds.results ?? {}]];
  return named.map(([key, chances]) => ({
    key,
    results: Object.entries(chances)
      .filter(([, chance]) => chance > 0)
      .map(([result, chance]) => ({ result, chance, good: goodness(box, result, mine) }))
      .sort((one, other) => other.good - one.good),
  }));
}

/** How good a result is for whoever looks. */
export function goodness(box: Box, result: string, mine: boolean): number {
  const favour = box.favours[result] ?? 0;
  return mine ? favour : -favour;
}

export function signed(value: number): string {
  return value > 0 ? `+${value.toString()}` : value < 0 ? `−${Math.abs(value).toString()}` : '0';
}

export function percent(chance: number): string {
  return `${Math.round(chance * 100).toString()} %`;
}
