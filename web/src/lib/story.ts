// What the others did, told from the kinds and facts of the log's events: each event once, by phase and by battle.
import type { Context, Happened, LogEntry } from './types';

export type Sort = 'move' | 'battle' | 'loss' | 'arrival';
export const SORTS: Sort[] = ['move', 'battle', 'loss', 'arrival'];

const OF_SORT: Record<Sort, string[]> = {
  move: ['Moved', 'StackMoved', 'Advanced', 'Retreated', 'Withdrew', 'CavalryWithdrew', 'DrivenBack', 'HeadquartersMoved', 'GeneralMoved'],
  battle: ['AttackDeclared', 'Probed', 'BattleBegan', 'CombatDeclared', 'FiredAt', 'HexShelled', 'FortShelled', 'AssaultFired'],
  loss: [
    ...['StepLost', 'StepsLost', 'UnitEliminated', 'Eliminated', 'Destroyed', 'UnitDestroyed', 'BaseLost', 'UnitDisrupted', 'IntoTheSea'],
    ...['FortDestroyed', 'FortReduced', 'FortSurrendered'],
  ],
  arrival: ['Arrived', 'UnitArrived', 'UnitPlaced', 'Deployed', 'Reinforced', 'CameUp', 'Returned'],
};
const SORT_OF = new Map(SORTS.flatMap((sort) => OF_SORT[sort].map((kind) => [kind, sort] as const)));
/** With these a part of the turn begins. */
const PHASES = new Set(['TurnBegan', 'PlayerTurnBegan', 'PhaseBegan', 'Activated']);
/** Nobody marches or arrives in a battle: it is over. */
const AFTER_BATTLE = new Set(['Moved', 'StackMoved', 'HeadquartersMoved', 'GeneralMoved', 'Arrived', 'UnitArrived']);

/** Every kind of event that is known here by its name. */
export const KNOWN = [...SORT_OF.keys(), ...PHASES, ...AFTER_BATTLE];

export function sortOf(event: Happened): Sort | null {
  return SORT_OF.get(event.kind) ?? null;
}

/** Whether a battle begins with this event. */
export function opensBattle(event: Happened): boolean {
  return sortOf(event) === 'battle';
}

/** Whether a part of the turn begins with this event. */
export function opensPhase(event: Happened): boolean {
  return PHASES.has(event.kind);
}

/** Whether a battle is over with this event. */
export function leavesBattle(event: Happened): boolean {
  return PHASES.has(event.kind) || AFTER_BATTLE.has(event.kind);
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
      if (PHASES.has(event.kind)) begin('phase', line.key, line);
      else if (opensBattle(event)) begin('battle', line.key, line);
      else if (!last || (last.form === 'battle' && AFTER_BATTLE.has(event.kind))) begin('plain', line.key, null).lines.push(line);
      else last.lines.push(line);
    }
  return parts;
}

/** How many moves, battles, losses and arrivals there are among the entries. */
export function counted(entries: LogEntry[]): Record<Sort, number> {
  const found: Record<Sort, number> = { move: 0, battle: 0, loss: 0, arrival: 0 };
  for (const event of entries.flatMap((entry) => entry.events)) {
    const sort = sortOf(event);
    if (sort) found[sort]++;
  }
  return found;
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
    if (opensBattle(event) || PHASES.has(event.kind)) break;
  }
  return found;
}
