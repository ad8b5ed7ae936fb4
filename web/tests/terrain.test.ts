import { describe, expect, it } from 'vitest';
import type { Point } from '../src/lib/tabletop';
import { bridges, bushes, distance, draws, furrows, hachures, houses, inside, seedOf, trees, tufts, winding } from '../src/lib/terrain';

const FIELD: Point[] = [
  [1000, 1000],
  [2000, 1000],
  [2000, 1600],
  [1000, 1600],
];
const wood = { kind: 'wood', points: FIELD };

describe('drawn terrain', () => {
  it('is the same for the same piece, another for another', () => {
    expect(trees(wood)).toEqual(trees({ kind: 'wood', points: FIELD.map(([x, y]): Point => [x, y]) }));
    expect(houses({ kind: 'village', points: FIELD }, [])).toEqual(houses({ kind: 'village', points: FIELD }, []));
    expect(seedOf(wood)).not.toBe(seedOf({ kind: 'orchard', points: FIELD }));
    expect(trees(wood)).not.toEqual(trees({ kind: 'wood', points: FIELD.map(([x, y]): Point => [x + 1, y]) }));
    const draw = draws(7);
    const drawn = Array.from({ length: 200 }, draw);
    expect(drawn.every((each) => each >= 0 && each < 1)).toBe(true);
    expect(new Set(drawn).size).toBe(200);
  });
  it('keeps trees, houses and furrows inside the edge that counts', () => {
    for (const spot of [...trees(wood), ...trees({ kind: 'orchard', points: FIELD })]) {
      expect(inside(FIELD, spot.x, spot.y)).toBe(true);
      expect(distance(FIELD, spot.x, spot.y, true)).toBeGreaterThanOrEqual(44);
    }
    expect(trees(wood).length).toBeGreaterThan(30);
    const rows = furrows(FIELD, 50);
    expect(rows).toHaveLength(12);
    for (const ends of rows) for (const [x, y] of ends) expect(x >= 1000 && x <= 2000 && y >= 1000 && y <= 1600).toBe(true);
  });
  it('builds no house on a road, and one church', () => {
    const road: Point[] = [
      [900, 1300],
      [2100, 1300],
    ];
    const village = houses({ kind: 'village', points: FIELD }, [road]);
    expect(village.length).toBeGreaterThan(8);
    expect(village.every((house) => distance(road, house.x, house.y) > 105)).toBe(true);
    expect(village.filter((house) => house.church).length).toBeLessThanOrEqual(1);
  });
  it('shades the slope that looks away from the north-west', () => {
    const { lit, shade } = hachures({ kind: 'hill', points: FIELD });
    const mean = (lines: [Point, Point][], axis: 0 | 1) => lines.reduce((sum, [from]) => sum + from[axis], 0) / lines.length;
    expect(mean(shade, 0)).toBeGreaterThan(mean(lit, 0));
    expect(mean(shade, 1)).toBeGreaterThan(mean(lit, 1));
    for (const [, [x, y]] of [...lit, ...shade]) expect(inside(FIELD, x, y)).toBe(true);
  });
  it('lets a river wind near its line, a canal not at all', () => {
    const river: Point[] = [
      [0, 2900],
      [2000, 2700],
      [4000, 2900],
      [7200, 2800],
    ];
    const wound = winding({ kind: 'river', points: river }, 34);
    const away = wound.map(([x, y]) => distance(river, x, y));
    expect(Math.max(...away)).toBeLessThan(80);
    expect(away.filter((each) => each > 12).length).toBeGreaterThan(20);
    const canal: Point[] = [
      [0, 2000],
      [7200, 2000],
    ];
    expect(winding({ kind: 'river', points: canal }, 34)).toEqual(canal);
    expect(
      bridges(
        [
          [
            [3600, 0],
            [3600, 4800],
          ],
        ],
        canal,
      ),
    ).toEqual([{ x: 3600, y: 2000, turn: 90 }]);
    expect(
      bridges(
        [
          [
            [0, 0],
            [7200, 0],
          ],
        ],
        canal,
      ),
    ).toEqual([]);
  });
  it('sets bushes along a hedge and grass beside everything', () => {
    const line: Point[] = [
      [0, 0],
      [380, 0],
    ];
    expect(bushes({ kind: 'hedge', points: line })).toHaveLength(11);
    const grass = tufts([7200, 4800], [wood], []);
    expect(grass.length).toBeGreaterThan(200);
    expect(grass.some(([x, y]) => inside(FIELD, x, y))).toBe(false);
  });
});
