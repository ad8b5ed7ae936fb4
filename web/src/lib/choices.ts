// Which answer a click means. The server says which hex or counter belongs to an answer; nothing is decided here.
import type { Choice, Piece, Prompt } from './types';

export interface ChoiceIndex {
  byHex: Map<string, Choice[]>;
  byPiece: Map<string, Choice[]>;
  /** Answers without a place on the map: buttons. */
  plain: Choice[];
  done: Choice[];
}

function add(map: Map<string, Choice[]>, key: string, choice: Choice): void {
  const found = map.get(key);
  if (found) found.push(choice);
  else map.set(key, [choice]);
}

/** Sort the answers by what to click; one whose counter or hex is not on the map becomes a button. */
export function indexChoices(choices: Choice[], pieces: Piece[], hexes: ReadonlyMap<string, unknown>): ChoiceIndex {
  const placed = new Map(pieces.map((piece) => [piece.id, piece.place]));
  const index: ChoiceIndex = { byHex: new Map(), byPiece: new Map(), plain: [], done: [] };
  for (const choice of choices) {
    const onMap = choice.piece !== null && hexes.has(placed.get(choice.piece) ?? '');
    const onHex = choice.hex !== null && hexes.has(choice.hex);
    if (onMap && choice.piece !== null) add(index.byPiece, choice.piece, choice);
    if (onHex && choice.hex !== null) add(index.byHex, choice.hex, choice);
    if (!onMap && !onHex) (choice.done ? index.done : index.plain).push(choice);
  }
  return index;
}

export interface Target {
  hex?: string;
  piece?: string;
}

/** The answers that a click on a counter or a hex may mean, in the order in which they were offered. */
export function matching(index: ChoiceIndex, target: Target, pieces: Piece[]): Choice[] {
  if (target.piece !== undefined) {
    const own = index.byPiece.get(target.piece);
    if (own?.length) return own;
    const place = pieces.find((piece) => piece.id === target.piece)?.place ?? target.hex;
    return place === undefined ? [] : (index.byHex.get(place) ?? []);
  }
  if (target.hex === undefined) return [];
  const found = [...(index.byHex.get(target.hex) ?? [])];
  for (const piece of pieces) {
    if (piece.place !== target.hex) continue;
    for (const choice of index.byPiece.get(piece.id) ?? []) if (!found.includes(choice)) found.push(choice);
  }
  return found;
}

/** Whether something on that hex can be clicked: the hex itself or a counter in it. */
export function offered(index: ChoiceIndex, hex: string, pieces: Piece[]): boolean {
  return matching(index, { hex }, pieces).length > 0;
}

/** A text without accents, capitals and spare spaces, as `src/marne/typed.py` reads it. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');
}

/** The answers whose notation, words or counter hold a text. */
export function holding(text: string, choices: Choice[]): Choice[] {
  const said = folded(text);
  return choices.filter((choice) => folded(`${choice.id} ${choice.text} ${choice.piece ?? ''}`).includes(said));
}

/** The answer that a typed command means: its number in the list, its notation, or the words on its button. */
export function readCommand(text: string, choices: Choice[]): Choice | null {
  const said = folded(text);
  if (!said) return null;
  const exact = choices.find((choice) => folded(choice.id) === said || folded(choice.text) === said);
  if (exact) return exact;
  const listed = /^#?(\d+)$/.exec(said);
  if (listed) {
    const byHex = choices.filter((choice) => choice.hex === listed[1]);
    if (byHex.length === 1 && !said.startsWith('#')) return byHex[0] ?? null;
    return choices[Number(listed[1]) - 1] ?? null;
  }
  const begins = choices.filter((choice) => folded(choice.id).startsWith(said) || folded(choice.text).startsWith(said));
  return begins.length === 1 ? (begins[0] ?? null) : null;
}

/** For a quick set-up: among places, the one with the fewest counters so far, so that an army spreads out. */
export function leastCrowded(choices: Choice[], pieces: Piece[], pick: (count: number) => number): Choice | null {
  const crowd = new Map<string, number>();
  for (const piece of pieces) crowd.set(piece.place, (crowd.get(piece.place) ?? 0) + 1);
  const placing = choices.filter((choice) => choice.hex !== null);
  if (!placing.length) return choices.find((choice) => !choice.done) ?? choices[0] ?? null;
  const least = Math.min(...placing.map((choice) => crowd.get(choice.hex ?? '') ?? 0));
  const best = placing.filter((choice) => (crowd.get(choice.hex ?? '') ?? 0) === least);
  return best[pick(best.length)] ?? null;
}

/** Whether a counter has had its orders though it could go on: it moved, and no battle is asked about. */
export function hadOrders(piece: Piece, { context }: Prompt): boolean {
  return context === null && piece.flags.includes('moved');
}

/** How many counters have no orders yet when this is done; an answer that carries something out, such as an attack, leaves nobody behind. */
export function stillToAct(done: Choice, prompt: Prompt, pieces: Piece[]): number {
  if (!done.done || done.odds) return 0;
  const moved = new Set(pieces.filter((piece) => hadOrders(piece, prompt)).map((piece) => piece.id));
  return new Set(prompt.choices.flatMap((choice) => choice.piece ?? []).filter((piece) => !moved.has(piece))).size;
}
