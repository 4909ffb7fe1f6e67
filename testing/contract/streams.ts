/**
 * Tests of the mechanisms that look at a stream: instances for the contract, arguments for the fuzz.
 *
 * A running sum is tested in the coordinates that have independent noise, `measured`; `running-sums.test.ts` shows that the estimates are the linear
 * image of them that they should be.
 */
import fc from "fast-check";
import { approximate, gaussianDp, pure } from "../../lib/privacy/guarantees/guarantee.ts";
import { stream } from "../../lib/random/stream.ts";
import { bandedSum } from "../../lib/streams/banded-sum.ts";
import { bufferedSum } from "../../lib/streams/buffered-sum.ts";
import { doublingTreeSum } from "../../lib/streams/doubling-tree-sum.ts";
import { freshNoiseSum } from "../../lib/streams/fresh-noise-sum.ts";
import { noisyRecordsSum } from "../../lib/streams/noisy-records-sum.ts";
import type { RecordRange } from "../../lib/streams/record-range.ts";
import { refinedTreeSum } from "../../lib/streams/refined-tree-sum.ts";
import type { RunningSumOf, RunningSumParameters } from "../../lib/streams/running-sum.ts";
import { squareRootSum } from "../../lib/streams/square-root-sum.ts";
import { treeSum } from "../../lib/streams/tree-sum.ts";
import { anyNumber, floats, moderate, oneOf, openProbability, record } from "../surface/arguments.ts";
import type { Entry } from "../surface/fuzz.ts";
import { BANDIT_MECHANISMS } from "./bandits.ts";
import { CHANGEPOINT_MECHANISMS } from "./changepoints.ts";
import { type Auditable, type ContractInstance, contractInstance, NO_RELATION, NOT_COUNTS } from "./instance.ts";
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
const BAD = {
  horizon: NOT_COUNTS,
  neighbours: [...NO_RELATION, "swap", "add-remove"],
};

function counterInstances<More extends object>(
  file: string,
  build: (parameters: Parameters & More) => Counter,
  more: More,
  bad: Readonly<Record<string, readonly unknown[]>> = BAD,
): readonly ContractInstance[] {
  return GOOD.filter(([title]) => file === "tree-sum" || title !== "Gaussian noise").map(([title, good, off]) =>
    contractInstance<Parameters & More, Float64Array, Float64Array>({
      folder: "streams",
      file,
      title: `${file} with ${title}`,
      build: (parameters) => build(parameters).measured as Auditable<Float64Array, Float64Array>,
      good: { ...good, ...more },
      off: off as Partial<Parameters & More>,
      input: "dimension" in good.records ? Float64Array.of(1, 0.5, -1, 0, 2, 2) : Float64Array.of(1, -0.5, 2),
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
const budget = fc.oneof(
  moderate.map((epsilon) => pure(epsilon)),
  moderate.map((mu) => gaussianDp(mu)),
  fc.tuple(moderate, openProbability).map(([epsilon, delta]) => approximate(epsilon, delta)),
);
const fields = { records: range, guarantee: budget, neighbours: oneOf("event", "zero-out") };
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
const entry = (more: Readonly<Record<string, fc.Arbitrary<unknown>>>, rest: Partial<Entry> = {}): Entry =>
  builds(record({ ...fields, ...more }), floats(anyNumber, 0), {
    infinite: true,
    follow: asked as (answer: never) => readonly unknown[],
    fixed: /horizon/,
    free: /dimension|radius|guarantee/,
    ...rest,
  });

const tested = (instances: readonly ContractInstance[], fuzz: Entry): MechanismTest => ({ instances, fuzz });
const totals = { totals: [-0.1, 1, Number.NaN, Infinity] };

export const STREAM_MECHANISMS: MechanismTests = {
  ...BANDIT_MECHANISMS,
  ...CHANGEPOINT_MECHANISMS,
  ...ONLINE_LEARNING_MECHANISMS,
  bandedSum: tested(
    (["square-root", "optimised"] as const).flatMap((coefficients) =>
      counterInstances(
        "banded-sum",
        bandedSum,
        { bands: 2, coefficients },
        {
          ...BAD,
          bands: [...NOT_COUNTS, 4],
          coefficients: ["best"],
        },
      ).map((instance) => ({ ...instance, title: `${instance.title}, ${coefficients}` })),
    ),
    entry({ horizon: oneOf(3, 5, 8), bands: oneOf(1, 2, 3), coefficients: oneOf("square-root", "optimised") }),
  ),
  bufferedSum: tested(
    counterInstances("buffered-sum", bufferedSum, { buffers: 2 }, { ...BAD, buffers: [...NOT_COUNTS, 13] }),
    entry({ horizon, buffers: oneOf(1, 2, 3) }, { slow: 4 }),
  ),
  doublingTreeSum: tested(
    [0, 0.5].flatMap((share) =>
      counterInstances(
        "doubling-tree-sum",
        ({ horizon: _, ...endless }) => doublingTreeSum(endless),
        { totals: share },
        { neighbours: BAD.neighbours, ...totals },
      ).map((instance) => ({ ...instance, title: `${instance.title}, share ${share}` })),
    ),
    entry({ totals: oneOf(0, 0.25, 0.5) }),
  ),
  freshNoiseSum: tested(counterInstances("fresh-noise-sum", freshNoiseSum, {}), entry({ horizon })),
  noisyRecordsSum: tested(counterInstances("noisy-records-sum", noisyRecordsSum, {}), entry({ horizon })),
  refinedTreeSum: tested(counterInstances("refined-tree-sum", refinedTreeSum, {}), entry({ horizon })),
  squareRootSum: tested(counterInstances("square-root-sum", squareRootSum, {}), entry({ horizon })),
  treeSum: tested(counterInstances("tree-sum", treeSum, {}), entry({ horizon })),
};
