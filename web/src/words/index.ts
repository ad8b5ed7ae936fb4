// The languages of the page are the files of this folder that are named by a language: `en.ts`, `es.ts`. English is always
// at hand; another one is fetched when somebody reads it.
import { en } from './en';

export type Key = keyof typeof en;
export type Catalogue = Record<Key, string>;

const files = import.meta.glob<Record<string, Catalogue>>(['./??.ts', '!./en.ts']);
const codes = Object.keys(files).map((path) => path.slice(2, 4));

/** What is at hand. `marneWords`: languages that are laid in before the page begins, as a test does. */
export const CATALOGUES: Record<string, Catalogue> & { en: typeof en } = {
  en,
  ...(globalThis as { marneWords?: Record<string, Catalogue> }).marneWords,
};
export const LANGUAGES: readonly string[] = [...new Set(['en', ...codes, ...Object.keys(CATALOGUES)])];

/** Fetch the words of a language, if there are any that aren't at hand. */
export async function learn(language: string): Promise<void> {
  const file = CATALOGUES[language] ? undefined : files[`./${language}.ts`];
  const words = file ? Object.values(await file())[0] : undefined;
  if (words) CATALOGUES[language] = words;
}

/** What a language calls itself. */
export function nameOf(language: string): string {
  const name = CATALOGUES[language]?.['language.name'] ?? new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
