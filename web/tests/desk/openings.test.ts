import { expect, it } from 'vitest';
import { Orders, type OrdersHost } from '../../src/desk/orders.svelte';
import type { Choice, LogEntry, TableState } from '../../src/lib/types';
import { Seated } from './seated';
import { asked, choice, entry, piece, scene, state } from '../support';

const HEXES = new Map([['1', 0], ['2', 0], ['3', 0]]); // prettier-ignore

/** A table at which a hex is named first, then who of it goes, then where to, together; `fort` never goes, `x` is the enemy's. */
function table() {
  const places: Record<string, string> = { a: '1', b: '1', fort: '1', x: '1', c: '2' };
  const given: string[] = [];
  const undone: (number | undefined)[] = [];
  let log: LogEntry[] = [];
  let taken: string[] = [];
  let hex = '';
  const now = (): TableState => {
    const open = ['1', '2'].map((each) => choice({ id: `activate ${each}`, hex: each, opens: true }));
    const there = Object.keys(places).filter((each) => places[each] === hex && !['fort', 'x', ...taken].includes(each));
    const takes = there.map((each) => choice({ id: `take ${each}`, piece: each }));
    const goes = taken.length ? ['2', '3'].map((each) => choice({ id: `go ${each}`, hex: each })) : [];
    const pieces = Object.entries(places).map(([id, place]) => piece({ id, place, army: id === 'x' ? 'french' : 'german' }));
    const unit = { name: '', state: 'here' as const, steps: 2, turn: 0, hex: '', leaves: 0 };
    const of = (seat: string, ids: string[]) => ({ key: seat, title: seat, seat, units: ids.map((id) => ({ ...unit, piece: id })) });
    const order_of_battle = [of('german', ['a', 'b', 'fort', 'c']), of('allied', ['x'])];
    const prompt = asked(hex ? [...takes, ...goes] : open);
    return state({ number: log.length, undo: true, log: [...log], viewing: 'german', scene: scene({ pieces, prompt, order_of_battle }) });
  };
  const host = Object.assign(new Seated(now(), HEXES), {
    live: {
      whyNot: async () => ({ rule: '', why: '' }),
      undo(to?: number) {
        undone.push(to);
        [log, taken] = [log.slice(0, -1), taken.slice(0, -1)];
        host.pending = true;
      },
    },
    answer(chosen: Choice) {
      given.push(chosen.id);
      host.pending = true;
      log.push(entry(log.length + 1, 'german'));
      if (chosen.opens) hex = chosen.hex ?? '';
      else if (chosen.piece) taken = [...taken, chosen.piece];
      else for (const each of taken) places[each] = chosen.hex ?? '';
    },
  } satisfies Partial<OrdersHost>);
  const orders = new Orders(host);
  orders.arrived(now());
  const settle = () => {
    while (host.pending) {
      [host.pending, host.state] = [false, now()];
      orders.arrived(host.state);
    }
  };
  return { host, orders, given, undone, places, settle };
}

it('answers with the hex of the counter that is taken up, and goes on with it', () => {
  const { orders, given, places, settle, undone } = table();
  expect(['a', 'fort', 'x'].map((each) => orders.carrier.can(each))).toEqual([true, true, false]);
  orders.carrier.lift('a', true);
  expect(given).toEqual(['activate 1']);
  settle();
  expect([given, orders.selected]).toEqual([
    ['activate 1', 'take a'],
    ['a', 'b'],
  ]);
  orders.carrier.drop('3');
  settle();
  expect(given).toEqual(['activate 1', 'take a', 'take b', 'go 3']);
  expect(places).toEqual({ a: '3', b: '3', fort: '1', x: '1', c: '2' });
  orders.undo();
  expect(undone).toEqual([0]);
});
it('may be set down before the hex is answered: who may not go stays', () => {
  const { orders, given, places, settle, host } = table();
  orders.carrier.lift('fort', true);
  orders.carrier.drop('3');
  settle();
  expect(given).toEqual(['activate 1', 'take a', 'take b', 'go 3']);
  expect([places.a, places.b, places.fort, orders.last?.from]).toEqual(['3', '3', '1', 0]);
  expect(host.toasts.list).toEqual([]);
});
it('holds several by a stroke over them, also while their hex is on its way', () => {
  const { orders, given, settle } = table();
  orders.hold(['a']);
  orders.hold(['b']);
  settle();
  expect([given, orders.selected]).toEqual([
    ['activate 1', 'take a'],
    ['a', 'b'],
  ]);
});
it('keeps the one that was chosen first among those that are held', () => {
  const { orders, given, settle } = table();
  orders.hold(['a']);
  settle();
  orders.hold(['b']);
  settle();
  expect([given, orders.selected]).toEqual([
    ['activate 1', 'take a'],
    ['a', 'b'],
  ]);
  orders.hold(['b'], false);
  expect([given.length, orders.selected]).toEqual([2, ['a']]);
});
it('puts back the one that was chosen first when it is let go, and chooses the next', () => {
  const { orders, given, settle, undone } = table();
  orders.hold(['a', 'b']);
  settle();
  orders.hold(['a'], false);
  settle();
  expect([given, undone, orders.selected]).toEqual([['activate 1', 'take a', 'take b'], [undefined], ['b']]);
});
