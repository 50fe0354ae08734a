import { describe, expect, it } from 'vitest';
import { Blake2b, Dice, check, fromHex, toHex } from '../src/lib/honest';

// Made by stavka/kit/dice.py from the seed 7; every fourth is a draw from a cup of 52.
const sealed = 'b6cff91b712fc60f77753ac3c77f813f3c9849df1e9d5c41090ff6ef51aa769f';
const key = 'f1b3d84fe70a40e517771e9ad8aae37b73f3fc0403272200576070f0c8f5058b';
const fell = [4, 3, 3, 26, 1, 4, 4, 15, 5, 6, 4, 20];
const rolls = fell.map((face, number): [number, number, number] => [number, face, number % 4 === 3 ? 52 : 0]);

describe('honest dice', () => {
  it('hashes as Python does', () => {
    const digest = new Blake2b(new TextEncoder().encode('k'.repeat(32)), 16).digest(new TextEncoder().encode('abc'));
    expect(toHex(digest)).toBe('c741392fb3956d217ba181c601bfd493');
  });

  it('makes the same rolls and draws from the same key', () => {
    const dice = new Dice(fromHex(key));
    expect(rolls.map(([number, , of]) => dice.fell(number, of))).toEqual(fell);
  });

  it('finds honest dice honest', async () => {
    expect(await check(sealed, { commitment: sealed, key, written: 0, rolls })).toEqual({ is: 'honest', rolls: 12, written: 0 });
    expect(await check(sealed, { commitment: sealed, key, written: 2, rolls })).toEqual({ is: 'partly', rolls: 10, written: 2 });
  });

  it('finds a changed roll, and a key that was not sealed', async () => {
    const changed = rolls.map(([number, face, of]): [number, number, number] => [number, number === 5 ? (face % 6) + 1 : face, of]);
    expect(await check(sealed, { commitment: sealed, key, written: 0, rolls: changed })).toEqual({ is: 'broken', number: 6 });
    const other = key.replace('f1', 'f2');
    expect(await check(sealed, { commitment: sealed, key: other, written: 0, rolls })).toEqual({ is: 'other_key' });
  });
});
