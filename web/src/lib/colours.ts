/** Colours of sides, safe for the colour-blind: told apart by hue, lightness and the way they are hatched. */

import type { Box, Side } from './types';

const COLOURS = ['#c5422b', '#2f6f9f', '#d39a1f', '#5d8a4a'];

export function sideColour(side: Side | undefined, index: number): string {
  return side?.colour ?? (COLOURS[index % COLOURS.length] as string);
}

/** The colour of a seat: that of the first side it runs. */
export function seatColour(box: Box, seat: string | null): string {
  const index = box.sides.findIndex((side) => side.seat === seat);
  return index < 0 ? 'transparent' : sideColour(box.sides[index], index);
}

/** Black or white: whichever is read better on a colour. */
export function inkOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2 ? '#14110d' : '#ffffff';
}

/** Whether a colour is given and is not fully transparent. */
export function isSeen(colour: string | undefined): colour is string {
  return colour !== undefined && /^#[0-9a-f]{6}/i.test(colour) && !/^#\w{6}00$/.test(colour);
}
