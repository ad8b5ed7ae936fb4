import { expect, it, vi } from 'vitest';
import { Command } from '../../src/desk/command.svelte';
import type { HexCard } from '../../src/lib/types';
import { piece, scene, state } from '../support';

const led = (id: string) => ({ piece: id, text: id, rule: '6.7', hexes: ['1', '2'], pieces: ['a'] });
const card = { hex: '1', name: '', terrain: '', lines: [], reach: [], way: [], trace: [], command: [led('hq'), led('hq2')] } as HexCard;

function table() {
  vi.useFakeTimers();
  const ask = vi.fn(async () => card);
  const pieces = [
    piece({ id: 'hq', place: '1', symbol: 'hq' }),
    piece({ id: 'hq2', place: '1', symbol: 'hq' }),
    piece({ id: 'a', place: '1' }),
    piece({ id: 'b', place: '2' }),
  ];
  const host = { id: 't', state: state({ number: 1, scene: scene({ pieces }) }), pieces };
  return { host, ask, command: new Command(host, ask) };
}
const names = (command: Command) => command.shown.map((each) => each.piece);

it('shows what the headquarters commands that is pointed at, and all of a hex; it asks once', async () => {
  const { ask, command } = table();
  command.point('1', 'hq');
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(300);
  expect([names(command), ask.mock.calls.length]).toEqual([['hq'], 1]);
  command.point('1', 'hq2');
  expect([names(command), ask.mock.calls.length]).toEqual([['hq2'], 1]);
  command.point('1', null);
  expect(names(command)).toEqual(['hq', 'hq2']);
  command.point(null, null);
  expect(names(command)).toEqual([]);
});
it('asks nothing for other counters, for a pointer that passes by, and asks again in another moment', async () => {
  const { host, ask, command } = table();
  command.point('1', 'a');
  command.point('2', null);
  command.point('1', 'hq');
  command.point('2', 'b');
  await vi.advanceTimersByTimeAsync(300);
  expect([names(command), ask.mock.calls.length]).toEqual([[], 0]);
  command.point('1', 'hq');
  await vi.advanceTimersByTimeAsync(300);
  host.state = state({ number: 2, scene: scene({ pieces: host.pieces }) });
  command.point('1', 'hq');
  await vi.advanceTimersByTimeAsync(300);
  expect(ask.mock.calls.length).toBe(2);
});
