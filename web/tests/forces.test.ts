// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { carried, carry, dropForce, saveForce, savedForces, writeRow } from '../src/lib/forces.svelte';

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
});
