import { afterEach, expect, it, vi } from 'vitest';
import { api, call } from '../src/lib/api';
import { choose, server, type Channel, type Host } from '../src/lib/host';
import { Live } from '../src/lib/live.svelte';

afterEach(() => {
  choose(server);
  vi.unstubAllGlobals();
});

it('asks the host for everything, and the network for nothing', async () => {
  const asked: string[] = [];
  const channel: Channel = {
    binaryType: 'arraybuffer',
    readyState: WebSocket.OPEN,
    send: (message: unknown) => asked.push(String((JSON.parse(String(message)) as { type: string }).type)),
    close: () => asked.push('closed'),
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  const alone: Host = {
    alone: true,
    ask: (path, init) => {
      asked.push(`${init?.method ?? 'GET'} ${path}`);
      return Promise.resolve(new Response('{"text":"mine"}', { headers: { 'content-type': 'application/json' } }));
    },
    channel: (path) => {
      asked.push(path);
      return channel;
    },
    image: (path) => `.${path}`,
  };
  choose(alone);
  vi.stubGlobal('fetch', () => Promise.reject(new Error('the network was asked')));

  expect(await call('GET', '/api/tables/a/notes')).toEqual({ text: 'mine' });
  expect(api.picture('training', 'first', true)).toBe('./api/picture/training/first.svg?theme=night');
  const live = new Live('a', 'en');
  channel.onopen?.call(channel as WebSocket, new Event('open'));
  live.close();
  expect(asked).toEqual(['GET /api/tables/a/notes', '/api/tables/a/live', 'hello', 'closed']);
});

it('tells what the host refused in its own words', async () => {
  const refusal = { error: { code: 'forbidden', message: 'Not yours.', rule: '' } };
  choose({ ...server, ask: () => Promise.resolve(new Response(JSON.stringify(refusal), { status: 403 })) });
  await expect(call('GET', '/api/tables/a')).rejects.toMatchObject({ status: 403, code: 'forbidden', message: 'Not yours.' });
});
