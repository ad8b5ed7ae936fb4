// What this reader likes: language, theme, sound, panel. Kept in this browser only.
import { LANGUAGES, learn } from '../words';

export type Theme = 'system' | 'light' | 'dark';

/** How fast the others' turn is shown. */
export type Speed = 'slow' | 'normal' | 'fast' | 'skip';
export const SPEEDS: Speed[] = ['slow', 'normal', 'fast', 'skip'];

const KEY = 'marne-prefs';

interface Kept {
  language: string;
  theme: Theme;
  sound: boolean;
  notices: boolean;
  panel: boolean;
  speed: Speed | '';
  name: string;
  toured: string[];
}

function kept(): Kept {
  const plain: Kept = { language: '', theme: 'system', sound: false, notices: false, panel: !small(), speed: '', name: '', toured: [] };
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
  /** Spoken once its words are there. */
  set language(language: string) {
    void learn(language).then(() => {
      this.#kept.language = language;
      this.#keep();
    });
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
  get notices(): boolean {
    return this.#kept.notices;
  }
  set notices(on: boolean) {
    this.#kept.notices = on;
    this.#keep();
  }
  get panel(): boolean {
    return this.#kept.panel;
  }
  set panel(open: boolean) {
    this.#kept.panel = open;
    this.#keep();
  }
  /** Whoever wants less motion sees the end of it at once, unless another speed was chosen. */
  get speed(): Speed {
    const { speed } = this.#kept;
    return SPEEDS.find((each) => each === speed) ?? (calm() ? 'skip' : 'normal');
  }
  set speed(speed: Speed) {
    this.#kept.speed = speed;
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

/** A window as small as a telephone's, or a tablet's held upright: the panel lies folded until somebody draws it up. */
function small(): boolean {
  return globalThis.matchMedia?.('(max-width: 700px), (max-width: 900px) and (orientation: portrait)').matches ?? false;
}

export function calm(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
