import { describe, expect, it } from 'vitest';
import { patched, patchedView } from '../src/lib/patch';

describe('patched', () => {
  it('merges objects key by key and leaves the original alone', () => {
    const before = { units: { a: { place: '1', moved: true }, b: { place: '2' } }, turn: 1 };
    const after = patched(before, { units: { a: { place: '3' } } });
    expect(after).toEqual({ units: { a: { place: '3', moved: true }, b: { place: '2' } }, turn: 1 });
    expect(before.units.a.place).toBe('1');
    expect(after.units.b).toBe(before.units.b);
  });

  it('deletes what is null', () => {
    expect(patched({ a: { x: 1, y: 2 } }, { a: { x: null } })).toEqual({ a: { y: 2 } });
  });

  it('replaces lists and values', () => {
    expect(patched({ a: [1, 2], b: 1 }, { a: [3], b: 'x' })).toEqual({ a: [3], b: 'x' });
  });

  it('edits a list where the patch is an object', () => {
    const change = { hexes: { less: ['b'], more: [[0, 'x'], [3, 'y']] } };
    expect(patched({ hexes: ['a', 'b', 'c'] }, change)).toEqual({ hexes: ['x', 'a', 'c', 'y'] });
  });

  it('takes objects out of lists by what they say', () => {
    const change = { markers: { less: [{ kind: 'm', hex: '1' }] } };
    expect(patched({ markers: [{ kind: 'm', hex: '1' }, { kind: 'm', hex: '2' }] }, change)).toEqual({
      markers: [{ kind: 'm', hex: '2' }],
    });
  });

  it('spells runs of numbers out, wherever a list begins', () => {
    const change = { offer: { hexes: { runs: ['box', '0098-0101', '0205'] } } };
    expect(patched({ offer: null as unknown }, change)).toEqual({ offer: { hexes: ['box', '0098', '0099', '0100', '0101', '0205'] } });
    expect(patched({ offer: { hexes: ['0103'] } }, change)).toEqual({ offer: { hexes: ['box', '0098', '0099', '0100', '0101', '0205'] } });
  });

  it('makes objects that were not there', () => {
    expect(patched({} as Record<string, unknown>, { stacks: { '1': ['a'] } })).toEqual({ stacks: { '1': ['a'] } });
  });

  it('keeps an object where there was null', () => {
    expect(patched({ offer: null as unknown }, { offer: { task: 'move' } })).toEqual({ offer: { task: 'move' } });
  });
});

describe('patchedView', () => {
  it('keeps the keys a view always has', () => {
    expect(patchedView({ offer: { a: 1 } as object | null, turn: 1 }, { offer: null }, ['offer'])).toEqual({ offer: null, turn: 1 });
  });
});
