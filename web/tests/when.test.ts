import { expect, it } from 'vitest';
import { ago } from '../src/lib/when';

it('says how long ago something was, in words', () => {
  const now = 1_800_000_000_000;
  expect([5, 100, 3 * 3600, 26 * 3600, 10 * 86_400].map((seconds) => ago(now - seconds * 1000, 'en', now))).toEqual([
    'now',
    '2 minutes ago',
    '3 hours ago',
    'yesterday',
    'last week',
  ]);
  expect(ago(now - 2 * 3600 * 1000, 'es', now)).toBe('hace 2 horas');
});
