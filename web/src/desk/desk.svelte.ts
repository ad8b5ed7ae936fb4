// One table as the page knows it: the pieces of the desk, what is shown now (live, replay or what-if), and what a click does.
import { api, hasMap, heldTables, tokensOf } from '../lib/api';
import { indexChoices, matching, type Target } from '../lib/choices';
import { named, t } from '../lib/i18n';
import { Live } from '../lib/live.svelte';
import { shapesOf, type Shape } from '../lib/overlays';
import { prefs } from '../lib/prefs.svelte';
import { byPlace, HexFinder, layoutFor, placeStack, type Placed } from '../lib/stacks';
import { flatGeometry, placesOf, type OpenTable } from '../lib/tabletop';
import type { Choice, Geometry, Piece, Scene, TableState } from '../lib/types';
import { BattleDesk } from './battle.svelte';
import { Book } from './book.svelte';
import { HexLook } from './card.svelte';
import { Command } from './command.svelte';
import { Film } from './film.svelte';
import { Marks } from './marks.svelte';
import { Odds } from './odds.svelte';
import { Orders } from './orders.svelte';
import { Play, type Said } from './play.svelte';
import { Replay } from './replay.svelte';
import { QuickSetUp } from './setUp.svelte';
import { Story } from './story.svelte';
import { Toasts } from './toasts.svelte';
import { Turning } from './turning.svelte';
import { Ways } from './ways.svelte';
import { WhatIf } from './whatIf.svelte';

export type Tab = 'turn' | 'units' | 'odds' | 'log' | 'chat';
/** What the map lets others do with it. */
export interface MapHandle {
  show(hexes: string[]): void;
  /** All of these lie in the window afterwards. */
  reveal?(hexes: string[]): void;
  /** Keeps what is looked at now; what it gives back goes there again. */
  keep?(): () => void;
  screen(hex: string): { x: number; y: number; reach: number } | null;
  zoom(factor: number, ms?: number): void;
  pan(dx: number, dy: number, ms?: number): void;
  fit(): void;
  /** The mouse takes a counter up that lies beside the map: where it is let go it is set down. */
  carry?(piece: string, event: PointerEvent): void;
}

export class Desk {
  readonly live: Live;
  readonly book = new Book();
  readonly toasts = new Toasts();
  readonly marks = new Marks();
  readonly replay: Replay = new Replay(this);
  readonly whatIf: WhatIf = new WhatIf(this);
  readonly odds: Odds = new Odds(this);
  readonly setUp: QuickSetUp = new QuickSetUp(this);
  readonly play: Play = new Play(this);
  readonly orders: Orders = new Orders(this);
  readonly turning: Turning = new Turning(this);
  readonly battle: BattleDesk = new BattleDesk(this);
  readonly ways: Ways = new Ways(this);
  readonly story: Story = new Story(this);
  readonly film: Film = new Film(this);
  readonly card: HexLook = new HexLook(this);
  readonly command: Command = new Command(this);
  map: MapHandle | null = null;

  geometry = $state.raw<Geometry | null>(null);
  /** What the map is drawn from could not be had. */
  unloaded = $state(false);
  tab = $state<Tab>('turn');
  panel = $state<'' | 'menu' | 'answers' | 'keys' | 'text' | 'end' | 'tour' | 'departures' | 'legend'>('');
  menu = $state.raw<{ x: number; y: number; choices: Choice[] } | null>(null);
  rule = $state.raw<{ number: string; x: number; y: number } | null>(null);
  /** The address for letters by post is being looked at. */
  post = $state(false);
  /** The hex that the keyboard stands on. */
  cursor = $state('');
  /** How many lines of the chat were read here. */
  read = $state(0);
  shownOverlays = $state<Record<string, boolean>>({});
  countersHidden = $state(false);
  /** Where the buttons of whatever asks lie. */
  foot = $state.raw<HTMLElement | null>(null);
  /** Names of places lie over the counters. */
  namesOver = $state(false);

  readonly finder = $derived(this.geometry ? new HexFinder(this.geometry) : null);
  readonly layout = $derived(this.geometry ? layoutFor(this.geometry) : { size: 44, slots: [] });
  /** The open table of a game without hexes; its places are those of its pieces. */
  readonly table = $derived<OpenTable | null>(this.scene?.open_table ?? null);
  readonly pieces = $derived<Piece[]>(this.whatIf.pieces ?? this.real);
  readonly hexes = $derived<ReadonlyMap<string, { x: number; y: number }>>(
    this.table ? placesOf(this.pieces) : (this.finder?.places ?? new Map()),
  );
  readonly stacks = $derived(byPlace(this.pieces));
  readonly placed = $derived<Placed[]>(
    [...this.stacks].flatMap(([label, stack]) => {
      const at = this.hexes.get(label);
      return at ? placeStack(stack, at.x, at.y, this.layout) : [];
    }),
  );
  /** What is laid over the map. */
  readonly shapes = $derived<Shape[]>(
    this.geometry ? shapesOf(this.scene?.overlays ?? [], this.shownOverlays, this.hexes, this.geometry.corners) : [],
  );
  readonly choices = $derived<Choice[]>(this.playing && !this.play.held && !this.setUp.on ? (this.scene?.prompt.choices ?? []) : []);
  readonly index = $derived(indexChoices(this.choices, this.pieces, this.hexes));

  /** Answers without a place that are too many, or say too much, for the bar. */
  readonly crowded = $derived(
    (this.index.plain.length > 3 && !this.turning.hex) ||
      (this.table !== null && this.index.plain.reduce((sum, choice) => sum + choice.text.length, 0) > 36),
  );
  /** A sheet answers the open question and those that follow it: tokens to give out, a force to muster. */
  readonly sheeted = $derived(this.playing && Boolean(this.table?.desk?.allot ?? this.table?.desk?.muster));
  /** What happened in the meantime is told. */
  readonly told = $derived(this.story.shown && this.playing);
  /** The counter that the open question is about. */
  readonly subject = $derived(this.playing ? (this.scene?.prompt.piece ?? '') : '');

  constructor(readonly id: string) {
    this.live = new Live(id, prefs.language);
    this.read = Number(localStorage.getItem(`marne-read.${id}`) ?? 0);
    const held = heldTables().find((table) => table.id === id);
    if (held?.map) api.foresee(held.game, prefs.dark ? 'night' : 'day', prefs.language);
  }

  /** The state that is shown: the newest, or while the others' turn is shown in steps one before it. */
  get state(): TableState | null {
    return this.film.shown ?? this.live.state;
  }

  get scene(): Scene | null {
    return this.replay.moment?.scene ?? this.state?.scene ?? null;
  }

  /** The counters as they really lie, whatever is supposed of them. */
  get real(): Piece[] {
    return this.scene?.pieces ?? [];
  }

  get open(): boolean {
    return this.table !== null;
  }

  /** An answer waits for a press. */
  get held(): boolean {
    return this.play.held !== null;
  }

  get pending(): boolean {
    return this.play.pending;
  }

  get losing(): boolean {
    return this.scene?.prompt.context?.stage === 'losses';
  }

  get curtain(): string {
    return this.play.curtain;
  }

  /** The counter whose way is asked for: the one selected, or the one that the question is about. */
  get asking(): string {
    return this.orders.selected[0] ?? this.subject;
  }

  /** Live and nothing laid over it. */
  get playing(): boolean {
    return this.replay.moment === null && this.whatIf.pieces === null && this.curtain === '' && !this.film.on;
  }

  /** Lines of the chat that others wrote and nobody has looked at here. */
  get unread(): number {
    const state = this.live.state;
    return (state?.chat ?? []).filter((line) => line.at > this.read && !state?.you.includes(line.seat)).length;
  }

  get spectator(): boolean {
    return tokensOf(this.id).length === 0;
  }

  /** A seat, or the dice, by the name that the game gives it; other words stay. */
  seat(name: string): string {
    return name === 'chance' ? t('seat.chance') : (this.state?.seats.find((seat) => seat.name === name)?.title ?? name);
  }

  /** Who sits there: the name that he gave, with his seat, or the seat alone. */
  who(name: string): string {
    const label = this.state?.seats.find((seat) => seat.name === name)?.label;
    return label ? t('seat.named', { name: label, seat: this.seat(name) }) : this.seat(name);
  }

  /** The caption of a group of hexes: a seat's, or one of the page's words. */
  group(caption: string): string {
    return this.state?.seats.some((seat) => seat.name === caption) ? this.seat(caption) : named('group', caption);
  }

  beside(hex: string, other: string): boolean {
    return this.finder?.beside(hex, other) ?? false;
  }

  answer(choice: Choice, said: Said = 'gesture'): void {
    this.orders.noted(choice);
    this.play.answer(choice, said);
  }

  /** A click on the map: one answer is given, several are offered in a menu, none is explained. */
  async click(target: Target, at: { x: number; y: number }): Promise<void> {
    if (this.whatIf.pieces) return this.whatIf.click(target);
    if (this.film.on) return this.film.skip();
    if (!this.playing || this.pending || this.play.held || this.setUp.on) return;
    const found = matching(this.index, target, this.pieces);
    if (found.length === 1 && found[0]) return this.answer(found[0]);
    if (found.length > 1) {
      this.menu = { ...at, choices: found };
      return;
    }
    if (this.state?.status !== 'playing' || this.spectator) return;
    const told = await this.live.whyNot(target.piece === undefined ? target : { piece: target.piece });
    if (told.why) this.toasts.say(told.why, told.rule);
    else if (!this.scene?.prompt.mine) this.toasts.say(t('prompt.notYours'));
    else this.toasts.say(t('whynot.nothing'));
  }

  startWhatIf(): void {
    this.panel = '';
    this.menu = null;
    this.replay.end();
    this.whatIf.start(this.state?.viewing ?? '');
  }

  /** All that was said so far is read, here and after a reload. */
  readChat(): void {
    const last = this.live.state?.chat.at(-1)?.at ?? 0;
    if (last <= this.read) return;
    this.read = last;
    localStorage.setItem(`marne-read.${this.id}`, String(last));
  }

  showOdds(): void {
    [this.tab, prefs.panel] = ['odds', true];
  }

  arrived(state: TableState): void {
    this.play.arrived(state);
    this.orders.arrived(state);
    this.turning.arrived(`${state.number}`);
    this.battle.arrived(state);
  }

  /** Nothing more is to be shown: what was missed is told, and the map goes to what can be answered. */
  rested(state: TableState): void {
    void this.story.arrived(state, this.setUp.on);
  }

  answered(): void {
    this.menu = null;
    this.battle.answered();
    if (this.panel === 'answers') this.panel = '';
  }

  wentOn(): void {
    this.menu = null;
    this.ways.moved();
    this.command.point(null, null);
  }

  cover(): void {
    [this.panel, this.cursor] = ['', ''];
    this.orders.let();
    this.toasts.clear();
    this.odds.hide();
    this.battle.close();
  }

  ended(): void {
    this.panel = 'end';
  }

  toggleOverlay(name: string): void {
    this.shownOverlays[name] = !this.shownOverlays[name];
    this.live.show(Object.keys(this.shownOverlays).filter((each) => this.shownOverlays[each]));
  }

  async load(game: string): Promise<void> {
    this.unloaded = false;
    try {
      this.geometry = await (this.table ? flatGeometry(this.table) : api.geometry(game));
    } catch {
      this.unloaded = true;
      return;
    }
    if (!this.table) hasMap(this.id);
  }

  close(): void {
    this.odds.close();
    this.film.close();
    this.ways.close();
    this.command.close();
    this.live.close();
  }
}
