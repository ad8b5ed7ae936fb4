import { describe, expect, it } from 'vitest';
import { complete, left, spread } from '../src/lib/orderSheet';
import type { Allotment, Taker } from '../src/lib/wire';

const taker = (id: string, least: number, most: number): Taker => ({ id, text: id, least, most, markers: 0 });
const sheet = (pool: number, spare: number, ...takers: Taker[]): Allotment => ({ pool, takers, spare, rolls: false });

describe('the order sheet', () => {
  it('gives the least to everyone, then one after another', () => {
    const allot = sheet(7, 0, taker('bG', 0, 3), taker('b1', 1, 7), taker('b2', 1, 7));
    expect(spread(allot)).toEqual({ bG: 2, b1: 3, b2: 2 });
    expect(complete(allot, spread(allot))).toBe(true);
  });
  it('is not complete before every token is given out', () => {
    const allot = sheet(3, 0, taker('bG', 0, 1), taker('b1', 1, 3));
    expect(complete(allot, { bG: 0, b1: 2 })).toBe(false);
    expect(complete(allot, { bG: 1, b1: 3 })).toBe(false);
    expect(left(allot, { bG: 1, b1: 2 })).toBe(0);
  });
  it('lets tokens stay that nobody can take', () => {
    const allot = sheet(4, 4, taker('bG', 0, 3));
    expect(spread(allot)).toEqual({ bG: 3 });
    expect(complete(allot, spread(allot))).toBe(true);
    expect(complete(allot, { bG: 0 })).toBe(true);
    expect(complete(allot, { bG: 5 })).toBe(false);
  });
  it('can be sent where there are fewer tokens than units', () => {
    const allot = sheet(2, 0, taker('b1', 0, 1), taker('b2', 0, 1), taker('b3', 0, 1));
    expect(spread(allot)).toEqual({ b1: 1, b2: 1, b3: 0 });
    expect(complete(allot, spread(allot))).toBe(true);
  });
  it('stands still where nobody can take more', () => {
    expect(spread(sheet(9, 0, taker('b1', 1, 1)))).toEqual({ b1: 1 });
    expect(spread(sheet(9, 0))).toEqual({});
  });
});
