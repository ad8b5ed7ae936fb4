// What this page is bound to at a table, and what it has seen others bind themselves to: kept here, so that nobody can
// say otherwise later. See docs/decisions/0003.
import type { DiceTold, Drawn, TableState } from './types';

/** How many parts this page is bound to in a game with parts: one for each draw. */
export const LINKS = 2000;

/** What is kept of a table: my seed (none where I took a seat over from somebody) and the seed of my hash chain, and what the others had bound themselves to. */
export interface Promised {
  seed: string;
  chain?: string;
  fingerprint?: string;
  commits?: Record<string, string>;
  key?: string;
  head?: string;
  /** The key with which this page countersigns the end: its private half, and the public one that the seat is bound to. */
  signing?: { key: JsonWebKey; signer: string };
}

/** What goes to the server: a seed for it to keep, or the hash of one that stays here, with the head of a chain. */
export type Pledge = ({ seed: string } | { commit: string; chain?: string; links?: number }) & { signer?: string };

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
const random = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

/** The SHA-256 of what hex digits stand for. */
export async function sha256(text: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(text))));
}

/** A hash chain from its seed: the last one is the head, and each before it a part. */
export async function chainOf(seed: string, links = LINKS): Promise<string[]> {
  const found = [seed];
  for (let at = 0; at < links; at++) found.push(await sha256(found[at] as string));
  return found;
}

/** Bind this page: by a hash where the browser can hash (a safe address), with parts where they are wished for. */
export async function pledge(kind: 'kept' | 'committed' | 'parts'): Promise<{ pledge: Pledge; promised: Promised }> {
  const seed = random();
  if (!globalThis.crypto.subtle) return { pledge: { seed }, promised: { seed } };
  const signing = await newSigning();
  const { signer } = signing;
  if (kind === 'kept') return { pledge: { seed, signer }, promised: { seed, signing } };
  const commit = await sha256(seed);
  if (kind === 'committed') return { pledge: { commit, signer }, promised: { seed, signing } };
  const chain = random();
  const head = (await chainOf(chain)).at(-1) as string;
  return { pledge: { commit, chain: head, links: LINKS, signer }, promised: { seed, chain, signing } };
}

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' };

async function newSigning(): Promise<{ key: JsonWebKey; signer: string }> {
  const pair = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify']);
  const signer = hex(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));
  return { key: await crypto.subtle.exportKey('jwk', pair.privateKey), signer };
}

/** Countersign a finished game: the row after which it is over, and the signature of the head after it. Nothing where this
 * page has no key for a seat, where all its seats have signed, or where somebody is bound to something else than he was. */
export async function countersign(id: string, state: TableState): Promise<{ row: number; signature: string } | null> {
  const kept = promisedAt(id);
  const { dice, you } = state;
  if (state.status !== 'over' || !dice.head || !kept?.signing || !globalThis.crypto.subtle || changed(kept, dice)) return null;
  const { key: mine, signer } = kept.signing;
  if (!you.some((seat) => dice.signers[seat] === signer && !dice.signed.includes(seat))) return null;
  const key = await crypto.subtle.importKey('jwk', mine, ECDSA, false, ['sign']);
  const told = new TextEncoder().encode(`marne head ${dice.head}`);
  const signed = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, told);
  return { row: state.moment, signature: hex(new Uint8Array(signed)) };
}

const place = (id: string): string => `marne.promise.${id}`;

export function promisedAt(id: string): Promised | null {
  const kept = localStorage.getItem(place(id));
  return kept === null ? null : (JSON.parse(kept) as Promised);
}

export function keep(id: string, promised: Promised): void {
  localStorage.setItem(place(id), JSON.stringify(promised));
}

/** Keep what others are bound to, once, and the newest head of the log. */
export function note(id: string, dice: DiceTold, key?: string): void {
  const kept = promisedAt(id);
  if (!kept) return;
  keep(id, {
    ...kept,
    fingerprint: kept.fingerprint ?? dice.fingerprint,
    commits: { ...dice.commits, ...kept.commits },
    ...((kept.key ?? key) ? { key: (kept.key ?? key) as string } : {}),
    head: dice.head || kept.head || '',
  });
}

/** Whether somebody is bound to something else than he was: the name of what changed, or nothing. */
export function changed(kept: Promised, dice: DiceTold): string {
  if (kept.fingerprint && kept.fingerprint !== dice.fingerprint) return 'fingerprint';
  return Object.entries(kept.commits ?? {}).find(([seat, commit]) => dice.commits[seat] !== commit)?.[0] ?? '';
}

const chains = new Map<string, Promise<string[]>>();

/** What this page has to show now: its seed, or the next part of its chain; nothing if nobody waits for it. */
export async function due(id: string, state: TableState): Promise<{ seed: string } | { draw: number; part: string } | null> {
  const kept = promisedAt(id);
  const { dice, you } = state;
  if (!kept || changed(kept, dice)) return null;
  if (kept.seed && dice.awaited.some((seat) => you.includes(seat))) return { seed: kept.seed };
  if (!kept.chain || !dice.parts.some((seat) => you.includes(seat))) return null;
  if (!chains.has(id)) chains.set(id, chainOf(kept.chain));
  const links = (await chains.get(id)) as string[];
  const shown = dice.shown[dice.parts.find((seat) => you.includes(seat)) as string] ?? 0;
  const part = links[links.length - 2 - shown];
  return part === undefined ? null : { draw: dice.draw, part };
}

const BLOCK = 1n << 64n;

/** Draw a die again, as docs/decisions/0003 says: which of the weights comes out, counted from 0. */
export async function draw(secret: string, seeds: Record<string, string>, drawn: Omit<Drawn, 'place'>): Promise<number> {
  const words = (of: Record<string, string>): string =>
    Object.keys(of)
      .sort()
      .map((seat) => `${seat}=${of[seat]}`)
      .join(';');
  const parts = Object.keys(drawn.parts).length ? `+${words(drawn.parts)}` : '';
  const total = BigInt(drawn.weights.reduce((sum, weight) => sum + weight, 0));
  const limit = BLOCK - (BLOCK % total);
  const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  for (let attempt = 0; ; attempt++) {
    const message = new TextEncoder().encode(`${words(seeds)}${parts}#${drawn.draw}.${attempt}`);
    const digest = new DataView(await crypto.subtle.sign('HMAC', key, message));
    for (let at = 0; at < 32; at += 8) {
      const number = digest.getBigUint64(at);
      if (number >= limit) continue;
      let point = number % total;
      for (const [where, weight] of drawn.weights.entries()) {
        point -= BigInt(weight);
        if (point < 0n) return where;
      }
    }
  }
}

/** Check a finished game here: what others were bound to, that my seed is in it, and every die. The name of what does not
 * fit, or nothing. */
export async function wrong(kept: Promised | null, dice: DiceTold, draws: Drawn[]): Promise<string> {
  if (!dice.secret || (await sha256(dice.secret)) !== dice.fingerprint) return 'secret';
  if (kept) {
    const other = changed(kept, dice);
    if (other) return other;
    if (kept.seed && !Object.values(dice.seeds).includes(kept.seed)) return 'seed';
  }
  for (const [seat, seed] of Object.entries(dice.seeds)) {
    if ((await sha256(seed)) !== dice.commits[seat]) return seat;
  }
  for (const drawn of draws) {
    if ((await draw(dice.secret, dice.seeds, drawn)) !== drawn.place) return `${drawn.draw}`;
  }
  return '';
}
