// What the page asks of its host. Tokens live in this browser's storage and travel in a header, never in an address.
import { host } from './host';
import { t } from './i18n';
import { prefs } from './prefs.svelte';
import type { Army, Judged } from './forces.svelte';
import type { Checked, Looked, Suggested } from './tabletop';
import { keep, note, pledge, type Pledge } from './promises';
import type { Rulebook } from './rulebook';
import type {
  AnalysisTold,
  GameStory,
  DiceTold,
  Drawn,
  Explanation,
  GameInfo,
  Geometry,
  HeardTold,
  HexCard,
  Invited,
  Listed,
  LogEntry,
  Luck,
  Moment,
  Reply,
  Glance,
  ScenarioPage,
  Start,
  TableState,
} from './types';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly rule = '',
  ) {
    super(message);
  }
}

/** What went wrong, in the reader's words: the server's own, or that it could not be reached. */
export function troubleOf(error: unknown): string {
  return error instanceof ApiError ? error.message : t('load.failed');
}

export interface Held {
  id: string;
  game: string;
  title: string;
  tokens: Record<string, string>;
  made: number;
  /** Codes for the seats that were open, so that the link can be shown again. */
  invitations?: Record<string, string>;
  /** A map was drawn for it here: next time it is fetched before the server has said which. */
  map?: boolean;
  /** The token of the table's opener: it closes the table or frees a silent player's seat. */
  owner?: string;
}

const KEY = 'marne-tables';

export function heldTables(): Held[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Held[];
  } catch {
    return [];
  }
}

export function hold(table: Held): void {
  const others = heldTables().filter((each) => each.id !== table.id);
  localStorage.setItem(KEY, JSON.stringify([table, ...others].slice(0, 200)));
}

export function hasMap(id: string): void {
  const tables = heldTables();
  if (tables.some((each) => each.id === id && !each.map))
    localStorage.setItem(KEY, JSON.stringify(tables.map((each) => (each.id === id ? { ...each, map: true } : each))));
}

export function forget(id: string): void {
  localStorage.setItem(KEY, JSON.stringify(heldTables().filter((each) => each.id !== id)));
}

export function tokensOf(id: string): string[] {
  const table = heldTables().find((each) => each.id === id);
  return table ? Object.values(table.tokens) : [];
}

export async function call<T>(method: string, path: string, body?: unknown, tokens: string[] = [], signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': prefs.language };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (tokens.length) headers['Authorization'] = `Bearer ${tokens.join(',')}`;
  const init: RequestInit = { method, headers };
  if (signal) init.signal = signal;
  if (body !== undefined) init.body = JSON.stringify(body);
  return read<T>(await host().ask(path, init));
}

async function read<T>(response: Response): Promise<T> {
  if (!response.ok) {
    const told = (await response.json().catch(() => ({}))) as { error?: { code: string; message: string; rule?: string } };
    throw new ApiError(response.status, told.error?.code ?? 'failed', told.error?.message ?? response.statusText, told.error?.rule);
  }
  const type = response.headers.get('content-type') ?? '';
  return (type.includes('json') ? response.json() : response.text()) as Promise<T>;
}

export const at = (id: string, rest = '') => `/api/tables/${encodeURIComponent(id)}${rest}`;

const foreseen = new Map<string, Promise<unknown>>();

/** What was begun to be fetched already, or else fetched now. */
function fetched<T>(address: string): Promise<T> {
  const early = foreseen.get(address) as Promise<T> | undefined;
  foreseen.delete(address);
  return early ? early.catch(() => call<T>('GET', address)) : call<T>('GET', address);
}

export interface NewTable {
  game: string;
  scenario: string;
  edition: string;
  options: Record<string, string>;
  seats: Record<string, string>;
  name: string;
  /** What the others call me. */
  called?: string;
}

export const api = {
  games: (language: string) => call<GameInfo[]>('GET', `/api/games?language=${language}`),
  geometry: (game: string) => fetched<Geometry>(`/api/board/${game}.json`),
  boardAddress: (game: string, theme: string, language: string) => `/api/board/${game}.svg?theme=${theme}&language=${language}`,
  board: (game: string, theme: string, language: string) => fetched<string>(api.boardAddress(game, theme, language)),
  /** Begin to fetch what a map is drawn from, before anybody has said that it will be. */
  foresee: (game: string, theme: string, language: string) => {
    const { marneEarly } = globalThis as { marneEarly?: Map<string, Promise<Response>> };
    for (const address of [`/api/board/${game}.json`, api.boardAddress(game, theme, language)]) {
      const begun = marneEarly?.get(address);
      marneEarly?.delete(address);
      const early = begun ? begun.then(read) : call('GET', address);
      early.catch(() => undefined); // whoever needs it asks again
      foreseen.set(address, early);
    }
  },
  rules: (game: string, language: string) =>
    call<Record<string, { title: string; summary: string; needs: string }>>('GET', `/api/rules/${game}?language=${language}`),
  scenario: (game: string, scenario: string, language: string) =>
    call<ScenarioPage>('GET', `/api/scenario/${game}/${encodeURIComponent(scenario)}?language=${language}`),
  /** The ground of a scenario with the units that begin there. */
  picture: (game: string, scenario: string, dark: boolean) =>
    host().image(`/api/picture/${game}/${encodeURIComponent(scenario)}.svg?theme=${dark ? 'night' : 'day'}`),
  start: (game: string, scenario: string, language: string) =>
    call<Start>('GET', `/api/start/${game}/${encodeURIComponent(scenario)}?language=${language}`),
  glance: (held: Held, language: string) =>
    call<Glance>('GET', at(held.id, `/glance?language=${language}`), undefined, Object.values(held.tokens)),
  rulebook: (game: string, language: string) => call<Rulebook>('GET', `/api/rulebook/${game}?language=${language}`),
  figure: (game: string, name: string, language: string) => `/api/rulebook/${game}/${name}.svg?language=${language}`,
  departures: (game: string, language: string) => call<string>('GET', `/api/departures/${game}?language=${language}`),
  /** What an invitation is to, and who invites. */
  invited: (id: string, invitation: string, language: string) =>
    call<Invited>('POST', at(id, `/invited?language=${language}`), { invitation }),
  open: (wish: NewTable & Pledge) =>
    call<{ id: string; seats: Record<string, string>; invitations: Record<string, string>; owner: string }>('POST', '/api/tables', wish),
  join: (id: string, invitation: string, name: string, pledge: Pledge) =>
    call<{ seat: string; token: string }>('POST', at(id, '/join'), { invitation, name, ...pledge }),
  /** What everybody is bound to, for all who have the address. */
  dice: (id: string) => call<DiceTold & { key: string }>('GET', at(id, '/dice')),
  seed: (id: string, seed: string) => call<{ kept: boolean }>('PUT', at(id, '/seed'), { seed }, tokensOf(id)),
  part: (id: string, draw: number, part: string) => call<{ taken: boolean }>('POST', at(id, '/parts'), { draw, part }, tokensOf(id)),
  without: (id: string) => call<{ done: boolean }>('POST', at(id, '/parts/without'), {}, tokensOf(id)),
  sign: (id: string, signed: { row: number; signature: string }) =>
    call<{ signed: boolean }>('POST', at(id, '/sign'), signed, tokensOf(id)),
  draws: (id: string) => call<Drawn[]>('GET', at(id, '/draws'), undefined, tokensOf(id)),
  state: (id: string, language: string) => call<TableState>('GET', at(id, `?language=${language}`), undefined, tokensOf(id)),
  /** A hex on a card; of a piece, what getting there costs it. */
  card: (id: string, hex: string, piece: string, language: string) =>
    call<HexCard>('POST', at(id, `/card?language=${language}`), { hex, piece }, tokensOf(id)),
  odds: (id: string, answer: string) => call<Explanation | null>('POST', at(id, '/odds'), { answer }, tokensOf(id)),
  replies: (id: string, language: string, signal: AbortSignal) =>
    call<Reply[]>('GET', at(id, `/replies?language=${language}`), undefined, tokensOf(id), signal),
  /** The odds of an attack with counters put elsewhere on one's own view; null where nobody could make it. */
  whatIf: (id: string, asked: { places: Record<string, string>; hex: string; by: string }, language: string) =>
    call<Explanation | null>('POST', at(id, `/whatif?language=${language}`), asked, tokensOf(id)),
  whyNot: (id: string, target: { hex?: string; piece?: string }, language: string) =>
    call<{ rule: string; why: string }>('POST', at(id, `/why-not?language=${language}`), target, tokensOf(id)),
  /** Some legal answers to an open question, and whether a place would do. */
  suggest: (id: string, n: number) => call<Suggested[]>('POST', at(id, '/suggest'), { n }, tokensOf(id)),
  /** What the staff would answer next in a set-up. */
  staff: (id: string) => call<string[]>('GET', at(id, '/staff'), undefined, tokensOf(id)),
  check: (id: string, answer: string, language: string) =>
    call<Checked>('POST', at(id, `/check?language=${language}`), { answer }, tokensOf(id)),
  /** Lines of sight and ranges of a unit where it stands. */
  look: (id: string, unit: string) => call<Looked>('POST', at(id, '/look'), { unit }, tokensOf(id)),
  /** A whole force or a whole allocation of tokens, as one answer to several questions. */
  sheet: (id: string, number: number, sheet: { force: string } | { tokens: Record<string, number> }, language: string) =>
    call<TableState>('POST', at(id, `/sheet?language=${language}`), { number, ...sheet }, tokensOf(id)),
  armies: (game: string, language: string) => call<Army[]>('GET', `/api/forces/${game}?language=${language}`),
  judge: (game: string, wish: { army: string; points: number; force: string }, language: string) =>
    call<Judged>('POST', `/api/forces/${game}?language=${language}`, wish),
  log: (id: string, from: number, language: string) =>
    call<LogEntry[]>('GET', at(id, `/log?from=${from}&language=${language}`), undefined, tokensOf(id)),
  /** A past moment, as I may see it or through the eyes of a seat; `spectator` for nobody's. */
  moment: (id: string, number: number, language: string, eyes = '') =>
    call<Moment>('GET', at(id, `/moments/${number}?language=${language}${eyes ? `&seat=${eyes}` : ''}`), undefined, tokensOf(id)),
  record: (id: string) => call<string>('GET', at(id, '/record'), undefined, tokensOf(id)),
  upload: (text: string) => call<{ id: string; game: string; seats: Record<string, string> }>('POST', '/api/records', { text }),
  /** Checked by the server, against the head and the key that this page kept. */
  verify: (id: string, head: string, key: string) =>
    call<{ ok: boolean; verdict: string; draws: number; skipped: number; message: string; signed?: string[] }>(
      'GET',
      at(id, `/verify?head=${head}&key=${key}&language=${prefs.language}`),
      undefined,
      tokensOf(id),
    ),
  /** Whose turn it is at these tables, without their pictures. */
  list: (tables: Held[]) =>
    call<Listed[]>(
      'GET',
      `/api/tables?ids=${tables.map((table) => table.id).join(',')}`,
      undefined,
      tables.flatMap((table) => Object.values(table.tokens)),
    ),
  story: (id: string, language: string) => call<GameStory>('GET', at(id, `/story?language=${language}`), undefined, tokensOf(id)),
  analysis: (id: string, language: string) => call<AnalysisTold>('GET', at(id, `/analysis?language=${language}`), undefined, tokensOf(id)),
  heard: (id: string, number: number, language: string) =>
    call<HeardTold[]>('GET', at(id, `/analysis/${number}?language=${language}`), undefined, tokensOf(id)),
  luck: (id: string, language: string) => call<Luck>('GET', at(id, `/luck?language=${language}`), undefined, tokensOf(id)),
  notes: (id: string) => call<{ text: string }>('GET', at(id, '/notes'), undefined, tokensOf(id)),
  /** Where to be told of one's move: an Apprise address or a plain mail address, or neither. */
  notify: (id: string, where: { url: string } | { mail: string }) => call<{ kept: boolean }>('PUT', at(id, '/notify'), where, tokensOf(id)),
  keepNotes: (id: string, text: string) => call<{ kept: boolean }>('PUT', at(id, '/notes'), { text }, tokensOf(id)),
};

/** Save the record of a game as a file. */
export async function download(id: string): Promise<void> {
  const text = await api.record(id);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `${heldTables().find((table) => table.id === id)?.game ?? 'game'}-${id}.marne`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

interface Opened {
  id: string;
  invitations: Record<string, string>;
}

let opening: Promise<Opened> | null = null;

/** Open a table, keep its tokens here, and give back its id with the invitations to open seats. A second press while
 * one is on its way, wherever the button is, brings the same table. */
export function openTable(wish: NewTable, title: string, parts = false): Promise<Opened> {
  opening ??= openAndKeep(wish, title, parts).finally(() => (opening = null));
  return opening;
}

async function openAndKeep(wish: NewTable, title: string, parts: boolean): Promise<Opened> {
  const mine = await pledge(parts ? 'parts' : 'kept');
  const made = await api.open({ ...wish, called: prefs.name, ...mine.pledge });
  keep(made.id, mine.promised);
  const dice = await api.dice(made.id);
  note(made.id, dice, dice.key);
  const invitations = Object.keys(made.invitations).length ? { invitations: made.invitations } : {};
  hold({
    id: made.id,
    game: wish.game,
    title: wish.name || title,
    tokens: made.seats,
    made: Date.now(),
    owner: made.owner,
    ...invitations,
  });
  return made;
}
