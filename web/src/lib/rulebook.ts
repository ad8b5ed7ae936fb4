// The rulebook of a game as the server tells it, and what its page makes of it.
export interface Block {
  kind: 'text' | 'list' | 'steps' | 'table' | 'figure';
  text: string;
  items: string[];
  source: string;
  head: string[];
  rows: string[][];
}
export interface Passage {
  /** Empty for a heading that is no rule. */
  number: string;
  title: string;
  level: number;
  blocks: Block[];
  language: string;
  summary: boolean;
  /** Interpretations: key and cells. */
  notes: string[][];
  /** Differences of editions: the edition, the number. */
  differs: [string, string][];
  /** What shows the rule on the map of a table. */
  overlay: string;
}
export interface Chapter {
  title: string;
  passages: Passage[];
}
export interface Rulebook {
  game: string;
  title: string;
  language: string;
  chapters: Chapter[];
}

export interface Part {
  words: string;
  /** The rule that the words lead to. */
  rule?: string;
}

/** Words with the rule numbers in brackets taken apart: `[6.2, 11.2]` leads to both. */
export function linked(text: string, numbers: ReadonlySet<string>): Part[] {
  return text.split(/(\[[^[\]]+\])/).flatMap((part): Part[] => {
    const inside = part.startsWith('[') ? part.slice(1, -1).split(', ') : [];
    if (!inside.length || !inside.every((each) => numbers.has(each))) return part ? [{ words: part }] : [];
    return inside.flatMap((rule, at) => [
      { words: at ? ', ' : '[' },
      { words: rule, rule },
      ...(at + 1 < inside.length ? [] : [{ words: ']' }]),
    ]);
  });
}

/** Everything that a passage says, as one text to search. */
export const wordsOf = (passage: Passage): string =>
  [
    passage.number,
    passage.title,
    ...passage.blocks.flatMap((block) => [block.text, ...block.items, ...block.rows.flat()]),
    ...passage.notes.flat(),
  ]
    .join(' ')
    .toLowerCase();

/** The passages that hold every word that was asked for. */
export function found(book: Rulebook, asked: string): Passage[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  return book.chapters.flatMap((chapter) => chapter.passages).filter((passage) => words.every((word) => wordsOf(passage).includes(word)));
}

/** The rule that the book has for a number of the table: itself, or the one that it belongs to (`11.2.4`, then `11.2`). */
export function nearestNumber(numbers: ReadonlySet<string>, wanted: string): string {
  let number = wanted;
  while (number && !numbers.has(number)) number = number.includes('.') ? number.slice(0, number.lastIndexOf('.')) : '';
  return number;
}

const SHOWN = 'marne-show';

/** Asked for in the rulebook: an overlay that a table shall show when it opens. */
export const askToShow = (table: string, overlay: string): void => sessionStorage.setItem(`${SHOWN}.${table}`, overlay);

/** The overlay that was asked for, once. */
export function askedToShow(table: string): string {
  const key = `${SHOWN}.${table}`;
  const overlay = sessionStorage.getItem(key) ?? '';
  sessionStorage.removeItem(key);
  return overlay;
}
