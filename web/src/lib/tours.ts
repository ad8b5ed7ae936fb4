// The guided first turn: where each card points, and which words belong to which step.
import type { Key } from './i18n';

export interface Stop {
  at: 'prompt' | 'map' | 'panel' | 'track' | 'answers';
  words: Key;
}

const common: Stop[] = [
  { at: 'prompt', words: 'tour.prompt' },
  { at: 'map', words: 'tour.map' },
  { at: 'answers', words: 'tour.answers' },
  { at: 'panel', words: 'tour.panel' },
];

export const TOURS: Record<string, Stop[]> = {
  any: common,
  schlieffens_war: [
    { at: 'map', words: 'tour.sw.aim' },
    ...common,
    { at: 'track', words: 'tour.sw.sequence' },
    { at: 'map', words: 'tour.sw.hidden' },
    { at: 'prompt', words: 'tour.now' },
  ],
  grand_illusion: [
    { at: 'map', words: 'tour.gi.aim' },
    ...common,
    { at: 'track', words: 'tour.gi.sequence' },
    { at: 'map', words: 'tour.gi.battle' },
    { at: 'prompt', words: 'tour.now' },
  ],
  brigade1914: [
    { at: 'map', words: 'tour.br.aim' },
    ...common.slice(0, 1),
    { at: 'map', words: 'tour.br.table' },
    { at: 'map', words: 'tour.br.place' },
    { at: 'answers', words: 'tour.answers' },
    { at: 'panel', words: 'tour.br.sheet' },
    { at: 'track', words: 'tour.br.sequence' },
    { at: 'map', words: 'tour.br.reaction' },
    { at: 'prompt', words: 'tour.now' },
  ],
};

/** Words for the step that asks now, by the rule it stands under. The longest fitting number wins. */
const HINTS: Record<string, [rule: string, words: Key][]> = {
  schlieffens_war: [
    ['3.1', 'hint.sw.setup'],
    ['9', 'hint.sw.regroup'],
    ['10', 'hint.sw.move'],
    ['11.1', 'hint.sw.probe'],
    ['11', 'hint.sw.combat'],
    ['6.5', 'hint.sw.stack'],
  ],
  grand_illusion: [
    ['13', 'hint.gi.setup'],
    ['7', 'hint.gi.reinforcements'],
    ['8.1', 'hint.gi.act'],
    ['8.4', 'hint.gi.move'],
    ['8.7', 'hint.gi.withdrawal'],
    ['9.1', 'hint.gi.declare'],
    ['9.2', 'hint.gi.board'],
    ['9.4', 'hint.gi.retreat'],
    ['10', 'hint.gi.rail'],
  ],
  brigade1914: [
    ['A12', 'hint.br.muster'],
    ['C13', 'hint.br.marker'],
    ['A10', 'hint.br.mask'],
    ['A11', 'hint.br.cards'],
    ['C27', 'hint.br.deploy'],
    ['A4', 'hint.br.initiative'],
    ['A3', 'hint.br.tokens'],
    ['C1', 'hint.br.act'],
    ['C2', 'hint.br.declare'],
    ['A5', 'hint.br.move'],
    ['C3', 'hint.br.react'],
    ['C16', 'hint.br.target'],
    ['A7', 'hint.br.charge'],
  ],
};

export function hintFor(game: string, rule: string): Key | null {
  let best: [string, Key] | null = null;
  for (const each of HINTS[game] ?? []) {
    const fits = rule === each[0] || rule.startsWith(`${each[0]}.`);
    if (fits && (best === null || each[0].length > best[0].length)) best = each;
  }
  return best?.[1] ?? null;
}
