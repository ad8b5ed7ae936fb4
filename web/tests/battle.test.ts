import { describe, expect, it } from 'vitest';
import { battleEntries, defenders, mainChoice, tickGroups, ticked, toldInBattle, untickPlan } from '../src/lib/battle';
import type { Context, LogEntry, Prompt, Stage } from '../src/lib/types';
import { asked, choice, happened, piece, scene } from './support';

const context = (stage: Stage, pieces: string[] = [], hex = '9'): Context => ({
  kind: 'battle',
  hex,
  pieces,
  against: [],
  stage,
  where: '',
});
const prompt = (stage: Stage, joining: string[], pieces: string[] = [], subject = ''): Prompt => ({
  ...asked([
    ...joining.map((each) => choice({ id: `with ${each}`, piece: each, odds: true })),
    choice({ id: 'attack', done: true, odds: true }),
  ]),
  piece: subject,
  context: context(stage, pieces),
});
const lying = [piece({ id: 'a', place: '1' }), piece({ id: 'b', place: '2' }), piece({ id: 'c', place: '1' })];
const said = (number: number, actor: string, text: string | null, ...kinds: string[]): LogEntry => ({
  number,
  actor,
  text,
  events: kinds.map((kind) => happened(kind, { text: kind })),
});

describe('support that rolls', () => {
  const gun = choice({ id: 'take gun', piece: 'gun', odds: true, rolls: true });
  const support: Prompt = { ...asked([gun, choice({ id: 'done', done: true, odds: true })]), context: context('support', ['a', 'gun']) };
  it('is a button, not a tick: each gun has dice of its own', () => {
    expect(ticked(support)).toBe(false);
    expect(tickGroups(support, [piece({ id: 'a', place: '9' }), piece({ id: 'gun', place: '9' })])).toEqual([]);
  });
  it('that does not roll is ticked, and nobody is ticked for lying in the hex', () => {
    const quiet: Prompt = { ...support, choices: [{ ...gun, rolls: false }] };
    const [group] = tickGroups(quiet, [piece({ id: 'a', place: '9' }), piece({ id: 'gun', place: '9' })]);
    expect(group?.ticks.map((tick) => [tick.piece, tick.on])).toEqual([['gun', false]]);
  });
});

describe('who defends', () => {
  it('is whoever lies in the hex and is not of the seat that is asked', () => {
    const units = [{ piece: 'a', name: 'A', state: 'here' as const }];
    const drawn = scene({
      pieces: [piece({ id: 'a', place: '9' }), piece({ id: 'b', place: '9' }), piece({ id: 'c', place: '1' })],
      order_of_battle: [{ key: 'own', title: 'Own', seat: 'german', units }],
    });
    expect(defenders(drawn, '9').map((each) => each.id)).toEqual(['b']);
    expect([defenders(drawn, ''), defenders(null, '9')]).toEqual([[], []]);
  });
});

describe('ticks', () => {
  it('stand by their hexes: who goes in is on, who may is off and has its answers', () => {
    const groups = tickGroups(prompt('attackers', ['b', 'c'], ['a']), lying);
    expect(groups.map((group) => [group.place, group.ticks.map((tick) => [tick.piece, tick.on, tick.choices.length])])).toEqual([
      ['1', [['a', true, 0], ['c', false, 1]]],
      ['2', [['b', false, 1]]],
    ]); // prettier-ignore
  });
  it('are on for who has advanced into the hex, and for nobody else', () => {
    const entered = [piece({ id: 'a', place: '9' }), ...lying.slice(1)];
    const found = tickGroups(prompt('advance', ['b'], ['a', 'b', 'c']), entered).flatMap((group) => group.ticks);
    expect(found.map((tick) => [tick.piece, tick.on])).toEqual([['a', true], ['b', false]]); // prettier-ignore
  });
  it('are not asked for where one counter is to be chosen of several, nor outside a battle', () => {
    expect(ticked(prompt('attackers', ['b'], []))).toBe(true);
    expect(ticked(prompt('attackers', ['b'], [], 'a'))).toBe(false);
    expect(ticked(prompt('losses', ['b']))).toBe(false);
    expect(ticked({ ...prompt('attackers', ['b']), context: null })).toBe(false);
    expect(tickGroups({ ...prompt('attackers', ['b']), context: null }, lying)).toEqual([]);
  });
  it('keep a counter that lies on no map', () => {
    expect(tickGroups(prompt('attackers', [], ['z']), lying)).toEqual([{ place: '', ticks: [{ piece: 'z', on: true, choices: [] }] }]);
  });
});

it('has one main answer: what carries the attack out, with odds', () => {
  expect(mainChoice(prompt('attackers', ['a']).choices)?.id).toBe('attack');
  expect(mainChoice([choice({ id: 'done', done: true })])).toBeNull();
});

describe('what happened in it', () => {
  const log = [
    said(1, 'german', 'x', 'Moved', 'AttackDeclared', 'Defended'),
    said(2, 'chance', '3', 'BattleFought'),
    said(3, 'french', 'y'),
  ];
  it('begins with its own beginning', () => {
    const found = battleEntries(log, 'losses');
    expect(found.map((entry) => [entry.number, entry.events.map((event) => event.kind)])).toEqual([
      [1, ['AttackDeclared', 'Defended']],
      [2, ['BattleFought']],
    ]);
  });
  it('is nothing while it is put together, nor once another phase has come', () => {
    expect(battleEntries(log, 'attackers')).toEqual([]);
    expect(battleEntries(log, 'target')).toEqual([]);
    expect(battleEntries([...log, said(4, 'german', 'z', 'PhaseBegan')], 'advance')).toEqual([]);
    expect(battleEntries([], 'dice')).toEqual([]);
  });
});

it('has told what came since, if this seat was asked in it before', () => {
  const log = [said(1, 'german', 'x', 'AttackDeclared'), said(2, 'french', 'lose a', 'StepLost')];
  expect(toldInBattle(log, 'german')).toBe(true);
  expect(toldInBattle(log, 'belgian')).toBe(false);
  expect(toldInBattle([said(0, 'german', 'y'), said(1, 'french', 'x', 'AttackDeclared')], 'german')).toBe(false);
  expect(toldInBattle([...log, said(3, 'french', 'z', 'PhaseBegan')], 'german')).toBe(false);
});

describe('to take a counter off', () => {
  const log = [
    said(4, 'german', 'attack 9'),
    said(5, 'german', 'with II AK'),
    said(6, 'german', 'with VII AK'),
    said(7, 'german', 'with a'),
  ];
  it('goes back to before it was ticked, and gives the rest again', () => {
    expect(untickPlan(log, 'german', 'II AK')).toEqual({ to: 4, again: ['with VII AK', 'with a'] });
    expect(untickPlan(log, 'german', 'a')).toEqual({ to: 6, again: [] });
    expect(untickPlan([said(1, 'german', 'advance a 9')], 'german', 'a')).toEqual({ to: 0, again: [] });
  });
  it('does not go behind a die or somebody else', () => {
    expect(untickPlan([...log, said(8, 'chance', '3')], 'german', 'a')).toBeNull();
    expect(untickPlan(log, 'french', 'a')).toBeNull();
    expect(untickPlan(log, 'german', 'AK')).toBeNull();
  });
});
