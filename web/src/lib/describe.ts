/** Things of the map in words, for labels and lists. */

import type { Table } from './table.svelte';
import type { Box } from './types';
import { say, t } from './words.svelte';

export function unitName(box: Box, unit: string): string {
  return say(box.counters[unit]?.name ?? unit);
}

export function sideName(box: Box, side: string): string {
  return say(box.sides.find(({ key }) => key === side)?.name ?? side);
}

export function seatName(box: Box, seat: string | null): string {
  return seat === null ? '' : say(box.seats.find(({ key }) => key === seat)?.name ?? seat);
}

export function phaseName(box: Box, phase: string): string {
  return say(box.phases.find(({ key }) => key === phase)?.name ?? phase);
}

/** A hex as people say it: its number and the place in it; or the name of a box. */
export function hexName(box: Box, hex: string): string {
  const off = box.boxes.find(({ key }) => key === hex);
  if (off) return say(off.name);
  const place = box.places[hex];
  return place ? `${hex} ${say(place.name)}` : hex;
}

export function factorsOf(box: Box, unit: string, reduced: boolean): string {
  const faces = box.counters[unit]?.faces ?? [];
  return (faces[reduced ? 1 : 0] ?? faces[0])?.bottom ?? '';
}

/** The marks that lie on a unit, in words. */
export function flagsOf(table: Table, unit: string): string[] {
  const state = table.view?.units[unit];
  if (!state) return [];
  return Object.entries(table.box.flags)
    .filter(([key]) => state[key])
    .map(([, flag]) => say(flag.name));
}

export function describeUnit(table: Table, unit: string, offered = true): string {
  const { box, view } = table;
  const counter = box.counters[unit];
  if (!counter) return unit;
  const parts = [unitName(box, unit), factorsOf(box, unit, Boolean(view?.units[unit]?.reduced)), ...flagsOf(table, unit)];
  const place = table.placeOf(unit);
  if (place) parts.push(hexName(box, place));
  if (offered && table.litUnits.includes(unit)) parts.push(t('can.choose'));
  return parts.filter(Boolean).join(', ');
}

export function describeHex(table: Table, hex: string): string {
  const { box } = table;
  const terrain = box.terrains[box.terrain[hex] ?? ''];
  const parts = [t('hex', { hex: hexName(box, hex) }), say(terrain)];
  const stack = table.stackAt(hex);
  if (stack.length) parts.push(stack.map((unit) => (unit === null ? t('unit.hidden') : unitName(box, unit))).join(', '));
  const cost = table.reach?.[hex];
  if (table.litHexes.includes(hex)) parts.push(cost === undefined ? t('can.choose') : t('cost.points', { cost }));
  else if (stack.some((unit) => unit !== null && table.litUnits.includes(unit))) parts.push(t('can.choose'));
  return parts.filter(Boolean).join(', ');
}
