/** Showing what was done: moves are flown, dice stay before one's eyes, the map goes there, a caption says what it is. */

import { Blows } from './blows.svelte';
import { diceOf } from './journal';
import type { Sight } from './sight.svelte';
import { soundOfDice, soundOfMove } from './sound';
import { isMove } from './story';
import type { Table } from './table.svelte';
import type { Change, GameEvent } from './types';
import { Watch } from './watch.svelte';
import { say } from './words.svelte';

export interface Flight {
  unit: string;
  path: string[];
  duration: number;
  landed: () => void;
}

export interface Caption {
  seat: string | null;
  text: string;
}

export class Showing {
  playing = $state(false);
  flight = $state.raw<Flight | null>(null);
  battle = $state.raw<GameEvent | null>(null);
  caption = $state.raw<Caption | null>(null);
  readonly watch = new Watch();
  readonly blows: Blows;

  constructor(private readonly table: Table) {
    this.blows = new Blows(table);
  }

  /** Show the changes that came, one after another. */
  async play(sight: Sight): Promise<void> {
    if (this.playing) return;
    this.playing = true;
    while (sight.queue.length) {
      const change = sight.queue[0] as Change;
      if (!this.watch.skipping && !this.table.past.moment) await this.show(change);
      sight.apply();
      if (change.undo) this.table.takenBack();
      this.battle = change.events.findLast((event) => diceOf(event).length > 0) ?? this.battle;
      this.table.speak(change.events);
    }
    this.playing = false;
    this.caption = null;
    if (!sight.thinking || sight.view?.offer) this.watch.finish();
    this.table.settle();
  }

  private async show(change: Change): Promise<void> {
    const mine = this.table.sights.some((sight) => sight.seat === change.seat);
    const worth = change.events.some((event) => isMove(event) || diceOf(event).length > 0);
    if (!mine && worth) await this.watch.next();
    for (const event of change.events) {
      if (this.watch.atOnce) return;
      if (!mine) this.caption = { seat: change.seat, text: say(event.text) };
      this.blows.strike(event);
      if (isMove(event)) await this.fly(event.unit, event.path, mine);
      if (diceOf(event).length && event.kind !== 'phase') await this.roll(event, mine);
    }
  }

  fly(unit: string, path: string[], mine: boolean): Promise<void> {
    if (!mine) this.table.window?.reveal(path.at(-1) as string);
    const duration = this.watch.flight(path.length - 1, mine);
    return new Promise((done) => {
      const landed = (): void => {
        if (this.flight?.landed !== landed) return;
        this.flight = null;
        soundOfMove();
        done();
      };
      this.flight = { unit, path, duration, landed };
      setTimeout(landed, duration + 400);
    });
  }

  private async roll(event: GameEvent, mine: boolean): Promise<void> {
    this.battle = event;
    soundOfDice();
    if (!mine && event.hex) this.table.window?.reveal(event.hex);
    const end = Date.now() + this.watch.look(mine);
    while (Date.now() < end && !this.watch.atOnce) await pause(40);
  }

  /** Show no more until whoever plays has finished. */
  skip(): void {
    this.watch.skip();
    this.flight?.landed();
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
