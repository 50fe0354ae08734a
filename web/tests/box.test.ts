import { describe, expect, it } from 'vitest';
import { readBox, readGames } from '../src/lib/box';
import { inkOn, isSeen } from '../src/lib/colours';
import { resultCode, resultName } from '../src/lib/describe';
import { addressOf, matchHash, readRoute } from '../src/lib/route';
import { backoff } from '../src/lib/socket';
import { symbolId, symbolOf } from '../src/lib/symbols';

const words = (text: string): { en: string; es: string } => ({ en: text, es: text });

describe('the box', () => {
  it('fills in what a server leaves out', () => {
    const box = readBox({
      key: 'g', title: words('G'), seats: ['a'], sides: [{ key: 'a', name: words('A') }], geometry: {},
      counters: {}, buttons: { end: words('End') },
      charts: [{ key: 'c', title: words('C'), columns: [words('Die'), words('+1')], rows: [[words('1'), words('AE')]], reconstructed: [[0, 1], [-1, 1]] }],
    });
    expect(box.seats[0]).toEqual({ key: 'a', name: 'a' });
    expect(box.buttons.end).toEqual({ name: words('End') });
    expect(box.charts[0]).toMatchObject({ corner: words('Die'), columns: [words('+1')], reconstructed: [[0, 0], [-1, 0]] });
    expect(box.overlays).toEqual([]);
  });

  it('tells which results a table prints', () => {
    const box = readBox({ key: 'g', results: { DR: words('retreat'), no_effect: words('no effect') }, unprinted: ['no_effect'] });
    expect(['DR', 'no_effect'].map((result) => resultCode(box, result) ?? resultName(box, result))).toEqual(['DR', 'no effect']);
  });

  it('reads the list of games', () => {
    const [game] = readGames([{ key: 'g', title: words('G'), scenarios: [{ key: 's', name: words('S') }], players: { r: words('R') } }]);
    expect(game?.scenarios[0]?.key).toBe('s');
    expect(game?.players).toEqual([{ key: 'r', name: words('R') }]);
  });
});

describe('small things', () => {
  it('writes and reads addresses', () => {
    const route = readRoute(matchHash('a-b', { soviet: 't+k' }, 12));
    expect(route).toEqual({ at: 'match', match: 'a-b', tokens: { soviet: 't+k' }, n: 12 });
    expect(readRoute('')).toEqual({ at: 'lobby' });
    expect(readRoute('#/match/x')).toEqual({ at: 'match', match: 'x', tokens: {}, n: null });
    expect(typeof addressOf).toBe('function');
  });

  it('waits longer before each new try, but never long', () => {
    expect([0, 1, 2].map(backoff)).toEqual([250, 500, 1000]);
    expect(backoff(50)).toBe(5000);
  });

  it('finds symbols by the code that the game gives, and guesses none', () => {
    expect(symbolId('10031000001211000000')).toBe('s101211000000');
    expect(symbolId('nonsense')).toBeNull();
    expect(symbolOf('foot', { foot: '10031000001211000000' })).toBe('s101211000000');
    expect(symbolOf('infantry', {})).toBe('s101100000000');
  });

  it('chooses ink that can be read', () => {
    expect(inkOn('#ffffff')).toBe('#14110d');
    expect(inkOn('#101010')).toBe('#ffffff');
    expect([isSeen('#12345678'), isSeen('#12345600'), isSeen(undefined)]).toEqual([true, false, false]);
  });
});
