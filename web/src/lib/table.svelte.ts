/** The table: a match on the screen. It shows what a seat sees, previews with questions and commits choices. */

import { Adviser } from './adviser.svelte';
import * as api from './api';
import { buttonChoice, endButton, hexChoice, isFight, mainButton, previews, setOf, unitChoice } from './decision';
import { Foresight } from './foresight.svelte';
import { Grid } from './grid';
import { diceOf, goTo, stops, type By } from './journal';
import { settings } from './settings.svelte';
import { News } from './news.svelte';
import { pause, Showing, type Flight } from './showing.svelte';
import { mutedMatches } from './people';
import { Sketch } from './sketch.svelte';
import { Sight, type Listener } from './sight.svelte';
import { isMove } from './story';
import { TakeBack } from './takeback.svelte';
import { Offline, Refused } from './socket';
import type { About, Box, GameEvent, HexSheet, HistoryEntry, LogEntry, Offer, OffMap, Path, Text, UnitSheet, View, WhyNot } from './types';
import type { Watch } from './watch.svelte';
import { say, t } from './words.svelte';

export interface Notice {
  id: number;
  text: Text;
  rule: string | null;
  kind: 'refused' | 'info';
}

export type Inspected = { hex: string; sheet: HexSheet | null; refusal: WhyNot | null } | { unit: string; sheet: UnitSheet | null };

/** What the map shows beyond play; the board does it. */
export interface Window {
  reveal(hex: string): void;
}

export class Table implements Listener {
  readonly grid: Grid;
  sights = $state.raw<Sight[]>([]);
  private seatShown = $state(0);

  picked = $state<string | null>(null);
  /** The units of a stack that are moved together, the picked one among them. */
  party = $state.raw<string[]>([]);
  /** The units that go where the one in hand is put, as far as they may. */
  following = $state.raw<string[]>([]);
  reach = $state.raw<Record<string, number> | null>(null);
  /** The unit whose reach was asked for last. */
  private reaching: string | null = null;
  path = $state.raw<Path | null>(null);
  /** The offered place that is looked at while an attack or fire is put together. */
  aimed = $state<string | null>(null);
  inspected = $state.raw<Inspected | null>(null);
  fanned = $state<string | null>(null);
  cursor = $state<string | null>(null);
  notices = $state.raw<Notice[]>([]);
  spoken = $state('');
  gonePast = $state<string | null>(null);
  readonly showing = new Showing(this);
  readonly news = new News(this);
  readonly adviser = new Adviser(this);
  readonly foresight = new Foresight(this);
  readonly takeback = new TakeBack(this);
  readonly sketch: Sketch;
  rule = $state<string | null>(null);
  replay = $state.raw<{ n: number; view: View; history: HistoryEntry[] } | null>(null);
  curtain = $state<string | null>(null);

  window: Window | null = null;
  private lastSet: string[] = [];
  private notice = 0;
  private asked = 0;
  /** A choice is on its way. */
  busy = $state(false);

  constructor(
    readonly match: string,
    readonly box: Box,
    readonly tokens: api.Tokens,
  ) {
    this.sketch = new Sketch(match, () => this.sight.token);
    this.grid = new Grid(box.geometry);
    const seats = Object.keys(tokens).filter((seat) => seat !== api.WATCH);
    const held = seats.length ? seats : [api.WATCH];
    this.sights = held.map((seat) => new Sight(match, seat, tokens[seat] as string, this));
  }

  // -- what is seen --------------------------------------------------------------------------------------------

  get sight(): Sight {
    return this.sights[this.seatShown] as Sight;
  }

  get view(): View | null {
    return this.replay?.view ?? this.sight.view;
  }

  get log(): LogEntry[] {
    return this.sight.log;
  }

  /** The choices before the player now; none while something is still being shown. */
  get offer(): Offer | null {
    if (this.replay || this.playing || this.curtain) return null;
    return this.sight.view?.offer ?? null;
  }

  /** What the decision before the player is about. */
  get about(): About | null {
    return this.offer?.about ?? null;
  }

  /** The unit in hand, or picked up to see where it can go. */
  get held(): string | null {
    return this.picked ?? this.about?.unit ?? null;
  }

  /** The unit whose move is being made or weighed. */
  get mover(): string | null {
    return this.picked ?? (this.about?.kind === 'move' ? (this.about.unit ?? null) : null);
  }

  /** The units picked so far for what is being put together. */
  get group(): string[] {
    return this.about?.group ?? [];
  }

  /** The places an attack or fire is aimed at: those that are settled, or the one that is being looked at. */
  get targets(): string[] {
    const about = this.about;
    if (!about || !isFight(about)) return [];
    return about.targets.length || !this.aimed ? about.targets : [this.aimed];
  }

  /** The hexes that a click would choose now. */
  get litHexes(): string[] {
    if (this.picked) return Object.keys(this.reach ?? {});
    return this.offer?.hexes ?? [];
  }

  get litUnits(): string[] {
    return this.offer?.units ?? [];
  }

  /** The places beside the map where something can be chosen now: they lie in a tray beside the prompt. */
  get tray(): OffMap[] {
    const places = new Set([...this.litHexes, ...this.litUnits.map((unit) => this.placeOf(unit) ?? '')]);
    return this.box.boxes.filter(({ key }) => places.has(key));
  }

  /** Somebody else plays, or what was done is still being shown. */
  get busyElsewhere(): boolean {
    return !this.replay && (this.playing || this.sight.thinking !== null);
  }

  /** How much has been said that the holder of this seat has not read. */
  get unread(): number {
    const { sight } = this;
    if (this.watching || !sight.affairs || mutedMatches().includes(this.match)) return 0;
    const seen = sight.affairs.seen;
    return sight.talk.filter(({ seat, at }) => seat !== sight.seat && (at ?? 0) > seen).length;
  }

  get hasComputers(): boolean {
    return Object.values(this.sight.players).some(({ kind }) => kind.startsWith('computer:'));
  }

  get watching(): boolean {
    return this.sight.seat === api.WATCH;
  }

  get watch(): Watch {
    return this.showing.watch;
  }

  get playing(): boolean {
    return this.showing.playing;
  }

  get flight(): Flight | null {
    return this.showing.flight;
  }

  /** The last roll of dice, until something else is done. */
  get battle(): GameEvent | null {
    return this.showing.battle;
  }

  set battle(event: GameEvent | null) {
    this.showing.battle = event;
  }

  placeOf(unit: string): string | null {
    return this.view?.units[unit]?.place ?? null;
  }

  stackAt(hex: string): (string | null)[] {
    return this.view?.stacks[hex] ?? [];
  }

  // -- listening -----------------------------------------------------------------------------------------------

  came(sight: Sight): void {
    if (sight !== this.sight) {
      sight.flush();
      this.turnTo();
      return;
    }
    if (!sight.queue.length) this.settle();
    else void this.showing.play(sight);
  }

  heard(sight: Sight, message: Record<string, unknown>): void {
    if ('computer' in message && sight === this.sight && !sight.thinking && !this.playing) this.watch.finish();
    if ('asked' in message) this.takeback.heard(sight.seat, message as unknown as Parameters<TakeBack['heard']>[1]);
  }

  gone(_sight: Sight, reason: string): void {
    this.gonePast = reason || t('gone');
  }

  /** What was taken back is no longer before anybody's eyes. */
  takenBack(): void {
    this.battle = null;
    this.adviser.hinted = null;
    this.takeback.confirming = null;
  }

  /** Show no more until whoever plays has finished. */
  skip(): void {
    if (this.busyElsewhere) this.showing.skip();
  }

  speak(events: GameEvent[]): void {
    const text = events.map((event) => say(event.text)).filter(Boolean);
    if (text.length) this.spoken = text.join('. ');
  }

  /** All has been shown: what is picked or previewed may no longer hold. */
  settle(): void {
    const offer = this.sight.view?.offer;
    if (this.picked && !offer?.units.includes(this.picked)) this.unpick();
    if (this.adviser.hinted && this.adviser.hinted.n !== this.sight.n) this.adviser.hinted = null;
    this.path = null;
    if (this.inspected) void this.refreshSheet();
    void this.refreshReach();
    this.turnTo();
    this.aimed = null;
    void this.news.remember();
    this.foresight.forget();
    const target = this.targets.find((place) => this.grid.has(place));
    if (target) this.window?.reveal(target);
    if (!this.cursor && offer) this.cursor = offer.hexes[0] ?? this.placeOf(offer.units[0] ?? '') ?? null;
  }

  /** With friends at one screen, the screen goes to the seat that has to choose. */
  private turnTo(): void {
    if (this.playing) return;
    const next = this.sight.view?.to_move;
    const index = this.sights.findIndex((sight) => sight.seat === next);
    if (index < 0 || index === this.seatShown) return;
    const other = this.sights[index] as Sight;
    if (other.n < this.sight.n || !other.view) return;
    this.unpick();
    if (settings.curtain) this.curtain = other.seat;
    this.seatShown = index;
    other.flush();
    this.settle();
  }

  raiseCurtain(): void {
    this.curtain = null;
  }

  // -- asking --------------------------------------------------------------------------------------------------

  ask<T>(question: string, about: Record<string, unknown>): Promise<T> {
    return this.sight.line.ask(question, about, settings.lang) as Promise<T>;
  }

  /** Ask, and tell the player if the answer is a refusal. */
  private async tryAsk<T>(question: string, about: Record<string, unknown>): Promise<T | null> {
    try {
      return await this.ask<T>(question, about);
    } catch (error) {
      this.tell(error);
      return null;
    }
  }

  tell(error: unknown): void {
    if (error instanceof Refused) this.notify(error.refusal.reason, error.refusal.rule ?? null, 'refused');
    else if (error instanceof Offline) this.notify(t('offline'), null, 'info');
    else throw error;
  }

  notify(text: Text, rule: string | null, kind: Notice['kind']): void {
    const id = ++this.notice;
    this.notices = [...this.notices.slice(-2), { id, text, rule, kind }];
    this.spoken = say(text);
    setTimeout(() => {
      this.dismiss(id);
    }, 7000);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  // -- choosing ------------------------------------------------------------------------------------------------

  /** Do something of which only one can be on its way; true if it was accepted. */
  async during(deed: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      await deed();
      return true;
    } catch (error) {
      this.tell(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Commit a choice; true if it was accepted and has been shown. */
  choose(choice: string): Promise<boolean> {
    return this.during(async () => {
      const sight = this.sight;
      const next = sight.n + 1;
      this.notices = [];
      await sight.line.send({ do: 'choose', n: sight.n, choice });
      await sight.reaches(next);
    });
  }

  /** Make choices one after another, as long as each is offered. */
  private async chooseAll(choices: readonly string[]): Promise<void> {
    for (const choice of choices) {
      await this.atRest();
      const [kind, name] = [choice.slice(0, choice.indexOf(':')), choice.slice(choice.indexOf(':') + 1)];
      const offered = kind === 'unit' ? this.offer?.units : kind === 'hex' ? this.offer?.hexes : this.offer?.buttons;
      if (offered?.includes(name) && !(await this.choose(choice))) return;
    }
  }

  /** Let all join the attack that can or, sparing, as few as promise the same. */
  async join(sparing: boolean): Promise<void> {
    const forecast = await this.foresight.of(null, sparing);
    if (forecast) await this.chooseAll(forecast.choices);
  }

  /** Do the obvious thing, or end the phase. */
  async pressFor(role: 'main' | 'end'): Promise<void> {
    const button = (role === 'main' ? mainButton : endButton)(this.offer, this.box.buttons);
    if (button) await this.press(button);
  }

  async press(button: string): Promise<void> {
    if (!this.offer?.buttons.includes(button)) return;
    this.battle = null;
    await this.choose(buttonChoice(button));
  }

  /** Something between the players: a request, an answer, resignation. */
  async between(message: Record<string, unknown>): Promise<void> {
    try {
      await this.sight.line.send(message);
    } catch (error) {
      this.tell(error);
    }
  }

  sayAloud(text: string): Promise<void> {
    return this.between({ do: 'say', text });
  }

  // -- clicking ------------------------------------------------------------------------------------------------

  /** Whether a click on an offered unit weighs its moves first instead of choosing it at once. */
  get previews(): boolean {
    return previews(this.about);
  }

  /** Whether a unit on the map can be dragged to a place: it moves, or it was set up and is put elsewhere. */
  canDrag(unit: string): boolean {
    if (this.previews) return this.litUnits.includes(unit) || this.mover === unit;
    return this.about?.kind === 'place' && this.litUnits.includes(unit);
  }

  /** Pick all units of a set with one action: choose them one after another, as long as each is offered. */
  async pickSet(units: readonly string[]): Promise<void> {
    this.unpick();
    const kind = this.about?.kind;
    for (const unit of units) {
      await this.atRest();
      if (this.about?.kind !== kind) return;
      if (this.offer?.units.includes(unit) && !(await this.choose(unitChoice(unit)))) return;
    }
  }

  /** A second click, or one with Shift, on a unit: all that are picked together with it. True if there are any. */
  async clickSet(unit: string): Promise<boolean> {
    const set = setOf(this.offer, unit);
    const rest = set.length ? set : this.lastSet.includes(unit) ? this.lastSet : [];
    if (rest.length && this.about?.kind === 'place') await this.takeInHand(unit, rest);
    else if (rest.length) await this.pickSet(rest);
    else if (this.previews && this.companions(unit).length > 1) await this.pickParty(unit);
    else return false;
    return true;
  }

  /** Take several units to be placed: the first is chosen, the others follow to the same place. */
  private async takeInHand(unit: string, set: readonly string[]): Promise<void> {
    const others = set.filter((one) => one !== unit);
    const chosen = this.offer?.units.includes(unit) ? await this.choose(unitChoice(unit)) : this.about?.unit === unit;
    if (chosen) this.following = others;
  }

  /** Put a unit down in a place, and those that follow it. */
  async place(unit: string, hex: string): Promise<void> {
    if (this.about?.unit !== unit && !(await this.choose(unitChoice(unit)))) return;
    await this.atRest();
    if (this.offer?.hexes.includes(hex)) await this.placeAll(hex);
    else if (this.placeOf(unit) !== hex) await this.whyNot(hex, unit);
  }

  private async placeAll(hex: string): Promise<void> {
    const rest = this.following;
    this.following = [];
    if (!(await this.choose(hexChoice(hex)))) return;
    for (const unit of rest) {
      await this.atRest();
      if (!this.offer?.units.includes(unit) || !(await this.choose(unitChoice(unit)))) return;
      await this.atRest();
      if (!this.offer?.hexes.includes(hex) || !(await this.choose(hexChoice(hex)))) return;
    }
  }

  /** The units that stand with this one and can be chosen too. */
  companions(unit: string): string[] {
    const place = this.placeOf(unit);
    return this.stackAt(place ?? '').filter((one): one is string => one !== null && this.litUnits.includes(one));
  }

  /** Pick a whole stack up: it moves unit by unit, to a hex that all of it can reach. */
  async pickParty(unit: string): Promise<void> {
    const party = this.companions(unit);
    const first = party.at(-1);
    if (!first) return;
    this.inspectUnit(first);
    this.path = null;
    this.picked = first;
    this.party = party;
    await this.refreshReach();
  }

  async clickUnit(unit: string): Promise<void> {
    if (this.sketch.active) {
      const place = this.placeOf(unit);
      if (place) this.sketch.click(place);
      return;
    }
    const place = this.placeOf(unit);
    const offer = this.offer;
    this.lastSet = setOf(offer, unit);
    if (place) this.cursor = this.grid.has(place) ? place : this.cursor;
    if (offer?.units.includes(unit)) {
      if (this.previews) await this.pick(unit);
      else {
        this.battle = null;
        await this.choose(unitChoice(unit));
      }
      return;
    }
    if (place && this.litHexes.includes(place)) {
      await this.clickHex(place);
      return;
    }
    if (this.picked && place && this.placeOf(this.picked) !== place && this.grid.has(place)) {
      await this.whyNot(place);
      return;
    }
    this.inspectUnit(unit);
  }

  async clickHex(hex: string): Promise<void> {
    if (this.sketch.active) {
      this.sketch.click(hex);
      return;
    }
    const offer = this.offer;
    this.cursor = this.grid.has(hex) ? hex : this.cursor;
    if (this.picked) {
      if (this.reach && hex in this.reach) await this.movePicked(hex);
      else if (hex === this.placeOf(this.picked)) this.unpick();
      else await this.whyNot(hex);
      return;
    }
    if (offer?.hexes.includes(hex)) {
      this.battle = null;
      this.path = null;
      await this.placeAll(hex);
      return;
    }
    if (this.mover && this.grid.has(hex) && this.placeOf(this.mover) !== hex) {
      await this.whyNot(hex);
      return;
    }
    this.inspectHex(hex);
  }

  /** Pick a unit up to see where it can go. */
  async pick(unit: string): Promise<void> {
    this.inspectUnit(unit);
    this.path = null;
    if (this.about?.unit === unit) {
      this.picked = null;
      return;
    }
    this.picked = unit;
    this.party = [];
    await this.refreshReach();
  }

  unpick(): void {
    this.picked = null;
    this.party = [];
    this.following = [];
    this.path = null;
    this.fanned = null;
    this.reach = null;
  }

  /** Back out of the last thing opened; true if there was one. */
  async escape(): Promise<boolean> {
    if (this.rule) this.rule = null;
    else if (this.takeback.confirming) this.takeback.confirming = null;
    else if (this.playing) this.skip();
    else if (this.picked || this.fanned) {
      this.unpick();
      await this.refreshReach();
    } else if (this.adviser.hinted) this.adviser.hinted = null;
    else if (this.inspected) this.inspected = null;
    else if (this.battle) this.battle = null;
    else return false;
    return true;
  }

  private async refreshReach(): Promise<void> {
    const unit = this.mover;
    const asked = ++this.asked;
    if (unit !== this.reaching) this.reach = null; // what another unit could reach would mislead until the answer comes
    this.reaching = unit;
    if (!unit) return;
    const movers = this.party.length ? this.party : [unit];
    const reaches = await Promise.all(movers.map((one) => this.tryAsk<Record<string, number>>('reach', { unit: one })));
    if (asked === this.asked) this.reach = inCommon(reaches);
  }

  /** Show the way to a hex and what it costs. */
  async preview(hex: string | null): Promise<void> {
    void this.foresight.look(hex);
    this.aimed = hex && this.group.length > 0 && isFight(this.about) && this.offer?.hexes.includes(hex) ? hex : null;
    const unit = this.mover;
    if (!unit || !hex || !this.reach || !(hex in this.reach) || !this.litHexes.includes(hex)) {
      this.path = null;
      return;
    }
    if (this.path?.path.at(-1) === hex) return;
    const asked = ++this.asked;
    try {
      const path = await this.ask<Path>('path', { unit, hex });
      if (asked === this.asked) this.path = path;
    } catch {
      if (asked === this.asked) this.path = null;
    }
  }

  private async movePicked(hex: string): Promise<void> {
    const units = this.party.length ? this.party : this.picked ? [this.picked] : [];
    this.picked = null;
    this.party = [];
    this.path = null;
    for (const unit of units) {
      await this.atRest();
      if (this.about?.unit !== unit && !(await this.choose(unitChoice(unit)))) return;
      await this.atRest();
      if (this.offer?.hexes.includes(hex)) await this.choose(hexChoice(hex));
      else await this.whyNot(hex, unit);
    }
  }

  private async atRest(): Promise<void> {
    while (this.playing || this.busy) await pause(20);
  }

  async whyNot(hex: string, unit = this.mover): Promise<void> {
    if (!unit) return;
    const answer = await this.tryAsk<WhyNot>('why_not', { unit, hex });
    if (answer?.reason) this.notify(answer.reason, answer.rule, 'refused');
  }

  /** The next or previous unit that can be chosen, in the stack first, then over the map. */
  async cycle(forwards: boolean): Promise<void> {
    const units = this.litUnits;
    if (!units.length) {
      const hexes = this.litHexes;
      const at = hexes.indexOf(this.cursor ?? '');
      const hex = hexes[(at + (forwards ? 1 : -1) + hexes.length) % hexes.length];
      if (hex) this.lookAt(hex);
      return;
    }
    const now = this.picked ?? this.stackAt(this.cursor ?? '').findLast((unit) => unit !== null && units.includes(unit));
    const at = now ? units.indexOf(now) : -1;
    const unit = units[(at + (forwards ? 1 : -1) + units.length) % units.length] as string;
    const place = this.placeOf(unit);
    if (place && this.grid.has(place)) this.lookAt(place);
    else document.querySelector<HTMLElement>(`[data-testid="tray"] [data-unit="${CSS.escape(unit)}"]`)?.focus();
    if (this.previews) await this.pick(unit);
    else this.inspectUnit(unit);
  }

  lookAt(hex: string): void {
    this.cursor = hex;
    this.window?.reveal(hex);
  }

  /** What Enter does at the focus: the unit that can be chosen there, else the hex. */
  async act(hex: string): Promise<void> {
    if (this.litHexes.includes(hex)) {
      await this.clickHex(hex);
      return;
    }
    const here = this.stackAt(hex).filter((unit): unit is string => unit !== null && this.litUnits.includes(unit));
    const at = this.picked ? here.indexOf(this.picked) : -1;
    const next = here[(at - 1 + here.length) % here.length];
    if (next) await this.clickUnit(next);
    else await this.clickHex(hex);
  }

  /** What Shift and Enter do at the focus: pick all units there that are picked together. */
  async actWhole(hex: string): Promise<void> {
    const units = this.stackAt(hex).filter((one): one is string => one !== null && this.litUnits.includes(one));
    const unit = units.findLast((one) => setOf(this.offer, one).length > 0) ?? units.at(-1);
    if (unit) await this.clickSet(unit);
  }

  // -- sheets --------------------------------------------------------------------------------------------------

  inspectUnit(unit: string): void {
    this.inspected = { unit, sheet: null };
    void this.refreshSheet();
  }

  inspectHex(hex: string): void {
    this.inspected = { hex, sheet: null, refusal: null };
    void this.refreshSheet();
  }

  private async refreshSheet(): Promise<void> {
    const about = this.inspected;
    if (!about || this.replay) return;
    try {
      if ('unit' in about) {
        const sheet = await this.ask<UnitSheet>('unit', { unit: about.unit });
        if (this.inspected && 'unit' in this.inspected && this.inspected.unit === about.unit) {
          this.inspected = { unit: about.unit, sheet };
        }
      } else {
        const sheet = await this.ask<HexSheet>('hex', { hex: about.hex });
        if (this.inspected && 'hex' in this.inspected && this.inspected.hex === about.hex) {
          this.inspected = { ...about, sheet };
        }
      }
    } catch (error) {
      if (error instanceof Refused) this.inspected = null;
      else if (!(error instanceof Offline)) throw error;
    }
  }

  // -- replay --------------------------------------------------------------------------------------------------

  /** Show an earlier point of the match. */
  async goTo(n: number): Promise<void> {
    const before = this.replay;
    const history = before?.history ?? (await api.history(this.match, this.sight.token));
    const moment = await api.at(this.match, n, this.sight.token);
    this.unpick();
    this.inspected = null;
    this.battle = null;
    if (before && n === goTo(before.n, 'choice', true, history) && n > before.n) {
      for (const event of moment.events) {
        if (isMove(event) && settings.pace !== 'instant') await this.showing.fly(event.unit, event.path, false);
      }
    }
    this.battle = moment.events.find((event) => diceOf(event).length > 0) ?? null;
    this.adviser.hinted = null;
    this.replay = { n, view: moment.view, history };
    this.speak(moment.events);
  }

  /** One choice, phase or turn on or back. */
  async replayBy(by: By, forwards: boolean): Promise<void> {
    const history = this.replay?.history ?? (await api.history(this.match, this.sight.token));
    const n = this.replay?.n ?? stops(history).at(-1)?.n ?? 0;
    await this.goTo(goTo(n, by, forwards, history));
  }

  endReplay(): void {
    this.replay = null;
    this.battle = null;
    this.settle();
  }

  close(): void {
    for (const sight of this.sights) sight.close();
  }
}

/** What all can reach, each at the cost of the one who pays most. */
function inCommon(reaches: (Record<string, number> | null)[]): Record<string, number> | null {
  const [first, ...others] = reaches;
  if (!first) return null;
  const all = Object.entries(first).filter(([hex]) => others.every((reach) => reach && hex in reach));
  return Object.fromEntries(all.map(([hex, cost]) => [hex, Math.max(cost, ...others.map((reach) => reach?.[hex] ?? 0))]));
}
