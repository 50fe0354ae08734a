/** What the server sends. See docs/protocol.md; the view has one definition for both sides, see view.ts. */

import type { Invitations, Terms } from './people';
import type { AboutData, OfferData } from './view';

export type { Outcome, Points, Track, UnitState, View } from './view';
export type About = AboutData;
export type Offer = OfferData;

export type Lang = 'en' | 'es';
export type Text = string | Partial<Record<Lang, string>>;

export interface Scenario {
  key: string;
  name: Text;
  summary: Text;
  options?: Record<string, boolean>;
  /** What each seat has to achieve. */
  aims?: Record<string, Text>;
  /** For somebody who has never played the game. */
  beginner?: boolean;
}

export interface GameOption {
  key: string;
  name: Text;
  help: Text;
  default: boolean;
}

export interface Named {
  key: string;
  name: Text;
}

export interface ComputerPlayer extends Named {
  about?: Text;
  /** The one for somebody who asks for no other. */
  usual?: boolean;
}

export interface GameEntry {
  key: string;
  title: Text;
  scenarios: Scenario[];
  options: GameOption[];
  seats: Named[];
  players: ComputerPlayer[];
}

export interface Geometry {
  width: number;
  height: number;
  size: number;
  orientation: string;
  corners: [number, number][];
  hexes: Record<string, [number, number]>;
  /** The map itself in its sheet: left, top, width, height. */
  frame?: [number, number, number, number];
  boxes?: Record<string, [number, number, number, number]>;
  /** How high the letters of a place's name are printed, by its hex. */
  letters?: Record<string, number>;
}

export type Face = Record<string, string>;

export interface Counter {
  side: string;
  group: string;
  kind: string;
  size: string;
  label: string;
  name: Text;
  formation: Text;
  /** What is printed on each of its faces. */
  faces: Face[];
  sources: Record<string, Text>;
  reconstructed: string[];
}

export interface Group {
  name?: Text;
  fill: string;
  ink: string;
  band?: string;
  accent?: string;
}

/** How something that lies on a counter or on the map looks. */
export interface Sign {
  name: Text;
  short?: Text;
  shape?: string;
  colour?: string;
}

/** What a button is for: the obvious thing to do, the end of the phase or turn, leaving something be, or something drastic that is rarely meant. */
export type Role = 'main' | 'end' | 'decline' | 'drastic';

export interface Button {
  name: Text;
  role?: Role;
}

export interface OffMap {
  key: string;
  name: Text;
  group: string;
  kind: 'track' | 'box' | 'pile';
  /** The turn of a space of the turn track. */
  turn?: number;
}

export interface PhaseEntry {
  key: string;
  /** The side whose phase it is; empty where it is nobody's. */
  owner: string;
  /** The seat that plays it. */
  seat: string;
  name: Text;
}

export interface Chart {
  key: string;
  title: Text;
  source?: Text | undefined;
  corner: Text;
  columns: Text[];
  rows: { name: Text; cells: (Text | number | null)[] }[];
  notes: Text[];
  /** Row and column of every reconstructed cell; row -1 are the headings, column -1 the names of rows. */
  reconstructed: [number, number][];
  current?: string | undefined;
}

export interface Place {
  name: Text;
  kind: string;
}

export interface Side {
  key: string;
  name: Text;
  colour?: string;
  /** The seat that runs it. */
  seat?: string;
}

export interface Box {
  key: string;
  title: Text;
  seats: Side[];
  sides: Side[];
  geometry: Geometry;
  counters: Record<string, Counter>;
  groups: Record<string, Group>;
  flags: Record<string, Sign>;
  /** What it means that a counter shows this face, where that has a name. */
  faces: Record<string, Text>;
  boxes: OffMap[];
  /** The hexsides that can be chosen or marked, by name. */
  hexsides: Record<string, Text>;
  phases: PhaseEntry[];
  /** What is before the first phase. */
  setup: Named;
  buttons: Record<string, Button>;
  tasks: Record<string, Text>;
  /** Counters that reach further than the next hex: `fire` tells how far. */
  guns: string[];
  overlays: Named[];
  charts: Chart[];
  places: Record<string, Place>;
  terrain: Record<string, string>;
  terrains: Record<string, Text>;
  symbols: Record<string, string>;
  markers: Record<string, Sign>;
  tracks: Record<string, Text>;
  points: Record<string, Text>;
  objectives: Record<string, number>;
  results: Record<string, Text>;
  /** The kinds of event by which the side of their unit loses strength. */
  losses: string[];
  /** The kinds of event by which a unit moves of its own accord. */
  moves: string[];
  /** How good each result is for whoever attacks, from -2 to 2. */
  favours: Record<string, number>;
  /** Results that no table prints: they have only names. */
  unprinted: string[];
  values: Record<string, Text>;
  /** What the marks of counters' sources are about: identity, factors ... */
  sourced: Record<string, Text>;
  /** What each seat has to achieve, by scenario. */
  aims: Record<string, Record<string, Text>>;
  /** Why one is asked something, by the key that an offer has. */
  whys: Record<string, Text>;
  /** The names of computer players by their level. */
  players: Record<string, Text>;
  /** Whether hints can be had. */
  advice: boolean;
  /** Whether a seat may not see everything. */
  secrets: boolean;
}

/** How far a gun reaches, what it may fire at now, and who observes the enemies in its reach. */
export interface Fire {
  range: number | null;
  hexes: string[];
  targets: string[];
  observers: Record<string, string[]> | null;
  reason: string | null;
  rule: string | null;
}

export interface GameEvent {
  kind: string;
  rules: string[];
  text: Text;
  unit?: string | null;
  path?: string[];
  hex?: string;
  to?: string;
  dice?: number | number[];
  die?: number;
  result?: string;
  [data: string]: unknown;
}

/** What taking the last choice back would mean. */
export interface Prospect {
  count: number;
  /** Choices of other seats go with it. */
  others: boolean;
  /** So do dice: new ones would follow. */
  rolled: boolean;
  /** The people who have to agree. */
  of: string[];
}

export interface Outlook {
  undo: Prospect | null;
  redo: boolean;
}

export interface LogEntry {
  n: number;
  seat: string | null;
  choice?: string | null;
  turn?: number;
  events: GameEvent[];
  /** It was taken back; it is still here because of its dice. */
  undone?: boolean;
}

export interface Change extends LogEntry {
  change: Record<string, unknown>;
  /** So many choices were taken back. */
  undo?: number;
  can?: Outlook;
}

export interface Player {
  kind: string;
  here?: boolean;
}

/** A computer player at work: since when, and how many choices it has made in its turn. */
export interface Thinking {
  seat: string;
  since: number;
  done: number;
}

/** What a computer player would choose, and the plan behind it, in the language asked for. */
export interface Hint {
  n: number;
  choice: string;
  name: string;
  plan: string[];
  lang: Lang;
}

/** What a computer player intended in a turn that is over. */
export interface Plan {
  turn: number;
  seat: string;
  phases: { phase: string; lines: string[] }[];
}

/** The course of a match: points when each turn ended, losses by side, dice by seat. */
export interface Course {
  turns: { turn: number; scores: Record<string, number> }[];
  losses: Record<string, number>;
  dice: Record<string, { faces: number[]; attacks: number; luck: number }>;
}

export interface Talk {
  seat: string | null;
  text: string;
  at?: number;
}

export interface Line {
  rule: string | null;
  text: string;
  value: number;
  /** What the value was multiplied by: "2", "1/2". */
  by?: { rule: string | null; text: string; times: string }[];
}

/** The sum of a battle. A game has those parts that its rules know. */
export interface Odds {
  attack?: number;
  defence?: number;
  attackers?: Line[];
  defenders?: Line[];
  differential?: number;
  ratio?: string;
  percent?: number;
  shift?: number;
  shifts?: Line[];
  /** What is added to the die. */
  modifier?: number;
  modifiers?: Line[];
  column?: Text | number;
  results?: Record<string, number>;
  /** The results by table, where there are several to choose from. */
  tables?: Record<string, Record<string, number>>;
  hidden?: number;
  /** What else is to be said: what it costs beyond the result, what is not known yet. */
  notes?: { text: string; rule: string | null }[];
  [more: string]: unknown;
}

/** What an attack would promise with all that can join it: the choices that put it together. */
export interface Forecast {
  choices: string[];
  units: string[];
  odds: Odds;
}

export interface Path {
  path: string[];
  cost: number;
  left: number;
  steps: { hex: string; cost: number; why: Line[] }[];
}

/** What could be chosen with units picked, before they are: the offer, and how far they go. */
export interface Picked {
  offer: Offer;
  reach: Record<string, number>;
  /** They go one after the other: each is picked when the one before has come there. */
  apart?: boolean;
}

export interface WhyNot {
  /** The one of a stack that it is about. */
  unit?: string;
  allowed: boolean;
  reason: string | null;
  rule: string | null;
}

export interface Supply {
  supplied: boolean;
  path: string[] | null;
  reason: string;
  rule: string | null;
}

export interface HexSheet {
  hex: string;
  name?: string;
  terrain?: { key: string; name: string; source?: string };
  place?: { name: string; kind: string; points?: number; source?: string } | null;
  areas?: { key: string; name: string; source?: string }[];
  hexsides?: { to: string; kind: string; name: string; source?: string }[];
  control?: string | null;
  zoc?: string[];
  stack: (string | null)[];
}

export interface UnitSheet {
  unit: string;
  name: string;
  side: string;
  kind: string;
  formation: string;
  place: string;
  supply?: Supply | null;
  sources?: Record<string, string>;
  [value: string]: unknown;
}

export interface Rule {
  id: string;
  title: Text;
  text: Text;
  example?: Text | null;
  ruling?: Text | null;
}

export interface MatchEntry {
  match: string;
  game: string;
  scenario: string;
  /** Who holds each seat; `token` if it is this reader, `free` if anybody may take it. */
  seats: Record<string, { kind: string; token?: string; name?: string; account?: boolean; open?: boolean; free?: boolean; to?: string }>;
  watch: string;
  name?: string;
  n: number;
  played: number;
  /** What the match waits for that this reader should do: move, answer, heard. */
  waits?: string[];
  /** Since when somebody has to choose. */
  since?: number;
  /** The number of this reader's last choice. */
  last?: number;
  /** Seconds on the clock of who has to choose. */
  left?: number;
  terms?: Terms;
  /** How much talk this reader has not read. */
  unread?: number;
  /** An invitation to this reader by name. */
  invited?: { seat: string; code: string };
  turn: number;
  phase: string;
  to_move?: string | null;
  result?: unknown;
}

export interface HistoryEntry {
  n: number;
  seat: string | null;
  turn: number;
  phase: string;
  /** What was chosen, if this seat did. */
  choice?: string | null;
  /** This line took a choice back. */
  undo?: boolean;
  /** This choice was taken back later. */
  undone?: boolean;
}

export interface Started {
  match: string;
  links: Record<string, string>;
  invitations: Invitations;
  watch: string;
  host?: string;
}

export interface Refusal {
  reason: Text;
  rule?: string | null;
}
