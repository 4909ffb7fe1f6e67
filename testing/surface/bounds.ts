/**
 * How the functions of lib/bounds are called, for the fuzz test.
 */
import fc from "fast-check";
import { fingerprintingParameters } from "../../lib/bounds/fingerprinting.ts";
import { codeParameters } from "../../lib/bounds/gilbert-varshamov.ts";
import { unbiasedSuccessParameters } from "../../lib/bounds/unbiased-success.ts";
import { unbiasedVarianceParameters } from "../../lib/bounds/unbiased-variance.ts";
import { count, hugeCount, listOf, moderate, nonNegative, oneOf, probability, record } from "./arguments.ts";
import { declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const NON_NEGATIVE = { range: [0, Infinity] } as const;
/** The divergence of opposite constants is infinite, as documented. */
const bound = { infinite: true } as const;
const product = record({ kind: oneOf("product-bernoulli"), dimension: count });
const model = fc.oneof(
  record({ kind: oneOf("bernoulli") }),
  product,
  record({ kind: oneOf("gaussian-mean"), sigma: moderate }),
  fc.tuple(probability, moderate).map(([least, width]) => ({ kind: "uniform", least, most: least + width })),
);
const pure = record({ kind: oneOf("pure"), epsilon: nonNegative });
const concentrated = record({ kind: oneOf("zero-concentrated"), rho: nonNegative });
const guarantee = fc.oneof(
  pure,
  concentrated,
  record({ kind: oneOf("approximate"), epsilon: nonNegative, delta: probability }),
  record({ kind: oneOf("gaussian"), mu: nonNegative }),
);
const leCam = record({
  model,
  size: hugeCount,
  form: oneOf("total-variation", "bretagnolle-huber"),
  factor: oneOf("half", "quarter"),
  loss: oneOf("absolute", "squared"),
});
const neighbours = oneOf("swap", "add-remove");
const loss = oneOf("absolute", "squared");
const interaction = oneOf("none", "sequential");
const local = record({ kind: oneOf("pure"), epsilon: fc.double({ min: 0, max: 30, noNaN: true }) });
const privateLeCam = record({
  model,
  size: hugeCount,
  guarantee,
  form: oneOf("metric", "coupling", "printed"),
  loss,
  neighbours,
});
const moves = listOf(moderate, 1, 6).map((steps) => steps.toSorted((a, b) => a - b));
const smallEpsilon = fc.double({ min: 0.05, max: 5, noNaN: true });
const separation = fc.double({ min: 1e-6, max: 1, noNaN: true });

export const BOUNDS: Readonly<Record<string, Entry>> = {
  assouad: takes(
    [record({ model: product, size: count, guarantee, norm: oneOf("euclidean", "squared", "absolute"), neighbours })],
    {
      ...bound,
      slow: 4,
    },
  ),
  // What is returned is a promise, which the tests beside the function look into; here, what is refused.
  exactMinimax: takes(
    [
      record({
        size: oneOf(1, 2),
        guarantee: record({ kind: oneOf("pure"), epsilon: smallEpsilon }),
        model: oneOf("central", "local"),
        target: oneOf("population"),
        loss: oneOf("absolute", "squared"),
        grid: oneOf(3, 5),
        divisions: oneOf(1, 2),
      }),
    ],
    { fixed: /grid|divisions/, slow: 2 },
  ),
  excessRiskBound: takes(
    [
      record({
        problem: fc.oneof(
          record({ kind: oneOf("convex"), lipschitz: moderate, radius: moderate }),
          record({ kind: oneOf("strongly-convex"), lipschitz: moderate, convexity: moderate }),
          record({ kind: oneOf("logistic"), penalty: moderate }),
        ),
        dimension: count,
        size: count,
        guarantee,
        neighbours,
      }),
    ],
    { range: [0, Infinity], fixed: /dimension/, slow: 6 },
  ),
  fano: takes(
    [
      record({
        model: product,
        size: count,
        guarantee: fc.oneof(pure, concentrated),
        markov: oneOf("ten", "best"),
        loss,
        neighbours,
      }),
    ],
    {
      ...bound,
      fixed: /dimension/,
      slow: 6,
    },
  ),
  fingerprintingBound: declares(fingerprintingParameters, { own: { guarantee }, ...NON_NEGATIVE }),
  instanceBound: takes([record({ guarantee, moves, loss, neighbours })]),
  leCam: takes([leCam], { ...bound, fixed: /dimension/, slow: 2 }),
  leCamAt: takes([leCam, separation], { ...bound, fixed: /dimension/ }),
  localAssouad: takes(
    [
      record({
        model: product,
        size: count,
        guarantee: local,
        norm: oneOf("euclidean", "squared", "absolute"),
        interaction,
      }),
    ],
    { ...bound, slow: 4 },
  ),
  localDivergence: takes(
    [
      record({
        epsilon: fc.double({ min: 0, max: 30, noNaN: true }),
        distance: probability,
        divergence: oneOf("total-variation", "kullback-leibler", "jeffreys", "chi-square", "hellinger"),
      }),
    ],
    NON_NEGATIVE,
  ),
  localFano: takes([record({ model: product, size: count, guarantee: local, loss, interaction })], {
    ...bound,
    fixed: /dimension/,
    slow: 6,
  }),
  localLeCam: takes([record({ model, size: hugeCount, guarantee: local, loss })], {
    ...bound,
    fixed: /dimension/,
    slow: 4,
  }),
  logCodeSize: declares(codeParameters, NON_NEGATIVE),
  modulusOfContinuity: takes(
    [
      record({ universe: fc.constant([0, 1, 3]), records: listOf(oneOf(0, 1, 3), 1, 4) }).map((given) => ({
        ...given,
        statistic: (records: readonly number[]) => Math.max(...records),
      })),
    ],
    { free: /records|universe/ },
  ),
  optimalCount: takes(
    [
      fc.record({
        size: oneOf(2),
        guarantee: record({ kind: oneOf("pure"), epsilon: smallEpsilon }),
        losses: fc.constant([
          [0, 1, 2],
          [1, 0, 1],
          [2, 1, 0],
        ]),
        prior: fc.constant([0.25, 0.25, 0.5]),
      }),
    ],
    { slow: 2 },
  ),
  parameterPair: takes([model, separation], { ...bound, fixed: /dimension/ }),
  privateLeCam: takes([privateLeCam], { ...bound, fixed: /dimension/, slow: 4 }),
  unbiasedSuccessBound: declares(unbiasedSuccessParameters, {
    own: { distances: listOf(fc.nat(9), 1, 5).map((list) => [0, ...list]) },
    range: [0, 1],
  }),
  unbiasedVarianceBound: declares(unbiasedVarianceParameters, { own: { moves }, ...bound }),
  vanTrees: takes(
    [
      record({
        model: fc.oneof(
          record({ kind: oneOf("bernoulli") }),
          record({ kind: oneOf("gaussian-mean"), sigma: moderate, radius: moderate }),
        ),
        size: count,
        guarantee,
        neighbours,
      }),
    ],
    NON_NEGATIVE,
  ),
  widestSeparation: takes([model], NON_NEGATIVE),
};
