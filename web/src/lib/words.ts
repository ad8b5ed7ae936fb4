// Reading the words of the log: which hexes and counters they speak of.
import type { Happened, LogEntry, Piece, Scene } from './types';

const BEFORE = String.raw`(?:hex|in|at|to|from|into|for|en|a|de|hexágono|hacia|desde|hasta|por)`;

/** Labels that a sentence names. Short labels count only after a word such as "in" or "from". */
export function labelsIn(text: string, hexes: ReadonlyMap<string, unknown>): string[] {
  const found: string[] = [];
  const take = (label: string | undefined) => {
    if (label !== undefined && hexes.has(label) && !found.includes(label)) found.push(label);
  };
  for (const match of text.matchAll(/\b\d{4}\b/g)) take(match[0]);
  for (const match of text.matchAll(new RegExp(String.raw`\b${BEFORE} (\d{1,3})\b`, 'gi'))) take(match[1]);
  return found;
}

/** The hexes of an entry: those the server names, those its words name, or where the counters it names lie now. */
export function placesOf(entry: { events: Happened[] }, pieces: Piece[], hexes: ReadonlyMap<string, unknown>): string[] {
  const found = entry.events.flatMap((event) => event.hexes?.filter((label) => hexes.has(label)) ?? labelsIn(event.text, hexes));
  if (found.length) return [...new Set(found)];
  const text = entry.events.map((event) => event.text).join(' ');
  const named = pieces.filter((piece) => hexes.has(piece.place) && piece.id.length > 2 && text.includes(piece.id));
  return [...new Set(named.map((piece) => piece.place))];
}

/** Entries that say something. */
export function told(log: LogEntry[]): LogEntry[] {
  return log.filter((entry) => entry.events.length > 0);
}

/** Moments at which a turn began, for jumping in a replay. */
export function turnStarts(log: LogEntry[]): { number: number; text: string }[] {
  return log.flatMap((entry) =>
    entry.events.filter((event) => event.kind === 'TurnBegan').map((event) => ({ number: entry.number, text: event.text })),
  );
}

/** The line of the sequence of play that is marked. */
export function currentStep(scene: Scene): string {
  return scene.outline.find((line) => line.mark !== '')?.text ?? scene.phase;
}

export interface Move {
  piece: string;
  army: string;
  from: string;
  to: string;
}

/** Which counters have changed places between two pictures. */
export function movesBetween(before: Piece[], after: Piece[], hexes: ReadonlyMap<string, unknown>): Move[] {
  const was = new Map(before.map((piece) => [piece.id, piece.place]));
  return after.flatMap((piece) => {
    const from = was.get(piece.id);
    if (from === undefined || from === piece.place || !hexes.has(from) || !hexes.has(piece.place)) return [];
    return [{ piece: piece.id, army: piece.army, from, to: piece.place }];
  });
}

/** A trail of several answers: a counter that moved on keeps its first place. */
export function joinMoves(earlier: Move[], later: Move[]): Move[] {
  const joined = new Map(earlier.map((move) => [move.piece, move]));
  for (const move of later) {
    const first = joined.get(move.piece);
    joined.set(move.piece, first ? { ...move, from: first.from } : move);
  }
  return [...joined.values()].filter((move) => move.from !== move.to);
}

export interface Throw {
  number: number;
  die: string;
  events: Happened[];
}

/** Dice that fell after the moment last seen. */
export function throwsSince(log: LogEntry[], number: number): Throw[] {
  return log
    .filter((entry) => entry.number > number && entry.actor === 'chance')
    .map((entry) => ({ number: entry.number, die: entry.text ?? '', events: entry.events }));
}

/** `1/3` as a percentage with one decimal where it needs one. */
export function percent(part: number, whole: number): string {
  const value = whole ? (100 * part) / whole : 0;
  return `${value.toFixed(value > 0 && (value < 10 || value % 1 > 0.05) && value < 100 ? 1 : 0)} %`;
}

export interface OddsGroup {
  title: string;
  rows: { label: string; part: number; whole: number }[];
}

/** Outcomes that count the same thing (`hits: 0`, `hits: 1`) stand together as one distribution. */
export function groupOutcomes(outcomes: { text: string; part: number; whole: number }[]): OddsGroup[] {
  const groups: OddsGroup[] = [];
  for (const { text, part, whole } of outcomes) {
    const counted = /^(.*): (\d+)$/.exec(text);
    const title = counted?.[1] ?? '';
    const last = groups.at(-1);
    const row = { label: counted?.[2] ?? text, part, whole };
    if (last && last.title === title) last.rows.push(row);
    else groups.push({ title, rows: [row] });
  }
  return groups;
}

/** The counter that a question speaks of, if it names one on the map: the longest name that stands there whole. */
export function subjectOf(question: string, pieces: Piece[]): string {
  const whole = (name: string) => {
    const at = question.indexOf(name);
    const edge = (letter: string | undefined) => letter === undefined || /[\s(),.?;:¿]/.test(letter);
    return at >= 0 && edge(question[at - 1]) && edge(question[at + name.length]);
  };
  const named = pieces.filter((piece) => !piece.hidden && piece.id.length > 2 && whole(piece.id));
  return named.sort((a, b) => b.id.length - a.id.length)[0]?.id ?? '';
}

/** A rule, or the nearest one above it: 8.4.1, 8.4, 8.0. */
export function nearestRule<T>(rules: Record<string, T>, number: string): T | undefined {
  const parts = number.split('.');
  for (let keep = parts.length; keep > 0; keep--) {
    const found = rules[parts.slice(0, keep).join('.')];
    if (found !== undefined) return found;
  }
  return rules[`${parts[0]}.0`];
}

/** Words that begin a line. */
export function capital(text: string): string {
  // A unit's label, such as b1, stays as it stands on the map.
  return /^[a-z]\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

export interface Sum {
  /** What was thrown for. */
  head: string;
  modifiers: { text: string; amount: number; rule: string }[];
  /** Column, die and result. */
  tail: string;
  column: string;
}

/** The sum beside a die, as the log tells it: `…; city -1 (11.13); column 3:1, die 2: 1/1` or `die 6 -1 fort in the hex, needs 4: miss`. */
export function sumOf(text: string): Sum | null {
  const column = /(?:^|[\s(])([<>]?\d:\d)(?=[\s,;:)]|$)/.exec(text)?.[1] ?? '';
  const parts = text.split('; ');
  if (parts.length > 2) {
    const modifiers = parts.slice(1, -1).flatMap((part) => {
      const found = /^(.+) ([+\-−]\d+) \(([^)]+)\)$/.exec(part);
      return found ? [{ text: found[1] ?? '', amount: Number((found[2] ?? '0').replace('−', '-')), rule: found[3] ?? '' }] : [];
    });
    return { head: parts[0] ?? '', modifiers, tail: parts.at(-1) ?? '', column };
  }
  const die = /^(.*?): (\S+ \d+)((?: [+\-−]\d+ [^,]+?)*), (.*)$/.exec(text);
  if (!die) return null;
  const modifiers = [...(die[3] ?? '').matchAll(/ ([+\-−]\d+) (.+?)(?= [+\-−]\d+ |$)/g)].map((each) => ({
    text: each[2] ?? '', amount: Number((each[1] ?? '0').replace('−', '-')), rule: '',
  }));
  return { head: die[1] ?? '', modifiers, tail: `${die[2]}, ${die[4]}`, column };
}

/** The last thing that others did, if anything: the entries after this seat's last answer before it, and where they begin. */
export function lastOfOthers(log: LogEntry[], mine: string[]): { from: number; entries: LogEntry[] } | null {
  const own = (entry: LogEntry) => mine.includes(entry.actor);
  let end = log.length;
  while (end > 0 && (own(log[end - 1]!) || log[end - 1]!.actor === 'chance')) end--;
  if (end === 0) return null;
  let start = end;
  while (start > 0 && !own(log[start - 1]!)) start--;
  while (end < log.length && log[end]!.actor === 'chance') end++;
  const entries = log.slice(start, end);
  return { from: (entries[0]?.number ?? 1) - 1, entries: entries.filter((entry) => entry.events.length > 0) };
}

/** How bad an attack may be: the chance that something is lost or gone, by the first words of its outcomes; else its column. */
export function harm(reply: { column: string; outcomes: { text: string; part: number; whole: number }[] }): number {
  const lost = reply.outcomes.reduce((sum, { text, part, whole }) => sum + (Number(/\d+\/(\d+)/.exec(text)?.[1] ?? 0) * part) / whole, 0);
  return lost || Number(/(\d):1/.exec(reply.column)?.[1] ?? 0) / 10;
}

/** Counters that lie elsewhere than they did, with their new hexes. */
export function changedPlaces(before: Piece[], after: Piece[]): Record<string, string> {
  const was = new Map(before.map((piece) => [piece.id, piece.place]));
  return Object.fromEntries(after.filter((piece) => was.get(piece.id) !== piece.place).map((piece) => [piece.id, piece.place]));
}
