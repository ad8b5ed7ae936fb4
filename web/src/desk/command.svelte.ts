// The headquarters that is pointed at: how far its word carries, and whom it leads there. Asked for when somebody rests on it.
import { api } from '../lib/api';
import { prefs } from '../lib/prefs.svelte';
import type { Led, Piece, TableState } from '../lib/types';

/** A pointer that only passes by asks nothing. */
const PAUSE_MS = 160;

export interface CommandHost {
  readonly id: string;
  readonly state: TableState | null;
  readonly pieces: Piece[];
}

export class Command {
  shown = $state.raw<Led[]>([]);
  #kept = new Map<string, Led[]>();
  #of = -1;
  #wanted = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: CommandHost,
    private readonly ask: typeof api.card = api.card,
  ) {}

  /** A counter is pointed at, or a hex with whatever headquarters lie in it; or nothing. */
  point(hex: string | null, piece: string | null): void {
    clearTimeout(this.#timer);
    const { pieces, state } = this.host;
    const staffs = pieces.filter((each) => each.symbol === 'hq' && each.place === hex && (piece === null || each.id === piece));
    if (state && this.#of !== state.number) [this.#of, this.#kept] = [state.number, new Map()];
    this.#wanted = staffs.length && hex ? `${hex} ${piece ?? ''}` : '';
    if (!this.#wanted || !hex) return void (this.shown = []);
    const kept = this.#kept.get(hex);
    this.shown = kept ? this.#those(kept, piece) : [];
    if (!kept) this.#timer = setTimeout(() => void this.#look(hex, piece), PAUSE_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #those(command: Led[], piece: string | null): Led[] {
    return command.filter((led) => piece === null || led.piece === piece);
  }

  async #look(hex: string, piece: string | null): Promise<void> {
    const number = this.#of;
    const card = await this.ask(this.host.id, hex, '', prefs.language).catch(() => null);
    if (!card || this.#of !== number) return;
    this.#kept.set(hex, card.command);
    if (this.#wanted === `${hex} ${piece ?? ''}`) this.shown = this.#those(card.command, piece);
  }
}
