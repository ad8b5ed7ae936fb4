// Written by scripts/wire_types.py from the values of marne.engine: change those, and run it again.

/** A counter or marker on the map, or in a box of a panel. `place` is a hex label, a box name or `x,y` on an open tabletop. `numbers` stand along the bottom in the game's own order, `pips` are steps left of `of_pips`, `flags` small states (`disrupted`, `fatigue`, `elan`, `out-of-supply`, `moved`, `fought`). A face-down piece has `hidden` and nothing that its seat may not know. */
export interface Piece {
  id: string;
  place: string;
  army: string;
  symbol: string;
  name: string;
  size: string;
  numbers: string[];
  pips: number;
  of_pips: number;
  flags: string[];
  facing: number | null;
  hidden: boolean;
  words: string;
}

/** One answer that can be given: `id` is its notation, and what to click for it, if it is a place or a piece. `ends`: after it somebody else is asked, as far as the seat can know, and no Done stands beside it. */
export interface Choice {
  id: string;
  text: string;
  hex: string | null;
  piece: string | null;
  odds: boolean;
  done: boolean;
  ends: boolean;
}

/** What a question belongs to: a battle or an arrival, in which hex, of which pieces, against which. */
export interface Context {
  kind: 'battle' | 'arrival';
  hex: string;
  pieces: string[];
  against: string[];
}

/** The open question: whose it is, in one sentence with its rule; the choices if it is the reader's. `piece` and `hex` are what it is about, told to the seat that is asked; `context` is what stands behind it. */
export interface Prompt {
  actor: string;
  mine: boolean;
  question: string;
  rule: string;
  choices: Choice[];
  open: boolean;
  piece: string;
  hex: string;
  context: Context | null;
}

/** A row of a panel: words, and a number or mark. */
export interface Line {
  text: string;
  mark: string;
  rule: string;
}

/** A titled list beside the map: turn track, points, reinforcements, losses; or the spaces of a battle board. */
export interface Panel {
  key: string;
  title: string;
  lines: Line[];
  pieces: Piece[];
  form: 'list' | 'battle-board';
}

/** A number on a track. */
export interface Tally {
  key: string;
  title: string;
  now: number;
  low: number;
  high: number;
}

/** A line of a table: what the die shows, and the result in each column. */
export interface TableRow {
  die: string;
  results: string[];
}

/** A table that battles are read on, for the page to mark a column and a die in. */
export interface CombatTable {
  rule: string;
  columns: string[];
  rows: TableRow[];
}

/** A piece of terrain: a field with corners, or a line such as a fence. */
export interface Terrain {
  kind: string;
  name: string;
  line: boolean;
  points: [number, number][];
}

/** A place that is worth points, and which side holds it, or -1. */
export interface Objective {
  at: [number, number];
  points: number;
  held: number;
}

/** A unit as the order sheet draws it. */
export interface Troops {
  id: string;
  kind: string;
  guns: boolean;
  mounted: boolean;
  lost: boolean;
}

/** What the seat is asked to place: whose bases, from where, how far, and the answers that are no place. */
export interface Goal {
  kind: 'unit' | 'point';
  unit: string;
  how: string;
  rate: number;
  bases: [number, number][];
  at: [number, number];
  facing: number;
  formation: string;
  entering: boolean;
  hidden: boolean;
  zone: [string, number] | null;
  words: string[];
}

/** A card in the hand, or one that lies open. */
export interface Card {
  name: string;
  title: string;
  text: string;
  cost: number;
  nation: string;
}

/** Who may be given tokens, and how many. */
export interface Taker {
  id: string;
  text: string;
  least: number;
  most: number;
  markers: number;
}

/** Tokens to give out at once. */
export interface Allotment {
  pool: number;
  takers: Taker[];
}

/** A force that is being bought: for which side, from which list, for how many points, and what it has. */
export interface Mustering {
  side: number;
  list: string;
  points: number;
  force: string;
}

/** What a seat has beside the table: its cards, those that lie open, what it must give out or buy. */
export interface DeskSheet {
  hand: Card[];
  face_up: Card[];
  stored: [number, string, number][];
  allot: Allotment | null;
  muster: Mustering | null;
}

/** An open table: its size, and once it is laid all that lies on it. */
export interface Tabletop {
  size: [number, number];
  table: string;
  terrain: Terrain[];
  roads: [number, number][][];
  floods: [number, number][];
  objectives: Objective[];
  edges: string[];
  ranges: Record<string, number> | null;
  sizes: Record<string, [number, number][]> | null;
  units: Troops[];
  goal: Goal | null;
  desk: DeskSheet | null;
}

/** A whole picture. `outline` is the sequence of play with the current line marked; `overlays` are hex labels by name (`supply`, `command`, `zoc`, `control`), each a mapping from a caption to labels. Only some games have the parts at the end: a combat table, trenches by hex with their levels, an open table in place of hexes. */
export interface Scene {
  game: string;
  turn: string;
  phase: string;
  prompt: Prompt;
  pieces: Piece[];
  tallies: Tally[];
  panels: Panel[];
  outline: Line[];
  overlays: [string, [string, string[]][]][];
  combat_table: CombatTable | null;
  trenches: [string, number][];
  open_table: Tabletop | null;
}

/** One line of the sum beside a die: the rule, what it is, and how much. */
export interface Modifier {
  rule: string;
  text: string;
  amount: number;
}

/** An event as it is told: its words, and the facts that a page draws and lists. Hexes by label and pieces by id, as in the picture; `brief` is the sentence without its sum, where the sum is told by its `modifiers`. */
export interface Happened {
  kind: string;
  rule: string;
  text: string;
  brief?: string;
  hexes?: string[];
  pieces?: string[];
  dice?: number[];
  column?: string;
  modifiers?: Modifier[];
  result?: string;
}

/** One possible result and its exact chance, `part` in `whole`. Outcomes that count the same thing have the same words and a `count` each. `harm` is what the attacked side loses. */
export interface Outcome {
  text: string;
  part: number;
  whole: number;
  count: number | null;
  harm: number;
}

/** What an answer would lead to: the modifiers by name, the column of the table, the exact distribution. */
export interface Explanation {
  rule: string;
  title: string;
  modifiers: Modifier[];
  column: string;
  outcomes: Outcome[];
  notes: string[];
}

/** A card of the guided first turn: where it points, and its words; without any, the page has its own for `key`. */
export interface Stop {
  at: 'prompt' | 'map' | 'panel' | 'track' | 'answers';
  key: string;
  text: string;
}

/** A sentence of help for the questions under a rule; the longest number that fits is meant. */
export interface Hint {
  rule: string;
  text: string;
}

/** A game on the home page: a few words, its place among the others, the seat that is offered first, some counters; and the guided first turn. */
export interface About {
  text: string;
  rank: number;
  seat: string;
  counters: Piece[];
  tour: Stop[];
  hints: Hint[];
}
