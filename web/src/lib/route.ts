/** Where in the client we are: the part of the address after #. */

export interface MatchRoute {
  at: 'match';
  match: string;
  /** Tokens that a link brings, by seat; `watch` for watchers. */
  tokens: Record<string, string>;
  /** The point of the match to show, if the link is to one. */
  n: number | null;
}

export type Route = { at: 'lobby' } | { at: 'account'; code: string | null } | { at: 'player'; name: string } | { at: 'join'; match: string; code: string } | { at: 'print'; game: string } | MatchRoute;

export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const [, at, match, third, n] = path.split('/');
  if (at === 'join' && match && third) return { at: 'join', match: decodeURIComponent(match), code: decodeURIComponent(third) };
  if (at === 'account' || at === 'code') return { at: 'account', code: at === 'code' ? (match ?? null) : null };
  if (at === 'player' && match) return { at: 'player', name: decodeURIComponent(match) };
  if (at === 'print' && match) return { at: 'print', game: decodeURIComponent(match) };
  if (at !== 'match' || !match) return { at: 'lobby' };
  return {
    at: 'match',
    match: decodeURIComponent(match),
    tokens: Object.fromEntries(new URLSearchParams(query)),
    n: n === undefined ? null : Number(n),
  };
}

export function matchHash(match: string, tokens: Record<string, string> = {}, n: number | null = null): string {
  const query = new URLSearchParams(tokens).toString();
  const at = n === null ? '' : `/at/${n.toString()}`;
  return `#/match/${encodeURIComponent(match)}${at}${query ? `?${query}` : ''}`;
}

/** The whole address of a place in the client, to be copied. */
export function addressOf(hash: string): string {
  return `${location.href.split('#')[0] ?? ''}${hash}`;
}
