import { describe, expect, it } from 'vitest';
import { isFight, previews, setOf } from '../src/lib/decision';
import type { About, Offer } from '../src/lib/types';

function about(kind: About['kind'], more: Partial<About> = {}): About {
  return { kind, targets: [], group: [], ...more };
}

const offer: Offer = {
  seat: 's', step: '', task: 'anything', prompt: { en: '' }, rules: [], units: ['x', 'y', 'z'], hexes: [], buttons: [],
  about: about('attack'), sets: [['x', 'y']],
};

describe('what a decision is about', () => {
  it('goes by its kind and never by the name of the task', () => {
    expect([about('attack'), about('fire'), about('move')].map(isFight)).toEqual([true, true, false]);
    expect(isFight(null)).toBe(false);
  });

  it('weighs a move before it is made, unless a group is being gathered', () => {
    expect(previews(about('move'))).toBe(true);
    expect(previews(about('move', { unit: 'x' }))).toBe(true);
    expect(previews(about('move', { group: ['x'] }))).toBe(false);
    expect(previews(about('attack'))).toBe(false);
  });

  it('knows what is picked together', () => {
    expect(setOf(offer, 'y')).toEqual(['x', 'y']);
    expect(setOf(offer, 'z')).toEqual([]);
    expect(setOf(null, 'x')).toEqual([]);
  });
});
