/** What is new to this browser is explained without being asked, until the reader has had enough of it. */

import { settings } from './settings.svelte';
import type { Box, Offer, Text } from './types';

function decision(box: Box, offer: Offer): string {
  return `${box.key} ${offer.task}`;
}

/** Why this is asked, where that is not plain. */
export function whyOf(box: Box, offer: Offer | null | undefined): Text | undefined {
  return offer?.why ? box.whys[offer.why] : undefined;
}

export function isExplained(box: Box, offer: Offer | null | undefined): boolean {
  return offer ? settings.explained[decision(box, offer)] !== true : false;
}

export function explain(box: Box, offer: Offer, wanted: boolean): void {
  settings.explained = { ...settings.explained, [decision(box, offer)]: !wanted };
  settings.keep();
}
