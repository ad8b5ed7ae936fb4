// A past moment in place of the live one, through whose eyes it is seen, and what the others did last as a film.
import { api } from '../lib/api';
import { trail } from '../lib/changes';
import { t } from '../lib/i18n';
import { calm, prefs } from '../lib/prefs.svelte';
import { nextStop, stopsOf, type Stride } from '../lib/strides';
import type { LogEntry, Moment, TableState } from '../lib/types';
import { lastOfOthers, placesOf } from '../lib/words';
import type { Marks } from './marks.svelte';
import type { Toasts } from './toasts.svelte';

/** What a replay needs of the desk. */
export interface ReplayHost {
  readonly id: string;
  readonly state: TableState | null;
  /** Live and nothing laid over it. */
  readonly playing: boolean;
  /** A game without hexes: pieces are drawn where they stand, without trails. */
  readonly open: boolean;
  readonly hexes: ReadonlyMap<string, unknown>;
  readonly marks: Marks;
  readonly toasts: Toasts;
  readonly map: { show(hexes: string[]): void } | null;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Replay {
  moment = $state.raw<Moment | null>(null);
  /** Through whose eyes a past moment is seen: '' my own, a seat's, or `spectator`. */
  eyes = $state('');
  /** The last thing that others did is being shown again. */
  watching = $state(false);
  /** How far one step goes. */
  stride = $state<Stride>('unit');
  /** The whole log, once it was read: what a step looks for stands there. */
  log = $state.raw<LogEntry[]>([]);
  readonly stops = $derived(stopsOf(this.log, this.stride));
  /** The moment that was asked for last: one that comes late, when another is wanted, is not shown. */
  seeking: number | null = null;

  constructor(private readonly host: ReplayHost) {}

  async read(): Promise<void> {
    this.log = await api.log(this.host.id, 0, prefs.language).catch(() => this.log);
  }

  async goTo(number: number, stepping = false): Promise<void> {
    this.seeking = number;
    const { host, moment: before } = this;
    try {
      const found = await api.moment(host.id, number, prefs.language, this.eyes);
      if (this.seeking !== number) return;
      this.moment = found;
      // One step on shows what it changed; a leap shows only where it has come to.
      const on = before === null ? 0 : number - before.number;
      const step = before !== null && (on === 1 || (on > 1 && (this.watching || stepping))) && !host.open;
      host.marks.step(step ? trail(before.scene.pieces, found.scene.pieces, host.hexes) : []);
      host.marks.hexes = placesOf(found, found.scene.pieces, host.hexes);
    } catch (error) {
      host.toasts.fail(error);
    }
  }

  /** To the next stop, on or back; one moment where the log was not read. */
  async leap(by: 1 | -1): Promise<void> {
    const most = this.moment?.of ?? this.host.state?.number ?? 0;
    const at = this.moment?.number ?? most;
    const to = this.log.length ? nextStop(this.stops, at, by, most) : Math.max(0, Math.min(most, at + by));
    if (to === at) return;
    await this.goTo(to, true);
    this.host.map?.show(this.host.marks.hexes);
  }

  /** One stop on or back, within the game. */
  step(by: 1 | -1): void {
    if (this.moment) void this.leap(by);
  }

  /** Back to the live table. */
  end(): void {
    this.seeking = null;
    this.moment = null;
    this.watching = false;
    this.host.marks.hexes = [];
  }

  /** Show the last thing that others did, answer by answer, then come back; again, or Escape, stops it. */
  async watchOthers(): Promise<void> {
    if (this.watching) return this.end();
    const { host } = this;
    // At one screen the others are those whose eyes these are not.
    const mine = host.state?.viewing ?? '';
    const last = lastOfOthers(host.state?.log ?? [], [mine]);
    if (!last || !host.playing) return host.toasts.say(t('trail.nothing'));
    this.watching = true;
    await this.goTo(last.from);
    const pace = Math.max(350, Math.min(1100, 16_000 / last.entries.length)) * (calm() ? 1.4 : 1);
    for (const entry of last.entries) {
      await pause(pace);
      if (!this.watching) return;
      await this.goTo(entry.number);
      host.map?.show(host.marks.hexes);
    }
    await pause(1.6 * pace);
    if (this.watching) this.end();
  }
}
