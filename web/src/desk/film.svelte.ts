// The others' turn in steps: what they answered is shown one answer after the other, at the speed that the reader likes, and the map
// follows. What has come stands in `live`; what is shown is behind it for a while.
import type { Step } from '../lib/changes';
import { prefs, type Speed } from '../lib/prefs.svelte';
import type { Happened, Piece, TableState } from '../lib/types';
import { placesOf, told } from '../lib/words';
import type { Marks } from './marks.svelte';

/** How long a step stands, and how long all of them together at most: a thousand answers go by faster than ten. */
const PACES: Record<Exclude<Speed, 'skip'>, { step: number; all: number }> = {
  slow: { step: 2000, all: 90_000 },
  normal: { step: 900, all: 40_000 },
  fast: { step: 300, all: 12_000 },
};

/** What a film needs of the desk. */
export interface FilmHost {
  /** Live and nothing laid over it. */
  readonly playing: boolean;
  readonly setUp: { readonly on: boolean };
  readonly pieces: Piece[];
  readonly hexes: ReadonlyMap<string, unknown>;
  readonly marks: Marks;
  readonly map: { show(hexes: string[]): void; keep?(): () => void } | null;
  /** Another state is shown. */
  arrived(state: TableState): void;
  /** The state that is shown is the newest. */
  rested(state: TableState): void;
}

interface Shot {
  state: TableState;
  /** What came of the answers that led there. */
  events: Happened[];
}

/** Whether one state comes after another, for the same eyes. */
function after(before: TableState, state: TableState): boolean {
  return state.number >= before.number && state.viewing === before.viewing && state.viewing !== null;
}

/** Whether one state comes after another by answers that are not this reader's. */
function ofOthers(before: TableState, state: TableState): boolean {
  const since = state.log.filter((entry) => entry.number > before.number);
  return since.some((entry) => entry.actor !== 'chance' && !state.you.includes(entry.actor)) && told(since).length > 0;
}

export class Film {
  shown = $state.raw<TableState | null>(null);
  on = $state(false);
  /** The number of the last state that came without the pictures before it. */
  unfilmed = $state(-1);
  #newest: TableState | null = null;
  #shots: Shot[] = [];
  /** How many shots this film has had so far, and has still to come. */
  #total = 0;
  /** Back to what the reader looked at before it. */
  #home: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: FilmHost) {}

  /** States have come, one after another: each is a picture of its moment. */
  take(steps: Step[]): void {
    const before = this.#newest;
    const newest = steps.at(-1)?.state;
    if (!newest) return;
    this.#newest = newest;
    if (!before || !after(before, newest)) return this.#end();
    const missing = steps.some((step) => step.unfilmed);
    const wanted = (this.on || this.#wanted) && ofOthers(before, newest);
    if (wanted && missing) this.unfilmed = newest.number;
    if (this.on || (wanted && !missing)) {
      const starts = !this.on;
      if (starts) [this.on, this.#total, this.#home] = [true, 0, this.host.map?.keep?.()];
      this.#add(before, steps);
      if (starts) this.#next();
    } else {
      this.#end();
    }
  }

  /** Show at once what is still to come. */
  skip(): void {
    if (this.on) this.#end();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  get #wanted(): boolean {
    return prefs.speed !== 'skip' && this.host.playing && !this.host.setUp.on && !document.hidden;
  }

  #add(before: TableState, steps: Step[]): void {
    let from = before.number;
    for (const { state } of steps) {
      const entries = state.log.filter((entry) => entry.number > from);
      this.#shots.push({ state, events: entries.flatMap((entry) => entry.events) });
      from = state.number;
    }
    this.#total += steps.length;
  }

  #next(): void {
    const shot = this.#shots.shift();
    if (!shot) return this.#end();
    const { host } = this;
    this.#show(shot.state);
    const { speed } = prefs;
    if (speed === 'skip') return this.#end();
    if (!shot.events.length) return this.#next();
    host.marks.hexes = placesOf(shot, host.pieces, host.hexes);
    host.map?.show(host.marks.hexes);
    const { step: most, all } = PACES[speed];
    this.#timer = setTimeout(() => this.#next(), Math.min(most, all / this.#total));
  }

  #end(): void {
    clearTimeout(this.#timer);
    // What was not shown yet arrives in its order: no trail and no die is left out.
    const left = this.#shots;
    this.#shots = [];
    for (const { state } of left) this.#show(state);
    if (this.on) this.host.marks.hexes = [];
    this.on = false;
    this.#home?.();
    this.#home = undefined;
    if (!this.#newest) return;
    this.#show(this.#newest);
    this.host.rested(this.#newest);
  }

  #show(state: TableState): void {
    if (this.shown === state) return;
    this.shown = state;
    this.host.arrived(state);
  }
}
