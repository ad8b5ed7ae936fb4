// What orders are given from: the newest state, and what can be read off it.
import { Toasts } from '../../src/desk/toasts.svelte';
import { indexChoices } from '../../src/lib/choices';
import type { TableState } from '../../src/lib/types';

export class Seated {
  state: TableState | null;
  playing = true;
  pending = false;
  held = false;
  toasts = new Toasts();
  map = null;

  constructor(
    now: TableState,
    readonly hexes: Map<string, number>,
  ) {
    this.state = now;
  }

  get choices() {
    return this.state?.scene.prompt.choices ?? [];
  }

  get pieces() {
    return this.state?.scene.pieces ?? [];
  }

  get index() {
    return indexChoices(this.choices, this.pieces, this.hexes);
  }
}
