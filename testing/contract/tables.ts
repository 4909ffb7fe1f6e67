/**
 * Tests of the mechanisms that take a table of a declared domain: instances for the contract, and arguments for the fuzz.
 *
 * Their neighbours differ in all rows of a person, two at most here; lib/mechanisms/statistics/table-queries.test.ts goes through
 * all small tables.
 */
import fc from "fast-check";
import { categoryColumn, domain, integerColumn, numberColumn } from "../../lib/data/domain.ts";
import { exactColumn, type Table, tableFrom } from "../../lib/data/table.ts";
import {
  histogram,
  type TableHistogram,
  type TableHistogramParameters,
  tableHistogramParameters,
} from "../../lib/mechanisms/statistics/histogram.ts";
import {
  noisyCount,
  type TableCountParameters,
  tableCountParameters,
} from "../../lib/mechanisms/statistics/noisy-count.ts";
import { noisyMean, tableMeanParameters } from "../../lib/mechanisms/statistics/noisy-mean.ts";
import {
  type GridTableSumParameters,
  noisySum,
  type TableSumParameters,
  tableSumParameters,
} from "../../lib/mechanisms/statistics/noisy-sum.ts";
import {
  type GridTableQuantileParameters,
  quantile,
  type TableQuantileParameters,
  tableQuantileParameters,
} from "../../lib/mechanisms/statistics/quantile.ts";
import { quantiles, tableQuantilesParameters } from "../../lib/mechanisms/statistics/quantiles.ts";
import { count, oneOf, positive, probability, record } from "../surface/arguments.ts";
import { NOT_FRACTIONS } from "../surface/declared.ts";
import { type Auditable, contractInstance, type SearchedDomain } from "./instance.ts";
import { builds, type MechanismTests } from "./mechanism-tests.ts";
import { jointCells, ratioCells } from "./oracles.ts";
import { withPair } from "./records.ts";

const columns = {
  size: numberColumn({ lower: -1, upper: 2, missing: "drop" }),
  share: numberColumn({ lower: 0, upper: 1 }),
  kind: categoryColumn(["a", "b"]),
  rank: integerColumn({ lower: 0, upper: 2 }),
};
/** Two rows of a person count. */
const persons = domain({ columns, person: { column: "who", atMost: 2, keep: "first" } });
const rows = domain({ columns, person: "row" });
type Declared = typeof columns;
type Small = Table<Declared>;

/** One row for each value of one column. */
const tableOf = (values: Readonly<Record<string, readonly unknown[]>>, who: readonly string[]): Small => {
  const length = who.length;
  const filler = { size: 0, share: 0, kind: "a", rank: 0 };
  const full = Object.fromEntries(
    Object.entries(filler).map(([name, value]) => [name, values[name] ?? new Array<unknown>(length).fill(value)]),
  );
  return tableFrom({ ...full, who }, persons);
};
const some = tableOf({ size: [2, 9, null, 1, 0, 2], kind: ["a", "a", "b", "a", "b", "b"] }, [..."pqpqpr"]);
const shares = tableOf({ share: [0.2, 0.5, 0.6] }, ["p", "q", "r"]);
const [none, pair] = [tableOf({}, []), tableOf({ size: [2, 2], share: [0.6, 0.6] }, ["p", "p"])];

/** What a person's rows hold. */
type PersonRows = readonly Readonly<Partial<Record<keyof Declared, unknown>>>[];

/** Persons of one row, of two, and of three, of which two count. */
const PERSONS: readonly PersonRows[] = [
  [{ size: 2, kind: "a" }],
  [{ size: -7, kind: "b" }],
  [
    { size: 2, kind: "a" },
    { size: 2, kind: "a" },
  ],
  [
    { size: null, kind: "a" },
    { size: null, kind: "b" },
  ],
  [
    { size: 9, kind: "b" },
    { size: 9, kind: "b" },
    { size: -1, kind: "a" },
  ],
];
/** Persons whose shares are where the cells of the joint quantiles end. */
const SHARES: readonly PersonRows[] = [[0], [0.6], [0, 1], [0.5, 0.5], [1, 1, 0.2]].map((shares) =>
  shares.map((share) => ({ share })),
);

/** The table of these persons, each by a name of its own. */
function tableOfPersons(given: readonly PersonRows[]): Small {
  const row = { size: 0, share: 0, kind: "a", rank: 0 };
  return tableFrom(
    given.flatMap((each, person) => each.map((values) => ({ ...row, ...values, who: `person ${person}` }))),
    persons,
  );
}

/** Persons whose values are at an end of their range, near to one, or in the middle. */
const ENDS: readonly PersonRows[] = [[-1, -1], [-0.9999999, -0.9999999], [0.5], [1.9999999, 1.9999999], [2, 2]].map(
  (sizes) => sizes.map((size) => ({ size })),
);
const END_PAIR = [tableOfPersons([ENDS[1]]), tableOfPersons([ENDS[1], ENDS[4]])] as const;

const searched = { domain: [PERSONS, 1, 2] as SearchedDomain, datasetOf: tableOfPersons };

const NOT_TABLES: readonly (readonly [string, unknown])[] = [
  ["table", [{ size: 1 }]],
  ["table", undefined],
  ["table", { domain: persons }],
  ["table", tableFrom([], rows)],
];
const NOT_COLUMNS: readonly unknown[] = ["weight", "__proto__", "toString"];
/** Fuzzed are numbers and words; the domain has tests of its own. */
const fixed = { fixed: /domain/ };
const declared = fc.constantFrom(persons, rows);
const table = fc.constantFrom(some, none, pair);

const sum = { domain: persons, column: "size" as const, epsilon: 0.8 };
const share = { domain: persons, column: "share" as const, epsilon: 0.8 };

/** A histogram of two bins, as one number that stands for both counts. */
function pairCodes(counts: TableHistogram<Declared>): Auditable<Small, number> {
  const codeOf = ([first, second]: readonly number[]) => 10_000 * first + second;
  const countsOf = (code: number) => {
    const first = Math.round(code / 10_000);
    return [first, code - 10_000 * first];
  };
  const { name, neighbours, guarantee, release, privacyLoss, worstPair } = counts;
  return {
    ...{ name, neighbours, guarantee, privacyLoss, worstPair },
    release: (given, random) => codeOf(release(given, random)),
    law: (given) => {
      const { support, logMass, neglected } = counts.law(given);
      return {
        kind: "discrete",
        support: support.map(codeOf),
        logMass: (code) => logMass(countsOf(code as number)),
        neglected,
      };
    },
  };
}

export const TABLE_MECHANISMS: MechanismTests = {
  noisyCount: {
    fuzz: builds(record({ domain: declared, epsilon: positive, of: oneOf("rows", "persons") }), table, {
      ...fixed,
      infinite: true,
    }),
    instances: [
      ...(["rows", "persons", "shortened", { clamped: "size" }, { missing: "size" }] as const).map((of) =>
        contractInstance({
          file: "noisy-count",
          title: `table-count of ${JSON.stringify(of)}`,
          build: (parameters: TableCountParameters<Declared>) => noisyCount(parameters),
          good: { domain: persons, epsilon: 0.8, of },
          off: { epsilon: 0.88 },
          input: some,
          ...searched,
          declaration: tableCountParameters,
          bad: { of: ["columns", {}, { clamped: "kind" }, { missing: "kind" }] },
          badInputs: NOT_TABLES,
        }),
      ),
    ],
  },
  noisySum: {
    fuzz: builds(record({ domain: declared, column: oneOf("size", "rank"), epsilon: positive }), table, fixed),
    instances: [
      contractInstance({
        file: "noisy-sum",
        build: (parameters: TableSumParameters<Declared>) => noisySum(parameters),
        good: sum,
        off: { epsilon: 0.88 },
        input: some,
        ...searched,
        declaration: tableSumParameters,
        bad: { column: [...NOT_COLUMNS, "kind", "who"] },
        badInputs: NOT_TABLES,
      }),
      contractInstance({
        file: "noisy-sum",
        title: "table-sum on a grid",
        build: (parameters: GridTableSumParameters<Declared>) => noisySum(parameters),
        good: { ...sum, step: { numerator: 1, denominator: 2 } },
        off: { epsilon: 0.88 },
        input: some,
        ...searched,
        // Without a step it is the sum of a table in float64.
        declaration: tableSumParameters,
        bad: { step: NOT_FRACTIONS, column: [...NOT_COLUMNS, "kind", "who"] },
        badInputs: NOT_TABLES,
      }),
    ],
  },
  noisyMean: {
    fuzz: builds(record({ domain: declared, column: oneOf("size", "rank"), epsilon: positive }), table, fixed),
    instances: [
      contractInstance({
        file: "noisy-mean",
        title: "mean under add-remove, of a table",
        build: (parameters: typeof sum) => {
          const mechanism = noisyMean(parameters);
          const each = { epsilon: parameters.epsilon / 2, lower: -1, upper: 2, neighbours: "add-remove" } as const;
          const { law, release } = ratioCells(
            { ...noisyMean(each), release: (_, random) => mechanism.release(some, random) },
            each,
          );
          const { name, neighbours, guarantee, check } = mechanism;
          return withPair(
            {
              ...{ name, neighbours, guarantee },
              release: (given: Small, random) => {
                check(given, random);
                return release([], random);
              },
              law: (given: Small) => law(Array.from(exactColumn(given, "size"))),
            },
            [none, pair],
          );
        },
        good: sum,
        off: { epsilon: 0.88 },
        input: some,
        ...searched,
        declaration: tableMeanParameters,
        bad: { column: [...NOT_COLUMNS, "kind"] },
        badInputs: [],
        tight: false,
      }),
    ],
  },
  histogram: {
    fuzz: builds(record({ domain: declared, column: fc.constant("size"), epsilon: positive, bins: count }), table, {
      ...fixed,
      unchecked: true,
    }),
    instances: [
      contractInstance({
        file: "histogram",
        build: (parameters: TableHistogramParameters<Declared>) => pairCodes(histogram(parameters)),
        good: { domain: persons, column: "kind", epsilon: 2 },
        off: { epsilon: 2.2 },
        input: some,
        ...searched,
        declaration: tableHistogramParameters,
        bad: { column: NOT_COLUMNS, bins: [2] },
        badInputs: NOT_TABLES,
      }),
      contractInstance({
        file: "histogram",
        title: "table-histogram of numbers, a row a person",
        build: (parameters: TableHistogramParameters<Declared>) => pairCodes(histogram(parameters)),
        good: { domain: rows, column: "size", bins: 2, epsilon: 1 },
        off: { epsilon: 1.1 },
        input: tableFrom(
          [0, 2, 1, null].map((size) => ({ size, share: 0, kind: "a", rank: 1 })),
          rows,
        ),
        domain: [[-1, 0.4, 2, null], 1, 2, 3],
        datasetOf: (sizes: readonly (number | null)[]) =>
          tableFrom(
            sizes.map((size) => ({ size, share: 0, kind: "a", rank: 1 })),
            rows,
          ),
        declaration: tableHistogramParameters,
        bad: { column: NOT_COLUMNS },
        badInputs: [],
      }),
    ],
  },
  quantile: {
    fuzz: builds(
      record({ domain: declared, column: oneOf("size", "rank"), probability, epsilon: positive }),
      table,
      fixed,
    ),
    instances: [
      contractInstance({
        file: "quantile",
        build: (parameters: TableQuantileParameters<Declared>) =>
          // A person at one end beside one who is near the other: the score of the thin cell at that end falls, all others rise.
          withPair(quantile(parameters), END_PAIR),
        good: { ...sum, probability: 0.5 },
        off: { epsilon: 1.6 },
        input: some,
        domain: [ENDS, 1, 2],
        datasetOf: tableOfPersons,
        declaration: tableQuantileParameters,
        bad: { column: [...NOT_COLUMNS, "kind"] },
        badInputs: NOT_TABLES,
      }),
      contractInstance({
        file: "quantile",
        title: "table-quantile on a grid",
        build: (parameters: GridTableQuantileParameters<Declared>) =>
          // A person at the lower end beside one in the middle.
          withPair(quantile(parameters), [tableOfPersons([ENDS[2]]), tableOfPersons([ENDS[2], ENDS[0]])]),
        good: { ...sum, step: { numerator: 1, denominator: 2 }, probability: { numerator: 1, denominator: 3 } },
        off: { epsilon: 1.6 },
        input: some,
        domain: [ENDS, 1, 2],
        datasetOf: tableOfPersons,
        // Without a step it is the quantile of a table in float64.
        declaration: tableQuantileParameters,
        bad: { step: NOT_FRACTIONS, column: [...NOT_COLUMNS, "kind"], probability: [...NOT_FRACTIONS, 0.5] },
        badInputs: NOT_TABLES,
        tight: false,
      }),
    ],
  },
  quantiles: {
    fuzz: builds(
      record({
        domain: declared,
        column: oneOf("size", "rank"),
        probabilities: fc.constant([0.25, 0.5, 0.75]),
        epsilon: positive,
      }),
      table,
      { ...fixed, free: /probabilities/ },
    ),
    instances: [
      contractInstance({
        file: "quantiles",
        title: "joint-quantiles of a table",
        build: (parameters: typeof share & { readonly probabilities: readonly number[] }) => {
          const mechanism = quantiles(parameters);
          const { epsilon, probabilities } = parameters;
          const each = { epsilon: epsilon / 2, probabilities, lower: 0, upper: 1, neighbours: "add-remove" } as const;
          const { law, release } = jointCells(
            { ...quantiles(each), release: (_, random) => mechanism.release(shares, random) },
            each,
          );
          const { name, neighbours, guarantee, check } = mechanism;
          return withPair(
            {
              ...{ name, neighbours, guarantee },
              release: (given: Small, random) => {
                check(given, random);
                return release([], random);
              },
              law: (given: Small) => law(Array.from(exactColumn(given, "share"))),
            },
            [none, pair],
          );
        },
        good: { ...share, probabilities: [0.3, 0.6] },
        off: { epsilon: 1.6 },
        input: shares,
        domain: [SHARES, 1, 2],
        datasetOf: tableOfPersons,
        declaration: tableQuantilesParameters,
        bad: { column: [...NOT_COLUMNS, "kind"], probabilities: [[0.5, 0.5]] },
        badInputs: [],
        tight: false,
      }),
    ],
  },
};
