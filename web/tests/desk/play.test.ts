import { describe, expect, it, vi } from 'vitest';
import { Marks } from '../../src/desk/marks.svelte';
import { Odds } from '../../src/desk/odds.svelte';
import { Play, type PlayHost } from '../../src/desk/play.svelte';
import { QuickSetUp } from '../../src/desk/setUp.svelte';
import { Toasts } from '../../src/desk/toasts.svelte';
import type { TableState } from '../../src/lib/types';
import { asked, choice, entry, piece, scene, state } from '../support';

const move = choice({ id: 'move' });
const last = choice({ id: 'last', ends: true });
const roll = choice({ id: 'roll', rolls: true });
const HEXES = new Map([
  ['1', 0],
  ['2', 0],
  ['3', 0],
]);

function desk(connected = true) {
  const sent: string[] = [];
  const done: string[] = [];
  const near = {
    id: 't',
    state: null,
    playing: true,
    pending: false,
    curtain: '',
    choices: [],
    pieces: [],
    live: { odds: async () => null },
    beside: () => false,
    answer: () => void done.push('placed'),
  };
  const host = {
    playing: true as boolean,
    open: false,
    hexes: HEXES,
    marks: new Marks(),
    odds: new Odds(near),
    setUp: new QuickSetUp(near),
    toasts: new Toasts(),
    losing: false as boolean,
    orders: { pressed: () => void done.push('pressed'), stop: () => void done.push('stopped') },
    live: { answer: (answer: string) => (connected && sent.push(answer), connected) },
    answered: () => void done.push('answered'),
    wentOn: () => void done.push('went on'),
    cover: () => void done.push('cover'),
    ended: () => void done.push('ended'),
  } satisfies PlayHost;
  return { host, sent, done, play: new Play(host) };
}
const at = (number: number, place = '1', facts: Partial<TableState> = {}, mine = true) =>
  state({ number, scene: scene({ pieces: [piece({ id: 'a', place })], prompt: asked([move], mine) }), ...facts });

describe('an answer', () => {
  it('is sent, and no other until the next state', () => {
    const { play, sent, done } = desk();
    play.answer(move);
    play.answer(move);
    expect([sent, play.pending, done]).toEqual([['move'], true, ['answered']]);
    play.arrived(at(1));
    play.answer(move);
    expect(sent).toEqual(['move', 'move']);
  });
  it('that ends the move waits for Done, unless it was typed', () => {
    const { play, sent } = desk();
    play.answer(last);
    play.answer(move);
    expect([sent, play.held]).toEqual([[], last]);
    play.release();
    expect([sent, play.held]).toEqual([['last'], null]);
    play.arrived(at(1));
    play.answer(last, 'typed');
    expect(sent).toEqual(['last', 'last']);
  });
  it('that rolls waits for a button that says so: no gesture rolls', () => {
    const { play, sent, done } = desk();
    play.answer(roll);
    expect([sent, play.held]).toEqual([[], roll]);
    play.takeBack();
    expect([sent, play.held, done.at(-1)]).toEqual([[], null, 'stopped']);
    play.answer(roll);
    play.release();
    expect([sent, done.at(-1)]).toEqual([['roll'], 'pressed']);
  });
  it('that rolls waits for the button when it was typed, too', () => {
    const { play, sent } = desk();
    play.answer(roll, 'typed');
    expect([sent, play.held]).toEqual([[], roll]);
    play.release();
    expect(sent).toEqual(['roll']);
  });
  it('that rolls is sent by its own button', () => {
    const { play, sent } = desk();
    play.answer(roll, 'button');
    expect([sent, play.held]).toEqual([['roll'], null]);
  });
  it('that rolls waits in a quick set-up, too', () => {
    const { play, host, sent } = desk();
    host.setUp.on = true;
    play.answer(roll);
    expect([sent, play.held]).toEqual([[], roll]);
  });
  it('that ends the move waits for no second press where a button chose a loss', () => {
    const { play, host, sent } = desk();
    host.losing = true;
    play.answer(last);
    expect([sent, play.held]).toEqual([[], last]);
    play.takeBack();
    play.answer(last, 'button');
    expect([sent, play.held]).toEqual([['last'], null]);
  });
  it('does not wait in a quick set-up', () => {
    const { play, host, sent } = desk();
    host.setUp.on = true;
    play.answer(last);
    expect(sent).toEqual(['last']);
  });
  it('is not given over a replay, and told where there is no connection', () => {
    const away = desk();
    away.host.playing = false;
    away.play.answer(move);
    expect([away.sent, away.play.pending]).toEqual([[], false]);
    const offline = desk(false);
    offline.play.answer(move);
    expect([offline.play.pending, offline.host.toasts.list.length]).toEqual([false, 1]);
  });
});

describe('a new state', () => {
  it('takes back what waited, closes the menu and forgets the odds, where it is another moment', () => {
    const { play, host, done } = desk();
    host.odds.shown = { choice: move, told: null };
    play.arrived(at(1));
    play.answer(last);
    play.arrived(at(1));
    expect([play.held, host.odds.shown?.choice]).toEqual([last, move]);
    play.arrived(at(0));
    expect(host.odds.shown).toBeNull();
    expect([play.held, done]).toEqual([null, ['answered', 'went on']]);
  });
  it('brings trails and dice, going on and not back', () => {
    const { play, host } = desk();
    const log = [1, 2, 3, 4, 5].map((number) => entry(number, 'chance', 'x'));
    play.arrived(at(0, '1', {}, false));
    play.arrived(at(1, '2', { log: log.slice(0, 1) }, false));
    play.arrived(at(5, '3', { log }, false));
    expect(host.marks.trail).toEqual([{ piece: 'a', army: 'german', from: '1', to: '3' }]);
    expect(play.throws.map((each) => each.number)).toEqual([3, 4, 5]);
    expect(host.odds.thrown?.throws.map((each) => each.number)).toEqual([2, 3, 4, 5]);
    const stamp = host.marks.stamp;
    play.arrived(at(1, '2', { log: log.slice(0, 1) }));
    expect(host.marks.stamp).toBe(stamp);
  });
  it('draws trails on an open table too', () => {
    const { play, host } = desk();
    Object.assign(host, { open: true, hexes: new Map() });
    play.arrived(at(0, '100,200'));
    play.arrived(at(1, '300,400'));
    expect(host.marks.trail).toEqual([{ piece: 'a', army: 'german', from: '100,200', to: '300,400' }]);
  });
  it('lets the curtain fall between two seats with secrets, and only there', () => {
    const hidden = scene({ pieces: [piece({ hidden: true })] });
    const both = { you: ['german', 'allied'] };
    const { play, done } = desk();
    play.arrived(at(0, '1', both));
    play.arrived(at(1, '1', { ...both, viewing: 'allied' }));
    expect(play.curtain).toBe('');
    play.arrived(at(2, '1', { ...both, viewing: 'german', scene: hidden }));
    expect([play.curtain, play.throws, done.at(-1)]).toEqual(['german', [], 'cover']);
    const alone = desk();
    alone.play.arrived(at(0, '1', { scene: hidden }));
    alone.play.arrived(at(1, '1', { viewing: 'allied', scene: hidden }));
    expect(alone.play.curtain).toBe('');
  });
  it('tells the end once, and not of a game that was over before', () => {
    const [over, late] = [desk(), desk()];
    for (const facts of [{}, { status: 'over' }, { status: 'over' }] as Partial<TableState>[]) over.play.arrived(at(3, '1', facts));
    late.play.arrived(at(3, '1', { status: 'over' }));
    late.play.arrived(at(3, '1', { status: 'over' }));
    expect([over.done, late.done]).toEqual([['ended'], []]);
  });
  it('goes on with a quick set-up', () => {
    const { play, host } = desk();
    const next = vi.spyOn(host.setUp, 'next');
    play.arrived(at(0));
    play.arrived(at(1));
    expect(next).not.toHaveBeenCalled();
    host.setUp.on = true;
    play.arrived(at(2));
    expect(next).toHaveBeenCalledTimes(1);
  });
});

describe('dice', () => {
  const context = { kind: 'battle' as const, hex: '7', pieces: [], against: [], stage: 'losses' as const, where: '' };
  const fought = (number: number, log = [] as TableState['log'], hex: string | null = '7') =>
    state({ number, log, scene: scene({ prompt: { ...asked([move]), context: hex ? { ...context, hex } : null } }) });

  it('stay as long as questions of their battle follow, and go with the next battle', () => {
    const { play } = desk();
    const die = entry(2, 'chance', 'a hit');
    for (const each of [fought(1), fought(2, [die]), fought(3, [die, entry(3, 'german', 'a loss')])]) play.arrived(each);
    expect(play.throws.map((each) => each.number)).toEqual([2]);
    play.arrived(fought(4, [die, entry(4, 'german', 'another')], '8'));
    expect(play.throws).toEqual([]);
  });
});
