import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Odds } from '../../src/desk/odds.svelte';
import { api } from '../../src/lib/api';
import type { Explanation, Reply } from '../../src/lib/types';
import { choice, explanation, later, state } from '../support';

const replies = vi.spyOn(api, 'replies');
const told = explanation({ column: '2:1' });
const attack = choice({ id: 'attack 7', hex: '7', odds: true });
const thrown = (number: number) => ({ number, die: '3', events: [] });

function desk() {
  const host = {
    id: 't',
    state: state({ number: 4 }),
    playing: true,
    pending: false,
    choices: [attack],
    pieces: [],
    live: { odds: vi.fn(async () => told as Explanation | null) },
    beside: (hex: string, other: string) => hex === '7' && other === '8',
  };
  return { host, odds: new Odds(host) };
}
const settle = () => vi.advanceTimersByTimeAsync(200);

beforeEach(() => {
  vi.useFakeTimers();
  replies.mockReset().mockResolvedValue([]);
});
afterEach(() => void vi.useRealTimers());

describe('odds', () => {
  it('come a moment after an answer is pointed at, and are asked once', async () => {
    const { host, odds } = desk();
    odds.point(attack);
    expect(odds.shown).toBeNull();
    await settle();
    expect(odds.shown).toEqual({ choice: attack, told });
    odds.point(attack);
    await settle();
    expect(host.live.odds).toHaveBeenCalledTimes(1);
  });
  it('that stood beside their button bring what comes in return, too', async () => {
    const { odds } = desk();
    const found = [{ ...told, hex: '8' } as Partial<Reply> as Reply];
    replies.mockResolvedValue(found);
    await odds.want([attack]);
    odds.point(attack);
    await settle();
    expect(odds.inReturn).toEqual(found);
  });
  it('of the attack as it stands come back when the pointer goes away', async () => {
    const { odds } = desk();
    const standing = explanation({ column: '1:1' });
    expect(odds.over(standing)).toBe(standing);
    odds.point(attack);
    await settle();
    expect(odds.over(standing)).toBe(told);
    odds.point(null);
    expect([odds.over(standing), odds.over(null)]).toEqual([standing, told]);
    odds.moved();
    expect(odds.over(null)).toBeNull();
  });
  it('of an answer that waits for a press come at once, and before all others', async () => {
    const { odds } = desk();
    const standing = explanation({ column: '1:1' });
    await odds.hold(attack);
    expect([odds.held, odds.over(standing)]).toEqual([told, told]);
    await odds.hold(null);
    expect(odds.over(standing)).toBe(standing);
  });
  it('that stand beside their buttons are asked once each, and forgotten with the moment', async () => {
    const { host, odds } = desk();
    const other = choice({ id: 'attack 8', hex: '8', odds: true });
    await Promise.all([odds.want([attack, other, choice({ id: 'pass' })]), odds.want([attack])]);
    await settle();
    expect([[...odds.known.keys()], host.live.odds.mock.calls.length]).toEqual([['attack 7', 'attack 8'], 2]);
    odds.moved();
    expect(odds.known.size).toBe(0);
  });
  it('are not asked of a pointer that passes by, of a plain answer, or over a replay', async () => {
    const { host, odds } = desk();
    odds.point(attack);
    odds.point(null);
    odds.point(choice({ id: 'pass' }));
    await settle();
    host.playing = false;
    odds.point(attack);
    await settle();
    expect(host.live.odds).not.toHaveBeenCalled();
  });
  it('are not asked while an answer is on its way, nor of one that is offered no more', async () => {
    const { host, odds } = desk();
    odds.point(attack);
    host.pending = true;
    await settle();
    host.pending = false;
    odds.point(attack);
    host.choices = [];
    await settle();
    expect(host.live.odds).not.toHaveBeenCalled();
  });
  it('of a moment that is over are not kept', async () => {
    const { host, odds } = desk();
    const late = later<Explanation | null>();
    host.live.odds.mockReturnValueOnce(late.promise);
    odds.point(attack);
    await settle();
    host.state = state({ number: 5 });
    odds.moved();
    late.come(explanation({ column: 'old' }));
    await settle();
    expect(odds.shown).toBeNull();
    odds.point(attack);
    await settle();
    expect(odds.shown?.told).toBe(told);
  });
});

describe('in return', () => {
  const reply = (hex: string, harm: number): Reply => ({
    ...explanation({ distributions: [{ name: 'losses', outcomes: [{ text: '', part: 1, whole: 1, count: null, harm }] }] }),
    hex,
    seat: 'allied',
  });
  it('attacks beside the place are told, the worst first, once a moment', async () => {
    const { host, odds } = desk();
    replies.mockResolvedValue([reply('7', 1), reply('9', 5), reply('8', 2)]);
    odds.point(attack);
    await settle();
    expect(odds.inReturn.map((each) => each.hex)).toEqual(['8', '7']);
    const other = choice({ id: 'attack 9', hex: '9', odds: true });
    host.choices = [attack, other];
    odds.point(other);
    await settle();
    expect(odds.inReturn.map((each) => each.hex)).toEqual(['9']);
    expect(replies).toHaveBeenCalledTimes(1);
  });
  it('nothing is told that was found for another moment', async () => {
    const { host, odds } = desk();
    const late = later<Reply[]>();
    replies.mockReturnValueOnce(late.promise);
    odds.point(attack);
    await settle();
    host.state = state({ number: 5 });
    late.come([reply('7', 1)]);
    await settle();
    expect(odds.replies).toEqual({ number: 4, found: [] });
  });
  it('nothing is asked any more once an answer is on its way', async () => {
    const { host, odds } = desk();
    odds.point(attack);
    await settle();
    odds.sent(attack);
    expect(replies.mock.calls[0]?.[2].aborted).toBe(true);
    [host.state, host.pending] = [state({ number: 5 }), true];
    odds.moved();
    odds.point(attack);
    await settle();
    expect(replies).toHaveBeenCalledTimes(1);
  });
});

describe('after the dice', () => {
  it('the same list stands beside them', async () => {
    const { odds } = desk();
    odds.point(attack);
    await settle();
    odds.sent(attack);
    odds.moved();
    odds.fell([], true);
    odds.fell([thrown(5)], false);
    expect([odds.thrown, odds.shown]).toEqual([{ told, throws: [thrown(5)] }, null]);
    odds.fell([thrown(6)], false);
    expect(odds.thrown?.told).toBeNull();
  });
  it('it does not stand beside those of others, and eight throws are enough', async () => {
    const { odds } = desk();
    odds.point(attack);
    await settle();
    odds.sent(attack);
    odds.fell([], false);
    odds.fell(
      Array.from({ length: 12 }, (_, at) => thrown(at)),
      false,
    );
    expect([odds.thrown?.told, odds.thrown?.throws.map((each) => each.number)]).toEqual([null, [4, 5, 6, 7, 8, 9, 10, 11]]);
    odds.hide();
    expect(odds.thrown).toBeNull();
  });
});
