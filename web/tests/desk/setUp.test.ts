import { beforeEach, expect, it, vi } from 'vitest';
import { QuickSetUp, settingUp } from '../../src/desk/setUp.svelte';
import { api } from '../../src/lib/api';
import type { Choice, TableState } from '../../src/lib/types';
import { asked, choice, piece, scene, state } from '../support';

const places = ['1', '2', '3'].map((hex) => choice({ id: hex, hex }));
const placing = (facts: Partial<TableState> = {}, lying: string[] = []) =>
  state({ scene: scene({ prompt: asked(places), pieces: lying.map((place) => piece({ id: place, place })) }), ...facts });

beforeEach(() => {
  vi.spyOn(api, 'staff').mockRejectedValue(new Error('no staff'));
});

function host(first: TableState) {
  const given: string[] = [];
  return { id: 't', state: first as TableState | null, curtain: '', given, answer: (choice: Choice) => void given.push(choice.id) };
}

it('is known by places alone, before the first line of the sequence of play', () => {
  expect(settingUp(placing())).toBe(true);
  expect(settingUp(state({ scene: scene({ prompt: asked([...places, choice({ id: 'pass' })]) }) }))).toBe(false);
  expect(settingUp(state({ scene: scene({ prompt: asked(places.slice(1, 2)) }) }))).toBe(false);
  expect(settingUp(state({ scene: scene({ prompt: asked(places), outline: [{ text: 'Movement', mark: '>', rule: '10' }] }) }))).toBe(false);
});
it('places as the staff would, and asks it again when its run is used up or no longer legal', async () => {
  const asking = vi.spyOn(api, 'staff').mockResolvedValueOnce(['3', '1', '9']).mockResolvedValueOnce(['2']);
  const desk = host(placing());
  const setUp = new QuickSetUp(desk, () => 0);
  setUp.start();
  await vi.waitFor(() => expect(desk.given).toHaveLength(1));
  for (const number of [1, 2]) await setUp.next((desk.state = placing({ number })));
  expect([desk.given, asking.mock.calls.length]).toEqual([['3', '1', '2'], 2]);
});
it('answers with the place that has fewest counters where there is no staff to ask, one state after the other', async () => {
  const desk = host(placing({}, ['1', '3']));
  const setUp = new QuickSetUp(desk, () => 0);
  setUp.start();
  await vi.waitFor(() => expect(desk.given).toHaveLength(1));
  await setUp.next((desk.state = placing({ number: 1 }, ['1', '2'])));
  expect([setUp.on, desk.given]).toEqual([true, ['2', '3']]);
});
it.each([
  ['another seat', placing({ viewing: 'allied' }), ''],
  ['a curtain', placing(), 'allied'],
  ['another question', state({}), ''],
])('ends at %s', async (_, next, curtain) => {
  const desk = host(placing());
  const setUp = new QuickSetUp(desk, () => 0);
  setUp.start();
  await vi.waitFor(() => expect(desk.given).toHaveLength(1));
  desk.curtain = curtain;
  await setUp.next(next);
  expect([setUp.on, desk.given]).toEqual([false, ['1']]);
});
it('ends when the server refuses an answer', async () => {
  const desk = host(placing());
  const setUp = new QuickSetUp(desk, () => 0);
  setUp.start();
  await vi.waitFor(() => expect(desk.given).toHaveLength(1));
  setUp.refused();
  await setUp.next((desk.state = placing({ number: 1 })));
  expect(setUp.on).toBe(false);
});
it('asks the staff again when another moment came while it thought', async () => {
  let said: (run: string[]) => void = () => {};
  vi.spyOn(api, 'staff')
    .mockReturnValueOnce(new Promise((resolve) => (said = resolve)))
    .mockResolvedValueOnce(['3']);
  const desk = host(placing());
  const setUp = new QuickSetUp(desk, () => 0);
  setUp.start();
  desk.state = placing({ number: 1 });
  await setUp.next(desk.state);
  said(['2']);
  expect([setUp.on, desk.given]).toEqual([true, ['3']]);
});
it('begins again for another seat', async () => {
  const desk = host(placing());
  const setUp = new QuickSetUp(desk, () => 0);
  setUp.start();
  await vi.waitFor(() => expect(desk.given).toHaveLength(1));
  await setUp.next(placing({ viewing: 'allied' }));
  desk.state = placing({ viewing: 'allied' });
  setUp.start();
  await vi.waitFor(() => expect(desk.given).toHaveLength(2));
  expect([setUp.on, desk.given]).toEqual([true, ['1', '1']]);
});
