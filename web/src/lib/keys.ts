// Keys at the table. Nothing here while somebody is typing.
import type { Desk, Tab } from './desk.svelte';
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
}

export function tableKeys(desk: Desk, own: Own) {
  const keys: Record<string, () => void> = {
    '+': () => desk.map?.zoom(1.3),
    '=': () => desk.map?.zoom(1.3),
    '-': () => desk.map?.zoom(1 / 1.3),
    '0': () => desk.map?.fit(),
    c: own.centre,
    u: () => (desk.held ? (desk.held = null) : desk.state?.undo && desk.playing && desk.live.undo()),
    d: () => (desk.held ? desk.release() : desk.index.done[0] && desk.answer(desk.index.done[0])),
    a: () => (desk.panel = desk.panel === 'answers' ? '' : 'answers'),
    h: () => (desk.countersHidden = !desk.countersHidden),
    r: () => void desk.watchOthers(),
    e: () => desk.trailStamp++,
    p: () => (prefs.panel = !prefs.panel),
    t: () => (desk.panel = 'text'),
    w: () => (desk.whatIf ? desk.endWhatIf() : desk.startWhatIf()),
    m: own.replay,
    ',': () => desk.moment && desk.moment.number > 0 && void desk.goTo(desk.moment.number - 1),
    '.': () => desk.moment && desk.moment.number < desk.moment.of && void desk.goTo(desk.moment.number + 1),
    s: () => desk.toggleOverlay('supply'),
    z: () => desk.toggleOverlay('zoc'),
    '?': () => (desk.panel = 'keys'),
    Escape: () => {
      own.escape();
      if (desk.watching) desk.now();
      desk.cursor = '';
      desk.held = null;
      desk.menu = null;
      desk.rule = null;
      desk.throws = [];
      desk.marked = [];
      if (desk.panel !== 'end') desk.panel = '';
    },
  };
  const arrows: Record<string, [number, number]> = {
    ArrowLeft: [PAN, 0], ArrowRight: [-PAN, 0], ArrowUp: [0, PAN], ArrowDown: [0, -PAN],
  };

  return (event: KeyboardEvent): void => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('input:not([type=checkbox]), textarea, select, dialog')) {
      if (!(event.key === 'Escape' && desk.panel === 'answers')) return;
    }
    if (desk.curtain) return;
    const pan = arrows[event.key];
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
