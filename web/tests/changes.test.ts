// Differences over a recorded game: `python -m table.record_changes` wrote the letters and the states.
import { describe, expect, it } from 'vitest';
import { applyChange, type Change } from '../src/lib/changes';
import recorded from './changes.json';

type Recorded = { letter: Record<string, unknown>; state?: Record<string, unknown> };
const letters = recorded as unknown as Recorded[];

describe('a state by what changed', () => {
  it('is the whole state wherever one was recorded', () => {
    let state: Record<string, unknown> = {};
    let compared = 0;
    for (const { letter, state: due } of letters) {
      const { type, ...rest } = letter;
      state = type === 'state' ? rest : applyChange(state, rest as unknown as Change);
      if (!due) continue;
      expect(state).toEqual(due);
      compared++;
    }
    expect(letters.filter(({ letter }) => letter['type'] === 'change').length).toBeGreaterThan(20);
    expect(compared).toBeGreaterThan(3);
  });

  it('leaves the old one as it was, and what did not change is the same', () => {
    const before = { number: 1, scene: { turn: 'I', pieces: [{ id: 1 }, { id: 2 }], panels: [] } };
    const kept = structuredClone(before);
    const after = applyChange(before, { set: { number: 2, 'scene.turn': 'II' }, lists: { 'scene.pieces': [1, 1, [{ id: 3 }]] } });
    expect(before).toEqual(kept);
    expect(after).toEqual({ number: 2, scene: { turn: 'II', pieces: [{ id: 2 }, { id: 3 }], panels: [] } });
    expect(after.scene.pieces[0]).toBe(before.scene.pieces[1]);
    expect(after.scene.panels).toBe(before.scene.panels);
  });

  it('gives new things what they share with the first of their list', () => {
    const fresh = [
      [{ id: 1, done: false }, { id: 2 }],
      [{ id: 3 }],
      [
        ['supply', []],
        ['zoc', []],
      ],
      0,
      1,
    ];
    expect(applyChange({ all: [7, 8] }, { set: {}, lists: { all: fresh } })).toEqual({
      all: [{ id: 1, done: false }, { id: 2, done: false }, { id: 3 }, ['supply', []], ['zoc', []], 7],
    });
  });
});
