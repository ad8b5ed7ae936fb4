// The rest of a set-up, placed as the staff would: one answer after the other. Where the staff can't be asked, it is spread over the places.
import { api } from '../lib/api';
import { leastCrowded } from '../lib/choices';
import type { Choice, TableState } from '../lib/types';

/** What the set-up needs of the desk. */
export interface SetUpHost {
  readonly id: string;
  readonly state: TableState | null;
  readonly curtain: string;
  answer(choice: Choice): void;
}

/** Whether the open question places counters before the first line of the sequence of play. */
export function settingUp({ scene }: TableState): boolean {
  const { choices } = scene.prompt;
  return choices.length > 1 && choices.every((choice) => choice.hex !== null) && scene.outline.every((line) => line.mark === '');
}

export class QuickSetUp {
  /** It goes on: nothing is asked of the player until it has ended. */
  on = $state(false);
  /** For whom it goes on; undefined before the first answer. */
  #seat: string | null | undefined;
  /** What the staff means to answer. */
  #run: string[] = [];
  /** The moment for which the staff is being asked. */
  #asked = -1;

  constructor(
    private readonly host: SetUpHost,
    private readonly pick: (count: number) => number = (count) => Math.floor(Math.random() * count),
  ) {}

  start(): void {
    [this.on, this.#run, this.#asked] = [true, [], -1];
    if (this.host.state) void this.next(this.host.state);
  }

  /** The next counter, or the end of it: another seat's turn, a curtain, another question. */
  async next(state: TableState): Promise<void> {
    const { prompt } = state.scene;
    if (!prompt.mine || !settingUp(state) || this.host.curtain !== '' || state.viewing !== (this.#seat ??= state.viewing)) {
      [this.on, this.#seat] = [false, undefined];
      return;
    }
    const choice = await this.#choose(state);
    // Another moment has come while the staff thought.
    if (choice && this.on && (this.host.state?.number ?? state.number) === state.number) this.host.answer(choice);
  }

  /** The server refused an answer: the player goes on. */
  refused(): void {
    [this.on, this.#seat] = [false, undefined];
  }

  async #choose({ number, scene: { prompt, pieces } }: TableState): Promise<Choice | null> {
    const legal = (text: string | undefined) => prompt.choices.find((choice) => choice.id === text);
    if (!legal(this.#run[0])) {
      if (this.#asked === number) return null;
      this.#asked = number;
      this.#run = await api.staff(this.host.id).catch(() => []);
      this.#asked = -1;
    }
    return legal(this.#run.shift()) ?? leastCrowded(prompt.choices, pieces, this.pick);
  }
}
