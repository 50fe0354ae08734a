/** The table: a match on the screen. It shows what a seat sees, previews with questions and commits choices. */

import { Adviser } from './adviser.svelte';
import * as api from './api';
import { buttonChoice, endButton, isFight, isInHand, mainButton, previews, setOf, unitChoice, withoutHand } from './decision';
import { unitName } from './describe';
import { Foresight } from './foresight.svelte';
import { Grid } from './grid';
import { Gunnery } from './gunnery.svelte';
import { Hand } from './hand.svelte';
import { settings } from './settings.svelte';
import { News } from './news.svelte';
import { Notices } from './notices.svelte';
import { Past } from './past.svelte';
import { pause, Showing, type Flight } from './showing.svelte';
import { mutedMatches } from './people';
import { Sheets } from './sheets.svelte';
import { Sketch } from './sketch.svelte';
import { Sight, type Listener } from './sight.svelte';
import { TakeBack } from './takeback.svelte';
import type { About, Box, GameEvent, LogEntry, Offer, OffMap, View, WhyNot } from './types';
import type { Watch } from './watch.svelte';
import { say, t } from './words.svelte';

/** What the map shows beyond play; the board does it. */
export interface Window {
  reveal(hex: string): void;
  /** Show one of these places, if none of them is in sight. */
  revealAny(hexes: readonly string[]): void;
}

export class Table implements Listener {
  readonly grid: Grid;
  sights = $state.raw<Sight[]>([]);
  private seatShown = $state(0);

  /** The offered place that is looked at while an attack or fire is put together. */
  aimed = $state<string | null>(null);
  fanned = $state<string | null>(null);
  cursor = $state<string | null>(null);
  spoken = $state('');
  gonePast = $state<string | null>(null);
  readonly hand = new Hand(this);
  readonly sheets = new Sheets(this);
  readonly past = new Past(this);
  readonly notices = new Notices((text) => (this.spoken = text));
  readonly showing = new Showing(this);
  readonly news = new News(this);
  readonly adviser = new Adviser(this);
  readonly foresight = new Foresight(this);
  readonly gunnery = new Gunnery(this);
  readonly takeback = new TakeBack(this);
  readonly sketch: Sketch;
  rule = $state<string | null>(null);
  /** Whom the screen is to be handed to before anything is seen. */
  curtain = $state<string | null>(null);

  window: Window | null = null;
  private lastSet: string[] = [];
  private lookedAt: string | null = null;
  /** A choice is on its way. */
  busy = $state(false);
  /** How many deeds of several choices are being done. */
  private deeds = $state(0);
  /** Somebody at this screen has had something to choose. */
  private seated = false;

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
    return this.past.moment?.view ?? this.sight.view;
  }

  get log(): LogEntry[] {
    return this.sight.log;
  }

  /** The choices before the player now, and what units that he has picked up add to them. */
  get offer(): Offer | null {
    const { hand, offered } = this;
    return offered && (hand.offer ?? (hand.aside ? withoutHand(offered, this.box.buttons) : offered));
  }

  /** The choices that the server offers now; none while something is still being shown. */
  get offered(): Offer | null {
    if (this.past.moment || this.playing || this.curtain) return null;
    return this.sight.view?.offer ?? null;
  }

  /** What the decision before the player is about. */
  get about(): About | null {
    return this.offer?.about ?? null;
  }

  /** The unit in hand, or picked up to see where it can go. */
  get held(): string | null {
    return this.hand.picked ?? this.about?.unit ?? null;
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
    if (this.hand.picked) return this.hand.hexes;
    return this.offer?.hexes ?? [];
  }

  get litUnits(): string[] {
    return this.offered?.units ?? [];
  }

  /** Whether a unit has been chosen and is in hand. */
  isInHand(unit: string): boolean {
    return isInHand(this.offered?.about ?? null, unit);
  }

  /** Whether a click on counters in a place sends there what is picked up: it can go there, and they are not spread out to pick from. */
  isGoal(place: string): boolean {
    const { picked } = this.hand;
    return picked !== null && this.fanned !== place && this.placeOf(picked) !== place && this.litHexes.includes(place);
  }

  /** The places beside the map where something can be chosen now: they lie in a tray beside the prompt. */
  get tray(): OffMap[] {
    const places = new Set([...this.litHexes, ...this.litUnits.map((unit) => this.placeOf(unit) ?? '')]);
    return this.box.boxes.filter(({ key }) => places.has(key));
  }

  /** Something is still to come of what was done: choices, their showing, or the screen for whoever is next at it. */
  get underWay(): boolean {
    const next = this.sight.view?.to_move;
    const passesOn = next !== this.sight.seat && this.sights.some(({ seat }) => seat === next);
    return this.busy || this.deeds > 0 || this.playing || passesOn;
  }

  /** Somebody else plays, or what was done is still being shown. */
  get busyElsewhere(): boolean {
    return !this.past.moment && (this.playing || this.sight.thinking !== null);
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
    this.hand.march.end();
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
    const { units } = this.hand;
    if (units.some((unit) => !offer?.units.includes(unit) && !isInHand(offer?.about ?? null, unit))) this.hand.drop();
    if (this.adviser.hinted && this.adviser.hinted.n !== this.sight.n) this.adviser.hinted = null;
    this.hand.path = null;
    if (this.sheets.inspected) void this.sheets.refresh();
    void this.hand.refresh();
    this.turnTo();
    void this.hand.march.goOn();
    this.aimed = null;
    void this.news.remember();
    this.foresight.forget();
    const target = this.targets.find((place) => this.grid.has(place));
    if (target) this.window?.reveal(target);
    else if (offer && offer.about.kind !== 'move') this.window?.revealAny([...offer.hexes, ...offer.units.map((unit) => this.placeOf(unit) ?? '')]);
    if (!this.cursor && offer) this.cursor = offer.hexes[0] ?? this.placeOf(offer.units[0] ?? '') ?? null;
  }

  /** With friends at one screen, the screen goes to the seat that has to choose. */
  private turnTo(): void {
    if (this.playing) return;
    const next = this.sight.view?.to_move;
    const index = this.sights.findIndex((sight) => sight.seat === next);
    if (index < 0) return;
    if (index !== this.seatShown) this.passOn(index);
    else this.seated = true;
  }

  private passOn(index: number): void {
    const other = this.sights[index] as Sight;
    if (other.n < this.sight.n || !other.view) return;
    this.hand.drop();
    this.sheets.close(); // what the other player looked at
    this.gunnery.looked = null;
    if (this.covers && this.seated) this.curtain = other.seat; // who opens the match is who has to choose
    this.seatShown = index;
    other.flush();
    this.settle();
  }

  /** Whether the screen is covered when it passes from one player to another. */
  get covers(): boolean {
    return settings.cover ?? this.box.secrets;
  }

  raiseCurtain(): void {
    this.curtain = null;
    void this.hand.march.goOn();
  }

  // -- asking --------------------------------------------------------------------------------------------------

  ask<T>(question: string, about: Record<string, unknown>): Promise<T> {
    return this.sight.ask(question, about, settings.lang) as Promise<T>;
  }

  /** Ask, and tell the player if the answer is a refusal. */
  async tryAsk<T>(question: string, about: Record<string, unknown>): Promise<T | null> {
    try {
      return await this.ask<T>(question, about);
    } catch (error) {
      this.notices.tell(error);
      return null;
    }
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
      this.notices.tell(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Do something that takes several choices. */
  async throughout(deed: () => Promise<void>): Promise<void> {
    this.deeds += 1;
    try {
      await deed();
    } finally {
      this.deeds -= 1;
    }
  }

  /** Commit a choice; true if it was accepted and has been shown. */
  choose(choice: string): Promise<boolean> {
    return this.during(async () => {
      this.notices.clear();
      await this.sight.choose(choice);
    });
  }

  /** Make choices one after another, as long as each is offered. */
  private async chooseAll(choices: readonly string[]): Promise<void> {
    for (const choice of choices) {
      await this.atRest();
      const [kind, name] = [choice.slice(0, choice.indexOf(':')), choice.slice(choice.indexOf(':') + 1)];
      const offered = kind === 'unit' ? this.offered?.units : kind === 'hex' ? this.offered?.hexes : this.offered?.buttons;
      if (offered?.includes(name) && !(await this.choose(choice))) return;
    }
  }

  /** Let all join the attack that can or, sparing, as few as promise the same. */
  join(sparing: boolean): Promise<void> {
    return this.throughout(async () => {
      const forecast = await this.foresight.of([], sparing);
      if (forecast) await this.chooseAll(forecast.choices);
    });
  }

  /** Do the obvious thing, or end the phase. */
  async pressFor(role: 'main' | 'end'): Promise<void> {
    const button = (role === 'main' ? mainButton : endButton)(this.offer, this.box.buttons);
    if (button) await this.press(button);
  }

  async press(button: string): Promise<void> {
    if (!this.offer?.buttons.includes(button)) return;
    this.battle = null;
    await this.throughout(async () => {
      if (this.isOfPicked(button) && !(await this.hand.choose())) return;
      await this.choose(buttonChoice(button));
    });
  }

  /** Whether a button is for the units that are picked up: without them it would not be there, or be for others that are in hand. */
  private isOfPicked(button: string): boolean {
    const { offered, hand } = this;
    if (!hand.offer?.buttons.includes(button)) return false;
    if (!offered?.buttons.includes(button)) return true;
    return offered.about.unit !== undefined && this.box.buttons[button]?.role !== 'end';
  }

  /** Something between the players: a request, an answer, resignation. */
  async between(message: Record<string, unknown>): Promise<void> {
    try {
      await this.sight.line.send(message);
    } catch (error) {
      this.notices.tell(error);
    }
  }

  sayAloud(text: string): Promise<void> {
    return this.between({ do: 'say', text });
  }

  // -- clicking ------------------------------------------------------------------------------------------------

  /** Whether a click on an offered unit only picks it up instead of choosing it at once. */
  get previews(): boolean {
    return previews(this.offered?.about ?? null);
  }

  /** Whether a unit on the map can be dragged to a place: it moves, or it was set up and is put elsewhere. */
  canDrag(unit: string): boolean {
    if (this.previews) return this.litUnits.includes(unit) || this.isInHand(unit);
    return this.about?.kind === 'place' && this.litUnits.includes(unit);
  }

  /** Pick all units of a set with one action: choose them one after another, as long as each is offered. */
  pickSet(units: readonly string[]): Promise<void> {
    return this.throughout(async () => {
      this.hand.drop();
      const kind = this.about?.kind;
      for (const unit of units) {
        await this.atRest();
        if (this.about?.kind !== kind) return;
        if (this.offer?.units.includes(unit) && !(await this.choose(unitChoice(unit)))) return;
      }
    });
  }

  /** A second click, or one with Shift, on a unit: all that are picked together with it. True if there are any. */
  async clickSet(unit: string): Promise<boolean> {
    if (this.previews) return this.clickParty(unit);
    const set = setOf(this.offer, unit);
    const rest = set.length ? set : this.lastSet.includes(unit) ? this.lastSet : [];
    if (rest.length && this.about?.kind === 'place') await this.hand.take(unit, rest);
    else if (rest.length) await this.pickSet(rest);
    else return false;
    return true;
  }

  /** The same for units that move: of a stack that is spread out one more or less is picked up, else all of it. */
  private async clickParty(unit: string): Promise<boolean> {
    const place = this.placeOf(unit);
    const beside = this.hand.picked !== null && this.placeOf(this.hand.picked) === place;
    if (beside && this.fanned === place && this.litUnits.includes(unit)) await this.hand.add(unit);
    else if (this.companions(unit).length > 1) await this.hand.pickParty(unit);
    else return false;
    return true;
  }

  /** The units that stand with this one and can be chosen too. */
  companions(unit: string): string[] {
    const place = this.placeOf(unit);
    return this.stackAt(place ?? '').filter((one): one is string => one !== null && this.litUnits.includes(one));
  }

  async clickUnit(unit: string): Promise<void> {
    if (this.sketch.active) {
      const place = this.placeOf(unit);
      if (place) this.sketch.click(place);
      return;
    }
    const place = this.placeOf(unit);
    const offer = this.offered;
    this.lastSet = setOf(offer, unit);
    if (place) this.cursor = this.grid.has(place) ? place : this.cursor;
    if (offer?.units.includes(unit) || (this.previews && this.isInHand(unit))) {
      await this.pickOrChoose(unit);
      return;
    }
    if (place && this.litHexes.includes(place)) {
      await this.clickHex(place);
      return;
    }
    const sent = this.hand.sent;
    if (sent && place && this.placeOf(sent) !== place && this.grid.has(place)) {
      // A friend is meant himself: why he cannot be chosen or, where the game has nothing to say to that, why his hex is closed.
      if (offer && this.box.counters[unit]?.side === this.box.counters[sent]?.side) {
        await this.choose(unitChoice(unit));
        return;
      }
      await this.whyNot(place, this.hand.picked ? this.hand.units : [sent]);
      return;
    }
    this.sheets.inspectUnit(unit);
  }

  /** A unit that can be chosen is picked up; where it does something at once, or there is nothing to pick up for, it is chosen. */
  private async pickOrChoose(unit: string): Promise<void> {
    const leaves = this.isInHand(unit) && this.litUnits.includes(unit) && this.fanned === this.placeOf(unit);
    if (this.previews && !leaves) {
      await this.hand.pick(unit);
      if (this.hand.offer || this.hand.hexes.length) return;
    }
    this.battle = null;
    if (this.sheets.unit) this.sheets.inspectUnit(unit);
    this.hand.drop();
    await this.choose(unitChoice(unit));
  }

  /** A click on a counter on the map: what is picked up goes there if it can, else the counter is picked. */
  async clickCounter(unit: string): Promise<void> {
    await this.hand.known();
    const place = this.placeOf(unit);
    if (place && this.isGoal(place) && !this.sketch.active) await this.clickHex(place);
    else await this.clickUnit(unit);
  }

  async clickHex(hex: string): Promise<void> {
    if (this.sketch.active) {
      this.sketch.click(hex);
      return;
    }
    const offer = this.offered;
    this.cursor = this.grid.has(hex) ? hex : this.cursor;
    await this.hand.known();
    if (this.hand.picked) {
      if (this.litHexes.includes(hex)) await this.hand.moveTo(hex);
      else if (hex === this.placeOf(this.hand.picked)) this.hand.drop();
      else await this.whyNot(hex, this.hand.units);
      return;
    }
    if (offer?.hexes.includes(hex) && !this.hand.aside) {
      this.battle = null;
      this.hand.path = null;
      await this.hand.placeAll(hex);
      return;
    }
    const unit = this.hand.sent;
    if (unit && this.grid.has(hex) && this.placeOf(unit) !== hex) {
      await this.whyNot(hex, [unit]);
      return;
    }
    this.sheets.inspectHex(hex);
  }

  /** Back out of the last thing opened; true if there was one. */
  async escape(): Promise<boolean> {
    if (this.rule) this.rule = null;
    else if (this.takeback.confirming) this.takeback.confirming = null;
    else if (this.playing && !this.past.moment) this.skip();
    else if (this.putBack() || (!this.past.moment && ((await this.takeback.unpick()) || this.hand.layAside()))) return true;
    else if (this.adviser.hinted) this.adviser.hinted = null;
    else if (this.sheets.inspected) this.sheets.inspected = null;
    else if (this.past.moment) this.past.end();
    else if (this.battle) this.battle = null;
    else return false;
    return true;
  }

  /** Put back what is picked up, and stacks together that are spread out; true if there was any. */
  putBack(): boolean {
    if (!this.hand.picked && !this.fanned) return false;
    this.hand.drop();
    void this.hand.refresh();
    return true;
  }

  /** Look at a hex: what it would promise, or the way there and what it costs. */
  async preview(hex: string | null): Promise<void> {
    this.lookedAt = hex;
    void this.foresight.look(hex);
    this.gunnery.looked = hex;
    this.aimed = hex && this.group.length > 0 && isFight(this.about) && this.offer?.hexes.includes(hex) ? hex : null;
    await this.hand.previewPath(hex);
  }

  /** What is in hand is another, or can do something else: so is what the place that is looked at means. */
  lookAgain(): Promise<void> {
    return this.preview(this.lookedAt);
  }

  /** Wait until what was done has been shown. */
  async atRest(): Promise<void> {
    while (this.playing || this.busy) await pause(20);
  }

  /** Why these units cannot do anything there together: what keeps the first of them who is kept from it. */
  async whyNot(hex: string, units: readonly string[], apart = this.hand.apart): Promise<void> {
    let answered = false;
    if (apart) {
      const answer = await this.tryAsk<WhyNot>('why_not_all', { units, hex });
      const { unit = '', reason } = answer ?? {};
      const last = unit !== units[0] && reason; // the others are there already, in thought
      if (answer) this.notices.add(last ? t('party.kept', { unit: unitName(this.box, unit), reason }) : (reason ?? t('click.nothing')), answer.rule, 'refused');
      return;
    }
    for (const unit of units) {
      const answer = await this.tryAsk<WhyNot>('why_not', { unit, hex });
      if (answer?.reason) {
        this.notices.add(answer.reason, answer.rule, 'refused');
        return;
      }
      answered ||= Boolean(answer);
    }
    if (answered) this.notices.add(t('click.nothing'), null, 'info');
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
    const now = this.hand.picked ?? this.stackAt(this.cursor ?? '').findLast((unit) => unit !== null && units.includes(unit));
    const at = now ? units.indexOf(now) : -1;
    const unit = units[(at + (forwards ? 1 : -1) + units.length) % units.length] as string;
    const place = this.placeOf(unit);
    if (place && this.grid.has(place)) this.lookAt(place);
    else document.querySelector<HTMLElement>(`[data-testid="tray"] [data-unit="${CSS.escape(unit)}"]`)?.focus();
    if (this.previews) await this.hand.pick(unit);
    else this.sheets.inspectUnit(unit);
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
    const at = this.hand.picked ? here.indexOf(this.hand.picked) : -1;
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

  close(): void {
    for (const sight of this.sights) sight.close();
  }
}
