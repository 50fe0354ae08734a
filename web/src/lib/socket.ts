/** One seat's line to the server: questions with answers, changes as they come, and a new line when it breaks. */

import type { Change, Lang, LogEntry, Outlook, Player, Refusal, Talk, View } from './types';

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(typeof refusal.reason === 'string' ? refusal.reason : (refusal.reason.en ?? ''));
  }
}

export class Offline extends Error {}

export interface Welcome {
  view: View;
  n: number;
  can?: Outlook;
  log?: LogEntry[];
  talk?: Talk[];
  players?: Record<string, Player>;
}

export interface Handlers {
  welcome(message: Welcome): void;
  change(message: Change): void;
  other(message: Record<string, unknown>): void;
  online(yes: boolean): void;
  gone(reason: string): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** How long to wait before the next try to reconnect, in milliseconds. */
export function backoff(tries: number): number {
  return Math.min(5000, 250 * 2 ** Math.min(tries, 6));
}

/** Whether a socket closed with this code stays closed: a refusal is 4000 and its HTTP status, anything else means come back. */
export function isFinal(code: number): boolean {
  return code === 1008 || (code >= 4400 && code < 4500);
}

export class Line {
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly handlers: Handlers,
  ) {
    this.open();
  }

  private open(): void {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      socket.send(JSON.stringify({ token: this.token }));
      this.handlers.online(true);
    };
    socket.onmessage = (message) => {
      this.take(JSON.parse(message.data as string) as Record<string, unknown>);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      for (const { reject } of this.waiting.values()) reject(new Offline());
      this.waiting.clear();
      this.handlers.online(false);
      if (this.stopped) return;
      if (isFinal(event.code)) {
        this.handlers.gone(event.reason);
        return;
      }
      this.timer = setTimeout(() => {
        this.open();
      }, backoff(this.tries++));
    };
  }

  private take(message: Record<string, unknown>): void {
    if ('re' in message) {
      const waiting = this.waiting.get(message.re as number);
      this.waiting.delete(message.re as number);
      if ('error' in message) waiting?.reject(new Refused(message.error as Refusal));
      else waiting?.resolve('answer' in message ? message.answer : message);
      return;
    }
    if ('view' in message) this.handlers.welcome(message as unknown as Welcome);
    else if ('change' in message) this.handlers.change(message as unknown as Change);
    else this.handlers.other(message);
  }

  /** Say something to the server; the answer comes back, or a refusal is thrown. */
  send(message: Record<string, unknown>): Promise<unknown> {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Offline());
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, ...message }));
    });
  }

  ask(question: string, about: Record<string, unknown>, lang: Lang): Promise<unknown> {
    return this.send({ do: 'ask', question, about, lang });
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}

export function socketUrl(match: string): string {
  const url = new URL(`api/matches/${match}/socket`, document.baseURI);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.toString();
}
