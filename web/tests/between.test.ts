import { expect, it } from 'vitest';
import { between } from '../src/lib/between';
import type { Happened, LogEntry, Piece } from '../src/lib/types';
import { entry, happened, piece, scene, state } from './support';

const of = (number: number, ...events: Partial<Happened>[]): LogEntry => ({
  ...entry(number, 'allied'),
  events: events.map((facts) => happened('Moved', facts)),
});
const at = (number: number, pieces: Record<string, string>, log: LogEntry[] = []) =>
  state({ number, log, scene: scene({ pieces: Object.entries(pieces).map(([id, place]): Piece => piece({ id, place })) }) });
const places = (steps: ReturnType<typeof between>) =>
  steps.map((step) => Object.fromEntries(step.state.scene.pieces.map((each) => [each.id, each.place])));

it('moves each counter with the answer that names it, and takes the lost away when they are lost', () => {
  const log = [of(1, { pieces: ['a'], hexes: ['2'] }), of(2, { pieces: ['b'] }), of(3, { pieces: ['c'] }), of(4, { pieces: ['n'] })];
  const steps = between(at(0, { a: '1', b: '1', c: '3' }), at(4, { a: '2', b: '4', n: '5' }, log));
  expect(places(steps)).toEqual([
    { a: '2', b: '1', c: '3' },
    { a: '2', b: '4', c: '3' },
    { a: '2', b: '4' },
    { a: '2', b: '4', n: '5' },
  ]);
  expect(steps.map((step) => [step.state.number, step.state.log.length])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
  ]);
});

it('goes by hexes where no counter is named, and otherwise waits for the end', () => {
  const log = [of(1, { hexes: ['2'] }), of(2, { hexes: ['9'] }), of(3, {})];
  const steps = between(at(0, { hidden: '1', other: '5' }), at(3, { hidden: '2', other: '6' }, log));
  expect(places(steps)).toEqual([
    { hidden: '2', other: '5' },
    { hidden: '2', other: '5' },
    { hidden: '2', other: '6' },
  ]);
});

it('ends with the state itself, asks nothing before, and skips answers that nothing came of', () => {
  const after = at(3, { a: '2' }, [of(1), of(2, { pieces: ['a'] }), of(3, {})]);
  const steps = between(at(0, { a: '1' }), after);
  expect(steps.map((step) => step.entry?.number)).toEqual([2, 3]);
  expect([steps[0]?.state.scene.prompt.mine, steps[0]?.state.undo, steps.at(-1)?.state === after]).toEqual([false, false, true]);
  expect(between(after, { ...after })).toHaveLength(1);
});
