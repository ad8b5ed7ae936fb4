// One table, live: a channel that comes back by itself, and the newest state: whole at first, then by what changed.
import { api, tokensOf } from './api';
import { stepsOf, type News, type Step } from './changes';
import { host, type Channel } from './host';
import { countersign, due, note } from './promises';
import type { Explanation, TableState, Way } from './types';

type Letter = { type: string; [key: string]: unknown };

/** Milliseconds after which an answer that nothing was heard of is taken for lost with its connection. */
export const PATIENCE = 12_000;
/** Milliseconds after which the reader is told that nothing was heard of an answer yet. */
export const QUIET = 800;

const UNPACKS = typeof DecompressionStream !== 'undefined';

function unpacked(data: ArrayBuffer): Promise<string> {
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

export class Live {
  state = $state.raw<TableState | null>(null);
  connected = $state(false);
  /** An answer is kept here until the server has told what came of it, and it takes longer than usual. */
  kept = $state(false);
  /** There was no table to be had for a while, or not at the first try. */
  missed = $state(false);
  /** The server will not have this page at the table: no other try is made. */
  refused = $state(false);
  error = $state<{ message: string; rule: string; code: string } | null>(null);
  thinking = $state<string>('');
  /** How far a long thought has come, from 0 to 1, and about how many seconds it still takes; told by players who search. */
  thought = $state<{ share: number; left: number } | null>(null);
  #since = 0;
  /** The states that have come since somebody looked last. */
  #steps: Step[] = [];

  #socket: Channel | null = null;
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
  /** Whether it was ever sent: one that was not is lost when the table has moved on. */
  #sent = false;
  #late: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    private language: string,
  ) {
    this.#open();
    setTimeout(() => (this.missed ||= this.state === null), QUIET);
    globalThis.addEventListener?.('offline', this.#doubt);
    globalThis.addEventListener?.('online', this.#hope);
  }

  /** The device says that it has no network. A server on the same device is there all the same: it is asked. */
  #doubt = (): void => {
    void host()
      .ask(`/api/tables/${this.id}/dice`, { cache: 'no-store' })
      .catch(() => this.#drop());
  };

  #hope = (): void => {
    if (this.connected || this.#closed) return;
    clearTimeout(this.#again);
    this.#open();
  };

  /** The connection is lost, even if its socket does not know it yet. */
  #drop(): void {
    const socket = this.#socket;
    if (!socket || !this.connected) return;
    this.#lost();
    socket.close();
  }

  #lost(): void {
    this.#socket = null;
    this.connected = false;
    this.missed ||= this.state === null;
    this.kept = this.#unheard !== null;
    for (const answer of this.#waiting.values()) answer({ type: 'closed' });
    this.#waiting.clear();
    clearTimeout(this.#again);
    if (!this.#closed) this.#again = setTimeout(() => this.#open(), (this.#wait = Math.min(this.#wait * 2, 10_000)));
  }

  #open(): void {
    const socket = host().channel(`/api/tables/${this.id}/live`);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.onopen = () => {
      if (socket !== this.#socket) return socket.close();
      this.#wait = 500;
      this.connected = true;
      this.#whole = false;
      this.#seated = tokensOf(this.id).length > 0;
      const wishes = { language: this.language, differences: true, frames: true, overlays: this.#overlays, packed: UNPACKS };
      socket.send(JSON.stringify({ type: 'hello', tokens: tokensOf(this.id), ...wishes }));
    };
    // A packed letter takes a moment to unpack: those after it wait for it.
    let before = Promise.resolve();
    let unpacking = 0;
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (socket !== this.#socket) return;
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
      if (socket !== this.#socket) return;
      // Refused for good: another try would be refused too.
      if ([4400, 4403, 4404].includes(event.code) && this.state === null) this.#closed = true;
      if (event.code === 4403 && !this.#seated) {
        this.#closed = true; // players have sent their spectators away
        this.error = { message: event.reason, rule: '', code: 'sent-away' };
      }
      this.refused = this.#closed;
      this.#lost();
    };
  }

  #take(letter: Letter): void {
    if (letter.type === 'state' || (letter.type === 'change' && this.#whole && this.state)) {
      const before = this.state;
      const came =
        letter.type === 'state' || !before
          ? [{ state: letter as unknown as TableState, unfilmed: before !== null }]
          : stepsOf(before, letter as unknown as News);
      this.#steps.push(...came);
      this.state = came.at(-1)?.state ?? before;
      if (!this.state) return;
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

  /** The states that have come since this was asked last, the newest at the end. */
  steps(): Step[] {
    return this.#steps.splice(0);
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

  /** Send an answer, now or as soon as there is a connection; false before there is a table. It is kept until the server
   * has told what came of it: if the connection is lost before, it is sent again, and the server takes it once. */
  answer(answer: string): boolean {
    this.error = null;
    if (this.state === null) return false;
    this.#unheard = { type: 'answer', number: this.state.number, moment: this.state.moment, answer };
    this.#sent = this.#send(this.#unheard);
    this.kept = !this.#sent;
    if (this.#sent) this.#listen();
    return true;
  }

  /** An answer was sent: what comes of it is told soon, or the connection is doubted. */
  #listen(): void {
    clearTimeout(this.#late);
    clearTimeout(this.#quiet);
    this.#late = setTimeout(() => this.#drop(), PATIENCE);
    this.#quiet = setTimeout(() => {
      this.kept = true;
      this.#doubt();
    }, QUIET);
  }

  /** A state has come: what was answered is settled, or it never arrived and is sent once more. */
  #settle(state: TableState, whole: boolean): void {
    const letter = this.#unheard;
    if (!letter) return;
    if (whole && state.number === letter.number && state.moment === letter.moment && state.status === 'playing') {
      this.#sent = this.#send(letter) || this.#sent;
      this.#listen();
    } else if (state.moment !== letter.moment) {
      if (!this.#sent) this.error = { message: '', rule: '', code: 'stale' };
      this.#heard();
    }
  }

  #heard(): void {
    this.#unheard = null;
    this.kept = false;
    clearTimeout(this.#late);
    clearTimeout(this.#quiet);
  }

  /** Send what is not kept: without a connection it is refused, in words. */
  #tell(letter: Letter): void {
    if (!this.#send(letter)) this.error = { message: '', rule: '', code: 'offline' };
  }

  resign(): void {
    this.#tell({ type: 'resign' });
  }

  offerDraw(): void {
    this.#tell({ type: 'draw' });
  }

  answerOffer(yes: boolean): void {
    this.#tell({ type: 'draw-answer', yes });
  }

  undo(to?: number): void {
    if (this.state) this.#tell({ type: 'undo', number: this.state.number, ...(to === undefined ? {} : { to }) });
  }

  askBack(to: number): void {
    this.#tell({ type: 'undo-ask', to });
  }

  consent(yes: boolean): void {
    this.#tell({ type: 'undo-consent', yes });
  }

  /** Let a computer seat that has stopped try again. */
  wake(): void {
    this.#tell({ type: 'wake' });
  }

  /** Let a computer that thinks move now. */
  hurry(): void {
    this.#tell({ type: 'hurry' });
  }

  chat(text: string): void {
    this.#tell({ type: 'chat', text });
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
    clearTimeout(this.#again);
    globalThis.removeEventListener?.('offline', this.#doubt);
    globalThis.removeEventListener?.('online', this.#hope);
    this.#socket?.close();
  }
}
