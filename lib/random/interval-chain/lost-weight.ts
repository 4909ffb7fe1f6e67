/**
 * Lost weight: a bound on what an interval chain loses by counting small weights as 0.
 *
 * Method: beside the stored weights of a level stands a number by which the true weight of any interval may exceed the stored one, in the
 * same scale. A step multiplies it by at most the longest length times the sum of the kernel, and adds what is dropped at that step.
 * The few longest intervals have numbers of their own: indices never decrease, so that each of them is entered once and otherwise
 * repeated, and an interval as long as all others together, as at the ends of a wide range, does not multiply the bound at every step.
 */
import { expm1 } from "../../numerics/exponential.ts";
import { LEAST } from "./chain-steps.ts";

const APART = 8;

interface LostWeight {
  /** Goes to the next level, given the factor e^(-decay target) of a repeat and the largest weight before scaling. */
  advance(repeat: number, largest: number): void;
  /** What the total may lack, in the scale of the last level. */
  atEnd(): number;
}

export function lostWeight(lengths: Float64Array, decay: number, points: number): LostWeight {
  const size = lengths.length;
  const spread = Math.min(size, -2 / expm1(-decay));
  // More than all that one step drops: n products with powers below LEAST, the ends of geometric sums, and repeats.
  const dropped = 8 * LEAST * (size + points + 1) * (spread + 1);
  const apart = longestOf(lengths);
  // Of the intervals kept apart, and of the stretches before, between and behind them.
  const excess = new Float64Array(apart.indices.length);
  const others = new Float64Array(excess.length + 1).fill(LEAST);
  return {
    advance(repeat, largest) {
      // What scaling drops, and the rounding of a product with a length among the subnormal numbers.
      const rounded = LEAST + 5e-324 / largest;
      let most = 0;
      let sum = 0;
      for (let k = 0; k < others.length; k++) {
        most = Math.max(most, others[k]);
        // A kernel is at most 1, and its sum over all that lies before at most `spread`.
        const before = most * spread + sum + dropped;
        others[k] = (apart.least / largest) * before + rounded;
        if (k === excess.length) break;
        const here = excess[k];
        excess[k] = (lengths[apart.indices[k]] / largest) * (before + repeat * here) + rounded;
        sum += here;
      }
    },
    atEnd: () => others.reduce((a, b) => Math.max(a, b)) * spread + excess.reduce((sum, value) => sum + value, dropped),
  };
}

/** The indices of the longest intervals in their order, and the longest length of the others. */
function longestOf(lengths: Float64Array): { readonly indices: readonly number[]; readonly least: number } {
  const kept = Array.from({ length: Math.min(APART, lengths.length) }, (_, i) => i);
  const shortestKept = () => kept.reduce((a, b, k) => (lengths[b] < lengths[kept[a]] ? k : a), 0);
  let shortest = shortestKept();
  let least = 0;
  for (let i = kept.length; i < lengths.length; i++) {
    if (lengths[i] > lengths[kept[shortest]]) {
      least = Math.max(least, lengths[kept[shortest]]);
      kept[shortest] = i;
      shortest = shortestKept();
    } else if (lengths[i] > least) {
      least = lengths[i];
    }
  }
  return { indices: kept.sort((a, b) => a - b), least };
}
