// What changed: a state from the one before it and a difference. The server's side is marne/table/view/differences.py.

/** Fields by path, and lists made from runs of the old ones (start, length) with lists of new things between. */
export interface Change {
  set: Record<string, unknown>;
  lists: Record<string, Run[]>;
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
