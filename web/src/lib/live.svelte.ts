// One table, live: a socket that comes back by itself, and the newest state: whole at first, then by what changed.
import { tokensOf } from './api';
import { applyChange, type Change } from './changes';
import type { Explanation, TableState } from './types';

type Letter = { type: string; [key: string]: unknown };

export class Live {
  state = $state.raw<TableState | null>(null);
  connected = $state(false);
  error = $state<{ message: string; rule: string; code: string } | null>(null);
  thinking = $state<string>('');

  #socket: WebSocket | null = null;
  #closed = false;
  #wait = 500;
  #next = 1;
  #waiting = new Map<number, (letter: Letter) => void>();
  /** Whether this connection has told a whole state: what changed is meant from there on. */
  #whole = false;
  #overlays: string[] = [];

  constructor(
    readonly id: string,
    private language: string,
  ) {
    this.#open();
  }

  #open(): void {
    const address = new URL(`/api/tables/${this.id}/live`, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = 500;
      this.connected = true;
      this.#whole = false;
      const wishes = { language: this.language, differences: true, overlays: this.#overlays };
      socket.send(JSON.stringify({ type: 'hello', tokens: tokensOf(this.id), ...wishes }));
    };
    socket.onmessage = (message) => this.#take(JSON.parse(String(message.data)) as Letter);
    socket.onclose = (event) => {
      this.connected = false;
      for (const answer of this.#waiting.values()) answer({ type: 'closed' });
      this.#waiting.clear();
      // Refused for good: another try would be refused too.
      if ([4400, 4403, 4404].includes(event.code) && this.state === null) this.#closed = true;
      if (!this.#closed) setTimeout(() => this.#open(), (this.#wait = Math.min(this.#wait * 2, 10_000)));
    };
  }

  #take(letter: Letter): void {
    if (letter.type === 'state' || (letter.type === 'change' && this.#whole && this.state)) {
      this.state = letter.type === 'state' ? (letter as unknown as TableState) : applyChange(this.state as TableState, letter as unknown as Change);
      this.#whole = true;
      this.thinking = this.state.seats.find((seat) => seat.thinking)?.name ?? '';
    } else if (letter.type === 'thinking') {
      this.thinking = letter['on'] ? String(letter['seat']) : '';
    } else if (letter.type === 'error') {
      this.error = {
        message: String(letter['message']),
        rule: String(letter['rule'] ?? ''),
        code: String(letter['code']),
      };
    } else if (typeof letter['id'] === 'number') {
      this.#waiting.get(letter['id'])?.(letter);
      this.#waiting.delete(letter['id']);
    }
  }

  #send(letter: Letter): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(letter));
    return true;
  }

  #request(letter: Letter): Promise<Letter> {
    const id = this.#next++;
    return new Promise((resolve) => {
      if (this.#send({ ...letter, id })) this.#waiting.set(id, resolve);
      else resolve({ type: 'closed' });
    });
  }

  /** Send an answer; false where there is no connection to send it on. */
  answer(answer: string): boolean {
    this.error = null;
    return this.state !== null && this.#send({ type: 'answer', number: this.state.number, answer });
  }

  undo(to?: number): void {
    if (this.state) this.#send({ type: 'undo', number: this.state.number, ...(to === undefined ? {} : { to }) });
  }

  askBack(to: number): void {
    this.#send({ type: 'undo-ask', to });
  }

  consent(yes: boolean): void {
    this.#send({ type: 'undo-consent', yes });
  }

  /** Let a computer seat that has stopped try again. */
  wake(): void {
    this.#send({ type: 'wake' });
  }

  chat(text: string): void {
    this.#send({ type: 'chat', text });
  }

  speak(language: string): void {
    this.language = language;
    this.#send({ type: 'language', language });
  }

  /** The overlays that are shown: only their hexes are told. */
  show(overlays: string[]): void {
    this.#overlays = overlays;
    this.#send({ type: 'overlays', names: overlays });
  }

  async whyNot(target: { hex?: string; piece?: string }): Promise<{ rule: string; why: string }> {
    const letter = await this.#request({ type: 'why-not', ...target });
    return { rule: String(letter['rule'] ?? ''), why: String(letter['why'] ?? '') };
  }

  async odds(answer: string): Promise<Explanation | null> {
    return ((await this.#request({ type: 'odds', answer }))['explanation'] as Explanation | undefined) ?? null;
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }
}
