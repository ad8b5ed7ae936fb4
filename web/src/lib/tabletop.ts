// Geometry of the open table. Lengths are hundredths of an inch, angles degrees: 0 looks to the top, clockwise.
import type { Geometry, Piece } from './types';
import type { Goal, Tabletop } from './wire';

export type { Card, Checked, DeskSheet, Goal, Looked, Ring, SightLine, Suggested } from './wire';
export type OpenTable = Tabletop;

export type Point = [number, number];
export interface Base {
  x: number;
  y: number;
  facing: number;
}

/** A table before it is laid. */
export const BARE: OpenTable = {
  size: [7200, 4800],
  table: '',
  terrain: [],
  roads: [],
  floods: [],
  objectives: [],
  edges: [],
  ranges: null,
  sizes: null,
  units: [],
  goal: null,
  desk: null,
};

/** The colours of the two sides. */
export const SIDES: Record<string, string> = { blue: '#1f5a9e', red: '#a81f1b' };

/** A unit as it lies on the table: its bases, and the box around them. */
export interface Body {
  id: string;
  top: Piece;
  pieces: { piece: Piece; x: number; y: number; wide: number; deep: number; reach: Point }[];
  box: { x: number; y: number; wide: number; tall: number };
}

export function bodiesOf(pieces: Piece[], table: Pick<OpenTable, 'sizes'>): Body[] {
  const found = new Map<string, Body>();
  for (const piece of pieces) {
    const at = placeOf(piece.place);
    if (!at) continue;
    const id = unitOf(piece.id);
    const body = found.get(id) ?? { id, top: piece, pieces: [], box: { x: 0, y: 0, wide: 0, tall: 0 } };
    const [wide, deep] = table.sizes?.[id]?.[body.pieces.length] ?? [200, 200];
    const angle = ((piece.facing ?? 0) * Math.PI) / 180;
    const [s, c] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
    body.pieces.push({ piece, ...at, wide, deep, reach: [(c * wide + s * deep) / 2, (s * wide + c * deep) / 2] });
    found.set(id, body);
  }
  for (const body of found.values()) {
    const sides = body.pieces.map(({ x, y, reach: [dx, dy] }) => [x - dx, x + dx, y - dy, y + dy] as const);
    const [left, right] = [Math.min(...sides.map((side) => side[0])), Math.max(...sides.map((side) => side[1]))];
    const [high, low] = [Math.min(...sides.map((side) => side[2])), Math.max(...sides.map((side) => side[3]))];
    body.box = { x: (left + right) / 2, y: (high + low) / 2, wide: right - left, tall: low - high };
  }
  return [...found.values()];
}

export const FORMATIONS = ['line', 'column', 'double'] as const;

/** `1200,900` as a place. */
export function placeOf(text: string): { x: number; y: number } | null {
  const found = /^(-?\d+),(-?\d+)$/.exec(text);
  return found ? { x: Number(found[1]), y: Number(found[2]) } : null;
}

/** Where each piece lies, by its place, as a map of hexes would say it. */
export function placesOf(pieces: Piece[]): Map<string, { x: number; y: number }> {
  const places = new Map<string, { x: number; y: number }>();
  for (const piece of pieces) {
    const at = placeOf(piece.place);
    if (at) places.set(piece.place, at);
  }
  return places;
}

/** The unit of a base: `b1.3` belongs to `b1`. */
export const unitOf = (id: string): string => id.split('.')[0] ?? id;

/** An offset to the right and forward of something that faces so. */
export function turned(right: number, forward: number, facing: number): Point {
  const angle = (facing * Math.PI) / 180;
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return [Math.round(right * c + forward * s), Math.round(right * s - forward * c)];
}

/** Where the bases of a unit stand, touching each other, the first on the left or in front; as the rules lay them out. */
export function layOut(x: number, y: number, facing: number, formation: string, bases: Point[]): Base[] {
  const count = bases.length;
  if (!count) return [];
  const wide = Math.max(...bases.map((base) => base[0]));
  const deep = Math.max(...bases.map((base) => base[1]));
  const files = formation === 'line' ? count : formation === 'column' ? 1 : Math.floor((count + 1) / 2);
  const ranks = Math.ceil(count / files);
  return bases.map((_, at) => {
    const rank = Math.floor(at / files);
    const file = at % files;
    const abreast = Math.min(files, count - rank * files);
    const [dx, dy] = turned(Math.floor(((2 * file - abreast + 1) * wide) / 2), Math.floor(((ranks - 1 - 2 * rank) * deep) / 2), facing);
    return { x: x + dx, y: y + dy, facing };
  });
}

/** A fan in front of a place, as the path of a drawing; `half` degrees to each side. */
export function fanPath(x: number, y: number, facing: number, half: number, reach: number): string {
  const [lx, ly] = turned(0, reach, facing - half);
  const [rx, ry] = turned(0, reach, facing + half);
  return `M${x} ${y}L${x + lx} ${y + ly}A${reach} ${reach} 0 ${half > 90 ? 1 : 0} 1 ${x + rx} ${y + ry}Z`;
}

/** Degrees from 0 to 359. */
export const turn = (facing: number): number => ((Math.round(facing) % 360) + 360) % 360;

/** The direction from one point to another. */
export const bearing = (dx: number, dy: number): number => turn((Math.atan2(dx, -dy) * 180) / Math.PI);

/** Where something is to be put. */
export interface Draft {
  x: number;
  y: number;
  facing: number;
  formation: string;
  hidden: boolean;
  /** A point of the way that is passed first. */
  via: Point | null;
}

/** The draft in the notation of the game. */
export function notation(goal: Pick<Goal, 'kind'>, draft: Draft): string {
  const point = `${Math.round(draft.x)},${Math.round(draft.y)}`;
  if (goal.kind === 'point') return point;
  const via = draft.via ? `${Math.round(draft.via[0])},${Math.round(draft.via[1])} ` : '';
  return `${draft.hidden ? 'hidden ' : ''}${via}${point} ${turn(draft.facing)} ${draft.formation}`;
}

/** The other way round; null for a word or nonsense. */
export function readNotation(text: string): Draft | null {
  const found = /^(hidden )?(?:(-?\d+),(-?\d+) )?(-?\d+),(-?\d+)(?: (\d+) (\w+))?$/.exec(text.trim());
  if (!found) return null;
  const via: Point | null = found[2] === undefined ? null : [Number(found[2]), Number(found[3])];
  return {
    x: Number(found[4]),
    y: Number(found[5]),
    facing: Number(found[6] ?? 0),
    formation: found[7] ?? 'line',
    hidden: found[1] !== undefined,
    via,
  };
}

/** The part of the table in which a side deploys, as left, top, width, height. */
export function zoneBox([edge, deep]: [string, number], [wide, tall]: Point): [number, number, number, number] {
  if (edge === 'north') return [0, 0, wide, deep];
  if (edge === 'south') return [0, tall - deep, wide, deep];
  return edge === 'west' ? [0, 0, deep, tall] : [wide - deep, 0, deep, tall];
}

/** A board without hexes, of the size of the table. */
export function flatGeometry(table: OpenTable): Geometry {
  const [width, height] = table.size;
  return {
    title: table.table ?? '',
    width,
    height,
    scale: 1,
    flat: true,
    corners: [
      [-100, -100],
      [100, -100],
      [100, 100],
      [-100, 100],
    ],
    hexes: [],
  };
}
