/**
 * PrivUnit: release a unit vector of R^d in the local model, as a random unit vector that tends towards it, scaled so that it is unbiased.
 *
 * For the truth u, V is uniform on the cap {v: <v, u> >= threshold} with probability p, else uniform on the rest of the sphere; the
 * release is V / m.
 * Theorem: with c the share of the sphere in the cap, the density of V is p / c in the cap and (1 - p) / (1 - c) outside, so that
 * the largest ratio of two truths is (p / (1 - p)) ((1 - c) / c) = e^epsilon: epsilon-differentially private, and no better. By
 * symmetry E V = m u with m = t (p / c - (1 - p) / (1 - c)), where t = Gamma(d/2) (1 - threshold^2)^((d-1)/2) / (sqrt(pi) (d - 1)
 * Gamma((d-1)/2)) is the integral of <v, u> over the cap. So the release is unbiased, of length 1 / m, with expected squared error
 * 1 / m^2 - 1.
 * Method: log(p / (1 - p)) = epsilon0 and log((1 - c) / c) = epsilon - epsilon0, of which epsilon0 is found that makes m largest.
 * (1 + <V, u>) / 2 is Beta((d-1)/2, (d-1)/2) on the sphere, so that c gives the threshold, and a draw is an inverse of the
 * incomplete beta function.
 * Source: Bhowmick, Duchi, Freudiger, Kapoor, Rogers, "Protection against reconstruction and its applications in private federated
 * learning" (2018), arXiv:1812.00984, section 4.1; Asi, Feldman, Talwar (ICML 2022) for the optimal split of epsilon.
 * Accuracy: m within 1e-10 relative for d up to 10,000, by quadrature.
 * Limits: d from 2 to 1e6; a truth of length 1 within 1e-6, rescaled. Float64 directions; for study.
 * @example
 * ```ts
 * import { privUnit } from "epsilab/mechanisms";
 * const mechanism = privUnit({ epsilon: 4, dimension: 10 });
 * mechanism.squaredError; // => 3.67...
 * ```
 * @claim private-unit-vectors
 * @also private mean of vectors, local dp
 */

import { exp } from "../../numerics/exponential.ts";
import { lowerBeta, lowerBetaInverse } from "../../numerics/incomplete-beta.ts";
import { logGamma } from "../../numerics/log-gamma.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { findMinimum } from "../../numerics/minimum.ts";
import { integer, optional, type ParametersOf, probability } from "../../numerics/parameters.ts";
import { refuse, refuseData, requireList } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import { continuousLaw } from "../../privacy/loss/distribution.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { sampleSphere } from "../../random/sphere.ts";
import type { Stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";

export const privUnitParameters = withBudget(
  ["pure"],
  {
    dimension: integer(2, 1_000_000),
    /** The share of epsilon that goes to the choice between the cap and the rest; the best one if it is not given. */
    choiceShare: optional(probability),
  },
  ({ guarantee: { epsilon } }) => {
    if (!(epsilon >= 1e-6 && epsilon <= 100)) refuse("epsilon", "from 1e-6 to 100", epsilon);
  },
);

export type PrivUnitParameters = ParametersOf<typeof privUnitParameters>;

export interface PrivUnit
  extends Omit<Mechanism<Float64Array, Float64Array, Stream>, "law" | "privacyLoss" | "releaseMany"> {
  privacyLoss(): DominatingPair;
  /** The probability p of the cap, its share c of the sphere, and the least <v, u> in it. */
  readonly capProbability: number;
  readonly capShare: number;
  readonly threshold: number;
  /** E<V, u>; releases are of length 1 / m. */
  readonly m: number;
  /** The expected squared distance of a release from the truth. */
  readonly squaredError: number;
  /** The law of <V, u>, the cosine between the truth and the release. */
  cosineLaw(): ContinuousLaw;
  worstPair(): readonly [Float64Array, Float64Array];
}

export function privUnit(parameters: PrivUnitParameters): PrivUnit {
  const { guarantee, dimension, choiceShare } = privUnitParameters.read(parameters);
  const { epsilon } = guarantee;
  const shape = (dimension - 1) / 2;
  const logSphere = logGamma(dimension / 2) - log(Math.PI) / 2 - logGamma(shape);
  const atSplit = (share: number) => {
    const [choice, rest] = [exp(-share * epsilon), exp(-(1 - share) * epsilon)];
    const [capProbability, capShare] = [1 / (1 + choice), rest / (1 + rest)];
    // Half of 1 - threshold, which stays sharp where the cap is small.
    const away = lowerBetaInverse({ a: shape, b: shape, p: capShare });
    const integral = exp(logSphere + shape * log(4 * away * (1 - away))) / (dimension - 1);
    // 1 - p and 1 - c from closed forms of their own.
    const m = Math.min(1, integral * (capProbability / capShare - choice * capProbability * (1 + rest)));
    return { capProbability, capShare, threshold: 1 - 2 * away, m };
  };
  const best = () => findMinimum((share) => -atSplit(share).m, { lower: 0, upper: 1, tolerance: 1e-6 }).at;
  const { capProbability, capShare, threshold, m } = atSplit(choiceShare ?? best());
  const sphereDensity = (t: number) => logSphere + (shape - 1) * log1p(-t * t);
  const sphereLower = (t: number) => lowerBeta({ a: shape, b: shape, x: (1 + t) / 2 });
  return {
    name: "priv-unit",
    neighbours: "swap",
    guarantee,
    capProbability,
    capShare,
    threshold,
    m,
    squaredError: 1 / (m * m) - 1,
    release: (truth, random) => {
      const unit = unitOf(truth, dimension);
      const inCap = sampleUniform(random) < capProbability;
      const place = sampleUniform(random);
      // Half of 1 - cosine, or of 1 + cosine: whichever is sharp.
      const half = lowerBetaInverse({ a: shape, b: shape, p: place * (inCap ? capShare : 1 - capShare) });
      const cosine = inCap ? 1 - 2 * half : 2 * half - 1;
      const out = orthogonalTo(unit, random);
      const sine = 2 * Math.sqrt(half * (1 - half));
      for (let i = 0; i < dimension; i++) out[i] = (cosine * unit[i] + sine * out[i]) / m;
      return out;
    },
    cosineLaw: () =>
      continuousLaw({
        logDensity: (t) => {
          if (!(t > -1 && t < 1)) return -Infinity;
          const inCap = log(capProbability) - log(capShare);
          return sphereDensity(t) + (t >= threshold ? inCap : inCap - epsilon);
        },
        cdf: (t) => {
          if (t <= -1) return 0;
          if (t >= 1) return 1;
          if (t < threshold) return ((1 - capProbability) / (1 - capShare)) * sphereLower(t);
          return 1 - (capProbability / capShare) * sphereLower(-t);
        },
        // The density jumps at the ends too.
        kinks: [-1, threshold, 1],
        range: [-1, 1],
      }),
    privacyLoss: () => ({ ...worstCasePld({ epsilon, delta: 0 }), attained: false }),
    worstPair: () => [axis(dimension, 1), axis(dimension, -1)],
  };
}

function axis(dimension: number, value: number): Float64Array {
  const vector = new Float64Array(dimension);
  vector[0] = value;
  return vector;
}

function unitOf(truth: Float64Array, dimension: number): Float64Array {
  requireList("truth", truth, dimension);
  let square = 0;
  for (let i = 0; i < dimension; i++) square += truth[i] * truth[i];
  const norm = Math.sqrt(square);
  if (!(Math.abs(norm - 1) <= 1e-6)) refuseData("truth", "of length 1");
  return Float64Array.from(truth, (x) => x / norm);
}

/** A uniform unit vector of those at a right angle to `unit`. */
function orthogonalTo(unit: Float64Array, random: Stream): Float64Array {
  for (;;) {
    const vector = sampleSphere(unit.length, random);
    let along = 0;
    for (let i = 0; i < vector.length; i++) along += vector[i] * unit[i];
    let square = 0;
    for (let i = 0; i < vector.length; i++) {
      vector[i] -= along * unit[i];
      square += vector[i] * vector[i];
    }
    // Nearly parallel draws, which rounding would spoil, are drawn again; the direction does not depend on the angle.
    if (square < 1e-8) continue;
    const norm = Math.sqrt(square);
    for (let i = 0; i < vector.length; i++) vector[i] /= norm;
    return vector;
  }
}
