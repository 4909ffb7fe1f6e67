/**
 * A law of constant density between given ends: heights up to a common factor, by their logarithms.
 */
import { exp } from "../../numerics/exponential.ts";
import { logSumExp } from "../../numerics/log-sum.ts";
import { log } from "../../numerics/logarithm.ts";
import type { ContinuousLaw } from "../../privacy/law.ts";

export interface Pieces {
  /** Not decreasing, one more than the heights. */
  readonly ends: readonly number[];
  readonly logHeights: readonly number[];
}

export interface PiecewiseLaw extends ContinuousLaw {
  readonly ends: readonly number[];
  readonly logMasses: readonly number[];
}

export function piecewiseLaw({ ends, logHeights }: Pieces): PiecewiseLaw {
  const last = logHeights.length;
  const logWeights = logHeights.map((height, i) =>
    ends[i + 1] > ends[i] ? height + log(ends[i + 1] - ends[i]) : -Infinity,
  );
  const logTotal = logSumExp(logWeights);
  const logMasses = logWeights.map((weight) => weight - logTotal);
  const before = [0];
  for (const mass of logMasses) before.push(before[before.length - 1] + exp(mass));
  /** The piece of positive length that x lies in, the later one at a common end. */
  const pieceOf = (x: number) => {
    let [low, high] = [0, last];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (ends[middle] <= x) low = middle;
      else high = middle;
    }
    while (low > 0 && ends[low] === ends[low + 1]) low--;
    return low;
  };
  return {
    kind: "continuous",
    ends,
    logMasses,
    logDensity: (x) => (x >= ends[0] && x <= ends[last] ? logHeights[pieceOf(x)] - logTotal : -Infinity),
    cumulative: (x) => {
      if (x <= ends[0]) return 0;
      if (x >= ends[last]) return 1;
      const piece = pieceOf(x);
      return Math.min(1, before[piece] + exp(logHeights[piece] - logTotal) * (x - ends[piece]));
    },
    kinks: [...new Set(ends)],
    range: [ends[0], ends[last]],
  };
}
