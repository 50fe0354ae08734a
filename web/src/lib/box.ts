/** Reads what describes a game. Parts that a server leaves out get plain defaults. */

import type { Box, Button, Chart, GameEntry, Named, OffMap, PhaseEntry, Side, Text } from './types';

type Raw = Record<string, unknown>;

function table(value: unknown): Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {};
}

/** A list of things with keys, which may come as an object by key. */
function list<T extends { key: string }>(value: unknown, named: (key: string, part: unknown) => T): T[] {
  if (Array.isArray(value)) {
    return value.map((part: unknown) =>
      typeof part === 'string' ? named(part, part) : named((part as T).key, part),
    );
  }
  return Object.entries(table(value)).map(([key, part]) => named(key, part));
}

function isText(part: unknown): part is Text {
  if (typeof part === 'string') return true;
  const raw = table(part);
  return ('en' in raw || 'es' in raw) && !('name' in raw);
}

function withName(key: string, part: unknown): Named {
  return isText(part) ? { key, name: part } : { ...(table(part) as object), key, name: (table(part).name as Text | undefined) ?? key };
}

/** Texts by key, whether the server sends the text itself or something with a name. */
function texts(value: unknown): Record<string, Text> {
  return Object.fromEntries(list(value, withName).map(({ key, name }) => [key, name]));
}

/** A chart. In a row the heading comes first, and columns are counted with it; its own heading may be left out. */
function readChart(raw: unknown): Chart {
  const chart = table(raw);
  const rows = ((chart.rows as Text[][] | undefined) ?? []).map(([name, ...cells]) => ({ name: name ?? '', cells }));
  const columns = (chart.columns as Text[] | undefined) ?? [];
  const headed = rows.length > 0 && columns.length > (rows[0]?.cells.length ?? 0);
  return {
    key: String(chart.key),
    title: (chart.title ?? chart.key) as Text,
    source: chart.source as Text | undefined,
    corner: headed ? (columns[0] as Text) : '',
    columns: headed ? columns.slice(1) : columns,
    rows,
    notes: notes(chart.notes),
    reconstructed: ((chart.reconstructed as [number, number][] | undefined) ?? []).map(([row, column]) => [row, column - 1]),
    current: chart.current as string | undefined,
  };
}

function notes(value: unknown): Text[] {
  if (Array.isArray(value)) return value as Text[];
  return isText(value) ? [value] : [];
}

export function readBox(raw: unknown): Box {
  const box = table(raw);
  return {
    key: String(box.key),
    title: box.title as Text,
    seats: list(box.seats, withName) as Side[],
    sides: list(box.sides, withName) as Side[],
    geometry: box.geometry as Box['geometry'],
    counters: table(box.counters) as Box['counters'],
    groups: table(box.groups) as Box['groups'],
    flags: table(box.flags) as Box['flags'],
    faces: texts(box.faces),
    boxes: list(box.boxes, withName) as OffMap[],
    hexsides: texts(box.hexsides),
    phases: list(box.phases, withName) as PhaseEntry[],
    setup: withName(String(table(box.setup).key), box.setup),
    buttons: Object.fromEntries(list(box.buttons, withName).map(({ key, ...button }) => [key, button as Button])),
    tasks: texts(box.tasks),
    overlays: list(box.overlays, withName),
    charts: ((box.charts as unknown[] | undefined) ?? []).map(readChart),
    places: table(box.places) as Box['places'],
    terrain: table(box.terrain) as Box['terrain'],
    terrains: texts(box.terrains),
    symbols: table(box.symbols) as Box['symbols'],
    markers: table(box.markers) as Box['markers'],
    tracks: texts(box.tracks),
    points: texts(box.points),
    objectives: table(box.objectives) as Box['objectives'],
    results: texts(box.results),
    guns: (box.guns as string[] | undefined) ?? [],
    losses: (box.losses as string[] | undefined) ?? [],
    moves: (box.moves as string[] | undefined) ?? [],
    unprinted: (box.unprinted as string[] | undefined) ?? [],
    favours: table(box.favours) as Box['favours'],
    values: texts(box.values),
    sourced: texts(box.sourced),
    aims: table(box.aims) as Box['aims'],
    whys: texts(box.whys),
    players: texts(box.players),
    advice: box.advice === true,
    secrets: box.secrets === true,
  };
}

export function readGames(raw: unknown): GameEntry[] {
  const entries = Array.isArray(raw) ? raw : ((table(raw).games as unknown[] | undefined) ?? []);
  return entries.map((entry: unknown) => {
    const game = table(entry);
    return {
      key: String(game.key),
      title: game.title as Text,
      scenarios: list(game.scenarios, withName) as GameEntry['scenarios'],
      options: list(game.options, withName) as GameEntry['options'],
      seats: list(game.seats, withName),
      players: list(game.players, withName),
    };
  });
}
