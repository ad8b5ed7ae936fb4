import { expect, it } from 'vitest';
import { byTurn, armyNow } from '../src/lib/battleOrder';
import type { Formation, Mustered } from '../src/lib/types';
import { piece } from './support';

const unit = (facts: Partial<Mustered>): Mustered => ({
  ...{ piece: 'a', name: 'A', state: 'here', steps: 4, turn: 0, hex: '', leaves: 0 },
  ...facts,
});
const army: Formation = {
  key: 'g',
  title: '1. Armee',
  seat: 'german',
  units: [
    unit({ piece: 'a', leaves: 13 }),
    unit({ piece: 'b', state: 'lost', steps: 3 }),
    unit({ piece: 'c', state: 'coming', turn: 7, hex: 'X1' }),
    unit({ piece: 'd', state: 'coming', turn: 5, leaves: 7 }),
    unit({ piece: 'e', state: 'left' }),
    unit({ piece: 'f' }),
  ],
};

it('counts the steps of those on the map, of the lost, and not of those to come', () => {
  const standing = armyNow(army, new Map([['a', piece({ id: 'a', pips: 2 })]]));
  expect([standing.here.length, standing.coming.map((each) => each.piece), standing.gone.map((each) => each.piece)]).toEqual([
    ...[2, ['d', 'c'], ['b', 'e']],
  ]);
  expect([standing.steps, standing.ofSteps]).toEqual([2 + 4, 4 + 4 + 3]);
});

it('tells by turn what comes and what goes', () => {
  expect(
    byTurn([army]).map(({ turn, come, go }) => [turn, come.map((each) => each.unit.piece), go.map((each) => each.unit.piece)]),
  ).toEqual([
    [5, ['d'], []],
    [7, ['c'], ['d']],
    [13, [], ['a']],
  ]);
});
