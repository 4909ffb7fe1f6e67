/**
 * Smooth sensitivity median: the median with noise that follows how far the data let it move.
 *
 * Theorem: S(x) = max over datasets y of (local sensitivity at y) exp(-beta d(x, y)) changes by a factor of at most e^beta between
 * neighbours. Laplace noise of scale 2 S / epsilon with beta = epsilon / (2 ln(2 / delta)) is (epsilon, delta)-differentially private
 * for epsilon <= 4 and delta <= 0.1; Cauchy noise of scale 6 S / epsilon with beta = epsilon / 6 is epsilon-differentially private. For the
 * median of an odd number n of records, with m = (n + 1) / 2, x_i = lower for i < 1 and x_i = upper for i > n,
 * S = max over k from 0 to n of e^(-k beta) max over t from 0 to k + 1 of (x_{m+t} - x_{m+t-k-1}).
 * Source: Nissim, Raskhodnikova, Smith (STOC 2007), lemmas 2.7 and 2.9, proposition 3.4.
 * Limits: an odd number of records, which is public; records are clamped. Noise of the local sensitivity itself is not private. S is
 * never taken below 1e-290 of the range, a constant that keeps it smooth. Float64 noise is for study.
 * @claim smooth-sensitivity
 * @also private median, smooth sensitivity
 */
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { declare, type ParametersOf, positive } from "../../numerics/parameters.ts";
import { LARGEST_SCALE, refuse, refuseData, requireNumbers } from "../../numerics/requirements.ts";
import { deltaOf, withBudget } from "../../privacy/guarantees/budget.ts";
import type { ApproximateGuarantee, PureGuarantee } from "../../privacy/guarantees/guarantee.ts";
import type { MechanismWithLaw } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { fillEach } from "../../random/batch.ts";
import { sampleLaplace } from "../../random/laplace.ts";
import { sampleNormal } from "../../random/normal.ts";
import type { Stream } from "../../random/stream.ts";
import { cauchyLaw } from "../laws/cauchy-law.ts";
import { laplaceLaw } from "../laws/laplace-law.ts";
import { RANGE, requireRange } from "../statistics/noisy-statistic.ts";
import { sortedOdd } from "./inverse-sensitivity-median.ts";

const LARGEST_EPSILON = 4;
const LARGEST_DELTA = 0.1;
const LEAST_SHARE = 1e-290;

/** Cauchy noise is pure, Laplace noise has a delta. */
export const smoothSensitivityMedianParameters = withBudget(["pure", "approximate"], RANGE, requireRange);

export type SmoothSensitivityMedianParameters = ParametersOf<typeof smoothSensitivityMedianParameters>;

interface Noise {
  readonly beta: number;
  /** The scale of the noise in units of the smooth sensitivity. */
  readonly factor: number;
  draw(random: Stream): number;
  law(centre: number, scale: number): ContinuousLaw;
}

export function smoothSensitivityMedian(
  parameters: SmoothSensitivityMedianParameters,
): MechanismWithLaw<readonly number[], number, Stream, ContinuousLaw> {
  const { guarantee, lower, upper } = smoothSensitivityMedianParameters.read(parameters);
  const { beta, factor, draw, law } = guarantee.kind === "pure" ? cauchyNoise(guarantee) : laplaceNoise(guarantee);
  const centreAndScale = (records: readonly number[]) => {
    const sorted = sortedOdd(records, { lower, upper });
    const smooth = smoothSensitivity(sorted, { lower, upper, beta });
    const scale = factor * smooth;
    if (!(scale > 0 && scale <= LARGEST_SCALE))
      refuseData("the scale of the noise", `positive and at most ${LARGEST_SCALE}`);
    return { centre: sorted[(sorted.length - 1) / 2], scale };
  };
  return {
    name: "smooth-sensitivity-median",
    neighbours: "swap",
    guarantee,
    // The scale of the noise depends on the records: only the worst case of the guarantee is known.
    privacyLoss: () => ({
      ...worstCasePld({ epsilon: guarantee.epsilon, delta: deltaOf(guarantee) }),
      attained: false,
    }),
    release: (records, random) => {
      const { centre, scale } = centreAndScale(records);
      return centre + scale * draw(random);
    },
    releaseMany: (records, out, random) => {
      const { centre, scale } = centreAndScale(records);
      return fillEach(out, () => centre + scale * draw(random));
    },
    law: (records) => {
      const { centre, scale } = centreAndScale(records);
      return law(centre, scale);
    },
  };
}

function laplaceNoise({ epsilon, delta }: ApproximateGuarantee): Noise {
  if (epsilon > LARGEST_EPSILON) refuse("epsilon", `at most ${LARGEST_EPSILON} with a delta`, epsilon);
  if (delta > LARGEST_DELTA) refuse("delta", `at most ${LARGEST_DELTA}`, delta);
  return {
    beta: epsilon / (2 * log(2 / delta)),
    factor: 2 / epsilon,
    draw: (random) => sampleLaplace(1, random),
    law: laplaceLaw,
  };
}

function cauchyNoise({ epsilon }: PureGuarantee): Noise {
  return {
    beta: epsilon / 6,
    factor: 6 / epsilon,
    draw: (random) => {
      const standard = { mean: 0, sigma: 1 };
      return sampleNormal(standard, random) / sampleNormal(standard, random);
    },
    law: cauchyLaw,
  };
}

const smoothSensitivityParameters = declare(
  {
    ...RANGE,
    /** How fast a change of a record may move it: by a factor of e^beta at most. */
    beta: positive,
  },
  requireRange,
);

export interface SmoothSensitivityParameters extends ParametersOf<typeof smoothSensitivityParameters> {}

/** The smooth sensitivity of the median at an odd number of records, sorted and within the range. */
export function smoothSensitivity(sorted: ArrayLike<number>, parameters: SmoothSensitivityParameters): number {
  const { lower, upper, beta } = smoothSensitivityParameters.read(parameters);
  requireNumbers("sorted", sorted);
  const size = sorted.length;
  if (size % 2 !== 1) refuse("the number of records", "odd", size);
  for (let i = 0; i < size; i++) {
    if (!(sorted[i] >= (i === 0 ? lower : sorted[i - 1]) && sorted[i] <= upper))
      refuseData(`sorted[${i}]`, `in order and from ${lower} to ${upper}`);
  }
  const middle = (size - 1) / 2;
  const at = (i: number) => (i < 0 ? lower : i >= size ? upper : sorted[i]);
  let largest = LEAST_SHARE * (upper - lower);
  for (let changes = 0; changes <= size; changes++) {
    const shrink = exp(-changes * beta);
    // No distance exceeds the range, and the factor only falls.
    if (shrink * (upper - lower) <= largest) break;
    let widest = 0;
    for (let t = 0; t <= changes + 1; t++) {
      widest = Math.max(widest, at(middle + t) - at(middle + t - changes - 1));
    }
    largest = Math.max(largest, shrink * widest);
  }
  return largest;
}
