/** What keys do. Letters lie on the keyboard as directions lie on the map. */

import type { Direction } from './grid';
import type { Word } from './words.svelte';

export type Command =
  | { do: 'go'; direction: Direction }
  | { do: 'arrow'; way: 'up' | 'down' | 'left' | 'right' }
  | { do: 'button'; number: number }
  | { do: 'overlay'; number: number }
  | { do: Plain };

export type Plain =
  | 'act' | 'whole' | 'escape' | 'next' | 'previous' | 'undo' | 'inspect' | 'fan' | 'in' | 'out' | 'fit'
  | 'main' | 'end' | 'redo' | 'skip' | 'step' | 'pause' | 'hint' | 'help' | 'log' | 'lists' | 'chart' | 'back' | 'forth';

const LETTERS: Record<string, { pointy?: Direction; flat?: Direction }> = {
  q: { pointy: 'nw', flat: 'nw' },
  w: { flat: 'n' },
  e: { pointy: 'ne', flat: 'ne' },
  a: { pointy: 'w' },
  d: { pointy: 'e' },
  z: { pointy: 'sw', flat: 'sw' },
  x: { flat: 's' },
  c: { pointy: 'se', flat: 'se' },
};

const PLAIN: Record<string, Plain> = {
  Enter: 'act', ' ': 'act', Escape: 'escape', n: 'next', p: 'previous', u: 'undo', y: 'redo', m: 'main', g: 'end', i: 'inspect', f: 'fan',
  '+': 'in', '=': 'in', '-': 'out', '0': 'fit', s: 'skip', '.': 'step', k: 'pause', t: 'hint', '?': 'help', l: 'log', v: 'lists', h: 'chart',
  '[': 'back', ']': 'forth',
};

const ARROWS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;

export interface Pressed {
  key: string;
  code?: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** The command of a key on a map of pointy or flat hexes; null if it has none. */
export function command(pressed: Pressed, pointy: boolean): Command | null {
  const { key } = pressed;
  if ((pressed.ctrlKey || pressed.metaKey) && key.toLowerCase() === 'z') return { do: pressed.shiftKey ? 'redo' : 'undo' };
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  if (pressed.shiftKey && key === 'ArrowLeft') return { do: 'back' };
  if (pressed.shiftKey && key === 'ArrowRight') return { do: 'forth' };
  if (key in ARROWS) return { do: 'arrow', way: ARROWS[key as keyof typeof ARROWS] };
  const digit = /^Digit([1-9])$/.exec(pressed.code ?? '')?.[1] ?? /^[1-9]$/.exec(key)?.[0];
  if (digit) return { do: pressed.shiftKey ? 'overlay' : 'button', number: Number(digit) };
  const direction = LETTERS[key.toLowerCase()]?.[pointy ? 'pointy' : 'flat'];
  if (direction) return { do: 'go', direction };
  if (key === 'Enter' && pressed.shiftKey) return { do: 'whole' };
  const plain = PLAIN[key] ?? PLAIN[key.toLowerCase()];
  return plain ? { do: plain } : null;
}

/** The keys as the help shows them. */
export const HELP: { keys: string[]; word: Word }[] = [
  { keys: ['←', '↑', '→', '↓'], word: 'keys.arrows' },
  { keys: ['Q', 'E', 'A', 'D', 'Z', 'C'], word: 'keys.six' },
  { keys: ['Enter'], word: 'keys.act' },
  { keys: ['Shift+Enter'], word: 'keys.whole' },
  { keys: ['N', 'P'], word: 'keys.next' },
  { keys: ['1', '…', '9'], word: 'keys.buttons' },
  { keys: ['M'], word: 'keys.main' },
  { keys: ['G'], word: 'keys.end' },
  { keys: ['U', 'Ctrl+Z'], word: 'keys.undo' },
  { keys: ['Y', 'Ctrl+Shift+Z'], word: 'keys.redo' },
  { keys: ['Esc'], word: 'keys.escape' },
  { keys: ['I'], word: 'keys.inspect' },
  { keys: ['F'], word: 'keys.fan' },
  { keys: ['+', '−', '0'], word: 'keys.zoom' },
  { keys: ['Shift+1', '…'], word: 'keys.overlays' },
  { keys: ['K', '.', 'S'], word: 'keys.skip' },
  { keys: ['T'], word: 'keys.hint' },
  { keys: ['Shift+←', 'Shift+→', '[', ']'], word: 'keys.replay' },
  { keys: ['V', 'L', 'H'], word: 'keys.lists' },
  { keys: ['?'], word: 'keys.help' },
];
