import { describe, expect, it } from 'vitest';
import { armyPiles, byPlace, fanAt, type Fan, HexFinder, layoutFor, piles, placeStack, standing } from '../src/lib/stacks';
import { piece } from './support';

const POINTY: [number, number][] = [
  [0, -48.5],
  [42, -24.25],
  [42, 24.25],
  [0, 48.5],
  [-42, 24.25],
  [-42, -24.25],
];
const FLAT: [number, number][] = [
  [-43.3, -75],
  [43.3, -75],
  [86.6, 0],
  [43.3, 75],
  [-43.3, 75],
  [-86.6, 0],
];
const stack = (count: number, army = 'german') => Array.from({ length: count }, (_, at) => piece({ id: `${army}${at}`, army, place: '1' }));

describe('piles', () => {
  it.each([
    [1, 4],
    [4, 4],
    [7, 4],
    [10, 4],
    [3, 1],
  ])('%i counters in at most %i piles lose nobody and differ by one at most', (count, most) => {
    const made = piles(stack(count), most);
    expect(made.flat()).toHaveLength(count);
    expect(made.length).toBeLessThanOrEqual(most);
    const heights = made.map((pile) => pile.length);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
  });

  it('keep armies apart where there is room', () => {
    const made = armyPiles([...stack(5, 'french'), ...stack(2, 'german')], 4);
    for (const pile of made) expect(new Set(pile.map((each) => each.army)).size).toBe(1);
    expect(made.flat()).toHaveLength(7);
    expect(made.length).toBeLessThanOrEqual(4);
    expect(armyPiles([...stack(2, 'french'), ...stack(2, 'german')], 1)).toHaveLength(1);
  });
});

describe('a counter on top of a pile', () => {
  const layout = layoutFor({ corners: POINTY });
  const able = (...ids: string[]) => {
    const found = standing([...placeStack(stack(3), 0, 0, layout), ...placeStack(stack(2, 'french'), 90, 0, layout)], (each) =>
      ids.includes(each.id),
    );
    return [...found].map(([top, below]) => [top, below.map((each) => each.id)]);
  };

  it('stands for those below it that can be chosen, where it can not', () => {
    expect(able('german0', 'german1')).toEqual([['german2', ['german0', 'german1']]]);
    expect(able('german0', 'french0')).toEqual([
      ['german2', ['german0']],
      ['french1', ['french0']],
    ]);
    expect(able('german1', 'german2')).toEqual([]);
    expect(able()).toEqual([]);
  });
});

describe('counters in a hex', () => {
  it('one pile in a small hex, four in a large one, all within it', () => {
    const small = layoutFor({ corners: POINTY });
    const large = layoutFor({ corners: FLAT });
    expect(small.slots).toHaveLength(1);
    expect(large.slots).toHaveLength(4);
    for (const [layout, half] of [
      [small, 44],
      [large, 75],
    ] as const) {
      for (const { x, y } of placeStack(stack(10), 0, 0, layout)) {
        expect(Math.abs(x + layout.size / 2)).toBeLessThanOrEqual(half);
        expect(Math.abs(y + layout.size / 2)).toBeLessThanOrEqual(half);
      }
    }
  });

  it('marks one top for each pile, with its count', () => {
    const tops = placeStack(stack(7), 0, 0, layoutFor({ corners: FLAT })).filter((each) => each.top);
    expect(tops).toHaveLength(4);
    expect(tops.reduce((sum, each) => sum + each.count, 0)).toBe(7);
  });

  it('are grouped by place in order', () => {
    const found = byPlace([piece({ id: 'a', place: '1' }), piece({ id: 'b', place: '2' }), piece({ id: 'c', place: '1' })]);
    expect(found.get('1')?.map((each) => each.id)).toEqual(['a', 'c']);
  });
});

describe('a fan', () => {
  const area = { width: 900, height: 700 };
  it.each([
    [0, 0],
    [899, 699],
    [450, 10],
    [10, 690],
    [890, 350],
  ])('at %i,%i stays inside the window', (x, y) => {
    for (const count of [2, 5, 12, 30]) {
      const [fan, more] = [0, 44].map((below) => fanAt(count, { x, y, reach: 40 }, 62, area, [], 8, below)) as [Fan, Fan];
      expect(more.top + (more.height - 44)).toBeLessThanOrEqual(area.height - 44);
      expect(fan.left).toBeGreaterThanOrEqual(0);
      expect(fan.top).toBeGreaterThanOrEqual(0);
      expect(fan.left + fan.width).toBeLessThanOrEqual(area.width);
      expect(fan.top + fan.height).toBeLessThanOrEqual(area.height);
      expect(fan.columns * Math.ceil(count / fan.columns)).toBeGreaterThanOrEqual(count);
    }
  });
});

describe('a fan beside places to go to', () => {
  const area = { width: 900, height: 700 };
  const at = { x: 450, y: 350, reach: 40 };
  const above = { x: 450, y: 280, reach: 40 };
  const below = { x: 450, y: 420, reach: 40 };
  const right = { x: 530, y: 350, reach: 40 };
  const over = (fan: ReturnType<typeof fanAt>, place: typeof at) =>
    place.x > fan.left && place.x < fan.left + fan.width && place.y > fan.top && place.y < fan.top + fan.height;
  it.each([[[above]], [[above, below]], [[above, below, right]]])('lies on the side that is free', (places) => {
    const fan = fanAt(3, at, 62, area, places);
    for (const place of [at, ...places]) expect(over(fan, place)).toBe(false);
  });
});

describe('finding a hex', () => {
  const hexes = Array.from({ length: 400 }, (_, at) => ({
    label: String(at),
    x: (at % 20) * 84 + (Math.floor(at / 20) % 2) * 42,
    y: Math.floor(at / 20) * 72.75,
  }));
  const finder = new HexFinder({ corners: POINTY, hexes });

  it('finds each hex from its middle and from near its corners', () => {
    for (const hex of hexes) {
      expect(finder.at(hex.x, hex.y)).toBe(hex.label);
      expect(finder.at(hex.x + 30, hex.y + 10)).toBe(hex.label);
    }
  });

  it('finds nothing off the board', () => {
    expect(finder.at(-500, -500)).toBeNull();
    expect(finder.towards('nowhere', 1, 0)).toBeNull();
  });

  it('goes to a neighbour', () => expect(finder.towards('0', 1, 0)).toBe('1'));
  it('knows who lies beside whom', () => {
    expect([finder.beside('0', '1'), finder.beside('0', '0'), finder.beside('0', 'nowhere')]).toEqual([true, false, false]);
  });
});
