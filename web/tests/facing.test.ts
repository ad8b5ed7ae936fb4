import { describe, expect, it } from 'vitest';
import { facingOf, facings, nextFacing, towards } from '../src/lib/facing';
import { concerns, shapeOf } from '../src/lib/overlays';
import type { OverlayGroup } from '../src/lib/types';
import { choice } from './support';

describe('which way', () => {
  it('a point lies, clockwise from above', () => {
    expect([0, 1, 2, 3, 4, 5].map((side) => facingOf(towards(side).x * 30, towards(side).y * 30))).toEqual([0, 1, 2, 3, 4, 5]);
    expect([facingOf(3, -40), facingOf(-3, -40), facingOf(-20, 1)]).toEqual([0, 0, 4]);
  });
  it('answers turn, and the next that is offered', () => {
    const ways = facings([choice({ id: 'face N', facing: 0 }), choice({ id: 'face S', facing: 3 }), choice({ id: 'end' })]);
    expect([...ways.keys()]).toEqual([0, 3]);
    expect([nextFacing(ways, 0, 1), nextFacing(ways, 3, 1), nextFacing(ways, 0, -1), nextFacing(new Map(), 2, 1)]).toEqual([3, 0, 3, 2]);
  });
});

describe('an overlay', () => {
  const corners: [number, number][] = [0, 1, 2, 3, 4, 5].map((at) => [
    20 * Math.cos((at * Math.PI) / 3),
    20 * Math.sin((at * Math.PI) / 3),
  ]);
  const tall = 10 * Math.sqrt(3);
  const places = new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 0, y: 2 * tall }],
  ]);
  const group = (facts: Partial<OverlayGroup>): OverlayGroup => ({
    ...{ caption: 'c', hexes: [], lines: [], sides: [], marks: [], tone: '', weight: 1 },
    ...facts,
  });
  it('has one outline around hexes that touch', () => {
    const shape = shapeOf('zoc', group({ hexes: ['a', 'b', 'x'], tone: 'german' }), 0, places, corners);
    expect(shape.hexes.match(/Z/g)).toHaveLength(2);
    expect(shape.outline.match(/M/g)).toHaveLength(10);
    expect(shape.colour).toBe('var(--tone-german)');
  });
  it('draws lines between places that are there, sides where they look, marks at the foot', () => {
    const shape = shapeOf(
      'railways',
      group({ lines: [['a', 'b'], ['a', 'x']], sides: [['a', 0], ['b', 3]], marks: [['b', '½']] }), // prettier-ignore
      1,
      places,
      corners,
    );
    expect(shape.lines).toBe(`M0.0 0.0L0.0 ${(2 * tall).toFixed(1)}`);
    const heights = [...shape.sides.matchAll(/[ML]\S+ (\S+?)(?=L|M|$)/g)].map((found) => Number(found[1]));
    expect(heights.slice(0, 2).every((y) => y < -10) && heights.slice(2).every((y) => y > 2 * tall + 10)).toBe(true);
    expect(shape.marks).toHaveLength(1);
  });
  it('tells tones apart by more than colour', () => {
    const tones = (['german', 'allied', 'good', 'fair', 'bad', 'gone'] as const).map((tone) =>
      shapeOf('x', group({ tone }), 0, places, corners),
    );
    expect(new Set(tones.map((shape) => shape.angle)).size).toBe(6);
    expect(new Set(tones.map((shape) => shape.colour)).size).toBe(6);
  });
  it('says of which hexes it speaks', () => {
    expect(concerns(group({ lines: [['a', 'b']] }), 'b')).toBe(true);
    expect(concerns(group({ sides: [['a', 1]] }), 'a') && concerns(group({ marks: [['a', '1']] }), 'a')).toBe(true);
    expect(concerns(group({ hexes: ['a'] }), 'b')).toBe(false);
  });
});
