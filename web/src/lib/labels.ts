// Where names stand on the table: beside what they name, over no other name, and where there is room over no piece.
import type { Point } from './tabletop';

export interface Box {
  x: number;
  y: number;
  wide: number;
  tall: number;
}
export interface Label {
  id: string;
  /** What it names, in its middle and how far it reaches: the name stands outside, unless it is the name of ground. */
  around: Box;
  wide: number;
  tall: number;
  /** A name of ground lies on it, or beside it if it has a size, and goes away where there is no room. */
  ground?: boolean;
}
export interface Placed extends Box {
  id: string;
  /** It stands so far from what it names that a line must lead there. */
  far: boolean;
}

/** How much two boxes, given by their middles, cover of each other. */
export function shared(one: Box, other: Box): number {
  const wide = Math.min(one.x + one.wide / 2, other.x + other.wide / 2) - Math.max(one.x - one.wide / 2, other.x - other.wide / 2);
  const tall = Math.min(one.y + one.tall / 2, other.y + other.tall / 2) - Math.max(one.y - one.tall / 2, other.y - other.tall / 2);
  return wide > 0 && tall > 0 ? wide * tall : 0;
}

/** Places to try, the best first: below, above, to the sides, at the corners, then the same further away. */
function tries({ around, wide, tall, ground }: Label, gap: number): { at: Point; far: boolean }[] {
  const found: { at: Point; far: boolean }[] = [];
  const edge = (around.tall + tall) / 2;
  const steps = around.tall ? [edge, -edge, 0] : [0, tall * 1.2, -tall * 1.2, tall * 2.4];
  if (ground) for (const dy of steps) found.push({ at: [around.x, around.y + dy], far: false });
  else
    for (const ring of [0, 1, 2, 3, 4]) {
      const [dx, dy] = [(around.wide + wide) / 2 + gap + ring * tall, (around.tall + tall) / 2 + gap + ring * tall];
      const half = (around.wide - wide) / 2;
      const beside: Point[] = [
        [0, dy],
        [0, -dy],
        [dx, 0],
        [-dx, 0],
        [half, dy],
        [-half, dy],
        [half, -dy],
        [-half, -dy],
        [dx, dy],
        [-dx, dy],
        [dx, -dy],
        [-dx, -dy],
      ];
      for (const [x, y] of beside) found.push({ at: [around.x + x, around.y + y], far: ring > 0 });
    }
  return found;
}

/** One place for each name, in the order in which they are given: no two names touch. */
export function placeLabels(labels: Label[], pieces: Box[], [wide, tall]: Point, gap: number): Placed[] {
  const taken: Placed[] = [];
  for (const label of labels) {
    let best: Placed | null = null;
    let least = Infinity;
    for (const { at, far } of tries(label, gap)) {
      const box: Placed = { id: label.id, x: at[0], y: at[1], wide: label.wide, tall: label.tall, far };
      const out = box.x - box.wide / 2 < 0 || box.y - box.tall / 2 < 0 || box.x + box.wide / 2 > wide || box.y + box.tall / 2 > tall;
      if (out || taken.some((other) => shared(box, other) > 0)) continue;
      const covered = pieces.reduce((sum, piece) => sum + shared(box, piece), 0);
      if (covered >= least) continue;
      [best, least] = [box, covered];
      if (!covered) break;
    }
    if (best && !(label.ground && least > 0)) taken.push(best);
    else if (!label.ground) taken.push(squeezed(label, taken, gap));
  }
  return taken;
}

/** Nowhere near is room: down along its column, past every name that stands there. */
function squeezed(label: Label, taken: Placed[], gap: number): Placed {
  const box = { id: label.id, x: label.around.x, y: label.around.y, wide: label.wide, tall: label.tall, far: true };
  for (;;) {
    const hit = taken.find((other) => shared(box, other) > 0);
    if (!hit) return box;
    box.y = hit.y + (hit.tall + box.tall) / 2 + gap;
  }
}
