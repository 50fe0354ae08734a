// Draws the NATO symbols of ground units with milsymbol into one sprite: src/generated/symbols.svg.
// A symbol is found in it by what its identification code says about the unit: symbol set, entity and both modifiers.

import { mkdirSync, writeFileSync } from 'node:fs';
import ms from 'milsymbol';

const SET = '10'; // land units

const ENTITIES = [
  '110000', '110100', '110200', '110300', '110400', '110500', '110600', '110700', '110800', '110900', '111000',
  '120100', '120200', '120300', '120400', '120401', '120500', '120501', '120502', '120600', '120601', '120700', '120800', '120801',
  '120900', '121000', '121100', '121101', '121102', '121103', '121104', '121105', '121200', '121300', '121301', '121302',
  '121303', '121400', '121500', '121600', '121700', '121800', '121801', '121802', '121803', '121900', '122000', '122100',
  '130100', '130101', '130102', '130103', '130200', '130300', '130301', '130302', '130303', '130400', '130500', '130600',
  '130700', '130800', '130801', '130802', '130803', '130900', '130901', '130902', '130903', '131000', '131100',
  '140100', '140101', '140102', '140103', '140200', '140300', '140400', '140500', '140600', '140700', '140701', '140702',
  '140703', '140800', '140900', '141000', '141100', '141200', '141300', '141400', '141500', '141600', '141700', '141800',
  '150100', '150500', '160000', '160100', '160200', '160600', '161100', '161300', '161600', '162000', '162300', '162500',
  '162700', '162800', '163000', '163300', '163400', '163500', '163600', '163700', '163900', '164000', '164100', '164200',
];
const MODIFIED = ['120500', '121100', '121102', '121104', '121300', '130300', '140700'];
const FIRST = ['00', '01', '02', '06', '08', '10', '12', '21', '28', '32', '34', '36', '40', '42', '58', '62', '66'];
const SECOND = ['00', '01', '02', '04', '05', '06', '07', '10', '13', '27', '31', '42', '43', '44', '51', '52'];

function drawing(entity, first, second) {
  const symbol = new ms.Symbol(`1003${SET}0000${entity}${first}${second}`, {
    size: 100, frame: true, fill: false, strokeWidth: 7, monoColor: '#123456',
  });
  if (!symbol.isValid()) return null;
  return symbol
    .asSVG()
    .replace(/^<svg[^>]*>|<\/svg>$/g, '')
    .replaceAll('#123456', 'currentColor')
    .replaceAll(/stroke-width="3"/g, 'stroke-width="7"')
    .replaceAll(' fill-opacity="1"', '')
    .replaceAll(/ ?><\/path>/g, '/>');
}

const seen = new Map();
for (const entity of ENTITIES) {
  const firsts = MODIFIED.includes(entity) ? FIRST : ['00'];
  const seconds = MODIFIED.includes(entity) ? SECOND : ['00'];
  for (const first of firsts) {
    for (const second of seconds) {
      if (first !== '00' && second !== '00') continue;
      const paths = drawing(entity, first, second);
      if (paths) seen.set(`${SET}${entity}${first}${second}`, paths);
    }
  }
}
const symbols = [...seen].map(([id, paths]) => `<symbol id="s${id}" viewBox="21 46 158 108">${paths}</symbol>`);
mkdirSync(new URL('../src/generated/', import.meta.url), { recursive: true });
writeFileSync(
  new URL('../src/generated/symbols.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">\n${symbols.join('\n')}\n</svg>\n`,
);
console.log(`${seen.size} symbols`);
