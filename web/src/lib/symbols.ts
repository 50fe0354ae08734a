/** NATO symbols: drawn at build time into one sprite; only those a game uses are put into the page. */

const ID = 'nato-symbols';
const KINDS: Record<string, string> = {
  infantry: '121100', guards: '121100', shock: '121100', mechanised: '121102', mechanized: '121102', panzergrenadier: '121102',
  motorised: '121104', motorized: '121104', armour: '120500', armor: '120500', panzer: '120500', tank: '120500',
  cavalry: '121300', cav_mech: '120501', reconnaissance: '121300', recon: '121300', artillery: '130300', rocket: '130800',
  antitank: '120400', anti_tank: '120400', anti_aircraft: '130100', flak: '130100', mortar: '130900', engineer: '140700',
  headquarters: '110000', hq: '110000', air: '120800', supply: '163400',
};

/** The part of a symbol identification code that says what sort of unit it is; null if it is no ground unit. */
export function symbolId(sidc: string | undefined): string | null {
  if (!sidc || sidc.length < 20) return null;
  return `s${sidc.slice(4, 6)}${sidc.slice(10, 20)}`;
}

/** An empty frame, for kinds that have no symbol. */
export const FRAME = 's101100000000';

/** The symbol of a kind: as the game says, else by its plain name. */
export function symbolOf(kind: string, symbols: Record<string, string>): string {
  const plain = KINDS[kind];
  return symbolId(symbols[kind]) ?? (plain ? `s10${plain}0000` : FRAME);
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
