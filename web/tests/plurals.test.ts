// The same vectors as the server's: `tests/engine/test_plurals.py`.
import { describe, expect, it } from 'vitest';
import { chosen, fill, type Facts } from '../src/lib/plurals';
import { en } from '../src/words/en';
import { es } from '../src/words/es';
import vectors from './plurals.json';

describe('plural forms', () => {
  for (const { message, facts, text } of vectors as unknown as { message: string; facts: Facts; text: string }[])
    it(`comes to ${text}`, () => expect(fill(message, facts)).toBe(text));

  it('refuses a plural that is not whole', () => {
    for (const message of ['{n, plural, one {# step}}', '{n, plural, one {# step} other {# steps}', '{n, plural, one {# step other}'])
      expect(() => chosen(message, { n: 1 })).toThrow();
  });

  it('can be read in every message of the page, for one and for many', () => {
    for (const words of [en, es] as Record<string, string>[])
      for (const [key, text] of Object.entries(words)) {
        const names = [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!);
        for (const number of [0, 1, 2])
          expect(fill(text, Object.fromEntries(names.map((name) => [name, number]))), key).not.toMatch(/[{}]|plural/);
      }
  });
});
