import { beforeEach, expect, it, vi } from 'vitest';
import { Book } from '../../src/desk/book.svelte';
import { api } from '../../src/lib/api';

const rules = vi.spyOn(api, 'rules');
const departures = vi.spyOn(api, 'departures');
const games = vi.spyOn(api, 'games');

beforeEach(() => {
  for (const each of [rules, departures, games]) each.mockReset();
  rules.mockImplementation(async (_game, language) => ({ '1': { title: language, summary: '', needs: '' } }));
  departures.mockResolvedValue('# Readings');
  games.mockResolvedValue([]);
});

it('is read once for each language', async () => {
  const book = new Book();
  await Promise.all([book.read('g', 'en'), book.read('g', 'en')]);
  expect([rules.mock.calls.length, book.rules['1']?.title, book.departures, book.about]).toEqual([1, 'en', '# Readings', null]);
  await book.read('g', 'es');
  expect(book.rules['1']?.title).toBe('es');
});
it('lacks what cannot be had', async () => {
  rules.mockRejectedValueOnce(new Error('offline'));
  const book = new Book();
  await book.read('g', 'en');
  expect([book.rules, book.departures]).toEqual([{}, '# Readings']);
});
