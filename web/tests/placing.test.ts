// What is being placed: a server that gives no answer is asked again.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../src/lib/api';
import type { Desk } from '../src/desk/desk.svelte';
import { Placing } from '../src/lib/placing.svelte';

const goal = { kind: 'unit', at: [100, 200], facing: 0, formation: 'line', bases: [], rate: 0, zone: null, words: [] };
const desk = { id: 't', playing: true, state: { number: 3 }, scene: { prompt: { open: true } }, table: { goal }, play: { pending: false } };

describe('a server that has had too many questions', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.restoreAllMocks());

  it('is asked again about the draft, the suggestions and the ground', async () => {
    const ok = { ok: true };
    const check = vi
      .spyOn(api, 'check')
      .mockRejectedValueOnce(new Error('429'))
      .mockResolvedValue(ok as never);
    const suggest = vi
      .spyOn(api, 'suggest')
      .mockRejectedValueOnce(new Error('429'))
      .mockResolvedValue([] as never);
    vi.spyOn(api, 'look')
      .mockRejectedValueOnce(new Error('429'))
      .mockResolvedValue({ area: [[1, 2]], step: 5 } as never);
    const placing = new Placing(desk as unknown as Desk);
    placing.begin();
    await vi.advanceTimersByTimeAsync(1000);
    expect(check).toHaveBeenCalledTimes(2);
    expect(suggest).toHaveBeenCalledTimes(2);
    expect([placing.fresh, placing.checked, placing.suggested, placing.area.step]).toEqual([true, ok, true, 5]);
  });

  it('is asked about a place to which the draft went back while it spoke', async () => {
    const ok = { ok: true };
    vi.spyOn(api, 'suggest').mockResolvedValue([] as never);
    vi.spyOn(api, 'look').mockResolvedValue({} as never);
    const placing = new Placing(desk as unknown as Desk);
    vi.spyOn(api, 'check').mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return ok as never;
    });
    placing.begin();
    await vi.advanceTimersByTimeAsync(20);
    placing.change({ x: 300 });
    await vi.advanceTimersByTimeAsync(40); // the word on the first place comes, and is about none that counts
    placing.change({ x: 100 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(placing.fresh).toBe(true);
  });

  it('is left alone once the question is over', async () => {
    vi.spyOn(api, 'check').mockResolvedValue({ ok: true } as never);
    const suggest = vi.spyOn(api, 'suggest').mockRejectedValue(new Error('429'));
    vi.spyOn(api, 'look').mockResolvedValue({} as never);
    const asked = { ...desk, state: { number: 3 } };
    const placing = new Placing(asked as unknown as Desk);
    placing.begin();
    await vi.advanceTimersByTimeAsync(50);
    asked.state.number = 4;
    await vi.advanceTimersByTimeAsync(5000);
    expect(suggest).toHaveBeenCalledTimes(1);
  });
});
