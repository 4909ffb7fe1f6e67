/**
 * Tests of the mechanisms that add noise: instances for the contract, arguments for the fuzz.
 */
import fc from "fast-check";
import { type Place, planarSide, planarSideLaw } from "../../lib/mechanisms/laws/planar-side-law.ts";
import { boundedLaplace, boundedLaplaceParameters } from "../../lib/mechanisms/noise/bounded-laplace.ts";
import { classicGaussian, classicGaussianParameters } from "../../lib/mechanisms/noise/classic-gaussian.ts";
import {
  type DiscreteGaussianParameters,
  discreteGaussian,
  discreteGaussianParameters,
  type VectorDiscreteGaussianParameters,
  vectorDiscreteGaussianParameters,
} from "../../lib/mechanisms/noise/discrete-gaussian.ts";
import {
  type DiscreteLaplaceParameters,
  discreteLaplace,
  discreteLaplaceParameters,
} from "../../lib/mechanisms/noise/discrete-laplace.ts";
import { type GaussianParameters, gaussian, gaussianParameters } from "../../lib/mechanisms/noise/gaussian.ts";
import {
  type GridLaplaceParameters,
  gridLaplaceParameters,
  type LaplaceNorm,
  laplace,
  laplaceParameters,
} from "../../lib/mechanisms/noise/laplace.ts";
import {
  type PlanarLaplace,
  type PlanarLaplaceParameters,
  planarLaplace,
  planarLaplaceParameters,
} from "../../lib/mechanisms/noise/planar-laplace.ts";
import { staircase, staircaseParameters } from "../../lib/mechanisms/noise/staircase.ts";
import {
  type TruncatedDiscreteLaplaceParameters,
  truncatedDiscreteLaplace,
  truncatedDiscreteLaplaceParameters,
} from "../../lib/mechanisms/noise/truncated-discrete-laplace.ts";
import type { Rational } from "../../lib/random/rational.ts";
import { stream } from "../../lib/random/stream.ts";
import { anyNumber, floats, listOf, moderate, oneOf, openProbability, record } from "../surface/arguments.ts";
import { nextCounts } from "./input-pairs.ts";
import { type Auditable, contractInstance, NOT_INTEGERS, NOT_NUMBERS } from "./instance.ts";
import { additive, builds, infinite, integer, type MechanismTests, rational, together } from "./mechanism-tests.ts";

const noise = { epsilon: 1, sensitivity: 2, neighbours: "add-remove" as const };
const vectorNoise = { ...noise, dimension: 3 };
const gridNoise = {
  epsilon: { numerator: 7, denominator: 10 },
  sensitivity: 1.5,
  step: { numerator: 1, denominator: 4 },
  neighbours: "swap",
} as const;
const normal = { epsilon: 0.8, delta: 0.01, sensitivity: 2, neighbours: "add-remove" as const };
const sevenTenths = { numerator: 7, denominator: 10 };
const seventySevenHundredths = { numerator: 77, denominator: 100 };

const countRange = { epsilon: 1, lower: -1, upper: 5, neighbours: "swap" as const };
const NOT_IN_RANGE = [...NOT_INTEGERS, ["value", -2], ["value", 6]] as const;

/** For a release that is made to see whether the input is refused. */
const NO_RANDOM = stream(1);

/** On which side of two places `radius` apart a release falls; the truth is the first place, 0, or the second, 1. */
function betweenTwo(given: PlanarLaplaceParameters): Auditable<number, number> {
  const mechanism = planarLaplace(given);
  const { name, neighbours, guarantee, privacyLoss } = mechanism;
  const [first, second] = mechanism.worstPair();
  const epsilon = mechanism.epsilonWithin(second[0]);
  const placeOf = (input: number): Place => [input * second[0], 0];
  return {
    name,
    neighbours,
    guarantee,
    privacyLoss,
    release: (input, random) => planarSide(first, second, mechanism.release(placeOf(input), random)),
    law: (input) => {
      mechanism.release(placeOf(input), NO_RANDOM);
      return planarSideLaw(epsilon, input === 0 ? "first" : "second");
    },
    worstPair: () => [0, 1],
  };
}

const FLAT: MechanismTests = {
  discreteGaussian: {
    fuzz: builds(discreteGaussianParameters, integer, {
      own: { rho: fc.oneof(fc.double({ min: 0.01, max: 8, noNaN: true }), rational) },
      fixed: /rho|sensitivity/,
      mixed: /rho/,
    }),
    instances: [
      contractInstance<DiscreteGaussianParameters<number>, number, number>({
        file: "discrete-gaussian",
        build: (parameters) => discreteGaussian(parameters),
        declaration: discreteGaussianParameters,
        good: { rho: 0.5, sensitivity: 3, neighbours: "swap" },
        off: { rho: 0.5 * 1.21 },
        input: 7,
        badInputs: NOT_INTEGERS,
      }),
      contractInstance<DiscreteGaussianParameters<Rational>, number, number>({
        file: "discrete-gaussian",
        title: "discrete-gaussian with a rational rho",
        build: (parameters) => discreteGaussian(parameters),
        declaration: discreteGaussianParameters,
        good: { rho: { numerator: 1, denominator: 3 }, sensitivity: 2, neighbours: "swap" },
        off: { rho: { numerator: 121, denominator: 300 } },
        input: 7,
        badInputs: NOT_INTEGERS,
      }),
    ],
  },
  laplace: {
    fuzz: builds(laplaceParameters, anyNumber, {
      own: { dimension: fc.constant(undefined), norm: fc.constant(undefined) },
      ...infinite,
    }),
    instances: [
      contractInstance<typeof noise, number, number>({
        file: "laplace",
        build: (parameters) => laplace(parameters),
        declaration: laplaceParameters,
        good: noise,
        off: { epsilon: 1.1 },
        input: 3,
        badInputs: NOT_NUMBERS,
      }),
    ],
  },
};

const VECTORS: MechanismTests = {
  discreteGaussian: {
    fuzz: builds(vectorDiscreteGaussianParameters, listOf(integer, 2, 2), {
      own: {
        rho: rational.filter(({ numerator, denominator }) => 2 * numerator >= denominator),
        dimension: fc.constant(2),
      },
      fixed: /squaredSensitivity/,
      mixed: /rho/,
    }),
    instances: [
      contractInstance<VectorDiscreteGaussianParameters, ArrayLike<number>, readonly number[]>({
        file: "discrete-gaussian",
        name: "vector-discrete-gaussian",
        title: "discrete-gaussian on vectors",
        build: (parameters) => discreteGaussian(parameters),
        good: { rho: { numerator: 1, denominator: 2 }, squaredSensitivity: 3, dimension: 3, neighbours: "swap" },
        off: { rho: { numerator: 121, denominator: 200 } },
        input: [7, 0, -2],
        declaration: vectorDiscreteGaussianParameters,
        badInputs: [
          ["value", [0, 1]],
          ["value[1]", [0, Number.NaN, 0]],
          ["value[2]", [0, 0, 0.5]],
        ],
      }),
    ],
  },
  laplace: {
    fuzz: builds(
      laplaceParameters,
      floats(anyNumber, 3).map((x) => x.slice(0, 3)),
      { own: { dimension: fc.constant(3), norm: oneOf("l1", "l2", "linf") }, ...infinite },
    ),
    instances: (["l1", "l2", "linf"] as const).map((norm) =>
      contractInstance<typeof vectorNoise & { readonly norm: LaplaceNorm }, Float64Array, Float64Array>({
        file: "laplace",
        name: "vector-laplace",
        title: `laplace on vectors with ${norm} sensitivity`,
        build: (parameters) => laplace(parameters),
        good: { ...vectorNoise, norm },
        off: { epsilon: 1.1 },
        input: Float64Array.of(0, 5, -2),
        declaration: laplaceParameters,
        bad: { dimension: [undefined], norm: ["l3", undefined] },
        badInputs: [
          ["value", new Float64Array(2)],
          ["value[1]", Float64Array.of(0, Number.NaN, 0)],
        ],
      }),
    ),
  },
};

const STEPPED: MechanismTests = {
  laplace: {
    fuzz: builds(gridLaplaceParameters, fc.double({ min: -50, max: 50, noNaN: true }), {
      own: { sensitivity: fc.double({ min: 0.1, max: 9, noNaN: true }), step: rational },
      fixed: /step/,
    }),
    instances: [
      contractInstance<GridLaplaceParameters, number, number>({
        file: "laplace",
        name: "grid-laplace",
        title: "laplace on a grid",
        build: (parameters) => laplace(parameters),
        declaration: gridLaplaceParameters,
        good: gridNoise,
        off: { epsilon: seventySevenHundredths },
        input: 0.3,
        badInputs: NOT_NUMBERS,
      }),
    ],
  },
};

export const NOISE_MECHANISMS: MechanismTests = {
  ...together(FLAT, VECTORS, STEPPED),
  discreteLaplace: {
    fuzz: builds(discreteLaplaceParameters, integer, {
      own: { epsilon: fc.oneof(fc.double({ min: 0.01, max: 50, noNaN: true }), rational) },
      mixed: /epsilon/,
    }),
    instances: [
      contractInstance<DiscreteLaplaceParameters<number>, number, number>({
        file: "discrete-laplace",
        build: (parameters) => discreteLaplace(parameters),
        declaration: discreteLaplaceParameters,
        good: noise,
        off: { epsilon: 1.1 },
        input: 3,
        badInputs: NOT_INTEGERS,
      }),
      contractInstance<DiscreteLaplaceParameters<Rational>, number, number>({
        file: "discrete-laplace",
        title: "geometric with a rational epsilon",
        build: (parameters) => discreteLaplace(parameters),
        declaration: discreteLaplaceParameters,
        good: { epsilon: sevenTenths, sensitivity: 3, neighbours: "swap" },
        off: { epsilon: seventySevenHundredths },
        input: -4,
        badInputs: NOT_INTEGERS,
      }),
    ],
  },
  truncatedDiscreteLaplace: {
    fuzz: builds(truncatedDiscreteLaplaceParameters, oneOf(0, 1), {
      own: {
        epsilon: fc.oneof(fc.double({ min: 0.01, max: 50, noNaN: true }), rational),
        lower: oneOf(-2, 0),
        upper: oneOf(1, 2, 9),
      },
      mixed: /epsilon/,
    }),
    instances: [
      contractInstance<TruncatedDiscreteLaplaceParameters<number>, number, number>({
        file: "truncated-discrete-laplace",
        build: (parameters) => truncatedDiscreteLaplace(parameters),
        declaration: truncatedDiscreteLaplaceParameters,
        good: countRange,
        off: { epsilon: 1.1 },
        input: 2,
        neighbouring: () => nextCounts(-1, 5),
        bad: { upper: [-1, -2] },
        badInputs: NOT_IN_RANGE,
      }),
      contractInstance<TruncatedDiscreteLaplaceParameters<Rational>, number, number>({
        file: "truncated-discrete-laplace",
        title: "truncated-discrete-laplace with a rational epsilon",
        build: (parameters) => truncatedDiscreteLaplace(parameters),
        good: { ...countRange, epsilon: sevenTenths, upper: 1 },
        off: { epsilon: seventySevenHundredths },
        input: 0,
        neighbouring: () => nextCounts(-1, 1),
        declaration: truncatedDiscreteLaplaceParameters,
        badInputs: NOT_IN_RANGE,
      }),
    ],
  },
  classicGaussian: {
    fuzz: builds(record({ ...additive, epsilon: openProbability, delta: openProbability }), anyNumber, infinite),
    instances: [
      contractInstance({
        file: "classic-gaussian",
        build: classicGaussian,
        good: normal,
        off: { epsilon: 0.88 },
        input: 3,
        declaration: classicGaussianParameters,
        bad: { epsilon: [1, 2] },
        badInputs: NOT_NUMBERS,
        tight: false,
      }),
    ],
  },
  gaussian: {
    fuzz: builds(gaussianParameters, anyNumber, {
      own: { sigma: moderate, sensitivity: moderate, dimension: fc.constant(undefined) },
      ...infinite,
    }),
    instances: [
      contractInstance<GaussianParameters & { readonly sigma: number }, number, number>({
        file: "gaussian",
        build: (parameters) => gaussian(parameters),
        good: { sigma: 2, sensitivity: 3, neighbours: "swap" },
        off: { sigma: 1.8 },
        input: -4,
        declaration: gaussianParameters,
        badInputs: NOT_NUMBERS,
      }),
      contractInstance<typeof normal, number, number>({
        file: "gaussian",
        title: "gaussian for an epsilon and a delta",
        build: (parameters) => gaussian(parameters),
        good: { ...normal, epsilon: 2 },
        declaration: gaussianParameters,
        off: { sensitivity: 1.8 },
        input: 3,
        badInputs: NOT_NUMBERS,
      }),
      contractInstance<typeof normal & { readonly dimension: number }, Float64Array, Float64Array>({
        file: "gaussian",
        title: "gaussian on vectors",
        build: (parameters) => gaussian(parameters),
        good: { ...normal, dimension: 3 },
        off: { sensitivity: 1.8 },
        input: Float64Array.of(0, 5, -2),
        declaration: gaussianParameters,
        badInputs: [
          ["value", new Float64Array(2)],
          ["value[1]", Float64Array.of(0, Number.NaN, 0)],
        ],
      }),
    ],
  },
  boundedLaplace: {
    fuzz: builds(boundedLaplaceParameters, anyNumber, infinite),
    instances: [
      ...(["add-remove", "swap"] as const).map((neighbours) =>
        contractInstance({
          file: "bounded-laplace",
          title: `bounded-laplace under ${neighbours}`,
          build: boundedLaplace,
          good: { epsilon: 1, sensitivity: 1, lower: 0, upper: 4, neighbours },
          off: { epsilon: 1.1 },
          input: 0.5,
          declaration: boundedLaplaceParameters,
          bad: { upper: [0, -2] },
          badInputs: NOT_NUMBERS,
        }),
      ),
    ],
  },
  planarLaplace: {
    fuzz: builds(planarLaplaceParameters, oneOf([0, 0], [1.5, -2]), {
      own: { epsilon: moderate, scale: moderate, radius: moderate },
      follow: ({ epsilonWithin, radiusLaw, logDensity }: PlanarLaplace) => [
        epsilonWithin(0.5),
        radiusLaw().cdf(1),
        logDensity([0, 0], [1, 2]),
      ],
    }),
    instances: [
      contractInstance<PlanarLaplaceParameters, number, number>({
        file: "planar-laplace",
        build: betweenTwo,
        good: { epsilon: 1, radius: 2 },
        off: { epsilon: 1.1 },
        input: 0,
        // All that two places have.
        neighbouring: () => [
          [0, 1],
          [1, 0],
        ],
        declaration: planarLaplaceParameters,
        bad: { epsilon: [1e-10, 501] },
        badInputs: [["truth[0]", Number.NaN]],
      }),
    ],
  },
  staircase: {
    fuzz: builds(record(additive), anyNumber, infinite),
    instances: [
      contractInstance({
        file: "staircase",
        build: staircase,
        good: noise,
        off: { epsilon: 1.1 },
        input: 3,
        declaration: staircaseParameters,
        badInputs: NOT_NUMBERS,
      }),
    ],
  },
};
