// Which way a counter looks: six hexsides clockwise, 0 is up. Directions are read off places on the map.
import type { Choice } from './types';

export const SIDES = 6;

/** The hexside towards which something lies, seen from the middle of a hex. */
export function facingOf(dx: number, dy: number): number {
  const turn = Math.atan2(dx, -dy) / (Math.PI / 3);
  return ((Math.round(turn) % SIDES) + SIDES) % SIDES;
}

/** The unit vector of a hexside. */
export function towards(facing: number): { x: number; y: number } {
  const angle = (facing * Math.PI) / 3;
  return { x: Math.sin(angle), y: -Math.cos(angle) };
}

/** The answers that turn the counter of the question, by hexside. */
export function facings(choices: Choice[]): Map<number, Choice> {
  return new Map(choices.flatMap((choice) => (choice.facing === null ? [] : [[choice.facing, choice] as const])));
}

/** The next hexside that is offered, clockwise or (-1) against the clock. */
export function nextFacing(ways: ReadonlyMap<number, unknown>, from: number, step: 1 | -1): number {
  for (let turn = 1; turn <= SIDES; turn++) {
    const at = (from + step * turn + SIDES * SIDES) % SIDES;
    if (ways.has(at)) return at;
  }
  return from;
}
