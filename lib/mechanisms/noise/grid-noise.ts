/**
 * Whole noise for what is counted in steps of a grid: discrete Laplace for an epsilon, discrete Gaussian for a rho, both exact.
 *
 * Theorem: for whole numbers that neighbours move by at most D1 in the l1 norm, or D2 in the l2 norm, discrete Laplace noise of scale
 * D1 / epsilon in each is epsilon-differentially private, and discrete Gaussian noise of variance D2^2 / (2 rho) is rho-zero-concentrated.
 * Source: Ghosh, Roughgarden, Sundararajan (STOC 2009); Canonne, Kamath, Steinke (NeurIPS 2020), theorem 14 for several coordinates.
 */
import { refuse } from "../../numerics/requirements.ts";
import type { PureGuarantee, ZeroConcentratedGuarantee } from "../../privacy/guarantees/guarantee.ts";
import type { DominatingPair } from "../../privacy/guarantees/mechanism.ts";
import { discreteGaussianPld } from "../../privacy/loss/discrete-pld.ts";
import { sampleExactDiscreteGaussian } from "../../random/exact-discrete-gaussian.ts";
import { drawDiscreteLaplace } from "../../random/exact-discrete-laplace.ts";
import type { Random } from "../../random/random.ts";
import { type Fraction, fractionOf, numberOf } from "../../random/rational.ts";
import { discreteGaussianNoise } from "../laws/discrete-gaussian-noise.ts";
import { discreteLaplaceNoise } from "../laws/discrete-laplace-noise.ts";
import { discreteLaplacePair } from "../laws/discrete-laplace-pair.ts";
import type { IntegerNoise } from "../laws/integer-noise-law.ts";
import type { StatedBudget } from "./exact-budget.ts";

interface StepSensitivity {
  /** What neighbours differ by, in whole steps: in the l1 norm, and in the square of the l2 norm. */
  readonly absolute: bigint;
  readonly squared: bigint;
  /** Of how many equal shares of the budget this noise has one. */
  readonly shares?: bigint;
}

interface GridNoise {
  /** Of the whole budget. */
  readonly guarantee: PureGuarantee | ZeroConcentratedGuarantee;
  readonly noise: IntegerNoise;
  /** Of Laplace noise its scale, of Gaussian noise its variance, in steps. */
  readonly size: number;
  draw(random: Random): bigint;
  /** Of one number that neighbours move by `absolute` steps. */
  privacyLoss(): DominatingPair;
}

/** Up to here the losses of Gaussian noise are listed one by one. */
const LISTED_VARIANCE = 1e8;
const LARGEST_SCALE = 1125899906842624; // 2^50

export function gridNoise({ guarantee, fraction }: StatedBudget, sensitivity: StepSensitivity): GridNoise {
  return guarantee.kind === "pure"
    ? laplaceNoise(guarantee, fraction, sensitivity)
    : gaussianNoise(guarantee, fraction, sensitivity);
}

function laplaceNoise(
  guarantee: PureGuarantee,
  epsilon: Fraction,
  { absolute, shares = 1n }: StepSensitivity,
): GridNoise {
  const scale = lowest(absolute * shares * epsilon.denominator, epsilon.numerator);
  const size = numberOf(scale);
  if (!(size > 0 && size <= LARGEST_SCALE)) refuse("the scale of the noise", "at most 2^50 steps", size);
  return {
    guarantee,
    size,
    noise: discreteLaplaceNoise(size),
    draw: (random) => drawDiscreteLaplace(scale, random),
    privacyLoss: () => discreteLaplacePair(guarantee.epsilon, Number(absolute)),
  };
}

function gaussianNoise(
  guarantee: ZeroConcentratedGuarantee,
  rho: Fraction,
  { absolute, squared, shares = 1n }: StepSensitivity,
): GridNoise {
  const variance = lowest(squared * shares * rho.denominator, 2n * rho.numerator);
  const size = numberOf(variance);
  if (!(size > 0 && size <= LARGEST_SCALE * LARGEST_SCALE))
    refuse("the variance of the noise", "at most 2^100 squared steps", size);
  return {
    guarantee,
    size,
    noise: discreteGaussianNoise(size),
    draw: (random) => sampleExactDiscreteGaussian(variance, random),
    privacyLoss: () => {
      if (size > LISTED_VARIANCE) refuse("the variance of the noise", "at most 1e8 for a loss distribution", size);
      return { ...discreteGaussianPld({ sigma: Math.sqrt(size), sensitivity: Number(absolute) }), attained: true };
    },
  };
}

function lowest(numerator: bigint, denominator: bigint): Fraction {
  return fractionOf("the noise", { numerator, denominator }, 1n);
}
