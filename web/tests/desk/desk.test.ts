import { beforeEach, expect, it, vi } from 'vitest';
import { Desk } from '../../src/desk/desk.svelte';
import { api, hold } from '../../src/lib/api';
import type { Choice } from '../../src/lib/types';
import { asked, choice, piece, scene, state } from '../support';

class Wire {
  static OPEN = 1;
  readyState = 1;
  sent: string[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {}
}

const HEXES = ['1', '2'].map((label, at) => ({ label, x: 100 * at, y: 0 }));

function desk(choices: Choice[], mine = true): Desk {
  const made = new Desk('t');
  made.geometry = {
    title: '',
    width: 200,
    height: 100,
    scale: 1,
    flat: true,
    corners: [
      [-50, 0],
      [0, 50],
      [50, 0],
      [0, -50],
    ],
    hexes: HEXES,
  };
  made.live.state = state({ scene: scene({ prompt: asked(choices, mine), pieces: [piece({ id: 'a', place: '1' })] }) });
  return made;
}
const [go, dig] = [choice({ id: 'go', hex: '2' }), choice({ id: 'dig', hex: '2' })];

beforeEach(() => {
  vi.stubGlobal('WebSocket', Wire);
  localStorage.clear();
  hold({ id: 't', game: 'g', title: 'G', tokens: { german: 'secret' }, made: 0 });
});

it('gives one answer, offers several, explains none', async () => {
  const one = desk([go]);
  await one.click({ hex: '2' }, { x: 5, y: 6 });
  expect(one.pending).toBe(true);
  const two = desk([go, dig]);
  await two.click({ hex: '2' }, { x: 5, y: 6 });
  expect([two.pending, two.menu]).toEqual([false, { x: 5, y: 6, choices: [go, dig] }]);
  two.answer(go);
  expect(two.menu).toBeNull();
  const none = desk([go]);
  const why = vi.spyOn(none.live, 'whyNot').mockResolvedValue({ rule: '10.1', why: 'too far' });
  await none.click({ piece: 'a', hex: '1' }, { x: 0, y: 0 });
  expect(why).toHaveBeenCalledWith({ piece: 'a' });
  expect(none.toasts.list).toMatchObject([{ text: 'too far', rule: '10.1' }]);
});
it('explains nothing to somebody who watches', async () => {
  localStorage.clear();
  const watcher = desk([go], false);
  const why = vi.spyOn(watcher.live, 'whyNot');
  await watcher.click({ hex: '1' }, { x: 0, y: 0 });
  expect(why).not.toHaveBeenCalled();
});
it('shows a past moment or a what-if in place of the live table, and answers neither', async () => {
  const made = desk([go]);
  expect([made.playing, made.choices]).toEqual([true, [go]]);
  vi.spyOn(api, 'moment').mockResolvedValueOnce({
    number: 0,
    of: 1,
    actor: '',
    text: null,
    chance: false,
    events: [],
    scene: scene({ pieces: [piece({ id: 'a', place: '2' })] }),
  });
  await made.replay.goTo(0);
  expect([made.playing, made.choices, made.pieces[0]?.place]).toEqual([false, [], '2']);
  made.panel = 'menu';
  made.startWhatIf();
  expect([made.panel, made.replay.moment, made.whatIf.attacker, made.pieces[0]?.place]).toEqual(['', null, 'german', '1']);
  await made.click({ piece: 'a' }, { x: 0, y: 0 });
  await made.click({ hex: '2' }, { x: 0, y: 0 });
  expect([made.pending, made.pieces[0]?.place, made.real[0]?.place, made.placed.length]).toEqual([false, '2', '1', 1]);
  made.whatIf.end();
  expect([made.playing, made.pieces[0]?.place]).toEqual([true, '1']);
});
it('tells the server which overlays are shown', () => {
  const made = desk([]);
  const show = vi.spyOn(made.live, 'show');
  made.toggleOverlay('supply');
  made.toggleOverlay('zoc');
  made.toggleOverlay('supply');
  expect(show.mock.calls.map((call) => call[0])).toEqual([['supply'], ['supply', 'zoc'], ['zoc']]);
});
it('covers what one seat saw before another sits down', () => {
  const made = desk([go]);
  made.toasts.say('secret');
  [made.panel, made.cursor] = ['text', '1'];
  made.odds.fell([{ number: 1, die: '3', events: [] }], true);
  made.cover();
  expect([made.toasts.list, made.panel, made.cursor, made.odds.thrown]).toEqual([[], '', '', null]);
});
