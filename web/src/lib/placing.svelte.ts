// What is being placed: a draft that is dragged and turned, the server's suggestions, and its word on the draft.
import { api } from './api';
import type { Desk } from '../desk/desk.svelte';
import type { Said } from '../desk/play.svelte';
import { named, t } from './i18n';
import { prefs } from './prefs.svelte';
import { FORMATIONS, notation, readNotation, turn, type Checked, type Draft, type Goal, type Point, type Suggested } from './tabletop';

const PAUSE = 70;
/** The longest pause before the server is asked again that gave no answer. */
const LONGEST = 2000;

export class Placing {
  draft = $state<Draft | null>(null);
  suggestions = $state.raw<Suggested[]>([]);
  /** The suggestions for this question are there, however many. */
  suggested = $state(false);
  checked = $state.raw<Checked | null>(null);
  /** Written by hand, where it says more than the draft: a waypoint, a word. */
  written = $state('');
  readonly goal = $derived.by<Goal | null>(() =>
    this.desk.playing && this.desk.scene?.prompt.open ? (this.desk.table?.goal ?? null) : null,
  );
  /** What `checked` is about: while the draft moves, the newest word is about where it was. */
  asked = $state('');
  readonly text = $derived(this.written || (this.goal && this.draft ? notation(this.goal, this.draft) : ''));
  readonly fresh = $derived(this.checked !== null && this.asked === this.text);

  /** The ghost goes with the pointer; held still, it is dragged and turned by its handle. */
  following = $state(true);
  /** Spots at which it may stand as it faces now, so far apart. */
  area = $state.raw<{ spots: Point[]; step: number }>({ spots: [], step: 0 });
  /** How it looks and is formed by the player's own will, while it lies on a suggestion. */
  #own: Pick<Draft, 'facing' | 'formation'> | null = null;
  /** It goes there as soon as the server says that it may. */
  #wanted = '';
  /** An answer that waits until the server has spoken. */
  #word = '';
  #said: Said = 'gesture';
  /** Answers that are no place and roll dice. */
  #rolling = $state.raw<ReadonlySet<string>>(new Set());
  #flying = false;
  #busy = false;
  #closed = false;

  constructor(readonly desk: Desk) {}

  /** A question has come or gone. */
  begin(): void {
    const goal = this.goal;
    [this.suggestions, this.suggested, this.checked, this.written] = [[], false, null, ''];
    [this.following, this.area, this.#own, this.#wanted, this.#word] = [true, { spots: [], step: 0 }, null, '', ''];
    this.draft = goal ? { x: goal.at[0], y: goal.at[1], facing: goal.facing, formation: goal.formation, hidden: false, via: null } : null;
    this.#rolling = new Set();
    if (!goal) return;
    const suggest = () => api.suggest(this.desk.id, 10);
    void this.#learn(suggest, (found) => ([this.suggestions, this.suggested] = [found, true]));
    const look = () => api.look(this.desk.id, 'goal');
    void this.#learn(look, (found) => (this.area = { spots: found.area ?? [], step: found.step ?? 0 }));
    for (const word of goal.words) {
      const check = () => api.check(this.desk.id, word, prefs.language);
      void this.#learn(check, (told) => told.rolls && (this.#rolling = new Set([...this.#rolling, word])));
    }
    void this.ask();
  }

  /** What the server knows about this question; where it gives no answer, it is asked again until the question is over. */
  async #learn<T>(question: () => Promise<T>, take: (found: T) => void): Promise<void> {
    const number = this.desk.state?.number;
    for (let pause = PAUSE; !this.#closed && this.desk.state?.number === number; pause = Math.min(LONGEST, 2 * pause)) {
      const found = await question().catch(() => null);
      if (this.desk.state?.number !== number) return;
      if (found !== null) return take(found);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** The pointer is there: over the open table, or on a suggestion, which is taken as it is. */
  point(at: Point, suggestion: string | null): void {
    if (!this.draft || !this.goal || !this.following) return;
    if (suggestion !== null) {
      if (this.text === suggestion) return;
      this.#own ??= { facing: this.draft.facing, formation: this.draft.formation };
      return this.write(suggestion);
    }
    const via = this.#own ? null : this.draft.via;
    const own = this.#own ?? {};
    this.#own = null;
    this.change({ ...own, via, x: Math.round(at[0]), y: Math.round(at[1]) });
  }

  /** Put it where it is: at once where it may stand, or as soon as that is known; what forbids it stands in the bar. */
  put(): void {
    this.#wanted = this.text;
    this.#settle();
  }

  #settle(): void {
    if (!this.#wanted || !this.fresh) return;
    const wanted = this.#wanted === this.text && this.checked?.ok;
    this.#wanted = '';
    if (wanted) this.send();
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
    let pause = PAUSE;
    while (!this.#closed && this.goal && this.text && asked !== this.text && !this.#word) {
      if (!this.desk.play.pending) {
        asked = this.text;
        this.#flying = true;
        const told = await api.check(this.desk.id, asked, prefs.language).catch(() => null);
        this.#flying = false;
        if (told === null) {
          // Too many questions, or no line: the same again, later.
          [asked, pause] = ['', Math.min(LONGEST, 2 * pause)];
        } else if (asked === this.text) {
          [this.checked, this.asked] = [told, asked];
          this.#settle();
        } else asked = ''; // it moved on, and may yet come back to where it was
      }
      if (!this.#word) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.#busy = false;
    const word = this.#word;
    this.#word = '';
    if (word) this.send(word, this.#said);
  }

  /** Whether dice follow the answer, as far as the server has said. */
  rolls(text = this.text): boolean {
    return this.#rolling.has(text) || (this.checked?.rolls === true && this.asked === text);
  }

  /** Give the answer; while the server is being asked about a place, as soon as it has spoken: it would refuse to speak later. */
  send(text = this.text, said: Said = 'gesture'): void {
    if (this.#flying) [this.#word, this.#said] = [text, said];
    else if (text)
      this.desk.answer(
        {
          id: text,
          text: this.goal?.words.includes(text) ? named('open', text) : t('open.place'),
          hex: null,
          piece: null,
          odds: false,
          done: false,
          ends: false,
          rolls: this.rolls(text),
          facing: null,
          usual: false,
          opens: false,
        },
        said,
      );
  }

  close(): void {
    this.#closed = true;
  }
}
