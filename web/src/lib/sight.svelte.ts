/** A match as one seat sees it: the view, the log, and the changes still to be shown. */

import { logBefore } from './api';
import { remembered, type Pledge } from './honest';
import { patchedView } from './patch';
import type { Affairs } from './people';
import { Line, Offline, socketUrl, type Welcome } from './socket';
import { takeBack } from './journal';
import type { Change, Lang, LogEntry, Outlook, Player, Talk, Thinking, View } from './types';

const NULLABLE = ['offer', 'result', 'to_move'] as const;

/** How long a broken line may take to come back before what was to be said is given up, in milliseconds. */
const PATIENCE = 20_000;

export interface Listener {
  /** There is something to show. */
  came(sight: Sight): void;
  /** Something else was said: table talk, a request for consent. */
  heard(sight: Sight, message: Record<string, unknown>): void;
  gone(sight: Sight, reason: string): void;
}

export class Sight {
  view = $state.raw<View | null>(null);
  n = $state(0);
  log = $state.raw<LogEntry[]>([]);
  queue = $state.raw<Change[]>([]);
  online = $state(false);
  players = $state.raw<Record<string, Player>>({});
  talk = $state.raw<Talk[]>([]);
  /** How many watch. */
  watching = $state(0);
  /** How things stand between the players. */
  affairs = $state.raw<Affairs | null>(null);
  /** The computer player that is at work. */
  thinking = $state.raw<Thinking | null>(null);
  /** What the dice are committed to. */
  pledge = $state.raw<Pledge | null>(null);
  /** How many plans of computer players can be read. */
  plans = $state(0);
  /** What this seat could take back or make again. */
  can = $state.raw<Outlook>({ undo: null, redo: false });
  readonly line: Line;
  private readonly waiting: { n: number; done: () => void }[] = [];
  private returning: ((yes: boolean) => void)[] = [];

  constructor(
    private readonly match: string,
    readonly seat: string,
    readonly token: string,
    private readonly listener: Listener,
  ) {
    this.line = new Line(socketUrl(match), token, {
      welcome: (message) => {
        this.welcome(message);
      },
      change: (message) => {
        this.change(message);
      },
      other: (message) => {
        this.hear(message);
      },
      online: (yes) => (this.online = yes),
      gone: (reason) => {
        this.listener.gone(this, reason);
      },
    });
  }

  private hear(message: Record<string, unknown>): void {
    if ('affairs' in message) this.affairs = message.affairs as Affairs;
    if ('players' in message) this.players = message.players as Record<string, Player>;
    if ('watching' in message) this.watching = message.watching as number;
    if ('talk' in message) this.talk = [...this.talk, message.talk as Talk];
    if ('computer' in message) {
      const { seat, thinking, done, seconds } = message.computer as { seat: string; thinking: boolean; done: number; seconds?: number };
      this.thinking = thinking ? { seat, done, since: Date.now() - (seconds ?? 0) * 1000 } : null;
    }
    if ('dice' in message) this.pledge = remembered(this.match, message.dice as Pledge);
    if ('plans' in message) this.plans = message.plans as number;
    this.listener.heard(this, message);
  }

  private welcome(message: Welcome): void {
    this.queue = [];
    this.thinking = null;
    this.plans = 0;
    this.view = message.view;
    this.n = message.n;
    this.can = message.can ?? { undo: null, redo: false };
    if (message.log) this.log = message.log;
    else this.log = this.log.filter((entry) => entry.n <= message.n);
    if (message.players) this.players = message.players;
    if (message.talk) this.talk = message.talk;
    this.reached();
    for (const returned of this.returning.splice(0)) returned(true);
    this.listener.came(this);
  }

  private change(message: Change): void {
    if (message.n <= (this.queue.at(-1)?.n ?? this.n)) return;
    this.queue = [...this.queue, message];
    this.listener.came(this);
  }

  /** Fetch log entries that are older than those at hand. */
  async earlier(): Promise<void> {
    const first = this.log[0];
    if (first) this.log = [...(await logBefore(this.match, first.n, this.token)), ...this.log];
  }

  /** Let the oldest change take effect. */
  apply(): void {
    const [change, ...rest] = this.queue;
    if (!change || !this.view) return;
    this.queue = rest;
    const { n, seat, choice, events, undo } = change;
    this.view = patchedView(this.view, change.change, NULLABLE);
    this.log = undo ? takeBack(this.log, undo) : [...this.log, { n, seat, choice: choice ?? null, events }];
    this.n = n;
    this.can = change.can ?? this.can;
    this.reached();
  }

  flush(): void {
    while (this.queue.length) this.apply();
  }

  private reached(): void {
    for (const waiter of this.waiting.splice(0)) {
      if (waiter.n <= this.n) waiter.done();
      else this.waiting.push(waiter);
    }
  }

  /** Resolves when the view is that after `n` choices. */
  reaches(n: number): Promise<void> {
    if (this.n >= n) return Promise.resolve();
    return new Promise((done) => this.waiting.push({ n, done }));
  }

  /** Whether the line is back, and with it the view, before one's patience ends. */
  private back(): Promise<boolean> {
    return new Promise((returned) => {
      this.returning.push(returned);
      setTimeout(() => {
        returned(false);
      }, PATIENCE);
    });
  }

  /** Make a choice. If the line breaks on the way, the view that comes with the new one tells whether it has to be said again. */
  async choose(choice: string): Promise<void> {
    const next = this.n + 1;
    const message = { do: 'choose', n: this.n, choice };
    await this.line.send(message).catch(async (error: unknown) => {
      if (!(error instanceof Offline) || !(await this.back())) throw error;
      if (this.n < next) await this.line.send(message);
    });
    await this.reaches(next);
  }

  /** Ask, and ask again if the line breaks before the answer is here. */
  async ask(question: string, about: Record<string, unknown>, lang: Lang): Promise<unknown> {
    return this.line.ask(question, about, lang).catch(async (error: unknown) => {
      if (!(error instanceof Offline) || !(await this.back())) throw error;
      return this.line.ask(question, about, lang);
    });
  }

  close(): void {
    this.line.close();
  }
}
