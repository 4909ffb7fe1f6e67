/**
 * The exponential mechanism on the linear loss, exactly: its mean excess below d / sharpness, and its rates in n and d.
 *
 * The loss is 1-Lipschitz on the unit ball, so that its range is 2 and the sharpness epsilon n / 4. Records whose mean has length 1
 * are the easy instance, those whose mean has length d / (n epsilon) the one on which no private method does much better.
 */
import { exponentialLinear } from "../../lib/learning/exponential-linear.ts";
import { logLogSlope } from "../../lib/statistics/log-log-slope.ts";
import { atMost, axis, equal, exactStudy, type Judgement, type Part, variant, z } from "../kit.ts";
import { epsilonOf, exactDimensionOf, exactSizeOf } from "./axes.ts";
import { linearExcess } from "./linear-instance.ts";

const INSTANCES = ["aligned", "worst-case"] as const;
type Instance = (typeof INSTANCES)[number];

interface LinearCell {
  readonly instance: Instance;
  readonly dimension: number;
  readonly size: number;
  readonly epsilon: number;
}

export function linearMechanism(epsilon: number) {
  return exponentialLinear({ epsilon, radius: 1, neighbours: "swap" });
}

function excessOf({ instance, dimension, size, epsilon }: LinearCell): number {
  const meanLength = instance === "aligned" ? 1 : Math.min(1, dimension / (size * epsilon));
  return linearExcess({ dimension, sharpness: sharpnessOf({ size, epsilon }), meanLength });
}

function sharpnessOf({ size, epsilon }: { readonly size: number; readonly epsilon: number }): number {
  return linearMechanism(epsilon).sharpness(size);
}

function judge(cell: LinearCell, share: number): Judgement {
  const { instance, dimension } = cell;
  const sharpness = sharpnessOf(cell);
  const excess = excessOf(cell);
  const ratio = (excess * sharpness) / dimension;
  const atItsLimit = instance === "aligned" && sharpness >= 25 * dimension;
  return {
    checks: {
      "below-bound": atMost(excess, (share * dimension) / sharpness, { share: 1e-9 }),
      ...(atItsLimit && { "limit-of-ratio": equal(ratio, (dimension + 1) / (2 * dimension), { share: 0.01 }) }),
    },
    values: { ratio, sharpness, rate: dimension / (cell.size * cell.epsilon) },
  };
}

const dimensions = exactDimensionOf([1, 2, 5, 20], [1, 2, 3, 5, 10, 20]);
const sizes = exactSizeOf(
  [100, 1000, 10_000, 100_000],
  [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000],
);
const instance = axis(z.enum(INSTANCES), { means: "where the mean of the records lies", quick: INSTANCES });

const boundStudy = exactStudy({
  axes: { instance, dimension: dimensions, size: sizes, epsilon: epsilonOf([0.1, 1]) },
  exact: (cell) => judge(cell, 1),
});

export const linearPart: Part = {
  claim: "exp-mech-erm",
  asks: "Is the mean excess of the exponential mechanism on the linear loss at most d over its sharpness?",
  study: boundStudy,
  controls: {
    "half-the-bound": {
      says: "the excess claimed to be at most half of d over the sharpness, with the mean of length 1",
      study: variant(boundStudy, {
        over: { instance: ["aligned"], size: [100_000], epsilon: [1] },
        exact: (cell) => judge(cell, 0.5),
      }),
    },
  },
};

const SHOWN_DIMENSIONS = [1, 2, 5, 10, 20];
const SHOWN_SIZES = [500, 1000, 2000, 4000, 8000, 16_000, 32_000];
const RATES = { size: -1, dimension: 0.946 } as const;
type Along = keyof typeof RATES;

function slopeAlong(along: Along, epsilon: number): number {
  const base = { instance: "worst-case", dimension: 5, size: 8000, epsilon } as const;
  const x = along === "size" ? SHOWN_SIZES : SHOWN_DIMENSIONS;
  return logLogSlope({ x, y: x.map((value) => excessOf({ ...base, [along]: value })) }).slope;
}

function judgeSlope(along: Along, epsilon: number, theory: number): Judgement {
  return { checks: { slope: equal(slopeAlong(along, epsilon), theory, { absolute: 5e-4 }) } };
}

const ALONG = ["size", "dimension"] as const satisfies readonly Along[];
const along = axis(z.enum(ALONG), { means: "what grows", quick: ALONG });

export const linearRatePart: Part = {
  claim: "dp-erm-rates",
  asks: "Does the excess of the worst case fall like 1 / n, and grow nearly like d?",
  study: exactStudy({
    axes: { along, epsilon: epsilonOf([0.1, 1]) },
    exact: (cell) => judgeSlope(cell.along, cell.epsilon, RATES[cell.along]),
  }),
  controls: {
    "rate-of-the-sample": {
      says: "the rates 1 / sqrt n and sqrt d, which are those without privacy",
      study: exactStudy({
        axes: { along, epsilon: epsilonOf([1]) },
        exact: (cell) => judgeSlope(cell.along, cell.epsilon, cell.along === "size" ? -0.5 : 0.5),
      }),
    },
  },
};
