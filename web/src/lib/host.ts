// Where the table lives. The page asks a host and doesn't know which: a server, or a worker in this very browser.

/** Messages of one table, both ways: the part of a WebSocket that the page uses. */
export type Channel = Pick<WebSocket, 'binaryType' | 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

export interface Host {
  /** Whether the game is kept in this browser: nobody far away can sit down, and nobody is told by mail. */
  readonly alone: boolean;
  /** Ask for something, as `fetch` does. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  channel(path: string): Channel;
  /** Where an image lies that the host draws. */
  image(path: string): string;
}

/** The server that the page came from. */
export const server: Host = {
  alone: false,
  ask: (path, init) => fetch(path, init),
  channel: (path) => {
    const address = new URL(path, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(address);
  },
  image: (path) => path,
};

let chosen = server;

export const host = (): Host => chosen;

export function choose(other: Host): void {
  chosen = other;
}
