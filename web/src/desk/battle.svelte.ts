// A battle in one place: odds of the attack as it stands, counters ticked on and off, and what came of it until the next answer.
import { battleEntries, battleOf, mainChoice, untickPlan } from '../lib/battle';
import { t } from '../lib/i18n';
import { canTakeBack } from '../lib/orders';
import type { Choice, Context, Explanation, LogEntry, TableState } from '../lib/types';
import type { Toasts } from './toasts.svelte';

/** What a battle needs of the desk. */
export interface BattleHost {
  readonly state: TableState | null;
  readonly playing: boolean;
  readonly pending: boolean;
  /** An answer waits for Done. */
  readonly held: boolean;
  readonly toasts: Toasts;
  readonly orders: { readonly running: unknown };
  readonly live: { odds(answer: string): Promise<Explanation | null>; undo(to?: number): void };
  answer(choice: Choice): void;
}

/** A battle that is over: what it was, and what was told of it. */
export interface Fought {
  context: Context;
  entries: LogEntry[];
}

export class BattleDesk {
  folded = $state(false);
  /** Odds of the attack as it stands now. */
  standing = $state.raw<Explanation | null>(null);
  /** The battle that has just ended: it stands there until the next answer. */
  fought = $state.raw<Fought | null>(null);
  #last: Context | null = null;
  #again: string[] = [];
  #seen = -1;

  constructor(private readonly host: BattleHost) {}

  /** Its panel has the question and the buttons that answer it. */
  get asks(): boolean {
    const { state, playing, held } = this.host;
    const prompt = state?.scene.prompt;
    return prompt !== undefined && prompt.mine && playing && !held && !this.folded && battleOf(prompt) !== null;
  }

  /** A state is shown. */
  arrived(state: TableState): void {
    const context = battleOf(state.scene.prompt);
    const goesOn = context !== null && context.stage !== 'target';
    if (goesOn) [this.#last, this.fought] = [context, null];
    else if (this.#last) {
      const entries = battleEntries(state.log, 'advance');
      [this.fought, this.#last] = [entries.length ? { context: this.#last, entries } : null, null];
    }
    if (this.#giveAgain(state)) return;
    if (state.number !== this.#seen) this.standing = null;
    if (!this.host.orders.running && state.number !== this.#seen) void this.#ask(state);
  }

  /** An answer is given: what is over is over. */
  answered(): void {
    this.fought = null;
  }

  close(): void {
    [this.fought, this.#last] = [null, null];
  }

  /** Whether a counter that goes in can be taken off again. */
  canUntick(piece: string): boolean {
    const { state } = this.host;
    const plan = state && this.host.playing && state.undo ? untickPlan(state.log, state.viewing ?? '', piece) : null;
    return state !== null && plan !== null && canTakeBack(state.log, plan.to, state.number, state.viewing ?? '');
  }

  /** Take a counter off: the answers that ticked it and those after it are taken back, and the latter given again. */
  untick(piece: string): void {
    const { state, live, pending } = this.host;
    if (!state || pending || !this.canUntick(piece)) return;
    const plan = untickPlan(state.log, state.viewing ?? '', piece);
    if (!plan) return;
    this.#again = plan.again;
    live.undo(plan.to);
  }

  /** The next answer that is given again, if one is left; what is no longer offered is left out, and said. */
  #giveAgain(state: TableState): boolean {
    const [next] = this.#again;
    if (next === undefined) return false;
    if (!state.scene.prompt.mine) {
      this.#again = [];
      return false;
    }
    this.#again = this.#again.slice(1);
    const choice = state.scene.prompt.choices.find((each) => each.id === next);
    if (choice) {
      this.host.answer(choice);
      return true;
    }
    this.host.toasts.say(t('battle.notAgain', { answer: next }), '', 'warn');
    return this.#giveAgain(state);
  }

  async #ask(state: TableState): Promise<void> {
    this.#seen = state.number;
    const main = state.scene.prompt.mine && battleOf(state.scene.prompt) ? mainChoice(state.scene.prompt.choices) : null;
    if (!main) return;
    const told = await this.host.live.odds(main.id);
    if (this.host.state?.number === state.number) this.standing = told;
  }
}
