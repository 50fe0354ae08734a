import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../src/lib/settings.svelte';
import { Watch } from '../src/lib/watch.svelte';

/** Whether a promise has been kept by now. */
async function isKept(promise: Promise<void>): Promise<boolean> {
  const kept = vi.fn();
  void promise.then(kept);
  await Promise.resolve();
  return kept.mock.calls.length > 0;
}

describe('watching others play', () => {
  beforeEach(() => {
    settings.pace = 'normal';
  });

  it('goes on by itself unless it is paused', async () => {
    const watch = new Watch();
    expect(await isKept(watch.next())).toBe(true);
    watch.pause();
    const next = watch.next();
    expect([await isKept(next), watch.waiting]).toEqual([false, true]);
    watch.resume();
    expect([await isKept(next), watch.waiting, watch.paused]).toEqual([true, false, false]);
  });

  it('shows one thing at a time when stepping, and pauses first', async () => {
    const watch = new Watch();
    watch.step();
    expect(watch.paused).toBe(true);
    const first = watch.next();
    expect(await isKept(first)).toBe(false);
    watch.step();
    expect([await isKept(first), await isKept(watch.next()), watch.paused]).toEqual([true, false, true]);
  });

  it('waits at every step of the slowest pace until another is chosen', async () => {
    settings.pace = 'step';
    const watch = new Watch();
    const next = watch.next();
    expect(await isKept(next)).toBe(false);
    settings.pace = 'fast';
    watch.paceChanged();
    expect(await isKept(next)).toBe(true);
  });

  it('skips until the turn is over, whatever comes', async () => {
    settings.pace = 'step';
    const watch = new Watch();
    const next = watch.next();
    watch.skip();
    expect([await isKept(next), await isKept(watch.next()), watch.atOnce]).toEqual([true, true, true]);
    watch.finish();
    expect([watch.atOnce, await isKept(watch.next())]).toEqual([false, false]);
  });

  it('takes as long as the pace says, and never too long', () => {
    const watch = new Watch();
    settings.pace = 'slow';
    const [slow, look] = [watch.flight(4, false), watch.look(false)];
    settings.pace = 'fast';
    expect(watch.flight(4, false)).toBeLessThan(slow);
    expect(watch.look(false)).toBeLessThan(look);
    expect(watch.flight(400, false)).toBeLessThanOrEqual(2000);
    settings.pace = 'instant';
    expect([watch.look(false), watch.atOnce]).toEqual([0, true]);
  });
});
