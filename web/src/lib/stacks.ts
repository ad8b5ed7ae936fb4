// Where counters lie: piles in a hex, and the row into which a pile fans out.
import type { Geometry, Piece } from './types';

export interface Layout {
  /** Side of a counter in the units of the board. */
  size: number;
  /** Centres of the piles of a hex, relative to its centre, by how many are needed. */
  slots: [number, number][];
}

export interface Placed {
  piece: Piece;
  x: number;
  y: number;
  /** On top of its pile. */
  top: boolean;
  /** How many lie in its pile. */
  count: number;
}

const STEP = 3;

/** The narrowest way across a hex. */
export function across(corners: [number, number][]): number {
  const xs = corners.map((corner) => corner[0]);
  const ys = corners.map((corner) => corner[1]);
  return Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

/** Small hexes hold one pile; large ones four, so that a big stack can be read. */
export function layoutFor(geometry: Pick<Geometry, 'corners'>): Layout {
  const width = across(geometry.corners);
  const size = Math.round(Math.max(24, Math.min(56, width * 0.58)));
  const cell = size / 2 + 4;
  const four: [number, number][] = [
    [-cell, -cell],
    [cell, -cell],
    [-cell, cell],
    [cell, cell],
  ];
  return { size, slots: width >= 2 * size + 20 ? four : [[0, 0]] };
}

/** Deal a stack, bottom first, into piles of nearly equal height: the first counters stay together. */
export function piles<T>(stack: T[], most: number): T[][] {
  const count = Math.min(most, stack.length);
  const made: T[][] = [];
  let start = 0;
  for (let pile = 0; pile < count; pile++) {
    const take = Math.ceil((stack.length - start) / (count - pile));
    made.push(stack.slice(start, start + take));
    start += take;
  }
  return made;
}

/** The piles of a hex: each holds counters of one army, as long as there are as many places as armies. */
export function armyPiles(stack: Piece[], most: number): Piece[][] {
  const armies = new Map<string, Piece[]>();
  for (const piece of stack) armies.set(piece.army, [...(armies.get(piece.army) ?? []), piece]);
  const groups = [...armies.values()];
  if (groups.length >= most || groups.length === 1) return piles(groups.flat(), most);
  const shares = groups.map(() => 1);
  for (let spare = most - groups.length; spare > 0; spare--) {
    const heights = groups.map((group, at) => (group.length > (shares[at] ?? 1) ? group.length / (shares[at] ?? 1) : 0));
    const tallest = heights.indexOf(Math.max(...heights));
    if ((heights[tallest] ?? 0) > 0) shares[tallest] = (shares[tallest] ?? 1) + 1;
  }
  return groups.flatMap((group, at) => piles(group, shares[at] ?? 1));
}

/** Centres for as many piles as there are: one in the middle, two side by side. */
export function slotsFor(layout: Layout, count: number): [number, number][] {
  if (count <= 1 || layout.slots.length === 1) return [[0, 0]];
  const cell = Math.abs(layout.slots[0]?.[0] ?? 0);
  if (count === 2)
    return [
      [-cell, 0],
      [cell, 0],
    ];
  if (count === 3)
    return [
      [-cell, -cell],
      [cell, -cell],
      [0, cell],
    ];
  return layout.slots;
}

export function byPlace(pieces: Piece[]): Map<string, Piece[]> {
  const stacks = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const stack = stacks.get(piece.place);
    if (stack) stack.push(piece);
    else stacks.set(piece.place, [piece]);
  }
  return stacks;
}

/** Every counter of a stack at its place, in drawing order. */
export function placeStack(stack: Piece[], x: number, y: number, layout: Layout): Placed[] {
  const dealt = armyPiles(stack, layout.slots.length);
  const slots = slotsFor(layout, dealt.length);
  return dealt.flatMap((pile, at) => {
    const [dx, dy] = slots[at] ?? [0, 0];
    const step = Math.min(STEP, 12 / Math.max(1, pile.length - 1));
    const middle = ((pile.length - 1) * step) / 2;
    return pile.map((piece, level) => ({
      piece,
      x: x + dx - layout.size / 2 + level * step - middle,
      y: y + dy - layout.size / 2 - level * step + middle,
      top: level === pile.length - 1,
      count: pile.length,
    }));
  });
}

/** Counters on top of a pile that can't be chosen, each with those of its pile that can: a click on the top means these. */
export function standing(placed: Placed[], can: (piece: Piece) => boolean): Map<string, Piece[]> {
  const found = new Map<string, Piece[]>();
  let able: Piece[] = [];
  for (const { piece, top } of placed) {
    if (can(piece)) able.push(piece);
    if (!top) continue;
    if (able.length && !can(piece)) found.set(piece.id, able);
    able = [];
  }
  return found;
}

export interface Fan {
  left: number;
  top: number;
  columns: number;
  width: number;
  height: number;
}

/** A row (or rows) of counters beside a point, inside the window, with room for what is written below them. */
export function fanAt(
  count: number,
  at: { x: number; y: number; reach: number },
  size: number,
  area: { width: number; height: number },
  free: { x: number; y: number; reach: number }[] = [],
  edge = 8,
  below = 0,
): Fan {
  const most = Math.max(1, Math.floor((area.width - 2 * edge) / size));
  const laid = (columns: number) => ({ columns, width: columns * size, height: Math.ceil(count / columns) * size + below });
  const within = (value: number, last: number) => Math.max(edge, Math.min(value, last - edge));
  const placed = (fan: Pick<Fan, 'columns' | 'width' | 'height'>, x: number, y: number): Fan => ({
    ...fan,
    left: within(x, Math.max(edge, area.width - fan.width)),
    top: within(y, Math.max(edge, area.height - fan.height)),
  });
  const row = laid(Math.min(count, most));
  const block = laid(Math.min(most, Math.ceil(Math.sqrt(count))));
  const sides = [
    placed(row, at.x - row.width / 2, at.y - at.reach - row.height),
    placed(row, at.x - row.width / 2, at.y + at.reach),
    placed(block, at.x + at.reach, at.y - block.height / 2),
    placed(block, at.x - at.reach - block.width, at.y - block.height / 2),
  ];
  // On the side where it covers the fewest of the places that may be gone to, and not its own hex.
  const over = (fan: Fan, { x, y, reach }: { x: number; y: number; reach: number }) =>
    x + reach * 0.7 > fan.left &&
    x - reach * 0.7 < fan.left + fan.width &&
    y + reach * 0.7 > fan.top &&
    y - reach * 0.7 < fan.top + fan.height;
  const covered = sides.map((fan) => free.filter((place) => over(fan, place)).length + (over(fan, at) ? free.length + 1 : 0));
  return sides[covered.indexOf(Math.min(...covered))] ?? placed(row, at.x, at.y);
}

export interface HexAt {
  label: string;
  x: number;
  y: number;
}

/** Finds the hex under a point: the nearest centre, by a coarse grid, so that no element per hex is needed. */
export class HexFinder {
  readonly #cells = new Map<string, HexAt[]>();
  readonly #cell: number;
  readonly places = new Map<string, HexAt>();

  constructor(geometry: Pick<Geometry, 'corners' | 'hexes'>) {
    this.#cell = Math.max(...geometry.corners.map(([x, y]) => Math.hypot(x, y))) * 2;
    for (const hex of geometry.hexes) {
      this.places.set(hex.label, hex);
      const key = this.#key(hex.x, hex.y);
      const cell = this.#cells.get(key);
      if (cell) cell.push(hex);
      else this.#cells.set(key, [hex]);
    }
  }

  #key(x: number, y: number): string {
    return `${Math.floor(x / this.#cell)},${Math.floor(y / this.#cell)}`;
  }

  at(x: number, y: number): string | null {
    let best: HexAt | null = null;
    let least = (this.#cell / 2) ** 2;
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const hex of this.#cells.get(this.#key(x + dx * this.#cell, y + dy * this.#cell)) ?? []) {
          const far = (hex.x - x) ** 2 + (hex.y - y) ** 2;
          if (far < least) [best, least] = [hex, far];
        }
      }
    }
    return best?.label ?? null;
  }

  /** Whether two hexes share a side: no centre lies nearer than theirs, a little apart for odd grids. */
  beside(one: string, other: string): boolean {
    const [a, b] = [this.places.get(one), this.places.get(other)];
    return a !== undefined && b !== undefined && one !== other && Math.hypot(a.x - b.x, a.y - b.y) < this.#cell * 0.92;
  }

  /** The nearest hex in a direction, for moving a cursor by keys. */
  towards(label: string, dx: number, dy: number): string | null {
    const from = this.places.get(label);
    if (!from) return null;
    const length = Math.hypot(dx, dy) || 1;
    return this.at(from.x + (dx / length) * this.#cell * 0.87, from.y + (dy / length) * this.#cell * 0.87);
  }
}
