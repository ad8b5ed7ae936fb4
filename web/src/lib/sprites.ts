// Counters as small bitmaps, drawn once for each appearance: what is shown while the map moves.
import { appearance, counterImage, EDGE, SIDE } from './counter';
import type { Placed } from './stacks';
import type { Piece } from './types';

const SHARP = 2;
const made = new Map<string, HTMLImageElement>();

/** The bitmap of a counter, or null while it is being made; `ready` is called once it is there. */
function sprite(piece: Piece, ready: () => void): HTMLImageElement | null {
  const key = appearance(piece);
  const known = made.get(key);
  if (known) return known.complete ? known : null;
  if (made.size > 2000) made.clear();
  const side = SIDE + 2 * EDGE;
  const image = new Image(side * SHARP, side * SHARP);
  made.set(key, image);
  image.onload = ready;
  image.src = counterImage(piece);
  return null;
}

const bitmaps = new WeakMap<HTMLImageElement, HTMLCanvasElement>();

/** An SVG image is drawn anew each time; a canvas is only copied. */
function bitmap(image: HTMLImageElement): HTMLCanvasElement {
  let canvas = bitmaps.get(image);
  if (!canvas) {
    canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    bitmaps.set(image, canvas);
  }
  return canvas;
}

/** The board as a bitmap of at most some ten million pixels; its scale, or 0 if it is not wanted any more. */
export async function paintGround(
  canvas: HTMLCanvasElement,
  address: string,
  width: number,
  height: number,
  wanted: () => boolean,
): Promise<number> {
  const image = new Image();
  image.src = address;
  await image.decode().catch(() => undefined);
  const context = canvas.getContext('2d', { alpha: false });
  if (!wanted() || !context) return 0;
  const scale = Math.min(1.5, Math.sqrt(8_000_000 / (width * height)));
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return scale;
}

/** What is laid over the ground, as far as a quick look needs it. */
export interface Laid {
  colour: string;
  weight: number;
  hexes: string;
  outline: string;
  lines: string;
  sides: string;
}

function paintLaid(context: CanvasRenderingContext2D, laid: Laid[]): void {
  context.save();
  for (const { colour, weight, hexes, outline, lines, sides } of laid) {
    [context.strokeStyle, context.fillStyle] = [colour, colour];
    if (hexes) {
      context.globalAlpha = 0.22;
      context.fill(new Path2D(hexes));
      context.globalAlpha = 1;
      context.lineWidth = 3.5;
      context.stroke(new Path2D(outline));
    }
    context.lineWidth = weight * 2.6 + 1;
    if (lines || sides) context.stroke(new Path2D(lines + sides));
  }
  context.restore();
}

export interface Glow {
  corners: [number, number][];
  places: { x: number; y: number }[];
}

/** Paint the ground, glowing hexes and counters over it: one opaque picture moves with half the work of two. Counters that
 * are not made yet come with the next painting. */
export function paintSketch(
  context: CanvasRenderingContext2D,
  ground: HTMLCanvasElement,
  scale: number,
  placed: Placed[],
  size: number,
  glow: Glow,
  laid: Laid[],
  again: () => void,
): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(ground, 0, 0);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  paintLaid(context, laid);
  context.beginPath();
  for (const { x, y } of glow.places) {
    glow.corners.forEach(([dx, dy], at) => (at ? context.lineTo(x + dx, y + dy) : context.moveTo(x + dx, y + dy)));
    context.closePath();
  }
  context.fillStyle = 'rgb(217 142 4 / 0.2)';
  context.strokeStyle = '#d98e04';
  context.lineWidth = 3;
  context.fill();
  context.stroke();
  const unit = size / SIDE;
  const side = (SIDE + 2 * EDGE) * unit;
  for (const { piece, x, y } of placed) {
    const image = sprite(piece, again);
    if (image) context.drawImage(bitmap(image), x - EDGE * unit, y - EDGE * unit, side, side);
  }
}
