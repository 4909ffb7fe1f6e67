/**
 * Exponential mechanism: choose one of finitely many options, the likelier the higher its score.
 *
 * Theorem: P(t) proportional to exp(epsilon u(t) / (2 D)) is epsilon-differentially private if no score moves by more than D between
 * neighbours. The 2 is not needed when all scores move in the same direction, nor when D is the range sensitivity: the largest change of a
 * difference of two scores.
 * Source: McSherry, Talwar (FOCS 2007), theorem 6, doi:10.1109/FOCS.2007.66; the range: Dong, Durfee, Rogers (ICML 2020).
 * Limits: float64, by adding Gumbel noise to the exponents and taking the largest; for study. Probabilities below 2^-64 are not met. The worst
 * pair attains epsilon up to a factor 1 - e^-40.
 */
import { logSumExp } from "../numerics/log-sum.ts";
import { boundedRangeLoss } from "../privacy/bounded-range-loss.ts";
import { pure } from "../privacy/guarantee.ts";
import type { Mechanism } from "../privacy/mechanism.ts";
import { fillGumbel, sampleGumbel } from "../random/gumbel.ts";
import type { Stream } from "../random/stream.ts";
import { finiteLaw } from "./laws/finite-law.ts";
import { requireScores, type SelectionParameters, scoreUnit, unlikelyRise } from "./scores/selection.ts";

/** Releases whose noise is drawn at once. */
const CHUNK = 1024;

export function exponentialMechanism(parameters: SelectionParameters): Mechanism<readonly number[], number, Stream> {
  const { epsilon, options, neighbours } = parameters;
  const unit = scoreUnit(parameters);
  const exponents = (scores: readonly number[]) => {
    requireScores(scores, options);
    const best = Math.max(...scores);
    return scores.map((score) => Math.max(-Number.MAX_VALUE, (score - best) / unit));
  };
  return {
    name: "exponential-mechanism",
    neighbours,
    guarantee: pure(epsilon),
    release: (scores, random) => {
      let chosen = 0;
      let largest = -Infinity;
      exponents(scores).forEach((location, option) => {
        const noisy = sampleGumbel(random, { location, scale: 1 });
        if (noisy > largest) [largest, chosen] = [noisy, option];
      });
      return chosen;
    },
    releaseMany: (scores, random, out) => {
      const locations = exponents(scores);
      const noise = new Float64Array(options * Math.min(out.length, CHUNK));
      for (let done = 0; done < out.length; done += CHUNK) {
        const count = Math.min(CHUNK, out.length - done);
        fillGumbel(random, { location: 0, scale: 1 }, noise.subarray(0, options * count));
        for (let k = 0; k < count; k++) out[done + k] = largestOf(locations, noise, options * k);
      }
      return out;
    },
    law: (scores) => {
      const weights = exponents(scores);
      const logTotal = logSumExp(weights);
      return finiteLaw(weights.map((weight) => weight - logTotal));
    },
    // Exponents move apart by at most epsilon, whatever the kind of change: the range is epsilon.
    lossDistribution: () => ({ ...boundedRangeLoss(epsilon), attained: false }),
    worstPair: () => unlikelyRise(parameters),
  };
}

/** The option whose exponent plus noise, which starts at `from`, is largest. */
function largestOf(locations: readonly number[], noise: Float64Array, from: number): number {
  let chosen = 0;
  let largest = -Infinity;
  for (let option = 0; option < locations.length; option++) {
    const noisy = locations[option] + noise[from + option];
    if (noisy > largest) [largest, chosen] = [noisy, option];
  }
  return chosen;
}
