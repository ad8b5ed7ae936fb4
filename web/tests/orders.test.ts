import { describe, expect, it } from 'vitest';
import { canTakeBack, joiners, newOrder, newSweep, nextOf, nextUnmoved, sweeping, type Order } from '../src/lib/orders';
import type { Prompt } from '../src/lib/types';
import { asked, choice, entry, piece } from './support';

const who = (...pieces: string[]): Prompt => asked(pieces.map((each) => choice({ id: `take ${each}`, piece: each })));
const where = (subject: string, ...hexes: string[]): Prompt => ({
  ...asked(hexes.map((hex) => choice({ id: `go ${hex}`, hex }))),
  piece: subject,
});
const both = (pieces: string[], hexes: string[]): Prompt => asked([...who(...pieces).choices, ...where('', ...hexes).choices]);

/** What an order answers to these questions, and how it ends. */
function carriedOut(order: Order, questions: Prompt[]): string[] {
  const said: string[] = [];
  for (const question of questions) {
    const next = nextOf(order, question);
    if (next.form !== 'answer') return [...said, next.form === 'stuck' ? `stuck ${next.piece}` : next.form];
    said.push(next.choice.id);
    order = next.order;
  }
  return said;
}

describe('an order for several', () => {
  it('sends each to the hex where each is asked about alone', () => {
    const questions = [who('a', 'b', 'c'), where('a', '1', '2'), who('a', 'b', 'c'), where('b', '2'), who('a', 'b', 'c')];
    expect(carriedOut(newOrder(['a', 'b'], '2'), questions)).toEqual(['take a', 'go 2', 'take b', 'go 2', 'done']);
  });
  it('goes on with the one that the question is about, or that was lifted', () => {
    const questions = [where('a', '2'), who('b'), where('b', '2'), who()];
    expect(carriedOut(newOrder(['a', 'b'], '2'), questions)).toEqual(['go 2', 'take b', 'go 2', 'done']);
    expect(carriedOut(newOrder(['a', 'b'], '2', 'a'), questions)).toEqual(['go 2', 'take b', 'go 2', 'done']);
  });
  it('gathers all and goes once where they go together', () => {
    const questions = [who('a', 'b'), both(['b', 'c'], ['2']), both(['c'], ['2']), both(['c'], ['2', '3'])];
    expect(carriedOut(newOrder(['a', 'b'], '2'), questions)).toEqual(['take a', 'take b', 'go 2', 'done']);
  });
  it('names the target first where it is asked first', () => {
    const questions = [where('', '2', '3'), who('a', 'b', 'c'), who('b', 'c'), who('c')];
    expect(carriedOut(newOrder(['a', 'b'], '2'), questions)).toEqual(['go 2', 'take a', 'take b', 'done']);
  });
  it('stops at the first that cannot, and says which', () => {
    expect(carriedOut(newOrder(['a', 'b'], '2'), [who('a', 'b'), where('a', '2'), who('b'), where('b', '1')])).toEqual([
      ...['take a', 'go 2', 'take b', 'stuck b'],
    ]);
    expect(carriedOut(newOrder(['a', 'b'], '2'), [who('a'), where('a', '2'), who('c')])).toEqual(['take a', 'go 2', 'stuck b']);
    expect(carriedOut(newOrder(['a'], '2'), [who('a'), both(['b'], ['3'])])).toEqual(['take a', 'stuck a']);
  });
  it('waits where something else is asked about one of them, and goes on after it', () => {
    const facing: Prompt = { ...asked([choice({ id: 'face N' }), choice({ id: 'face S' })]), piece: 'a' };
    const enter = (...pieces: string[]) => asked(pieces.map((each) => choice({ id: `advance ${each} 2`, piece: each, hex: '2' })));
    expect(carriedOut(newOrder(['a', 'b'], '2'), [enter('a', 'b'), facing])).toEqual(['advance a 2', 'wait']);
    expect(nextOf({ ...newOrder(['b'], '2', 'a'), used: 'one' }, enter('b'))).toMatchObject({
      form: 'answer',
      choice: { id: 'advance b 2' },
    });
    const opposite: Prompt = { ...who('x', 'y'), piece: 'a' };
    expect(carriedOut(newOrder(['a', 'b'], null), [who('a', 'b'), opposite])).toEqual(['take a', 'wait']);
  });
  it('without a hex only chooses', () => {
    expect(carriedOut(newOrder(['a', 'b'], null), [who('a', 'b'), who('b'), who('c')])).toEqual(['take a', 'take b', 'done']);
  });
});

describe('an order that ends each move', () => {
  const on = (subject: string): Prompt => ({
    ...asked([choice({ id: 'go 3', hex: '3' }), choice({ id: 'end', done: true, usual: true })]),
    piece: subject,
  });
  const look = (subject: string): Prompt => ({
    ...asked([0, 1, 2].map((facing) => choice({ id: `face ${facing}`, facing, usual: facing === 1 }))),
    piece: subject,
  });
  const questions = [who('a', 'b'), where('a', '2'), on('a'), look('a'), who('b'), where('b', '2'), on('b'), look('b'), who('c')];
  it('answers what is usual for each that has come', () => {
    const said = ['take a', 'go 2', 'end', 'face 1', 'take b', 'go 2', 'end', 'face 1', 'done'];
    expect(carriedOut(newOrder(['a', 'b'], '2', '', { closes: true }), questions)).toEqual(said);
  });
  it('looks where it was said', () => {
    expect(carriedOut(newOrder(['a'], '2', '', { closes: true, facing: 2 }), questions)).toEqual([
      ...['take a', 'go 2', 'end', 'face 2', 'done'],
    ]);
  });
  it('leaves the move open where it was not said', () => {
    expect(carriedOut(newOrder(['a'], '2'), questions)).toEqual(['take a', 'go 2', 'done']);
  });
});

it('sweeps: all that a question offers, and what is usual in between', () => {
  const dig = (...hexes: string[]): Prompt => ({
    ...asked([...hexes.map((hex) => choice({ id: `dig ${hex}`, hex })), choice({ id: 'end', done: true, usual: true })]),
    sweep: true,
  });
  const whom = asked([choice({ id: 'all', usual: true }), choice({ id: 'digger a', piece: 'a' })]);
  expect(carriedOut(newSweep(dig('1', '2')), [dig('1', '2'), whom, dig('2'), dig('3')])).toEqual(['dig 1', 'all', 'dig 2', 'done']);
  expect(carriedOut(newSweep(dig('1', '2')), [dig('1', '2'), asked([choice({ id: 'x' })])])).toEqual(['dig 1', 'done']);
});

it('waits for a word about one of them, or goes on in order', () => {
  const against = (subject: string): Prompt => ({
    ...asked(['x', 'y'].map((each) => choice({ id: `${subject} against ${each}`, piece: each }))),
    piece: subject,
  });
  const questions = [who('a', 'b'), against('a'), who('b'), against('b'), who()];
  const order = newOrder(['a', 'b'], null, '', { lenient: true });
  expect(carriedOut(order, questions)).toEqual(['take a', 'wait']);
  expect(carriedOut({ ...order, straight: true }, questions)).toEqual(['take a', 'a against x', 'take b', 'b against x', 'done']);
});

it('gives all that supports an attack, with what ends it left out', () => {
  const guns = ['artillery', 'coup'].map((id) => choice({ id, odds: true }));
  const context = { kind: 'battle' as const, hex: '1', pieces: [], against: [], stage: 'support' as const, where: '' };
  const support = (...of: string[]): Prompt => ({
    ...asked([...guns.filter((gun) => of.includes(gun.id)), choice({ id: 'none', done: true })]),
    context,
  });
  const order = newSweep(support('artillery', 'coup'));
  expect(carriedOut(order, [support('artillery', 'coup'), support('coup'), support()])).toEqual(['artillery', 'coup', 'done']);
  expect(sweeping(asked(guns))).toEqual([]);
});

it('offers all at once where counters with odds are asked for, and nothing else', () => {
  const [a, b] = ['a', 'b'].map((each) => choice({ id: each, piece: each, odds: true }));
  const attack = choice({ id: 'attack', done: true, odds: true });
  expect(joiners(asked([a!, b!, attack]))).toEqual(['a', 'b']);
  expect(joiners(asked([a!, attack]))).toEqual([]);
  expect(joiners(asked([a!, b!, choice({ id: 'x', hex: '1', odds: true })]))).toEqual([]);
  expect(joiners(who('a', 'b'))).toEqual([]);
  // Whom a barrage strikes: not one's own, and not all of them.
  const struck = { kind: 'battle' as const, hex: '1', pieces: [], against: [], stage: 'losses' as const, where: '' };
  expect(joiners({ ...asked([a!, b!]), context: struck })).toEqual([]);
});

it('can be taken back as long as only this seat has answered since', () => {
  const log = [entry(1, 'allied'), entry(2, 'german'), entry(3, 'german')];
  expect(canTakeBack(log, 1, 3, 'german')).toBe(true);
  expect(canTakeBack(log, 0, 3, 'german')).toBe(false);
  expect(canTakeBack([...log, entry(4, 'chance')], 1, 4, 'german')).toBe(false);
  expect(canTakeBack(log.slice(2), 1, 3, 'german')).toBe(false);
});

it('goes round the counters that have not moved', () => {
  const pieces = [piece({ id: 'c', place: '3' }), piece({ id: 'a', place: '1' }), piece({ id: 'b', place: '2', flags: ['moved'] })];
  const after = (id: string) => nextUnmoved(pieces, (each) => each !== 'x', id)?.id;
  expect(['', 'a', 'c'].map(after)).toEqual(['a', 'c', 'a']);
  expect(nextUnmoved(pieces, () => false, '')).toBeNull();
});
