import { beforeEach, describe, expect, it } from 'vitest';
import { heldTables, hold } from '../src/lib/api';
import { carry, carryLink, read, take } from '../src/lib/carry';
import { keep, promisedAt } from '../src/lib/promises';

const table = (id: string, tokens: Record<string, string>) => ({ id, game: 'grand_illusion', title: 'Ypres, ñ', tokens, made: 1 });

describe('my games on another device', () => {
  beforeEach(() => localStorage.clear());

  it('are the same games, with their seats and promises', () => {
    hold(table('a', { allied: 'one' }));
    hold(table('b', { german: 'two' }));
    keep('a', { seed: 'ab', chain: 'cd' });
    const link = carryLink(carry());
    expect(link).toContain('#/carry/m1.');
    const before = heldTables();
    localStorage.clear();
    expect(take(read(link)!)).toBe(2);
    expect(heldTables()).toEqual(before);
    expect(promisedAt('a')).toEqual({ seed: 'ab', chain: 'cd' });
  });
  it('leave those that are there alone', () => {
    hold(table('a', { allied: 'one' }));
    const code = carry();
    localStorage.clear();
    hold(table('a', { german: 'other' }));
    hold(table('c', { german: 'three' }));
    keep('a', { seed: 'mine' });
    expect(take(read(code)!)).toBe(0);
    expect(heldTables().find((each) => each.id === 'a')?.tokens).toEqual({ allied: 'one', german: 'other' });
    expect(
      heldTables()
        .map((each) => each.id)
        .sort(),
    ).toEqual(['a', 'c']);
    expect(promisedAt('a')).toEqual({ seed: 'mine' });
  });
  it('come from no other text', () => {
    for (const text of ['', 'm1.', 'm1.AAAA', 'https://else.where/', 'm1.e30', `m1.${btoa('{"tables":[1]}')}`])
      expect(read(text)).toBeNull();
  });
});
