// What is being placed: a draft that is dragged and turned, the server's suggestions, and its word on the draft.
import { api } from './api';
import type { Desk } from './desk.svelte';
import { prefs } from './prefs.svelte';
import { FORMATIONS, notation, readNotation, turn, type Checked, type Draft, type Goal, type Point, type Suggestion } from './tabletop';

const PAUSE = 70;

export class Placing {
  draft = $state<Draft | null>(null);
  suggestions = $state.raw<Suggestion[]>([]);
  /** The suggestions for this question are there, however many. */
  suggested = $state(false);
  checked = $state.raw<Checked | null>(null);
  /** Written by hand, where it says more than the draft: a waypoint, a word. */
  written = $state('');
  readonly goal = $derived.by<Goal | null>(() => (this.desk.playing && this.desk.scene?.prompt.open ? (this.desk.table?.goal ?? null) : null));
  /** What `checked` is about: while the draft moves, the newest word is about where it was. */
  asked = $state('');
  readonly text = $derived(this.written || (this.goal && this.draft ? notation(this.goal, this.draft) : ''));
  readonly fresh = $derived(this.checked !== null && this.asked === this.text);

  #busy = false;
  #closed = false;

  constructor(readonly desk: Desk) {}

  /** A question has come or gone. */
  begin(): void {
    const goal = this.goal;
    [this.suggestions, this.suggested, this.checked, this.written] = [[], false, null, ''];
    this.draft = goal ? { x: goal.at[0], y: goal.at[1], facing: goal.facing, formation: goal.formation, hidden: false, via: null } : null;
    if (!goal) return;
    const number = this.desk.state?.number;
    api.suggest(this.desk.id, 10).then(
      (found) => this.desk.state?.number === number && ([this.suggestions, this.suggested] = [found, true]),
      () => undefined,
    );
    void this.ask();
  }

  change(part: Partial<Draft>): void {
    if (!this.draft) return;
    this.draft = { ...this.draft, ...part };
    this.written = '';
    void this.ask();
  }

  turnBy(degrees: number): void {
    if (this.draft && this.goal?.kind === 'unit') this.change({ facing: turn(this.draft.facing + degrees) });
  }

  /** Whether a point of the way can be chosen: for a unit that stands somewhere and goes elsewhere. */
  get windable(): boolean {
    return this.goal?.kind === 'unit' && this.goal.rate > 0 && !this.goal.zone;
  }

  /** A point of the way: where it was clicked, in the middle, or away with it. */
  wind(at?: Point): void {
    if (!this.draft || !this.goal || !this.windable) return;
    const middle: Point = [(this.goal.at[0] + this.draft.x) / 2, (this.goal.at[1] + this.draft.y) / 2];
    const [x, y] = at ?? middle;
    this.change({ via: at === undefined && this.draft.via ? null : [Math.round(x), Math.round(y)] });
  }

  nextFormation(): void {
    const at = FORMATIONS.findIndex((each) => each === this.draft?.formation);
    this.change({ formation: FORMATIONS[(at + 1) % FORMATIONS.length] ?? 'line' });
  }

  write(text: string): void {
    const read = readNotation(text);
    if (read && this.draft) this.draft = this.goal?.kind === 'point' ? { ...this.draft, x: read.x, y: read.y } : read;
    this.written = text.trim();
    void this.ask();
  }

  /** Ask whether the draft would do: one question at a time, always about the newest draft. */
  async ask(): Promise<void> {
    if (this.#busy || this.#closed) return;
    this.#busy = true;
    let asked = '';
    while (!this.#closed && this.goal && this.text && asked !== this.text) {
      asked = this.text;
      const told = await api.check(this.desk.id, asked, prefs.language).catch(() => null);
      if (asked === this.text) [this.checked, this.asked] = [told, asked];
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    this.#busy = false;
  }

  send(text = this.text): void {
    if (text) this.desk.answer({ id: text, text, hex: null, piece: null, odds: false, done: false, ends: false });
  }

  close(): void {
    this.#closed = true;
  }
}
