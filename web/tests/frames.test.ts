import { describe, expect, it } from 'vitest';
import { stepsOf, type News } from '../src/lib/changes';
import { entry, happened, piece, scene, state } from './support';

const at = (number: number, place: string) => state({ number, undo: true, scene: scene({ pieces: [piece({ id: 'a', place })] }) });
const moved = (place: string): News => ({ set: {}, lists: { 'scene.pieces': [[piece({ id: 'a', place })]] } });
const told = (number: number) => ({ ...entry(number, 'allied'), events: [happened('Moved', {})] });
const lines = (...numbers: number[]) => ({ log: [numbers.map(told)] });

describe('frames', () => {
  it('lead from picture to picture, and the last is the newest state', () => {
    const frame = { set: { number: 1, 'scene.prompt.mine': false }, lists: moved('2').lists };
    const news: News = { frames: [frame], set: { number: 2 }, lists: { ...moved('3').lists, ...lines(1, 2) } };
    const steps = stepsOf(at(0, '1'), news);
    const shown = steps.map(({ state: { number, undo, scene, log } }) => [number, undo, scene.pieces[0]?.place, log.length]);
    expect(shown).toEqual([
      [1, false, '2', 1],
      [2, true, '3', 2],
    ]);
  });
  it('are missing where the message says so', () => {
    const news: News = { unfilmed: true, set: { number: 2 }, lists: lines(1, 2) };
    expect(stepsOf(at(0, '1'), news).map((step) => [step.state.number, step.unfilmed])).toEqual([[2, true]]);
  });
});
