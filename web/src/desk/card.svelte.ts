// The card of a hex: what its ground is, who holds it and gets there, the way of its supply. Asked for when somebody looks.
import { api } from '../lib/api';
import { prefs } from '../lib/prefs.svelte';
import type { HexCard } from '../lib/types';

export interface CardHost {
  readonly id: string;
  /** The counter that a question is about, or that was selected: its cost is told. */
  readonly asking: string;
}

export class HexLook {
  shown = $state.raw<HexCard | null>(null);
  #wanted = '';

  constructor(private readonly host: CardHost) {}

  async open(hex: string): Promise<void> {
    this.#wanted = hex;
    const found = await api.card(this.host.id, hex, this.host.asking, prefs.language).catch(() => null);
    if (this.#wanted === hex) this.shown = found;
  }

  toggle(hex: string): void {
    if (this.shown?.hex === hex) this.close();
    else void this.open(hex);
  }

  close(): void {
    [this.#wanted, this.shown] = ['', null];
  }
}
