import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Marks } from '../../src/desk/marks.svelte';
import { Replay } from '../../src/desk/replay.svelte';
import { Toasts } from '../../src/desk/toasts.svelte';
import { api } from '../../src/lib/api';
import type { Moment, TableState } from '../../src/lib/types';
import { entry, happened, later, moment, piece, state } from '../support';

const HEXES = new Map([
  ['1', 0],
  ['2', 0],
  ['3', 0],
]);
const at = (place: string) => [piece({ id: 'a', place })];
const seen = vi.spyOn(api, 'moment');

function host(live: TableState | null = null) {
  const shown: string[][] = [];
  return {
    id: 't',
    state: live,
    playing: true,
    open: false,
    hexes: HEXES,
    marks: new Marks(),
    toasts: new Toasts(),
    shown,
    map: { show: (hexes: string[]) => void shown.push(hexes) },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  seen.mockReset();
});
afterEach(() => void vi.useRealTimers());

describe('a past moment', () => {
  it('shows what one step changed, and after a leap only where it has come to', async () => {
    const [desk, lying] = [host(), ['1', '2', '3', '3', '1']];
    seen.mockImplementation(async (_id, number) => moment(number, at(lying[number] ?? ''), [happened('Moved', { hexes: ['2', '9'] })]));
    const replay = new Replay(desk);
    await replay.goTo(0);
    await replay.goTo(1);
    expect(desk.marks.trail).toEqual([{ piece: 'a', army: 'german', from: '1', to: '2' }]);
    expect(desk.marks.hexes).toEqual(['2']);
    await replay.goTo(4);
    expect([replay.moment?.number, desk.marks.trail]).toEqual([4, []]);
    replay.end();
    expect([replay.moment, replay.seeking, desk.marks.hexes]).toEqual([null, null, []]);
  });
  it('that comes late is not shown', async () => {
    const [first, second] = [later<Moment>(), later<Moment>()];
    seen.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
    const replay = new Replay(host());
    const both = [replay.goTo(5), replay.goTo(2)];
    second.come(moment(2));
    first.come(moment(5));
    await Promise.all(both);
    expect(replay.moment?.number).toBe(2);
  });
  it('that is wanted no more is not shown', async () => {
    const late = later<Moment>();
    seen.mockReturnValueOnce(late.promise);
    const replay = new Replay(host());
    const going = replay.goTo(5);
    replay.end();
    late.come(moment(5));
    await going;
    expect(replay.moment).toBeNull();
  });
  it('is asked through the eyes that are chosen, and says why it cannot be shown', async () => {
    const desk = host();
    seen.mockRejectedValueOnce(new Error('not yours'));
    const replay = new Replay(desk);
    replay.eyes = 'allied';
    await replay.goTo(3);
    expect(seen).toHaveBeenCalledWith('t', 3, expect.any(String), 'allied');
    expect(desk.toasts.list).toMatchObject([{ text: 'not yours', tone: 'warn' }]);
  });
  it('is left for its neighbours, within the game', async () => {
    seen.mockImplementation(async (_id, number) => ({ ...moment(number), of: 1 }));
    const replay = new Replay(host());
    replay.step(1);
    expect(seen).not.toHaveBeenCalled();
    await replay.goTo(1);
    replay.step(1);
    replay.step(-1);
    await vi.advanceTimersByTimeAsync(0);
    replay.step(-1);
    expect(seen.mock.calls.map((call) => call[1])).toEqual([1, 0]);
  });
});

describe('what the others did', () => {
  const log = [entry(1, 'german', 'a'), entry(2, 'allied', 'b'), entry(3, 'allied', 'c')];
  it('runs as a film and comes back', async () => {
    const desk = host(state({ log, number: 3 }));
    seen.mockImplementation(async (_id, number) => moment(number, at('1')));
    const replay = new Replay(desk);
    const film = replay.watchOthers();
    await vi.runAllTimersAsync();
    await film;
    expect(seen.mock.calls.map((call) => call[1])).toEqual([1, 2, 3]);
    expect([replay.watching, replay.moment, desk.shown.length]).toEqual([false, null, 2]);
  });
  it('stops when it is asked for again', async () => {
    seen.mockImplementation(async (_id, number) => moment(number));
    const replay = new Replay(host(state({ log, number: 3 })));
    const film = replay.watchOthers();
    await vi.advanceTimersByTimeAsync(10);
    await replay.watchOthers();
    await vi.runAllTimersAsync();
    await film;
    expect(seen.mock.calls.map((call) => call[1])).toEqual([1]);
  });
  it('is not shown over something else, nor where there is nothing', async () => {
    const [busy, alone] = [{ ...host(state({ log })), playing: false }, host(state({ log: log.slice(0, 1) }))];
    for (const desk of [busy, alone]) await new Replay(desk).watchOthers();
    expect([busy.toasts.list.length, alone.toasts.list.length]).toEqual([1, 1]);
    expect(seen).not.toHaveBeenCalled();
  });
});
