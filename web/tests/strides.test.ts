import { expect, it } from 'vitest';
import { nextStop, stopsOf } from '../src/lib/strides';
import type { LogEntry } from '../src/lib/types';
import { happened } from './support';

const entry = (number: number, ...kinds: string[]): LogEntry => ({
  number,
  actor: 'german',
  text: '',
  events: kinds.map((kind) => happened(kind)),
});
const LOG = [
  entry(1, 'TurnBegan', 'PhaseBegan'),
  entry(2),
  entry(3, 'Moved'),
  entry(4),
  entry(5, 'AttackDeclared'),
  entry(6, 'StepLost'),
  entry(7, 'PhaseBegan'),
  entry(8, 'TurnBegan'),
];

it.each([
  ['unit', [1, 3, 5, 6, 7, 8]],
  ['battle', [5]],
  ['phase', [1, 7, 8]],
  ['turn', [1, 8]],
] as const)('stops by %s where something of it happens', (stride, stops) => {
  expect(stopsOf(LOG, stride)).toEqual(stops);
});
it('goes from stop to stop, and to the ends of the game', () => {
  const stops = stopsOf(LOG, 'unit');
  expect([0, 1, 2, 6, 8].map((at) => nextStop(stops, at, 1, 9))).toEqual([1, 3, 3, 7, 9]);
  expect([9, 8, 4, 1, 0].map((at) => nextStop(stops, at, -1, 9))).toEqual([8, 7, 3, 0, 0]);
});
