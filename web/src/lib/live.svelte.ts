// One table, live: a socket that comes back by itself, and the newest state: whole at first, then by what changed.
import { api, tokensOf } from './api';
import { applyChange, type Change } from './changes';
import { countersign, due, note } from './promises';
import type { Explanation, TableState, Way } from './types';

type Letter = { type: string; [key: string]: unknown };

/** Milliseconds after which an answer that nothing was heard of is taken for lost with its connection. */
export const PATIENCE = 12_000;

const UNPACKS = typeof DecompressionStream !== 'undefined';

function unpacked(data: ArrayBuffer): Promise<string> {
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

export class Live {
  state = $state.raw<TableState | null>(null);
  connected = $state(false);
  error = $state<{ message: string; rule: string; code: string } | null>(null);
  thinking = $state<string>('');
  /** How far a long thought has come, from 0 to 1, and about how many seconds it still takes; told by players who search. */
  thought = $state<{ share: number; left: number } | null>(null);
  #since = 0;

  #socket: WebSocket | null = null;
  #closed = false;
  #wait = 500;
  #next = 1;
  #waiting = new Map<number, (letter: Letter) => void>();
  /** Whether this connection has told a whole state: what changed is meant from there on. */
  #whole = false;
  #overlays: string[] = [];
  /** Whether this connection came with a seat. */
  #seated = false;
  /** The seed or part that was shown last: each is shown once. */
  #told = '';
  /** An answer of which nothing was heard yet. */
  #unheard: { type: string; number: number; moment: number; answer: string } | null = null;
  #late: ReturnType<typeof setTimeout> | undefined;

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
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = 500;
      this.connected = true;
      this.#whole = false;
      this.#seated = tokensOf(this.id).length > 0;
      const wishes = { language: this.language, differences: true, overlays: this.#overlays, packed: UNPACKS };
      socket.send(JSON.stringify({ type: 'hello', tokens: tokensOf(this.id), ...wishes }));
    };
    // A packed letter takes a moment to unpack: those after it wait for it.
    let before = Promise.resolve();
    let unpacking = 0;
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string' && !unpacking) return this.#take(JSON.parse(data) as Letter);
      unpacking += 1;
      before = before.then(async () => {
        const text = typeof data === 'string' ? data : await unpacked(data).catch(() => '');
        unpacking -= 1;
        if (socket !== this.#socket) return;
        if (text) this.#take(JSON.parse(text) as Letter);
        else socket.close();
      });
    };
    socket.onclose = (event) => {
      this.connected = false;
      for (const answer of this.#waiting.values()) answer({ type: 'closed' });
      this.#waiting.clear();
      // Refused for good: another try would be refused too.
      if ([4400, 4403, 4404].includes(event.code) && this.state === null) this.#closed = true;
      if (event.code === 4403 && !this.#seated) {
        this.#closed = true; // players have sent their spectators away
        this.error = { message: event.reason, rule: '', code: 'sent-away' };
      }
      if (!this.#closed) setTimeout(() => this.#open(), (this.#wait = Math.min(this.#wait * 2, 10_000)));
    };
  }

  #take(letter: Letter): void {
    if (letter.type === 'state' || (letter.type === 'change' && this.#whole && this.state)) {
      this.state =
        letter.type === 'state' ? (letter as unknown as TableState) : applyChange(this.state as TableState, letter as unknown as Change);
      this.#whole = true;
      this.#settle(this.state, letter.type === 'state');
      this.#thinks(this.state.seats.find((seat) => seat.thinking)?.name ?? '', null);
      void this.#keepPromises(this.state);
    } else if (letter.type === 'thinking') {
      this.#thinks(letter['on'] ? String(letter['seat']) : '', typeof letter['share'] === 'number' ? letter['share'] : null);
    } else if (letter.type === 'error') {
      this.#heard();
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

  #thinks(seat: string, share: number | null): void {
    if (share === null) this.#since = Date.now();
    if (share === null || !seat) this.thought = null;
    else this.thought = { share, left: Math.ceil((((Date.now() - this.#since) / 1000) * (1 - share)) / Math.max(share, 0.01)) };
    this.thinking = seat;
  }

  /** Show what is due from this page, and keep what the others are bound to. */
  async #keepPromises(state: TableState): Promise<void> {
    note(this.id, state.dice);
    if (state.status === 'over') return this.#countersign(state);
    const mine = await due(this.id, state).catch(() => null);
    const told = JSON.stringify(mine);
    if (!mine || told === this.#told) return;
    this.#told = told;
    await ('seed' in mine ? api.seed(this.id, mine.seed) : api.part(this.id, mine.draw, mine.part)).catch(() => (this.#told = ''));
  }

  /** The end of a game is signed by this page too, once. */
  async #countersign(state: TableState): Promise<void> {
    if (this.#told === 'signed') return;
    const signed = await countersign(this.id, state).catch(() => null);
    if (!signed || this.#told === 'signed') return;
    this.#told = 'signed';
    await api.sign(this.id, signed).catch(() => (this.#told = ''));
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

  /** Send an answer; false where there is no connection to send it on. It is kept until the server has told what came of
   * it: if the connection is lost before, it is sent again, and the server takes it once. */
  answer(answer: string): boolean {
    this.error = null;
    if (this.state === null) return false;
    const letter = { type: 'answer', number: this.state.number, moment: this.state.moment, answer };
    if (!this.#send(letter)) return false;
    this.#unheard = letter;
    clearTimeout(this.#late);
    this.#late = setTimeout(() => this.#socket?.close(), PATIENCE);
    return true;
  }

  /** A state has come: what was answered is settled, or it never arrived and is sent once more. */
  #settle(state: TableState, whole: boolean): void {
    const letter = this.#unheard;
    if (!letter) return;
    if (whole && state.number === letter.number && state.moment === letter.moment && state.status === 'playing') this.#send(letter);
    else if (state.moment !== letter.moment) this.#heard();
  }

  #heard(): void {
    this.#unheard = null;
    clearTimeout(this.#late);
  }

  resign(): void {
    this.#send({ type: 'resign' });
  }

  offerDraw(): void {
    this.#send({ type: 'draw' });
  }

  answerOffer(yes: boolean): void {
    this.#send({ type: 'draw-answer', yes });
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

  /** Let a computer that thinks move now. */
  hurry(): void {
    this.#send({ type: 'hurry' });
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

  async way(answer: string): Promise<Way | null> {
    return ((await this.#request({ type: 'way', answer }))['way'] as Way | undefined) ?? null;
  }

  close(): void {
    this.#closed = true;
    this.#heard();
    this.#socket?.close();
  }
}
