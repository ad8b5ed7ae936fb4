// The way to the destination that is pointed at: its hexes, what it costs, and the points that are left then.
import type { Choice, TableState, Way } from '../lib/types';

/** A pointer that only passes by asks nothing. */
const PAUSE_MS = 60;

/** What ways need of the desk. */
export interface WaysHost {
  readonly state: TableState | null;
  readonly playing: boolean;
  readonly pending: boolean;
  readonly live: { way(answer: string): Promise<Way | null> };
}

export class Ways {
  shown = $state.raw<{ hex: string; way: Way } | null>(null);
  #kept = new Map<string, Way | null>();
  #of = -1;
  #wanted = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: WaysHost) {}

  /** Something is pointed at: a destination of the counter that the question is about, or nothing of the kind. */
  point(choice: Choice | null): void {
    clearTimeout(this.#timer);
    const { state, playing } = this.host;
    // One counter is on its way, or a group out of a hex; a target of an attack is no destination.
    const { piece = '', hex = '', context = null } = state?.scene.prompt ?? {};
    const marches = piece !== '' || (hex !== '' && context === null && !choice?.odds);
    const asked = playing && marches && choice?.hex !== null ? choice : null;
    if (state && this.#of !== state.number) [this.#of, this.#kept] = [state.number, new Map()];
    this.#wanted = asked?.id ?? '';
    const kept = asked ? this.#kept.get(asked.id) : null;
    this.shown = asked?.hex && kept ? { hex: asked.hex, way: kept } : null;
    if (asked && kept === undefined) this.#timer = setTimeout(() => void this.#ask(asked), PAUSE_MS);
  }

  /** Another moment has come. */
  moved(): void {
    this.point(null);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #ask(choice: Choice): Promise<void> {
    const number = this.host.state?.number;
    if (this.host.pending) return;
    const way = await this.host.live.way(choice.id);
    if (this.host.state?.number !== number) return;
    this.#kept.set(choice.id, way);
    if (way && choice.hex !== null && this.#wanted === choice.id) this.shown = { hex: choice.hex, way };
  }
}
