import { describe, expect, it } from 'vitest';
import { folded, holding, indexChoices, leastCrowded, matching, offered, readCommand, stillToAct } from '../src/lib/choices';
import { asked, choice, piece } from './support';

const hexes = new Map([
  ['1109', 0],
  ['1208', 0],
  ['77', 0],
]);
const pieces = [piece({ id: 'II AK', place: '1109' }), piece({ id: 'X AK', place: '1109' }), piece({ id: 'lost', place: 'losses' })];

describe('sorting the answers', () => {
  const choices = [
    choice({ id: 'a', piece: 'II AK' }),
    choice({ id: 'b', hex: '1208' }),
    choice({ id: 'c' }),
    choice({ id: 'done', done: true }),
    choice({ id: 'd', piece: 'lost' }),
    choice({ id: 'e', hex: 'box' }),
  ];
  const index = indexChoices(choices, pieces, hexes);

  it('puts hexes and counters on the map and the rest on buttons', () => {
    expect([...index.byPiece.keys()]).toEqual(['II AK']);
    expect([...index.byHex.keys()]).toEqual(['1208']);
    expect(index.plain.map((each) => each.id)).toEqual(['c', 'd', 'e']);
    expect(index.done.map((each) => each.id)).toEqual(['done']);
  });

  it('finds every answer in exactly one of the four places', () => {
    const found = [...index.byPiece.values(), ...index.byHex.values()].flat().length + index.plain.length + index.done.length;
    expect(found).toBe(choices.length);
  });
});

describe('what a click means', () => {
  const index = indexChoices(
    [
      choice({ id: 'take', piece: 'II AK' }),
      choice({ id: 'fight', hex: '1109' }),
      choice({ id: 'go', hex: '1208' }),
      choice({ id: 'run', hex: '1208' }),
    ],
    pieces,
    hexes,
  );

  it('is the counter first, then its hex', () => {
    expect(matching(index, { piece: 'II AK' }, pieces).map((each) => each.id)).toEqual(['take']);
    expect(matching(index, { piece: 'X AK' }, pieces).map((each) => each.id)).toEqual(['fight']);
  });

  it('is everything in a hex when the hex is clicked', () => {
    expect(matching(index, { hex: '1109' }, pieces).map((each) => each.id)).toEqual(['fight', 'take']);
    expect(matching(index, { hex: '1208' }, pieces)).toHaveLength(2);
    expect(matching(index, { hex: '77' }, pieces)).toEqual([]);
    expect(matching(index, {}, pieces)).toEqual([]);
    expect(offered(index, '77', pieces)).toBe(false);
  });
});

describe('typed commands', () => {
  const choices = [
    choice({ id: '1109', text: '1109 Liège', hex: '1109' }),
    choice({ id: 'halt', text: 'Stay here' }),
    choice({ id: 'take FR.I', text: 'FR.I', piece: 'FR.I' }),
    choice({ id: 'take FR.II', text: 'FR.II', piece: 'FR.II' }),
  ];

  it.each([
    ['halt', 'halt'],
    ['STAY HERE', 'halt'],
    ['#2', 'halt'],
    ['2', 'halt'],
    ['1109', '1109'],
    ['take FR.I', 'take FR.I'],
    ['stay', 'halt'],
    ['Stáy Hére', 'halt'],
  ])('%s is %s', (said, id) => expect(readCommand(said, choices)?.id).toBe(id));

  it.each(['', 'take', 'nonsense', '#99'])('%s is nothing', (said) => expect(readCommand(said, choices)).toBeNull());
});

describe('a typed filter', () => {
  const choices = [choice({ id: 'go 76', text: 'ir a 76 Verdún' }), choice({ id: 'go 86', text: 'ir a 86 Metz', piece: 'X AK' })];
  it.each([
    ['verdun', ['go 76']],
    ['  VERDÚN ', ['go 76']],
    ['x ak', ['go 86']],
    ['', ['go 76', 'go 86']],
    ['Namur', []],
  ])('%s leaves %s', (said, ids) => expect(holding(said, choices).map((each) => each.id)).toEqual(ids));
  it('forgives accents, capitals and spaces', () => expect(folded(' 1re  Armée ')).toBe('1re armee'));
});

describe('a quick set-up', () => {
  it('takes the emptiest place', () => {
    const found = leastCrowded([choice({ id: 'x', hex: '1109' }), choice({ id: 'y', hex: '1208' })], pieces, () => 0);
    expect(found?.id).toBe('y');
  });
  it('answers even where no place is asked for', () => {
    expect(leastCrowded([choice({ id: 'done', done: true }), choice({ id: 'z' })], pieces, () => 0)?.id).toBe('z');
    expect(leastCrowded([], pieces, () => 0)).toBeNull();
  });
});

describe('how many could still act', () => {
  const [one, two] = [choice({ id: 'a', piece: 'II AK' }), choice({ id: 'b', piece: 'X AK' })];
  const again = choice({ id: 'c', piece: 'X AK', hex: '1208' });
  it('counts each counter once beside Done', () => {
    const done = choice({ id: 'done', done: true });
    expect(stillToAct(done, asked([one, two, again, done]), [])).toBe(2);
    expect(stillToAct(done, asked([choice({ hex: '1208' }), done]), [])).toBe(0);
  });
  it('leaves out who has moved and could go on, but not who may attack after a move', () => {
    const done = choice({ id: 'done', done: true });
    const moved = [piece({ id: one.piece ?? '', flags: ['moved'] })];
    expect(stillToAct(done, asked([one, two, done]), moved)).toBe(1);
    const context = { kind: 'battle' as const, hex: '', pieces: [], against: [], stage: 'attackers' as const, where: '' };
    expect(stillToAct(done, { ...asked([one, two, done]), context }, moved)).toBe(2);
  });
  it('counts nobody for an attack, nor beside other answers', () => {
    const attack = choice({ id: 'attack', done: true, odds: true });
    expect([stillToAct(attack, asked([one, attack]), []), stillToAct(one, asked([one, two]), [])]).toEqual([0, 0]);
  });
});
