// Promises kept by a page: the same dice as the server's, chains that can't be chosen, and what changed is noticed.
import { describe, expect, test } from 'vitest';
import { chainOf, changed, countersign, draw, keep, pledge, sha256, wrong } from '../src/lib/promises';
import type { DiceTold } from '../src/lib/types';
import { state } from './support';

const SECRET = '736563726574'; // "secret"
const SEEDS = { german: '61', entente: '62' };
const DICE = [1, 1, 1, 1, 1, 1];

async function told(): Promise<DiceTold> {
  const commits = { german: await sha256(SEEDS.german), entente: await sha256(SEEDS.entente) };
  return { ...state({}).dice, fingerprint: await sha256(SECRET), secret: SECRET, seeds: SEEDS, commits };
}

describe('promises', () => {
  test('draws the dice that Python draws (the example of marne.engine.fair_dice)', async () => {
    const faces = await Promise.all(
      [...Array(8).keys()].map(async (at) => 1 + (await draw(SECRET, SEEDS, { draw: at, weights: DICE, parts: {} }))),
    );
    expect(faces).toEqual([5, 2, 4, 6, 5, 4, 4, 2]);
  });

  test('parts change a die', async () => {
    const faces = await Promise.all(
      [...Array(12).keys()].map((at) => draw(SECRET, SEEDS, { draw: at, weights: DICE, parts: { german: '01', entente: '02' } })),
    );
    const plain = await Promise.all([...Array(12).keys()].map((at) => draw(SECRET, SEEDS, { draw: at, weights: DICE, parts: {} })));
    expect(faces).not.toEqual(plain);
  });

  test('each part of a chain hashes to the one before', async () => {
    const links = await chainOf('aa'.repeat(32), 5);
    expect(links).toHaveLength(6);
    for (let at = 1; at < 6; at++) expect(await sha256(links[at - 1] as string)).toBe(links[at]);
  });

  test('a page binds itself and keeps what it is bound to', async () => {
    const mine = await pledge('committed');
    expect(mine.pledge).toEqual({ commit: await sha256(mine.promised.seed), signer: mine.promised.signing?.signer });
    expect(JSON.stringify((await pledge('parts')).pledge)).not.toContain(mine.promised.seed);
  });

  test('countersigns the end of a game by the key that its seat is bound to, once', async () => {
    const { promised } = await pledge('kept');
    keep('t', promised);
    const signer = promised.signing!.signer;
    const dice = { ...state({}).dice, head: 'ab'.repeat(32), signers: { blue: signer } };
    const over = state({ status: 'over', moment: 9, you: ['blue'], dice });
    const signed = await countersign('t', over);
    expect(signed?.row).toBe(9);
    const bytes = (text: string) => Uint8Array.from(text.match(/../g)!.map((pair) => parseInt(pair, 16)));
    const curve = { name: 'ECDSA', namedCurve: 'P-256' };
    const key = await crypto.subtle.importKey('raw', bytes(signer), curve, false, ['verify']);
    const hash = { name: 'ECDSA', hash: 'SHA-256' };
    const told = new TextEncoder().encode(`marne head ${dice.head}`);
    expect(await crypto.subtle.verify(hash, key, bytes(signed!.signature), told)).toBe(true);
    expect(await countersign('t', state({ ...over, status: 'playing' }))).toBeNull();
    expect(await countersign('t', state({ ...over, dice: { ...dice, signed: ['blue'] } }))).toBeNull();
    expect(await countersign('t', state({ ...over, dice: { ...dice, signers: { blue: 'another' } } }))).toBeNull();
  });

  test('notices who is bound to something else', async () => {
    const dice = await told();
    const kept = { seed: '61', fingerprint: dice.fingerprint, commits: dice.commits };
    expect(changed(kept, dice)).toBe('');
    expect(changed(kept, { ...dice, fingerprint: 'other' })).toBe('fingerprint');
    expect(changed(kept, { ...dice, commits: { ...dice.commits, entente: 'other' } })).toBe('entente');
  });

  test('checks a finished game: every die, every seed, the secret, and that mine is in it', async () => {
    const dice = await told();
    const kept = { seed: '61', fingerprint: dice.fingerprint, commits: dice.commits };
    const draws = [4, 1, 3, 5].map((place, at) => ({ draw: at, weights: DICE, parts: {}, place }));
    expect(await wrong(kept, dice, draws)).toBe('');
    expect(await wrong(kept, dice, [{ ...draws[0]!, place: 0 }])).toBe('0');
    expect(await wrong(kept, { ...dice, secret: '00' }, draws)).toBe('secret');
    expect(await wrong({ ...kept, seed: '63' }, dice, draws)).toBe('seed');
    expect(await wrong({ ...kept, seed: '' }, dice, draws)).toBe(''); // a seat that was taken over
    expect(await wrong(kept, { ...dice, seeds: { ...SEEDS, entente: '63' } }, draws)).toBe('entente');
  });
});
