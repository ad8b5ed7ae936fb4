// What this reader likes: language, theme, sound, panel. Kept in this browser only.
import { LANGUAGES } from '../words';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'marne-prefs';

interface Kept {
  language: string;
  theme: Theme;
  sound: boolean;
  panel: boolean;
  name: string;
  toured: string[];
}

function kept(): Kept {
  const plain: Kept = { language: '', theme: 'system', sound: false, panel: true, name: '', toured: [] };
  try {
    return { ...plain, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return plain;
  }
}

export function languageOf(wanted: readonly string[]): string {
  for (const each of wanted) {
    const short = each.slice(0, 2).toLowerCase();
    if (LANGUAGES.includes(short)) return short;
  }
  return 'en';
}

class Prefs {
  #kept = $state(kept());
  #system = $state(false);

  constructor() {
    const media = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
    if (media) {
      this.#system = media.matches;
      media.addEventListener('change', (event) => (this.#system = event.matches));
    }
  }

  #keep(): void {
    localStorage.setItem(KEY, JSON.stringify(this.#kept));
  }

  get language(): string {
    return LANGUAGES.includes(this.#kept.language) ? this.#kept.language : languageOf(navigator.languages ?? []);
  }
  set language(language: string) {
    this.#kept.language = language;
    this.#keep();
  }
  get theme(): Theme {
    return this.#kept.theme;
  }
  set theme(theme: Theme) {
    this.#kept.theme = theme;
    this.#keep();
  }
  get dark(): boolean {
    return this.#kept.theme === 'dark' || (this.#kept.theme === 'system' && this.#system);
  }
  get sound(): boolean {
    return this.#kept.sound;
  }
  set sound(on: boolean) {
    this.#kept.sound = on;
    this.#keep();
  }
  get panel(): boolean {
    return this.#kept.panel;
  }
  set panel(open: boolean) {
    this.#kept.panel = open;
    this.#keep();
  }
  get name(): string {
    return this.#kept.name;
  }
  set name(name: string) {
    this.#kept.name = name;
    this.#keep();
  }
  toured(game: string): boolean {
    return this.#kept.toured.includes(game);
  }
  tourDone(game: string): void {
    if (!this.toured(game)) this.#kept.toured.push(game);
    this.#keep();
  }
}

export const prefs = new Prefs();

export function calm(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
