/**
 * Report noisy max: add noise to every score and release only which option is the largest.
 *
 * Theorem: with Laplace, exponential or Gumbel noise of scale 2 D / epsilon the index is epsilon-differentially private, whatever the
 * number of options; D / epsilon is enough when all scores move in the same direction, as counts do under `add-remove` but not under
 * `swap`. Gumbel noise gives the exponential mechanism's law, exponential noise that of permute-and-flip.
 * Source: Dwork, Roth (2014), claim 3.9, doi:10.1561/0400000042; Ding, Kifer, et al. (2021), "The permute-and-flip mechanism is identical to
 * report-noisy-max with exponential noise"; McSherry, Talwar (2007) for Gumbel.
 * Limits: the noisy value itself is not covered by the guarantee. `range` is for Gumbel noise only. Float64 noise; for study. The Laplace law is by
 * quadrature, to 1e-11, and zero below 1e-300; its worst pair comes within a fortieth of epsilon, which is attained in the limit only.
 * @example
 * ```ts
 * import { reportNoisyMax, stream } from "epsilab";
 * const rules = { epsilon: 1, sensitivity: 1, options: 3 };
 * const choose = reportNoisyMax({ ...rules, noise: "exponential", change: "monotone", neighbours: "add-remove" });
 * choose.release([50, 47, 20], stream(20261115, "example")); // => 0
 * ```
 * @claim noisy-max
 */
import { exp } from "../numerics/exponential.ts";
import { largestOf } from "../numerics/extremes.ts";
import { log } from "../numerics/logarithm.ts";
import { integrate } from "../numerics/quadrature.ts";
import { refuse } from "../numerics/requirements.ts";
import { pure } from "../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../privacy/guarantees/mechanism.ts";
import { boundedRangePld } from "../privacy/loss/bounded-range-pld.ts";
import { worstCasePld } from "../privacy/loss/discrete-pld.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import { sampleExponential } from "../random/exponential.ts";
import { sampleGumbel } from "../random/gumbel.ts";
import { sampleLaplace } from "../random/laplace.ts";
import type { Stream } from "../random/stream.ts";
import { exponentialMechanism } from "./exponential-mechanism.ts";
import { finiteLaw } from "./laws/finite-law.ts";
import { permuteAndFlip } from "./permute-and-flip.ts";
import { repeatedRelease } from "./repeated-release.ts";
import { requireScores, type SelectionParameters, scoreUnit, unlikelyRise } from "./scores/selection.ts";

export interface NoisyMaxParameters extends SelectionParameters {
  readonly noise: "laplace" | "exponential" | "gumbel";
}

const SAMPLERS = {
  laplace: sampleLaplace,
  exponential: sampleExponential,
  gumbel: (scale: number, random: Stream) => sampleGumbel({ location: 0, scale }, random),
};

export function reportNoisyMax(
  parameters: NoisyMaxParameters,
): ClosedMechanism<readonly number[], number, Stream, DiscreteLaw<number>> {
  const { epsilon, change, options, neighbours, noise } = parameters;
  const unit = scoreUnit(parameters);
  if (!Object.hasOwn(SAMPLERS, noise)) refuse("noise", "one of laplace, exponential, gumbel", noise);
  if (change === "range" && noise !== "gumbel") refuse("change", `general or monotone for ${noise} noise`, change);
  const sample = SAMPLERS[noise];
  const laws = {
    laplace: (scores: readonly number[]) => laplaceIndexLaw(scores, unit),
    exponential: (scores: readonly number[]) => permuteAndFlip(parameters).law(scores),
    gumbel: (scores: readonly number[]) => exponentialMechanism(parameters).law(scores),
  };
  const release = (scores: readonly number[], random: Stream) => {
    requireScores(scores, options);
    const best = largestOf(scores);
    let chosen = 0;
    let largest = -Infinity;
    scores.forEach((score, option) => {
      const noisy = score - best + sample(unit, random);
      if (noisy > largest) [largest, chosen] = [noisy, option];
    });
    return chosen;
  };
  return {
    name: "report-noisy-max",
    neighbours,
    guarantee: pure(epsilon),
    release,
    releaseMany: repeatedRelease(release),
    law: (scores) => {
      requireScores(scores, options);
      return laws[noise](scores);
    },
    // Gumbel noise gives the exponential mechanism; of the others only the worst case of epsilon is known.
    privacyLoss: () => ({
      ...(noise === "gumbel" ? boundedRangePld(epsilon) : worstCasePld({ epsilon, delta: 0 })),
      attained: false,
    }),
    worstPair: () => unlikelyRise(parameters),
  };
}

/** Scores further behind than this never win in float64. */
const FURTHEST = 1e6;

/** P(j) is the integral of the density of j's noisy score times the chance that every other one is below it. */
function laplaceIndexLaw(scores: readonly number[], scale: number): DiscreteLaw<number> {
  const best = largestOf(scores);
  const centres = scores.map((score) => Math.max(-FURTHEST, (score - best) / scale));
  const below = (x: number) => (x <= 0 ? exp(x) / 2 : 1 - exp(-x) / 2);
  // All that counts lies within forty units of a centre: no piece next to one may be so long that it is missed.
  const kinks = centres.flatMap((centre) => [centre - 40, centre, centre + 40]);
  const mass = (option: number) =>
    integrate(
      (x) =>
        centres.reduce(
          (product, centre, i) => product * (i === option ? exp(-Math.abs(x - centre)) / 2 : below(x - centre)),
          1,
        ),
      { lower: -Infinity, upper: Infinity, kinks, relativeTolerance: 1e-11, absoluteTolerance: 1e-300 },
    ).value;
  return finiteLaw(centres.map((_, option) => log(mass(option))));
}
