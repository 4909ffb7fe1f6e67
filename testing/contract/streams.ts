/**
 * Tests of the mechanisms that look at a stream: instances for the contract, arguments for the fuzz.
 *
 * A running sum is tested in the coordinates that have independent noise, `measured`; `running-sums.test.ts` shows that the
 * estimates are the linear image of them that they should be.
 */
import fc from "fast-check";
import { bandedSum, bandedSumParameters } from "../../lib/continual/counters/banded-sum.ts";
import { bufferedSum, bufferedSumParameters } from "../../lib/continual/counters/buffered-sum.ts";
import { doublingTreeParameters, doublingTreeSum } from "../../lib/continual/counters/doubling-tree-sum.ts";
import { freshNoiseSum } from "../../lib/continual/counters/fresh-noise-sum.ts";
import { noisyRecordsSum } from "../../lib/continual/counters/noisy-records-sum.ts";
import type { RecordRange } from "../../lib/continual/counters/record-range.ts";
import { refinedTreeSum } from "../../lib/continual/counters/refined-tree-sum.ts";
import {
  type RunningSumOf,
  type RunningSumParameters,
  runningSumParameters,
} from "../../lib/continual/counters/running-sum.ts";
import { squareRootSum, squareRootSumParameters } from "../../lib/continual/counters/square-root-sum.ts";
import { treeSum } from "../../lib/continual/counters/tree-sum.ts";
import type { AnyDeclaration } from "../../lib/numerics/parameters.ts";
import { approximate, gaussianDp, pure } from "../../lib/privacy/guarantees/guarantee.ts";
import { stream } from "../../lib/random/stream.ts";
import { anyNumber, floats, moderate, oneOf, record } from "../surface/arguments.ts";
import type { Own } from "../surface/declared.ts";
import type { Entry } from "../surface/fuzz.ts";
import { BANDIT_MECHANISMS } from "./bandits.ts";
import { CHANGEPOINT_MECHANISMS } from "./changepoints.ts";
import { type Auditable, type ContractInstance, contractInstance } from "./instance.ts";
import { builds, type MechanismTest, type MechanismTests } from "./mechanism-tests.ts";
import { ONLINE_LEARNING_MECHANISMS } from "./online-learning.ts";

type Parameters = RunningSumParameters<RecordRange>;
type Counter = RunningSumOf<RecordRange>;

/** Three sums of numbers in [-1, 2]. */
const shared = { horizon: 3, records: { lower: -1, upper: 2 }, neighbours: "event" } as const;
const GOOD: readonly (readonly [string, Parameters, Partial<Parameters>])[] = [
  ["Laplace noise", { ...shared, guarantee: pure(1) }, { guarantee: pure(1.1) }],
  ["Gaussian noise", { ...shared, guarantee: gaussianDp(1) }, { guarantee: gaussianDp(1.1) }],
  [
    "Gaussian noise on vectors",
    { ...shared, records: { dimension: 2, radius: 3 }, neighbours: "zero-out", guarantee: approximate(0.8, 0.01) },
    { guarantee: approximate(0.95, 0.01) },
  ],
];

/** Records that are searched: inside of the range, at its ends, and beyond. */
const NUMBERS = [[-5], [-1], [0.5], [2]];
const VECTORS = [
  [3, 0],
  [1, -1],
  [0, -9],
];

interface Described {
  readonly file: string;
  readonly build: (parameters: never) => Counter;
  readonly declaration: AnyDeclaration;
  /** Besides what every counter takes; a horizon that is undefined is none. */
  readonly more?: object;
  /** What several parameters must be together. */
  readonly bad?: Readonly<Record<string, readonly unknown[]>>;
}

function counterInstances({ file, build, declaration, more, bad = {} }: Described): readonly ContractInstance[] {
  return GOOD.filter(([title]) => file === "tree-sum" || title !== "Gaussian noise").map(([title, good, off]) =>
    contractInstance<object, Float64Array, Float64Array>({
      folder: "continual",
      file,
      title: `${file} with ${title}`,
      build: (parameters) => build(parameters as never).measured as Auditable<Float64Array, Float64Array>,
      declaration,
      good: { ...good, ...more },
      off,
      input: "dimension" in good.records ? Float64Array.of(1, 0.5, -1, 0, 2, 2) : Float64Array.of(1, -0.5, 2),
      domain: "dimension" in good.records ? [VECTORS, 1, 2, 3] : [NUMBERS, 1, 2, 3],
      datasetOf: (records: readonly (readonly number[])[]) => Float64Array.from(records.flat()),
      ...(good.neighbours === "zero-out" && { nullRecord: [0, 0] }),
      bad,
      badInputs: [
        ["a record", Float64Array.of(1, Number.NaN)],
        ["records", 7],
      ],
    }),
  );
}

const range = fc.oneof(
  fc.tuple(fc.double({ min: -9, max: 0, noNaN: true }), moderate).map(([lower, width]) => ({
    lower,
    upper: Math.max(0, lower) + Math.max(1e-3, width),
  })),
  record({ dimension: oneOf(1, 3), radius: moderate }),
);
const BUDGETS = { epsilon: moderate, rho: moderate, mu: moderate };
const horizon = oneOf(1, 2, 5, 8);
/** What a session answers to a few records, the variance, and the privacy loss. */
const asked = (counter: Counter) => {
  const session = counter.start();
  const item =
    counter.measured.worstPair()[0].length > 0 && counter.dimension > 1
      ? new Float64Array(counter.dimension)
      : undefined;
  const random = stream(1, "fuzz");
  try {
    return [session.push((item ?? 0) as never, random), session.time, counter.variance(1)];
  } catch (error) {
    if (error instanceof RangeError) return [counter.variance(1)];
    throw error;
  }
};
const entry = (declaration: AnyDeclaration, more: Own = {}, slow = 1): Entry =>
  builds(declaration, floats(anyNumber, 0), {
    own: { records: range, ...BUDGETS, horizon, ...more },
    infinite: true,
    follow: asked as (answer: never) => readonly unknown[],
    fixed: /horizon/,
    free: /dimension|radius|guarantee/,
    slow,
  });

const tested = (
  file: string,
  build: (parameters: Parameters) => Counter,
  declaration: AnyDeclaration,
): MechanismTest => ({ instances: counterInstances({ file, build, declaration }), fuzz: entry(declaration) });

export const STREAM_MECHANISMS: MechanismTests = {
  ...BANDIT_MECHANISMS,
  ...CHANGEPOINT_MECHANISMS,
  ...ONLINE_LEARNING_MECHANISMS,
  bandedSum: {
    instances: (["square-root", "optimised"] as const).flatMap((coefficients) =>
      counterInstances({
        file: "banded-sum",
        build: bandedSum,
        declaration: bandedSumParameters,
        more: { bands: 2, coefficients },
        bad: { bands: [4] },
      }).map((instance) => ({ ...instance, title: `${instance.title}, ${coefficients}` })),
    ),
    fuzz: entry(bandedSumParameters, { horizon: oneOf(3, 5, 8), bands: oneOf(1, 2, 3) }),
  },
  bufferedSum: {
    instances: counterInstances({
      file: "buffered-sum",
      build: bufferedSum,
      declaration: bufferedSumParameters,
      more: { buffers: 2 },
    }),
    fuzz: entry(bufferedSumParameters, { buffers: oneOf(1, 2, 3) }, 4),
  },
  doublingTreeSum: {
    instances: [0, 0.5].flatMap((totals) =>
      counterInstances({
        file: "doubling-tree-sum",
        build: doublingTreeSum,
        declaration: doublingTreeParameters,
        more: { totals, horizon: undefined },
      }).map((instance) => ({ ...instance, title: `${instance.title}, share ${totals}` })),
    ),
    fuzz: entry(doublingTreeParameters),
  },
  freshNoiseSum: tested("fresh-noise-sum", freshNoiseSum, runningSumParameters),
  noisyRecordsSum: tested("noisy-records-sum", noisyRecordsSum, runningSumParameters),
  refinedTreeSum: tested("refined-tree-sum", refinedTreeSum, runningSumParameters),
  squareRootSum: tested("square-root-sum", squareRootSum, squareRootSumParameters),
  treeSum: tested("tree-sum", treeSum, runningSumParameters),
};
