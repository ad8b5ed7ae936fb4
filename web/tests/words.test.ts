import { describe, expect, it } from 'vitest';
import { fill } from '../src/lib/i18n';
import { CATALOGUES } from '../src/words';
import { languageOf } from '../src/lib/prefs.svelte';
import { readRoute } from '../src/lib/route.svelte';
import { hintFor, TOURS } from '../src/lib/tours';
import { columnsMeant, combatTable } from '../src/lib/combatTable';
import { capital, currentStep, groupOutcomes, harm, joinMoves, labelsIn, lastOfOthers, movesBetween, nearestRule, percent, placesOf, subjectOf, sumOf, throwsSince, told, turnStarts } from '../src/lib/words';
import { summary } from '../src/lib/frames';
import { bestPlayer, editionFor, quickScenario, quickWish } from '../src/lib/wish';
import { entry, piece, scene } from './support';

const facts = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe('two languages', () => {
  const { en, es = en } = CATALOGUES;
  it('have the same keys', () => expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort()));
  it('name the same facts', () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) expect([key, facts(es[key])]).toEqual([key, facts(en[key])]);
  });
  it('leave nothing empty and shout nowhere', () => {
    for (const text of [...Object.values(en), ...Object.values(es)]) {
      expect(text.trim()).not.toBe('');
      expect(text).not.toMatch(/[!¡]/);
    }
  });
  it('fill in facts and keep what they do not know', () => expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}'));
  it('follow the browser', () => {
    expect(languageOf(['fr-FR', 'es-AR', 'en'])).toBe('es');
    expect(languageOf(['de'])).toBe('en');
  });
});

describe('addresses', () => {
  it.each([
    ['', { page: 'home' }],
    ['#/new/grand_illusion', { page: 'new', game: 'grand_illusion' }],
    ['#/join/ab12/c-_d', { page: 'join', id: 'ab12', code: 'c-_d' }],
    ['#/join/ab12', { page: 'home' }],
    ['#/table/ab12', { page: 'table', id: 'ab12', at: null, eyes: '' }],
    ['#/table/ab12/at/17', { page: 'table', id: 'ab12', at: 17, eyes: '' }],
    ['#/table/ab12/at/17/german', { page: 'table', id: 'ab12', at: 17, eyes: 'german' }],
    ['#/table/ab12/at/x', { page: 'table', id: 'ab12', at: null, eyes: '' }],
    ['#/bench', { page: 'bench' }],
  ])('%s', (hash, route) => expect(readRoute(hash)).toEqual(route));
});

describe('the log', () => {
  const hexes = new Map([['1109', 1], ['77', 1], ['3', 1]]);
  it('names hexes', () => {
    expect(labelsIn('XVI AK probes from 1708 into 1109', hexes)).toEqual(['1109']);
    expect(labelsIn('battle in 77 with GE.XIV-R, now 3', hexes)).toEqual(['77']);
    expect(labelsIn('batalla en 77', hexes)).toEqual(['77']);
  });
  it('or counters, which lie somewhere', () => {
    expect(placesOf(entry(1, 'german', 'II AK loses a step'), [piece({ id: 'II AK', place: '1109' })], hexes)).toEqual(['1109']);
  });
  it('is read without its silent entries, and tells where turns began', () => {
    const log = [entry(1, 'german'), entry(2, 'german', 'x'), { ...entry(3, 'chance'), events: [{ kind: 'TurnBegan', rule: '5.0', text: 'Turn 2' }] }];
    expect(told(log).map((each) => each.number)).toEqual([2, 3]);
    expect(turnStarts(log)).toEqual([{ number: 3, text: 'Turn 2' }]);
    expect(throwsSince(log, 2).map((each) => each.die)).toEqual(['3']);
    expect(throwsSince(log, 3)).toEqual([]);
  });
  it('knows the step that is marked', () => {
    expect(currentStep(scene({ outline: [{ text: 'a', mark: '', rule: '' }, { text: 'b', mark: '>', rule: '' }] }))).toBe('b');
    expect(currentStep(scene({}))).toBe('Step');
  });
});

describe('the counter that is spoken of', () => {
  const pieces = [piece({ id: 'VIII AK', place: '1' }), piece({ id: 'XVIII AK', place: '2' }), piece({ id: 'AK', place: '3' })];
  it('is named whole', () => {
    expect(subjectOf('Where does XVIII AK go?', pieces)).toBe('XVIII AK');
    expect(subjectOf('¿Adónde va VIII AK?', pieces)).toBe('VIII AK');
    expect(subjectOf('What do you do?', pieces)).toBe('');
  });
});

describe('trails', () => {
  const hexes = new Map([['1', 0], ['2', 0], ['3', 0]]);
  const at = (place: string) => [piece({ id: 'a', place })];
  it('lead from place to place, on the map only', () => {
    expect(movesBetween(at('1'), at('2'), hexes)).toEqual([{ piece: 'a', army: 'german', from: '1', to: '2' }]);
    expect(movesBetween(at('1'), at('1'), hexes)).toEqual([]);
    expect(movesBetween(at('1'), at('losses'), hexes)).toEqual([]);
    expect(movesBetween([], at('2'), hexes)).toEqual([]);
  });
  it('join, and vanish when a counter comes back', () => {
    const first = movesBetween(at('1'), at('2'), hexes);
    expect(joinMoves(first, movesBetween(at('2'), at('3'), hexes))[0]).toMatchObject({ from: '1', to: '3' });
    expect(joinMoves(first, movesBetween(at('2'), at('1'), hexes))).toEqual([]);
  });
});

describe('odds', () => {
  it('as percentages', () => {
    expect([percent(1, 3), percent(1, 2), percent(1, 1), percent(0, 6), percent(1, 36)]).toEqual(['33.3 %', '50 %', '100 %', '0 %', '2.8 %']);
  });
  it('with counts of one thing together', () => {
    const groups = groupOutcomes([{ text: 'retreat', part: 1, whole: 2 }, { text: 'hits: 0', part: 1, whole: 2 }, { text: 'hits: 1', part: 1, whole: 2 }]);
    expect(groups.map((group) => [group.title, group.rows.length])).toEqual([['', 1], ['hits', 2]]);
  });
  it('mark columns of the table, and its edges', () => {
    const columns = ['1:2', '1:1', '2:1'];
    expect([...columnsMeant('1:1 2:1', columns)]).toEqual([1, 2]);
    expect([...columnsMeant('<1:2', columns)]).toEqual([0]);
    expect([...columnsMeant('>2:1', columns)]).toEqual([2]);
    expect(columnsMeant('', columns).size).toBe(0);
    expect(combatTable(null)).toBeNull();
    expect(combatTable({ combat_table: { rule: '1', columns, rows: [] } })?.columns).toEqual(columns);
  });
});

describe('the guided tour', () => {
  it('has words for every stop, and hints by rule', () => {
    for (const stops of Object.values(TOURS)) for (const stop of stops) expect(CATALOGUES.en[stop.words]).toBeTruthy();
    expect(hintFor('schlieffens_war', '11.1')).toBe('hint.sw.probe');
    expect(hintFor('schlieffens_war', '11.17')).toBe('hint.sw.combat');
    expect(hintFor('schlieffens_war', '10.1')).toBe('hint.sw.move');
    expect(hintFor('schlieffens_war', '1.0')).toBeNull();
    expect(hintFor('chess', '1')).toBeNull();
  });
});

describe('just playing', () => {
  const game = { name: 'g', title: 'G', seats: ['a', 'b'], seat_names: { a: 'A', b: 'B' }, editions: ['english', 'spanish'], scenarios: [{ name: 'long', title: '', turns: 15 }, { name: 'short', title: '', turns: 7 }], options: [], players: ['random', 'staff'], opponent: true, about: '', parts: [], rules: '1' };
  it('takes the staff, the shortest scenario and the edition of the language', () => {
    expect(bestPlayer(game)).toBe('staff');
    expect(bestPlayer({ players: ['random'] })).toBe('random');
    expect(quickScenario(game)).toBe('short');
    expect(editionFor(game, 'es')).toBe('spanish');
    expect(quickWish(game, 'b', 'en').seats).toEqual({ a: 'computer:staff', b: 'me' });
    expect(quickWish({ ...game, opponent: false }, 'b', 'en').seats).toEqual({ a: 'me', b: 'me' });
  });
});

describe('frame times', () => {
  it('are summed up', () => expect(summary([10, 20, 60])).toEqual({ frames: 3, median: 20, p95: 60, worst: 60, over50: 1 }));
});

describe('the sum beside a die', () => {
  it('is read from the words of an attack', () => {
    const sum = sumOf('1109 Liège: 12 against 3; city -1 (11.13); coup de main +2 (11.23); column 7:1, die 2: 0/3');
    expect(sum).toEqual({
      head: '1109 Liège: 12 against 3', column: '7:1', tail: 'column 7:1, die 2: 0/3',
      modifiers: [{ text: 'city', amount: -1, rule: '11.13' }, { text: 'coup de main', amount: 2, rule: '11.23' }],
    });
    expect(sumOf('1808: 15 against 4; -; column 3:1, die 2: 1/1')?.modifiers).toEqual([]);
    expect(sumOf('1808: 15 contra 4; -; <1:2, fuera de la tabla: 2/0')?.column).toBe('<1:2');
  });
  it('and from those of a shot', () => {
    expect(sumOf('BE.I at GE.II: die 6 -1 fort in the hex +2 counter-attack, needs 4: miss')).toEqual({
      head: 'BE.I at GE.II', column: '', tail: 'die 6, needs 4: miss',
      modifiers: [{ text: 'fort in the hex', amount: -1, rule: '' }, { text: 'counter-attack', amount: 2, rule: '' }],
    });
    expect(sumOf('GE.II contra BE.I: dado 3, necesita 5: impacto')?.modifiers).toEqual([]);
  });
  it('is not read into other words', () => {
    for (const text of ['Turn 2 begins', '21e CA in 2003 is lost for good', 'the Allies: +3 (Plan 17), now 6']) expect(sumOf(text)).toBeNull();
  });
});

describe('what the others did last', () => {
  it('begins after my last answer before it, and has its dice', () => {
    const log = [entry(1, 'german', 'a'), entry(2, 'allied', 'b'), entry(3, 'allied'), entry(4, 'chance', 'c'), entry(5, 'german', 'd'), entry(6, 'chance', 'e')];
    const last = lastOfOthers(log, ['german']);
    expect(last?.from).toBe(1);
    expect(last?.entries.map((each) => each.number)).toEqual([2, 4]);
  });
  it('is nothing where I alone have answered', () => expect(lastOfOthers([entry(1, 'german', 'a'), entry(2, 'chance', 'b')], ['german'])).toBeNull());
  it('is everything for somebody who watches', () => expect(lastOfOthers([entry(1, 'german', 'a')], [])?.from).toBe(0));
});

describe('rules', () => {
  it('fall back on the rule above', () => {
    const rules = { '8.4': 1, '9.0': 2 };
    expect([nearestRule(rules, '8.4.1'), nearestRule(rules, '9.3'), nearestRule(rules, '7')]).toEqual([1, 2, undefined]);
  });
  it('but the label of a unit stays as it is', () => expect(capital('b1 line 4+1')).toBe('b1 line 4+1'));
  it('and words begin with a capital', () => expect(capital('the Entente: Movement')).toBe('The Entente: Movement'));
});

describe('attacks in return', () => {
  it('are worse the more they may cost', () => {
    const attack = (column: string, ...outcomes: [string, number][]) => ({ column, outcomes: outcomes.map(([text, part]) => ({ text, part, whole: 6 })) });
    expect(harm(attack('3:1', ['0/3: defender loses 3', 3], ['1/1: both', 3]))).toBe(2);
    expect(harm(attack('1:2', ['2/0: attacker loses 2', 6]))).toBeLessThan(harm(attack('3:1', ['0/1: x', 6])));
  });
});
