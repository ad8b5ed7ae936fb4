import { describe, expect, it } from 'vitest';
import {
  bearing,
  bodiesOf,
  fanPath,
  layOut,
  notation,
  placeOf,
  placesOf,
  readNotation,
  turn,
  turned,
  unitOf,
  zoneBox,
} from '../src/lib/tabletop';
import { piece } from './support';

describe('the open table', () => {
  it('reads places', () => {
    expect(placeOf('1200,-5')).toEqual({ x: 1200, y: -5 });
    expect(placeOf('1207')).toBeNull();
    expect([...placesOf([piece({ place: '10,20' }), piece({ place: 'box' })]).keys()]).toEqual(['10,20']);
    expect(unitOf('b1.3')).toBe('b1');
  });
  it('gathers bases into units, with the box around them', () => {
    const bases = [piece({ id: 'b1.1', place: '1000,1000', facing: 90 }), piece({ id: 'b1.2', place: '1000,1200', facing: 90 })];
    const [body, ...others] = bodiesOf([...bases, piece({ id: 'x', place: 'box' })], {
      sizes: {
        b1: [
          [200, 150],
          [200, 150],
        ],
      },
    });
    expect(others).toEqual([]);
    expect(body).toMatchObject({ id: 'b1', top: bases[0] });
    expect(Object.values(body?.box ?? {}).map(Math.round)).toEqual([1000, 1100, 150, 400]);
  });
  it('turns as the rules do: 0 looks up, clockwise', () => {
    expect(turned(100, 0, 90).map((each) => each + 0)).toEqual([0, 100]);
    expect(turned(0, 100, 90).map((each) => each + 0)).toEqual([100, 0]);
    expect([turn(-15), turn(375)]).toEqual([345, 15]);
    expect([bearing(0, -1), bearing(1, 0), bearing(0, 1), bearing(-1, 0)]).toEqual([0, 90, 180, 270]);
  });
  it('lays bases out in line, column and two ranks', () => {
    const bases: [number, number][] = [
      [200, 100],
      [200, 100],
      [200, 100],
    ];
    expect(layOut(1000, 1000, 0, 'line', bases).map((base) => [base.x, base.y])).toEqual([
      [800, 1000],
      [1000, 1000],
      [1200, 1000],
    ]);
    expect(layOut(1000, 1000, 0, 'column', bases).map((base) => [base.x, base.y])).toEqual([
      [1000, 900],
      [1000, 1000],
      [1000, 1100],
    ]);
    expect(layOut(1000, 1000, 0, 'double', bases).map((base) => [base.x, base.y])).toEqual([
      [900, 950],
      [1100, 950],
      [1000, 1050],
    ]);
    expect(layOut(0, 0, 0, 'line', [])).toEqual([]);
  });
  it('writes and reads answers', () => {
    const draft = { x: 1200.4, y: 900, facing: 450, formation: 'line', hidden: false, via: null };
    expect(notation({ kind: 'unit' }, draft)).toBe('1200,900 90 line');
    expect(notation({ kind: 'unit' }, { ...draft, hidden: true })).toBe('hidden 1200,900 90 line');
    expect(notation({ kind: 'point' }, draft)).toBe('1200,900');
    expect(readNotation('hidden 1200,900 90 line')).toEqual({ x: 1200, y: 900, facing: 90, formation: 'line', hidden: true, via: null });
    expect(readNotation('1000,3000 1400,2600 45 column')).toMatchObject({ x: 1400, y: 2600, facing: 45 });
    const wound = { ...draft, via: [1000, 3000.4] as [number, number] };
    expect(notation({ kind: 'unit' }, wound)).toBe('1000,3000 1200,900 90 line');
    expect(readNotation('1000,3000 1200,900 90 line')).toEqual({
      x: 1200,
      y: 900,
      facing: 90,
      formation: 'line',
      hidden: false,
      via: [1000, 3000],
    });
    expect(readNotation('stay')).toBeNull();
  });
  it('draws fans and zones', () => {
    expect(fanPath(0, 0, 0, 90, 100)).toBe('M0 0L-100 0A100 100 0 0 1 100 0Z');
    expect(zoneBox(['south', 1200], [7200, 4800])).toEqual([0, 3600, 7200, 1200]);
    expect(zoneBox(['east', 800], [7200, 4800])).toEqual([6400, 0, 800, 4800]);
  });
});
