// The game as it goes on: answers that are given here, and what each new state brings.
import { trail } from '../lib/changes';
import { t } from '../lib/i18n';
import { notice } from '../lib/notices';
import { chime } from '../lib/sound';
import { placesOf } from '../lib/tabletop';
import type { Choice, TableState } from '../lib/types';
import { throwsSince, type Throw } from '../lib/words';
import type { Marks } from './marks.svelte';
import type { Odds } from './odds.svelte';
import type { QuickSetUp } from './setUp.svelte';
import type { Toasts } from './toasts.svelte';

/** So many throws stand on the card of dice. */
const MOST_THROWS = 3;

/** How an answer was given: by a gesture (a tick, a drop, a click on the map, an order), which says nothing of dice; by a button that shows
 * them; or typed. */
export type Said = 'gesture' | 'button' | 'typed';

/** What the game needs of the desk. */
export interface PlayHost {
  readonly playing: boolean;
  readonly open: boolean;
  readonly hexes: ReadonlyMap<string, unknown>;
  readonly live: { answer(answer: string): boolean };
  readonly marks: Marks;
  readonly odds: Odds;
  readonly setUp: QuickSetUp;
  readonly toasts: Toasts;
  /** A loss is asked for: nobody thinks it over. */
  readonly losing: boolean;
  /** The order that is under way. */
  readonly orders: { pressed(): void; stop(): void };
  /** An answer was chosen: what offered it closes, a menu or a list. */
  answered(): void;
  /** Another moment has come: a menu of the one before closes. */
  wentOn(): void;
  /** Another seat sits down at this screen: nothing of the one before may stand there. */
  cover(): void;
  /** The game has just ended. */
  ended(): void;
}

export class Play {
  /** An answer is on its way. */
  pending = $state(false);
  /** An answer that ends this seat's move, or rolls dice that no button announced: it waits here for a press, so that it can be taken back. */
  held = $state.raw<Choice | null>(null);
  /** The seat that must look away or sit down before its picture is shown. */
  curtain = $state('');
  /** The dice that have just fallen. */
  throws = $state.raw<Throw[]>([]);
  #seen: TableState | null = null;
  #over = false;

  constructor(private readonly host: PlayHost) {}

  /** An answer that ends the move waits for Done, unless it was typed; one that rolls dice waits for a button that says so. */
  answer(choice: Choice, said: Said = 'gesture'): void {
    if (this.pending || !this.host.playing || this.held) return;
    this.host.answered();
    if (!this.#waits(choice, said)) return this.#send(choice);
    this.held = choice;
    if (choice.rolls) void this.host.odds.hold(choice);
  }

  #waits(choice: Choice, said: Said): boolean {
    if (choice.rolls) return said !== 'button';
    return choice.ends && said !== 'typed' && !this.host.setUp.on && !(said === 'button' && this.host.losing);
  }

  /** The answer that waited is sent. */
  release(): void {
    const choice = this.held;
    if (!choice || this.pending) return;
    this.held = null;
    this.host.orders.pressed();
    this.#send(choice);
    void this.host.odds.hold(null);
  }

  /** The answer that waits is not given. */
  takeBack(): void {
    if (!this.held) return;
    this.held = null;
    this.host.orders.stop();
    void this.host.odds.hold(null);
  }

  #send(choice: Choice): void {
    this.host.odds.sent(choice);
    if (this.host.live.answer(choice.id)) this.pending = true;
    else this.host.toasts.say(t('error.offline'), '', 'warn');
  }

  /** A new state has come: trails, dice, the curtain between two seats of one screen. */
  arrived(state: TableState): void {
    const { host } = this;
    const before = this.#seen;
    this.#seen = state;
    this.pending = false;
    if (!before) {
      this.#over = state.status === 'over';
      return;
    }
    if (state.number !== before.number) {
      this.held = null;
      void host.odds.hold(null);
      host.wentOn();
      host.odds.moved();
    }
    if (state.number > before.number) this.#wentOn(before, state);
    if (this.#passed(before, state)) {
      [this.curtain, this.throws] = [state.viewing ?? '', []];
      host.cover();
    }
    if (state.status === 'over' && !this.#over) {
      this.#over = true;
      host.ended();
    }
    if (host.setUp.on) void host.setUp.next(state);
  }

  #wentOn(before: TableState, state: TableState): void {
    const { host } = this;
    const [was, is] = [before.scene.pieces, state.scene.pieces];
    const mine = before.scene.prompt.mine;
    host.marks.moved(trail(was, is, host.open ? placesOf([...was, ...is]) : host.hexes), mine);
    const fallen = throwsSince(state.log, before.number);
    // Dice stay until their consequence is settled: as long as the battle goes on in which they fell.
    const battle = state.scene.prompt.context?.hex;
    const same = battle !== undefined && battle === (before.scene.prompt.context?.hex ?? battle);
    if (fallen.length || !same) this.throws = fallen.slice(-MOST_THROWS);
    host.odds.fell(fallen, mine);
    if (state.scene.prompt.mine && !mine) {
      chime();
      notice(state.name);
    }
  }

  /** Whether the screen goes from one seat to another of which it holds secrets. */
  #passed(before: TableState, state: TableState): boolean {
    const other = state.you.length > 1 && state.viewing !== before.viewing && state.viewing !== null;
    return other && [...before.scene.pieces, ...state.scene.pieces].some((piece) => piece.hidden);
  }
}
