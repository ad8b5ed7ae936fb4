// My games on another device: all that this browser holds of its tables in one code. It stands in the fragment of a link,
// which no browser sends to a server; whoever has it holds the seats, so it goes from one's own hand to the other.
import { heldTables, hold, type Held } from './api';
import { keep, promisedAt, type Promised } from './promises';

interface Carried {
  tables: Held[];
  promises: Record<string, Promised>;
}

const FORM = 'm1.';

const toText = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** The code of these tables: all, or the newest so many. */
export function carry(tables: Held[] = heldTables()): string {
  const promises = Object.fromEntries(tables.flatMap(({ id }) => (promisedAt(id) ? [[id, promisedAt(id) as Promised]] : [])));
  const carried: Carried = { tables, promises };
  return FORM + toText(new TextEncoder().encode(JSON.stringify(carried)));
}

export const carryLink = (code: string): string => `${location.origin}${location.pathname}#/carry/${code}`;

/** What a code or a whole link holds; null where it is none of ours. */
export function read(text: string): Carried | null {
  const code = text.trim().split('#/carry/').at(-1) ?? '';
  if (!code.startsWith(FORM)) return null;
  try {
    const found = JSON.parse(new TextDecoder().decode(toBytes(code.slice(FORM.length)))) as Carried;
    return Array.isArray(found.tables) && found.tables.every(isHeld) ? found : null;
  } catch {
    return null;
  }
}

function isHeld(table: Held): boolean {
  return typeof table?.id === 'string' && typeof table.game === 'string' && typeof table.tokens === 'object';
}

/** Lay the carried tables beside those that are here; tokens of both stay, and what this page promised itself. Returns how many were new here. */
export function take({ tables, promises }: Carried): number {
  const before = new Set(heldTables().map((table) => table.id));
  for (const table of [...tables].reverse()) {
    const here = heldTables().find((each) => each.id === table.id);
    hold({ ...table, ...here, tokens: { ...table.tokens, ...here?.tokens } });
    const promised = promises?.[table.id];
    if (promised && !promisedAt(table.id)) keep(table.id, promised);
  }
  return tables.filter((table) => !before.has(table.id)).length;
}
