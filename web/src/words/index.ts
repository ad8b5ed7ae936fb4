// The languages of the page are the files of this folder that are named by a language: `en.ts`, `es.ts`.
import { en } from './en';

export type Key = keyof typeof en;
export type Catalogue = Record<Key, string>;

const files = import.meta.glob<Record<string, Catalogue>>('./??.ts', { eager: true });
const found = Object.entries(files).map(([path, file]) => [path.slice(2, 4), Object.values(file)[0]] as const);

/** `marneWords`: languages that are laid in before the page begins, as a test does. */
export const CATALOGUES: Record<string, Catalogue> & { en: typeof en } = {
  en, ...Object.fromEntries(found), ...(globalThis as { marneWords?: Record<string, Catalogue> }).marneWords,
};
export const LANGUAGES: readonly string[] = Object.keys(CATALOGUES);
