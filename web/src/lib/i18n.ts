// Words of the page. Everything about a game comes in words from the server; these are the words around it.
import { CATALOGUES, type Key } from '../words';
import { fill } from './plurals';
import { prefs } from './prefs.svelte';

export type { Key };

export function t(key: Key, facts: Record<string, string | number> = {}): string {
  return fill(CATALOGUES[prefs.language]?.[key] ?? CATALOGUES.en[key], facts);
}

/** A word for an identifier of the server (a seat, an army, an overlay), or the identifier itself. */
export function named(kind: string, id: string): string {
  const key = `${kind}.${id}`;
  return key in CATALOGUES.en ? t(key as Key) : id;
}
