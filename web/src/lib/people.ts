/** People at the table: what the server says of seats, invitations, clocks and requests, and the calls that change them. */

import { authorised, call, dropTokens, heldTokens, holdTokens, type Tokens } from './api';
import type { MatchEntry } from './types';

export type Clock = 'none' | 'turn' | 'bank';

/** What is agreed at the start; times are seconds. */
export interface Terms {
  clock?: Clock;
  time?: number;
  out?: 'lose' | 'computer';
  absence?: number;
  listed?: boolean;
  watch?: 'link' | 'public' | 'delayed';
  quiet?: boolean;
}

export interface Invitation {
  code: string;
  to?: string;
}

export type Invitations = Record<string, Invitation>;
export type Asked = 'undo' | 'draw';

export interface Answer {
  kind: Asked;
  by: string;
  yes: boolean;
  at: number;
}

/** How things stand between the players of a match. */
export interface Affairs {
  name: string;
  terms: Terms;
  holders: Record<string, { name: string; account: boolean; open: boolean; held: boolean; away: number | null }>;
  invitations: Invitations;
  requests: Partial<Record<Asked, { by: string; of: string[]; agreed?: string[] }>>;
  answers: Answer[];
  clock: Record<string, number>;
  waiting: string | null;
  since: number;
  ending: { how: string; by: string | null; winner: string | null } | null;
  rematch: string | null;
  /** The match that this is a private copy of. */
  copy_of: string | null;
  /** When this seat last read the talk. */
  seen: number;
}

export interface Lists {
  open: MatchEntry[];
  watch: MatchEntry[];
}

const JSON_BODY = { 'Content-Type': 'application/json' };

async function send(path: string, body: unknown, tokens: string[] = [], method = 'POST'): Promise<unknown> {
  const headers = { ...JSON_BODY, ...authorised(tokens) };
  return (await call(path, { method, headers, body: JSON.stringify(body) })).json();
}

/** The tokens of a match that this browser holds, to say who asks. */
function tokensOf(match: string): string[] {
  return Object.values(heldTokens()[match] ?? {});
}

export async function lists(): Promise<Lists> {
  return (await (await call('api/lobby')).json()) as Lists;
}

export async function invitation(match: string, code: string): Promise<MatchEntry & { seat: string; to: string }> {
  return (await send(`api/matches/${match}/invitation`, { code })) as MatchEntry & { seat: string; to: string };
}

/** Take an open seat; its token stays in this browser. */
export async function claim(match: string, by: { code?: string; seat?: string; name?: string }): Promise<void> {
  const taken = (await send(`api/matches/${match}/claim`, by)) as { seat: string; token: string };
  holdTokens(match, { [taken.seat]: taken.token });
}

export async function invite(match: string, seat: string, to: string, revoke = false): Promise<Invitations> {
  return (await send(`api/matches/${match}/invitations`, { seat, to, revoke }, tokensOf(match))) as Invitations;
}

export async function leave(match: string, seat: string): Promise<void> {
  await send(`api/matches/${match}/leave`, { seat }, tokensOf(match));
  dropTokens(match);
}

export async function rename(match: string, name: string): Promise<void> {
  await send(`api/matches/${match}/name`, { name }, tokensOf(match));
}

export async function remove(match: string): Promise<void> {
  await send(`api/matches/${match}`, {}, tokensOf(match), 'DELETE');
  dropTokens(match);
}

/** Play again with seats exchanged; returns the new match. */
export async function rematch(match: string): Promise<string> {
  const begun = (await send(`api/matches/${match}/rematch`, {}, tokensOf(match))) as { match: string; links: Tokens };
  holdTokens(begun.match, begun.links);
  return begun.match;
}

/** A private copy of the position, with the links of all its seats. */
export async function copyOf(match: string, token: string): Promise<{ match: string; links: Tokens }> {
  return (await send(`api/matches/${match}/copy`, {}, [token])) as { match: string; links: Tokens };
}

export interface PlayerPage {
  name: string;
  rating: { value: number; deviation: number; games: number } | null;
  sides: { game: string; seat: string; won: number; drawn: number; lost: number }[];
  games: { game: string; scenario: string; seat: string; opponent: string; score: number; ended: number }[];
}

export async function playerPage(name: string): Promise<PlayerPage> {
  return (await (await call(`api/players/${encodeURIComponent(name)}`)).json()) as PlayerPage;
}

const MUTED = 'stavka.muted';

/** The matches whose talk this reader does not want to hear. */
export function mutedMatches(): string[] {
  try {
    return JSON.parse(localStorage.getItem(MUTED) ?? '[]') as string[];
  } catch {
    return [];
  }
}

export function mute(match: string, yes: boolean): void {
  const others = mutedMatches().filter((one) => one !== match);
  localStorage.setItem(MUTED, JSON.stringify(yes ? [...others, match] : others));
}

export function joinHash(match: string, code: string): string {
  return `#/join/${encodeURIComponent(match)}/${encodeURIComponent(code)}`;
}

const NAME = 'stavka.name';

/** What the player of this browser likes to be called, where there are no accounts. */
export function ownName(): string {
  return localStorage.getItem(NAME) ?? '';
}

export function keepName(name: string): void {
  localStorage.setItem(NAME, name.trim());
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A length of time in two units at most: 2 d 3 h, 5 min, 40 s. */
export function span(seconds: number): string {
  const rest = Math.max(0, Math.floor(seconds));
  const [days, hours, minutes] = [Math.floor(rest / DAY), Math.floor((rest % DAY) / HOUR), Math.floor((rest % HOUR) / MINUTE)];
  if (days) return hours ? `${days.toString()} d ${hours.toString()} h` : `${days.toString()} d`;
  if (hours) return minutes ? `${hours.toString()} h ${minutes.toString()} min` : `${hours.toString()} h`;
  return minutes ? `${minutes.toString()} min` : `${rest.toString()} s`;
}

/** How long ago something was, in words. */
export function ago(at: number, lang: string, now = Date.now() / 1000): string {
  const format = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
  const past = Math.max(0, now - at);
  if (past >= DAY) return format.format(-Math.floor(past / DAY), 'day');
  if (past >= HOUR) return format.format(-Math.floor(past / HOUR), 'hour');
  return format.format(-Math.floor(past / MINUTE), 'minute');
}

