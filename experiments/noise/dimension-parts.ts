/**
 * Laplace against Gaussian noise in high dimension: mean lengths, and privacy for a query of l2 sensitivity 1.
 *
 * The mean length of a vector of independent coordinates is (1/√π) times the integral over s of (1 - φ(s)^d) / s², φ(s) = E exp(-s²
 * X²) of one coordinate: closed for both noises, by erfcx for Laplace. For Gaussian noise it is checked against its Gamma
 * functions, for Laplace in one dimension against the scale; the root of the mean square is √2 d/ε, or σ√d, exactly, and the mean
 * length nears it.
 * Source: Steinke, Ullman (2016), for the comparison; E√S = (1/(2√π)) ∫ (1 - E exp(-tS)) t^(-3/2) dt.
 */
import { audit } from "../../lib/auditing/mechanism-audit.ts";
import { gaussian } from "../../lib/mechanisms/noise/gaussian.ts";
import { laplace } from "../../lib/mechanisms/noise/laplace.ts";
import { erfcx } from "../../lib/numerics/error-function.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { logGamma } from "../../lib/numerics/log-gamma.ts";
import { log, log1p } from "../../lib/numerics/logarithm.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { absoluteMoment } from "../../lib/oracles/law-moments.ts";
import { logLogSlope } from "../../lib/statistics/log-log-slope.ts";
import { atLeast, atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { deltaOf, dimensionOf, epsilonOf, SUMMED } from "./axes.ts";

interface DimensionCell {
  readonly epsilon: number;
  readonly delta: number;
  readonly dimension: number;
}

/** The logarithm of E exp(-s² X²), X of deviation 1. */
type LogTransform = (s: number) => number;
const normalTransform: LogTransform = (s) => -log1p(2 * s * s) / 2;
/** Of Laplace noise of scale 1/√2: (√π / (2 b s)) erfcx(1 / (2 b s)). */
const laplaceTransform: LogTransform = (s) => {
  const w = Math.SQRT1_2 / s;
  // Where s is small the product is next to 1: its series is 1 - 1/(2w²) + 3/(4w⁴) - 15/(8w⁶) + ...
  if (w > 60) {
    const v = 1 / (2 * w * w);
    return log1p(-v * (1 - v * (3 - 15 * v * (1 - 7 * v))));
  }
  return log(Math.sqrt(Math.PI) * w * erfcx(w));
};

/** The mean length of `dimension` independent coordinates of deviation 1. */
function meanLength(transform: LogTransform, dimension: number): number {
  const scale = 1 / Math.sqrt(dimension);
  // In u = s √d the integrand has size 1 whatever the dimension.
  const integrand = (u: number) => (u === 0 ? 1 : -expm1(dimension * transform(scale * u)) / (u * u));
  const { value } = integrate(integrand, { lower: 0, upper: Infinity, kinks: [1, 4], relativeTolerance: 1e-11 });
  return value / (scale * Math.sqrt(Math.PI));
}

function gaussianLength(dimension: number): number {
  return Math.SQRT2 * exp(logGamma((dimension + 1) / 2) - logGamma(dimension / 2));
}

const neighbours = "swap";

function noisesOf({ epsilon, delta, dimension }: DimensionCell) {
  return {
    laplace: laplace({ epsilon, sensitivity: 1, norm: "l2", dimension, neighbours }),
    gaussian: gaussian({ epsilon, delta, sensitivity: 1, dimension, neighbours }),
  };
}

function lengthsOf(cell: DimensionCell) {
  const { laplace, gaussian } = noisesOf(cell);
  const centre = new Float64Array(cell.dimension);
  const [coordinate] = laplace.law(centre).coordinates;
  const deviation = Math.sqrt(absoluteMoment(coordinate, 2));
  return {
    laplace: deviation * meanLength(laplaceTransform, cell.dimension),
    gaussian: gaussian.sigma * meanLength(normalTransform, cell.dimension),
    laplaceRoot: deviation * Math.sqrt(cell.dimension),
    gaussianRoot: gaussian.sigma * Math.sqrt(cell.dimension),
    sigma: gaussian.sigma,
  };
}

const epsilon = epsilonOf([0.5, 1], [0.1, 0.5, 1, 4]);
const delta = deltaOf([1e-5], [1e-6, 1e-5]);
const DIMENSIONS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
const QUADRATURE = { share: 1e-8 };

export const dimensionPart: Part = {
  claim: "laplace-vs-gaussian-dimension",
  asks: "Have both noises the stated lengths, and do they cross at d = (σε)²/2?",
  study: exactStudy({
    axes: { dimension: dimensionOf([1, 4, 16, 64, 256, 1024], DIMENSIONS), epsilon, delta },
    exact: (cell) => {
      const { dimension, epsilon, delta } = cell;
      const { laplace, gaussian } = noisesOf(cell);
      const found = lengthsOf(cell);
      const crossing = (found.sigma * found.sigma * epsilon * epsilon) / 2;
      const near = { share: 1 / dimension };
      return {
        checks: {
          "laplace-epsilon": equal(audit(laplace).lowerBound, epsilon, SUMMED),
          "gaussian-delta": atMost(audit(gaussian).lowerBound, delta, SUMMED),
          "same-sigma": equal(found.sigma, noisesOf({ ...cell, dimension: 1 }).gaussian.sigma),
          "laplace-root-mean-square": equal(found.laplaceRoot, (Math.SQRT2 * dimension) / epsilon, SUMMED),
          "laplace-length": equal(found.laplace, (Math.SQRT2 * dimension) / epsilon, near),
          "gaussian-length": equal(found.gaussian, found.sigma * gaussianLength(dimension), QUADRATURE),
          "gaussian-near": equal(found.gaussian, found.sigma * Math.sqrt(dimension), near),
          ...(dimension === 1 && { "laplace-in-one": equal(found.laplace, 1 / epsilon, QUADRATURE) }),
          crossing: (dimension < crossing ? atMost : atLeast)(found.laplaceRoot, found.gaussianRoot, SUMMED),
        },
        values: { laplace: found.laplace, gaussian: found.gaussian, sigma: found.sigma, crossing },
      };
    },
  }),
  controls: {
    "scale-of-the-wrong-norm": {
      says: "Laplace noise of scale 1/ε in every coordinate for l2 sensitivity 1: it needs √d epsilon",
      study: exactStudy({
        axes: {
          dimension: axis(z.int().min(2).max(4096), { means: "coordinates, at least two", quick: [2, 16, 1024] }),
          epsilon,
        },
        exact: ({ dimension, epsilon }) => {
          const broken = laplace({ epsilon, sensitivity: 1, norm: "l1", dimension, neighbours });
          const spread = new Float64Array(dimension).fill(1 / Math.sqrt(dimension));
          const found = audit(broken, { pair: [new Float64Array(dimension), spread] }).lowerBound;
          return { checks: { epsilon: atMost(found, epsilon) } };
        },
      }),
    },
  },
};

/** The slopes of both mean lengths over the dimensions, on log-log axes. */
function slopesOf(cell: Omit<DimensionCell, "dimension">) {
  const lengths = DIMENSIONS.map((dimension) => lengthsOf({ ...cell, dimension }));
  const slope = (y: readonly number[]) => logLogSlope({ x: DIMENSIONS, y }).slope;
  return {
    laplace: slope(lengths.map((found) => found.laplace)),
    gaussian: slope(lengths.map((found) => found.gaussian)),
  };
}

const SLOPE = { absolute: 0.05 };

export const slopesPart: Part = {
  claim: "laplace-vs-gaussian-dimension",
  asks: "Do the lengths grow like d and like √d over d from 1 to 1024?",
  study: exactStudy({
    axes: { epsilon, delta },
    exact: (cell) => {
      const found = slopesOf(cell);
      return { checks: { laplace: equal(found.laplace, 1, SLOPE), gaussian: equal(found.gaussian, 0.5, SLOPE) } };
    },
  }),
  controls: {
    "the-same-growth": {
      says: "both noises growing like d",
      study: exactStudy({
        axes: { epsilon, delta },
        exact: (cell) => ({ checks: { gaussian: equal(slopesOf(cell).gaussian, 1, SLOPE) } }),
      }),
    },
  },
};
