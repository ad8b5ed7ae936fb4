// What changed: a state from the one before it and a difference. The server's side is marne/table/view/differences.py, and of frames
// marne/table/view/frames.py.
import type { Piece, TableState } from './types';

/** Fields by path, and lists made from runs of the old ones (start, length) with lists of new things between. */
export interface Change {
  set: Record<string, unknown>;
  lists: Record<string, Run[]>;
}

/** The message of a change: first the picture after each answer that others gave meanwhile, each as what changed since the one before. */
export interface News extends Change {
  frames?: Change[];
  /** There were such answers, and their pictures can't be had. */
  unfilmed?: boolean;
}

/** A state of a table as it came, one after another; `unfilmed` if the way to it is not shown. */
export interface Step {
  state: TableState;
  unfilmed: boolean;
}

type Run = number | unknown[];
type Folder = Record<string, unknown>;

/** The state after a difference. The old one stays as it is, and what did not change is the same object in both. */
export function applyChange<T extends object>(state: T, change: Change): T {
  const after = { ...state } as Folder;
  const opened = new Set<object>([after]);
  const put = (path: string, made: (before: unknown) => unknown) => {
    const folders = path.split('.');
    const name = folders.pop() ?? '';
    let folder = after;
    for (const each of folders) {
      const inner = folder[each] as Folder;
      folder = folder[each] = opened.has(inner) ? inner : { ...inner };
      opened.add(folder);
    }
    folder[name] = made(folder[name]);
  };
  for (const [path, field] of Object.entries(change.set)) put(path, () => field);
  for (const [path, runs] of Object.entries(change.lists)) put(path, (before) => joined(before as unknown[], runs));
  return after as T;
}

/** The states that a message leads to: one for each frame, in which nothing is asked, then the newest. */
export function stepsOf(before: TableState, news: News): Step[] {
  let last = before;
  const frames = (news.frames ?? []).map((frame) => (last = applyChange(last, frame)));
  const newest = applyChange(last, news);
  const steps = frames.map((frame) => {
    const log = newest.log.filter((entry) => entry.number <= frame.number);
    return { state: { ...frame, log, undo: false }, unfilmed: false };
  });
  return [...steps, { state: newest, unfilmed: news.unfilmed === true }];
}

export interface Move {
  piece: string;
  army: string;
  from: string;
  to: string;
}

/** The trail from one picture to the next: what lies on another hex than before. What did not change is the same object. */
export function trail(before: Piece[], after: Piece[], hexes: ReadonlyMap<string, unknown>): Move[] {
  const same = new Set(before);
  const changed = after.filter((piece) => !same.has(piece));
  if (!changed.length) return [];
  const was = new Map(before.map((piece) => [piece.id, piece.place]));
  return changed.flatMap(({ id, army, place }) => {
    const from = was.get(id);
    if (from === undefined || from === place || !hexes.has(from) || !hexes.has(place)) return [];
    return [{ piece: id, army, from, to: place }];
  });
}

/** A list from runs of the old one and new things; objects after the first leave out what they share with it. */
function joined(before: unknown[], runs: Run[]): unknown[] {
  const after: unknown[] = [];
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at];
    if (Array.isArray(run)) after.push(...run.map((each) => (plain(each) ? { ...(run[0] as Folder), ...each } : each)));
    else after.push(...before.slice(Number(run), Number(run) + Number(runs[++at])));
  }
  return after;
}

const plain = (thing: unknown): thing is Folder => typeof thing === 'object' && thing !== null && !Array.isArray(thing);
