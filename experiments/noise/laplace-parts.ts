/**
 * The Laplace mechanism: its log-ratio of densities, its spread, and how far its errors reach.
 *
 * `laplace-mechanism`: the audit of the two densities against epsilon times the share of the sensitivity by which the answers
 * differ; moments by quadrature. `laplace-accuracy`: the largest error from the law of every coordinate, the l1 error from the
 * Poisson sum of the Gamma law.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006); Dwork, Roth (2014), theorem 3.8.
 */
import { laplaceByDeviationVariant } from "../../lib/auditing/broken/noise.ts";
import { continuousDelta, continuousEpsilon, type DensityPair } from "../../lib/auditing/continuous-audit.ts";
import { audit } from "../../lib/auditing/mechanism-audit.ts";
import { laplace } from "../../lib/mechanisms/noise/laplace.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { lowerGamma, upperGammaInverse } from "../../lib/numerics/incomplete-gamma.ts";
import { logGamma } from "../../lib/numerics/log-gamma.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { pow } from "../../lib/numerics/power.ts";
import { absoluteMoment } from "../../lib/oracles/law-moments.ts";
import { atLeast, atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { betaOf, dimensionOf, epsilon, SUMMED, sensitivity } from "./axes.ts";

const neighbours = "swap";

const share = axis(z.number().min(0.001).max(1), {
  means: "distance of the two answers over the sensitivity",
  quick: [0.25, 1],
  full: [0.1, 0.25, 0.5, 1],
});

/** Of a difference of logarithms of densities. */
const RATIO = { share: 1e-10, absolute: 1e-12 };

/** The largest log-ratio of two Laplace densities, which is monotone between their centres and flat beyond. */
function largestRatio(pair: DensityPair, limit: number): number {
  return continuousEpsilon(pair, { kind: "monotone", limits: [limit, -limit] }).upper;
}

interface Pair {
  readonly epsilon: number;
  readonly sensitivity: number;
  readonly share: number;
}

function lawsOf({ epsilon, sensitivity, share }: Pair) {
  const mechanism = laplace({ epsilon, sensitivity, neighbours });
  return { first: mechanism.law(0), second: mechanism.law(share * sensitivity) };
}

function logRatioAt({ first, second }: DensityPair, place: number): number {
  return first.logDensity(place) - second.logDensity(place);
}

/** What the figure shows of a pair: both densities and their log-ratio. */
function shown(pair: Pair) {
  const { first, second } = lawsOf(pair);
  const scale = pair.sensitivity / pair.epsilon;
  const middle = (pair.share * pair.sensitivity) / 2;
  const places = Array.from({ length: 121 }, (_, k) => middle + (k / 60 - 1) * 5 * scale);
  return {
    places,
    first: places.map((x) => exp(first.logDensity(x))),
    second: places.map((x) => exp(second.logDensity(x))),
    "log-ratio": places.map((x) => logRatioAt({ first, second }, x)),
  };
}

const vectors = dimensionOf([4], [1, 2, 10, 100]);

export const laplaceMechanismPart: Part = {
  claim: "laplace-mechanism",
  asks: "Is the largest log-ratio of the densities epsilon times the share of the sensitivity, and the spread as stated?",
  study: exactStudy({
    axes: { epsilon, sensitivity, share, dimension: vectors },
    exact: (cell) => {
      const { epsilon, sensitivity, share, dimension } = cell;
      const pair = lawsOf(cell);
      const scale = sensitivity / epsilon;
      const whole = audit(laplace({ epsilon, sensitivity, neighbours })).lowerBound;
      const vector = (norm: "l2" | "linf") =>
        audit(laplace({ epsilon, sensitivity, norm, dimension, neighbours })).lowerBound;
      return {
        checks: {
          "log-ratio": equal(largestRatio(pair, share * epsilon), share * epsilon, RATIO),
          epsilon: atMost(whole, epsilon),
          "mean-absolute": equal(absoluteMoment(pair.first, 1), scale, SUMMED),
          deviation: equal(Math.sqrt(absoluteMoment(pair.first, 2)), Math.SQRT2 * scale, SUMMED),
          "epsilon-by-l2": equal(vector("l2"), epsilon, SUMMED),
          "epsilon-by-linf": equal(vector("linf"), epsilon, SUMMED),
        },
        ...(share === 1 && { values: shown(cell) }),
      };
    },
  }),
  controls: {
    "deviation-for-scale": {
      says: "Δ/ε taken for the standard deviation: that of the mechanism is √2 as large, and noise of that deviation needs √2 epsilon",
      refutes: ["E01"],
      study: exactStudy({
        axes: { epsilon },
        exact: ({ epsilon }) => {
          const right = laplace({ epsilon, sensitivity: 1, neighbours }).law(0);
          const pair = laplaceByDeviationVariant.broken({ epsilon });
          return {
            checks: {
              deviation: equal(Math.sqrt(absoluteMoment(right, 2)), 1 / epsilon, SUMMED),
              epsilon: atMost(largestRatio(pair, Math.SQRT2 * epsilon), epsilon, SUMMED),
              // The least type II error plus e^epsilon times the type I error, over all tests.
              "sum-of-errors": atLeast(1 - continuousDelta(pair, epsilon), 1, SUMMED),
            },
          };
        },
      }),
    },
    "minus-in-the-bound": {
      says: "the ratio of densities bounded by e^(-ε|f(x)-f(y)|/Δ): at z = f(x) it is e to the plus of that",
      refutes: ["E02"],
      study: exactStudy({
        axes: { epsilon, sensitivity, share },
        exact: (cell) => ({
          checks: { "log-ratio": atMost(logRatioAt(lawsOf(cell), 0), -cell.share * cell.epsilon, SUMMED) },
        }),
      }),
    },
    "ratio-equal-everywhere": {
      says: "the ratio of densities equal to e^ε: half way between the answers it is 1, and on one side e^-ε",
      refutes: ["E02b"],
      study: exactStudy({
        axes: { epsilon, sensitivity },
        exact: ({ epsilon, sensitivity }) => {
          const pair = lawsOf({ epsilon, sensitivity, share: 1 });
          return {
            checks: {
              "log-ratio-half-way": equal(logRatioAt(pair, sensitivity / 2), epsilon, SUMMED),
              "log-ratio-beyond": equal(logRatioAt(pair, 2 * sensitivity), epsilon, SUMMED),
            },
          };
        },
      }),
    },
  },
};

const dimension = dimensionOf([1, 2, 10], [1, 2, 5, 10, 50]);
const severalDimensions = axis(z.int().min(2).max(4096), {
  means: "coordinates of the answer, at least two",
  quick: [2, 5, 10],
  full: [2, 5, 10, 50],
});
const beta = betaOf([0.05, 0.2], [0.01, 0.05, 0.2]);

/** P(Gamma(shape) > x) for a whole shape: fewer than `shape` points of a Poisson process of rate 1 up to x. */
function poissonTail(shape: number, x: number): number {
  let sum = 0;
  for (let k = 0; k < shape; k++) sum += exp(k * log(x) - x - logGamma(k + 1));
  return sum;
}

/** The probability that every coordinate of the mechanism's error is within `reach`. */
function coverage(dimension: number, reach: number): number {
  const mechanism = laplace({ epsilon: 1, sensitivity: 1, norm: "l1", dimension, neighbours });
  const { coordinates } = mechanism.law(new Float64Array(dimension));
  return coordinates.reduce((product, law) => product * (law.cdf(reach) - law.cdf(-reach)), 1);
}

export const laplaceAccuracyPart: Part = {
  claim: "laplace-accuracy",
  asks: "Is the largest error within its threshold with the stated probability, and the l1 error a Gamma variable?",
  study: exactStudy({
    axes: { dimension, beta },
    exact: ({ dimension, beta }) => {
      const found = coverage(dimension, log(dimension / beta));
      const threshold = upperGammaInverse(dimension, beta);
      const closed = dimension + Math.sqrt(2 * dimension * log(1 / beta)) + log(1 / beta);
      return {
        checks: {
          coverage: equal(found, pow(1 - beta / dimension, dimension), SUMMED),
          "at-least": atLeast(found, 1 - beta, SUMMED),
          "l1-tail": equal(poissonTail(dimension, threshold), beta, { share: 1e-9 }),
          "l1-bound": atMost(threshold, closed),
        },
        values: { "l1-coverage": 1 - poissonTail(dimension, log(dimension / beta)) },
      };
    },
  }),
  controls: {
    "l1-error-of-the-notes": {
      says: "the threshold of the largest error, claimed for the l1 error",
      refutes: ["E03"],
      study: exactStudy({
        axes: { dimension: severalDimensions, beta },
        exact: ({ dimension, beta }) => ({
          checks: { "l1-coverage": atLeast(lowerGamma(dimension, log(dimension / beta)), 1 - beta) },
        }),
      }),
    },
  },
};
