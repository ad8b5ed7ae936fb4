// What is laid over the map, as shapes: regions with their outlines, lines, hexsides, short words. Colour is never the only sign:
// each tone has its own hatching, and its own dashes.
import { groupColour } from './colours';
import { facingOf } from './facing';
import type { OverlayGroup, Scene } from './types';

type Corners = [number, number][];
type Places = ReadonlyMap<string, { x: number; y: number }>;

export interface Shape {
  /** Unique on the page: names its hatching. */
  id: string;
  overlay: string;
  caption: string;
  colour: string;
  /** How its hatching is turned, in degrees. */
  angle: number;
  dash: string;
  weight: number;
  hexes: string;
  outline: string;
  lines: string;
  sides: string;
  marks: { x: number; y: number; text: string }[];
  count: number;
}

const ANGLES: Record<string, number> = { german: 45, allied: 135, good: 90, fair: 0, bad: 20, gone: 160, plain: 70 };
const DASHES: Record<string, string> = { german: '', allied: '14 5', good: '', fair: '5 5', bad: '2 7', gone: '1 6', plain: '' };

/** Hexes as one path, and the line around them. */
export function region(labels: readonly string[], places: Places, corners: Corners): { hexes: string; outline: string } {
  let hexes = '';
  const edges = new Map<string, string>();
  for (const label of labels) {
    const at = places.get(label);
    if (!at) continue;
    const points = corners.map(([dx, dy]) => [at.x + dx, at.y + dy] as const);
    hexes += `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
    points.forEach(([x, y], side) => {
      const [u, v] = points[(side + 1) % points.length] ?? [x, y];
      const key = `${Math.round((x + u + 0.123) / 7)} ${Math.round((y + v + 0.123) / 7)}`;
      // A side that two hexes of the region share is inside it.
      if (!edges.delete(key)) edges.set(key, `M${x.toFixed(1)} ${y.toFixed(1)}L${u.toFixed(1)} ${v.toFixed(1)}`);
    });
  }
  return { hexes, outline: [...edges.values()].join('') };
}

function line(places: Places, [from, to]: [string, string]): string {
  const [a, b] = [places.get(from), places.get(to)];
  return a && b ? `M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}` : '';
}

/** A hexside as a line a little inside the hex to which it belongs. */
function side(places: Places, corners: Corners, [label, facing]: [string, number]): string {
  const at = places.get(label);
  if (!at) return '';
  const end = (x: number, y: number) => `${(at.x + x * 0.86).toFixed(1)} ${(at.y + y * 0.86).toFixed(1)}`;
  for (const [first, [x, y]] of corners.entries()) {
    const [u, v] = corners[(first + 1) % corners.length] ?? [x, y];
    if (facingOf(x + u, y + v) === facing) return `M${end(x, y)}L${end(u, v)}`;
  }
  return '';
}

export function shapeOf(overlay: string, group: OverlayGroup, at: number, places: Places, corners: Corners): Shape {
  const tall = Math.max(...corners.map((corner) => Math.abs(corner[1])));
  return {
    id: `hatch-${overlay}-${at}`,
    overlay,
    caption: group.caption,
    colour: group.tone ? `var(--tone-${group.tone})` : groupColour(group.caption, at),
    angle: group.tone ? (ANGLES[group.tone] ?? 45) : 45 + 60 * at,
    dash: DASHES[group.tone] ?? '',
    weight: group.weight,
    ...region(group.hexes, places, corners),
    lines: group.lines.map((each) => line(places, each)).join(''),
    sides: group.sides.map((each) => side(places, corners, each)).join(''),
    marks: group.marks.flatMap(([label, text]) => {
      const place = places.get(label);
      return place ? [{ x: place.x, y: place.y + tall * 0.78, text }] : [];
    }),
    count: group.hexes.length + group.lines.length + group.sides.length + group.marks.length,
  };
}

/** The shapes of all overlays that are shown. */
export function shapesOf(overlays: Scene['overlays'], shown: Record<string, boolean>, places: Places, corners: Corners): Shape[] {
  return overlays
    .filter(([name]) => shown[name])
    .flatMap(([name, groups]) => groups.map((group, at) => shapeOf(name, group, at, places, corners)));
}

/** Whether a group says something of a hex: it lies in it, or has a mark, a line or a side there. */
export function concerns(group: OverlayGroup, hex: string): boolean {
  return (
    group.hexes.includes(hex) ||
    group.marks.some(([label]) => label === hex) ||
    group.sides.some(([label]) => label === hex) ||
    group.lines.some((ends) => ends.includes(hex))
  );
}
