/** What a seat sees. Written by scripts/view_types.py from stavka/kit/view.py: change it there. */

/** What a decision is about. */
export interface AboutData {
  kind: 'place' | 'move' | 'attack' | 'fire' | 'support' | 'lose' | 'retreat' | 'advance' | 'draw' | 'build' | 'remove' | 'choose';
  /** The unit in hand. */
  unit?: string;
  /** The places it is aimed at. */
  targets: string[];
  /** The units picked so far. */
  group: string[];
}

/** The choices before a seat. */
export interface OfferData {
  seat: string;
  /** The phase. */
  step: string;
  /** The game's own name of the decision. */
  task: string;
  prompt: Partial<Record<'en' | 'es', string>>;
  /** Which of the game's words under ``why`` tell why one is asked this, what is usual and what happens if one goes
    on, where that is not plain. They are long, and never change: they are not in every view. */
  why?: string;
  rules: string[];
  units: string[];
  /** Places of any kind: hexes, hexsides, boxes. */
  hexes: string[];
  buttons: string[];
  about: AboutData;
  /** Sets of the offered units that are often picked together, such as a whole stack; in a move, who can join in. */
  sets: string[][];
  /** Those of the places where the choice begins a fight in the middle of a move; a forecast tells its odds. */
  strikes?: string[];
}

/** A counter as it lies. */
export interface UnitState {
  place: string;
  /** Which of its faces it shows; the first if nothing is said. */
  face?: number;
  /** What lies on it. */
  flags?: string[];
  /** Numbers it carries. */
  values?: Record<string, number>;
}

/** A count beside the map. */
export interface Track {
  value: number;
  last?: number;
  /** What the value is called, where it is a state and no count: shown beside the turn. */
  text?: Partial<Record<'en' | 'es', string>>;
  /** Where the marker for the tens lies, if the track has one. */
  x10?: number;
  x1?: number;
  /** The turns in which it is so, where the turn track says that beforehand: weather, supply of a kind. */
  turns?: number[];
  /** What stands for it on the turn track, in one character; the words have its name. */
  sign?: string;
}

/** Victory points as they would count now. */
export interface Points {
  /** By side, or by seat where the players of a side score each for himself. */
  scores: Record<string, number>;
  needed?: number;
  /** What they are made of. */
  parts?: Record<string, number>;
  /** The places that bring some. */
  held?: string[];
}

/** How a match ended. */
export interface Outcome {
  winner: string;
  reason: string;
  rule: string | null;
  scores: Record<string, number>;
  text: Partial<Record<'en' | 'es', string>>;
}

/** What a game says of a position to one seat. */
export interface Shown {
  /** Every counter the seat may see. */
  units: Record<string, UnitState>;
  /** By place, bottom to top; null is a counter the seat may not see. */
  stacks: Record<string, (string | null)[]>;
  /** By side. */
  control: Record<string, string[]>;
  /** What lies in a place, on a hexside or in a box besides counters. */
  marks: Record<string, string[]>;
  tracks: Record<string, Track>;
  points: Points;
  date?: Partial<Record<'en' | 'es', string>>;
}

/** All that a seat may see of a match. */
export interface View {
  units: Record<string, UnitState>;
  stacks: Record<string, (string | null)[]>;
  control: Record<string, string[]>;
  marks: Record<string, string[]>;
  tracks: Record<string, Track>;
  points: Points;
  date?: Partial<Record<'en' | 'es', string>>;
  game: string;
  scenario: string;
  options: Record<string, boolean>;
  /** Whose view it is; nobody's for those who watch. */
  seat: string | null;
  turn: number;
  phase: string;
  to_move: string | null;
  offer: OfferData | null;
  result: Outcome | null;
}
