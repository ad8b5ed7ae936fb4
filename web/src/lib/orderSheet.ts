// A3: how command tokens are given out on the order sheet.
import type { Allotment } from './wire';

export type Given = Record<string, number>;

const total = (given: Given) => Object.values(given).reduce((sum, each) => sum + each, 0);

/** How many tokens are still to be given out. */
export const left = (allot: Allotment, given: Given): number => allot.pool - total(given);

/** Whether the orders can be sent: nothing is left but what may stay unused. */
export function complete(allot: Allotment, given: Given): boolean {
  const rest = left(allot, given);
  return rest >= 0 && rest <= allot.spare;
}

/** The least to everyone, then one token after another for as long as somebody can take it. */
export function spread(allot: Allotment): Given {
  const given: Given = Object.fromEntries(allot.takers.map((taker) => [taker.id, taker.least]));
  for (let open = allot.takers; open.length; open = open.filter((taker) => (given[taker.id] ?? 0) < taker.most))
    for (const taker of open) {
      const has = given[taker.id] ?? 0;
      if (left(allot, given) <= 0) return given;
      if (has < taker.most) given[taker.id] = has + 1;
    }
  return given;
}
