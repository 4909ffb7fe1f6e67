/**
 * Laws of numbers as distributions: mean, variance, quantile and interval from a density or from masses, where no closed form is given.
 *
 * Method: moments of a density by quadrature between its kinks, of masses by a sum over the support; quantiles of a density by
 * bisection of the distribution function down to neighbouring float64, of masses by their running sum.
 * Accuracy: closed forms are good to a few units in the last place; moments by quadrature to 1e-10 relative; of a law with
 * `neglected` mass, without it.
 * Limits: a law whose mean diverges (Cauchy's) says so itself. Quadrature sees what the kinks of a density name.
 */
import { exp } from "../../numerics/exponential.ts";
import { integrate } from "../../numerics/quadrature.ts";
import {
  refuse,
  refuseKind,
  requireFunction,
  requireList,
  requireNumber,
  requireOpenProbability,
} from "../../numerics/requirements.ts";
import type { ContinuousDensity, ContinuousLaw, DiscreteLaw, Distribution, NumberLaw } from "./law.ts";

/** What a density must say of itself; closed forms where there are some. */
export interface ContinuousShape extends Omit<ContinuousDensity, "kind"> {
  readonly mean?: () => number;
  readonly variance?: () => number;
  readonly quantile?: (probability: number) => number;
  /** Where the law is symmetric: both tails are then as exact as the lower one. */
  readonly centre?: number;
}

/** The law of a continuous number, with what follows from its density. */
export function continuousLaw(shape: ContinuousShape): ContinuousLaw {
  if (typeof shape !== "object" || shape === null)
    refuseKind("shape", "an object with logDensity, cdf, kinks, range", shape);
  const { centre, logDensity, cdf } = shape;
  requireFunction({ logDensity, cdf });
  requireList("kinks", shape.kinks);
  requireList("range", shape.range, 2);
  const mean = shape.mean ?? (() => centre ?? momentOf(shape, (x) => x, 1e-12));
  const variance =
    shape.variance ??
    (() => {
      const middle = mean();
      return momentOf(shape, (x) => (x - middle) * (x - middle), 0);
    });
  const below = shape.quantile ?? ((probability: number) => bisected(shape, probability));
  const quantile = (probability: number) => {
    requireOpenProbability({ probability });
    return below(probability);
  };
  return {
    ...shape,
    kind: "continuous",
    cdf: (x) => {
      if (!(x >= 0 || x < 0)) requireNumber({ x });
      return cdf(x);
    },
    mean,
    variance,
    quantile,
    interval: (confidence) => {
      const miss = missOf(confidence) / 2;
      const lower = quantile(miss);
      return { lower, upper: centre === undefined ? quantile(1 - miss) : centre + (centre - lower) };
    },
  };
}

/** A law of numbers, with what follows from its masses. */
export function numberLaw(law: DiscreteLaw<number>): NumberLaw {
  if (typeof law !== "object" || law === null) refuseKind("law", "a law of numbers", law);
  requireFunction({ logMass: law.logMass });
  return Object.assign(law, distributionOf(law));
}

/** What follows from masses on numbers: the support is read, and sorted, when something is asked. */
export function distributionOf(law: DiscreteLaw<number>): Distribution {
  let listed: { readonly outcomes: readonly number[]; readonly sums: Float64Array } | undefined;
  const table = () => {
    listed ??= runningSums(law);
    return listed;
  };
  const mean = () => table().outcomes.reduce((sum, x) => sum + x * exp(law.logMass(x)), 0) / totalOf(table().sums);
  const quantile = (probability: number) => {
    requireOpenProbability({ probability });
    const { outcomes, sums } = table();
    return outcomes[firstAtLeast(sums, probability * totalOf(sums))];
  };
  return {
    mean,
    variance: () => {
      const middle = mean();
      const { outcomes, sums } = table();
      return outcomes.reduce((sum, x) => sum + (x - middle) * (x - middle) * exp(law.logMass(x)), 0) / totalOf(sums);
    },
    cdf: (x) => {
      requireNumber({ x });
      const { outcomes, sums } = table();
      let [low, high] = [0, outcomes.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (outcomes[middle] <= x) low = middle + 1;
        else high = middle;
      }
      if (low === outcomes.length) return 1;
      return low === 0 ? 0 : Math.min(1, sums[low - 1]);
    },
    quantile,
    interval: (confidence) => {
      const miss = missOf(confidence) / 2;
      return { lower: quantile(miss), upper: quantile(1 - miss) };
    },
  };
}

/** One less a confidence, which float64 holds exactly where the confidence is at least a half. */
export function missOf(confidence: number): number {
  requireOpenProbability({ confidence });
  return 1 - confidence;
}

function runningSums({ support, logMass }: DiscreteLaw<number>) {
  const outcomes = support.toSorted((a, b) => a - b);
  const sums = new Float64Array(outcomes.length);
  let sum = 0;
  for (let i = 0; i < outcomes.length; i++) {
    sum += exp(logMass(outcomes[i]));
    sums[i] = sum;
  }
  return { outcomes, sums };
}

function totalOf(sums: Float64Array): number {
  return sums[sums.length - 1];
}

function firstAtLeast(sums: Float64Array, level: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sums[middle] >= level) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The integral of a power times the density; `slack` is what a mean near 0 may be off, in quartiles. */
function momentOf(shape: ContinuousShape, power: (x: number) => number, slack: number): number {
  const [lower, upper] = shape.range;
  // A peak that no kink names is found by its quantiles.
  const places = [0.001, 0.25, 0.5, 0.75, 0.999].map((probability) => bisected(shape, probability));
  return integrate((x) => power(x) * exp(shape.logDensity(x)), {
    lower,
    upper,
    kinks: [...shape.kinks, ...places],
    relativeTolerance: 1e-10,
    absoluteTolerance: slack * Math.max(Math.abs(places[1]), Math.abs(places[3])),
  }).value;
}

/** The least float64 x with cdf(x) at least the probability. */
function bisected({ cdf, range: [least, most] }: Pick<ContinuousShape, "cdf" | "range">, probability: number): number {
  const start = Math.min(most, Math.max(least, 0));
  let [low, high] = [start, start];
  for (let width = 1; cdf(low) >= probability && low > least; width *= 2) low = Math.max(least, low - width);
  for (let width = 1; cdf(high) < probability && high < most; width *= 2) high = Math.min(most, high + width);
  if (!Number.isFinite(low) || !Number.isFinite(high))
    refuse("probability", "that of a quantile within float64", probability);
  for (;;) {
    const middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) return high;
    if (cdf(middle) >= probability) high = middle;
    else low = middle;
  }
}
