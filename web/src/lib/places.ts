// Whose place it is: tokens renewed, given up, handed over and got back, and spectators sent away.
import { at, call, heldTables, hold, tokensOf } from './api';

export interface Watching {
  watch: boolean;
  spectators: { mark: string; since: number; place: number }[];
}

const held = (id: string) => heldTables().find((table) => table.id === id);
const mine = (id: string, seat: string): string[] => {
  const token = held(id)?.tokens[seat];
  return token ? [token] : [];
};

/** The token of whoever opened the table, if that was here. */
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

/** A link to a seat, by whoever opened the table. */
export async function recover(id: string, seat: string): Promise<string> {
  const { invitation } = await call<{ invitation: string }>('POST', at(id, '/recover'), { owner: ownerOf(id), seat });
  return joinLink(id, invitation);
}

export const watching = (id: string) => call<Watching>('GET', at(id, '/spectators'), undefined, tokensOf(id));
export const letWatch = (id: string, watch: boolean) => call<{ gone: number }>('PUT', at(id, '/watch'), { watch }, tokensOf(id));
export const sendAway = (id: string, mark: string) =>
  call<{ gone: number }>('DELETE', at(id, `/spectators/${mark}`), undefined, tokensOf(id));
