// A what-if: counters are taken up and set down on this page alone, and odds asked of what lies there.
import { api } from '../lib/api';
import type { Target } from '../lib/choices';
import { prefs } from '../lib/prefs.svelte';
import type { Explanation, Piece } from '../lib/types';
import { changedPlaces } from '../lib/words';
import type { Marks } from './marks.svelte';
import type { Toasts } from './toasts.svelte';

/** What a what-if needs of the desk. */
export interface WhatIfHost {
  readonly id: string;
  /** The counters as they really lie. */
  readonly real: Piece[];
  readonly hexes: ReadonlyMap<string, unknown>;
  readonly marks: Marks;
  readonly toasts: Toasts;
  /** Odds have come: the tab that tells them opens. */
  showOdds(): void;
}

export class WhatIf {
  /** The counters as they lie here, or null: no what-if. */
  pieces = $state.raw<Piece[] | null>(null);
  /** The counter that is in the air. */
  lifted = $state('');
  /** The next click asks for the odds of an attack on a hex, by this seat. */
  aiming = $state(false);
  attacker = $state('');
  supposed = $state.raw<{ hex: string; told: Explanation | null } | null>(null);
  #past: Piece[][] = [];

  constructor(private readonly host: WhatIfHost) {}

  start(attacker: string): void {
    this.pieces = [...this.host.real];
    [this.attacker, this.#past] = [attacker, []];
  }

  end(): void {
    [this.pieces, this.supposed, this.#past] = [null, null, []];
    [this.lifted, this.aiming] = ['', false];
    this.host.marks.hexes = [];
  }

  /** A click takes a counter up, sets it down, or asks for odds. */
  async click(target: Target): Promise<void> {
    const piece = this.pieces?.find((each) => each.id === target.piece);
    // A counter may hang over into the next hex: it lies where it says.
    const place = piece?.place ?? target.hex ?? '';
    if (this.aiming) return this.suppose(place);
    if (this.lifted && place) {
      if (piece?.id !== this.lifted) this.#setDown(place);
      this.lifted = '';
    } else if (piece) {
      this.lifted = piece.id;
    }
  }

  #setDown(place: string): void {
    const lying = this.pieces ?? [];
    const moved = lying.find((each) => each.id === this.lifted);
    if (!moved) return;
    this.#past.push(lying);
    [this.pieces, this.supposed] = [[...lying.filter((each) => each !== moved), { ...moved, place }], null];
  }

  /** The last counter that was set down goes back. */
  stepBack(): void {
    const before = this.#past.pop();
    if (before) [this.pieces, this.lifted, this.supposed] = [before, '', null];
  }

  /** How it would go: the odds of an attack on a hex, as the counters lie here. */
  async suppose(hex: string): Promise<void> {
    if (!this.pieces || !this.host.hexes.has(hex)) return;
    this.aiming = false;
    this.host.marks.hexes = [hex];
    try {
      const places = changedPlaces(this.host.real, this.pieces);
      const told = await api.whatIf(this.host.id, { places, hex, by: this.attacker }, prefs.language);
      this.supposed = { hex, told };
      this.host.showOdds();
    } catch (error) {
      this.host.toasts.fail(error);
    }
  }
}
