// What the log and the odds tell, sorted for the page. Facts are read, never sentences.
import type { Move } from './changes';
import { t } from './i18n';
import type { Distribution, Explanation, Happened, LogEntry, Outcome, Piece, Scene } from './types';

/** The hexes of an entry: those it names, or where the counters that it names lie now. */
export function placesOf(entry: { events: Happened[] }, pieces: Piece[], hexes: ReadonlyMap<string, unknown>): string[] {
  const found = entry.events.flatMap((event) => event.hexes ?? []).filter((label) => hexes.has(label));
  if (found.length) return [...new Set(found)];
  const named = new Set(entry.events.flatMap((event) => event.pieces ?? []));
  return [...new Set(pieces.filter((piece) => named.has(piece.id) && hexes.has(piece.place)).map((piece) => piece.place))];
}

/** Entries that say something. */
export function told(log: LogEntry[]): LogEntry[] {
  return log.filter((entry) => entry.events.length > 0);
}

/** Moments at which a turn began, for jumping in a replay. */
export function turnStarts(log: LogEntry[]): { number: number; text: string }[] {
  return log.flatMap((entry) =>
    entry.events.filter((event) => event.sort === 'turn').map((event) => ({ number: entry.number, text: event.text })),
  );
}

/** The line of the sequence of play that is marked. */
export function currentStep(scene: Scene): string {
  return scene.outline.find((line) => line.mark !== '')?.text ?? scene.phase;
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

/** Whether chance was a die, which fell on a number: a card or a lot that is drawn has a key, which says nothing to a reader. */
export const isDie = (text: string | null | undefined): boolean => /^[\d\s,+-]+$/.test(text ?? '');

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

/** Whether a distribution counts something: its name is a heading, its outcomes are numbers. */
export function counts({ outcomes }: Distribution): boolean {
  return outcomes.every((outcome) => outcome.count !== null);
}

/** All outcomes of an answer, the main distribution first. */
export function allOutcomes({ distributions }: { distributions: Distribution[] }): Outcome[] {
  return distributions.flatMap((each) => each.outcomes);
}

/** An outcome on a line of its own: its words, with what they count. */
export function outcomeWords({ text, count }: Outcome): string {
  return count === null ? text : `${text}: ${count}`;
}

/** The odds of an answer in a few words: the column, and what is most likely. */
export function shortOdds(told: Explanation | null): string {
  const main = told?.distributions[0];
  if (!told || !main) return '';
  const likely = main.outcomes.reduce<Outcome | null>(
    (best, each) => (best && best.part / best.whole >= each.part / each.whole ? best : each),
    null,
  );
  const best = likely ? `${outcomeWords(likely)} (${percent(likely.part, likely.whole)})` : '';
  return [told.column, best].filter(Boolean).join(' · ');
}

/** What an attacker hopes for, and its chance: "64 % win". */
export function hopeWords(told: Explanation | null): string {
  return told?.hope ? `${percent(told.hope.part, told.hope.whole)} ${told.hope.text}` : '';
}

/** What a button does, with its chance. */
export function withOdds(act: string, chance: string): string {
  return chance ? t('button.odds', { act, chance }) : act;
}

/** How much an attack costs the attacked side on average. */
export function toll(told: { distributions: Distribution[] }): number {
  return allOutcomes(told).reduce((sum, { harm, part, whole }) => sum + (harm * part) / whole, 0);
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

/** The last thing that others did, if anything: the entries after this seat's last answer before it, and where they begin. */
export function lastOfOthers(log: LogEntry[], mine: string[]): { from: number; entries: LogEntry[] } | null {
  const own = (entry: LogEntry) => mine.includes(entry.actor);
  const last = log.findLastIndex((entry) => !own(entry) && entry.actor !== 'chance');
  if (last < 0) return null;
  const start = log.slice(0, last).findLastIndex(own) + 1;
  let end = last + 1;
  while (log[end]?.actor === 'chance') end++;
  const entries = log.slice(start, end);
  return { from: (entries[0]?.number ?? 1) - 1, entries: entries.filter((entry) => entry.events.length > 0) };
}

/** Counters that lie elsewhere than they did, with their new hexes. */
export function changedPlaces(before: Piece[], after: Piece[]): Record<string, string> {
  const was = new Map(before.map((piece) => [piece.id, piece.place]));
  return Object.fromEntries(after.filter((piece) => was.get(piece.id) !== piece.place).map((piece) => [piece.id, piece.place]));
}
