/**
 * Smoothed quantiles (HSJointExp): joint quantiles of records with uniform noise, for data with atoms.
 *
 * Theorem: adding independent noise of [-radius, radius] to the records, whatever they are, maps neighbours to neighbours for every
 * value of the noise; a mixture of epsilon-differentially private laws with weights that do not depend on the data is
 * epsilon-differentially private. The noise spreads an atom over 2 radius, so that the intervals around its quantiles have length,
 * and moves no quantile by more than radius.
 * Source: Lalanne, Gastaud, Grislain, Garivier, Gribonval (2022, arXiv:2202.08969) for the idea; uniform noise is the choice made here.
 * Limits: records are clamped to the range before the noise, points lie in the range widened by `radius`. A mixture over all noise has no
 * closed law. Float64 outputs are for study.
 * @claim hsjointexp
 */
import { type ParametersOf, positive } from "../../numerics/parameters.ts";
import { requireList } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import { boundedRangePld } from "../../privacy/loss/bounded-range-pld.ts";
import type { Stream } from "../../random/stream.ts";
import { fillUniform } from "../../random/uniform.ts";
import { jointQuantiles } from "./joint-quantiles.ts";
import { clamp, RANGE, recordNeighbours, requireRange } from "./noisy-statistic.ts";
import { increasingProbabilities } from "./quantiles.ts";

export const smoothedQuantilesParameters = withBudget(
  ["pure"],
  { ...RANGE, neighbours: recordNeighbours, probabilities: increasingProbabilities, radius: positive },
  requireRange,
);

export type SmoothedQuantilesParameters = ParametersOf<typeof smoothedQuantilesParameters>;

export interface SmoothedQuantiles extends Mechanism<ArrayLike<number>, Float64Array, Stream> {
  privacyLoss(): DominatingPair;
}

export function smoothedQuantiles(parameters: SmoothedQuantilesParameters): SmoothedQuantiles {
  const { radius, lower, upper, ...rest } = smoothedQuantilesParameters.read(parameters);
  const joint = jointQuantiles({ ...rest, lower: lower - radius, upper: upper + radius });
  return {
    name: "smoothed-quantiles",
    neighbours: joint.neighbours,
    guarantee: joint.guarantee,
    release: (records, random) => {
      requireList("records", records);
      const noisy = fillUniform(new Float64Array(records.length), random);
      for (let i = 0; i < noisy.length; i++)
        noisy[i] = clamp(records[i], { lower, upper }) + radius * (2 * noisy[i] - 1);
      return joint.release(noisy, random);
    },
    // An average over the noise of the records, and averaging two laws alike only brings them nearer.
    privacyLoss: () => ({ ...boundedRangePld(rest.guarantee.epsilon), attained: false }),
  };
}
