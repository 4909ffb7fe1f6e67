/**
 * The best of all adaptive analysts, exactly: what an interaction of randomized responses can be made to lose.
 *
 * Each round the analyst picks an epsilon from a menu, or stops, knowing all answers so far; rules of the game say what may still be
 * picked. The privacy loss starts at 0 and moves up by epsilon with probability 1 / (1 + e^-epsilon), else down: the first law's view.
 * The value is the largest expected gain over all such strategies, by backward recursion over (releases so far, loss). With the gain
 * (1 - e^(target - loss))_+ it is the delta of the whole interaction at the target; with the indicator of a loss above a reading, the
 * probability that an odometer is ever passed; with e^((a-1) loss), the moment of the Renyi divergence of order a.
 * Theorem: randomized response dominates every pure release (Kairouz, Oh, Viswanath 2015), so for rules that look at epsilons only the
 * value holds for all pure mechanisms with epsilons of the menu.
 * Limits: the menu lies on a lattice, multiples of one unit, so that losses coincide; the rules must end the game.
 */
import { exp } from "../../../numerics/exponential.ts";
import { refuse, requireInteger, requirePositive } from "../../../numerics/requirements.ts";

export interface AnalystGame {
  readonly unit: number;
  /** The epsilons of the menu, in units. */
  readonly multiples: readonly number[];
  /** Whether the release with this place in the menu may follow, given how often each has been made. */
  allows(counts: readonly number[], next: number): boolean;
  /** What stopping is worth. */
  gain(loss: number, counts: readonly number[]): number;
}

export function bestAnalystGain({ unit, multiples, allows, gain }: AnalystGame): number {
  requirePositive({ unit });
  if (multiples.length === 0) refuse("multiples", "one or more", multiples);
  for (const multiple of multiples) requireInteger({ multiple }, 1);
  const known = new Map<string, number>();
  const value = (counts: readonly number[], loss: number): number => {
    const key = `${counts.join()}:${loss}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    let best = gain(loss * unit, counts);
    for (const [k, multiple] of multiples.entries()) {
      if (!allows(counts, k)) continue;
      const after = counts.map((count, j) => (j === k ? count + 1 : count));
      const truth = 1 / (1 + exp(-multiple * unit));
      best = Math.max(best, truth * value(after, loss + multiple) + (1 - truth) * value(after, loss - multiple));
    }
    if (Number.isNaN(best)) refuse("gain", "a number", best);
    known.set(key, best);
    return best;
  };
  return value(new Array(multiples.length).fill(0), 0);
}
