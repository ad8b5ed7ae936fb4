// Drawing terrain: trees, hachures, furrows, houses, winding water. The same piece is always drawn the same way.
import type { Point } from './tabletop';

export interface Ground {
  kind: string;
  points: Point[];
}
export interface Spot {
  x: number;
  y: number;
  r: number;
}
export interface House extends Spot {
  wide: number;
  deep: number;
  turn: number;
  church: boolean;
}
export type Draw = () => number;

/** A number that belongs to a piece of terrain: its kind and its corners. */
export function seedOf({ kind, points }: Ground): number {
  let hash = 2166136261;
  for (const letter of `${kind} ${points.join(' ')}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  return hash >>> 0;
}

/** Numbers from 0 to 1, the same for a seed on every machine. */
export function draws(seed: number): Draw {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const round = (each: number) => Math.round(each);
const pairs = (points: Point[], closed: boolean): [Point, Point][] =>
  points.flatMap((from, at): [Point, Point][] => {
    const to = points[at + 1] ?? (closed ? points[0] : undefined);
    return to ? [[from, to]] : [];
  });

export function inside(points: Point[], x: number, y: number): boolean {
  let found = false;
  for (const [[ax, ay], [bx, by]] of pairs(points, true))
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found;
  return found;
}

/** How far a point lies from a line. */
export function distance(points: Point[], x: number, y: number, closed = false): number {
  let least = Infinity;
  for (const [[ax, ay], [bx, by]] of pairs(points, closed)) {
    const [dx, dy] = [bx - ax, by - ay];
    const part = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x - ax - part * dx, y - ay - part * dy));
  }
  return least;
}

export const middleOf = (points: Point[]): Point => [
  points.reduce((sum, point) => sum + point[0], 0) / (points.length || 1),
  points.reduce((sum, point) => sum + point[1], 0) / (points.length || 1),
];

/** The direction of the longest side, in radians: fields and houses lie along it. */
export function lie(points: Point[]): number {
  const long = pairs(points, true).sort(([a, b], [c, d]) => Math.hypot(d[0] - c[0], d[1] - c[1]) - Math.hypot(b[0] - a[0], b[1] - a[1]))[0];
  return long ? Math.atan2(long[1][1] - long[0][1], long[1][0] - long[0][0]) : 0;
}

/** Spots inside an area, some way from its edge: a grid along its longest side, shaken. */
export function scatter(points: Point[], gap: number, shake: number, margin: number, draw: Draw): Point[] {
  const [angle, [mx, my]] = [lie(points), middleOf(points)];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const reach = Math.max(...points.map(([x, y]) => Math.hypot(x - mx, y - my)));
  const found: Point[] = [];
  const steps = Math.ceil(reach / gap);
  for (let row = -steps; row <= steps; row++)
    for (let file = -steps; file <= steps; file++) {
      const [u, v] = [(file + (draw() - 0.5) * shake) * gap, (row + (draw() - 0.5) * shake) * gap];
      const [x, y] = [mx + u * c - v * s, my + u * s + v * c];
      if (inside(points, x, y) && distance(points, x, y, true) >= margin) found.push([round(x), round(y)]);
    }
  return found.sort((a, b) => a[1] - b[1]);
}

/** Trees: those of a wood stand as they grew and close together, those of an orchard in rows. */
export function trees(piece: Ground): Spot[] {
  const draw = draws(seedOf(piece));
  const rows = piece.kind === 'orchard';
  return scatter(piece.points, rows ? 120 : 104, rows ? 0.08 : 0.9, rows ? 45 : 52, draw).map(([x, y]) => ({
    x,
    y,
    r: round(rows ? 36 + 6 * draw() : 48 + 26 * draw()),
  }));
}

/** A bush after the other along a hedge. */
export function bushes(piece: Ground): Spot[] {
  const draw = draws(seedOf(piece));
  return along(piece.points, 38).map(({ x, y }) => ({
    x: round(x + (draw() - 0.5) * 16),
    y: round(y + (draw() - 0.5) * 16),
    r: round(22 + 12 * draw()),
  }));
}

/** Places at equal distances along a line, with its direction there. */
export function along(points: Point[], gap: number): { x: number; y: number; dx: number; dy: number }[] {
  const found: { x: number; y: number; dx: number; dy: number }[] = [];
  let left = 0;
  for (const [[ax, ay], [bx, by]] of pairs(points, false)) {
    const long = Math.hypot(bx - ax, by - ay) || 1;
    const [dx, dy] = [(bx - ax) / long, (by - ay) / long];
    for (; left <= long; left += gap) found.push({ x: ax + dx * left, y: ay + dy * left, dx, dy });
    left -= long;
  }
  return found;
}

/** The parts of parallel lines that lie inside an area, along its longest side. */
export function furrows(points: Point[], gap: number, across = false): [Point, Point][] {
  const angle = lie(points) + (across ? Math.PI / 2 : 0);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const local = points.map(([x, y]): Point => [x * c + y * s, y * c - x * s]);
  const [low, high] = [Math.min(...local.map((each) => each[1])), Math.max(...local.map((each) => each[1]))];
  const found: [Point, Point][] = [];
  for (let v = low + gap / 2; v < high; v += gap) {
    const cuts = pairs(local, true)
      .filter(([a, b]) => a[1] > v !== b[1] > v)
      .map(([a, b]) => a[0] + ((v - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
      .sort((a, b) => a - b);
    for (let at = 0; at + 1 < cuts.length; at += 2) {
      const ends = [cuts[at] ?? 0, cuts[at + 1] ?? 0].map((u): Point => [round(u * c - v * s), round(u * s + v * c)]);
      if (ends[0] && ends[1]) found.push([ends[0], ends[1]]);
    }
  }
  return found;
}

/** An area drawn in towards its middle: the height lines of a hill. */
export function shrunk(points: Point[], part: number): Point[] {
  const [mx, my] = middleOf(points);
  return points.map(([x, y]) => [round(mx + (x - mx) * part), round(my + (y - my) * part)]);
}

/** Strokes down the slope at a height line; the side away from the light, which falls from the north-west, is in shade. */
export function hachures(piece: Ground): { lit: [Point, Point][]; shade: [Point, Point][] } {
  const draw = draws(seedOf(piece));
  const found = { lit: [] as [Point, Point][], shade: [] as [Point, Point][] };
  const steep = piece.kind === 'steep';
  const [mx, my] = middleOf(piece.points);
  for (const part of steep ? [0.97, 0.7, 0.43] : [0.95, 0.6]) {
    const ring = shrunk(piece.points, part);
    const first = ring[0];
    if (!first) continue;
    for (const { x, y, dx, dy } of along([...ring, first], steep ? 34 : 46)) {
      const inward = (mx - x) * -dy + (my - y) * dx > 0 ? 1 : -1;
      const long = (steep ? 95 : 80) * (0.75 + 0.5 * draw());
      const [nx, ny] = [-dy * inward, dx * inward];
      (nx + ny > 0 ? found.lit : found.shade).push([
        [round(x), round(y)],
        [round(x + nx * long), round(y + ny * long)],
      ]);
    }
  }
  return found;
}

/** Houses of a village along its longest side, none on a road; the largest stands for its church. */
export function houses(piece: Ground, roads: Point[][]): House[] {
  const draw = draws(seedOf(piece));
  const turn = (lie(piece.points) * 180) / Math.PI;
  const spots = scatter(piece.points, 128, 0.42, 58, draw).filter(([x, y]) => roads.every((road) => distance(road, x, y) > 105));
  const [mx, my] = middleOf(piece.points);
  const centre = spots.reduce((best, [x, y], at) => {
    const [bx, by] = spots[best] ?? [Infinity, Infinity];
    return Math.hypot(x - mx, y - my) < Math.hypot(bx - mx, by - my) ? at : best;
  }, 0);
  return spots
    .map(([x, y], at): House => {
      const [wide, deep] = [84 + 26 * draw(), 50 + 14 * draw()];
      const across = draw() < 0.38;
      return {
        x,
        y,
        r: 50,
        wide: round(wide),
        deep: round(deep),
        turn: round(turn + (across ? 90 : 0) + (draw() - 0.5) * 14),
        church: at === centre,
      };
    })
    .filter(() => draw() < 0.94);
}

/** A river between its points as water goes: bends that stay within a bank's width of the line, none at all in a canal. */
export function winding(piece: Ground, bend: number): Point[] {
  if (piece.points.length < 3) return piece.points;
  const draw = draws(seedOf(piece));
  const [phase, wave] = [draw() * Math.PI * 2, 420 + 160 * draw()];
  return along(curve(piece.points, 12), 60).map(({ x, y, dx, dy }, at) => {
    const swing = bend * Math.sin(phase + (at * 60 * 2 * Math.PI) / wave) * (0.7 + 0.3 * Math.sin(at * 0.37 + phase));
    return [round(x - dy * swing), round(y + dx * swing)];
  });
}

/** Through all points, round at the corners. */
export function curve(points: Point[], steps: number): Point[] {
  if (points.length < 3) return points;
  const at = (i: number): Point => points[Math.max(0, Math.min(points.length - 1, i))] ?? [0, 0];
  const found: Point[] = [at(0)];
  for (let i = 0; i + 1 < points.length; i++)
    for (let step = 1; step <= steps; step++) {
      const [u, v] = [step / steps, (step / steps) ** 2];
      const w = u * v;
      found.push(
        [0, 1].map((axis) => {
          const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)].map((point) => point[axis] ?? 0) as [
            number,
            number,
            number,
            number,
          ];
          return round(0.5 * (2 * b + (c - a) * u + (2 * a - 5 * b + 4 * c - d) * v + (3 * b - a - 3 * c + d) * w));
        }) as Point,
      );
    }
  return found;
}

/** Where a road crosses water, and the direction of the road there. */
export function bridges(roads: Point[][], water: Point[]): { x: number; y: number; turn: number }[] {
  const found: { x: number; y: number; turn: number }[] = [];
  for (const road of roads)
    for (const [a, b] of pairs(road, false))
      for (const [p, q] of pairs(water, false)) {
        const [ex, ey, fx, fy] = [b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1]];
        const cross = ex * fy - ey * fx;
        if (!cross) continue;
        const [t, u] = [((p[0] - a[0]) * fy - (p[1] - a[1]) * fx) / cross, ((p[0] - a[0]) * ey - (p[1] - a[1]) * ex) / cross];
        if (t >= 0 && t <= 1 && u >= 0 && u < 1)
          found.push({ x: round(a[0] + t * ex), y: round(a[1] + t * ey), turn: round((Math.atan2(ey, ex) * 180) / Math.PI) });
      }
  return found;
}

/** Tufts of grass on the open ground, away from everything that is drawn there. */
export function tufts([wide, tall]: Point, pieces: Ground[], roads: Point[][]): Point[] {
  const draw = draws(seedOf({ kind: 'grass', points: pieces.map((piece) => piece.points[0] ?? [0, 0]) }));
  const found: Point[] = [];
  for (let x = 150; x < wide; x += 300)
    for (let y = 150; y < tall; y += 300) {
      const [px, py] = [round(x + (draw() - 0.5) * 260), round(y + (draw() - 0.5) * 260)];
      if (pieces.some((piece) => inside(piece.points, px, py)) || roads.some((road) => distance(road, px, py) < 100)) continue;
      found.push([px, py]);
    }
  return found;
}

export const linePath = (points: Point[]): string => points.map(([x, y], at) => `${at ? 'L' : 'M'}${x} ${y}`).join('');
export const strokes = (lines: [Point, Point][]): string => lines.map(([a, b]) => `M${a[0]} ${a[1]}L${b[0]} ${b[1]}`).join('');
/** Discs as one path, larger or smaller, and put aside. */
export const discs = (spots: Spot[], part = 1, dx = 0, dy = 0): string =>
  spots
    .map(({ x, y, r }) => {
      const radius = round(r * part);
      return `M${x + round(dx * r) - radius} ${y + round(dy * r)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
    })
    .join('');
