// Orders in bulk: several counters chosen by one gesture, sent together as ordinary answers one after the other, and taken back together.
import { t } from '../lib/i18n';
import { canTakeBack, joiners, newOrder, newSweep, nextOf, nextUnmoved, sweeping, type Manner, type Order } from '../lib/orders';
import type { ChoiceIndex } from '../lib/choices';
import type { Choice, Piece, TableState } from '../lib/types';
import type { Said } from './play.svelte';
import type { Toasts } from './toasts.svelte';

/** What orders need of the desk. */
export interface OrdersHost {
  readonly state: TableState | null;
  /** Live and nothing laid over it. */
  readonly playing: boolean;
  readonly pending: boolean;
  /** An answer waits for a press. */
  readonly held: boolean;
  readonly choices: Choice[];
  readonly index: ChoiceIndex;
  readonly pieces: Piece[];
  readonly toasts: Toasts;
  readonly map: { show(hexes: string[]): void } | null;
  readonly live: {
    whyNot(target: { hex?: string; piece?: string }): Promise<{ rule: string; why: string }>;
    undo(to?: number): void;
  };
  answer(choice: Choice, said?: Said): void;
}

/** The mouse's part: what it can carry over the map, and what comes of it. */
export interface Carrier {
  /** How many counters are held. */
  readonly held: number;
  can(piece: string): boolean;
  /** With `whole` the stack goes along. */
  lift(piece: string, whole: boolean): void;
  /** With `facing` it looks there at last; with `open` its move goes on. */
  drop(hex: string | null, facing?: number | null, open?: boolean): void;
  /** A frame was drawn around these. */
  frame(pieces: string[]): void;
  /** Twice on a counter of this hex: its whole stack is held. */
  double(hex: string): void;
}

export class Orders {
  /** The counters that are held together: the next hex is for all of them. */
  selected = $state.raw<string[]>([]);
  /** The mouse carries what is held: nothing may open under it. */
  carrying = $state(false);
  /** An order is under way. */
  running = $state.raw<Order | null>(null);
  /** Something else is asked about one of them first, such as which way it faces: the order goes on after it. */
  waiting = $state(false);
  /** The answers of the last order: from this many to that many. */
  last = $state.raw<{ from: number; to: number } | null>(null);
  /** Counters that could be chosen when counters were asked for last. */
  #able: ReadonlySet<string> = new Set();
  #from = 0;
  /** The counter that was chosen when it was lifted, and how many answers there were then. */
  #chosen = '';
  #chosenAt = 0;
  /** Their hex was answered first: these are held as soon as counters are asked for. */
  #opened: string[] = [];
  #then = '';
  /** The last order, to be repeated: from where, where to, and how they looked. */
  #again: { from: string; hex: string; facing: number | null } | null = null;
  #musteredOf: TableState | null = null;
  #musteredSet: ReadonlySet<string> = new Set();
  /** How far the battle had come when counters joined it. */
  #joining = '';
  /** A button said that this order rolls dice, and it was pressed. */
  #pressed = false;
  /** A target was named: everybody who can attack it is to. */
  #thenAll = false;

  constructor(private readonly host: OrdersHost) {}

  readonly carrier: Carrier = ((orders: Orders) => ({
    get held() {
      return orders.selected.length;
    },
    can: (piece) => orders.host.playing && !orders.host.pending && (orders.can(piece) || orders.opens(piece) || orders.aims(piece)),
    lift: (piece, whole) => {
      orders.carrying = true;
      orders.lift(piece, whole);
    },
    drop: (hex, facing = null, open = false) => {
      orders.carrying = false;
      orders.drop(hex, facing, open);
    },
    frame: (pieces) => orders.select(pieces),
    double: (hex) => orders.host.playing && !orders.#fights && orders.together(hex).length > 1 && orders.takeAll(hex),
  }))(this);

  /** Whether a click on this hex sends what is held: it can be entered, or nobody stands there who could be held, too. */
  takes(hex: string): boolean {
    const { playing, pending, index } = this.host;
    return this.selected.length > 1 && playing && !pending && hex !== '' && (index.byHex.has(hex) || !this.of(hex).length);
  }

  /** The counters that "all" would take: every one that may join the attack that is being put together. */
  get joiners(): string[] {
    const prompt = this.host.state?.scene.prompt;
    // Who has won is offered to go forward alone, too.
    const least = prompt?.context?.stage === 'advance' ? 1 : 2;
    return this.running || !prompt || !this.host.choices.length ? [] : joiners(prompt, least);
  }

  /** Counters of a hex that can be chosen now, or could be when counters were asked for, or when their hex is answered. */
  of(hex: string): string[] {
    const may = (piece: Piece) => piece.place === hex && (this.can(piece.id) || this.opens(piece.id));
    return this.host.pieces.filter(may).map((piece) => piece.id);
  }

  /** Counters of a hex that one gesture takes together: in an attack those who may join it. Where each is an answer for itself, such as who
   * recovers or who is lost, there are none. */
  together(hex: string): string[] {
    const prompt = this.host.state?.scene.prompt;
    const { choices } = this.host;
    if (!prompt || this.#subject) return this.of(hex);
    const stage = prompt.context?.stage ?? '';
    if (this.#fights) {
      const all = new Set(choices.every((choice) => choice.done || choice.odds || stage === 'advance') ? joiners(prompt) : []);
      return this.of(hex).filter((piece) => all.has(piece));
    }
    const each = choices.length > 0 && choices.every((choice) => choice.piece !== null && choice.hex === null && !choice.done);
    return each && stage !== 'retreat' ? [] : this.of(hex);
  }

  /** Counters join an attack, or advance. */
  get #fights(): boolean {
    const { context } = this.host.state?.scene.prompt ?? {};
    return context?.kind === 'battle' && (context.stage === 'attackers' || context.stage === 'advance');
  }

  /** Take them together: they join the attack, or are held for a hex. */
  takeAll(hex: string): void {
    if (this.#fights) this.join(this.together(hex));
    else this.select(this.together(hex));
  }

  can(piece: string): boolean {
    return this.host.index.byPiece.has(piece) || (this.#subject !== '' && this.#able.has(piece)) || this.#subject === piece;
  }

  /** Whether whoever takes this counter up has answered with its hex: a hex is asked for, and then who of it goes. */
  opens(piece: string): boolean {
    return this.#opening(piece) !== null;
  }

  #opening(piece: string): Choice | null {
    const { index, playing } = this.host;
    const found = playing && this.#mustered.has(piece) ? index.byHex.get(this.#placeOf(piece)) : undefined;
    return found?.find((choice) => choice.opens) ?? null;
  }

  /** A target is asked for: counters of the armies that this seat commands can be carried there to attack it. */
  aims(piece: string): boolean {
    const { choices, pieces, playing } = this.host;
    const asked = choices.filter((choice) => !choice.done);
    if (!playing || !asked.length || !asked.every((choice) => choice.hex !== null && choice.odds && choice.piece === null)) return false;
    const armies = new Set(pieces.filter((each) => this.#able.has(each.id) || this.#mustered.has(each.id)).map((each) => each.army));
    return pieces.some((each) => each.id === piece && !each.hidden && armies.has(each.army));
  }

  /** The counters of this seat by its order of battle: after a reload nobody was asked for yet. */
  get #mustered(): ReadonlySet<string> {
    const { state } = this.host;
    if (state !== this.#musteredOf) {
      const own = (state?.scene.order_of_battle ?? []).filter((formation) => formation.seat === state?.viewing);
      this.#musteredSet = new Set(own.flatMap((formation) => formation.units.map((unit) => unit.piece)));
      this.#musteredOf = state;
    }
    return this.#musteredSet;
  }

  get #subject(): string {
    return this.host.playing ? (this.host.state?.scene.prompt.piece ?? '') : '';
  }

  /** Hold a counter with the others, or let it go. The first is chosen at once, so that its hexes are shown. */
  toggle(piece: string): void {
    this.hold([piece], !this.selected.includes(piece));
  }

  /** Hold these beside the others, or let them go. */
  hold(pieces: string[], held = true): void {
    if (this.running || !pieces.some((piece) => this.can(piece) || this.opens(piece) || this.selected.includes(piece))) return;
    const others = (held ? this.#held : this.selected).filter((each) => !pieces.includes(each));
    if (held || !pieces.includes(this.#stillChosen)) return this.select(held ? [...others, ...pieces] : others);
    // The one that was chosen is let go: it is put back, and another of them is chosen in its place.
    if (this.host.pending || !this.host.state?.undo) return;
    [this.selected, this.#opened] = [others, others];
    this.host.live.undo();
  }

  /** The counter that was chosen first, as long as nothing else was answered after it. */
  get #stillChosen(): string {
    const { state, pending } = this.host;
    return (state?.number ?? 0) - this.#chosenAt === (pending ? 0 : 1) ? this.#chosen : '';
  }

  get #held(): string[] {
    const subject = this.#subject;
    return subject && !this.selected.includes(subject) ? [subject, ...this.selected] : this.selected;
  }

  /** Hold these together; where their hex is asked for first, it is answered. */
  select(pieces: string[], from = this.host.state?.number ?? 0): void {
    const { host } = this;
    const opener = pieces.find((piece) => this.opens(piece));
    if (opener && !this.#subject) return this.#open(opener, pieces, from);
    const chosen = this.#stillChosen;
    this.selected = pieces.filter((piece) => this.can(piece) || piece === chosen);
    const [first] = this.selected;
    if (!first || host.pending || this.#subject || this.selected.includes(chosen)) return;
    const choice = host.index.byPiece.get(first)?.find((each) => each.hex === null);
    if (!choice) return;
    [this.#from, this.#chosen, this.#chosenAt] = [from, first, host.state?.number ?? 0];
    host.answer(choice);
  }

  /** The hex of a counter is answered; it and the others of that hex are held when counters are asked for. */
  #open(opener: string, pieces: string[], from: number): void {
    const { host } = this;
    const choice = this.#opening(opener);
    // While the hex is on its way others may join.
    if (!choice || (host.pending && !this.#opened.length)) return;
    this.selected = pieces.filter((piece) => this.#placeOf(piece) === choice.hex && this.opens(piece));
    this.#opened = this.selected;
    if (host.pending) return;
    this.#from = from;
    host.answer(choice);
  }

  /** Lift counters to carry them somewhere: the first is chosen, unless the question is about it already. */
  lift(piece: string, whole: boolean): void {
    const place = this.host.pieces.find((each) => each.id === piece)?.place ?? '';
    if (this.aims(piece)) {
      const all = this.host.pieces.filter((each) => each.place === place && this.aims(each.id)).map((each) => each.id);
      this.selected = whole ? all : [piece];
      return;
    }
    const stack = whole ? this.of(place) : [piece];
    const held = this.selected.includes(piece) ? this.selected : stack;
    this.select([piece, ...held.filter((each) => each !== piece)]);
  }

  /** Send what is held to a hex; who may not attack there stays out of it. */
  send(hex: string, facing: number | null = null, open = false): void {
    const [first] = this.selected;
    if (first === undefined) return;
    this.#again = { from: this.#placeOf(first), hex, facing };
    const lenient = this.aims(first) || this.host.state?.scene.prompt.context?.stage === 'advance';
    this.give(this.selected, hex, { facing, closes: !open, lenient });
  }

  #placeOf(piece: string | undefined): string {
    return this.host.pieces.find((each) => each.id === piece)?.place ?? '';
  }

  /** The last order again: for what is held, for the counter that is asked about, or for the next where it began. */
  repeat(): void {
    const { host } = this;
    if (!host.playing || host.pending || this.running) return;
    if (!this.#again) return host.toasts.say(t('orders.noLast'));
    const { from, hex, facing } = this.#again;
    const [next] = this.of(from);
    const pieces = this.selected.length ? this.selected : this.#subject ? [this.#subject] : next ? [next] : [];
    if (!pieces.length) return host.toasts.say(t('orders.nobody'));
    this.give(pieces, hex, { facing, closes: true });
  }

  /** An answer was given by hand: it is what can be repeated. */
  noted(choice: Choice): void {
    if (this.running) return;
    if (choice.hex !== null && choice.piece === null && this.#subject) {
      this.#again = { from: this.#placeOf(this.#subject), hex: choice.hex, facing: null };
    } else if (choice.facing !== null && this.#again) this.#again = { ...this.#again, facing: choice.facing };
  }

  /** How many answers a sweep would give; 0 where there is none. */
  get sweeps(): number {
    const { prompt } = this.host.state?.scene ?? {};
    return this.host.playing && !this.running && prompt?.mine ? sweeping(prompt).length : 0;
  }

  /** All that the open question offers, one after another. */
  sweep(): void {
    const { host } = this;
    if (!host.state || this.running || host.pending || !this.sweeps) return;
    this.#from = host.state.number;
    this.running = newSweep(host.state.scene.prompt);
    this.#next(host.state);
  }

  /** Attack a hex with everybody who can. */
  assault(hex: string): void {
    const { host } = this;
    const choice = host.index.byHex.get(hex)?.[0];
    if (!choice || host.pending || this.running) return;
    [this.#thenAll, this.#from] = [true, host.state?.number ?? 0];
    host.answer(choice);
  }

  /** What was lifted is set down: on a hex it goes there, where it lay it stays chosen. */
  drop(hex: string | null, facing: number | null = null, open = false): void {
    const place = this.#placeOf(this.selected[0]);
    if (hex === null || hex === place) return;
    this.send(hex, facing, open);
  }

  /** Choose counters one after the other, for a hex if one is named. */
  give(pieces: string[], hex: string | null, { facing = null, closes = hex !== null, lenient = false }: Manner = {}): void {
    const { host } = this;
    if (!host.state || this.running) return;
    // The first may have been chosen when it was lifted, or its hex be on its way: these answers belong to the order.
    const lifted = pieces.includes(this.#stillChosen) ? this.#stillChosen : '';
    if (!lifted && !this.#thenAll && !this.#opened.length) this.#from = host.state.number;
    this.running = newOrder(pieces, hex, lifted, { facing, closes, lenient });
    [this.#chosen, this.#thenAll] = ['', false];
    if (!host.pending) this.#next(host.state);
  }

  /** Everybody who may join the attack that is being put together, or advance. */
  giveAll(): void {
    this.join(this.joiners);
  }

  /** These join the attack, or advance; as many of them as can. */
  join(pieces: string[]): void {
    const advance = this.host.state?.scene.prompt.context?.stage === 'advance' && this.host.choices.some((choice) => choice.hex !== null);
    this.give(pieces, advance ? (this.host.state?.scene.prompt.context?.hex ?? null) : null, { lenient: true });
  }

  /** The order that waits goes on in order: each takes the first place that is offered. */
  straight(): void {
    const { state, pending } = this.host;
    if (!state || pending || !this.running || !this.waiting) return;
    this.running = { ...this.running, straight: true };
    this.#next(state);
  }

  let(): void {
    [this.selected, this.running, this.waiting] = [[], null, false];
    [this.#then, this.#chosen, this.#opened, this.#thenAll, this.#pressed] = ['', '', [], false, false];
  }

  /** The counter that was chosen last is put back, if nothing has come of it yet. */
  putBack(): void {
    const { state, playing, pending, live } = this.host;
    const subject = this.#subject;
    const last = state?.log.at(-1);
    if (!state?.undo || !playing || pending || this.running || !subject || last?.actor !== state.viewing || last.events.length) return;
    const answer = last.text ?? '';
    // Notation: the counter, or a verb and the counter.
    if (answer === subject || answer.slice(answer.indexOf(' ') + 1) === subject) live.undo();
  }

  /** The next counter that has not moved is chosen; one that was chosen before and did not move is put back. */
  nextUnmoved(): void {
    const { host } = this;
    const subject = this.#subject;
    if (!host.playing || host.pending || this.running) return;
    const next = nextUnmoved(host.pieces, (id) => this.can(id), subject);
    if (!next) return host.toasts.say(t('orders.noneLeft'));
    host.map?.show([next.place]);
    this.selected = [];
    const choice = host.index.byPiece.get(next.id)?.[0];
    if (choice) host.answer(choice);
    else if (subject && host.state?.undo) {
      this.#then = next.id;
      host.live.undo();
    }
  }

  /** Whether the last order can be taken back as a whole. */
  get whole(): boolean {
    const { state } = this.host;
    const { last } = this;
    return state !== null && last !== null && last.to - last.from > 1 && state.number === last.to && this.#mayGoBack(state, last.from);
  }

  #mayGoBack(state: TableState, from: number): boolean {
    return state.undo && canTakeBack(state.log, from, state.number, state.viewing ?? '');
  }

  /** Take back the whole of the last order, or the last answer. */
  undo(): void {
    const { last } = this;
    const whole = this.whole;
    this.let();
    this.last = null;
    this.host.live.undo(whole && last ? last.from : undefined);
  }

  /** Another state is shown: the order goes on. */
  arrived(state: TableState): void {
    const { prompt } = state.scene;
    const offered = prompt.choices.flatMap((choice) => choice.piece ?? []);
    if (prompt.mine && offered.length) this.#able = new Set(offered);
    if (this.#then) {
      const choice = prompt.choices.find((each) => each.piece === this.#then);
      this.#then = '';
      if (choice && prompt.mine) return this.host.answer(choice);
    }
    if (this.#opened.length) {
      const opened = this.#opened;
      this.#opened = [];
      if (!this.running) return this.select(opened, this.#from);
      // They were set down before the hex was answered: who may not go stays.
      this.running = { ...this.running, left: this.running.left.filter((piece) => offered.includes(piece)) };
    }
    if (this.#thenAll && !this.running) {
      const all = joiners(prompt, 1);
      if (all.length) return this.give(all, null, { lenient: true });
      this.#thenAll = false;
    }
    if (this.running) this.#next(state);
    else if (!prompt.mine || (this.selected.length && !prompt.choices.some((choice) => choice.hex !== null))) this.selected = [];
  }

  /** The server refused something: the order ends there. */
  refused(): void {
    if (this.running) this.#end();
  }

  #next(state: TableState): void {
    const { prompt } = state.scene;
    const order = this.running;
    if (!order) return;
    if (this.host.held) return;
    // The dice are in the air: what they bring is waited for.
    if (!prompt.mine && prompt.actor === 'chance' && state.status === 'playing') return;
    if (!prompt.mine) return this.#end();
    // Everybody who can was meant, and the battle has gone on: nobody else could.
    const stage = prompt.context?.stage ?? '';
    if (order.lenient && order.taken.length && stage !== this.#joining) return this.#end();
    const next = nextOf(order, prompt);
    this.waiting = next.form === 'wait';
    if (next.form === 'answer') {
      this.running = next.order;
      if (next.choice.piece !== null) this.#joining = stage;
      if (next.choice.ends) return this.#end(() => this.host.answer(next.choice));
      // Dice were announced by the button of a sweep, or for the first who marches there.
      const announced = order.sweep || (this.#pressed && order.hex !== null && next.choice.hex === order.hex);
      this.host.answer(next.choice, announced ? 'button' : 'gesture');
    } else if (next.form === 'done') this.#end();
    else if (next.form === 'stuck') void this.#stop(next.piece, order);
  }

  /** The answer that waited is given: the dice of this order are announced. */
  pressed(): void {
    this.#pressed = this.running !== null;
  }

  /** The answer that waited is taken back: the order ends there. */
  stop(): void {
    if (this.running) this.#end();
  }

  /** Those who march to the same hex after the one who waits for a press, each with dice of its own. */
  get after(): number {
    return this.running?.hex != null && this.host.state?.scene.prompt.context?.kind !== 'battle' ? this.running.left.length : 0;
  }

  /** Whether a sweep rolls dice. */
  get sweepRolls(): boolean {
    const prompt = this.host.state?.scene.prompt;
    return this.sweeps > 0 && prompt !== undefined && sweeping(prompt).some((choice) => choice.rolls);
  }

  #end(then?: () => void): void {
    this.last = { from: this.#from, to: this.host.state?.number ?? this.#from };
    this.let();
    then?.();
  }

  /** The order has met something that is not legal: it ends, and the reason is said. */
  async #stop(piece: string, order: Order): Promise<void> {
    const { host } = this;
    const asked = this.#subject === piece && order.hex !== null;
    const name = host.pieces.find((each) => each.id === piece)?.name ?? piece;
    this.#end();
    const told = await host.live.whyNot(asked && order.hex !== null ? { hex: order.hex } : { piece });
    const why = told.why || t('whynot.nothing');
    if (order.lenient && order.left.length) {
      const names = order.left.map((id) => host.pieces.find((each) => each.id === id)?.name ?? id).join(', ');
      return host.toasts.say(t('orders.without', { pieces: names, why }), told.rule);
    }
    host.toasts.say(t('orders.stopped', { piece: name, why }), told.rule, 'warn');
  }
}
