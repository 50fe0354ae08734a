/** How what others do is shown: at a pace that can be read, step by step, or not at all. */

import { settings, type Pace } from './settings.svelte';
import type { Word } from './words.svelte';

export const PACES: { pace: Pace; word: Word }[] = [
  { pace: 'step', word: 'pace.step' },
  { pace: 'slow', word: 'pace.slow' },
  { pace: 'normal', word: 'pace.normal' },
  { pace: 'fast', word: 'pace.fast' },
  { pace: 'instant', word: 'pace.instant' },
];

/** Milliseconds a unit takes from hex to hex, and a battle stays before one's eyes. */
const TIMES: Record<Pace, { hex: number; look: number }> = {
  step: { hex: 130, look: 400 },
  slow: { hex: 260, look: 2800 },
  normal: { hex: 130, look: 1400 },
  fast: { hex: 50, look: 500 },
  instant: { hex: 0, look: 0 },
};
const OWN = { hex: 60, look: 450 };
const LONGEST = 1600;
const LONGEST_OWN = 500;

export class Watch {
  paused = $state(false);
  /** What comes next waits for a step. */
  waiting = $state(false);
  /** Nothing is shown until whoever plays has finished. */
  skipping = $state(false);
  private go: (() => void) | null = null;

  /** Whether things happen at once. */
  get atOnce(): boolean {
    return this.skipping || settings.pace === 'instant';
  }

  /** Resolves when what somebody else did may be shown. */
  next(): Promise<void> {
    if (this.skipping || !(this.paused || settings.pace === 'step')) return Promise.resolve();
    this.waiting = true;
    return new Promise((done) => {
      this.go = () => {
        this.go = null;
        this.waiting = false;
        done();
      };
    });
  }

  /** Show one thing more, and stop there. */
  step(): void {
    if (this.go) this.go();
    else this.paused = true;
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    if (settings.pace !== 'step') this.go?.();
  }

  paceChanged(): void {
    if (!this.paused) this.resume();
  }

  skip(): void {
    this.skipping = true;
    this.paused = false;
    this.go?.();
  }

  /** Whoever played has finished. */
  finish(): void {
    this.skipping = this.paused = false;
    this.go?.();
  }

  flight(hexes: number, mine: boolean): number {
    if (mine) return Math.min(LONGEST_OWN, OWN.hex * hexes + 60);
    return Math.min(LONGEST, TIMES[settings.pace].hex * hexes + 60);
  }

  look(mine: boolean): number {
    return mine ? OWN.look : TIMES[settings.pace].look;
  }
}
