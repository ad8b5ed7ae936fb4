import { describe, expect, it } from 'vitest';
import { fill } from '../src/lib/plurals';
import { CATALOGUES, LANGUAGES, learn, nameOf } from '../src/words';
import { languageOf } from '../src/lib/prefs.svelte';
import { readRoute } from '../src/lib/route.svelte';
import { COMMON, hintFor, stopWords, tourOf } from '../src/lib/tours';
import { trail } from '../src/lib/changes';
import {
  allOutcomes,
  counts,
  capital,
  currentStep,
  joinMoves,
  lastOfOthers,
  nearestRule,
  outcomeWords,
  percent,
  shortOdds,
  placesOf,
  isDie,
  throwsSince,
  told,
  toll,
  turnStarts,
} from '../src/lib/words';
import { summary } from '../src/lib/frames';
import { usualPlayer, editionFor, quickScenario, quickWish } from '../src/lib/wish';
import type { About, Happened, Outcome } from '../src/lib/types';
import { entry, explanation, happened as event, piece, scene } from './support';

const outcome = (facts: Partial<Outcome>): Outcome => ({ text: '', part: 1, whole: 6, count: null, harm: 0, ...facts });

const facts = (text: string) => [...new Set([...text.matchAll(/\{(\w+)(?:\}|, plural,)/g)].map((match) => match[1]))].sort();

await Promise.all(LANGUAGES.map(learn));

describe('two languages', () => {
  const { en, es = en } = CATALOGUES;
  it('are both at hand once they are learned', () => expect(Object.keys(CATALOGUES).sort()).toEqual([...LANGUAGES].sort()));
  it('are called by their own names, learned or not', () => {
    expect(LANGUAGES.map(nameOf)).toEqual(LANGUAGES.map((code) => CATALOGUES[code]?.['language.name']));
    expect(nameOf('fr')).toBe('Français');
  });
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
    ['#/new/grand_illusion', { page: 'new', game: 'grand_illusion', scenario: '' }],
    ['#/new/nach_paris/mons', { page: 'new', game: 'nach_paris', scenario: 'mons' }],
    ['#/join/ab12/c-_d', { page: 'join', id: 'ab12', code: 'c-_d' }],
    ['#/join/ab12', { page: 'home' }],
    ['#/table/ab12', { page: 'table', id: 'ab12', at: null, eyes: '' }],
    ['#/table/ab12/at/17', { page: 'table', id: 'ab12', at: 17, eyes: '' }],
    ['#/table/ab12/at/17/german', { page: 'table', id: 'ab12', at: 17, eyes: 'german' }],
    ['#/table/ab12/at/x', { page: 'table', id: 'ab12', at: null, eyes: '' }],
    ['#/bench', { page: 'bench', board: '' }],
    ['#/bench/g', { page: 'bench', board: 'g' }],
  ])('%s', (hash, route) => expect(readRoute(hash)).toEqual(route));
});

describe('the log', () => {
  const hexes = new Map([
    ['1109', 1],
    ['77', 1],
    ['3', 1],
  ]);
  const happened = (facts: Partial<Happened>) => ({ events: [event('Moved', { rule: '10.1', text: 'from 3 to 77', ...facts })] });
  it('names hexes, whatever its words say', () => {
    expect(placesOf(happened({ hexes: ['1708', '1109'] }), [], hexes)).toEqual(['1109']);
    expect(placesOf(happened({}), [], hexes)).toEqual([]);
  });
  it('or counters, which lie somewhere', () => {
    const lying = [piece({ id: 'II AK', place: '1109' }), piece({ id: 'X AK', place: '77' })];
    expect(placesOf(happened({ pieces: ['II AK'] }), lying, hexes)).toEqual(['1109']);
    expect(placesOf(happened({ text: 'X AK loses a step' }), lying, hexes)).toEqual([]);
  });
  it('is read without its silent entries, and tells where turns began', () => {
    const log = [
      entry(1, 'german'),
      entry(2, 'german', 'x'),
      { ...entry(3, 'chance'), events: [event('TurnBegan', { rule: '5.0', text: 'Turn 2' })] },
    ];
    expect(told(log).map((each) => each.number)).toEqual([2, 3]);
    expect(turnStarts(log)).toEqual([{ number: 3, text: 'Turn 2' }]);
    expect(throwsSince(log, 2).map((each) => each.die)).toEqual(['3']);
    expect(['3', '19', 'officers_down', '', null].map(isDie)).toEqual([true, true, false, false, false]);
    expect(throwsSince(log, 3)).toEqual([]);
  });
  it('knows the step that is marked', () => {
    expect(
      currentStep(
        scene({
          outline: [
            { text: 'a', mark: '', rule: '' },
            { text: 'b', mark: '>', rule: '' },
          ],
        }),
      ),
    ).toBe('b');
    expect(currentStep(scene({}))).toBe('Step');
  });
});

describe('trails', () => {
  const hexes = new Map([
    ['1', 0],
    ['2', 0],
    ['3', 0],
  ]);
  const at = (place: string) => [piece({ id: 'a', place })];
  it('lead from place to place, on the map only', () => {
    expect(trail(at('1'), at('2'), hexes)).toEqual([{ piece: 'a', army: 'german', from: '1', to: '2' }]);
    expect(trail(at('1'), at('1'), hexes)).toEqual([]);
    expect(trail(at('1'), at('losses'), hexes)).toEqual([]);
    expect(trail([], at('2'), hexes)).toEqual([]);
  });
  it('join, and vanish when a counter comes back', () => {
    const first = trail(at('1'), at('2'), hexes);
    expect(joinMoves(first, trail(at('2'), at('3'), hexes))[0]).toMatchObject({ from: '1', to: '3' });
    expect(joinMoves(first, trail(at('2'), at('1'), hexes))).toEqual([]);
  });
});

describe('odds', () => {
  it('as percentages', () => {
    expect([percent(1, 3), percent(1, 2), percent(1, 1), percent(0, 6), percent(1, 36)]).toEqual([
      '33.3 %',
      '50 %',
      '100 %',
      '0 %',
      '2.8 %',
    ]);
  });
  it('with counts of one thing together', () => {
    const [first, ...rest] = [outcome({ text: 'retreat' }), outcome({ text: 'hits', count: 0 }), outcome({ text: 'hits', count: 1 })];
    const found = [
      { name: 'retreats', outcomes: [first!] },
      { name: 'hits', outcomes: rest },
    ];
    expect(found.map(counts)).toEqual([false, true]);
    expect(allOutcomes({ distributions: found }).map(outcomeWords)).toEqual(['retreat', 'hits: 0', 'hits: 1']);
  });
});

const about: About = {
  text: 'A game',
  scenario: '',
  rank: 1,
  seat: 'a',
  counters: [],
  tour: [
    { at: 'map', key: 'aim', text: 'Win' },
    { at: 'prompt', key: 'now', text: '' },
  ],
  hints: [
    { rule: '11', text: 'combat' },
    { rule: '11.1', text: 'probe' },
    { rule: '10', text: 'move' },
  ],
};

describe('the guided tour', () => {
  it('teaches orders, the battle panel and the story of the others’ turn where a game says nothing', () => {
    expect(COMMON.map((stop) => stop.key)).toEqual(['prompt', 'map', 'orders', 'answers', 'fight', 'panel', 'story']);
  });
  it('has the words of the game, and its own for the rest', () => {
    expect(tourOf(about).map(stopWords)).toEqual(['Win', CATALOGUES.en['tour.now']]);
    expect(tourOf({ ...about, tour: [] })).toBe(COMMON);
    for (const stop of COMMON) expect(stopWords(stop)).toBe(CATALOGUES.en[`tour.${stop.key}` as keyof typeof CATALOGUES.en]);
  });
  it('has hints by rule', () => {
    expect(['11.1', '11.17', '10.1', '1.0', '110'].map((rule) => hintFor(about, rule))).toEqual(['probe', 'combat', 'move', null, null]);
    expect(hintFor(null, '1')).toBeNull();
  });
});

describe('just playing', () => {
  const game = {
    name: 'g',
    title: 'G',
    seats: ['a', 'b'],
    seat_names: { a: 'A', b: 'B' },
    editions: ['english', 'spanish'],
    scenarios: [
      { name: 'long', title: '', turns: 15, players: [] },
      { name: 'short', title: '', turns: 7, players: [] },
    ],
    options: [],
    players: ['random', 'cadet', 'staff', 'council'],
    opponent: true,
    parts: [],
    rules: '1',
    about,
  };
  it('takes the staff, the shortest scenario and the edition of the language', () => {
    expect(usualPlayer(game)).toBe('staff');
    expect(usualPlayer({ players: ['random'] })).toBe('random');
    expect(quickScenario(game)).toBe('short');
    expect(quickScenario({ ...game, about: { ...game.about, scenario: 'long' } })).toBe('long');
    expect(editionFor(game, 'es')).toBe('spanish');
    expect(quickWish(game, 'b', 'en').seats).toEqual({ a: 'computer:staff', b: 'me' });
    expect(quickWish({ ...game, opponent: false }, 'b', 'en').seats).toEqual({ a: 'me', b: 'me' });
  });
});

describe('frame times', () => {
  it('are summed up', () => expect(summary([10, 20, 60])).toEqual({ frames: 3, median: 20, p95: 60, worst: 60, over50: 1 }));
});

describe('what the others did last', () => {
  it('begins after my last answer before it, and has its dice', () => {
    const log = [
      entry(1, 'german', 'a'),
      entry(2, 'allied', 'b'),
      entry(3, 'allied'),
      entry(4, 'chance', 'c'),
      entry(5, 'german', 'd'),
      entry(6, 'chance', 'e'),
    ];
    const last = lastOfOthers(log, ['german']);
    expect(last?.from).toBe(1);
    expect(last?.entries.map((each) => each.number)).toEqual([2, 4]);
  });
  it('is nothing where I alone have answered', () =>
    expect(lastOfOthers([entry(1, 'german', 'a'), entry(2, 'chance', 'b')], ['german'])).toBeNull());
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
  const losses = (...outcomes: Outcome[]) => ({ distributions: [{ name: 'losses', outcomes }] });
  it('are worse the more they cost', () => {
    expect(toll(losses(outcome({ part: 3, harm: 3 }), outcome({ part: 3, harm: 1 })))).toBe(2);
    expect(toll(losses(outcome({ part: 6 })))).toBe(0);
  });
});

describe('odds in a few words', () => {
  it('name the column and what is most likely', () => {
    const outcome = (text: string, part: number, count: number | null = null) => ({ text, part, whole: 3, count, harm: 0 });
    const told = explanation({
      column: '2:1',
      distributions: [{ name: 'result', outcomes: [outcome('a loss', 1), outcome('a rout', 2)] }],
    });
    expect(shortOdds(told)).toBe('2:1 · a rout (66.7 %)');
    const hits = explanation({ distributions: [{ name: 'hits', outcomes: [outcome('hits', 2, 0), outcome('hits', 1, 1)] }] });
    expect([shortOdds(hits), shortOdds(null), shortOdds(explanation({}))]).toEqual(['hits: 0 (66.7 %)', '', '']);
  });
});
