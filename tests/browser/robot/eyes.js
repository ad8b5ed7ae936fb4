// What a person sees of the page, and nothing else: controls by role and name, marks on the map, words, dice. It reads no
// state of the client, asks no server, and presses nothing.
() => {
  if (window.eyes) return;
  const CONTROLS =
    'button, a[href], input, select, textarea, summary, [role=button], [role=checkbox], [role=radio], [role=tab], [role=option]';
  const CHOSEN = ['aria-pressed', 'aria-checked', 'aria-current'];
  const words = (node) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const roleOf = (element) =>
    element.getAttribute('role') ??
    { A: 'link', SELECT: 'combobox', TEXTAREA: 'textbox', SUMMARY: 'button', BUTTON: 'button' }[element.tagName] ??
    ({ checkbox: 'checkbox', radio: 'radio', range: 'slider', file: 'file' }[element.type] ?? 'textbox');
  const nameOf = (element) => {
    const said = element.getAttribute('aria-label');
    if (said) return said.trim();
    const by = element.getAttribute('aria-labelledby');
    if (by) return words(document.getElementById(by));
    if (element.labels?.length) {
      const label = element.labels[0];
      const own = [...label.childNodes].filter((node) => !(node.contains(element) && node !== element) && node !== element);
      return own.map(words).join(' ').replace(/\s+/g, ' ').trim();
    }
    return words(element) || (element.getAttribute('title') ?? '').trim();
  };
  /** What pictures in a control say: the die of a button that rolls. */
  const signsOf = (element) =>
    [...element.querySelectorAll('[role=img][aria-label]')].filter(seen).map((each) => each.getAttribute('aria-label')).join(' ');
  const seen = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 3 && height > 3;
  };
  const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });
  const holds = (box, { x, y }) => x >= box.left && x < box.right && y >= box.top && y < box.bottom;
  const maps = () => [...document.querySelectorAll('[role=group][aria-label^="Map."]')];
  const mapOf = (element) => maps().find((map) => map.contains(element)) ?? null;
  const clips = (element) => getComputedStyle(element).overflow !== 'visible';
  /** Whether a person can scroll what holds an element. */
  const scrolls = (element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    return (
      (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1) ||
      (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1)
    );
  };
  const pageScrolls = () => {
    const root = document.scrollingElement;
    return root.scrollHeight > innerHeight + 1 && getComputedStyle(root).overflowY !== 'hidden';
  };
  /** Where the middle of an element is: in sight, to be reached by scrolling, or outside the window for good. */
  const placeOf = (element) => {
    let at = middle(element.getBoundingClientRect());
    let reach = false;
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
      if (!clips(up) || getComputedStyle(element).position === 'fixed') continue;
      if (holds(up.getBoundingClientRect(), at)) continue;
      if (!scrolls(up)) return 'outside';
      reach = true;
      at = middle(up.getBoundingClientRect());
    }
    if (at.x >= 0 && at.y >= 0 && at.x < innerWidth && at.y < innerHeight) return reach ? 'scroll' : 'in';
    return pageScrolls() && at.x >= 0 && at.x < innerWidth ? 'scroll' : 'outside';
  };
  /** A point at which a press lands on this element, nothing lying over it. */
  const spotOf = (element) => {
    const box = element.getBoundingClientRect();
    for (const [u, v] of [[0.5, 0.5], [0.5, 0.25], [0.25, 0.5], [0.75, 0.5], [0.5, 0.75], [0.2, 0.2], [0.8, 0.8]]) {
      const [x, y] = [box.left + u * box.width, box.top + v * box.height];
      const top = document.elementFromPoint(x, y);
      if (top && (top === element || element.contains(top) || element.labels?.[0]?.contains(top))) return { x, y };
    }
    return null;
  };
  const described = (element) => {
    const part = element?.closest('[aria-label], [role], section, aside, header, dialog') ?? element;
    return part ? `${part.tagName.toLowerCase()} “${(part.getAttribute('aria-label') ?? words(part)).slice(0, 60)}”` : 'nothing';
  };
  const probe = () => {
    const colour = document.createElement('i');
    colour.style.color = 'var(--accent)';
    document.body.append(colour);
    const found = getComputedStyle(colour).color;
    colour.remove();
    return found;
  };
  let accent = '';
  /** Where a control belongs, as a person would say it. */
  const roomOf = (element) => {
    if (element.closest('dialog, [role=dialog]')) return 'dialog';
    if (mapOf(element)) return 'map';
    if (element.closest('[role=tabpanel], [role=tablist], nav')) return 'tabs';
    const section = element.closest('section[aria-labelledby]');
    if (section && /While you waited/.test(words(document.getElementById(section.getAttribute('aria-labelledby'))))) return 'story';
    return 'page';
  };
  /** A counter in a fan or on the battle board is edged in orange where it can be chosen. */
  const marked = (element) => [...element.querySelectorAll('svg rect')].some((rect) => rect.getAttribute('stroke') === '#d98e04');
  const toldOf = (element, at) => {
    const room = roomOf(element);
    const [box, map] = [element.getBoundingClientRect(), mapOf(element)];
    const place = map ? (holds(map.getBoundingClientRect(), middle(box)) ? 'in' : 'off') : placeOf(element);
    const spot = place === 'in' ? spotOf(element) : null;
    const top = map && place === 'in' && !spot ? document.elementFromPoint(middle(box).x, middle(box).y) : null;
    return {
      at,
      name: nameOf(element),
      signs: signsOf(element),
      role: roleOf(element),
      room,
      place,
      x: spot?.x ?? middle(box).x,
      y: spot?.y ?? middle(box).y,
      free: spot !== null,
      cover: top && !map.contains(top) ? described(top) : '',
      fan: Boolean(top?.closest('[role=group]')?.querySelector('button svg.counter')),
      disabled: element.disabled === true || element.getAttribute('aria-disabled') === 'true',
      checked: element.checked === true || CHOSEN.some((state) => /true|page/.test(element.getAttribute(state))),
      skipped: element.getAttribute('tabindex') === '-1',
      main: getComputedStyle(element).backgroundColor === accent,
      counter: element.tagName === 'BUTTON' && element.querySelector('svg.counter') !== null,
      marked: marked(element),
    };
  };
  const dieKey = (die) => `${die.getAttribute('aria-label')} ${words(die.parentElement).slice(0, 160)}`;
  /** Dice that lie there; one that is drawn on a control is its mark. */
  const dice = () => [...document.querySelectorAll('svg[role=img][aria-label^="Die "]')].filter((each) => seen(each) && !each.closest(CONTROLS));
  const said = () => document.body.innerText;
  /** Others are at work: they think, or what they did is being shown. */
  const others = () => /is thinking|What the others do is being shown|You are asked: /.test(said());

  // What has come to be seen since the last press, in its order: a die, or others at work.
  const known = new Set();
  let happened = [];
  const note = () => {
    if (others() && happened.at(-1) !== 'others') happened.push('others');
    for (const die of dice()) {
      const key = dieKey(die);
      if (known.has(key)) continue;
      known.add(key);
      happened.push(key);
    }
  };
  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      note();
    });
  }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });

  let found = [];
  const hash = (text) => {
    let sum = 5381;
    for (let at = 0; at < text.length; at++) sum = ((sum * 33) ^ text.charCodeAt(at)) >>> 0;
    return sum.toString(16);
  };
  const pieces = () =>
    maps().flatMap((map) =>
      [...map.querySelectorAll('[role=button], [role=img]')].map(
        (each) => `${each.getAttribute('aria-label')} ${each.getAttribute('transform')} ${each.getAttribute('role')}`,
      ),
    );
  window.eyes = {
    press: () => {
      note();
      happened = [];
    },
    happened: () => {
      note();
      return happened;
    },
    others,
    /** What is asked, whose move it is, and everything that can be pressed. */
    look() {
      accent ||= probe();
      found = [...document.querySelectorAll(CONTROLS)].filter(seen);
      const controls = found.map(toldOf);
      const text = said();
      const live = [...document.querySelectorAll('[aria-live=polite]')].filter(seen).map((each) => each.innerText.replace(/\s+/g, ' ').trim());
      const question = live.find((each) => /\(you\)/.test(each)) ?? live[0] ?? '';
      const heading = [...document.querySelectorAll('header, [role=banner]')].filter(seen).map((each) => each.innerText).join(' ');
      const turn = /\bTurn (\d+)/.exec(heading)?.[0] ?? '';
      const dialogs = [...document.querySelectorAll('dialog[open], [role=dialog]')].filter(seen);
      const titles = dialogs.map((each) => nameOf(each) || words(each.querySelector('h2')));
      const over = [...document.querySelectorAll('h2')].filter(seen).map(words).find((each) => / won$|^Nobody has won$/.test(each)) ?? '';
      const able = controls.filter((each) => !each.disabled);
      const signs = able.filter((each) => each.room !== 'map').map((each) => `${each.name} ${each.checked}`);
      return {
        question,
        turn,
        over,
        mine: /\(you\)/.test(text),
        others: others(),
        dialogs: titles,
        controls,
        moment: hash([question, turn, ...pieces()].join('|')),
        state: hash([question, turn, ...titles, ...signs, ...pieces()].join('|')),
      };
    },
    /** All words on the page: what is written, and what a screen reader says of controls. */
    read: () => [
      ...said().split('\n'),
      ...[...document.querySelectorAll('[aria-label], [title]')]
        .filter((each) => each.checkVisibility())
        .flatMap((each) => [each.getAttribute('aria-label') ?? '', each.getAttribute('title') ?? '']),
    ].map((each) => each.replace(/\s+/g, ' ').trim()).filter((each, at, all) => each && all.indexOf(each) === at),
    /** Bring a control into sight, as somebody who scrolls does. */
    scroll: (at) => found[at]?.scrollIntoView({ block: 'center', inline: 'center' }),
    /** Where to press a control once it rests; nothing if it has gone, or something lies over it. */
    async settle(at) {
      let [last, same] = ['', 0];
      for (let frame = 0; frame < 120 && same < 3; frame++) {
        const { x, y, width } = found[at].getBoundingClientRect();
        const now = `${x} ${y} ${width}`;
        same = now === last ? same + 1 : 0;
        last = now;
        await new Promise(requestAnimationFrame);
      }
      return found[at].isConnected ? spotOf(found[at]) : null;
    },
    /** Who answered, as the list in the open tab says it, the last answer first; a die is a row of its own. */
    answered: () => [...document.querySelectorAll('[role=tabpanel] ol > li')].filter(seen).map((row) => words(row.querySelector('span'))),
    /** A red frame around something, for the picture of a failure. */
    frame(at) {
      const box = found[at]?.getBoundingClientRect();
      if (!box) return;
      const frame = document.createElement('div');
      frame.style.cssText = `position:fixed;z-index:2147483647;pointer-events:none;border:3px solid #f0f;left:${box.left - 4}px;top:${box.top - 4}px;width:${box.width + 2}px;height:${box.height + 2}px`;
      (document.querySelector('dialog[open]') ?? document.body).append(frame);
    },
  };
}
