// Addresses are fragments, so that nothing in them (an invitation least of all) reaches a server or its logs.
export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string; scenario: string }
  | { page: 'join'; id: string; code: string }
  | { page: 'table'; id: string; at: number | null; eyes: string }
  | { page: 'forces'; shared: Shared | null }
  | { page: 'recover'; id: string; word: string }
  | { page: 'carry'; code: string }
  | { page: 'bench'; board: string }
  | { page: 'rules'; game: string; rule: string; table: string };

/** A force in an address: its list, its points, its units as notation writes them. */
export interface Shared {
  army: string;
  limit: number;
  force: string;
}
export const forceAddress = ({ army, limit, force }: Shared): string =>
  `#/forces/${encodeURIComponent(army)}/${limit}/${encodeURIComponent(force)}`;

/** The rulebook of a game, at a rule; from a table, so that it leads back. */
export const ruleAddress = (game: string, rule = '', table = ''): string =>
  `#/rules/${[game, rule, ...(table ? [table] : [])].map(encodeURIComponent).join('/')}`;

export function readRoute(hash: string): Route {
  const parts = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decodeURIComponent);
  const [page, id = '', word = '', number = '', eyes = ''] = parts;
  if (page === 'new') return { page: 'new', game: id, scenario: word };
  if (page === 'join' && id && word) return { page: 'join', id, code: word };
  if (page === 'table' && id) {
    const moment = word === 'at' && /^\d+$/.test(number);
    return { page: 'table', id, at: moment ? Number(number) : null, eyes: moment ? eyes : '' };
  }
  if (page === 'forces') {
    const shared = id && /^\d+$/.test(word) && number ? { army: id, limit: Number(word), force: number } : null;
    return { page: 'forces', shared };
  }
  if (page === 'recover' && id) return { page: 'recover', id, word };
  if (page === 'carry') return { page: 'carry', code: id };
  if (page === 'rules' && id) return { page: 'rules', game: id, rule: word, table: number };
  if (page === 'bench') return { page: 'bench', board: id };
  return { page: 'home' };
}

class Router {
  route = $state.raw<Route>(readRoute(location.hash));

  constructor() {
    addEventListener('hashchange', () => (this.route = readRoute(location.hash)));
  }
}

export const router = new Router();

export function go(address: string): void {
  location.hash = address;
}
