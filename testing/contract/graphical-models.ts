/**
 * Tests of the mechanisms that fit a graphical model: instances for the contract, arguments for the fuzz.
 *
 * What is measured has a law, in units of its noise, and so has a choice of AIM given what was measured before; models and records
 * are post-processing, and the rounds compose by their costs (aim.test.ts adds them up).
 */
import fc from "fast-check";
import { domain, flagColumn, integerColumn } from "../../lib/data/domain.ts";
import { tableFrom } from "../../lib/data/table.ts";
import { approximate, zeroConcentrated } from "../../lib/privacy/guarantees/guarantee.ts";
import { aim } from "../../lib/synthetic/aim.ts";
import { aimParameters } from "../../lib/synthetic/aim-rules.ts";
import { privatePgm, privatePgmParameters } from "../../lib/synthetic/private-pgm.ts";
import { oneOf, record } from "../surface/arguments.ts";
import { type Auditable, contractInstance, type SearchedDomain } from "./instance.ts";
import { builds, type MechanismTests } from "./mechanism-tests.ts";

const columns = { rank: integerColumn({ lower: 0, upper: 2 }), flag: flagColumn(), other: flagColumn() };
type Declared = typeof columns;
const small = domain({ columns, person: "row" });
const table = tableFrom(
  { rank: [0, 2, 2], flag: [true, false, true], other: [true, true, false] } as Record<string, unknown[]>,
  small,
);
const flags = [false, true];
const RECORDS = [0, 1, 2].flatMap((rank) => flags.flatMap((flag) => flags.map((other) => ({ rank, flag, other }))));
/** All tables of few records. */
const searchedTables = (neighbours: string) => ({
  domain: (neighbours === "swap" ? [RECORDS, 3] : [RECORDS, 1, 2, 3]) as SearchedDomain,
  datasetOf: (rows: readonly Record<string, unknown>[]) => tableFrom(rows, small),
});
/** All tables of one or two of half of the records; for Gaussian noise on counts only what changes matters. */
const fewRecords = {
  domain: [RECORDS.filter(({ rank, flag }) => flag === rank < 2), 1, 2] as SearchedDomain,
  datasetOf: (rows: readonly Record<string, unknown>[]) => tableFrom(rows, small),
};
const RELATIONS = [
  { neighbours: "swap", size: 3 },
  { neighbours: "add-remove" },
  { neighbours: "zero-out", size: 3 },
] as const;
const WORKLOAD = [
  ["rank", "flag"],
  ["flag", "other"],
] as const;
const BAD = {
  guarantee: [{ kind: "pure", epsilon: 1 }, 1, null],
  weights: [[1]],
};
const BAD_SETS = [[], [["rank"], ["rank"]], [["nobody"]], [[]]];
const NOT_TABLES: readonly (readonly [string, unknown])[] = [
  ["table", undefined],
  ["table", [{ rank: 1 }]],
];

const guarantee = fc.oneof(
  fc.double({ min: 1e-3, max: 5, noNaN: true }).map(zeroConcentrated),
  fc
    .tuple(fc.double({ min: 0.1, max: 5, noNaN: true }), fc.double({ min: 1e-9, max: 0.1, noNaN: true }))
    .map(([epsilon, delta]) => approximate(epsilon, delta)),
);
const related = <Fields extends object>(more: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) =>
  fc
    .tuple(record({ domain: fc.constant(small), draws: oneOf(0, 7), guarantee, ...more }), oneOf(...RELATIONS))
    .map(([given, relation]) => ({ ...given, ...relation }));
const rules = { fixed: /domain|workload|marginals|modelCells/, free: /guarantee/, slow: 4, isDeclared: true };

export const GRAPHICAL_MECHANISMS: MechanismTests = {
  aim: {
    fuzz: builds(related({ workload: oneOf(WORKLOAD), rounds: oneOf(3, 8) }), fc.constant(table), rules),
    instances: RELATIONS.flatMap((relation) => {
      const shared = { domain: small, workload: WORKLOAD, rounds: 4, ...relation };
      const refused = { ...BAD, workload: BAD_SETS, rounds: [2] };
      return [
        contractInstance({
          folder: "synthetic",
          file: "aim",
          title: `aim, opening, ${relation.neighbours}`,
          build: (parameters: Parameters<typeof aim<Declared>>[0]) =>
            aim(parameters).opening as Auditable<typeof table, Float64Array>,
          good: { ...shared, guarantee: zeroConcentrated(0.8) },
          off: { guarantee: zeroConcentrated(0.96) },
          input: table,
          ...fewRecords,
          declaration: aimParameters,
          bad: { ...refused, size: relation.neighbours === "add-remove" ? [3] : [undefined] },
          badInputs: NOT_TABLES,
        }),
        contractInstance({
          folder: "synthetic",
          file: "aim",
          title: `aim, first choice, ${relation.neighbours}`,
          build: (parameters: Parameters<typeof aim<Declared>>[0]) =>
            aim(parameters).firstChoice(table) as Auditable<typeof table, number>,
          good: { ...shared, guarantee: zeroConcentrated(40) },
          off: { guarantee: zeroConcentrated(60) },
          input: table,
          badInputs: NOT_TABLES,
          ...searchedTables(relation.neighbours),
          // One record moves several scores the same way, and the bound is for any way.
          tight: false,
        }),
      ];
    }),
  },
  privatePgm: {
    fuzz: builds(related({ marginals: oneOf(WORKLOAD) }), fc.constant(table), rules),
    instances: RELATIONS.map((relation) =>
      contractInstance({
        folder: "synthetic",
        file: "private-pgm",
        title: `private-pgm, ${relation.neighbours}`,
        build: (parameters: Parameters<typeof privatePgm<Declared>>[0]) =>
          privatePgm(parameters).measured as Auditable<typeof table, Float64Array>,
        good: {
          domain: small,
          marginals: WORKLOAD,
          weights: [1, 2],
          guarantee: zeroConcentrated(0.8),
          ...relation,
        },
        off: { guarantee: zeroConcentrated(0.96) },
        input: table,
        ...fewRecords,
        declaration: privatePgmParameters,
        bad: {
          ...BAD,
          marginals: BAD_SETS,
          size: relation.neighbours === "add-remove" ? [3] : [undefined],
        },
        badInputs: NOT_TABLES,
      }),
    ),
  },
};
