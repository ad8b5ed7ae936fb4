import type { Choice, Explanation, Happened, LogEntry, Moment, Piece, Scene, TableState } from '../src/lib/types';

export const piece = (facts: Partial<Piece>): Piece => ({
  id: 'p',
  place: '',
  army: 'german',
  symbol: 'infantry',
  name: 'II AK',
  size: 'XXX',
  numbers: ['4', '4'],
  pips: 2,
  of_pips: 2,
  flags: [],
  facing: null,
  hidden: false,
  words: 'II AK, infantry corps',
  ...facts,
});

export const choice = (facts: Partial<Choice>): Choice => ({
  id: 'c',
  text: facts.id ?? 'c',
  hex: null,
  piece: null,
  odds: false,
  done: false,
  ends: false,
  rolls: false,
  facing: null,
  usual: false,
  opens: false,
  ...facts,
});

/** Kinds of events that tests tell of, with the sorts that games give them. */
const SORTS: Record<string, Happened['sort']> = {
  TurnBegan: 'turn',
  PhaseBegan: 'phase',
  Moved: 'move',
  StackMoved: 'move',
  WentByRail: 'rail',
  AttackDeclared: 'battle',
  BattleFought: 'roll',
  StepLost: 'loss',
  Retreated: 'battle_move',
  Advanced: 'battle_move',
  Arrived: 'arrival',
  UnitArrived: 'arrival',
  CityTaken: 'control',
  Regrouped: 'state',
};
export const KINDS = Object.keys(SORTS);
export const happened = (kind: string, facts: Partial<Happened> = {}): Happened => ({
  kind,
  sort: SORTS[kind] ?? 'notice',
  rule: '1',
  text: '',
  ...facts,
});

export const entry = (number: number, actor: string, ...texts: string[]): LogEntry => ({
  number,
  actor,
  text: actor === 'chance' ? '3' : 'x',
  events: texts.map((text) => happened('Moved', { rule: '10.1', text })),
});

export const scene = (facts: Partial<Scene>): Scene => ({
  game: 'g',
  turn: 'Turn 1',
  phase: 'Step',
  prompt: {
    actor: 'german',
    mine: true,
    question: '?',
    rule: '1.1',
    choices: [],
    open: false,
    piece: '',
    hex: '',
    context: null,
    sweep: false,
  },
  pieces: [],
  tallies: [],
  panels: [],
  outline: [],
  overlays: [],
  aims: [],
  order_of_battle: [],
  prizes: [],
  calendar: [],
  combat_table: null,
  trenches: [],
  open_table: null,
  ...facts,
});

export const state = (facts: Partial<TableState>): TableState => ({
  id: 't',
  game: 'g',
  title: 'G',
  setting: { scenario: '', edition: '', options: {} },
  name: 'n',
  number: 0,
  moment: 0,
  status: 'playing',
  frozen: '',
  closed: false,
  common: null,
  you: ['german'],
  viewing: 'german',
  seats: [],
  scene: scene({}),
  log: [],
  undo: false,
  undo_asked: null,
  draw_offered: '',
  score: { over: false, points: [], winner: null, rule: '', why: '' },
  dice: {
    fingerprint: 'f',
    commits: {},
    chains: {},
    seeds: {},
    awaited: [],
    head: '',
    draw: 0,
    parts: [],
    shown: {},
    without: false,
    would: [],
    signers: {},
    signed: [],
    secret: '',
  },
  chat: [],
  ...facts,
});

export const explanation = (facts: Partial<Explanation>): Explanation => ({
  rule: '11.1',
  title: 'an attack',
  modifiers: [],
  column: '',
  distributions: [],
  notes: [],
  columns: [],
  factors: '',
  base: '',
  hope: null,
  ...facts,
});

export const moment = (number: number, pieces: Piece[] = [], events: Moment['events'] = []): Moment => ({
  number,
  of: 9,
  actor: 'german',
  text: null,
  chance: false,
  events,
  scene: scene({ pieces }),
});

/** A question of this reader's with these answers. */
export const asked = (choices: Choice[], mine = true): Scene['prompt'] => ({ ...scene({}).prompt, choices, mine });

/** A promise that is kept when somebody says so. */
export function later<T>(): { promise: Promise<T>; come: (value: T) => void } {
  let come: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (come = resolve));
  return { promise, come };
}
