// Keys at the table. Nothing here while somebody is typing.
import type { Desk, Tab } from '../desk/desk.svelte';
import { prefs } from './prefs.svelte';

const TABS: Tab[] = ['turn', 'units', 'odds', 'log', 'chat'];
const PAN = 90;

interface Own {
  replay: () => void;
  centre: () => void;
  escape: () => void;
  /** The hex cursor goes one hex on, or is used. */
  step: (dx: number, dy: number) => void;
  use: () => void;
  /** The keyboard goes to the battle panel. */
  battle: () => void;
  /** The card of the hex that is looked at. */
  look: () => void;
}

/** The keys of a number pad lie around the 5 like the hexsides around a hex. */
const PAD: Record<string, number> = { Numpad8: 0, Numpad9: 1, Numpad3: 2, Numpad2: 3, Numpad1: 4, Numpad7: 5 };

export function tableKeys(desk: Desk, own: Own) {
  /** A counter that can turn where it stands does so by the same key: its compass opens. */
  const turnHere = () => {
    const turn = desk.choices.find((choice) => choice.id === 'turn');
    if (turn && !desk.pending) desk.answer(turn);
  };
  const keys: Record<string, () => void> = {
    '+': () => desk.map?.zoom(1.3),
    '=': () => desk.map?.zoom(1.3),
    '-': () => desk.map?.zoom(1 / 1.3),
    '0': () => desk.map?.fit(),
    c: own.centre,
    u: () => (desk.play.held ? desk.play.takeBack() : desk.state?.undo && desk.playing && !desk.setUp.on && desk.orders.undo()),
    Backspace: () => desk.state?.undo && desk.playing && !desk.play.held && !desk.setUp.on && desk.orders.undo(),
    n: () => desk.orders.nextUnmoved(),
    g: () => (desk.orders.sweeps ? desk.orders.sweep() : desk.orders.joiners.length > 0 && !desk.pending && desk.orders.giveAll()),
    y: () => desk.orders.repeat(),
    f: () => desk.turning.turn(1) || turnHere(),
    F: () => desk.turning.turn(-1) || turnHere(),
    d: () => (desk.play.held ? desk.play.release() : desk.index.done[0] && desk.answer(desk.index.done[0], 'button')),
    a: () => (desk.panel = desk.panel === 'answers' ? '' : 'answers'),
    b: own.battle,
    h: () => (desk.countersHidden = !desk.countersHidden),
    i: own.look,
    r: () => void desk.replay.watchOthers(),
    e: () => desk.marks.stamp++,
    l: () => desk.story.toggle(),
    p: () => (prefs.panel = !prefs.panel),
    t: () => (desk.panel = 'text'),
    w: () => (desk.whatIf.pieces ? desk.whatIf.end() : desk.startWhatIf()),
    m: own.replay,
    ',': () => desk.replay.step(-1),
    '.': () => desk.replay.step(1),
    s: () => desk.toggleOverlay(desk.scene?.overlays.some(([name]) => name === 'communications') ? 'communications' : 'supply'),
    z: () => desk.toggleOverlay('zoc'),
    '?': () => (desk.panel = 'keys'),
    Escape: () => {
      const open = desk.menu ?? desk.rule ?? desk.card.shown ?? desk.play.held ?? (desk.panel || desk.film.on || desk.replay.moment);
      if (!open) desk.orders.putBack();
      own.escape();
      desk.film.skip();
      desk.orders.let();
      if (desk.replay.watching) desk.replay.end();
      desk.cursor = '';
      desk.play.takeBack();
      desk.menu = null;
      desk.rule = null;
      desk.play.throws = [];
      desk.battle.close();
      desk.story.close();
      desk.marks.hexes = [];
      if (desk.panel !== 'end') desk.panel = '';
    },
  };
  const arrows: Record<string, [number, number]> = {
    ArrowLeft: [PAN, 0],
    ArrowRight: [-PAN, 0],
    ArrowUp: [0, PAN],
    ArrowDown: [0, -PAN],
  };

  return (event: KeyboardEvent): void => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('input:not([type=checkbox]), textarea, select, dialog')) {
      if (!(event.key === 'Escape' && desk.panel === 'answers')) return;
    }
    if (desk.play.curtain) return;
    const pan = arrows[event.key];
    const way = PAD[event.code];
    if (way !== undefined && desk.turning.take(way)) return event.preventDefault();
    if (event.key === 'Enter' && desk.turning.hex && (target === null || target.matches('body, [data-testid=map]')) && desk.turning.take())
      return event.preventDefault();
    const tab = TABS[Number(event.key) - 1];
    if (pan && target?.closest('[role=tabpanel], [role=tab]')) return;
    if (pan && event.shiftKey) own.step(-pan[0], -pan[1]);
    else if (pan) desk.map?.pan(...pan);
    else if (event.key === 'Enter' && desk.cursor && (target === null || target.matches('body, [data-testid=map]'))) own.use();
    else if (tab && /^[1-5]$/.test(event.key)) [desk.tab, prefs.panel] = [tab, true];
    else if (keys[event.key]) keys[event.key]?.();
    else return;
    event.preventDefault();
  };
}
