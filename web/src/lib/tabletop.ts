// Geometry of the open table. Lengths are hundredths of an inch, angles degrees: 0 looks to the top, clockwise.
import type { Geometry, Piece } from './types';
import type { Goal, Tabletop } from './wire';

export type { Card, DeskSheet, Goal } from './wire';
export type OpenTable = Tabletop;

export type Point = [number, number];
/** A line to an enemy unit: what is seen of it, and whether it could be fired at. */
export interface SightLine {
  unit: string;
  from: Point;
  to: Point;
  inches: number;
  sees: boolean;
  cover: boolean;
  smoke: number;
  front: boolean;
  reach: boolean;
  way: string;
  charge: boolean;
}
export interface Ring {
  what: string;
  reach: number;
  half: number;
  rule: string;
}
export interface Looked {
  lines: SightLine[];
  rings: Ring[];
}
export interface Base {
  x: number;
  y: number;
  facing: number;
}

/** A table before it is laid. */
export const BARE: OpenTable = {
  size: [7200, 4800], table: '', terrain: [], roads: [], floods: [], objectives: [], edges: [], ranges: null, sizes: null, units: [], goal: null, desk: null,
};

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

/** A legal answer of the server. */
export interface Suggestion {
  id: string;
  text: string;
  x?: number;
  y?: number;
  facing?: number;
}
/** What the server says of a place: whether it would do, and what a unit would see and reach from there. */
export interface Checked {
  ok: boolean;
  rule: string;
  why: string;
  sees?: string[];
  reach?: string[];
  charge?: string[];
  lines?: SightLine[];
  rings?: Ring[];
}

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
  return { x: Number(found[4]), y: Number(found[5]), facing: Number(found[6] ?? 0), formation: found[7] ?? 'line', hidden: found[1] !== undefined, via };
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
  return { title: table.table ?? '', width, height, scale: 1, flat: true, corners: [[-100, -100], [100, -100], [100, 100], [-100, 100]], hexes: [] };
}
