// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../src/lib/api';
import type { Army, Judged } from '../src/lib/wire';
import { Builder, carried, carry, dropForce, saveForce, savedForces, writeRow } from '../src/lib/forces.svelte';

describe('a force', () => {
  beforeEach(() => localStorage.clear());
  it('is written as the game writes it', () => {
    const row = { word: 'bn', bases: 4, guns: 1, grade: 'elite', recruits: 0 };
    expect(writeRow(row, 'infantry')).toBe('bn4+1E');
    expect(writeRow({ ...row, grade: 'raw', guns: 0, recruits: 2 }, 'infantry')).toBe('bn4Rr2');
    expect(writeRow({ ...row, word: 'jg' }, 'infantry')).toBe('jg4+1');
    expect(writeRow({ ...row, word: 'field', bases: 2 }, 'battery')).toBe('field');
  });
  it('is kept under its name, the newest first', () => {
    saveForce({ name: 'a', army: 'british_infantry', limit: 350, force: 'bn4 bn4' });
    saveForce({ name: 'b', army: 'british_infantry', limit: 300, force: 'bn2 bn2' });
    saveForce({ name: 'a', army: 'british_infantry', limit: 400, force: 'bn3 bn3' });
    expect(savedForces().map((each) => [each.name, each.limit])).toEqual([
      ['a', 400],
      ['b', 300],
    ]);
    expect(dropForce('a').map((each) => each.name)).toEqual(['b']);
  });
  it('survives nonsense in the storage', () => {
    localStorage.setItem('marne-forces', '{');
    expect(savedForces()).toEqual([]);
  });
  it('is carried to the table that asks for it', () => {
    carry('t1', 'bn4 bn4');
    carry('t2', 'bn2 bn2');
    expect([carried('t1'), carried('t2'), carried('t3')]).toEqual(['bn4 bn4', 'bn2 bn2', '']);
  });
  it('of another list takes the place of the one before at once, not when its verdict comes', async () => {
    const builder = new Builder();
    const list = (name: string) => ({ name, ready: [{ points: 350, force: 'bn4' }], kinds: [] }) as unknown as Army;
    const unit = { word: 'bn', bases: 4, guns: 0, grade: 'trained', recruits: 0, points: 60 };
    const told = { units: [unit], breaches: [], points: 60, limit: 350 } as unknown as Judged;
    const judge = vi.spyOn(api, 'judge').mockResolvedValue(told);
    builder.armies = [list('british_infantry'), list('german_infantry')];
    builder.choose('british_infantry');
    await vi.waitFor(() => expect(builder.rows.length).toBe(1));
    builder.choose('german_infantry');
    expect([builder.rows.length, builder.judged]).toEqual([0, null]);
    await vi.waitFor(() => expect(builder.legal).toBe(true));
    judge.mockRestore();
  });
});
