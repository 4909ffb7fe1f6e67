/**
 * Linear regression from noisy sums: the loss of all four together, the distance of the statistics of neighbours, and how the error
 * falls with n.
 *
 * The records of the last part are bits: x is 1 in half of them, y is 1 with probability 1/4 + x / 2, so that the true slope is 1/2 and
 * the four sums are sums of binomial numbers, however many records there are. Its claim is of the mean squared error, so a mean is
 * judged: that of the exponents of independent batches, each large enough to be nearly normal, by Student's interval. Sources: Vu,
 * Slavkovic (2009); Wang (2018).
 */
import { continuousEpsilon } from "../../lib/auditing/continuous-audit.ts";
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { type LinePoint, privateLine } from "../../lib/learning/private-line.ts";
import { privateRegression } from "../../lib/learning/private-regression.ts";
import { cos, sin } from "../../lib/numerics/trigonometry.ts";
import type { ProductLaw } from "../../lib/privacy/loss/law.ts";
import { fillBinomial } from "../../lib/random/binomial.ts";
import { fillLaplace } from "../../lib/random/laplace.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { logLogSlope } from "../../lib/statistics/log-log-slope.ts";
import { type Moments, mergeMoments, momentsOf } from "../../lib/statistics/moments.ts";
import {
  atMost,
  axis,
  equal,
  estimateNear,
  exactStudy,
  type Judgement,
  meanOf,
  type Part,
  type SampleContext,
  sampledStudy,
  variant,
  z,
} from "../kit.ts";

const LEAST_VARIANCE = 0.01;
const GRID = [0, 0.5, 1];
const POINTS: readonly LinePoint[] = GRID.flatMap((x) => GRID.map((y) => ({ x, y })));

/** The largest log-ratio of independent coordinates is the sum of theirs. */
function productLoss(one: ProductLaw, other: ProductLaw): number {
  return one.coordinates.reduce((sum, first, k) => {
    const second = other.coordinates[k];
    if (first.kinks.join() === second.kinks.join()) return sum;
    const limits = [-1000, 1000].map((x) => first.logDensity(x) - second.logDensity(x));
    return sum + continuousEpsilon({ first, second }, { kind: "monotone", limits: [limits[0], limits[1]] }).lower;
  }, 0);
}

/** Over all replacements of a record among a grid of the square, beside another record. */
function worstLine(epsilon: number): number {
  const { law } = privateLine({ epsilon, leastVariance: LEAST_VARIANCE });
  const laws = POINTS.map((point) => law([{ x: 0.3, y: 0.8 }, point]));
  return laws.reduce((most, one) => laws.reduce((worst, other) => Math.max(worst, productLoss(one, other)), most), 0);
}

const lineEpsilon = axis(z.number().min(0.01).max(20), {
  means: "epsilon",
  quick: [0.1, 1, 3],
  full: [0.1, 0.5, 1, 3, 10],
});

export const linePrivacyPart: Part = {
  claim: "linreg-sufficient-statistics",
  asks: "Have the four noisy sums together a loss of epsilon, attained, with noise of scale 4 / epsilon on each?",
  study: exactStudy({
    axes: { epsilon: lineEpsilon },
    exact: ({ epsilon }) => {
      const found = worstLine(epsilon);
      return {
        checks: { epsilon: atMost(found, epsilon, { share: 1e-9 }), attained: equal(found, epsilon, { share: 1e-9 }) },
      };
    },
  }),
  controls: {
    "each-sum-alone": {
      says: "noise of scale 1 / epsilon on each of the four sums, labelled epsilon: 4 epsilon together",
      study: exactStudy({
        axes: { epsilon: lineEpsilon },
        exact: ({ epsilon }) => ({ checks: { epsilon: atMost(worstLine(4 * epsilon), epsilon, { share: 1e-9 }) } }),
      }),
    },
  },
};

const RELATIONS = ["zero-out", "swap"] as const;
type Relation = (typeof RELATIONS)[number];
const LARGEST: Readonly<Record<Relation, number>> = { "zero-out": Math.SQRT2, swap: Math.sqrt(4.5) };
const STEPS = 24;

/** Records of norm 1 and 1/2 in all directions of the plane, with labels -1, 0 and 1, and the empty record. */
const PLANE: readonly Dataset[] = [0.5, 1].flatMap((length) =>
  Array.from({ length: STEPS }, (_, k) => (2 * Math.PI * k) / STEPS).flatMap((angle) =>
    [-1, 0, 1].map((label) =>
      dataset({
        features: Float64Array.of(length * cos(angle), length * sin(angle)),
        labels: Float64Array.of(label),
        columns: 2,
      }),
    ),
  ),
);
const EMPTY = dataset({ features: new Float64Array(2), labels: new Float64Array(1), columns: 2 });

/** How far apart the centres of the released statistics of two records are at most. */
function worstDistance(relation: Relation): number {
  const { law } = privateRegression({ epsilon: 1, delta: 1e-6, columns: 2, neighbours: relation });
  const centres = (data: Dataset) => law(data).coordinates.map(({ family }) => family?.centre ?? Number.NaN);
  const all = PLANE.map(centres);
  const others = relation === "swap" ? all : [centres(EMPTY)];
  let worst = 0;
  for (const one of all) {
    for (const other of others) {
      worst = Math.max(worst, Math.sqrt(one.reduce((sum, x, k) => sum + (x - other[k]) * (x - other[k]), 0)));
    }
  }
  return worst;
}

export const regressionPart: Part = {
  claim: "linreg-sufficient-statistics",
  asks: "Are the statistics of neighbours in the plane at most sqrt 2 apart under zero-out and sqrt 4.5 under swap, and is that attained?",
  study: exactStudy({
    axes: { relation: axis(z.enum(RELATIONS), { means: "relation of neighbours", quick: RELATIONS }) },
    exact: ({ relation }) => {
      const found = worstDistance(relation);
      return {
        checks: {
          distance: atMost(found, LARGEST[relation], { share: 1e-9 }),
          attained: equal(found, LARGEST[relation], { share: 1e-9 }),
        },
      };
    },
  }),
  controls: {
    "zero-out-for-swap": {
      says: "the sensitivity sqrt 2 of zero-out claimed under swap",
      study: exactStudy({
        axes: {},
        exact: () => ({ checks: { distance: atMost(worstDistance("swap"), LARGEST["zero-out"]) } }),
      }),
    },
  },
};

const REGIMES = ["noise", "sample"] as const;
type Regime = (typeof REGIMES)[number];
interface Grid {
  readonly epsilon: number;
  /** Of the slope that is judged. */
  readonly sizes: readonly number[];
  /** Of the figure. */
  readonly shown: readonly number[];
  readonly slope: number;
}
/** Where the noise of the sums decides, and where the sample does. */
const GRIDS: Readonly<Record<Regime, Grid>> = {
  noise: { epsilon: 0.001, sizes: [3e6, 6e6, 12e6, 24e6, 48e6], shown: [4e5, 1e6, 1e7, 1e8, 1e9], slope: -2 },
  sample: { epsilon: 1, sizes: [3e4, 1e5, 3e5, 1e6, 3e6], shown: [400, 1000, 1e4, 1e5, 1e6], slope: -1 },
};
/** Of a batch: the slope of its mean squared errors is nearly normal, and its mean that of the true ones. */
const DRAWS = 1000;
const SHOWN_DRAWS = 100;
const TRUE_SLOPE = 0.5;

/** The mean squared error of the slope over some draws of the records and of the noise. */
function squaredError(epsilon: number, size: number, draws: number, random: Stream): number {
  const line = privateLine({ epsilon, leastVariance: LEAST_VARIANCE });
  const half = size / 2;
  const ones = (probability: number) => fillBinomial({ trials: half, probability }, new Float64Array(draws), random);
  const [both, below] = [ones(0.75), ones(0.25)];
  const noise = fillLaplace(4 / epsilon, new Float64Array(4 * draws), random);
  let total = 0;
  for (let draw = 0; draw < draws; draw++) {
    const sums = noise.subarray(4 * draw, 4 * draw + 4);
    sums[0] += half;
    sums[1] += both[draw] + below[draw];
    sums[2] += half;
    sums[3] += both[draw];
    const off = line.fit(sums, size).slope - TRUE_SLOPE;
    total += (off * off) / draws;
  }
  return total;
}

/** Batches: the moments of their slopes, and the mean squared errors that the figure shows. */
interface Batches {
  readonly slopes: Moments;
  readonly errors: readonly number[];
}

function batches(regime: Regime, count: number, random: Stream): Batches {
  const { epsilon, sizes, shown } = GRIDS[regime];
  const errors = new Array<number>(shown.length).fill(0);
  const slopes = Array.from({ length: count }, () => {
    shown.forEach((size, k) => {
      errors[k] += squaredError(epsilon, size, SHOWN_DRAWS, random);
    });
    return logLogSlope({ x: sizes, y: sizes.map((size) => squaredError(epsilon, size, DRAWS, random)) }).slope;
  });
  return { slopes: momentsOf(slopes), errors };
}

function judgeSlope(regime: Regime, { slopes, errors }: Batches, claimed: number, context: SampleContext): Judgement {
  return {
    checks: { slope: estimateNear(meanOf(slopes, context), claimed, { absolute: 0.15 }) },
    values: {
      epsilon: GRIDS[regime].epsilon,
      sizes: GRIDS[regime].shown,
      errors: errors.map((error) => error / slopes.count),
    },
  };
}

const rateStudy = sampledStudy({
  axes: {
    regime: axis(z.enum(REGIMES), { means: "what decides: the noise of the sums, or the sample", quick: REGIMES }),
  },
  trials: { quick: 20, full: 200 },
  blockSize: 20,
  intervals: () => 1,
  block: ({ regime }, count, random) => batches(regime, count, random),
  merge: (one, other) => ({
    slopes: mergeMoments(one.slopes, other.slopes),
    errors: one.errors.map((error, k) => error + other.errors[k]),
  }),
  judge: ({ regime }, found, context) => judgeSlope(regime, found, GRIDS[regime].slope, context),
});

export const lineRatePart: Part = {
  claim: "linreg-sufficient-statistics",
  asks: "Does the mean squared error of the slope fall like 1 / n^2 while the noise decides, and then like 1 / n?",
  study: rateStudy,
  controls: {
    "rates-exchanged": {
      says: "the rate of each regime claimed for the other",
      study: variant(rateStudy, {
        judge: ({ regime }, found, context) => judgeSlope(regime, found, -3 - GRIDS[regime].slope, context),
      }),
    },
  },
};
