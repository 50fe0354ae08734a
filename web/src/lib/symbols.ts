/** NATO symbols: drawn at build time into one sprite; only those a game uses are put into the page. */

const ID = 'nato-symbols';

/** The part of a symbol identification code that says what sort of unit it is; null if it is no ground unit. */
export function symbolId(sidc: string | undefined): string | null {
  if (!sidc || sidc.length < 20) return null;
  return `s${sidc.slice(4, 6)}${sidc.slice(10, 20)}`;
}

/** An empty frame, for kinds that have no symbol. */
export const FRAME = 's101100000000';

/** The symbol of a kind, as the game says. */
export function symbolOf(kind: string, symbols: Record<string, string>): string {
  return symbolId(symbols[kind]) ?? FRAME;
}

export async function placeSymbols(ids: Iterable<string>): Promise<void> {
  const { default: sprite } = await import('../generated/symbols.svg?raw');
  const wanted = new Set(ids);
  const parts = [...sprite.matchAll(/<symbol id="(\w+)".*<\/symbol>/g)].filter(([, id]) => wanted.has(id as string));
  const holder = document.getElementById(ID) ?? document.createElement('div');
  holder.id = ID;
  holder.hidden = true;
  holder.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">${parts.map(([part]) => part).join('')}</svg>`;
  document.body.append(holder);
}
