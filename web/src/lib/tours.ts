// The guided first turn: where each card points. What a game says there is told by the game; the page has words for the rest.
import { named } from './i18n';
import type { About, Stop } from './types';

/** The stops that every game has. */
export const COMMON: Stop[] = [
  ...(['prompt', 'map'] as const).map((at) => ({ at, key: at as string, text: '' })),
  { at: 'map', key: 'orders', text: '' },
  { at: 'answers', key: 'answers', text: '' },
  { at: 'map', key: 'fight', text: '' },
  { at: 'panel', key: 'panel', text: '' },
  { at: 'prompt', key: 'story', text: '' },
];

/** The stops of a game's tour; one that says nothing has those that every game has. */
export function tourOf(about: About | null): Stop[] {
  return about?.tour.length ? about.tour : COMMON;
}

/** The words of a stop: the game's, or the page's own. */
export function stopWords(stop: Stop): string {
  return stop.text || named('tour', stop.key);
}

/** Words for the step that asks now, by the rule it stands under. The longest fitting number wins. */
export function hintFor(about: About | null, rule: string): string | null {
  const fitting = (about?.hints ?? []).filter((each) => rule === each.rule || rule.startsWith(`${each.rule}.`));
  return fitting.sort((a, b) => b.rule.length - a.rule.length)[0]?.text ?? null;
}
