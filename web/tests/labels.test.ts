import { describe, expect, it } from 'vitest';
import { placeLabels, shared, type Box, type Label } from '../src/lib/labels';
import { draws } from '../src/lib/terrain';

const SIZE: [number, number] = [7200, 4800];
const unit = (id: string, x: number, y: number): Label => ({ id, around: { x, y, wide: 1000, tall: 160 }, wide: 700, tall: 220 });

function overlaps(boxes: Box[]): number {
  let count = 0;
  boxes.forEach((one, at) => boxes.slice(at + 1).forEach((other) => (count += shared(one, other) > 0 ? 1 : 0)));
  return count;
}

describe('names on the table', () => {
  it('measures what boxes share', () => {
    expect(shared({ x: 0, y: 0, wide: 10, tall: 10 }, { x: 5, y: 5, wide: 10, tall: 10 })).toBe(25);
    expect(shared({ x: 0, y: 0, wide: 10, tall: 10 }, { x: 10, y: 0, wide: 10, tall: 10 })).toBe(0);
  });
  it('stand below what they name where there is room', () => {
    const [only] = placeLabels([unit('b1', 3000, 2000)], [], SIZE, 20);
    expect(only).toMatchObject({ id: 'b1', x: 3000, y: 2210, far: false });
  });
  it('stand above at the lower edge, and never off the table', () => {
    const [only] = placeLabels([unit('b1', 3000, 4700)], [], SIZE, 20);
    expect(only?.y).toBe(4490);
  });
  it('go aside for a base that lies below', () => {
    const below: Box = { x: 3000, y: 2200, wide: 1000, tall: 160 };
    const [only] = placeLabels([unit('b1', 3000, 2000)], [below], SIZE, 20);
    expect(only && shared(only, below)).toBe(0);
  });
  it('never lie over each other, however close the units stand', () => {
    const draw = draws(1914);
    for (let game = 0; game < 40; game++) {
      const units = Array.from({ length: 14 }, (_, at) => unit(`b${at}`, 600 + draw() * 6000, 300 + draw() * 4200));
      const placed = placeLabels(
        units,
        units.map((each) => each.around),
        SIZE,
        20,
      );
      expect(placed.map((each) => each.id).sort()).toEqual(units.map((each) => each.id).sort());
      expect(overlaps(placed)).toBe(0);
    }
    const heap = Array.from({ length: 14 }, (_, at) => unit(`r${at}`, 3600, 2400));
    expect(overlaps(placeLabels(heap, [], SIZE, 20))).toBe(0);
  });
  it('of ground go away where there is no room', () => {
    const wood: Label = { id: 'wood', around: { x: 3000, y: 2000, wide: 900, tall: 700 }, wide: 600, tall: 100, ground: true };
    expect(placeLabels([wood], [], SIZE, 20)).toHaveLength(1);
    expect(placeLabels([wood], [{ x: 3000, y: 2000, wide: 900, tall: 900 }], SIZE, 20)).toEqual([]);
  });
});
