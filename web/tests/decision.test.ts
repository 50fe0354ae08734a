import { describe, expect, it } from 'vitest';
import { endButton, isBegun, isFight, isInHand, mainButton, previews, setOf } from '../src/lib/decision';
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

  it('only picks up a unit that moves, also where others can join it', () => {
    expect(previews(about('move'))).toBe(true);
    expect(previews(about('move', { unit: 'x' }))).toBe(true);
    expect(previews(about('move', { group: ['x'] }))).toBe(true);
    expect(previews(about('attack'))).toBe(false);
  });

  it('has begun when something is in hand, aimed at or put together', () => {
    expect([about('move'), about('move', { unit: 'x' }), about('attack', { targets: ['0101'] }), about('fire', { group: ['x'] })].map(isBegun)).toEqual([false, true, true, true]);
    expect(isBegun(null)).toBe(false);
    expect([isInHand(about('move', { unit: 'x' }), 'x'), isInHand(about('fire', { group: ['y'] }), 'y'), isInHand(about('move'), 'x'), isInHand(null, 'x')]).toEqual([true, true, false, false]);
  });

  it('calls nothing drastic the obvious thing', () => {
    const buttons = { destroy: { name: '', role: 'drastic' }, done: { name: '', role: 'decline' }, other: { name: '' } } as const;
    const asked = { ...offer, units: [], buttons: ['destroy', 'done'] };
    expect(mainButton(asked, buttons)).toBeUndefined();
    expect(endButton(asked, buttons)).toBe('done');
    expect(mainButton({ ...asked, buttons: ['destroy', 'other'] }, buttons)).toBe('other');
  });

  it('knows what is picked together', () => {
    expect(setOf(offer, 'y')).toEqual(['x', 'y']);
    expect(setOf(offer, 'z')).toEqual([]);
    expect(setOf(null, 'x')).toEqual([]);
  });
});
