/**
 * Tests of the frequency oracles and of PrivUnit: instances for the contract, in which a number stands for each output, and arguments
 * for the fuzz.
 *
 * Of PrivUnit on a line through the origin the contract sees the coordinate on that line, whose law is known; its ratios are those
 * of the whole.
 */

import fc from "fast-check";
import type { Bits } from "../../lib/mechanisms/local/bitvector-response.ts";
import {
  type CountMeanSketchParameters,
  countMeanSketch,
  countMeanSketchParameters,
} from "../../lib/mechanisms/local/count-mean-sketch.ts";
import type { FrequencyOracle } from "../../lib/mechanisms/local/frequency-oracle.ts";
import {
  type HadamardResponseParameters,
  hadamardResponse,
  hadamardResponseParameters,
} from "../../lib/mechanisms/local/hadamard-response.ts";
import {
  type LocalHashingParameters,
  localHashing,
  localHashingParameters,
} from "../../lib/mechanisms/local/local-hashing.ts";
import {
  type OneBitMean,
  type OneBitMeanParameters,
  oneBitMean,
  oneBitMeanParameters,
} from "../../lib/mechanisms/local/one-bit-mean.ts";
import { type PrivUnitParameters, privUnit, privUnitParameters } from "../../lib/mechanisms/local/priv-unit.ts";
import { type Rappor, type RapporParameters, rappor, rapporParameters } from "../../lib/mechanisms/local/rappor.ts";
import {
  type UnaryEncodingParameters,
  unaryEncoding,
  unaryEncodingParameters,
} from "../../lib/mechanisms/local/unary-encoding.ts";
import { continuousLaw } from "../../lib/privacy/loss/distribution.ts";
import type { ContinuousLaw } from "../../lib/privacy/loss/law.ts";
import { stream } from "../../lib/random/stream.ts";
import { moderate, oneOf } from "../surface/arguments.ts";
import { coded } from "./codes.ts";
import { type Auditable, contractInstance } from "./instance.ts";
import { builds, type MechanismTests } from "./mechanism-tests.ts";

const own = { epsilon: moderate.map((epsilon) => Math.min(epsilon, 3)), choices: oneOf(2, 3, 7) };
const truth = oneOf(0, 1);
const asked = {
  follow: ({ estimate, estimateVariance }: FrequencyOracle<unknown>) => [
    estimate(0.4),
    estimateVariance({ share: 0.2, size: 7 }),
  ],
};
const badInputs = [
  ["truth", 4],
  ["truth", 0.5],
  ["truth", Number.NaN],
] as const;

const codeOfBits = (bits: Bits) => bits.reduce((code, bit) => 2 * code + bit, 0);
const SINGLE_BITS: readonly Bits[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [0, 0, 0],
];

/** For a release that is made to see whether the input is refused. */
const NO_RANDOM = stream(1);

/** The coordinate on the line of the truth e1 or -e1, times m. */
function onALine(given: PrivUnitParameters): Auditable<number, number> {
  const mechanism = privUnit(given);
  const { name, neighbours, guarantee, m } = mechanism;
  const truthOf = (sign: number) => {
    const vector = new Float64Array(given.dimension);
    vector[0] = sign;
    return vector;
  };
  return {
    name,
    neighbours,
    guarantee,
    privacyLoss: mechanism.privacyLoss,
    release: (sign, random) => m * mechanism.release(truthOf(sign), random)[0],
    law: (sign) => {
      mechanism.release(truthOf(sign), NO_RANDOM);
      const law = mechanism.cosineLaw();
      return sign === 1 ? law : mirrored(law);
    },
    worstPair: () => [1, -1],
  };
}

function mirrored({ logDensity, cdf, kinks, range }: ContinuousLaw): ContinuousLaw {
  return continuousLaw({
    logDensity: (t) => logDensity(-t),
    cdf: (t) => 1 - cdf(-t),
    kinks: kinks.map((t) => -t),
    range: [-range[1], -range[0]],
  });
}

export const LOCAL_MECHANISMS: MechanismTests = {
  unaryEncoding: {
    fuzz: builds(unaryEncodingParameters, truth, { own, ...asked }),
    instances: [
      contractInstance<UnaryEncodingParameters, number, number>({
        file: "unary-encoding",
        build: (given) => coded(unaryEncoding(given), (bits) => bits.reduce((code, bit) => 2 * code + bit, 0)),
        good: { epsilon: 1, choices: 4 },
        off: { epsilon: 1.1 },
        input: 2,
        declaration: unaryEncodingParameters,
        badInputs,
      }),
    ],
  },
  localHashing: {
    fuzz: builds(localHashingParameters, truth, { own, ...asked }),
    instances: [
      contractInstance<LocalHashingParameters, number, number>({
        file: "local-hashing",
        build: (given) =>
          coded(localHashing(given), ({ coefficients, bucket }) =>
            coefficients.reduce((code, coefficient) => 100 * code + coefficient, bucket),
          ),
        good: { epsilon: 1, choices: 4 },
        off: { epsilon: 1.1 },
        input: 2,
        declaration: localHashingParameters,
        badInputs,
      }),
    ],
  },
  hadamardResponse: {
    fuzz: builds(hadamardResponseParameters, truth, { own, ...asked }),
    instances: [
      contractInstance<HadamardResponseParameters, number, number>({
        file: "hadamard-response",
        build: hadamardResponse,
        good: { epsilon: 1, choices: 4 },
        off: { epsilon: 1.1 },
        input: 2,
        declaration: hadamardResponseParameters,
        badInputs,
      }),
    ],
  },
  countMeanSketch: {
    fuzz: builds(countMeanSketchParameters, truth, { own: { ...own, buckets: oneOf(2, 3, 5) }, ...asked }),
    instances: [
      contractInstance<CountMeanSketchParameters, number, number>({
        file: "count-mean-sketch",
        build: (given) =>
          coded(countMeanSketch(given), ({ coefficients, bits }) =>
            coefficients.reduce((code, coefficient) => 10 * code + coefficient, codeOfBits(bits)),
          ),
        good: { epsilon: 2, choices: 4, buckets: 3 },
        off: { epsilon: 2.2 },
        input: 2,
        declaration: countMeanSketchParameters,
        bad: { buckets: [4] },
        badInputs,
      }),
    ],
  },
  oneBitMean: {
    fuzz: builds(oneBitMeanParameters, oneOf(0, 0.3), {
      own: { epsilon: moderate, lower: oneOf(-1, 0), upper: oneOf(0.5, 2) },
      follow: ({ estimate, largestDeviation }: OneBitMean) => [estimate(0.4), largestDeviation(9)],
    }),
    instances: [
      contractInstance<OneBitMeanParameters, number, number>({
        file: "one-bit-mean",
        build: oneBitMean,
        good: { epsilon: 1, lower: -1, upper: 3 },
        off: { epsilon: 1.1 },
        input: -1,
        neighbouring: () => [
          [-1, 3],
          [3, -1],
          [0, 2.5],
        ],
        declaration: oneBitMeanParameters,
        bad: { upper: [-1, -2] },
        badInputs: [
          ["value", 4],
          ["value", Number.NaN],
        ],
      }),
    ],
  },
  rappor: {
    fuzz: builds(rapporParameters, oneOf([0, 1, 0], [0, 0, 0]), {
      own: { bits: fc.constant(3), weight: fc.constant(1), whenOne: oneOf(0.7, 0.9), whenZero: oneOf(0.1, 0.5) },
      follow: ({ epsilonAfter, estimate }: Rappor) => [epsilonAfter(7), estimate(0.4)],
    }),
    instances: [
      contractInstance<RapporParameters, Bits, number>({
        file: "rappor",
        build: (given) => coded(rappor(given), codeOfBits),
        good: { bits: 3, weight: 1, noise: 0.3, whenOne: 0.8, whenZero: 0.3 },
        off: { noise: 0.2 },
        input: [0, 1, 0],
        neighbouring: () => SINGLE_BITS.flatMap((first) => SINGLE_BITS.map((second) => [first, second] as const)),
        declaration: rapporParameters,
        bad: { weight: [2], whenOne: [0.3, 0.2] },
        badInputs: [
          ["truth", [0, 1]],
          ["truth", [1, 1, 0]],
          ["truth[2]", [0, 0, 2]],
        ],
      }),
    ],
  },
  privUnit: {
    fuzz: builds(privUnitParameters, oneOf(Float64Array.of(1, 0, 0), Float64Array.of(0, 0.6, 0.8)), {
      own: { epsilon: moderate, dimension: fc.constant(3) },
    }),
    instances: [
      contractInstance<PrivUnitParameters, number, number>({
        file: "priv-unit",
        build: onALine,
        good: { epsilon: 2, dimension: 5 },
        off: { epsilon: 2.2 },
        input: 1,
        // All that a line has; any two truths have outputs that are near to one of them only.
        neighbouring: () => [
          [1, -1],
          [-1, 1],
        ],
        declaration: privUnitParameters,
        bad: { epsilon: [1e-7, 101] },
        badInputs: [
          ["truth", 2],
          ["truth", Number.NaN],
        ],
      }),
    ],
  },
};
