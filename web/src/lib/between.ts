// Several answers come in one state: the pictures between the one before and that one, from what the events name.
import type { LogEntry, Piece, TableState } from './types';
import { told } from './words';

/** At which of the entries a counter has got to where it lies afterwards: the last that names it, or its hexes, or the last of all. */
function settles(entries: LogEntry[], id: string, places: string[]): number {
  const events = entries.map((entry) => entry.events);
  const named = events.findLastIndex((all) => all.some((event) => event.pieces?.includes(id)));
  if (named >= 0) return named;
  const there = events.findLastIndex((all) => all.some((event) => event.hexes?.some((hex) => places.includes(hex))));
  return there >= 0 ? there : entries.length - 1;
}

const key = (piece: Piece) => JSON.stringify(piece);

/** A state for each answer since the one before that something came of; the last is the new state itself. */
export function between(before: TableState, state: TableState): { state: TableState; entry: LogEntry | null }[] {
  const entries = told(state.log.filter((entry) => entry.number > before.number));
  if (!entries.length) return [{ state, entry: null }];
  const was = new Map(before.scene.pieces.map((piece) => [piece.id, piece]));
  const is = new Map(state.scene.pieces.map((piece) => [piece.id, piece]));
  const late = new Map<string, number>();
  for (const id of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(id), is.get(id)];
    if (old && now && (old === now || key(old) === key(now))) continue;
    late.set(id, settles(entries, id, [old?.place ?? '', now?.place ?? '']));
  }
  const all = [...state.scene.pieces, ...before.scene.pieces.filter((piece) => !is.has(piece.id))];
  return entries.map((entry, at) => {
    if (at === entries.length - 1) return { state, entry };
    const pieces = all.flatMap((piece) => ((late.get(piece.id) ?? -1) > at ? was : is).get(piece.id) ?? []);
    const prompt = { ...before.scene.prompt, mine: false, choices: [] };
    const scene = { ...before.scene, pieces, prompt };
    const log = state.log.filter((each) => each.number <= entry.number);
    return { state: { ...before, number: entry.number, log, scene, undo: false }, entry };
  });
}
