/**
 * Report noisy max: add noise to every score and release only which option is the largest.
 *
 * Theorem: with Laplace, exponential or Gumbel noise of scale 2 D / epsilon the index is epsilon-differentially private, whatever the
 * number of options; D / epsilon is enough when all scores move in the same direction, as counts do under `add-remove` but not under
 * `swap`. Gumbel noise gives the exponential mechanism's law, exponential noise that of permute-and-flip.
 * With a `step` scores are rounded to a grid, D is rounded up to m whole steps, and the noise is a whole number of steps:
 * discrete Laplace or discrete exponential of scale 2 m / epsilon (or m / epsilon), ties broken by a fair draw. Ties cost nothing:
 * give the options a uniform order beforehand, the same for all inputs, and let the first in it win; given the order and the noise
 * of the others, option i wins if its noise is at least some whole number c, which moves by at most 2 m (or m) between neighbours,
 * and P(Z >= c + 1) >= e^(-1 / scale) P(Z >= c) for both noises; a mixture over orders keeps epsilon. A fair draw is what makes the
 * discrete exponential permute-and-flip exactly: the fractional part of exponential noise is independent of its whole part, so it
 * breaks the ties of whole scores fairly. Gumbel noise, which has no such form, is replaced by the exact exponential mechanism,
 * whose law it has.
 * Source: Dwork, Roth (2014), claim 3.9, doi:10.1561/0400000042; Ding, Kifer, et al. (2021), "The permute-and-flip mechanism is
 * identical to report-noisy-max with exponential noise"; McSherry, Talwar (2007) for Gumbel.
 * Limits: the noisy value itself is not covered by the guarantee. `range` is for Gumbel noise only. With a `step` exact for
 * any source: for release; every option is possible on every input, and the time depends on the noise (for Gumbel, on the scores).
 * Without it float64 noise: for study. The Laplace law is by quadrature, to 1e-11, the discrete one by summation, to 1e-12, and
 * zero below 1e-300; its worst pair comes within a fortieth of epsilon, which is attained in the limit only.
 * @example
 * ```ts
 * import { reportNoisyMax, secureRandom, stream } from "epsilab";
 * const rules = { epsilon: 1, sensitivity: 1, options: 3 };
 * const choose = reportNoisyMax({ ...rules, noise: "exponential", change: "monotone", neighbours: "add-remove" });
 * choose.release([50, 47, 20], stream(20261115, "example")); // => 0
 * // Exact, on scores rounded to quarters: for release.
 * const step = { numerator: 1, denominator: 4 };
 * const exact = reportNoisyMax({ ...rules, noise: "laplace", change: "monotone", neighbours: "add-remove", step });
 * exact.release([500, 47, 20], secureRandom()); // => 0
 * ```
 * @claim noisy-max
 * @also rnm, noisy argmax, private selection
 */
import { exp } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { log } from "../../numerics/logarithm.ts";
import { oneOf } from "../../numerics/parameters.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { refuse } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import type { Neighbours } from "../../privacy/guarantees/neighbours.ts";
import { boundedRangePld } from "../../privacy/loss/bounded-range-pld.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { sampleBoundedInteger } from "../../random/bounded-integer.ts";
import { drawDiscreteExponential } from "../../random/exact-discrete-exponential.ts";
import { drawDiscreteLaplace } from "../../random/exact-discrete-laplace.ts";
import { sampleExponential } from "../../random/exponential.ts";
import { sampleGumbel } from "../../random/gumbel.ts";
import { sampleLaplace } from "../../random/laplace.ts";
import type { Random } from "../../random/random.ts";
import type { Stream } from "../../random/stream.ts";
import { discreteMaxLaw } from "../laws/discrete-max-law.ts";
import { finiteLaw } from "../laws/finite-law.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";
import { exponentialMechanism } from "./exponential-mechanism.ts";
import { permuteAndFlip } from "./permute-and-flip.ts";
import { type GridChoice, type GridSelectionParameters, gridSelection, isOnGrid } from "./scores/grid-selection.ts";
import {
  requireScores,
  SELECTED,
  type Selection,
  type SelectionParameters,
  scoreUnit,
  unlikelyRise,
} from "./scores/selection.ts";

type MaxNoise = "laplace" | "exponential" | "gumbel";

export const noisyMaxParameters = withBudget(
  ["pure"],
  { ...SELECTED, noise: oneOf<MaxNoise>("laplace", "exponential", "gumbel") },
  ({ change, noise }) => {
    if (change === "range" && noise !== "gumbel") refuse("change", `general or monotone for ${noise} noise`, change);
  },
);

interface WithNoise {
  readonly noise: MaxNoise;
}

export type NoisyMaxParameters = SelectionParameters & WithNoise;
export type GridNoisyMaxParameters = GridSelectionParameters & WithNoise;

const SAMPLERS = {
  laplace: sampleLaplace,
  exponential: sampleExponential,
  gumbel: (scale: number, random: Stream) => sampleGumbel({ location: 0, scale }, random),
};

export function reportNoisyMax(
  parameters: GridNoisyMaxParameters,
): ClosedMechanism<readonly number[], number, Random, NumberLaw>;
export function reportNoisyMax(
  parameters: NoisyMaxParameters,
): ClosedMechanism<readonly number[], number, Stream, NumberLaw>;
export function reportNoisyMax(
  parameters: NoisyMaxParameters | GridNoisyMaxParameters,
): ClosedMechanism<readonly number[], number, Stream, NumberLaw> {
  const { guarantee, ...read } = noisyMaxParameters.read(parameters);
  const { neighbours, noise } = read;
  const { epsilon } = guarantee;
  const choice = { ...read, epsilon };
  const { release, law, worstPair } = isOnGrid(choice) ? exact(choice) : simulated(choice);
  return {
    name: "report-noisy-max",
    neighbours,
    guarantee,
    release,
    releaseMany: repeatedRelease(release),
    law,
    // Gumbel noise gives the exponential mechanism; of the others only the worst case of epsilon is known.
    privacyLoss: () => ({
      ...(noise === "gumbel" ? boundedRangePld(epsilon) : worstCasePld({ epsilon, delta: 0 })),
      attained: false,
    }),
    worstPair,
  };
}

interface NoisyChoice extends Selection, WithNoise {
  readonly neighbours: Neighbours;
}

function exact({ noise, ...choice }: NoisyChoice & GridChoice) {
  if (noise === "gumbel") return exponentialMechanism(choice);
  const { behind, scale, unit, unlikelyRise: worstPair } = gridSelection(choice);
  const draw = noise === "laplace" ? drawDiscreteLaplace : drawDiscreteExponential;
  const release = (scores: readonly number[], random: Random) => {
    let [chosen, largest, ties] = [0, 0n, 0];
    behind(scores).forEach((places, option) => {
      const noisy = draw(scale, random) - places;
      if (ties > 0 && noisy < largest) return;
      ties = ties > 0 && noisy === largest ? ties + 1 : 1;
      // Of equal ones each is kept with the same probability.
      if (ties === 1 || sampleBoundedInteger(ties, random) === 0) chosen = option;
      largest = noisy;
    });
    return chosen;
  };
  const law = (scores: readonly number[]) =>
    noise === "exponential" ? permuteAndFlip(choice).law(scores) : discreteMaxLaw(behind(scores), unit);
  return { release, law, worstPair };
}

function simulated({ noise, epsilon, sensitivity, change, options, neighbours }: NoisyChoice) {
  const choice = { epsilon, sensitivity, change, options, neighbours };
  const unit = scoreUnit(choice);
  const sample = SAMPLERS[noise];
  const laws = {
    laplace: (scores: readonly number[]) => laplaceIndexLaw(scores, unit),
    exponential: (scores: readonly number[]) => permuteAndFlip(choice).law(scores),
    gumbel: (scores: readonly number[]) => exponentialMechanism(choice).law(scores),
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
  const law = (scores: readonly number[]) => {
    requireScores(scores, options);
    return laws[noise](scores);
  };
  return { release, law, worstPair: () => unlikelyRise(choice) };
}

/** Scores further behind than this never win in float64. */
const FURTHEST = 1e6;

/** P(j) is the integral of the density of j's noisy score times the chance that every other one is below it. */
function laplaceIndexLaw(scores: readonly number[], scale: number): NumberLaw {
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
