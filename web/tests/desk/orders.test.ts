import { expect, it, vi } from 'vitest';
import { Orders, type OrdersHost } from '../../src/desk/orders.svelte';
import type { Said } from '../../src/desk/play.svelte';
import type { Choice, LogEntry, Stage, TableState } from '../../src/lib/types';
import { Seated } from './seated';
import { asked, choice, entry, piece, scene, state } from '../support';

const HEXES = new Map([['1', 0], ['2', 0], ['3', 0]]); // prettier-ignore

/** A table at which counters are chosen and sent one by one; `b` cannot go to hex 3, and to `rolling` dice are rolled. */
function table(refusing = 'b', rolling = '') {
  const places: Record<string, string> = { a: '1', b: '1', c: '2' };
  const given: string[] = [];
  const undone: (number | undefined)[] = [];
  const log: LogEntry[] = [];
  let subject = '';
  const now = (): TableState => {
    const who = Object.keys(places).map((each) => choice({ id: `take ${each}`, piece: each }));
    const where = ['1', '2', '3']
      .filter((hex) => !(hex === '3' && subject === refusing))
      .map((hex) => choice({ id: `go ${hex}`, hex, rolls: hex === rolling }));
    const pieces = Object.entries(places).map(([id, place]) => piece({ id, place, name: id.toUpperCase() }));
    const prompt = { ...asked(subject ? where : who), piece: subject };
    return state({ number: log.length, undo: true, log: [...log], scene: scene({ pieces, prompt }) });
  };
  const host = Object.assign(new Seated(now(), HEXES), {
    live: {
      whyNot: vi.fn(async () => ({ rule: '10.1', why: 'Too far.' })),
      undo: (to?: number) => void undone.push(to),
    },
    answer(given_: Choice, said: Said = 'gesture') {
      // As the game does: dice that no button announced wait for a press.
      if (given_.rolls && said === 'gesture') {
        host.held = true;
        return;
      }
      given.push(given_.id);
      host.pending = true;
      log.push({ ...entry(log.length + 1, 'german'), text: given_.id });
      if (given_.piece) subject = given_.piece;
      else [places[subject], subject] = [given_.hex ?? '', ''];
    },
  } satisfies Partial<OrdersHost>);
  const orders = new Orders(host);
  orders.arrived(now());
  /** The server's states come, until nothing more is answered. */
  const settle = () => {
    while (host.pending) {
      [host.pending, host.state] = [false, now()];
      orders.arrived(host.state);
    }
  };
  return { host, orders, given, undone, places, log, settle };
}

it('carries a whole stack to a hex: the first is chosen when it is lifted, the rest follow', () => {
  const { orders, given, places, settle, undone } = table();
  orders.lift('a', true);
  expect([given, orders.selected]).toEqual([['take a'], ['a', 'b']]);
  settle();
  orders.drop('2');
  settle();
  expect([places, orders.running, orders.selected]).toEqual([{ a: '2', b: '2', c: '2' }, null, []]);
  expect([orders.last, orders.whole]).toEqual([{ from: 0, to: 4 }, true]);
  orders.undo();
  expect(undone).toEqual([0]);
});
it('rolls for nobody before a press, and after it for all who march to the same hex', () => {
  const { host, orders, given, places, settle } = table('', '3');
  orders.lift('a', true);
  settle();
  orders.drop('3');
  settle();
  expect([given, host.held, orders.after]).toEqual([['take a'], true, 1]);
  // The same state again, such as when somebody comes or goes, sends nothing.
  if (host.state) orders.arrived(host.state);
  expect(given).toEqual(['take a']);
  host.held = false;
  orders.pressed();
  host.answer(choice({ id: 'go 3', hex: '3', rolls: true }), 'button');
  settle();
  expect([given, places, orders.running]).toEqual([['take a', 'go 3', 'take b', 'go 3'], { a: '3', b: '3', c: '2' }, null]);
});
it('ends where the answer that would roll is taken back', () => {
  const { host, orders, given, settle } = table('', '3');
  orders.lift('a', true);
  settle();
  orders.drop('3');
  host.held = false;
  orders.stop();
  settle();
  expect([given, orders.running]).toEqual([['take a'], null]);
});
it('puts the counter back that was chosen last, and nothing else', () => {
  const { orders, host, undone, settle } = table();
  orders.putBack();
  expect(undone).toEqual([]);
  host.answer(choice({ id: 'take a', piece: 'a' }));
  orders.putBack();
  expect(undone).toEqual([]);
  settle();
  orders.putBack();
  expect(undone).toEqual([undefined]);
  host.answer(choice({ id: 'go 2', hex: '2' }));
  settle();
  orders.putBack();
  expect(undone).toEqual([undefined]);
});
it('may be dropped before the server has answered the lift', () => {
  const { orders, places, settle } = table();
  orders.lift('a', false);
  orders.drop('3');
  settle();
  expect(places).toEqual({ a: '3', b: '1', c: '2' });
});
it('stops half-way and says why', async () => {
  const { orders, places, settle, host } = table();
  orders.lift('a', true);
  settle();
  orders.drop('3');
  settle();
  await vi.waitFor(() => expect(host.toasts.list).toHaveLength(1));
  expect([places, orders.running]).toEqual([{ a: '3', b: '1', c: '2' }, null]);
  expect(host.live.whyNot).toHaveBeenCalledWith({ hex: '3' });
  expect(host.toasts.list.map((each) => [each.text, each.rule])).toEqual([['The order stops at B. Too far.', '10.1']]);
});
it('takes back one answer alone once a die has fallen', () => {
  const { orders, settle, host, log, undone } = table();
  orders.lift('a', true);
  settle();
  orders.drop('2');
  settle();
  log[2] = entry(3, 'chance');
  host.state = state({ ...host.state, log: [...log] });
  expect(orders.whole).toBe(false);
  orders.undo();
  expect(undone).toEqual([undefined]);
});
it('set down where it lay, it stays chosen', () => {
  const { orders, given, settle } = table();
  orders.lift('a', false);
  settle();
  orders.drop('1');
  expect([given, orders.selected]).toEqual([['take a'], ['a']]);
});
it('holds counters one by one, beside the one that is chosen', () => {
  const { orders, given, settle, places } = table();
  orders.toggle('c');
  settle();
  orders.toggle('a');
  expect([given, orders.selected, orders.takes('3'), orders.takes('')]).toEqual([['take c'], ['c', 'a'], true, false]);
  orders.send('3');
  settle();
  expect(places).toEqual({ a: '3', b: '1', c: '3' });
});
it('goes to the next that has not moved, putting back the one before', () => {
  const { orders, given, settle, undone } = table();
  orders.nextUnmoved();
  settle();
  expect(given).toEqual(['take a']);
  orders.nextUnmoved();
  expect(undone).toEqual([undefined]);
});
it('knows after a reload who can be carried to a target: the seat’s own by the order of battle', () => {
  const { host } = table();
  const pieces = [piece({ id: 'a', place: '1', army: 'german' }), piece({ id: 'x', place: '9', army: 'french' })];
  const unit = { piece: 'a', name: 'A', state: 'here' as const, steps: 2, turn: 0, hex: '', leaves: 0 };
  const theirs = { key: 'f', title: 'F', seat: 'allied', units: [{ ...unit, piece: 'x' }] };
  const prompt = asked([choice({ id: 'attack 9', hex: '9', odds: true }), choice({ id: 'done', done: true })]);
  const order_of_battle = [{ key: 'g', title: 'G', seat: 'german', units: [unit] }, theirs];
  host.state = state({ viewing: 'german', scene: scene({ pieces, prompt, order_of_battle }) });
  const fresh = new Orders(host);
  fresh.arrived(host.state);
  expect(['a', 'x'].map((each) => fresh.carrier.can(each))).toEqual([true, false]);
});
it('carries counters to a target, and they attack it', () => {
  const { orders, host, given } = table();
  const attack = choice({ id: 'attack 9', hex: '9', odds: true });
  const pieces = [...host.pieces, piece({ id: 'x', place: '9', army: 'french' })];
  const ask = (choices: Choice[], number: number) => state({ number, log: [], scene: scene({ pieces, prompt: asked(choices) }) });
  host.answer = (chosen: Choice) => void given.push(chosen.id);
  host.state = ask([attack, choice({ id: 'done', done: true })], 1);
  orders.arrived(host.state);
  expect(['a', 'x'].map((each) => orders.carrier.can(each))).toEqual([true, false]);
  orders.carrier.lift('a', true);
  expect([orders.selected, orders.carrying, given]).toEqual([['a', 'b'], true, []]);
  orders.carrier.drop('9');
  for (const left of [['a', 'b', 'c'], ['b', 'c'], ['c']]) {
    host.state = ask(
      left.map((each) => choice({ id: `with ${each}`, piece: each, odds: true })),
      given.length + 1,
    );
    orders.arrived(host.state);
  }
  expect([given, orders.running]).toEqual([['attack 9', 'with a', 'with b'], null]);
});
it('leaves out who may not attack, and says so', async () => {
  const given: string[] = [];
  let number = 0;
  const questions = [
    asked([choice({ id: 'attack 3', hex: '3', odds: true }), choice({ id: 'attack 4', hex: '4', odds: true })]),
    asked([choice({ id: 'with a', piece: 'a', odds: true }), choice({ id: 'with c', piece: 'c', odds: true })]),
    asked([choice({ id: 'with c', piece: 'c', odds: true }), choice({ id: 'attack', done: true, odds: true })]),
  ].map((each, at) => ({
    ...each,
    context: {
      kind: 'battle' as const,
      hex: at ? '3' : '',
      pieces: [],
      against: [],
      stage: at ? ('attackers' as const) : ('target' as const),
      where: '',
    },
  }));
  const pieces = ['a', 'b', 'c'].map((id) => piece({ id, place: id === 'c' ? '2' : '1', name: id.toUpperCase() }));
  const now = () => state({ number, undo: true, scene: scene({ pieces, prompt: questions[number] ?? asked([]) }) });
  const before = state({ scene: scene({ pieces, prompt: asked(pieces.map((each) => choice({ id: each.id, piece: each.id }))) }) });
  const host = Object.assign(new Seated(before, HEXES), {
    live: { whyNot: vi.fn(async () => ({ rule: '11.3', why: 'It has moved too far.' })), undo: vi.fn() },
    answer(each: Choice) {
      given.push(each.id);
      number++;
    },
  } satisfies Partial<OrdersHost>);
  const orders = new Orders(host);
  // Counters could be chosen before: they are this seat's.
  orders.arrived(before);
  host.state = now();
  orders.arrived(host.state);
  expect(orders.aims('b')).toBe(true);
  orders.lift('a', true);
  expect(orders.selected).toEqual(['a', 'b']);
  orders.drop('3');
  for (const step of [1, 2]) {
    expect(number).toBe(step);
    host.state = now();
    orders.arrived(host.state);
  }
  await vi.waitFor(() => expect(host.toasts.list).toHaveLength(1));
  expect([given, orders.running]).toEqual([['attack 3', 'with a'], null]);
  expect(host.toasts.list[0]?.text).toBe('Not with them: B. It has moved too far.');
});

it.each([
  ['moves, for its end is offered too', '', true, true, ['a', 'b']],
  ['is one answer of several', '', false, false, []],
  ['retreats', 'retreat', false, false, ['a', 'b']],
  ['is lost', 'losses', false, false, []],
  ['joins an attack with odds', 'attackers', false, true, ['a', 'b']],
  ['storms alone', 'attackers', false, false, []],
])('takes a stack together where each %s', (_, stage, ends, odds, found) => {
  const who = ['a', 'b', 'c'].map((each) => choice({ id: `take ${each}`, piece: each, odds: stage !== '' && odds }));
  const pieces = [piece({ id: 'a', place: '1' }), piece({ id: 'b', place: '1' }), piece({ id: 'c', place: '2' })];
  const fight = { kind: 'battle' as const, hex: '3', where: '', pieces: [], against: [], stage: stage as Stage };
  const prompt = { ...asked([...who, ...(ends ? [choice({ id: 'end', done: true })] : [])]), context: stage ? fight : null };
  const given: string[] = [];
  const host = Object.assign(new Seated(state({ scene: scene({ pieces, prompt }) }), HEXES), {
    live: { whyNot: vi.fn(async () => ({ rule: '', why: '' })), undo: () => {} },
    answer: (choice: Choice) => void given.push(choice.id),
  });
  const orders = new Orders(host);
  expect(orders.together('1')).toEqual(found);
  orders.carrier.double('1');
  expect(given).toEqual(found.length && stage !== 'attackers' ? ['take a'] : []);
});
