// The order of battle as people look at it: what an army has, what comes and goes in which turn, what is lost.
import type { Formation, Mustered, Piece } from './types';

/** After every turn: nobody knows when. */
const LAST = 1000;

export interface ArmyNow {
  formation: Formation;
  here: { unit: Mustered; piece: Piece | null }[];
  coming: Mustered[];
  /** Lost, and gone by order or for good. */
  gone: Mustered[];
  /** Steps that those on the map have left, and those that they and the lost ones had. */
  steps: number;
  ofSteps: number;
}

export function armyNow(formation: Formation, pieces: ReadonlyMap<string, Piece>): ArmyNow {
  const here = formation.units.filter((unit) => unit.state === 'here').map((unit) => ({ unit, piece: pieces.get(unit.piece) ?? null }));
  const lost = formation.units.filter((unit) => unit.state === 'lost');
  const full = (units: Mustered[]) => units.reduce((sum, unit) => sum + (unit.steps ?? 0), 0);
  return {
    formation,
    here,
    coming: formation.units.filter((unit) => unit.state === 'coming').sort((a, b) => (a.turn ?? LAST) - (b.turn ?? LAST)),
    gone: formation.units.filter((unit) => unit.state === 'lost' || unit.state === 'left'),
    steps: here.reduce((sum, { unit, piece }) => sum + (unit.steps ? (piece ? piece.pips : unit.steps) : 0), 0),
    ofSteps: full(here.map(({ unit }) => unit)) + full(lost),
  };
}

export interface TurnOf {
  turn: number;
  come: { unit: Mustered; army: string }[];
  go: { unit: Mustered; army: string }[];
}

/** What comes and goes, turn by turn, from now on. */
export function byTurn(formations: Formation[]): TurnOf[] {
  const turns = new Map<number, TurnOf>();
  const at = (turn: number) => {
    const found = turns.get(turn) ?? { turn, come: [], go: [] };
    turns.set(turn, found);
    return found;
  };
  for (const formation of formations)
    for (const unit of formation.units) {
      if (unit.state === 'coming' && unit.turn) at(unit.turn).come.push({ unit, army: formation.title });
      if (unit.leaves) at(unit.leaves).go.push({ unit, army: formation.title });
    }
  return [...turns.values()].sort((a, b) => a.turn - b.turn);
}
