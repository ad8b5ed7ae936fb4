import { expect, it, vi } from 'vitest';
import { Ways, type WaysHost } from '../../src/desk/ways.svelte';
import type { TableState } from '../../src/lib/types';
import { asked, choice, scene, state } from '../support';

function table(piece: string, hex = '') {
  const there = choice({ id: 'go 2', hex: '2' });
  const at = (number: number) => state({ number, scene: scene({ prompt: { ...asked([there]), piece, hex } }) });
  const host = {
    state: at(1) as TableState | null,
    playing: true,
    pending: false,
    live: { way: vi.fn(async () => ({ hexes: ['1', '2'], cost: 2, left: 1 })) },
  } satisfies WaysHost;
  return { host, ways: new Ways(host), there, at };
}

it('asks once for the way to what is pointed at, and keeps it for the moment', async () => {
  const { host, ways, there, at } = table('a');
  ways.point(there);
  await vi.waitFor(() => expect(ways.shown).toEqual({ hex: '2', way: { hexes: ['1', '2'], cost: 2, left: 1 } }));
  ways.point(null);
  expect(ways.shown).toBeNull();
  ways.point(there);
  expect(ways.shown?.hex).toBe('2');
  expect(host.live.way).toHaveBeenCalledTimes(1);
  host.state = at(2);
  ways.moved();
  ways.point(there);
  expect(ways.shown).toBeNull();
  await vi.waitFor(() => expect(host.live.way).toHaveBeenCalledTimes(2));
  ways.close();
});
it('shows the way of a group out of a hex', async () => {
  const { ways, there } = table('', '1');
  ways.point(there);
  await vi.waitFor(() => expect(ways.shown?.way.cost).toBe(2));
  ways.close();
});
it('asks nothing where the question is about nobody', async () => {
  const { host, ways, there } = table('');
  ways.point(there);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(host.live.way).not.toHaveBeenCalled();
});
