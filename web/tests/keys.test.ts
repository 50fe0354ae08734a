import { describe, expect, it } from 'vitest';
import { command, HELP } from '../src/lib/keys';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('keys', () => {
  it('moves in the six directions of the map', () => {
    expect(command({ ...plain, key: 'q' }, true)).toEqual({ do: 'go', direction: 'nw' });
    expect(command({ ...plain, key: 'd' }, true)).toEqual({ do: 'go', direction: 'e' });
    expect(command({ ...plain, key: 'w' }, false)).toEqual({ do: 'go', direction: 'n' });
    expect(command({ ...plain, key: 'd' }, false)).toBeNull();
    expect(command({ ...plain, key: 'ArrowLeft', shiftKey: true }, true)).toEqual({ do: 'back' });
    expect(command({ ...plain, key: 'ArrowUp' }, true)).toEqual({ do: 'arrow', way: 'up' });
  });

  it('presses buttons by number, and overlays with Shift whatever the keyboard', () => {
    expect(command({ ...plain, key: '2', code: 'Digit2' }, true)).toEqual({ do: 'button', number: 2 });
    expect(command({ ...plain, key: '"', code: 'Digit2', shiftKey: true }, true)).toEqual({ do: 'overlay', number: 2 });
  });

  it('picks with Enter, and all that go together with Shift', () => {
    expect(command({ ...plain, key: 'Enter' }, true)).toEqual({ do: 'act' });
    expect(command({ ...plain, key: 'Enter', shiftKey: true }, true)).toEqual({ do: 'whole' });
  });

  it('undoes with Ctrl+Z and leaves other shortcuts to the browser', () => {
    expect(command({ ...plain, key: 'z', ctrlKey: true }, true)).toEqual({ do: 'undo' });
    expect(command({ ...plain, key: 'l', ctrlKey: true }, true)).toBeNull();
  });

  it('lists its keys once each', () => {
    expect(new Set(HELP.map(({ word }) => word)).size).toBe(HELP.length);
  });
});
