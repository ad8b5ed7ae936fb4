// How the map lies under its window: d3-zoom sets the transform of one element, nothing here is Svelte's business.
import { select } from 'd3-selection';
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomTransform } from 'd3-zoom';
import { calm } from './prefs.svelte';
import type { HexFinder } from './stacks';
import type { Geometry } from './types';

const slowly = () => (calm() ? 0 : 180);
/** So long after the last movement the map is at rest. */
const REST = 220;
/** So many pixels of the window's edge stay free around what is shown. */
const EDGE = 8;

export interface Seen {
  readonly geometry: Geometry;
  readonly finder: HexFinder;
  /** The mouse does something else on the map than moving it. */
  readonly busy: boolean;
  /** The map begins to move. */
  begin(): void;
}

export class MapView {
  transform: ZoomTransform = zoomIdentity;
  #settle = 0;
  #gliding = 0;
  readonly #behaviour = zoom<HTMLDivElement, unknown>()
    .clickDistance(6)
    .filter((event: Event) => !(event instanceof MouseEvent && (event.button !== 0 || (event.type !== 'wheel' && this.seen.busy))))
    .on('zoom', (event: D3ZoomEvent<HTMLDivElement, unknown>) => this.#move(event.transform));

  constructor(
    private readonly viewport: HTMLDivElement,
    private readonly world: HTMLDivElement,
    private readonly seen: Seen,
  ) {
    this.limits(seen.geometry.height);
    this.#hand.call(this.#behaviour).on('dblclick.zoom', null);
  }

  close(): void {
    clearTimeout(this.#settle);
    cancelAnimationFrame(this.#gliding);
  }

  get #hand() {
    return select(this.viewport);
  }

  get #size() {
    return { width: this.viewport.clientWidth || 800, height: this.viewport.clientHeight || 600 };
  }

  get #fitted(): number {
    const { geometry } = this.seen;
    return Math.min(this.#size.width / geometry.width, this.#size.height / geometry.height);
  }

  #move(next: ZoomTransform): void {
    const { world } = this;
    // While the hand moves, one bitmap of the board with its counters is moved; at rest all is drawn crisp.
    // (Not where the focus is in the map: what is hidden would lose it.)
    if (!this.#settle && !world.contains(document.activeElement)) {
      this.seen.begin();
      world.classList.add('moving');
    }
    clearTimeout(this.#settle);
    this.#settle = window.setTimeout(() => {
      this.#settle = 0;
      world.classList.remove('moving');
    }, REST);
    this.transform = next;
    world.style.transform = `translate3d(${Math.round(next.x)}px, ${Math.round(next.y)}px, 0) scale(${next.k})`;
  }

  /** How far the map can be moved, now that the ground is so high and the window so large. */
  limits(height: number): void {
    const pad = 160;
    this.#behaviour.scaleExtent([Math.min(this.#fitted * 0.9, 0.8), 5]).translateExtent([
      [-pad, -pad],
      [this.seen.geometry.width + pad, height + pad],
    ]);
  }

  #centre(x: number, y: number, k: number, ms: number): void {
    const { width, height } = this.#size;
    this.#glide(zoomIdentity.translate(width / 2 - x * k, height / 2 - y * k).scale(k), ms);
  }

  /** Go to another view, at once or in some milliseconds. */
  #glide(next: ZoomTransform, ms: number): void {
    cancelAnimationFrame(this.#gliding);
    const from = this.transform;
    const began = performance.now();
    const step = (now: number) => {
      const part = ms ? Math.min(1, Math.max(0, (now - began) / ms)) : 1;
      const ease = part * (2 - part);
      const mid = (a: number, b: number) => a + (b - a) * ease;
      const at = zoomIdentity.translate(mid(from.x, next.x), mid(from.y, next.y)).scale(mid(from.k, next.k));
      this.#hand.call(this.#behaviour.transform, part < 1 ? at : next);
      if (part < 1) this.#gliding = requestAnimationFrame(step);
    };
    step(began);
  }

  #middle(labels: string[]): { x: number; y: number } | null {
    const places = labels.flatMap((label) => this.seen.finder.places.get(label) ?? []);
    if (!places.length) return null;
    const xs = places.map((place) => place.x);
    const ys = places.map((place) => place.y);
    return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
  }

  #within(label: string): boolean {
    const at = this.screen(label);
    return at !== null && at.x > 30 && at.y > 30 && at.x < this.#size.width - 30 && at.y < this.#size.height - 30;
  }

  /** The first view: on these hexes, or the middle of the map. */
  open(labels: string[]): void {
    const { geometry } = this.seen;
    const at = this.#middle(labels) ?? { x: geometry.width / 2, y: geometry.height / 2 };
    this.#centre(at.x, at.y, Math.max(this.#fitted, 0.92), 0);
  }

  show(labels: string[]): void {
    if (!labels.length || labels.some((label) => this.#within(label))) return;
    const at = this.#middle(labels);
    if (at) this.#centre(at.x, at.y, Math.max(this.transform.k, 0.6), slowly());
  }

  /** All of these in the window: the map moves no farther than it must, and shows more of itself where they need the room. */
  reveal(labels: string[]): void {
    const places = labels.flatMap((label) => this.seen.finder.places.get(label) ?? []);
    if (!places.length) return;
    const reach = this.#reach;
    const [xs, ys] = [places.map((place) => place.x), places.map((place) => place.y)];
    const [left, right, top, foot] = [Math.min(...xs) - reach, Math.max(...xs) + reach, Math.min(...ys) - reach, Math.max(...ys) + reach];
    const { width, height } = this.#size;
    const [least] = this.#behaviour.scaleExtent();
    const fits = Math.min((width - 2 * EDGE) / (right - left), (height - 2 * EDGE) / (foot - top));
    const k = Math.max(least, Math.min(this.transform.k, fits));
    const [midX, midY] = this.transform.invert([width / 2, height / 2]);
    // The middle of the window, moved just so far that the frame around them lies inside.
    const within = (mid: number, from: number, to: number, room: number) => {
      const half = (room / 2 - EDGE) / k;
      return to - from > 2 * half ? (from + to) / 2 : Math.max(to - half, Math.min(mid, from + half));
    };
    const [x, y] = [within(midX, left, right, width), within(midY, top, foot, height)];
    if (k === this.transform.k && Math.hypot(x - midX, y - midY) * k < 1) return;
    this.#centre(x, y, k, slowly());
  }

  /** To a view that the reader had before. */
  back(view: ZoomTransform): void {
    this.#glide(view, 0);
  }

  get #reach(): number {
    return Math.max(...this.seen.geometry.corners.map((corner) => Math.abs(corner[1])));
  }

  screen(label: string): { x: number; y: number; reach: number } | null {
    const place = this.seen.finder.places.get(label);
    if (!place) return null;
    const [x, y] = this.transform.apply([place.x, place.y]);
    const reach = this.#reach * this.transform.k;
    return { x, y, reach };
  }

  zoom(factor: number, ms = slowly()): void {
    const { width, height } = this.#size;
    const [least, most] = this.#behaviour.scaleExtent();
    const [x, y] = this.transform.invert([width / 2, height / 2]);
    this.#centre(x, y, Math.max(least, Math.min(most, this.transform.k * factor)), ms);
  }

  pan(dx: number, dy: number, ms = slowly()): void {
    const { x, y, k } = this.transform;
    this.#glide(zoomIdentity.translate(x + dx, y + dy).scale(k), ms);
  }

  fit(): void {
    const { geometry } = this.seen;
    this.#centre(geometry.width / 2, geometry.height / 2, this.#fitted, slowly());
  }

  /** Where a pointer is, on the map. */
  ground(event: MouseEvent): [number, number] {
    const box = this.viewport.getBoundingClientRect();
    return this.transform.invert([event.clientX - box.left, event.clientY - box.top]);
  }
}
