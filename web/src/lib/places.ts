// Whose place it is: tokens renewed, given up, handed over and got back, and spectators sent away.
import { api, at, call, heldTables, hold, tokensOf } from './api';
import { prefs } from './prefs.svelte';
import { keep, note, promisedAt } from './promises';

export interface Watching {
  watch: boolean;
  spectators: { mark: string; since: number; place: number }[];
}

const held = (id: string) => heldTables().find((table) => table.id === id);
const mine = (id: string, seat: string): string[] => {
  const token = held(id)?.tokens[seat];
  return token ? [token] : [];
};

/** The token of the table's opener, if it was opened here. */
export const ownerOf = (id: string): string => held(id)?.owner ?? '';

/** Where somebody takes a seat: the code stands in the fragment, which a browser sends to no server. */
export const joinLink = (id: string, code: string): string => `${location.origin}${location.pathname}#/join/${id}/${code}`;

/** A new token for one's seat, kept here; the old one holds nothing any more. */
export async function renew(id: string, seat: string): Promise<void> {
  const { token } = await call<{ token: string }>('POST', at(id, '/token'), undefined, mine(id, seat));
  const table = held(id);
  if (table) hold({ ...table, tokens: { ...table.tokens, [seat]: token } });
}

/** Give one's seat up. */
export async function giveUp(id: string, seat: string): Promise<void> {
  await call('DELETE', at(id, '/token'), undefined, mine(id, seat));
  const table = held(id);
  if (table) hold({ ...table, tokens: Object.fromEntries(Object.entries(table.tokens).filter(([name]) => name !== seat)) });
}

/** A link to one's own seat; one keeps it until the link is taken up. */
export async function handOver(id: string, seat: string): Promise<string> {
  const { invitation } = await call<{ invitation: string }>('POST', at(id, '/handover'), undefined, mine(id, seat));
  return joinLink(id, invitation);
}

/** A link that gets one's own seat back on any device: it holds a new recovery word. */
export async function recoveryLink(id: string, seat: string): Promise<string> {
  const { word } = await call<{ word: string }>('POST', at(id, '/word'), undefined, mine(id, seat));
  return `${location.origin}${location.pathname}#/recover/${id}/${word}`;
}

/** Get one's own seat back by its recovery word. */
export async function recover(id: string, word: string): Promise<void> {
  const { seat, token } = await call<{ seat: string; token: string }>('POST', at(id, '/recover'), { word });
  const table = held(id) ?? { id, game: '', title: '', tokens: {}, made: Date.now() };
  hold({ ...table, tokens: { ...table.tokens, [seat]: token } });
  if (!promisedAt(id)) keep(id, { seed: '' });
  const dice = await api.dice(id);
  note(id, dice, dice.key);
  const state = await api.state(id, prefs.language);
  hold({ ...table, tokens: { ...table.tokens, [seat]: token }, game: state.game, title: state.name });
}

/** What came of freeing a seat: a link for somebody else, the staff in the seat, or when it may be freed. */
export interface Freed {
  invitation: string;
  staff: boolean;
  due: number;
}

/** Free the seat of a silent player, by the opener. */
export const free = (id: string, seat: string) => call<Freed>('POST', at(id, '/free'), { owner: ownerOf(id), seat });

/** Close the table, by its opener. */
export const close = (id: string) => call<{ closed: boolean }>('POST', at(id, '/close'), { owner: ownerOf(id) });

export const watching = (id: string) => call<Watching>('GET', at(id, '/spectators'), undefined, tokensOf(id));
export const letWatch = (id: string, watch: boolean) => call<{ gone: number }>('PUT', at(id, '/watch'), { watch }, tokensOf(id));
export const sendAway = (id: string, mark: string) =>
  call<{ gone: number }>('DELETE', at(id, `/spectators/${mark}`), undefined, tokensOf(id));
