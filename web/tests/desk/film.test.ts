import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Film } from '../../src/desk/film.svelte';
import { Marks } from '../../src/desk/marks.svelte';
import { prefs } from '../../src/lib/prefs.svelte';
import type { Step } from '../../src/lib/changes';
import type { LogEntry, TableState } from '../../src/lib/types';
import { entry, happened, state } from '../support';

const HEXES = new Map(Array.from({ length: 2000 }, (_, at) => [String(at), at]));
/** An answer, told with the hex of its number. */
const of = (number: number, actor: string): LogEntry => ({
  ...entry(number, actor),
  events: [happened('Moved', { hexes: [String(number)] })],
});
const silent = (number: number): LogEntry => entry(number, 'allied');
const log = (from: number, to: number, actor = 'allied') => Array.from({ length: to - from + 1 }, (_, at) => of(from + at, actor));
const at = (number: number, lines: LogEntry[] = [], facts: Partial<TableState> = {}, unfilmed = false): Step[] => [
  { state: state({ number, log: lines, ...facts }), unfilmed },
];
/** A state that comes with a frame for each answer before it. */
const frames = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => at(from + nth, log(1, from + nth))[0]!);

function desk() {
  const [arrived, rested, followed]: [number[], number[], string[]] = [[], [], []];
  const back: number[] = [];
  const host = {
    playing: true,
    setUp: { on: false },
    pieces: [],
    hexes: HEXES,
    marks: new Marks(),
    map: {
      show: (hexes: string[]) => void followed.push(...hexes),
      keep: () => {
        const was = followed.length;
        return () => void back.push(was);
      },
    },
    arrived: (each: TableState) => void arrived.push(each.number),
    rested: (each: TableState) => void rested.push(each.number),
  };
  const film = new Film(host);
  film.take(at(0));
  return { film, host, arrived, rested, followed, back };
}

beforeEach(() => {
  vi.useFakeTimers();
  prefs.speed = 'normal';
});
afterEach(() => vi.useRealTimers());

it('shows the others’ answers one at a time, and the map follows', () => {
  const { film, arrived, rested, followed, host } = desk();
  film.take(at(1, log(1, 1)));
  film.take(at(2, log(1, 2)));
  film.take(at(3, [...log(1, 2), silent(3)]));
  expect([film.on, film.shown?.number, host.marks.hexes, rested]).toEqual([true, 1, ['1'], [0]]);
  vi.advanceTimersByTime(900);
  expect([film.shown?.number, host.marks.hexes]).toEqual([2, ['2']]);
  vi.advanceTimersByTime(900);
  expect([film.on, film.shown?.number, host.marks.hexes]).toEqual([false, 3, []]);
  expect([arrived, rested, followed]).toEqual([
    [0, 1, 2, 3],
    [0, 3],
    ['1', '2'],
  ]);
});

it('leaves the map as its reader had it before', () => {
  const { film, back } = desk();
  film.take(frames(1, 2));
  expect(back).toEqual([]);
  vi.advanceTimersByTime(3000);
  expect([film.on, back]).toEqual([false, [0]]);
  film.take(at(3, log(1, 3)));
  film.skip();
  expect(back).toEqual([0, 2]);
});

it('takes several answers of one state one after the other', () => {
  const { film, followed, rested } = desk();
  film.take(frames(1, 3));
  vi.advanceTimersByTime(1000);
  expect([followed, film.on]).toEqual([['1', '2'], true]);
  vi.advanceTimersByTime(2000);
  expect([followed, film.on, rested]).toEqual([['1', '2', '3'], false, [0, 3]]);
});

it('goes to the end at once when it is skipped, and leaves no state out', () => {
  const { film, arrived, rested, host } = desk();
  for (const number of [1, 2, 3]) film.take(at(number, log(1, number)));
  film.skip();
  expect([film.on, arrived, rested, host.marks.hexes]).toEqual([false, [0, 1, 2, 3], [0, 3], []]);
  vi.advanceTimersByTime(10_000);
  film.skip();
  expect(rested).toEqual([0, 3]);
});

it('goes at the chosen speed, which is remembered', () => {
  const { film } = desk();
  prefs.speed = 'slow';
  expect(localStorage.getItem('marne-prefs')).toContain('"speed":"slow"');
  film.take(frames(1, 2));
  vi.advanceTimersByTime(3000);
  expect(film.on).toBe(true);
  prefs.speed = 'skip';
  vi.advanceTimersByTime(1000);
  expect([film.on, film.shown?.number]).toEqual([false, 2]);
  film.take(at(4, log(1, 4)));
  expect([film.on, film.shown?.number]).toEqual([false, 4]);
});

it('shows own answers, going back, another seat’s eyes and a quick set-up at once', () => {
  const own = desk();
  own.film.take(at(2, [of(1, 'german'), of(2, 'chance')]));
  expect([own.film.on, own.rested]).toEqual([false, [0, 2]]);
  own.film.take(at(3, log(1, 3)));
  expect(own.film.on).toBe(true);
  own.film.take(at(1, log(1, 1)));
  expect([own.film.on, own.film.shown?.number]).toEqual([false, 1]);
  const eyes = desk();
  eyes.film.take(at(1, log(1, 1), { viewing: 'allied' }));
  expect(eyes.film.on).toBe(false);
  for (const facts of [{ playing: false }, { setUp: { on: true } }]) {
    const away = desk();
    Object.assign(away.host, facts);
    away.film.take(at(1, log(1, 1)));
    expect([away.film.on, away.film.shown?.number]).toEqual([false, 1]);
  }
});

it('keeps up with a thousand answers: each is shown once, in its time', () => {
  const { film, followed } = desk();
  film.take(frames(1, 1000));
  vi.advanceTimersByTime(45_000);
  expect([film.on, followed.length, new Set(followed).size]).toEqual([false, 1000, 1000]);
});

it('says that a state came without the pictures before it, and shows it at once', () => {
  const { film, rested, arrived } = desk();
  film.take(at(3, log(1, 3), {}, true));
  expect([film.on, film.shown?.number, film.unfilmed, arrived, rested]).toEqual([false, 3, 3, [0, 3], [0, 3]]);
  film.take(at(4, [...log(1, 3), of(4, 'german')], {}, true));
  expect([film.on, film.unfilmed]).toEqual([false, 3]);
  film.take(frames(5, 6));
  film.take(at(9, log(1, 9), {}, true));
  expect([film.on, film.shown?.number, film.unfilmed]).toEqual([true, 5, 9]);
  vi.advanceTimersByTime(3000);
  expect([film.on, film.shown?.number, arrived]).toEqual([false, 9, [0, 3, 4, 5, 6, 9]]);
});
