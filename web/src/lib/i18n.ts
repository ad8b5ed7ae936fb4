// Words of the page. Everything about a game comes in words from the server; these are the words around it.
import { CATALOGUES, type Key } from '../words';
import { fill } from './plurals';
import { prefs } from './prefs.svelte';

export type { Key };

/** A finger has its own words where it does something else than a mouse: those of the key with `.touch`. */
const touched = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

export function t(key: Key, facts: Record<string, string | number> = {}): string {
  const own = `${key}.touch`;
  const wanted = touched && own in CATALOGUES.en ? (own as Key) : key;
  return fill(CATALOGUES[prefs.language]?.[wanted] ?? CATALOGUES.en[wanted], facts);
}

/** A word for an identifier of the server (a seat, an army, an overlay), or the identifier itself. */
export function named(kind: string, id: string): string {
  const key = `${kind}.${id}`;
  return key in CATALOGUES.en ? t(key as Key) : id;
}
