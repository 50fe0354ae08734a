/** Whether the dice were honest, checked in the browser: every roll must follow from a key that was sealed before the first. */

export interface Pledge {
  commitment: string;
  /** Why somebody may have known the dice, if anybody may. */
  study: 'seed' | 'dice' | 'import' | null;
  key?: string;
}

export interface Rolls {
  commitment: string;
  key: string;
  /** So many rolls were given beforehand. */
  written: number;
  /** The number of each roll that stands, what fell, and of how many counters in a cup (0 for a die). */
  rolls: [number, number, number][];
}

export type Finding = { is: 'honest' | 'partly'; rolls: number; written: number } | { is: 'broken'; number: number } | { is: 'other_key' };

/** The words for why somebody may have known the dice. */
export const WHY = { seed: 'dice.study.seed', dice: 'dice.study.dice', import: 'dice.study.import' } as const;

/** The words for dice that were found to be in order. */
export const FOUND = { honest: 'dice.honest', partly: 'dice.partly' } as const;

const FACES = 6;
const FAIR = 252; // the largest multiple of six that a byte holds
const DIGEST = 16;
const SEALED = 'stavka.sealed';

/** What the dice are committed to; the first word on it stands, whatever the server says later. */
export function remembered(match: string, pledge: Pledge): Pledge {
  try {
    const sealed = JSON.parse(localStorage.getItem(SEALED) ?? '{}') as Record<string, string>;
    const first = sealed[match] ?? pledge.commitment;
    if (!(match in sealed)) localStorage.setItem(SEALED, JSON.stringify({ ...sealed, [match]: first }));
    return { ...pledge, commitment: first };
  } catch {
    return pledge; // a browser that keeps nothing
  }
}

/** Check a finished match against what was sealed. */
export async function check(sealed: string, { key, written, rolls }: Rolls): Promise<Finding> {
  const bytes = fromHex(key);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  if (toHex(digest) !== sealed) return { is: 'other_key' };
  const dice = new Dice(bytes);
  const checked = rolls.filter(([number]) => number >= written);
  const broken = checked.find(([number, fell, of]) => dice.fell(number, of) !== fell);
  if (broken) return { is: 'broken', number: broken[0] + 1 };
  return { is: written ? 'partly' : 'honest', rolls: checked.length, written: rolls.length - checked.length };
}

/** The dice of the server, made anew from their key (stavka/kit/dice.py). */
export class Dice {
  private readonly hash: Blake2b;

  constructor(key: Uint8Array) {
    this.hash = new Blake2b(key, DIGEST);
  }

  /** What falls with a number: a face, or which of so many counters of a cup. */
  fell(number: number, of: number): number {
    const message = new Uint8Array(of ? 12 : 8);
    new DataView(message.buffer).setBigUint64(0, BigInt(number));
    if (of) {
      message.set(new TextEncoder().encode('draw'), 8);
      return Number(this.hash.digest(message).reduce((sum, byte) => (sum << 8n) + BigInt(byte), 0n) % BigInt(of)) + 1;
    }
    return ((this.hash.digest(message).find((byte) => byte < FAIR) ?? 0) % FACES) + 1;
  }
}

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const BLOCK = 128;
const MASK = (1n << 64n) - 1n;
const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const ORDER = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4], [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13], [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11], [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5], [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const ROUNDS = 12;
const MIXED = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
] as const;

/** BLAKE2b (RFC 7693) with a key, for messages of at most one block. Browsers have SHA-2 built in, but not this. */
export class Blake2b {
  private readonly keyed: bigint[];

  constructor(
    key: Uint8Array,
    private readonly length: number,
  ) {
    const state = [...IV];
    state[0] = (state[0] ?? 0n) ^ 0x01010000n ^ (BigInt(key.length) << 8n) ^ BigInt(length);
    const block = new Uint8Array(BLOCK);
    block.set(key);
    this.keyed = compressed(state, block, BigInt(BLOCK), false);
  }

  digest(message: Uint8Array): Uint8Array {
    const block = new Uint8Array(BLOCK);
    block.set(message);
    const state = compressed(this.keyed, block, BigInt(BLOCK + message.length), true);
    const out = new DataView(new ArrayBuffer(64));
    state.forEach((word, i) => {
      out.setBigUint64(8 * i, word, true);
    });
    return new Uint8Array(out.buffer, 0, this.length);
  }
}

function compressed(state: bigint[], block: Uint8Array, count: bigint, last: boolean): bigint[] {
  const view = new DataView(block.buffer);
  const words = Array.from({ length: 16 }, (_, i) => view.getBigUint64(8 * i, true));
  const v = [...state, ...IV];
  const at = (i: number): bigint => v[i] ?? 0n;
  v[12] = at(12) ^ count;
  if (last) v[14] = at(14) ^ MASK;
  for (let round = 0; round < ROUNDS; round++) {
    const order = ORDER[round % ORDER.length] ?? [];
    MIXED.forEach(([a, b, c, d], i) => {
      v[a] = (at(a) + at(b) + (words[order[2 * i] ?? 0] ?? 0n)) & MASK;
      v[d] = turned(at(d) ^ at(a), 32n);
      v[c] = (at(c) + at(d)) & MASK;
      v[b] = turned(at(b) ^ at(c), 24n);
      v[a] = (at(a) + at(b) + (words[order[2 * i + 1] ?? 0] ?? 0n)) & MASK;
      v[d] = turned(at(d) ^ at(a), 16n);
      v[c] = (at(c) + at(d)) & MASK;
      v[b] = turned(at(b) ^ at(c), 63n);
    });
  }
  return state.map((word, i) => word ^ at(i) ^ at(i + 8));
}

function turned(word: bigint, by: bigint): bigint {
  return ((word >> by) | (word << (64n - by))) & MASK;
}
