// What is drawn over the map for a while: the trail of what moved, and hexes that are pointed out.
import type { Move } from '../lib/changes';
import { joinMoves } from '../lib/words';

export class Marks {
  trail = $state.raw<Move[]>([]);
  /** Rises when the trail is to be drawn anew, from its beginning. */
  stamp = $state(0);
  hexes = $state.raw<string[]>([]);

  /** A live answer moved something. What others do adds up to one trail; an own answer begins another. */
  moved(moves: Move[], mine: boolean): void {
    this.trail = mine ? moves : joinMoves(this.trail, moves);
    if (moves.length) this.stamp++;
  }

  /** The trail of one step of a replay. */
  step(moves: Move[]): void {
    this.trail = moves;
    this.stamp++;
  }
}
