// An order for several counters as a row of ordinary answers: which answer comes next, and whether it has come to its end.
import type { Choice, LogEntry, Prompt } from './types';

/** Counters that are to do one thing: go to a hex, attack it, or just be chosen. */
export interface Order {
  /** Those that are still to be chosen. */
  left: string[];
  /** Those that were chosen and go along. */
  taken: string[];
  hex: string | null;
  /** For whom the hex was answered: nobody yet, the one that was asked about last, or all together. */
  used: 'nobody' | 'one' | 'all';
  /** Where they look at last, if that is said; otherwise as is usual. */
  facing: number | null;
  /** Each ends its move where it was sent: what is usual is answered for it. */
  closes: boolean;
  /** `left` are answers and not counters: each is given where it is offered, and what is usual to what it leads to. */
  sweep: boolean;
  /** Who may not is left out, and said at the end: everybody who can is meant. */
  lenient: boolean;
  /** Whoever is asked about takes the first place that is offered: against the first who is free, behind the first in the line. */
  straight: boolean;
}

/** How an order is carried out, where it is not as usual. */
export interface Manner {
  facing?: number | null;
  closes?: boolean;
  lenient?: boolean;
}

/** `lifted` is one of them that was chosen already. */
export function newOrder(
  pieces: string[],
  hex: string | null,
  lifted = '',
  { facing = null, closes = false, lenient = false }: Manner = {},
): Order {
  const left = [...new Set(pieces)].filter((piece) => piece !== lifted);
  return { left, taken: lifted ? [lifted] : [], hex, used: 'nobody', facing, closes, lenient, sweep: false, straight: false };
}

/** All answers of a question that comes again after each, one after another. */
export function newSweep(prompt: Prompt): Order {
  const left = sweeping(prompt).map((choice) => choice.id);
  return { left, taken: [], hex: null, used: 'nobody', facing: null, closes: true, lenient: false, sweep: true, straight: false };
}

/** What a sweep gives: everything but the end, where the game says that all may well be wanted; and all that supports an attack. */
export function sweeping({ choices, context, sweep, piece }: Prompt): Choice[] {
  const given = choices.filter((choice) => !choice.done);
  if (context?.stage === 'support' && !piece && given.length < choices.length) return given.filter((choice) => choice.odds);
  return sweep ? given.filter((choice) => choice.hex !== null || choice.piece !== null) : [];
}

/** `wait`: something else is asked about one of them first, such as which way it faces. */
export type Next =
  { form: 'answer'; choice: Choice; order: Order } | { form: 'done' } | { form: 'wait' } | { form: 'stuck'; piece: string };

/** The next answer of an order to the question that is open. The server says what is legal; here it is only looked up. */
export function nextOf(order: Order, prompt: Prompt): Next {
  const { left, taken, hex, used } = order;
  const { choices, piece: subject } = prompt;
  if (order.sweep) return nextOfSweep(order, prompt);
  // It is there: its move is ended as it was said, or as is usual.
  if (order.closes && used !== 'nobody' && subject && subject === taken.at(-1)) {
    const choice = closing(order, choices);
    if (choice) return { form: 'answer', choice, order };
  }
  const there = hex === null ? undefined : choices.find((choice) => choice.hex === hex && choice.piece === null);
  const without = (piece: string) => left.filter((each) => each !== piece);
  const along = (piece: string) => [...taken.filter((each) => each !== piece), piece];
  // The question is about one of them: where it goes.
  const asked = left.includes(subject) || (subject === taken.at(-1) && used === 'nobody');
  if (hex !== null && subject && asked) {
    if (!there) return { form: 'stuck', piece: subject };
    return { form: 'answer', choice: there, order: { ...order, left: without(subject), taken: along(subject), used: 'one' } };
  }
  // The next of them, also where a hex is offered: who goes along is said before where to.
  for (const piece of left) {
    const choice = choices.find((each) => each.piece === piece && (each.hex === null || each.hex === hex));
    if (!choice) continue;
    const now = choice.hex === null ? (used === 'all' ? 'all' : 'nobody') : 'one';
    return { form: 'answer', choice, order: { ...order, left: without(piece), taken: along(piece), used: now } };
  }
  if (there && used === 'nobody') return { form: 'answer', choice: there, order: { ...order, used: 'all' } };
  const beside = order.straight && subject === taken.at(-1) ? choices.find((each) => each.piece !== null && !each.done) : undefined;
  if (beside) return { form: 'answer', choice: beside, order };
  if (!left.length && (hex === null || used !== 'nobody')) return { form: 'done' };
  if (taken.includes(subject) && (hex === null || used !== 'nobody')) return { form: 'wait' };
  return { form: 'stuck', piece: left[0] ?? taken.at(-1) ?? '' };
}

function closing({ facing }: Order, choices: Choice[]): Choice | undefined {
  const turned = facing === null ? undefined : choices.find((choice) => choice.facing === facing);
  return turned ?? choices.find((choice) => choice.usual);
}

function nextOfSweep(order: Order, { choices, sweep }: Prompt): Next {
  const given = choices.find((choice) => order.left.includes(choice.id));
  if (given) return { form: 'answer', choice: given, order: { ...order, left: order.left.filter((id) => id !== given.id) } };
  const usual = sweep ? undefined : choices.find((choice) => choice.usual);
  return usual ? { form: 'answer', choice: usual, order } : { form: 'done' };
}

/** The counters that one button takes at once: every one that may still join an attack or advance, where only counters are asked for. */
export function joiners({ choices, piece, context }: Prompt, least = 2): string[] {
  const asked = choices.filter((choice) => !choice.done);
  const stage = context?.stage ?? '';
  const may = (choice: Choice) =>
    choice.piece !== null && (stage === 'advance' || (choice.hex === null && (choice.odds || stage === 'attackers')));
  // Whom a barrage strikes is no order of one's own counters.
  if (piece || stage === 'losses' || asked.length < least || !asked.every(may)) return [];
  return [...new Set(asked.map((choice) => choice.piece ?? ''))];
}

/** Whether everything since a number can be taken back at once: own answers alone, and no die among them. */
export function canTakeBack(log: LogEntry[], from: number, number: number, seat: string): boolean {
  const since = log.filter((entry) => entry.number > from);
  return since.length === number - from && since.every((entry) => entry.actor === seat);
}

/** The next counter that has not moved, after this one, in the order of the places. */
export function nextUnmoved<P extends { id: string; place: string; flags: string[] }>(
  pieces: P[],
  can: (id: string) => boolean,
  after: string,
): P | null {
  const able = pieces.filter((piece) => can(piece.id) && !piece.flags.includes('moved'));
  able.sort((one, other) => one.place.localeCompare(other.place) || one.id.localeCompare(other.id));
  const at = able.findIndex((piece) => piece.id === after);
  return able[(at + 1) % able.length] ?? null;
}
