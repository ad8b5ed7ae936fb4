import { expect, it, vi } from 'vitest';
import { BattleDesk, type BattleHost } from '../../src/desk/battle.svelte';
import { Toasts } from '../../src/desk/toasts.svelte';
import type { Choice, Context, LogEntry, Stage, TableState } from '../../src/lib/types';
import { asked, choice, explanation, happened, scene, state } from '../support';

const log = (...texts: string[]): LogEntry[] => texts.map((text, at) => ({ number: at + 1, actor: 'german', text, events: [] }));

/** An attack is put together: `done` are the answers so far. */
function at(stage: Stage | null, done: string[], offered: string[], events: LogEntry[] = []): TableState {
  const context: Context | null = stage === null ? null : { kind: 'battle', hex: '9', pieces: [], against: [], stage, where: '' };
  const choices = [
    ...offered.map((id) => choice({ id, piece: id.slice(5), odds: true })),
    choice({ id: 'attack', done: true, odds: true }),
  ];
  const entries = [...log(...done), ...events];
  return state({
    number: entries.length,
    viewing: 'german',
    undo: true,
    log: entries,
    scene: scene({ prompt: { ...asked(choices), context } }),
  });
}

function table(first: TableState) {
  const given: string[] = [];
  const host = {
    state: first as TableState | null,
    playing: true,
    pending: false,
    held: false,
    toasts: new Toasts(),
    orders: { running: null as unknown },
    live: { odds: vi.fn(async () => explanation({ column: '3:1' })), undo: vi.fn() },
    answer: (each: Choice) => void given.push(each.id),
  } satisfies BattleHost;
  const battle = new BattleDesk(host);
  const arrive = (next: TableState) => {
    host.state = next;
    battle.arrived(next);
  };
  return { host, battle, given, arrive };
}

it('asks for the odds of the attack as it stands, once for every moment', async () => {
  const { host, battle, arrive } = table(at('attackers', ['with a'], ['with b']));
  arrive(at('attackers', ['with a'], ['with b']));
  arrive(at('attackers', ['with a'], ['with b']));
  await vi.waitFor(() => expect(battle.standing?.column).toBe('3:1'));
  expect(host.live.odds).toHaveBeenCalledTimes(1);
  host.orders.running = {};
  arrive(at('attackers', ['with a', 'with b'], []));
  expect([host.live.odds.mock.calls.length, battle.standing]).toEqual([1, null]);
});
it('takes one off and gives the others again', () => {
  const { host, battle, given, arrive } = table(at('attackers', ['with a', 'with b', 'with c'], []));
  expect([battle.canUntick('a'), battle.canUntick('x')]).toEqual([true, false]);
  battle.untick('a');
  expect(host.live.undo).toHaveBeenCalledWith(0);
  arrive(at('attackers', [], ['with a', 'with b', 'with c']));
  arrive(at('attackers', ['with b'], ['with a', 'with c']));
  arrive(at('attackers', ['with b', 'with c'], ['with a']));
  expect(given).toEqual(['with b', 'with c']);
});
it('says what cannot be given again', () => {
  const { host, battle, given, arrive } = table(at('attackers', ['with a', 'with b'], []));
  battle.untick('a');
  arrive(at('attackers', [], ['with a']));
  expect([given, host.toasts.list.map((each) => each.text)]).toEqual([[], ['No longer possible without it: with b']]);
});
it('stays after its end until the next answer', () => {
  const fought: LogEntry[] = [{ number: 1, actor: 'german', text: 'x', events: [happened('AttackDeclared', { text: 'it began' })] }];
  const { battle, arrive } = table(at('losses', [], [], fought));
  arrive(at('losses', [], [], fought));
  expect(battle.fought).toBeNull();
  arrive(at(null, [], [], fought));
  expect([battle.fought?.context.hex, battle.fought?.entries.length]).toEqual(['9', 1]);
  battle.answered();
  expect(battle.fought).toBeNull();
});
