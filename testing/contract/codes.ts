/**
 * Tests of the mechanisms whose outputs are lists: instances for the contract, in which a number stands for each output,
 * and arguments for the fuzz.
 */
import fc from "fast-check";
import {
  type Bits,
  type BitvectorResponseParameters,
  bitvectorResponse,
  bitvectorResponseParameters,
} from "../../lib/mechanisms/local/bitvector-response.ts";
import {
  hiddenCountsParameters,
  type KeyedCounts,
  type ThresholdedCountsParameters,
  thresholdedCounts,
  thresholdedCountsParameters,
} from "../../lib/mechanisms/statistics/thresholded-counts.ts";
import type { ClosedMechanism } from "../../lib/privacy/guarantees/mechanism.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { listOf, moderate, oneOf } from "../surface/arguments.ts";
import { type Auditable, contractInstance, type NeighbouringInputs } from "./instance.ts";
import { bit, builds, type MechanismTests, rational } from "./mechanism-tests.ts";

type CodedMechanism<Input, Output> = ClosedMechanism<Input, Output, Stream, DiscreteLaw<Output>>;

/** `codeOf` must tell all outputs apart. */
export function coded<Input, Output>(
  mechanism: CodedMechanism<Input, Output>,
  codeOf: (output: Output) => number,
): Auditable<Input, number> {
  const { name, neighbours, guarantee, release, privacyLoss, worstPair } = mechanism;
  return {
    name,
    neighbours,
    guarantee,
    release: (input, random) => codeOf(release(input, random)),
    law: (input) => {
      const law = mechanism.law(input);
      const masses = new Map<unknown, number>(law.support.map((output) => [codeOf(output), law.logMass(output)]));
      return {
        kind: "discrete",
        support: [...masses.keys()],
        logMass: (code) => masses.get(code) ?? -Infinity,
        neglected: law.neglected,
      };
    },
    privacyLoss,
    worstPair,
  };
}

const countBudget = { epsilon: fc.oneof(moderate, rational), sensitivity: oneOf(1, 2) };

/** Vectors of at most one 1. */
const ONE_BIT: readonly Bits[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Counts of up to two keys, and one of them by one more. */
function oneMore(): NeighbouringInputs<KeyedCounts> {
  const of = (counts: readonly number[]): KeyedCounts =>
    new Map(["key", "other"].map((key, i) => [key, counts[i]] as const).filter(([, count]) => count > 0));
  const few = [0, 1, 2, 3, 5];
  return few.flatMap((key) => [0, 3].map((other) => [of([key, other]), of([key + 1, other])] as const));
}

export const CODED_MECHANISMS: MechanismTests = {
  bitvectorResponse: {
    fuzz: builds(bitvectorResponseParameters, listOf(bit, 3, 3), {
      own: { bits: fc.constant(3), weight: oneOf(1, 2) },
      follow: (mechanism: { estimate(share: number): number }) => [mechanism.estimate(0.4)],
    }),
    instances: [
      contractInstance<BitvectorResponseParameters, Bits, number>({
        file: "bitvector-response",
        build: (parameters) =>
          coded(bitvectorResponse(parameters), (bits) => bits.reduce((code, bit) => 2 * code + bit, 0)),
        declaration: bitvectorResponseParameters,
        good: { noise: 0.5, bits: 3, weight: 1 },
        off: { noise: 0.45 },
        input: [0, 1, 0],
        neighbouring: () => ONE_BIT.flatMap((first) => ONE_BIT.map((second) => [first, second] as const)),
        bad: { weight: [4] },
        badInputs: [
          ["truth", [0, 1]],
          ["truth", [1, 1, 0]],
          ["truth[2]", [0, 0, 2]],
        ],
      }),
    ],
  },
  thresholdedCounts: {
    fuzz: {
      ...builds(thresholdedCountsParameters, fc.constant(new Map([["a", 4]])), {
        own: { ...countBudget, threshold: oneOf(3, 5) },
        unchecked: true,
      }),
      also: [
        builds(hiddenCountsParameters, fc.constant(new Map([["a", 4]])), {
          own: { ...countBudget, delta: oneOf(1e-300, 1e-6, 0.1) },
          unchecked: true,
        }),
      ],
    },
    instances: [
      contractInstance<ThresholdedCountsParameters<number> & { noise: "discrete-laplace" }, KeyedCounts, number>({
        file: "thresholded-counts",
        // Of two keys the counts that are shown, none of which is 1000.
        build: (parameters) =>
          coded(thresholdedCounts(parameters), (shown) =>
            shown.reduce((code, [key, count]) => code + (key === "other" ? 1000 : 1) * count, 0),
          ),
        declaration: thresholdedCountsParameters,
        good: { noise: "discrete-laplace", epsilon: 0.8, sensitivity: 1, threshold: 3 },
        off: { epsilon: 0.88 },
        input: new Map([["key", 4]]),
        neighbouring: oneMore,
        bad: { sensitivity: [1.5], threshold: [0.5] },
        badInputs: [
          ["counts", {}],
          ["a count", new Map([["key", 0]])],
          ["a count", new Map([["key", 1.5]])],
        ],
      }),
    ],
  },
};
