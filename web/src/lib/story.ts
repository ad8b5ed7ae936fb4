// What the others did, told from the sorts and facts of the log's events: each event once, by phase and by battle.
import type { Context, Happened, LogEntry } from './types';

/** What is counted, and the sorts of events that count as it. */
const COUNTED = {
  move: ['move', 'rail', 'battle_move'],
  battle: ['battle'],
  loss: ['loss'],
  arrival: ['arrival'],
} satisfies Record<string, Happened['sort'][]>;
export type Count = keyof typeof COUNTED;
export const COUNTS = Object.keys(COUNTED) as Count[];

/** Whether a battle begins with this event. */
export function opensBattle({ sort }: Happened): boolean {
  return sort === 'battle';
}

/** Whether a part of the turn begins with this event. */
export function opensPhase({ sort }: Happened): boolean {
  return sort === 'turn' || sort === 'phase';
}

/** Whether a unit marches or arrives: nobody does in a battle, so it is over. */
function marches({ sort }: Happened): boolean {
  return sort === 'move' || sort === 'rail' || sort === 'arrival';
}

/** Whether a battle is over with this event. */
export function leavesBattle(event: Happened): boolean {
  return opensPhase(event) || marches(event);
}

export interface StoryLine {
  key: string;
  event: Happened;
}

/** A phase, a battle, or what stands outside both; the event that it began with is its head. */
export interface StoryPart {
  key: string;
  form: 'phase' | 'battle' | 'plain';
  head: StoryLine | null;
  lines: StoryLine[];
}

/** The entries as a story: every event once, in the order in which they happened. */
export function storyOf(entries: LogEntry[]): StoryPart[] {
  const parts: StoryPart[] = [];
  const begin = (form: StoryPart['form'], key: string, head: StoryLine | null): StoryPart => {
    const part = { key, form, head, lines: [] };
    parts.push(part);
    return part;
  };
  for (const { number, events } of entries)
    for (const [at, event] of events.entries()) {
      const line = { key: `${number}.${at}`, event };
      const last = parts.at(-1);
      if (opensPhase(event)) begin('phase', line.key, line);
      else if (opensBattle(event)) begin('battle', line.key, line);
      else if (!last || (last.form === 'battle' && marches(event))) begin('plain', line.key, null).lines.push(line);
      else last.lines.push(line);
    }
  return parts;
}

/** How many moves, battles, losses and arrivals there are among the entries. */
export function counted(entries: LogEntry[]): Record<Count, number> {
  const events = entries.flatMap((entry) => entry.events);
  const of = (count: Count) => events.filter(({ sort }) => (COUNTED[count] as string[]).includes(sort)).length;
  return { move: of('move'), battle: of('battle'), loss: of('loss'), arrival: of('arrival') };
}

/** The entries since this seat's own last answer; `whole` is false where that answer lies before the lines at hand. */
export function sinceOwn(log: LogEntry[], seat: string): { entries: LogEntry[]; whole: boolean } {
  const own = log.findLastIndex((entry) => entry.actor === seat);
  return { entries: log.slice(own + 1), whole: own >= 0 || (log[0]?.number ?? 1) <= 1 };
}

/** Whether somebody else has answered, and something came of it: dice alone are nobody's turn. */
export function worthTelling(entries: LogEntry[], seat: string): boolean {
  return entries.some((entry) => entry.actor !== seat && entry.actor !== 'chance') && entries.some((entry) => entry.events.length > 0);
}

/** What has been thrown in the battle behind a question: the column that was read and the last dice, if they fell since it began. */
export function thrownIn(log: LogEntry[], { hex }: Context): { column: string; dice: number[] } {
  const found = { column: '', dice: [] as number[] };
  const here = (event: Happened) => !event.hexes?.length || event.hexes.includes(hex);
  for (const event of log.flatMap((entry) => entry.events).reverse()) {
    if (here(event)) {
      found.column ||= event.column ?? '';
      if (!found.dice.length) found.dice = event.dice ?? [];
    }
    if (opensBattle(event) || opensPhase(event)) break;
  }
  return found;
}
