/**
 * How the functions of lib/bounds are called, for the fuzz test.
 */
import fc from "fast-check";
import { assouadParameters } from "../../lib/bounds/assouad.ts";
import { exactMinimaxParameters } from "../../lib/bounds/exact-minimax.ts";
import { excessRiskParameters } from "../../lib/bounds/excess-risk.ts";
import { fanoParameters } from "../../lib/bounds/fano.ts";
import { fingerprintingParameters } from "../../lib/bounds/fingerprinting.ts";
import { codeParameters } from "../../lib/bounds/gilbert-varshamov.ts";
import { instanceBoundParameters, modulusParameters } from "../../lib/bounds/instance-bound.ts";
import { leCamParameters } from "../../lib/bounds/le-cam.ts";
import { localAssouadParameters } from "../../lib/bounds/local-assouad.ts";
import { localDivergenceParameters } from "../../lib/bounds/local-divergence.ts";
import { localFanoParameters } from "../../lib/bounds/local-fano.ts";
import { localLeCamParameters } from "../../lib/bounds/local-le-cam.ts";
import { optimalCountParameters } from "../../lib/bounds/optimal-count.ts";
import { privateLeCamParameters } from "../../lib/bounds/private-le-cam.ts";
import { unbiasedSuccessParameters } from "../../lib/bounds/unbiased-success.ts";
import { unbiasedVarianceParameters } from "../../lib/bounds/unbiased-variance.ts";
import { vanTreesParameters } from "../../lib/bounds/van-trees.ts";
import { count, hugeCount, listOf, moderate, nonNegative, oneOf, probability, record } from "./arguments.ts";
import { argumentsOf, declares } from "./declared.ts";
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
const local = record({ kind: oneOf("pure"), epsilon: fc.double({ min: 0, max: 30, noNaN: true }) });
const moves = listOf(moderate, 1, 6).map((steps) => steps.toSorted((a, b) => a - b));
const solved = record({ kind: oneOf("pure"), epsilon: fc.double({ min: 0.05, max: 5, noNaN: true }) });
const problem = fc.oneof(
  record({ kind: oneOf("convex"), lipschitz: moderate, radius: moderate }),
  record({ kind: oneOf("strongly-convex"), lipschitz: moderate, convexity: moderate }),
  record({ kind: oneOf("logistic"), penalty: moderate }),
);
const separation = fc.double({ min: 1e-6, max: 1, noNaN: true });

export const BOUNDS: Readonly<Record<string, Entry>> = {
  assouad: declares(assouadParameters, { own: { model: product, size: count, guarantee }, ...bound, slow: 4 }),
  // What is returned is a promise, which the tests beside the function look into; here, what is refused.
  exactMinimax: declares(exactMinimaxParameters, {
    own: {
      size: oneOf(1, 2),
      guarantee: solved,
      target: oneOf("population"),
      grid: oneOf(3, 5),
      divisions: oneOf(1, 2),
    },
    fixed: /grid|divisions/,
    slow: 2,
  }),
  excessRiskBound: declares(excessRiskParameters, {
    own: { problem, dimension: count, size: count, guarantee },
    range: [0, Infinity],
    fixed: /dimension/,
    slow: 6,
  }),
  fano: declares(fanoParameters, {
    own: { model: product, size: count, guarantee: fc.oneof(pure, concentrated) },
    ...bound,
    fixed: /dimension/,
    slow: 6,
  }),
  fingerprintingBound: declares(fingerprintingParameters, { own: { guarantee }, ...NON_NEGATIVE }),
  instanceBound: declares(instanceBoundParameters, { own: { guarantee, moves } }),
  leCam: declares(leCamParameters, { own: { model, size: hugeCount }, ...bound, fixed: /dimension/, slow: 2 }),
  leCamAt: takes([argumentsOf(leCamParameters, { model, size: hugeCount }), separation], {
    ...bound,
    fixed: /dimension/,
    isDeclared: true,
  }),
  localAssouad: declares(localAssouadParameters, {
    own: { model: product, size: count, guarantee: local },
    ...bound,
    slow: 4,
  }),
  localDivergence: declares(localDivergenceParameters, NON_NEGATIVE),
  localFano: declares(localFanoParameters, {
    own: { model: product, size: count, guarantee: local },
    ...bound,
    fixed: /dimension/,
    slow: 6,
  }),
  localLeCam: declares(localLeCamParameters, {
    own: { model, size: hugeCount, guarantee: local },
    ...bound,
    fixed: /dimension/,
    slow: 4,
  }),
  logCodeSize: declares(codeParameters, NON_NEGATIVE),
  modulusOfContinuity: declares(modulusParameters, {
    own: {
      universe: fc.constant([0, 1, 3]),
      records: listOf(oneOf(0, 1, 3), 1, 4),
      statistic: fc.constant((records: readonly number[]) => Math.max(...records.map(Number))),
    },
    free: /records|universe/,
  }),
  optimalCount: declares(optimalCountParameters, {
    own: {
      size: oneOf(2),
      guarantee: solved,
      losses: fc.constant([
        [0, 1, 2],
        [1, 0, 1],
        [2, 1, 0],
      ]),
      prior: fc.constant([0.25, 0.25, 0.5]),
    },
    slow: 2,
  }),
  parameterPair: takes([model, separation], { ...bound, fixed: /dimension/ }),
  privateLeCam: declares(privateLeCamParameters, {
    own: { model, size: hugeCount, guarantee },
    ...bound,
    fixed: /dimension/,
    slow: 4,
  }),
  unbiasedSuccessBound: declares(unbiasedSuccessParameters, {
    own: { distances: listOf(fc.nat(9), 1, 5).map((list) => [0, ...list]) },
    range: [0, 1],
  }),
  unbiasedVarianceBound: declares(unbiasedVarianceParameters, { own: { moves }, ...bound }),
  vanTrees: declares(vanTreesParameters, {
    own: {
      model: fc.oneof(
        record({ kind: oneOf("bernoulli") }),
        record({ kind: oneOf("gaussian-mean"), sigma: moderate, radius: moderate }),
      ),
      size: count,
      guarantee,
    },
    ...NON_NEGATIVE,
  }),
  widestSeparation: takes([model], NON_NEGATIVE),
};
