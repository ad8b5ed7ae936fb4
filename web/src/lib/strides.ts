// How far one step of a replay goes: to the next thing that a unit did, the next battle, phase or turn.
import { opensBattle, opensPhase } from './story';
import type { Happened, LogEntry } from './types';

export type Stride = 'unit' | 'battle' | 'phase' | 'turn';
export const STRIDES: Stride[] = ['unit', 'battle', 'phase', 'turn'];

const STOPS: Record<Stride, (event: Happened) => boolean> = {
  unit: () => true,
  battle: opensBattle,
  phase: opensPhase,
  turn: (event) => event.sort === 'turn',
};

/** The moments at which a replay stops. One at which nothing happened is none. */
export function stopsOf(log: LogEntry[], stride: Stride): number[] {
  return log.filter((entry) => entry.events.some(STOPS[stride])).map((entry) => entry.number);
}

/** The next stop on or back; past the last one the end, before the first the beginning. */
export function nextStop(stops: number[], at: number, by: 1 | -1, most: number): number {
  if (by > 0) return stops.find((stop) => stop > at && stop <= most) ?? most;
  return stops.findLast((stop) => stop < at) ?? 0;
}
