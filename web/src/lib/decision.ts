/** What the decision before the player is about, as the offer says it, and choices as the server takes them. */

import type { About, Button, Offer, Role } from './types';

/** Whether units are put together for an attack or for fire. */
export function isFight(about: About | null): boolean {
  return about?.kind === 'attack' || about?.kind === 'fire';
}

/** Whether a click on an offered unit only picks it up, to see what it can do: nothing is chosen before it does something. */
export function previews(about: About | null): boolean {
  return about?.kind === 'move';
}

/** Whether a unit has been chosen for the decision and is in hand. */
export function isInHand(about: About | null, unit: string): boolean {
  return about !== null && (about.unit === unit || about.group.includes(unit));
}

/** Whether a decision has been begun: something is in hand, aimed at or put together. */
export function isBegun(about: About | null): boolean {
  return about !== null && (about.unit !== undefined || about.group.length > 0 || about.targets.length > 0);
}

/** What can be chosen while the unit in hand is laid aside: others, or the end. */
export function withoutHand(offer: Offer, buttons: Record<string, Button>): Offer {
  const about: About = { kind: offer.about.kind, targets: [], group: [] };
  return { ...offer, about, hexes: [], strikes: [], sets: [], buttons: offer.buttons.filter((button) => buttons[button]?.role === 'end') };
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

/** What a click on a place would choose: the place itself, or the topmost unit there that is offered. */
export function clickAt(offer: Offer, place: string, stack: readonly (string | null)[]): string | null {
  if (offer.hexes.includes(place)) return hexChoice(place);
  const unit = stack.findLast((one) => one !== null && offer.units.includes(one));
  return unit ? unitChoice(unit) : null;
}

/** The button that ends the phase or, where none does, leaves things be. */
export function endButton(offer: Offer | null, buttons: Record<string, Button>): string | undefined {
  const named = (role: Role): string | undefined => offer?.buttons.find((button) => buttons[button]?.role === role);
  return named('end') ?? named('decline');
}

/** The button that stands out: the one for the obvious thing or, if nothing else can be chosen, the first; never a refusal nor anything drastic. */
export function mainButton(offer: Offer | null, buttons: Record<string, Button>): string | undefined {
  if (!offer) return undefined;
  const main = offer.buttons.find((button) => buttons[button]?.role === 'main');
  if (main) return main;
  if (offer.units.length + offer.hexes.length > 0) return undefined;
  const aside: (Role | undefined)[] = ['decline', 'drastic'];
  return offer.buttons.find((button) => !aside.includes(buttons[button]?.role));
}
