// Odds of the answer that is pointed at, what the other side could do in return, and what came of them when the dice fell.
import { api } from '../lib/api';
import { prefs } from '../lib/prefs.svelte';
import type { Choice, Explanation, Piece, Reply, TableState } from '../lib/types';
import { toll, type Throw } from '../lib/words';

/** A pointer that only passes by asks nothing. */
const PAUSE_MS = 120;
/** So many of the dice that fell at once are kept. */
const MOST_THROWS = 8;

/** What the odds need of the desk. */
export interface OddsHost {
  readonly id: string;
  readonly state: TableState | null;
  readonly playing: boolean;
  readonly pending: boolean;
  readonly choices: Choice[];
  readonly pieces: Piece[];
  readonly live: { odds(answer: string): Promise<Explanation | null> };
  beside(hex: string, other: string): boolean;
}

export class Odds {
  shown = $state.raw<{ choice: Choice; told: Explanation | null } | null>(null);
  /** The answer that is pointed at now. */
  pointed = $state('');
  /** The dice that fell last, and what was told of them before, if it was this reader's decision. */
  thrown = $state.raw<{ told: Explanation | null; throws: Throw[] } | null>(null);
  /** What the other side could do in return, once somebody has looked at odds of this moment. */
  replies = $state.raw<{ number: number; found: Reply[] } | null>(null);
  /** In return for the answer that is pointed at: attacks on hexes beside its place, the worst first. */
  readonly inReturn = $derived.by<Reply[]>(() => {
    const choice = this.shown?.choice;
    const label = choice?.hex ?? this.host.pieces.find((piece) => piece.id === choice?.piece)?.place;
    if (!label || this.replies?.number !== this.host.state?.number) return [];
    return (this.replies?.found ?? [])
      .filter((each) => each.hex === label || this.host.beside(label, each.hex))
      .sort((a, b) => toll(b) - toll(a));
  });

  /** Odds of the answer that waits for a press. */
  held = $state.raw<Explanation | null>(null);
  /** Odds of this moment by answer, as far as they are known. */
  known = $state.raw<ReadonlyMap<string, Explanation | null>>(new Map());

  /** Answers whose odds are wanted, the first being asked about. */
  #wanted: string[] = [];
  /** What was told of the answer that is on its way. */
  #asked: Explanation | null = null;
  #thinking: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: OddsHost) {}

  /** Odds of an answer, a moment after it is pointed at. */
  point(choice: Choice | null): void {
    clearTimeout(this.#timer);
    this.pointed = choice?.odds ? choice.id : '';
    if (!choice?.odds || !this.host.playing) return;
    const kept = this.known.get(choice.id);
    if (kept !== undefined) {
      this.shown = { choice, told: kept };
      if (kept && choice.hex !== null) void this.#thinkOn();
    } else this.#timer = setTimeout(() => void this.#ask(choice), PAUSE_MS);
  }

  async #ask(choice: Choice): Promise<void> {
    const { host } = this;
    const number = host.state?.number;
    const offered = () => host.choices.some((each) => each.id === choice.id);
    if (host.pending || !offered()) return;
    const told = await host.live.odds(choice.id);
    // Told of a moment that is over: the same answer may have other odds now.
    if (host.state?.number !== number) return;
    this.#keep(choice.id, told);
    if (offered()) this.shown = { choice, told };
    if (told && choice.hex !== null) void this.#thinkOn();
  }

  #keep(id: string, told: Explanation | null): void {
    this.known = new Map(this.known).set(id, told);
  }

  /** An answer waits for a press: its odds are asked for at once, and stay until it is given or taken back. */
  async hold(choice: Choice | null): Promise<void> {
    this.held = null;
    if (!choice?.odds) return;
    const number = this.host.state?.number;
    const told = this.known.get(choice.id) ?? (await this.host.live.odds(choice.id));
    if (this.host.state?.number !== number) return;
    this.#keep(choice.id, told);
    this.held = told;
  }

  /** Odds that stand beside their buttons, on every device: one answer after the other is asked about. */
  async want(choices: Choice[]): Promise<void> {
    const asking = this.#wanted.length > 0;
    const fresh = choices.filter((choice) => choice.odds && !this.known.has(choice.id) && !this.#wanted.includes(choice.id));
    this.#wanted = [...this.#wanted, ...fresh.map((choice) => choice.id)];
    if (asking) return;
    for (let [id] = this.#wanted; id !== undefined; [id] = this.#wanted) {
      const number = this.host.state?.number;
      const told = await this.host.live.odds(id).catch(() => null);
      if (this.host.state?.number === number) this.#keep(id, told);
      this.#wanted = this.#wanted.filter((each) => each !== id);
    }
  }

  /** Once for every moment: it does not depend on the answer that is pointed at. */
  async #thinkOn(): Promise<void> {
    const number = this.host.state?.number ?? -1;
    if (this.replies?.number === number || this.host.pending) return;
    this.replies = { number, found: [] };
    this.#thinking = new AbortController();
    const found = await api.replies(this.host.id, prefs.language, this.#thinking.signal).catch(() => []);
    if (this.host.state?.number === number) this.replies = { number, found };
  }

  /** An answer is on its way: what was told of it will stand beside its dice. Nobody asks any more what could be done in return. */
  sent(choice: Choice): void {
    this.#thinking?.abort();
    if (choice.odds) this.#asked = this.known.get(choice.id) ?? null;
  }

  /** Of what waits for a press; of what is pointed at, else of what stands; else of what was pointed at last. */
  over(standing: Explanation | null): Explanation | null {
    if (this.held) return this.held;
    return this.shown && (this.shown.choice.id === this.pointed || !standing) ? this.shown.told : standing;
  }

  /** Another moment has come: odds of the one before are over. */
  moved(): void {
    [this.shown, this.pointed, this.known, this.#wanted] = [null, '', new Map(), []];
  }

  /** Dice that fell since, if any; `mine`: this reader was asked before. */
  fell(throws: Throw[], mine: boolean): void {
    if (throws.length) [this.thrown, this.#asked] = [{ told: this.#asked, throws: throws.slice(-MOST_THROWS) }, null];
    else if (!mine) this.#asked = null;
  }

  /** Another reader sits down at this screen. */
  hide(): void {
    [this.thrown, this.#asked] = [null, null];
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
