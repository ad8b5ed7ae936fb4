// One table as the page knows it: what is shown now (live, replay or what-if), and what a click does.
import { api, tokensOf } from './api';
import { indexChoices, leastCrowded, matching, type Target } from './choices';
import { named, t } from './i18n';
import { Live } from './live.svelte';
import { calm, prefs } from './prefs.svelte';
import { chime } from './sound';
import { byPlace, HexFinder, layoutFor, placeStack, type Placed } from './stacks';
import { flatGeometry, placesOf, type OpenTable } from './tabletop';
import type { About, Choice, Explanation, Geometry, Moment, Piece, Reply, Scene, TableState } from './types';
import { changedPlaces, joinMoves, lastOfOthers, movesBetween, placesOf as placesIn, throwsSince, toll, type Move, type Throw } from './words';

export type Tab = 'turn' | 'units' | 'odds' | 'log' | 'chat';
export interface Toast {
  id: number;
  text: string;
  rule: string;
  tone: 'plain' | 'warn';
}
export interface Rule {
  title: string;
  summary: string;
  needs: string;
}
/** What the map lets others do with it. */
export interface MapHandle {
  show(hexes: string[]): void;
  screen(hex: string): { x: number; y: number; reach: number } | null;
  zoom(factor: number, ms?: number): void;
  pan(dx: number, dy: number, ms?: number): void;
  fit(): void;
}

export class Desk {
  readonly live: Live;
  geometry = $state.raw<Geometry | null>(null);
  rules = $state.raw<Record<string, Rule>>({});
  tab = $state<Tab>('turn');
  toasts = $state<Toast[]>([]);
  departures = $state.raw('');
  /** What the game says of itself: its guided first turn. */
  about = $state.raw<About | null>(null);
  odds = $state.raw<{ choice: Choice; told: Explanation | null } | null>(null);
  /** The dice that fell last, and what was told of them before, if it was this reader's decision. */
  thrown = $state.raw<{ told: Explanation | null; throws: Throw[] } | null>(null);
  /** What the other side could do in return, once somebody has looked at odds of this moment. */
  replies = $state.raw<{ number: number; found: Reply[] } | null>(null);
  /** The address for letters by post is being looked at. */
  post = $state(false);
  /** The hex that the keyboard stands on. */
  cursor = $state('');
  /** Through whose eyes a past moment is seen: '' my own, a seat's, or `spectator`. */
  eyes = $state('');
  /** The last thing that others did is being shown again. */
  watching = $state(false);
  menu = $state.raw<{ x: number; y: number; choices: Choice[] } | null>(null);
  rule = $state.raw<{ number: string; x: number; y: number } | null>(null);
  moment = $state.raw<Moment | null>(null);
  whatIf = $state.raw<Piece[] | null>(null);
  lifted = $state('');
  /** In a what-if: the next click asks for the odds of an attack on a hex, by this seat. */
  aiming = $state(false);
  attacker = $state('');
  supposed = $state.raw<{ hex: string; told: Explanation | null } | null>(null);
  #past: Piece[][] = [];
  shownOverlays = $state<Record<string, boolean>>({});
  marked = $state.raw<string[]>([]);
  trail = $state.raw<Move[]>([]);
  trailStamp = $state(0);
  throws = $state.raw<Throw[]>([]);
  pending = $state(false);
  curtain = $state('');
  /** An answer that ends this seat's move: it waits here for Done, so that it can be taken back. */
  held = $state.raw<Choice | null>(null);
  panel = $state<'' | 'menu' | 'answers' | 'keys' | 'text' | 'end' | 'tour' | 'departures'>('');
  countersHidden = $state(false);
  quick = $state(false);
  map: MapHandle | null = null;

  readonly finder = $derived(this.geometry ? new HexFinder(this.geometry) : null);
  readonly layout = $derived(this.geometry ? layoutFor(this.geometry) : { size: 44, slots: [] });
  /** The open table of a game without hexes; its places are those of its pieces. */
  readonly table = $derived<OpenTable | null>(this.scene?.open_table ?? null);
  readonly hexes = $derived<ReadonlyMap<string, { x: number; y: number }>>(
    this.table ? placesOf(this.whatIf ?? this.scene?.pieces ?? []) : (this.finder?.places ?? new Map()),
  );
  readonly pieces = $derived<Piece[]>(this.whatIf ?? this.scene?.pieces ?? []);
  readonly stacks = $derived(byPlace(this.pieces));
  readonly placed = $derived<Placed[]>(
    [...this.stacks].flatMap(([label, stack]) => {
      const at = this.hexes.get(label);
      return at ? placeStack(stack, at.x, at.y, this.layout) : [];
    }),
  );
  readonly choices = $derived<Choice[]>(this.playing && !this.held ? (this.scene?.prompt.choices ?? []) : []);
  readonly index = $derived(indexChoices(this.choices, this.pieces, this.hexes));

  /** In return for the answer that is pointed at: attacks on hexes beside its place. */
  readonly inReturn = $derived.by<Reply[]>(() => {
    const label = this.odds?.choice.hex ?? this.pieces.find((piece) => piece.id === this.odds?.choice.piece)?.place;
    if (!label || this.replies?.number !== this.state?.number) return [];
    return (this.replies?.found ?? []).filter((each) => each.hex === label || this.finder?.beside(label, each.hex)).sort((a, b) => toll(b.outcomes) - toll(a.outcomes));
  });

  /** Answers without a place that are too many, or say too much, for the bar. */
  readonly crowded = $derived(this.index.plain.length > 3 || (this.table !== null && this.index.plain.reduce((sum, choice) => sum + choice.text.length, 0) > 36));
  /** A sheet answers the open question and those that follow it: tokens to give out, a force to muster. */
  readonly sheeted = $derived(this.playing && Boolean(this.table?.desk?.allot ?? this.table?.desk?.muster));

  /** The counter that the open question is about. */
  readonly subject = $derived(this.playing ? (this.scene?.prompt.piece ?? '') : '');

  #seen: TableState | null = null;
  #asked: Explanation | null = null;
  #toast = 1;
  #oddsKept = new Map<string, Explanation | null>();
  #oddsTimer = 0;
  #ended = false;

  constructor(readonly id: string) {
    this.live = new Live(id, prefs.language);
  }

  get state(): TableState | null {
    return this.live.state;
  }

  get scene(): Scene | null {
    return this.moment?.scene ?? this.live.state?.scene ?? null;
  }

  /** A seat, or the dice, by the name that the game gives it; other words stay. */
  seat(name: string): string {
    return name === 'chance' ? t('seat.chance') : (this.state?.seats.find((seat) => seat.name === name)?.title ?? name);
  }

  /** The caption of a group of hexes: a seat's, or one of the page's words. */
  group(caption: string): string {
    return this.state?.seats.some((seat) => seat.name === caption) ? this.seat(caption) : named('group', caption);
  }

  /** Live and nothing laid over it. */
  get playing(): boolean {
    return this.moment === null && this.whatIf === null && this.curtain === '';
  }

  get spectator(): boolean {
    return tokensOf(this.id).length === 0;
  }

  /** A new state has come: trails, dice, the curtain between two seats of one screen. */
  arrived(state: TableState): void {
    const before = this.#seen;
    this.#seen = state;
    this.pending = false;
    if (state.number !== before?.number) [this.menu, this.held] = [null, null];
    if (this.odds && state.number !== before?.number) this.#oddsKept.clear();
    if (!before) {
      if (state.status === 'over') this.#ended = true;
      return;
    }
    const changed = state.number !== before.number;
    if (changed && state.number > before.number) {
      const moves = movesBetween(before.scene.pieces, state.scene.pieces, this.table ? placesOf([...before.scene.pieces, ...state.scene.pieces]) : this.hexes);
      const mine = before.scene.prompt.mine;
      this.trail = mine ? moves : joinMoves(this.trail, moves);
      if (moves.length) this.trailStamp++;
      const fallen = throwsSince(state.log, before.number);
      this.throws = fallen.slice(-3);
      if (fallen.length) [this.thrown, this.#asked] = [{ told: this.#asked, throws: fallen.slice(-8) }, null];
      else if (!mine) this.#asked = null;
      if (state.scene.prompt.mine && !mine) chime();
    }
    if (changed && this.odds) this.odds = null;
    const passed = state.you.length > 1 && state.viewing !== before.viewing && state.viewing !== null;
    const secrets = [...before.scene.pieces, ...state.scene.pieces].some((piece) => piece.hidden);
    if (passed && secrets) {
      [this.curtain, this.panel, this.throws, this.toasts] = [state.viewing ?? '', '', [], []];
      [this.thrown, this.cursor, this.#asked] = [null, '', null];
    }
    if (state.status === 'over' && !this.#ended) {
      this.#ended = true;
      this.panel = 'end';
    }
    if (this.quick) this.#placeNext(state);
  }

  say(text: string, rule = '', tone: Toast['tone'] = 'plain'): void {
    const id = this.#toast++;
    this.toasts = [...this.toasts.slice(-2), { id, text, rule, tone }];
    setTimeout(() => this.drop(id), 8000);
  }

  drop(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  /** An answer that ends the move waits for Done; `typed` ones are said in so many words and wait for nothing. */
  answer(choice: Choice, typed = false): void {
    if (this.pending || !this.playing || this.held) return;
    this.menu = null;
    if (this.panel === 'answers') this.panel = '';
    if (choice.ends && !typed && !this.quick) this.held = choice;
    else this.#send(choice);
  }

  /** Done with the move: the answer that waited is sent. */
  release(): void {
    const choice = this.held;
    if (!choice || this.pending) return;
    this.held = null;
    this.#send(choice);
  }

  #send(choice: Choice): void {
    if (choice.odds) this.#asked = this.#oddsKept.get(choice.id) ?? null;
    if (this.live.answer(choice.id)) this.pending = true;
    else this.say(t('error.offline'), '', 'warn');
  }

  /** A click on the map: one answer is given, several are offered in a menu, none is explained. */
  async click(target: Target, at: { x: number; y: number }): Promise<void> {
    if (this.whatIf) return this.aiming ? this.suppose(this.pieces.find((piece) => piece.id === target.piece)?.place ?? target.hex ?? '') : this.#lift(target);
    if (!this.playing || this.pending || this.held) return;
    const found = matching(this.index, target, this.pieces);
    if (found.length === 1 && found[0]) return this.answer(found[0]);
    if (found.length > 1) {
      this.menu = { ...at, choices: found };
      return;
    }
    if (this.state?.status !== 'playing' || this.spectator) return;
    const told = await this.live.whyNot(target.piece === undefined ? target : { piece: target.piece });
    if (told.why) this.say(told.why, told.rule);
    else if (!this.scene?.prompt.mine) this.say(t('prompt.notYours'));
    else this.say(t('whynot.nothing'));
  }

  /** In a what-if a counter is taken up and set down; nobody else sees it. */
  #lift(target: Target): void {
    const piece = this.pieces.find((each) => each.id === target.piece);
    // A counter may hang over into the next hex: it lies where it says.
    const place = piece?.place ?? target.hex ?? '';
    if (this.lifted && place) {
      if (!(piece && piece.id === this.lifted)) {
        const moved = this.pieces.find((each) => each.id === this.lifted);
        const others = this.pieces.filter((each) => each.id !== this.lifted);
        if (moved) {
          this.#past.push(this.pieces);
          [this.whatIf, this.supposed] = [[...others, { ...moved, place }], null];
        }
      }
      this.lifted = '';
    } else if (piece) {
      this.lifted = piece.id;
    }
  }

  startWhatIf(): void {
    this.panel = '';
    this.menu = null;
    this.now();
    this.whatIf = [...(this.scene?.pieces ?? [])];
    [this.attacker, this.#past] = [this.state?.viewing ?? '', []];
  }

  endWhatIf(): void {
    [this.whatIf, this.supposed, this.#past] = [null, null, []];
    [this.lifted, this.aiming] = ['', false];
    this.marked = [];
  }

  /** The last counter that was set down goes back. */
  stepBack(): void {
    const before = this.#past.pop();
    if (before) [this.whatIf, this.lifted, this.supposed] = [before, '', null];
  }

  /** How a what-if would go: the odds of an attack on a hex, as the counters lie on this page. */
  async suppose(hex: string): Promise<void> {
    if (!this.whatIf || !this.hexes.has(hex)) return;
    this.aiming = false;
    this.marked = [hex];
    try {
      const places = changedPlaces(this.scene?.pieces ?? [], this.whatIf);
      const told = await api.whatIf(this.id, { places, hex, by: this.attacker }, prefs.language);
      [this.supposed, this.tab, prefs.panel] = [{ hex, told }, 'odds', true];
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error), '', 'warn');
    }
  }

  /** Odds of an answer, a moment after it is pointed at. */
  point(choice: Choice | null): void {
    clearTimeout(this.#oddsTimer);
    if (!choice?.odds || !this.playing) return;
    const kept = this.#oddsKept.get(choice.id);
    if (kept !== undefined) {
      this.odds = { choice, told: kept };
      return;
    }
    this.#oddsTimer = window.setTimeout(async () => {
      if (this.pending || !this.choices.some((each) => each.id === choice.id)) return;
      const told = await this.live.odds(choice.id);
      this.#oddsKept.set(choice.id, told);
      if (this.choices.some((each) => each.id === choice.id)) this.odds = { choice, told };
      if (told && choice.hex !== null) void this.#thinkOn();
    }, 120);
  }

  /** Once for every moment: it does not depend on the answer that is pointed at. */
  async #thinkOn(): Promise<void> {
    const number = this.state?.number ?? -1;
    if (this.replies?.number === number) return;
    this.replies = { number, found: [] };
    const found = await api.replies(this.id, prefs.language).catch(() => []);
    if (this.state?.number === number) this.replies = { number, found };
  }

  /** The rest of the set-up, spread over the places that are offered. */
  placeRest(): void {
    this.quick = true;
    if (this.state) this.#placeNext(this.state);
  }

  #placeNext(state: TableState): void {
    const { prompt } = state.scene;
    const choice = prompt.mine && this.settingUp(state) ? leastCrowded(prompt.choices, state.scene.pieces, (count) => Math.floor(Math.random() * count)) : null;
    if (choice && this.curtain === '' && state.viewing === (this.#quickSeat ??= state.viewing)) this.answer(choice);
    else [this.quick, this.#quickSeat] = [false, undefined];
  }
  #quickSeat: string | null | undefined;

  settingUp(state: TableState): boolean {
    const placing = state.scene.prompt.choices.length > 1 && state.scene.prompt.choices.every((choice) => choice.hex !== null);
    return placing && state.scene.outline.every((line) => line.mark === '');
  }

  toggleOverlay(name: string): void {
    this.shownOverlays[name] = !this.shownOverlays[name];
    this.live.show(Object.keys(this.shownOverlays).filter((each) => this.shownOverlays[each]));
  }

  /** The moment that was asked for last: one that comes late, when another is wanted, is not shown. */
  seeking: number | null = null;

  async goTo(number: number): Promise<void> {
    this.seeking = number;
    const before = this.moment;
    try {
      const found = await api.moment(this.id, number, prefs.language, this.eyes);
      if (this.seeking !== number) return;
      this.moment = found;
      // One step on shows what it changed; a leap shows only where it has come to.
      const on = before === null ? 0 : number - before.number;
      const step = before !== null && (on === 1 || (on > 1 && this.watching)) && !this.table;
      this.trail = step && before ? movesBetween(before.scene.pieces, found.scene.pieces, this.hexes) : [];
      this.trailStamp++;
      this.marked = placesIn(found, found.scene.pieces, this.hexes);
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error), '', 'warn');
    }
  }

  now(): void {
    this.seeking = null;
    this.moment = null;
    this.watching = false;
    this.marked = [];
  }

  /** Show the last thing that others did, answer by answer, then come back; again, or Escape, stops it. */
  async watchOthers(): Promise<void> {
    if (this.watching) return this.now();
    // At one screen the others are those whose eyes these are not.
    const mine = this.state?.viewing ?? '';
    const last = lastOfOthers(this.state?.log ?? [], [mine]);
    if (!last || this.moment || this.whatIf || this.curtain) return this.say(t('trail.nothing'));
    this.watching = true;
    await this.goTo(last.from);
    const pace = Math.max(350, Math.min(1100, 16_000 / last.entries.length)) * (calm() ? 1.4 : 1);
    for (const entry of last.entries) {
      await new Promise((resolve) => setTimeout(resolve, pace));
      if (!this.watching) return;
      await this.goTo(entry.number);
      this.map?.show(this.marked);
    }
    await new Promise((resolve) => setTimeout(resolve, 1.6 * pace));
    if (this.watching) this.now();
  }

  async load(game: string): Promise<void> {
    this.geometry = await (this.table ? flatGeometry(this.table) : api.geometry(game));
  }

  /** The rules in our words and what the game says of itself, in the reader's language; asked once. */
  learn(game: string, language: string): Promise<void> {
    const wanted = `${game} ${language}`;
    if (this.#learning.wanted !== wanted) this.#learning = { wanted, done: this.#learn(game, language) };
    return this.#learning.done;
  }
  #learning = { wanted: '', done: Promise.resolve() };

  async #learn(game: string, language: string): Promise<void> {
    const [rules, departures, games] = await Promise.all([api.rules(game, language).catch(() => ({})), api.departures(game, language).catch(() => ''), api.games(language).catch(() => [])]);
    [this.rules, this.departures, this.about] = [rules, departures, games.find((each) => each.name === game)?.about ?? null];
  }

  close(): void {
    clearTimeout(this.#oddsTimer);
    this.live.close();
  }
}
