/**
 * Tests of the mechanisms that make synthetic tables: instances for the contract, arguments for the fuzz.
 *
 * What is measured has a law, of which the model and the records are post-processing; MWEM is known by its transcript.
 */
import fc from "fast-check";
import { domain, flagColumn, integerColumn } from "../../lib/data/domain.ts";
import { tableFrom } from "../../lib/data/table.ts";
import { pure, zeroConcentrated } from "../../lib/privacy/guarantees/guarantee.ts";
import { independentMarginals, independentMarginalsParameters } from "../../lib/synthetic/independent-marginals.ts";
import { type mwem, mwemParameters } from "../../lib/synthetic/mwem.ts";
import { noisyHistogram, noisyHistogramParameters } from "../../lib/synthetic/noisy-histogram.ts";
import { oneOf, positive, record } from "../surface/arguments.ts";
import { GRAPHICAL_MECHANISMS } from "./graphical-models.ts";
import { type Auditable, contractInstance } from "./instance.ts";
import { builds, type MechanismTests } from "./mechanism-tests.ts";
import { FLAGS, type FlagColumns, flagTable, mwemTranscripts } from "./mwem-oracle.ts";

const columns = { rank: integerColumn({ lower: 0, upper: 2 }), flag: flagColumn() };
type Declared = typeof columns;
const small = domain({ columns, person: "row" });
const table = (rows: readonly (readonly [number, boolean])[]) =>
  tableFrom(
    rows.map(([rank, flag]) => ({ rank, flag })),
    small,
  );
const three = table([
  [0, true],
  [2, false],
  [2, true],
]);
const RECORDS: readonly (readonly [number, boolean])[] = [
  [0, false],
  [0, true],
  [1, false],
  [2, true],
];
/** Of two flags. */
const PAIRS = ["00", "01", "10", "11"];
const RELATIONS = [{ neighbours: "swap", size: 3 }, { neighbours: "add-remove" }] as const;
const NOT_TABLES: readonly (readonly [string, unknown])[] = [
  ["table", undefined],
  ["table", [{ rank: 1, flag: true }]],
  ["table", flagTable([])],
];
const fields = { domain: fc.constant(small), draws: oneOf(0, 1, 7) };
const relations = oneOf(...RELATIONS);
const related = <Fields extends object>(more: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) =>
  fc.tuple(record({ ...fields, ...more }), relations).map(([given, relation]) => ({ ...given, ...relation }));
const fixed = { fixed: /domain|workload/, free: /guarantee.kind/, isDeclared: true };

export const SYNTHETIC_MECHANISMS: MechanismTests = {
  ...GRAPHICAL_MECHANISMS,
  independentMarginals: {
    fuzz: builds(
      related({ guarantee: fc.oneof(positive.map(pure), positive.map(zeroConcentrated)) }),
      fc.constant(three),
      fixed,
    ),
    instances: RELATIONS.flatMap((relation) =>
      ([pure, zeroConcentrated] as const).map((kind) =>
        contractInstance({
          folder: "synthetic",
          file: "independent-marginals",
          title: `independent-marginals, ${kind(1).kind}, ${relation.neighbours}`,
          build: (parameters: Parameters<typeof independentMarginals<Declared>>[0]) =>
            independentMarginals(parameters).measured as Auditable<typeof three, Float64Array>,
          good: { domain: small, ...relation, guarantee: kind(0.8) },
          off: { guarantee: kind(0.98) },
          input: three,
          domain: [RECORDS, 1, 2],
          datasetOf: table,
          declaration: independentMarginalsParameters,
          bad: {
            guarantee: [{ kind: "gaussian", mu: 1 }, 1, null],
            size: relation.neighbours === "swap" ? [undefined] : [3],
            bins: [{ rank: 0 }, { flag: 2 }, { other: 1 }],
          },
          badInputs: NOT_TABLES,
        }),
      ),
    ),
  },
  mwem: {
    fuzz: builds(mwemParameters, oneOf(flagTable(["11", "01"])), {
      own: {
        domain: fc.constant(FLAGS),
        bins: fc.constant(undefined),
        workload: oneOf([["a"], ["b"]], [["a", "b"]]),
        size: oneOf(2, 3),
      },
      ...fixed,
    }),
    instances: (["swap", "zero-out"] as const).map((neighbours) =>
      contractInstance({
        folder: "synthetic",
        file: "mwem",
        title: `mwem, ${neighbours}`,
        build: (parameters: Parameters<typeof mwem<FlagColumns>>[0]) => mwemTranscripts(parameters),
        good: { domain: FLAGS, workload: [["a"], ["b"]], rounds: 2, epsilon: 4, neighbours, size: 2, draws: 0 },
        off: { epsilon: 5 },
        input: flagTable(["11", "01"]),
        domain: neighbours === "swap" ? [PAIRS, 2] : [PAIRS, 1, 2],
        datasetOf: flagTable,
        declaration: mwemParameters,
        bad: { workload: [[]] },
        badInputs: [
          ["table", three],
          ["table", undefined],
          ["the size of the table", flagTable(["11", "01", "11"])],
        ],
        tight: false,
      }),
    ),
  },
  noisyHistogram: {
    fuzz: builds(related({ epsilon: positive }), fc.constant(three), fixed),
    instances: RELATIONS.map((relation) =>
      contractInstance({
        folder: "synthetic",
        file: "noisy-histogram",
        title: `noisy-histogram, ${relation.neighbours}`,
        build: (parameters: Parameters<typeof noisyHistogram<Declared>>[0]) => noisyHistogram(parameters).measured,
        good: { domain: small, ...relation, epsilon: 0.8 },
        off: { epsilon: 0.88 },
        input: three,
        domain: [RECORDS, 1, 2],
        datasetOf: table,
        declaration: noisyHistogramParameters,
        bad: { size: relation.neighbours === "swap" ? [undefined] : [3] },
        badInputs: NOT_TABLES,
      }),
    ),
  },
};
