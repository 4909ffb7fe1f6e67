/**
 * Exponential mechanism on an interval, for a score that is constant between breakpoints: exact, no Markov chain.
 *
 * Theorem: the density proportional to exp(epsilon u(t) / (2 D)) on a bounded, public interval is epsilon-differentially private if u moves
 * by at most D between neighbours, at every t; the 2 falls away when it moves in the same direction at every t, or when D bounds
 * the change of differences. A piece has weight length times exponential, and within a piece the draw is uniform.
 * Source: McSherry, Talwar (FOCS 2007), theorem 6, doi:10.1109/FOCS.2007.66; the pieces: Smith (STOC 2011), for quantiles.
 * Limits: float64, for study. A piece of length zero has no mass: atoms of the data are not outcomes. The worst pair attains
 * epsilon up to a factor 1 - e^-40.
 * @claim exp-continuous
 */
import { largestOf } from "../../numerics/extremes.ts";
import { finite, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, refuseData, requireFiniteData, requireList } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { boundedRangePld } from "../../privacy/loss/bounded-range-pld.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { fillEach } from "../../random/batch.ts";
import type { Stream } from "../../random/stream.ts";
import { piecewiseConstantLaw } from "../laws/piecewise-constant-law.ts";
import { SCORED, scoreUnit } from "./scores/selection.ts";

export const piecewiseExponentialParameters = withBudget(
  ["pure"],
  { ...SCORED, lower: finite, upper: finite },
  ({ lower, upper }) => {
    if (!(lower < upper && upper - lower < Infinity))
      refuse("upper", `above lower = ${lower}, by a finite length`, upper);
  },
);

export type PiecewiseExponentialParameters = ParametersOf<typeof piecewiseExponentialParameters>;

/**
 * `scores[i]` holds from `breakpoints[i - 1]` to `breakpoints[i]`, the ends of the interval standing before the first and after the
 * last.
 */
export interface PiecewiseScore {
  readonly breakpoints: readonly number[];
  readonly scores: readonly number[];
}

export function piecewiseExponential(
  parameters: PiecewiseExponentialParameters,
): ClosedMechanism<PiecewiseScore, number, Stream, ContinuousLaw> {
  const { guarantee, sensitivity, change, lower, upper, neighbours } = piecewiseExponentialParameters.read(parameters);
  const { epsilon } = guarantee;
  const unit = scoreUnit({ epsilon, sensitivity, change });
  const lawOf = (score: PiecewiseScore) => {
    if (typeof score !== "object" || score === null) refuse("score", "breakpoints and scores", typeof score);
    const { breakpoints, scores } = score;
    requireList("breakpoints", breakpoints);
    requireList("scores", scores, breakpoints.length + 1);
    const ends = [lower, ...breakpoints, upper];
    for (let i = 0; i < scores.length; i++) {
      requireFiniteData({ [`scores[${i}]`]: scores[i] });
      if (!(ends[i] <= ends[i + 1])) refuseData("breakpoints", `increasing, from ${lower} to ${upper}`);
    }
    const best = largestOf(scores);
    return piecewiseConstantLaw(
      ends,
      scores.map((score) => Math.max(-1e300, (score - best) / unit)),
    );
  };
  return {
    name: "piecewise-exponential",
    neighbours,
    guarantee,
    release: (score, random) => lawOf(score).draw(random),
    releaseMany: (score, out, random) => {
      const at = lawOf(score);
      return fillEach(out, () => at.draw(random));
    },
    law: lawOf,
    // As for finitely many options: exponents move apart by at most epsilon.
    privacyLoss: () => ({ ...boundedRangePld(epsilon), attained: false }),
    worstPair: () => {
      const behind = -40 * unit - 2 * sensitivity;
      const breakpoints = [lower + (upper - lower) / 2];
      return [
        { breakpoints, scores: [behind, 0] },
        { breakpoints, scores: [behind + sensitivity, change === "general" ? -sensitivity : 0] },
      ];
    },
  };
}
