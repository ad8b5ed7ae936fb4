// While you waited: what came of the others' answers since the seat's own last one. It comes by itself, also after a reload; once closed
// it comes back only when it is asked for, or when there is more to tell.
import { api } from '../lib/api';
import { t } from '../lib/i18n';
import { prefs } from '../lib/prefs.svelte';
import { toldInBattle } from '../lib/battle';
import { sinceOwn, worthTelling } from '../lib/story';
import type { LogEntry, TableState } from '../lib/types';
import type { Toasts } from './toasts.svelte';

const KEY = 'marne-stories';
/** So many lines are fetched beyond those at hand, then four times as many, then all. */
const BACK = 250;

/** What the story needs of the desk. */
export interface StoryHost {
  readonly id: string;
  readonly toasts: Toasts;
}

type Read = Record<string, number>;

function read(): Read {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Read;
  } catch {
    return {};
  }
}

export class Story {
  entries = $state.raw<LogEntry[]>([]);
  shown = $state(false);
  /** Only its heading stands there: a question is open, and that comes first. */
  folded = $state(false);
  /** It was opened by hand: the keyboard goes there. */
  called = $state(false);
  /** The moment and the language of the entries. */
  #of = '';
  #number = 0;
  #seat = '';

  constructor(private readonly host: StoryHost) {}

  /** A state is shown. The seat that is asked is told what it missed; a `quiet` one goes on without. What its battle has told comes only when
   * it is asked for. */
  async arrived(state: TableState, quiet = false): Promise<void> {
    const seat = state.viewing;
    const of = `${seat} ${state.number} ${prefs.language}`;
    if (of === this.#of) return;
    this.#of = of;
    const asked = state.scene.prompt.mine || state.status === 'over';
    if (seat === null || !asked || quiet) return this.#forget();
    const entries = await this.#since(state.log, seat, state.number);
    // Another moment has come in the meantime: it has its own story.
    if (this.#of !== of) return;
    if (!worthTelling(entries, seat)) return this.#forget();
    [this.entries, this.#number, this.#seat] = [entries, state.number, seat];
    this.folded = state.scene.prompt.mine;
    this.shown = (read()[this.#place] ?? -1) < state.number && !toldInBattle(state.log, seat);
  }

  /** Show it again, or close it. */
  toggle(): void {
    if (this.shown) this.close();
    else if (this.entries.length) [this.shown, this.called, this.folded] = [true, true, false];
    else this.host.toasts.say(t('story.nothing'));
  }

  close(): void {
    if (!this.shown) return;
    [this.shown, this.called] = [false, false];
    const all = Object.entries({ ...read(), [this.#place]: this.#number });
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all.slice(-200))));
  }

  get #place(): string {
    return `${this.host.id} ${this.#seat}`;
  }

  #forget(): void {
    [this.entries, this.shown, this.called] = [[], false, false];
  }

  /** Further back than the lines at hand if need be. */
  async #since(log: LogEntry[], seat: string, number: number): Promise<LogEntry[]> {
    let found = sinceOwn(log, seat);
    for (let back = BACK; !found.whole; back *= 4) {
      const from = Math.max(0, number - log.length - back);
      try {
        const earlier = await api.log(this.host.id, from, prefs.language);
        const first = log[0]?.number ?? 1;
        found = sinceOwn([...earlier.filter((entry) => entry.number < first), ...log], seat);
      } catch {
        // What is at hand is better than nothing.
        return found.entries;
      }
    }
    return found.entries;
  }
}
