/** What the decision before the player is about: which unit is being moved, which attack put together. */

import type { About, LogEntry, Offer } from './types';

/** The question that explains an offer. The server says it; without that it is read off the last choices. */
export function aboutOffer(
  offer: Offer | null,
  attack: Record<string, unknown> | null | undefined,
  log: readonly LogEntry[],
  onMap: (unit: string) => boolean,
): About | null {
  if (!offer) return null;
  if (offer.about) return offer.about;
  if (attack) return { question: 'odds', ...attack };
  if (offer.task === 'move') return { question: 'reach' };
  if (offer.task === 'move_to') {
    const unit = [...chosen(log)].find(({ kind }) => kind === 'unit')?.name;
    return unit ? { question: 'reach', unit } : { question: 'reach' };
  }
  return offer.task === 'attack' ? attackSoFar(log, onMap) : null;
}

/** The attack in the last choices: units since the hex that was chosen as its target. */
function attackSoFar(log: readonly LogEntry[], onMap: (unit: string) => boolean): About | null {
  const units: string[] = [];
  const about: About = { question: 'odds' };
  for (const { kind, name } of chosen(log)) {
    if (kind === 'hex') return { ...about, target: name, units };
    if (kind === 'unit' && onMap(name)) units.unshift(name);
    else if (kind === 'unit') about.air = name;
    else if (name === 'lower') about.lower = Number(about.lower ?? 0) + 1;
    else return null;
  }
  return null;
}

/** The choices made, newest first. */
function* chosen(log: readonly LogEntry[]): Generator<{ kind: string; name: string }> {
  for (let i = log.length - 1; i >= 0; i--) {
    const choice = log[i]?.choice;
    if (!choice) return;
    const colon = choice.indexOf(':');
    yield { kind: choice.slice(0, colon), name: choice.slice(colon + 1) };
  }
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
