import { afterEach, expect, it, vi } from 'vitest';
import { api, hold } from '../src/lib/api';
import { languageOf } from '../src/lib/prefs.svelte';
import { LANGUAGES } from '../src/words';
import written from '../early.js?raw';
import { spoken } from '../packed.js';

const source = spoken(written);

/** What is begun to be fetched when the page opens at an address. */
function begun(hash: string, prefs: object, { map = true, dark = false, languages = ['en-GB'] } = {}): string[] {
  localStorage.clear();
  hold({ id: 'a b', game: 'training', title: '', tokens: {}, made: 0, map });
  localStorage.setItem('marne-prefs', JSON.stringify(prefs));
  location.hash = hash;
  vi.stubGlobal('matchMedia', () => ({ matches: dark }));
  vi.stubGlobal('navigator', { languages });
  vi.stubGlobal(
    'fetch',
    vi.fn(async (address: string) => new Response(address)),
  );
  delete (globalThis as { marneEarly?: unknown }).marneEarly;
  (0, eval)(source);
  return vi.mocked(fetch).mock.calls.map(([address]) => String(address));
}
const addresses = (theme: string, language: string) => ['/api/board/training.json', api.boardAddress('training', theme, language)];

afterEach(() => vi.unstubAllGlobals());

it('fetches what the page will ask for, in its theme and language', () => {
  expect(begun('#/table/a%20b', {})).toEqual(addresses('day', 'en'));
  expect(begun('#/table/a%20b/at/3', { theme: 'dark', language: 'es' })).toEqual(addresses('night', 'es'));
  expect(begun('#/table/a%20b', { theme: 'light' }, { dark: true })).toEqual(addresses('day', 'en'));
  for (const languages of [['de', 'es-MX'], ['pt'], ['ES']])
    expect(begun('#/table/a%20b', {}, { dark: true, languages })).toEqual(addresses('night', languageOf(languages)));
});
it('knows every language of the page', () => {
  for (const language of LANGUAGES) expect(begun('#/table/a%20b', { language })).toEqual(addresses('day', language));
});
it('fetches nothing where no map was drawn, or for another page', () => {
  expect(begun('#/table/a%20b', {}, { map: false })).toEqual([]);
  expect(begun('#/table/other', {})).toEqual([]);
  expect(begun('', {})).toEqual([]);
});
it('is taken over by the page, which asks no second time', async () => {
  begun('#/table/a%20b', {});
  api.foresee('training', 'day', 'en');
  expect(await api.board('training', 'day', 'en')).toBe(api.boardAddress('training', 'day', 'en'));
  expect(vi.mocked(fetch)).toHaveBeenCalledTimes(2);
});
