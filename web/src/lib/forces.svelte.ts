// Building a force: units as the game's notation writes them; what it costs and breaks is for the server to say.
import { api } from './api';
import { prefs } from './prefs.svelte';
import type { Army, ArmyKind, Judged } from './wire';

export interface Row {
  key: number;
  word: string;
  bases: number;
  guns: number;
  grade: string;
  recruits: number;
}
export type { Army, ArmyKind, Judged, Mustering } from './wire';

/** A row in the game's notation: `bn4+1E`, `field`, `cav3r1`. */
export function writeRow(row: Omit<Row, 'key'>, kind: string): string {
  if (kind === 'battery') return row.word;
  const grade = row.word === 'bn' || row.word === 'cav' ? ({ elite: 'E', raw: 'R' }[row.grade] ?? '') : '';
  return `${row.word}${row.bases}${row.guns ? `+${row.guns}` : ''}${grade}${row.recruits ? `r${row.recruits}` : ''}`;
}

const KEY = 'marne-forces';
const CARRIED = 'marne-carried';
export interface Saved {
  name: string;
  army: string;
  limit: number;
  force: string;
}

function read<T>(key: string, empty: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? empty;
  } catch {
    return empty;
  }
}
export const savedForces = (): Saved[] => read<Saved[]>(KEY, []);
export function saveForce(force: Saved): Saved[] {
  const kept = [force, ...savedForces().filter((each) => each.name !== force.name)].slice(0, 60);
  localStorage.setItem(KEY, JSON.stringify(kept));
  return kept;
}
export function dropForce(name: string): Saved[] {
  const kept = savedForces().filter((each) => each.name !== name);
  localStorage.setItem(KEY, JSON.stringify(kept));
  return kept;
}
/** A force that was built for a table which is not there yet, or has not asked for it. */
export function carry(table: string, force: string): void {
  localStorage.setItem(CARRIED, JSON.stringify({ ...read<Record<string, string>>(CARRIED, {}), [table]: force }));
}
export const carried = (table: string): string => read<Record<string, string>>(CARRIED, {})[table] ?? '';

export class Builder {
  /** The game whose lists these are. */
  game = '';
  armies = $state.raw<Army[]>([]);
  army = $state('');
  limit = $state(350);
  rows = $state<Row[]>([]);
  judged = $state.raw<Judged | null>(null);
  trouble = $state('');
  readonly list = $derived(this.armies.find((each) => each.name === this.army));
  readonly text = $derived(this.rows.map((row) => writeRow(row, this.kindOf(row.word)?.kind ?? '')).join(' '));
  readonly legal = $derived(this.judged !== null && this.judged.breaches.length === 0 && this.trouble === '');

  #next = 1;
  #busy = false;
  #asked = '';
  #taken = 0;

  /** What a verdict is about. */
  get #key(): string {
    return `${this.army} ${this.limit} ${this.text} ${prefs.language}`;
  }

  kindOf(word: string): ArmyKind | undefined {
    return this.list?.kinds.find((each) => each.word === word);
  }

  async load(game = this.game): Promise<void> {
    this.game = game;
    this.armies = await api.armies(game, prefs.language);
    if (this.#asked) [this.#asked, this.judged] = ['', null];
  }

  /** Another list begins with its first ready force of that size; what stood there belongs to the list before. */
  choose(army: string, limit = this.limit): void {
    [this.army, this.limit, this.rows, this.judged] = [army, limit, [], null];
    const ready = this.list?.ready.find((each) => each.points === limit) ?? this.list?.ready[0];
    void this.take(ready?.force ?? '');
  }

  /** A force from its notation, read by the server. */
  async take(text: string): Promise<boolean> {
    const ticket = ++this.#taken;
    try {
      const told = await api.judge(this.game, { army: this.army, points: this.limit, force: text }, prefs.language);
      if (ticket !== this.#taken) return false; // another list or force was chosen meanwhile
      this.rows = told.units.map(({ word, bases, guns, grade, recruits }) => ({ key: this.#next++, word, bases, guns, grade, recruits }));
      [this.judged, this.trouble, this.#asked] = [told, '', this.#key];
      return true;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  add(kind: ArmyKind): void {
    const row = {
      key: this.#next++,
      word: kind.word,
      bases: kind.low,
      guns: 0,
      grade: kind.grades.includes('trained') ? 'trained' : (kind.grades[0] ?? 'trained'),
      recruits: 0,
    };
    const order = this.list?.kinds.map((each) => each.word) ?? [];
    const after = this.rows.findIndex((each) => order.indexOf(each.word) > order.indexOf(kind.word));
    this.rows.splice(after < 0 ? this.rows.length : after, 0, row);
    void this.ask();
  }

  copy(row: Row): void {
    this.rows.splice(this.rows.findIndex((each) => each.key === row.key) + 1, 0, { ...row, key: this.#next++ });
    void this.ask();
  }

  remove(row: Row): void {
    this.rows = this.rows.filter((each) => each.key !== row.key);
    void this.ask();
  }

  change(row: Row, part: Partial<Row>): void {
    Object.assign(row, part);
    void this.ask();
  }

  /** One question at a time, always about the newest force. */
  async ask(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    let asked = this.#key;
    while (asked !== this.#asked) {
      this.#asked = asked;
      try {
        const told = await api.judge(this.game, { army: this.army, points: this.limit, force: this.text }, prefs.language);
        if (asked === this.#asked && asked === this.#key) [this.judged, this.trouble] = [told, ''];
      } catch (error) {
        this.trouble = error instanceof Error ? error.message : String(error);
      }
      asked = this.#key;
    }
    this.#busy = false;
  }
}
