import { expect, it } from 'vitest';
import { Marks } from '../../src/desk/marks.svelte';

const move = (from: string, to: string) => ({ piece: 'a', army: 'german', from, to });

it('joins what others do, and begins anew with an own answer', () => {
  const marks = new Marks();
  marks.moved([move('1', '2')], false);
  marks.moved([move('2', '3')], false);
  expect(marks.trail).toEqual([move('1', '3')]);
  marks.moved([move('3', '4')], true);
  expect(marks.trail).toEqual([move('3', '4')]);
});
it('is drawn anew only where something moved, but at every step of a replay', () => {
  const marks = new Marks();
  marks.moved([], true);
  expect(marks.stamp).toBe(0);
  marks.moved([move('1', '2')], true);
  marks.step([]);
  expect([marks.stamp, marks.trail]).toEqual([2, []]);
});
