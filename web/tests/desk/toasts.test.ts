import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/lib/api';
import { Toasts } from '../../src/desk/toasts.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const texts = (toasts: Toasts) => toasts.list.map((toast) => toast.text);

it('keeps the last three and drops each after eight seconds', () => {
  const toasts = new Toasts();
  for (const text of ['a', 'b', 'c', 'd']) toasts.say(text);
  expect(texts(toasts)).toEqual(['b', 'c', 'd']);
  vi.advanceTimersByTime(5000);
  toasts.say('e', '8.1');
  vi.advanceTimersByTime(3000);
  expect(toasts.list).toMatchObject([{ text: 'e', rule: '8.1', tone: 'plain' }]);
});
it('tells what went wrong in its own words', () => {
  const toasts = new Toasts();
  toasts.fail(new ApiError(400, 'illegal', 'no such table', 'A3'));
  toasts.fail('gone');
  expect(toasts.list).toMatchObject([
    { text: 'no such table', rule: 'A3', tone: 'warn' },
    { text: 'gone', rule: '', tone: 'warn' },
  ]);
});
it('is closed by hand, one or all', () => {
  const toasts = new Toasts();
  toasts.say('a');
  toasts.say('b');
  toasts.drop(toasts.list[0]!.id);
  expect(texts(toasts)).toEqual(['b']);
  toasts.clear();
  expect(toasts.list).toEqual([]);
});
