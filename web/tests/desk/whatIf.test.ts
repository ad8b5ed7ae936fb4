import { beforeEach, expect, it, vi } from 'vitest';
import { Marks } from '../../src/desk/marks.svelte';
import { Toasts } from '../../src/desk/toasts.svelte';
import { WhatIf } from '../../src/desk/whatIf.svelte';
import { api } from '../../src/lib/api';
import { explanation, piece } from '../support';

const asks = vi.spyOn(api, 'whatIf');
const real = [piece({ id: 'a', place: '1' }), piece({ id: 'b', place: '2' })];
const HEXES = new Map([
  ['1', 0],
  ['2', 0],
  ['3', 0],
]);

function begun() {
  const host = { id: 't', real, hexes: HEXES, marks: new Marks(), toasts: new Toasts(), opened: 0, showOdds: () => void host.opened++ };
  const whatIf = new WhatIf(host);
  whatIf.start('german');
  return { host, whatIf, lying: () => Object.fromEntries((whatIf.pieces ?? []).map((each) => [each.id, each.place])) };
}

beforeEach(() => void asks.mockReset());

it('moves counters here and nowhere else, and takes each back', async () => {
  const { whatIf, lying } = begun();
  await whatIf.click({ piece: 'a', hex: '1' });
  expect(whatIf.lifted).toBe('a');
  await whatIf.click({ hex: '3' });
  await whatIf.click({ piece: 'b' });
  await whatIf.click({ piece: 'a', hex: '1' });
  expect([lying(), whatIf.lifted]).toEqual([{ a: '3', b: '3' }, '']);
  expect(real.map((each) => each.place)).toEqual(['1', '2']);
  whatIf.stepBack();
  expect(lying()).toEqual({ a: '3', b: '2' });
  whatIf.stepBack();
  whatIf.stepBack();
  expect(lying()).toEqual({ a: '1', b: '2' });
});
it('sets a counter down where it was', async () => {
  const { whatIf, lying } = begun();
  await whatIf.click({ piece: 'a' });
  await whatIf.click({ piece: 'a' });
  expect([whatIf.lifted, lying()]).toEqual(['', { a: '1', b: '2' }]);
});
it('asks the odds of what lies here, once for each aim', async () => {
  const { host, whatIf } = begun();
  const told = explanation({ column: '2:1' });
  asks.mockResolvedValue(told);
  await whatIf.click({ piece: 'a' });
  await whatIf.click({ hex: '3' });
  whatIf.aiming = true;
  await whatIf.click({ piece: 'b' });
  expect(asks).toHaveBeenCalledWith('t', { places: { a: '3' }, hex: '2', by: 'german' }, expect.any(String));
  expect([whatIf.supposed, whatIf.aiming, host.marks.hexes, host.opened]).toEqual([{ hex: '2', told }, false, ['2'], 1]);
  await whatIf.click({ piece: 'b' });
  await whatIf.click({ hex: '3' });
  expect(whatIf.supposed).toBeNull();
});
it('asks nothing beside the map, and says what went wrong', async () => {
  const { host, whatIf } = begun();
  whatIf.aiming = true;
  await whatIf.click({ hex: 'losses' });
  expect([asks.mock.calls.length, whatIf.aiming]).toEqual([0, true]);
  asks.mockRejectedValueOnce(new Error('too far'));
  await whatIf.click({ hex: '3' });
  expect([host.toasts.list[0]?.text, whatIf.supposed, host.opened]).toEqual(['too far', null, 0]);
});
it('leaves nothing behind', async () => {
  const { host, whatIf } = begun();
  await whatIf.click({ piece: 'a' });
  host.marks.hexes = ['1'];
  whatIf.end();
  expect([whatIf.pieces, whatIf.lifted, whatIf.aiming, host.marks.hexes]).toEqual([null, '', false, []]);
  whatIf.stepBack();
  expect(whatIf.pieces).toBeNull();
});
