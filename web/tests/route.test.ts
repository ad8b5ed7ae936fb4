import { describe, expect, it } from 'vitest';
import { forceAddress, readRoute } from '../src/lib/route.svelte';

describe('addresses', () => {
  it('hold a whole force, and give it back', () => {
    const force = { army: 'german_infantry', limit: 350, force: 'bn4+1E bn3 cav3r1 field' };
    const address = forceAddress(force);
    expect(address).not.toContain(' ');
    expect(readRoute(address)).toEqual({ page: 'forces', shared: force });
    expect(readRoute('#/forces')).toEqual({ page: 'forces', shared: null });
    expect(readRoute('#/forces/german_infantry/many/bn4')).toEqual({ page: 'forces', shared: null });
  });
});
