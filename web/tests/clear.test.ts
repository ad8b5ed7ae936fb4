import { expect, it } from 'vitest';
import { clearOf } from '../src/lib/clear';

const area = { width: 842, height: 690 };
const card = { width: 320, height: 200 };
const left = { left: 12, top: 300, width: 392, height: 380 };
const right = { ...left, left: 416 };

it('lies at its spot, inside the area', () => {
  expect(clearOf({ x: 100, y: 50 }, card, null, area)).toEqual({ left: 100, top: 50 });
  expect(clearOf({ x: 900, y: 900 }, card, null, area)).toEqual({ left: 512, top: 480 });
  expect(clearOf({ x: -5, y: -5 }, card, null, area)).toEqual({ left: 10, top: 10 });
});
it('goes aside of a panel, also above it, where it may grow to', () => {
  expect(clearOf({ x: 100, y: 50 }, card, left, area)).toEqual({ left: 414, top: 50 });
  expect(clearOf({ x: 500, y: 50 }, card, right, area)).toEqual({ left: 86, top: 50 });
});
it('stays above a panel along the foot', () => {
  const foot = { left: 6, top: 420, width: 378, height: 300 };
  expect(clearOf({ x: 40, y: 400 }, card, foot, { width: 390, height: 726 })).toEqual({ left: 40, top: 153 });
});
it('has no place where there is no room', () => {
  expect(clearOf({ x: 100, y: 50 }, card, left, { width: 660, height: 690 })).toBeNull();
  expect(clearOf({ x: 100, y: 50 }, card, { left: 6, top: 200, width: 378, height: 190 }, { width: 390, height: 400 })).toBeNull();
});
