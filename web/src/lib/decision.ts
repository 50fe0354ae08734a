/** What the decision before the player is about, as the offer says it, and choices as the server takes them. */

import type { About, Offer } from './types';

/** Whether units are put together for an attack or for fire. */
export function isFight(about: About | null): boolean {
  return about?.kind === 'attack' || about?.kind === 'fire';
}

/** Whether a click on an offered unit should weigh its moves before it is chosen: there is a hex to come, and no group yet. */
export function previews(about: About | null): boolean {
  return about?.kind === 'move' && about.group.length === 0;
}

/** The offered units that are picked together with this one. */
export function setOf(offer: Offer | null, unit: string): string[] {
  return offer?.sets.find((set) => set.includes(unit)) ?? [];
}

export function unitChoice(unit: string): string {
  return `unit:${unit}`;
}

export function hexChoice(hex: string): string {
  return `hex:${hex}`;
}

export function buttonChoice(button: string): string {
  return `do:${button}`;
}
