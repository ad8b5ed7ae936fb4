import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Live, PATIENCE, QUIET } from '../src/lib/live.svelte';

type Sent = { type: string; [key: string]: unknown };

/** A line that a test holds both ends of. */
class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = 0;
  binaryType = '';
  sent: Sent[] = [];
  onopen: () => void = () => undefined;
  onclose: (event: { code: number; reason: string }) => void = () => undefined;
  onmessage: (event: { data: unknown }) => void = () => undefined;
  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }
  open(): void {
    this.readyState = 1;
    this.onopen();
  }
  close(): void {
    this.readyState = 3;
    this.onclose({ code: 1006, reason: '' });
  }
  tell(letter: object): void {
    this.onmessage({ data: JSON.stringify(letter) });
  }
  get answers(): Sent[] {
    return this.sent.filter((letter) => letter.type === 'answer');
  }
}

const state = (number: number, moment: number, status = 'playing') => ({
  type: 'state',
  number,
  moment,
  status,
  seats: [],
  dice: { fingerprint: '', commits: {}, awaited: [], parts: [], head: '' },
  you: [],
});

function begun(): { live: Live; line: Line } {
  const live = new Live('1234', 'en');
  const line = Line.all.at(-1)!;
  line.open();
  line.tell(state(4, 9));
  return { live, line };
}

/** The connection is lost, and there again. */
function again(line: Line): Line {
  line.close();
  vi.advanceTimersByTime(20_000);
  const next = Line.all.at(-1)!;
  expect(next).not.toBe(line);
  next.open();
  return next;
}

describe('an answer of which nothing was heard', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', Line);
    Line.all = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is sent again after a reconnect, with the moment that it was given in', () => {
    const { live, line } = begun();
    expect(live.answer('X AK 1007')).toBe(true);
    const next = again(line);
    expect(live.connected).toBe(true);
    expect(next.answers).toEqual([]);
    next.tell(state(4, 9));
    expect(next.answers).toEqual([{ type: 'answer', number: 4, moment: 9, answer: 'X AK 1007' }]);
    next.tell(state(5, 10));
    expect(again(next).answers).toEqual([]);
    live.close();
  });
  it('is not sent again if it had arrived', () => {
    const { live, line } = begun();
    live.answer('X AK 1007');
    const next = again(line);
    next.tell(state(5, 10));
    next.tell(state(4, 9));
    expect(next.answers).toEqual([]);
    live.close();
  });
  it('is forgotten once it was refused', () => {
    const { live, line } = begun();
    live.answer('nonsense');
    line.tell({ type: 'error', code: 'illegal', message: 'no' });
    const next = again(line);
    next.tell(state(4, 9));
    expect(next.answers).toEqual([]);
    live.close();
  });
  it('gives a connection up that says nothing any more', () => {
    const { live, line } = begun();
    live.answer('X AK 1007');
    vi.advanceTimersByTime(PATIENCE - 1);
    expect(line.readyState).toBe(1);
    vi.advanceTimersByTime(1);
    expect([line.readyState, live.connected]).toEqual([3, false]);
    live.close();
  });
  it('is kept while there is no connection, and sent as soon as there is one', () => {
    const { live, line } = begun();
    line.close();
    expect([live.answer('X AK 1007'), live.connected, live.kept]).toEqual([true, false, true]);
    vi.advanceTimersByTime(20_000);
    const next = Line.all.at(-1)!;
    next.open();
    next.tell(state(4, 9));
    expect(next.answers).toEqual([{ type: 'answer', number: 4, moment: 9, answer: 'X AK 1007' }]);
    next.tell(state(5, 10));
    expect([live.kept, live.error]).toEqual([false, null]);
    live.close();
  });
  it('is said to be too late when the table has moved on without it', () => {
    const { live, line } = begun();
    line.close();
    live.answer('X AK 1007');
    vi.advanceTimersByTime(20_000);
    const next = Line.all.at(-1)!;
    next.open();
    next.tell(state(6, 12));
    expect(next.answers).toEqual([]);
    expect([live.kept, live.error?.code]).toEqual([false, 'stale']);
    live.close();
  });
  it('is said to be kept after a moment of silence, and the server is asked whether it is there', async () => {
    const asked = vi.fn(() => Promise.reject(new TypeError('offline')));
    vi.stubGlobal('fetch', asked);
    const { live } = begun();
    live.answer('X AK 1007');
    vi.advanceTimersByTime(QUIET - 1);
    expect([live.kept, asked.mock.calls.length]).toEqual([false, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect([live.kept, live.connected, asked.mock.calls.length]).toEqual([true, false, 1]);
    live.close();
  });
  it('goes as soon as the device has a network again', () => {
    const { live, line } = begun();
    line.close();
    live.answer('X AK 1007');
    globalThis.dispatchEvent(new Event('online'));
    const next = Line.all.at(-1)!;
    expect(next).not.toBe(line);
    next.open();
    next.tell(state(4, 9));
    expect(next.answers).toHaveLength(1);
    live.close();
  });
  it('is not kept where it is no answer: that is said', () => {
    const { live, line } = begun();
    line.close();
    live.undo();
    expect(live.error?.code).toBe('offline');
    live.close();
  });
});

describe('a device without a network', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', Line);
    Line.all = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  it.each([
    ['stays connected to a server on itself', () => Promise.resolve(new Response()), true],
    ['is offline at once where the server is elsewhere', () => Promise.reject(new TypeError('offline')), false],
  ])('%s', async (_, answer, connected) => {
    vi.stubGlobal('fetch', vi.fn(answer));
    const { live } = begun();
    globalThis.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(0);
    expect(live.connected).toBe(connected);
    live.close();
  });
  it('is said not to reach the server where no table ever came', () => {
    const live = new Live('1234', 'en');
    expect(live.missed).toBe(false);
    vi.advanceTimersByTime(QUIET);
    expect(live.missed).toBe(true);
    live.close();
  });
});
