/** The calls of the server, and the tokens this browser holds. */

import { readBox, readGames } from './box';
import type { Terms } from './people';
import type { Rolls } from './honest';
import type { Box, GameEntry, GameEvent, HistoryEntry, Lang, LogEntry, MatchEntry, Rule, Started, Text, View } from './types';
import { say } from './words.svelte';

export type Tokens = Record<string, string>;

const TOKENS = 'stavka.tokens';
export const WATCH = 'watch';

/** The tokens this browser holds: by match, then by seat. */
export function heldTokens(): Record<string, Tokens> {
  try {
    return JSON.parse(localStorage.getItem(TOKENS) ?? '{}') as Record<string, Tokens>;
  } catch {
    return {};
  }
}

export function holdTokens(match: string, tokens: Tokens): void {
  const held = heldTokens();
  held[match] = { ...held[match], ...tokens };
  localStorage.setItem(TOKENS, JSON.stringify(held));
}

export function dropTokens(match: string): void {
  const held = Object.entries(heldTokens()).filter(([key]) => key !== match);
  localStorage.setItem(TOKENS, JSON.stringify(Object.fromEntries(held)));
}

export class CallFailed extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, init);
  if (response.ok) return response;
  let message = `${response.status.toString()} ${response.statusText}`;
  try {
    const body = (await response.json()) as { error?: { reason?: Text } };
    message = say(body.error?.reason) || message;
  } catch {
    // The status says enough.
  }
  throw new CallFailed(message, response.status);
}

/** How a call says who makes it: never in its address, which is written into logs. */
function bearing(...tokens: string[]): RequestInit {
  return { headers: authorised(tokens) };
}

export function authorised(tokens: string[]): Record<string, string> {
  return tokens.length ? { Authorization: `Bearer ${tokens.join(',')}` } : {};
}

async function get(path: string, init: RequestInit = {}): Promise<unknown> {
  return (await call(path, init)).json();
}

/** What this server is. */
export interface Server {
  version: string;
  /** Whether whoever reaches it is the user of the machine it runs on. */
  local: boolean;
}

export async function server(): Promise<Server> {
  return (await get('api/table')) as Server;
}

export async function games(): Promise<GameEntry[]> {
  return readGames(await get('api/games'));
}

export async function box(game: string): Promise<Box> {
  return readBox(await get(`api/games/${game}`));
}

export function mapUrl(game: string, theme: string, lang: Lang, layers?: string): string {
  const query = new URLSearchParams({ theme, lang });
  if (layers) query.set('layers', layers);
  return `api/games/${game}/map.svg?${query.toString()}`;
}

/** A rule, and those below it. */
export async function rule(game: string, id: string): Promise<Rule[]> {
  const answer = (await get(`api/games/${game}/rules/${encodeURIComponent(id)}`)) as Rule | Rule[];
  return Array.isArray(answer) ? answer : [answer];
}

export async function rules(game: string): Promise<Rule[]> {
  return (await get(`api/games/${game}/rules`)) as Rule[];
}

export interface NewMatch {
  game: string;
  scenario: string;
  options: Record<string, boolean>;
  seats: Record<string, string>;
  seed?: number | string;
  terms?: Terms;
  name?: string;
  me?: string;
  to?: Record<string, string>;
}

export async function start(match: NewMatch): Promise<Started> {
  const answer = await call('api/matches', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(match),
  });
  return (await answer.json()) as Started;
}

export async function matches(): Promise<MatchEntry[]> {
  const tokens = Object.values(heldTokens()).flatMap((seats) => Object.values(seats));
  return (await get('api/matches', bearing(...tokens))) as MatchEntry[];
}

export async function journal(match: string, token: string): Promise<string> {
  return (await call(`api/matches/${match}/journal`, bearing(token))).text();
}

export async function importJournal(text: string, seats: Record<string, string>): Promise<Started> {
  const answer = await call('api/matches/import', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ journal: text, seats }),
  });
  return (await answer.json()) as Started;
}

/** Log entries before a number. */
export async function logBefore(match: string, n: number, token: string): Promise<LogEntry[]> {
  const query = new URLSearchParams({ before: n.toString(), limit: '500' });
  return (await get(`api/matches/${match}/log?${query.toString()}`, bearing(token))) as LogEntry[];
}

export interface Moment {
  view: View;
  events: GameEvent[];
  n: number;
}

export async function match(id: string, tokens: Tokens): Promise<MatchEntry> {
  return (await get(`api/matches/${id}`, bearing(...Object.values(tokens)))) as MatchEntry;
}

/** The key of the dice and every roll of a match that is over. */
export async function rolls(match: string, token: string): Promise<Rolls> {
  return (await get(`api/matches/${match}/dice`, bearing(token))) as Rolls;
}

/** Every line of the journal, for stepping through it. */
export async function history(match: string, token: string): Promise<HistoryEntry[]> {
  return (await get(`api/matches/${match}/history`, bearing(token))) as HistoryEntry[];
}

export async function at(match: string, n: number, token: string): Promise<Moment> {
  return (await get(`api/matches/${match}/at/${n.toString()}`, bearing(token))) as Moment;
}
