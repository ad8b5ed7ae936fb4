// A scripted hand in the page. It knows only what the page offers: it chooses among glowing counters and hexes and the
// buttons of answers, and clicks them; it calls no API and looks into no state of the client.
(seed) => {
  let word = seed >>> 0;
  const random = () => {
    word = (word + 0x6d2b79f5) >>> 0;
    let t = Math.imul(word ^ (word >>> 15), 1 | word);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const pause = () => new Promise((resolve) => setTimeout(resolve, 15));
  const table = () => one('.table');
  const number = () => Number(table()?.dataset.number ?? -1);
  const over = () => table()?.dataset.status === 'over';
  const menu = () => one('[data-testid=choice-menu]');
  const curtain = () => one('[data-testid=curtain-open]');
  /** An answer that ends the move waits for Done. */
  const held = () => one('[data-testid=held-done]');
  const mine = () => one('[data-testid=question] .actor.mine') !== null && !table().classList.contains('pending');

  const KINDS = [
    ['done', '[data-testid=prompt] .primary[data-choice]:not(:disabled)'],
    ['button', '[data-testid=prompt] [data-choice]:not(.primary):not(:disabled), [data-testid=tray] [data-choice]:not(:disabled)'],
    ['counter', '[data-testid=map] g.counter.can'],
    ['hex', '[data-testid=map] .target[data-hex]'],
    ['way', '[data-testid=compass] .way[data-facing]'],
    ['board', '[data-testid=battle-board] [data-board-piece].can'],
    ['panel', '[data-panel-piece]'],
  ];
  const offered = () => KINDS.flatMap(([kind, selector]) => all(selector).map((element) => ({ kind, element })));
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const pick = (list) => list[Math.floor(random() * list.length)];
  /** Done now and then, otherwise anything else that is offered. */
  const choose = (list, done) => {
    const ends = list.filter((each) => each.kind === 'done');
    const others = list.filter((each) => each.kind !== 'done');
    if (ends.length && (!others.length || random() < done)) return pick(ends);
    const kind = pick([...new Set(others.map((each) => each.kind))]);
    return pick(others.filter((each) => each.kind === kind));
  };
  const press = (element) => {
    const { x, y } = middle(element);
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window, clientX: x, clientY: y }));
  };

  const hand = {
    clicks: { done: 0, button: 0, counter: 0, hex: 0, way: 0, board: 0, panel: 0, menu: 0, curtain: 0, held: 0, mouse: 0, fan: 0 },
    number, over,
    ready: () => over() || menu() !== null || curtain() !== null || held() !== null || (mine() && offered().length > 0),
    async until(true_, seconds) {
      const end = performance.now() + seconds * 1000;
      while (!true_()) {
        if (performance.now() > end) return false;
        await pause();
      }
      return true;
    },
    /** Until an answer has landed: there are more answers, or a menu, or the curtain. */
    landed: (before, seconds) =>
      hand.until(() => (number() !== before || menu() || curtain() || held() || over()) && !table().classList.contains('pending'), seconds),
    /** Until the map rests: while it moves a sketch stands for the counters, and it may begin to move some frames after
     * an answer. */
    async still() {
      let [last, same] = ['', 0];
      for (let frame = 0; frame < 600 && same < 8; frame++) {
        const box = one('.world')?.getBoundingClientRect();
        const now = `${box?.x} ${box?.y} ${box?.width}`;
        same = now === last && one('.world.moving') === null ? same + 1 : 0;
        last = now;
        await new Promise(requestAnimationFrame);
      }
    },
    /** What `look` finds once the map rests: it may take some frames until all can be clicked again. Frames come later
     * on a busy machine, so it waits for them and not for a time. */
    async found(look) {
      await hand.still();
      for (let frame = 0; frame < 30; frame++) {
        const found = look();
        if (found) return found;
        await new Promise(requestAnimationFrame);
      }
      return look();
    },
    /** So many clicks by events; says why it stopped. */
    async play({ clicks, seconds, patience, done }) {
      for (let click = 0; click < clicks; click++) {
        if (!(await hand.until(hand.ready, patience))) return 'not mine';
        if (over()) return 'over';
        const before = number();
        if (curtain()) {
          hand.clicks.curtain++;
          press(curtain());
          await pause();
          continue;
        }
        if (held()) {
          hand.clicks.held++;
          press(held());
          if (!(await hand.until(() => number() !== before || curtain() || over(), seconds))) return 'no answer came';
          continue;
        }
        if (menu()) {
          hand.clicks.menu++;
          press(pick(all('[data-testid=choice-menu] [data-choice]')));
        } else {
          const found = choose(offered(), done);
          hand.clicks[found.kind]++;
          press(found.element);
        }
        if (!(await hand.landed(before, seconds))) return 'no answer came';
      }
      return over() ? 'over' : 'more';
    },
    /** Where the mouse can press something that is offered, so that nothing lies over it. */
    spot: (done) => hand.found(() => {
      const list = offered();
      const first = choose(list, done);
      const rest = list.filter((each) => each !== first && each.kind !== 'done').sort(() => random() - 0.5);
      for (const { kind, element } of [first, ...rest]) {
        const at = middle(element);
        const top = document.elementFromPoint(at.x, at.y);
        if (top && (element === top || element.contains(top))) return { ...at, kind };
      }
      return null;
    }),
    /** A counter that can be chosen but lies under others, and the place to rest the pointer on. */
    buried: () => hand.found(() => {
      for (const element of all('[data-testid=map] g.counter.can')) {
        const at = middle(element);
        const top = document.elementFromPoint(at.x, at.y)?.closest('g.counter');
        if (top && top !== element && top.dataset.at === element.dataset.at) return { ...at, piece: element.dataset.piece };
      }
      return null;
    }),
  };
  window.hand = hand;
}
