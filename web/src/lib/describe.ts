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

/** Who scores: a side or, where players of one side score each for himself, a seat. */
export function scorerName(box: Box, key: string): string {
  return box.sides.some((side) => side.key === key) ? sideName(box, key) : seatName(box, key);
}

export function phaseName(box: Box, phase: string): string {
  return say([...box.phases, box.setup].find(({ key }) => key === phase)?.name ?? phase);
}

/** What the results table prints for a result; null where it prints nothing. */
export function resultCode(box: Box, result: string): string | null {
  return box.unprinted.includes(result) ? null : result;
}

export function resultName(box: Box, result: string): string {
  return say(box.results[result] ?? result);
}

/** A hex as people say it: its number and the place in it; or the name of a box. */
export function hexName(box: Box, hex: string): string {
  const off = box.boxes.find(({ key }) => key === hex)?.name ?? box.hexsides[hex];
  if (off) return say(off);
  const place = box.places[hex];
  return place ? `${hex} ${say(place.name)}` : hex;
}

export function factorsOf(box: Box, unit: string, face = 0): string {
  const faces = box.counters[unit]?.faces ?? [];
  return (faces[face] ?? faces[0])?.bottom ?? '';
}

/** What lies on a unit, and what its face means, in words. */
export function flagsOf(table: Table, unit: string): string[] {
  const state = table.view?.units[unit];
  if (!state) return [];
  const { box } = table;
  const face = box.faces[(state.face ?? 0).toString()];
  const flags = (state.flags ?? []).map((key) => say(box.flags[key]?.name ?? key.replaceAll('_', ' ')));
  return face ? [say(face), ...flags] : flags;
}

export function describeUnit(table: Table, unit: string, offered = true): string {
  const { box, view } = table;
  const counter = box.counters[unit];
  if (!counter) return unit;
  const parts = [unitName(box, unit), factorsOf(box, unit, view?.units[unit]?.face), ...flagsOf(table, unit)];
  const place = table.placeOf(unit);
  if (place) parts.push(hexName(box, place));
  if (offered && table.litUnits.includes(unit)) parts.push(t('can.choose'));
  return parts.filter(Boolean).join(', ');
}

export function describeHex(table: Table, hex: string): string {
  const { box } = table;
  const terrain = box.terrains[box.terrain[hex] ?? ''];
  const parts = [t(table.grid.isSide(hex) ? 'hexside' : 'hex', { hex: hexName(box, hex) }), say(terrain)];
  const stack = table.stackAt(hex);
  for (const mark of table.view?.marks[hex] ?? []) parts.push(say(box.markers[mark]?.name ?? mark));
  if (stack.length) parts.push(stack.map((unit) => (unit === null ? t('unit.hidden') : unitName(box, unit))).join(', '));
  const cost = table.hand.reach?.[hex];
  if (table.litHexes.includes(hex)) parts.push(cost === undefined ? t('can.choose') : t('cost.points', { cost }));
  else if (stack.some((unit) => unit !== null && table.litUnits.includes(unit))) parts.push(t('can.choose'));
  return parts.filter(Boolean).join(', ');
}
