/**
 * What errors say when the data are bad: never the data. Secrets are planted at every place of the input of every mechanism of the
 * registries, and in the records that other public functions take.
 */
import { describe, expect, it } from "vitest";
import { aboveThreshold } from "../../lib/adaptive/above-threshold.ts";
import { logAnswersProbability } from "../../lib/adaptive/comparison-law.ts";
import { numericSparse } from "../../lib/adaptive/numeric-sparse.ts";
import { thresholdout } from "../../lib/adaptive/thresholdout.ts";
import { fixedThresholds } from "../../lib/attacks/fixed-thresholds.ts";
import { linearProgramReconstruction } from "../../lib/attacks/linear-program-reconstruction.ts";
import { lossThresholdAttack } from "../../lib/attacks/loss-threshold-attack.ts";
import { nearestRecordScore } from "../../lib/attacks/nearest-record-score.ts";
import { everySubset } from "../../lib/attacks/subset-queries.ts";
import { treeSum } from "../../lib/continual/counters/tree-sum.ts";
import { quadraticOnlineLoss } from "../../lib/continual/learning/online-loss.ts";
import { categoryColumn, domain, integerColumn, numberColumn } from "../../lib/data/domain.ts";
import { tableFrom } from "../../lib/data/table.ts";
import { clipFeatures, dataset } from "../../lib/learning/dataset.ts";
import { countVotes, noisyVotes } from "../../lib/learning/noisy-votes.ts";
import { privateLine } from "../../lib/learning/private-line.ts";
import { subsampleAggregate } from "../../lib/learning/subsample-aggregate.ts";
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import { pure } from "../../lib/privacy/guarantees/guarantee.ts";
import { stream } from "../../lib/random/stream.ts";
import { ALL_INSTANCES } from "./all-mechanisms.ts";
import { powerOfTwo } from "./power-of-two.ts";

/** Numbers and words that no message has for another reason, each with the texts that would give it away. */
const SECRETS: readonly (readonly [unknown, readonly string[]])[] = [
  [-271828.1828459045, ["271828"]],
  [314159265358979, ["314159265358979"]],
  [0.5772156649015329, ["0.5772156649", "57721"]],
  [1.41421356e300, ["1.41421356"]],
  ["a-secret", ["a-secret"]],
  [987654321987654321n, ["987654321"]],
  [["a-secret"], ["a-secret"]],
  [{ name: "a-secret" }, ["a-secret"]],
  [Number.NaN, ["NaN"]],
  [Infinity, ["Infinity"]],
];

type Path = readonly (string | number)[];
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Every place within a value, its own included. */
function placesIn(value: unknown, path: Path = []): Path[] {
  const inner =
    isList(value) || isPlain(value)
      ? Object.entries(value).flatMap(([key, item]) => placesIn(item, [...path, key]))
      : [];
  return [path, ...inner];
}

/** The value with another at a place; a hole where `planted` is undefined. */
function planted(value: unknown, path: Path, secret: unknown): unknown {
  if (path.length === 0) return secret;
  const [step, ...rest] = path;
  const inner = planted((value as Record<string | number, unknown>)[step], rest, secret);
  if (!isList(value)) return { ...(value as object), [step]: inner };
  const copy = [...value];
  if (rest.length === 0 && secret === undefined) delete copy[Number(step)];
  else copy[Number(step)] = inner;
  return copy;
}

function messageOf(call: () => unknown): string | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe.each(ALL_INSTANCES.map((instance) => [instance.title, instance] as const))("%s", (_, { mechanism, input }) => {
  const places = placesIn(input);
  const calls = (bad: unknown) => [
    messageOf(() => mechanism.release(bad, stream(1, "secrets"))),
    messageOf(() => mechanism.law(bad)),
  ];

  it("reports no secret planted at any place of its input", () => {
    for (const path of places)
      for (const [secret, texts] of SECRETS)
        for (const message of calls(planted(input, path, secret)))
          for (const text of texts) expect(message ?? "", `at ${path.join(".")}`).not.toContain(text);
  });

  it("refuses a hole in any list of it", () => {
    for (const path of places) {
      const holder = path
        .slice(0, -1)
        .reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], input);
      if (path.length === 0 || !isList(holder)) continue;
      for (const message of calls(planted(input, path, undefined)))
        expect(message, `a hole at ${path.join(".")}`).toMatch(/ must be .+, got /);
    }
  });
});

const random = () => stream(1, "secrets");
const comparison = { sensitivity: 1, threshold: 0, neighbours: "swap" } as const;
const floats = (value: unknown) => Float64Array.of(value as number);
const people = domain({
  columns: {
    size: numberColumn({ lower: 0, upper: 1 }),
    rank: integerColumn({ lower: 0, upper: 9 }),
    kind: categoryColumn(["one", "other"]),
  },
  person: { column: "who", atMost: 1, keep: "first" },
});

/** What takes records and is no mechanism of the registries: learners, sessions, tables and attacks. */
const TAKERS: readonly (readonly [string, (secret: never) => unknown])[] = [
  ["features of a dataset", (secret) => dataset({ features: secret, labels: floats(1), columns: 1 })],
  ["labels of a dataset", (secret) => dataset({ features: floats(0), labels: secret, columns: 1 })],
  [
    "a feature of a dataset",
    (secret) => dataset({ features: floats(numberOf(secret)), labels: floats(1), columns: 1 }),
  ],
  ["a label of a dataset", (secret) => dataset({ features: floats(0), labels: floats(numberOf(secret)), columns: 1 })],
  ["what is no dataset", (secret) => clipFeatures(secret, 1)],
  ["votes", (secret) => countVotes([0, secret], 3)],
  [
    "counts of votes",
    (secret) => noisyVotes({ classes: 2, epsilon: 2, neighbours: "swap" }).release([1, secret], random()),
  ],
  [
    "the estimate of a block",
    (secret) =>
      subsampleAggregate<number>({
        epsilon: 1,
        blocks: 1,
        lower: 0,
        upper: 1,
        aggregate: "mean",
        estimator: (rows) => rows[0],
      }).estimates([secret]),
  ],
  [
    "a point of a line",
    (secret) => privateLine({ epsilon: 1, leastVariance: 0.1 }).release([{ x: secret, y: 0 }], random()),
  ],
  ["a point of a line", (secret) => privateLine({ epsilon: 1, leastVariance: 0.1 }).release([secret], random())],
  [
    "a record of a stream",
    (secret) =>
      treeSum({ horizon: 4, records: { lower: 0, upper: 1 }, guarantee: pure(1), neighbours: "event" })
        .start()
        .push(secret, random()),
  ],
  ["the target of a loss", (secret) => quadraticOnlineLoss({ target: [secret], curvature: 1 })],
  [
    "a query",
    (secret) =>
      aboveThreshold({ ...comparison, epsilon: 1 })
        .start(random())
        .ask(secret),
  ],
  [
    "an exact query",
    (secret) =>
      aboveThreshold({ ...comparison, epsilon: 1, step: powerOfTwo(0) })
        .start(random())
        .ask(secret),
  ],
  [
    "a query with a value",
    (secret) =>
      numericSparse({ ...comparison, comparisons: 1, values: 1, aboves: 1, resample: true })
        .start(random())
        .ask(secret),
  ],
  ["a gap", (secret) => logAnswersProbability({ thresholdScale: 1, queryScale: 1 }, [secret], [true])],
  [
    "records of a holdout",
    (secret) =>
      thresholdout<number>(
        { threshold: 0.1, tolerance: 0.1, budget: 1, variant: "theorem", training: [secret], holdout: [secret] },
        random(),
      ).ask((record) => record),
  ],
  ["a number of a table", (secret) => tableFrom([{ who: 1, size: secret, rank: 1, kind: "one" }] as never, people)],
  ["an integer of a table", (secret) => tableFrom([{ who: 1, size: 0, rank: secret, kind: "one" }] as never, people)],
  ["a word of a table", (secret) => tableFrom([{ who: 1, size: 0, rank: 1, kind: secret }] as never, people)],
  ["a person of a table", (secret) => tableFrom([{ who: secret, size: 0, rank: 1, kind: "one" }] as never, people)],
  ["a row of a table", (secret) => tableFrom([secret], people)],
  ["what is no table", (secret) => tableFrom(secret, people)],
  ["a score", (secret) => fixedThresholds([secret], [0.5])],
  ["a loss", (secret) => lossThresholdAttack({ loss: secret })],
  ["the target of an attack", (secret) => nearestRecordScore({ target: [secret], synthetic: [[0]] })],
  ["a synthetic record", (secret) => nearestRecordScore({ target: [0], synthetic: [[secret]] })],
  ["a secret bit", (secret) => everySubset(2).answers([0, secret])],
  [
    "an answer about secrets",
    (secret) => linearProgramReconstruction({ queries: everySubset(1), answers: [0, secret], fit: "absolute" }),
  ],
  ["the centre of a law", (secret) => laplaceLaw(numberOf(secret), 1)],
];

/** The secret if it is a number; what is no number cannot stand in an array of float64. */
function numberOf(secret: unknown): number {
  return typeof secret === "number" ? secret : Number.NaN;
}

describe("errors about records", () => {
  it.each(TAKERS)("do not tell %s", (_, call) => {
    let refused = 0;
    for (const [secret, texts] of SECRETS) {
      const message = messageOf(() => call(secret as never));
      if (message !== undefined) refused++;
      for (const text of texts) expect(message ?? "").not.toContain(text);
    }
    expect(refused).toBeGreaterThan(0);
  });
});
