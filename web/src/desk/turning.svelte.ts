// A counter is to be turned: where the compass stands, where it points, and the answer that is meant.
import { facings, nextFacing } from '../lib/facing';
import type { Choice, Piece } from '../lib/types';

/** What turning needs of the desk. */
export interface TurningHost {
  readonly choices: Choice[];
  readonly subject: string;
  readonly pieces: Piece[];
  readonly pending: boolean;
  readonly hexes: ReadonlyMap<string, unknown>;
  answer(choice: Choice): void;
}

export class Turning {
  /** Where the hand points; null as long as it has not pointed. */
  aimed = $state<number | null>(null);
  #question = '';

  constructor(private readonly host: TurningHost) {}

  readonly ways = $derived.by(() => facings(this.host.choices));
  /** The hex of the counter that is to be turned, '' where nothing is. */
  readonly hex = $derived.by(() => {
    const piece = this.ways.size ? this.host.pieces.find((each) => each.id === this.host.subject) : undefined;
    return piece && this.host.hexes.has(piece.place) ? piece.place : '';
  });
  readonly usual = $derived.by(() => this.host.choices.find((choice) => choice.facing !== null && choice.usual) ?? null);

  /** The hexside that the compass shows: pointed at, usual, or the first. */
  get shown(): number {
    if (this.aimed !== null && this.ways.has(this.aimed)) return this.aimed;
    return this.usual?.facing ?? [...this.ways.keys()][0] ?? 0;
  }

  aim(facing: number | null): void {
    this.aimed = facing !== null && this.ways.has(facing) ? facing : null;
  }

  /** One hexside on. False where nothing is to be turned. */
  turn(step: 1 | -1): boolean {
    if (!this.ways.size) return false;
    this.aimed = nextFacing(this.ways, this.shown, step);
    return true;
  }

  /** Look that way. False where that is not offered. */
  take(facing: number = this.shown): boolean {
    const choice = this.ways.get(facing);
    if (!choice || this.host.pending) return false;
    this.host.answer(choice);
    return true;
  }

  /** Another question is open: the compass begins anew. */
  arrived(question: string): void {
    if (question !== this.#question) this.aimed = null;
    this.#question = question;
  }
}
