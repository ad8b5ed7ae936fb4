// A battle from its target to the advance, read off the facts of the question: who goes in, who may still, what has fallen.
import { leavesBattle, opensBattle, opensPhase } from './story';
import type { Choice, Context, LogEntry, Piece, Prompt, Scene, Stage } from './types';

/** In this order a battle goes on; a game has as many of them as it needs. */
export const STAGES: Stage[] = ['target', 'attackers', 'defence', 'support', 'dice', 'losses', 'retreat', 'advance'];
/** At these counters are ticked, one beside the other; elsewhere one answer is chosen. */
const TICKED: Stage[] = ['attackers', 'support', 'advance'];

/** A counter that goes in or may go in: the answers that tick it on, none where it is on. */
export interface Tick {
  piece: string;
  on: boolean;
  choices: Choice[];
}

/** Counters of one hex. */
export interface TickGroup {
  place: string;
  ticks: Tick[];
}

/** The battle that a question belongs to. */
export function battleOf({ context }: Prompt): Context | null {
  return context?.kind === 'battle' ? context : null;
}

/** Whether the question is answered by ticking counters: it is about nobody in particular. */
export function ticked(prompt: Prompt): boolean {
  const stage = battleOf(prompt)?.stage ?? '';
  const own = prompt.choices.filter((choice) => choice.piece !== null && !choice.done);
  // Support that rolls at once is no tick but a button: each has dice of its own.
  const rolls = stage === 'support' && own.some((choice) => choice.rolls);
  return prompt.piece === '' && TICKED.includes(stage) && own.length > 0 && !rolls;
}

/** Who goes in, and who may still, by the hexes in which they lie. */
export function tickGroups(prompt: Prompt, pieces: Piece[]): TickGroup[] {
  const context = battleOf(prompt);
  if (!context || (!ticked(prompt) && context.stage !== 'attackers')) return [];
  const ticks = new Map<string, Tick>();
  // An attack is made of those who go in; whoever advances lies in the hex then.
  const place = new Map(pieces.map((piece) => [piece.id, piece.place]));
  const on = context.pieces.filter(
    (piece) => context.stage === 'attackers' || (context.stage === 'advance' && place.get(piece) === context.hex),
  );
  for (const piece of on) ticks.set(piece, { piece, on: true, choices: [] });
  if (prompt.piece === '')
    for (const choice of prompt.choices) {
      if (choice.piece === null || choice.done) continue;
      const tick = ticks.get(choice.piece) ?? { piece: choice.piece, on: false, choices: [] };
      tick.choices.push(choice);
      ticks.set(choice.piece, tick);
    }
  const groups = new Map<string, Tick[]>();
  for (const piece of pieces) {
    const tick = ticks.get(piece.id);
    if (!tick) continue;
    groups.set(piece.place, [...(groups.get(piece.place) ?? []), tick]);
    ticks.delete(piece.id);
  }
  // Counters that lie on no map, such as those of a battle board.
  if (ticks.size) groups.set('', [...ticks.values()]);
  return [...groups].map(([where, found]) => ({ place: where, ticks: found }));
}

/** Counters in a hex that is attacked: those that do not belong to the seat that is asked, by its order of battle where there is one. */
export function defenders(scene: Scene | null, hex: string): Piece[] {
  if (!scene || !hex) return [];
  const own = scene.order_of_battle.filter((formation) => formation.seat === scene.prompt.actor);
  const mine = new Set(own.flatMap((formation) => formation.units.map((unit) => unit.piece)));
  return scene.pieces.filter((piece) => piece.place === hex && !mine.has(piece.id));
}

/** The answer that carries the attack out as it stands, if there is one with odds. */
export function mainChoice(choices: Choice[]): Choice | null {
  return choices.find((choice) => choice.done && choice.odds) ?? null;
}

/** What was told since the battle began: its lines, none before it began. */
export function battleEntries(log: LogEntry[], stage: Stage): LogEntry[] {
  if (stage === 'target' || stage === 'attackers') return [];
  const from = log.findLastIndex((entry) => entry.events.some(opensBattle));
  if (from < 0 || log.slice(from + 1).some((entry) => entry.events.some(opensPhase))) return [];
  const told = log.slice(from).filter((entry) => entry.events.length > 0);
  // What came before it in the same moment belongs to something else.
  return told.map((entry, at) => (at ? entry : { ...entry, events: entry.events.slice(entry.events.findLastIndex(opensBattle)) }));
}

/** Whether everything since this seat's last answer belongs to a battle in which it was asked before: its panel has told it. */
export function toldInBattle(log: LogEntry[], seat: string): boolean {
  const from = log.findLastIndex((entry) => entry.events.some(opensBattle));
  const own = log.findLastIndex((entry) => entry.actor === seat);
  return from >= 0 && own >= from && !log.slice(from + 1).some((entry) => entry.events.some(leavesBattle));
}

/** To take a counter off again: back to before it was ticked, and the answers that are given again after it. */
export function untickPlan(log: LogEntry[], seat: string, piece: string): { to: number; again: string[] } | null {
  const again: string[] = [];
  for (const { number, actor, text: answer } of [...log].reverse()) {
    if (actor !== seat || answer === null) return null;
    // Notation, not a sentence: a verb and the counter, and sometimes where to.
    const rest = answer.slice(answer.indexOf(' ') + 1);
    if (rest === piece || rest.startsWith(`${piece} `)) return { to: number - 1, again: again.reverse() };
    again.push(answer);
  }
  return null;
}
