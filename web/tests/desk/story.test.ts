import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Story } from '../../src/desk/story.svelte';
import { Toasts } from '../../src/desk/toasts.svelte';
import { api } from '../../src/lib/api';
import { counted, sinceOwn, storyOf, thrownIn, worthTelling, type StoryPart } from '../../src/lib/story';
import type { LogEntry, TableState } from '../../src/lib/types';
import { asked, entry, happened, KINDS, later, scene, state } from '../support';

const of = (number: number, actor: string, ...kinds: string[]): LogEntry => ({
  ...entry(number, actor),
  events: kinds.map((kind, at) => happened(kind, { text: `${number}.${at}` })),
});
const lines = (parts: StoryPart[]) => parts.flatMap((part) => [...(part.head ? [part.head] : []), ...part.lines]);
const outline = (parts: StoryPart[]) => parts.map((part) => [part.form, part.head?.event.kind, part.lines.map((line) => line.event.kind)]);

describe('a story', () => {
  it('is told by phase and by battle', () => {
    const told = storyOf([
      of(4, 'allied', 'Regrouped', 'PhaseBegan', 'StackMoved'),
      of(5, 'allied', 'AttackDeclared'),
      of(6, 'chance', 'BattleFought', 'StepLost'),
      of(7, 'allied', 'Retreated', 'Advanced', 'AttackDeclared', 'StepLost'),
      of(8, 'allied', 'UnitArrived', 'CityTaken'),
    ]);
    expect(outline(told)).toEqual([
      ['plain', undefined, ['Regrouped']],
      ['phase', 'PhaseBegan', ['StackMoved']],
      ['battle', 'AttackDeclared', ['BattleFought', 'StepLost', 'Retreated', 'Advanced']],
      ['battle', 'AttackDeclared', ['StepLost']],
      ['plain', undefined, ['UnitArrived', 'CityTaken']],
    ]);
  });
  it('has every event of the log once and in order, also a thousand of them and kinds that nobody knows', () => {
    const kinds = [...KINDS, 'NeverHeardOf'];
    const kind = (at: number) => kinds[(at * 7) % kinds.length] ?? '';
    const log = Array.from({ length: 400 }, (_, at) =>
      of(at + 1, at % 3 ? 'allied' : 'chance', ...Array.from({ length: at % 6 }, (_, n) => kind(at + n))),
    );
    const events = log.flatMap((each) => each.events);
    expect(events.length).toBeGreaterThan(990);
    expect(lines(storyOf(log)).map((line) => line.event)).toEqual(events);
    const keys = storyOf(log).map((part) => part.key);
    expect(new Set(keys).size).toBe(keys.length);
  });
  it('counts moves, battles, losses and arrivals', () => {
    const log = [
      of(
        1,
        'allied',
        'Moved',
        'StackMoved',
        'WentByRail',
        'Retreated',
        'AttackDeclared',
        'BattleFought',
        'StepLost',
        'Arrived',
        'TurnBegan',
      ),
    ];
    expect(counted(log)).toEqual({ move: 4, battle: 1, loss: 1, arrival: 1 });
  });
  it('begins after the own last answer, and knows where that lies further back', () => {
    const log = [of(3, 'allied', 'Moved'), of(4, 'german', 'Moved'), of(5, 'chance', 'Moved'), of(6, 'allied')];
    expect(sinceOwn(log, 'german')).toEqual({ entries: log.slice(2), whole: true });
    expect(sinceOwn(log, 'french')).toEqual({ entries: log, whole: false });
    expect(sinceOwn([of(1, 'allied')], 'german').whole).toBe(true);
    expect(worthTelling(log.slice(2), 'german')).toBe(true);
    expect([worthTelling(log.slice(2, 3), 'german'), worthTelling(log.slice(3), 'german')]).toEqual([false, false]);
  });
});

describe('the battle behind a question', () => {
  const battle = { kind: 'battle', hex: '1313', pieces: ['a'], against: ['b'] } as const;
  const fought = (hex: string, column: string, die: number): LogEntry => ({
    ...entry(2, 'chance'),
    events: [happened('BattleFought', { hexes: [hex], column, dice: [die] })],
  });
  const thrown = (log: LogEntry[]) => thrownIn(log, { ...battle, pieces: [], against: [], stage: 'losses', where: '' });
  it('has the column and the die that fell in it', () => {
    expect(thrown([of(1, 'allied', 'AttackDeclared'), fought('1313', '4:1', 5), of(3, 'german', 'StepLost')])).toEqual({
      column: '4:1',
      dice: [5],
    });
  });
  it('has none of another battle, in another hex or in the same one before', () => {
    const none = { column: '', dice: [] };
    expect(thrown([fought('1313', '4:1', 5), of(3, 'allied', 'AttackDeclared')])).toEqual(none);
    expect(thrown([of(1, 'allied', 'AttackDeclared'), fought('1414', '4:1', 5)])).toEqual(none);
    expect(thrown([])).toEqual(none);
  });
});

describe('while you waited', () => {
  const at = (number: number, log: LogEntry[], mine = true, facts: Partial<TableState> = {}) =>
    state({ number, log, scene: scene({ prompt: asked([], mine) }), ...facts });
  const waited = [of(1, 'german', 'Moved'), of(2, 'allied', 'Moved'), of(3, 'allied', 'AttackDeclared')];
  const story = () => new Story({ id: 't', toasts: new Toasts() });

  beforeEach(() => localStorage.clear());
  afterEach(() => vi.restoreAllMocks());

  it('comes when the seat is asked again, and not before', async () => {
    const told = story();
    await told.arrived(at(2, waited.slice(0, 2), false));
    expect(told.shown).toBe(false);
    await told.arrived(at(3, waited));
    expect([told.shown, told.entries]).toEqual([true, waited.slice(1)]);
    await told.arrived(at(4, [...waited, of(4, 'german', 'StepLost'), of(5, 'chance', 'Moved')]));
    expect([told.shown, told.entries]).toEqual([false, []]);
  });
  it('comes after a reload, until it was closed', async () => {
    const [first, again, closed] = [story(), story(), story()];
    await first.arrived(at(3, waited));
    await again.arrived(at(3, waited));
    expect(again.shown).toBe(true);
    again.close();
    await closed.arrived(at(3, waited));
    expect([closed.shown, closed.entries.length]).toEqual([false, 2]);
    closed.toggle();
    expect([closed.shown, closed.called]).toEqual([true, true]);
    await closed.arrived(at(5, [...waited, of(4, 'german'), of(5, 'allied', 'Moved')]));
    expect([closed.shown, closed.called]).toEqual([true, true]);
  });
  it('is nobody’s who only looks on, and waits out a quick set-up', async () => {
    const told = story();
    await told.arrived(at(3, waited, true, { viewing: null }));
    expect(told.shown).toBe(false);
    await told.arrived(at(3, waited), true);
    expect(told.shown).toBe(false);
    told.toggle();
    expect(told.shown).toBe(false);
  });
  it('goes back as far as the own last answer', async () => {
    const log = Array.from({ length: 1500 }, (_, n) => of(n + 1, n === 20 ? 'german' : 'allied', 'Moved'));
    const asked = vi.spyOn(api, 'log').mockImplementation(async (_, from) => log.slice(from));
    const told = story();
    await told.arrived(at(1500, log.slice(-60)));
    expect(told.entries).toEqual(log.slice(21));
    expect(asked.mock.calls.map((call) => call[1])).toEqual([1190, 440, 0]);
  });
  it('tells what is at hand where no more is to be had', async () => {
    vi.spyOn(api, 'log').mockRejectedValue(new Error('busy'));
    const told = story();
    await told.arrived(at(90, [of(90, 'allied', 'Moved')]));
    expect([told.shown, told.entries.length]).toEqual([true, 1]);
  });
  it('of an earlier moment does not come late', async () => {
    const slow = later<LogEntry[]>();
    vi.spyOn(api, 'log').mockReturnValue(slow.promise);
    const told = story();
    const first = told.arrived(at(90, [of(90, 'allied', 'Moved')]));
    await told.arrived(at(91, [of(91, 'german', 'Moved')], false));
    slow.come([of(1, 'german')]);
    await first;
    expect(told.shown).toBe(false);
  });
});
