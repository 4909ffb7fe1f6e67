/**
 * Grid Laplace mechanism: round a float64 to a grid and add discrete Laplace noise there; safe in floating point.
 *
 * Theorem: for a float64 query of sensitivity D and a grid of step 2^k, rounding to the nearest multiple moves neighbours at most
 * m = ceil(D / 2^k) steps apart, since floor(t + 1/2) is monotone and commutes with whole shifts; discrete Laplace noise of scale
 * m / epsilon in steps is then epsilon-differentially private. Division by a power of two, rounding to an integer, integer noise and
 * multiplication by the step are all exact, so the float64 program has the law of the theorem and every output is possible for every input.
 * Source: Ghosh, Roughgarden, Sundararajan (STOC 2009) for the noise; Mironov (CCS 2012), doi:10.1145/2382196.2382264, for the attack that
 * it withstands and for rounding as the cure.
 * Limits: values are clamped to 2^52 steps either way and outputs to 2^53; the noise scale is at most 2^40 steps. `sensitivity` must bound the
 * float64 results of the query, rounding included. Time is not constant: it depends on the noise.
 */
import { POWER_OFFSET, powersOfTwo } from "../../numerics/float64.ts";
import { refuse, requireFiniteData, requirePositive } from "../../numerics/requirements.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { type Neighbours, requireNeighbours } from "../../privacy/guarantees/neighbours.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { sampleExactDiscreteLaplace } from "../../random/exact-discrete-laplace.ts";
import type { Random } from "../../random/random.ts";
import { fractionOf, type Rational } from "../../random/rational.ts";
import { discreteLaplaceNoise } from "../laws/discrete-laplace-noise.ts";
import { discreteLaplacePair } from "../laws/discrete-laplace-pair.ts";
import { integerNoiseLaw } from "../laws/integer-noise-law.ts";
import { rationalBound } from "../laws/rational-bound.ts";
import { repeatedRelease } from "./repeated-release.ts";

export interface GridLaplaceParameters {
  readonly epsilon: Rational;
  readonly sensitivity: number;
  /** k for a grid of step 2^k; from -500 to 500. */
  readonly stepExponent: number;
  readonly neighbours: Neighbours;
}

const LARGEST_INPUT = 4503599627370496; // 2^52 steps
const LARGEST_OUTPUT = 9007199254740992n; // 2^53 steps
const LARGEST_SCALE = 1099511627776; // 2^40 steps

export function gridLaplace(parameters: GridLaplaceParameters): ClosedMechanism<number, number, Random, NumberLaw> {
  const { epsilon, sensitivity, stepExponent, neighbours } = parameters;
  const fraction = fractionOf("epsilon", epsilon, 1n);
  requirePositive({ sensitivity });
  if (!(Number.isInteger(stepExponent) && Math.abs(stepExponent) <= 500))
    refuse("stepExponent", "an integer from -500 to 500", stepExponent);
  requireNeighbours(neighbours);
  const step = powersOfTwo[POWER_OFFSET + stepExponent];
  // A sensitivity so small that the quotient underflows is still at least a step.
  const steps = Math.max(1, Math.ceil(sensitivity / step));
  const bound = rationalBound("epsilon", fraction);
  if (!(steps / bound <= LARGEST_SCALE))
    refuse("sensitivity / (epsilon 2^stepExponent)", "at most 2^40", steps / bound);
  const noise = discreteLaplaceNoise(steps / bound);
  const scale = { numerator: BigInt(steps) * fraction.denominator, denominator: fraction.numerator };
  const place = (value: number) => {
    requireFiniteData({ value });
    return Math.round(Math.max(-LARGEST_INPUT, Math.min(LARGEST_INPUT, value / step))) + 0;
  };
  const release = (value: number, random: Random) => {
    const noisy = BigInt(place(value)) + sampleExactDiscreteLaplace(scale, random);
    const clamped = noisy > LARGEST_OUTPUT ? LARGEST_OUTPUT : noisy < -LARGEST_OUTPUT ? -LARGEST_OUTPUT : noisy;
    return Number(clamped) * step;
  };
  return {
    name: "grid-laplace",
    neighbours,
    guarantee: pure(bound),
    release,
    releaseMany: repeatedRelease(release),
    law: (value) => integerNoiseLaw(noise, place(value), step),
    // Rounding may bring the worst pair a step nearer than some other neighbours are.
    privacyLoss: () => {
      const loss = discreteLaplacePair(bound, steps);
      return { ...loss, attained: loss.attained && place(sensitivity) === steps };
    },
    worstPair: () => [0, sensitivity],
  };
}
