/**
 * One or more instances of every mechanism, for the contract test.
 *
 * `file` names the mechanism's file; `off` is the same mechanism with its noise a tenth smaller; `input` is where draws are compared with
 * the law; `refusals` names the parameters and the calls that must refuse them.
 */
import type { Mechanism } from "../privacy/mechanism.ts";
import type { Rational } from "../random/rational.ts";
import type { Stream } from "../random/stream.ts";
import { analyticGaussian } from "./analytic-gaussian.ts";
import { type ChoiceResponseParameters, choiceResponse } from "./choice-response.ts";
import { type ClassicGaussianParameters, classicGaussian } from "./classic-gaussian.ts";
import type { AnyLaw } from "./contract-audit.ts";
import { type DiscreteGaussianParameters, discreteGaussian } from "./discrete-gaussian.ts";
import { exponentialMechanism } from "./exponential-mechanism.ts";
import { type GeometricParameters, geometric } from "./geometric.ts";
import { type GridLaplaceParameters, gridLaplace } from "./grid-laplace.ts";
import { type LaplaceParameters, laplace } from "./laplace.ts";
import { leakyResponse } from "./leaky-response.ts";
import { type MajorityRule, majority } from "./majority.ts";
import { permuteAndFlip } from "./permute-and-flip.ts";
import { piecewiseExponential } from "./piecewise-exponential.ts";
import { type RandomizedResponseParameters, randomizedResponse } from "./randomized-response.ts";
import { type NoisyMaxParameters, reportNoisyMax } from "./report-noisy-max.ts";
import type { SelectionParameters } from "./scores/selection.ts";
import { staircase } from "./staircase.ts";
import { type VectorLaplaceParameters, vectorLaplace } from "./vector-laplace.ts";
import { warnerResponse } from "./warner-response.ts";

export interface ContractInstance {
  readonly title: string;
  readonly file: string;
  readonly mechanism: Mechanism<unknown, unknown, Stream>;
  /** Undefined for a mechanism without parameters. */
  readonly off: Mechanism<unknown, unknown, Stream> | undefined;
  readonly input: unknown;
  /** Whether the worst pair comes within a tenth of the guarantee: not so for one that is known to be loose. */
  readonly tight: boolean;
  readonly refusals: readonly (readonly [parameter: string, call: () => unknown])[];
}

interface Described<Parameters, Input, Output> {
  readonly file: string;
  readonly title?: string;
  readonly build: (parameters: Parameters) => Mechanism<Input, Output, Stream>;
  readonly good: Parameters;
  readonly off: Partial<Parameters>;
  readonly input: Input;
  readonly bad: Readonly<Record<string, readonly unknown[]>>;
  readonly badInputs: readonly (readonly [string, unknown])[];
  readonly tight?: boolean;
}

export const NOT_POSITIVE: readonly unknown[] = [0, -1, Number.NaN, Infinity, -Infinity];
export const NOT_PROBABLE: readonly unknown[] = [0, 1, -0.1, 1.5, Number.NaN];
export const NOT_COUNTS: readonly unknown[] = [0, -1, 1.5, Number.NaN, Infinity];
export const NOT_FRACTIONS: readonly unknown[] = [
  { numerator: 0, denominator: 1 },
  { numerator: -1, denominator: 2 },
  { numerator: 1, denominator: 0 },
  { numerator: Number.NaN, denominator: 1 },
  { numerator: 1, denominator: Infinity },
];
const NO_RELATION: readonly unknown[] = ["none", undefined];
const NOT_NUMBERS: readonly (readonly [string, unknown])[] = [
  ["value", Number.NaN],
  ["value", Infinity],
];
const NOT_INTEGERS: readonly (readonly [string, unknown])[] = [...NOT_NUMBERS, ["value", 0.5]];
const NOT_BITS: readonly (readonly [string, unknown])[] = [
  ["truth", 2],
  ["truth", Number.NaN],
];
const NOT_SCORES: readonly (readonly [string, unknown])[] = [
  ["scores", []],
  ["scores", [1, 2]],
  ["scores[1]", [1, Number.NaN, 2]],
  ["scores[2]", [1, 2, Infinity]],
];

export function contractInstance<Parameters, Input, Output>(
  described: Described<Parameters, Input, Output>,
): ContractInstance {
  const { file, title = file, build, good, off, input, bad, badInputs, tight = true } = described;
  const erased = (mechanism: Mechanism<Input, Output, Stream>) =>
    mechanism as unknown as Mechanism<unknown, unknown, Stream>;
  const mechanism = erased(build(good));
  return {
    file,
    title,
    mechanism,
    off: Object.keys(off).length === 0 ? undefined : erased(build({ ...good, ...off })),
    input,
    tight,
    refusals: [
      ...Object.entries(bad).flatMap(([parameter, values]) =>
        values.map((value) => [parameter, () => build({ ...good, [parameter]: value })] as const),
      ),
      ...badInputs.map(([parameter, value]) => [parameter, () => mechanism.law?.(value)] as const),
    ],
  };
}

export function lawAt(mechanism: Mechanism<unknown, unknown, Stream>, input: unknown): AnyLaw {
  const law = mechanism.law?.(input);
  if (law === undefined) throw new Error(`${mechanism.name} has no law`);
  return law as unknown as AnyLaw;
}

const noise: LaplaceParameters = { epsilon: 1, sensitivity: 2, neighbours: "add-remove" };
const badNoise = { epsilon: NOT_POSITIVE, sensitivity: NOT_POSITIVE, neighbours: NO_RELATION };
const gaussian: ClassicGaussianParameters = { epsilon: 0.8, delta: 0.01, sensitivity: 2, neighbours: "add-remove" };
const badGaussian = { ...badNoise, delta: NOT_PROBABLE };
const selection: SelectionParameters = {
  epsilon: 1,
  sensitivity: 1,
  change: "general",
  options: 3,
  neighbours: "swap",
};
const badSelection = {
  epsilon: NOT_POSITIVE,
  sensitivity: NOT_POSITIVE,
  options: NOT_COUNTS,
  change: ["any"],
  neighbours: NO_RELATION,
};
const scores = [0, 1.5, 2];
const sevenTenths = { numerator: 7, denominator: 10 };
const seventySevenHundredths = { numerator: 77, denominator: 100 };

export const CONTRACT_INSTANCES: readonly ContractInstance[] = [
  contractInstance({
    file: "laplace",
    build: laplace,
    good: noise,
    off: { epsilon: 1.1 },
    input: 3,
    bad: badNoise,
    badInputs: NOT_NUMBERS,
  }),
  ...(["l1", "l2", "linf"] as const).map((norm) =>
    contractInstance<VectorLaplaceParameters, Float64Array, Float64Array>({
      file: "vector-laplace",
      title: `vector-laplace with ${norm} sensitivity`,
      build: vectorLaplace,
      good: { ...noise, norm, dimension: 3 },
      off: { epsilon: 1.1 },
      input: Float64Array.of(0, 5, -2),
      bad: { ...badNoise, dimension: NOT_COUNTS, norm: ["l3"] },
      badInputs: [
        ["value", new Float64Array(2)],
        ["value[1]", Float64Array.of(0, Number.NaN, 0)],
      ],
    }),
  ),
  contractInstance<GeometricParameters<number>, number, number>({
    file: "geometric",
    build: geometric,
    good: noise,
    off: { epsilon: 1.1 },
    input: 3,
    bad: { ...badNoise, sensitivity: NOT_COUNTS },
    badInputs: NOT_INTEGERS,
  }),
  contractInstance<GeometricParameters<Rational>, number, number>({
    file: "geometric",
    title: "geometric with a rational epsilon",
    build: geometric,
    good: { epsilon: sevenTenths, sensitivity: 3, neighbours: "swap" },
    off: { epsilon: seventySevenHundredths },
    input: -4,
    bad: { epsilon: NOT_FRACTIONS, sensitivity: NOT_COUNTS, neighbours: NO_RELATION },
    badInputs: NOT_INTEGERS,
  }),
  contractInstance({
    file: "classic-gaussian",
    build: classicGaussian,
    good: gaussian,
    off: { epsilon: 0.88 },
    input: 3,
    bad: { ...badGaussian, epsilon: [...NOT_POSITIVE, 1, 2] },
    badInputs: NOT_NUMBERS,
    tight: false,
  }),
  contractInstance({
    file: "analytic-gaussian",
    build: analyticGaussian,
    good: { ...gaussian, epsilon: 2 },
    off: { sensitivity: 1.8 },
    input: 3,
    bad: badGaussian,
    badInputs: NOT_NUMBERS,
  }),
  contractInstance<DiscreteGaussianParameters<number>, number, number>({
    file: "discrete-gaussian",
    build: discreteGaussian,
    good: { rho: 0.5, sensitivity: 3, neighbours: "swap" },
    off: { rho: 0.5 * 1.21 },
    input: 7,
    bad: { rho: NOT_POSITIVE, sensitivity: NOT_COUNTS, neighbours: NO_RELATION },
    badInputs: NOT_INTEGERS,
  }),
  contractInstance<DiscreteGaussianParameters<Rational>, number, number>({
    file: "discrete-gaussian",
    title: "discrete-gaussian with a rational rho",
    build: discreteGaussian,
    good: { rho: { numerator: 1, denominator: 3 }, sensitivity: 2, neighbours: "swap" },
    off: { rho: { numerator: 121, denominator: 300 } },
    input: 7,
    bad: { rho: NOT_FRACTIONS, sensitivity: NOT_COUNTS, neighbours: NO_RELATION },
    badInputs: NOT_INTEGERS,
  }),
  contractInstance({
    file: "staircase",
    build: staircase,
    good: noise,
    off: { epsilon: 1.1 },
    input: 3,
    bad: badNoise,
    badInputs: NOT_NUMBERS,
  }),
  contractInstance<GridLaplaceParameters, number, number>({
    file: "grid-laplace",
    build: gridLaplace,
    good: { epsilon: sevenTenths, sensitivity: 1.5, stepExponent: -2, neighbours: "swap" },
    off: { epsilon: seventySevenHundredths },
    input: 0.3,
    bad: {
      epsilon: NOT_FRACTIONS,
      sensitivity: NOT_POSITIVE,
      stepExponent: [0.5, 501, -501, Number.NaN],
      neighbours: NO_RELATION,
    },
    badInputs: NOT_NUMBERS,
  }),
  contractInstance({
    file: "warner-response",
    build: warnerResponse,
    good: {},
    off: {},
    input: 1,
    bad: {},
    badInputs: NOT_BITS,
  }),
  contractInstance<RandomizedResponseParameters<number>, number, number>({
    file: "randomized-response",
    build: randomizedResponse,
    good: { epsilon: 1 },
    off: { epsilon: 1.1 },
    input: 1,
    bad: { epsilon: NOT_POSITIVE },
    badInputs: NOT_BITS,
  }),
  contractInstance({
    file: "randomized-response",
    title: "randomized-response with a rational epsilon",
    build: randomizedResponse,
    good: { epsilon: sevenTenths },
    off: { epsilon: seventySevenHundredths },
    input: 0,
    bad: { epsilon: NOT_FRACTIONS },
    badInputs: NOT_BITS,
  }),
  contractInstance<ChoiceResponseParameters<number>, number, number>({
    file: "choice-response",
    build: choiceResponse,
    good: { epsilon: 1, choices: 4 },
    off: { epsilon: 1.1 },
    input: 2,
    bad: { epsilon: NOT_POSITIVE, choices: [...NOT_COUNTS, 1] },
    badInputs: [["truth", 4], ...NOT_BITS.slice(1)],
  }),
  contractInstance({
    file: "choice-response",
    title: "choice-response with a rational epsilon",
    build: choiceResponse,
    good: { epsilon: sevenTenths, choices: 3 },
    off: { epsilon: seventySevenHundredths },
    input: 0,
    bad: { epsilon: NOT_FRACTIONS, choices: [...NOT_COUNTS, 1] },
    badInputs: [["truth", 3], ...NOT_BITS.slice(1)],
  }),
  contractInstance({
    file: "leaky-response",
    build: leakyResponse,
    good: { epsilon: 1, delta: 0.1 },
    off: { epsilon: 1.1 },
    input: 1,
    bad: { epsilon: NOT_POSITIVE.slice(1), delta: [1, -0.1, Number.NaN] },
    badInputs: [
      ["bit", 2],
      ["bit", Number.NaN],
    ],
  }),
  ...(["general", "monotone", "range"] as const).map((change) =>
    contractInstance({
      file: "exponential-mechanism",
      title: `exponential-mechanism, ${change} scores`,
      build: exponentialMechanism,
      good: { ...selection, change },
      off: { epsilon: 1.1 },
      input: scores,
      bad: badSelection,
      badInputs: NOT_SCORES,
    }),
  ),
  contractInstance({
    file: "piecewise-exponential",
    build: piecewiseExponential,
    good: { ...selection, lower: -1, upper: 3 },
    off: { epsilon: 1.1 },
    input: { breakpoints: [0, 0, 1], scores: [0, 9, 3, 1] },
    bad: {
      epsilon: NOT_POSITIVE,
      sensitivity: NOT_POSITIVE,
      change: ["any"],
      neighbours: NO_RELATION,
      lower: [3, Number.NaN, -Infinity].slice(1),
      upper: [-1, Number.NaN, Infinity],
    },
    badInputs: [
      ["scores", { breakpoints: [0], scores: [1] }],
      ["scores[0]", { breakpoints: [0], scores: [Number.NaN, 1] }],
      ["breakpoints", { breakpoints: [1, 0], scores: [1, 2, 3] }],
      ["breakpoints", { breakpoints: [4], scores: [1, 2] }],
      ["breakpoints", { breakpoints: [Number.NaN], scores: [1, 2] }],
    ],
  }),
  ...(["general", "monotone"] as const).map((change) =>
    contractInstance({
      file: "permute-and-flip",
      title: `permute-and-flip, ${change} scores`,
      build: permuteAndFlip,
      good: { ...selection, change },
      off: { epsilon: 1.1 },
      input: scores,
      bad: { ...badSelection, change: ["any", "range"] },
      badInputs: NOT_SCORES,
    }),
  ),
  ...(["laplace", "exponential", "gumbel"] as const).flatMap((kind) =>
    (["general", "monotone"] as const).map((change) =>
      contractInstance<NoisyMaxParameters, readonly number[], number>({
        file: "report-noisy-max",
        title: `report-noisy-max, ${kind} noise, ${change} scores`,
        build: reportNoisyMax,
        good: { ...selection, change, noise: kind },
        off: { epsilon: 1.1 },
        input: scores,
        bad: { ...badSelection, noise: ["normal"], change: kind === "gumbel" ? ["any"] : ["any", "range"] },
        badInputs: NOT_SCORES,
      }),
    ),
  ),
  ...(["exponential", "inverse-sensitivity", "optimal", "upper-bound"] as const).map((rule: MajorityRule) =>
    contractInstance({
      file: "majority",
      title: `majority by the ${rule} rule`,
      build: majority,
      good: { epsilon: 1, voters: 21, rule },
      off: { epsilon: 1.1 },
      input: Array.from({ length: 21 }, (_, i) => (i < 11 ? 1 : 0)),
      bad: { epsilon: NOT_POSITIVE, voters: [...NOT_COUNTS, 2, 20], rule: ["plurality"] },
      badInputs: [
        ["bits", [1, 0]],
        ["bits[0]", new Array(21).fill(2)],
      ],
    }),
  ),
];
