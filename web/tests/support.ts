import type { Choice, LogEntry, Piece, Scene, TableState } from '../src/lib/types';

export const piece = (facts: Partial<Piece>): Piece => ({
  id: 'p', place: '', army: 'german', symbol: 'infantry', name: 'II AK', size: 'XXX', numbers: ['4', '4'], pips: 2, of_pips: 2, flags: [], facing: null, hidden: false, words: 'II AK, infantry corps', ...facts,
});

export const choice = (facts: Partial<Choice>): Choice => ({ id: 'c', text: facts.id ?? 'c', hex: null, piece: null, odds: false, done: false, ends: false, ...facts });

export const entry = (number: number, actor: string, ...texts: string[]): LogEntry => ({
  number, actor, text: actor === 'chance' ? '3' : 'x', events: texts.map((text) => ({ kind: 'Moved', rule: '10.1', text })),
});

export const scene = (facts: Partial<Scene>): Scene => ({
  game: 'g', turn: 'Turn 1', phase: 'Step', prompt: { actor: 'german', mine: true, question: '?', rule: '1.1', choices: [], open: false, piece: '', hex: '', context: null },
  pieces: [], tallies: [], panels: [], outline: [], overlays: [], combat_table: null, trenches: [], open_table: null, ...facts,
});

export const state = (facts: Partial<TableState>): TableState => ({
  id: 't', game: 'g', title: 'G', setting: { scenario: '', edition: '', options: {} }, name: 'n', number: 0, status: 'playing', you: ['german'], viewing: 'german',
  seats: [], scene: scene({}), log: [], undo: false, undo_asked: null, score: { over: false, points: [], winner: null, rule: '', why: '' }, dice: { fingerprint: 'f' }, chat: [], ...facts,
});
