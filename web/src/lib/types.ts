// What the server sends. The values of the engine are in wire.ts, written from Python; here is what the table adds.
import type { About, Explanation, Happened, Scene } from './wire';

export type {
  About, Choice, CombatTable, Context, Explanation, Happened, Line, Modifier, Outcome, Panel, Piece, Prompt, Scene, Stop, Tally,
} from './wire';

export type Overlay = Scene['overlays'][number];

export interface LogEntry {
  number: number;
  actor: string;
  text: string | null;
  events: Happened[];
}

export interface SeatInfo {
  name: string;
  /** As the game calls it in the reader's language. */
  title: string;
  kind: 'person' | 'computer' | 'open';
  player: string;
  label: string;
  present: boolean;
  thinking: boolean;
  /** Its player failed: somebody must wake it. */
  stopped: boolean;
}

export interface TableState {
  id: string;
  game: string;
  title: string;
  setting: { scenario: string; edition: string; options: Record<string, string> };
  name: string;
  number: number;
  status: 'open' | 'playing' | 'over';
  /** Why nobody can answer here any more, if so: the table began with other rules or data. */
  frozen?: string;
  /** Where it can go on by consent: the last moment that its rules and the server's have in common. */
  common?: number | null;
  you: string[];
  viewing: string | null;
  seats: SeatInfo[];
  scene: Scene;
  log: LogEntry[];
  undo: boolean;
  undo_asked: { seat: string; to: number } | null;
  score: { over: boolean; points: number[]; winner: string | null; rule: string; why: string };
  dice: { fingerprint: string; secret?: string };
  chat: { seat: string; text: string; at: number }[];
}

/** An attack that the other side could make in return. */
export interface Reply extends Explanation {
  hex: string;
  seat: string;
  text: string;
}

export interface GameInfo {
  name: string;
  title: string;
  seats: string[];
  /** The seats as the game calls them in the reader's language. */
  seat_names: Record<string, string>;
  editions: string[];
  scenarios: { name: string; title: string; turns: number }[];
  options: { name: string; title: string; values: string[]; labels: string[] }[];
  players: string[];
  /** Whether one of them plays to win. */
  opponent: boolean;
  /** What it has beside its rules: `what-if`, `open-table`, `forces`. */
  parts: string[];
  rules: string;
  about: About;
}

export interface Geometry {
  title: string;
  width: number;
  height: number;
  scale: number;
  flat: boolean;
  corners: [number, number][];
  hexes: { label: string; x: number; y: number; name?: string }[];
}

export interface Moment {
  number: number;
  of: number;
  actor: string;
  text: string | null;
  chance: boolean;
  events: Happened[];
  scene: Scene;
}

export interface Luck {
  seats: { seat: string; dice: number; expected: number; actual: number }[];
  throws: { number: number; seat: string; rule: string; text: string; expected: number; actual: number }[];
}

export interface Listed {
  id: string;
  game: string;
  name: string;
  number: number;
  status: 'open' | 'playing' | 'over';
  turn: string;
  you: string[];
}
