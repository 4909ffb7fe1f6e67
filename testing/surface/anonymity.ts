/**
 * How the functions of lib/attacks on counts, anonymised tables and models are called, for the fuzz test.
 */
import fc from "fast-check";
import { answersTestParameters } from "../../lib/attacks/answers-test.ts";
import { backgroundKnowledge } from "../../lib/attacks/background-attack.ts";
import { differenceTestParameters } from "../../lib/attacks/difference-test.ts";
import { floatLaplaceParameters } from "../../lib/attacks/float-laplace.ts";
import { generalisation } from "../../lib/attacks/generalisation.ts";
import { generalisedTable, generalisedTableParameters } from "../../lib/attacks/generalised-table.ts";
import { guessBoundParameters } from "../../lib/attacks/guess-bound.ts";
import { sensitiveParameters } from "../../lib/attacks/homogeneity-attack.ts";
import { kAnonymityParameters } from "../../lib/attacks/k-anonymity.ts";
import { lDiversityParameters } from "../../lib/attacks/l-diversity.ts";
import { linkageParameters } from "../../lib/attacks/linkage-attack.ts";
import { minimalGeneralisationsParameters } from "../../lib/attacks/minimal-generalisations.ts";
import { modelInversionParameters } from "../../lib/attacks/model-inversion.ts";
import { type PoisoningCanary, poisoningCanaryParameters } from "../../lib/attacks/poisoning-canary.ts";
import { populationUniquenessParameters, sampleCellsParameters } from "../../lib/attacks/population-uniqueness.ts";
import { supportClaim } from "../../lib/attacks/support-audit.ts";
import { tClosenessParameters } from "../../lib/attacks/t-closeness.ts";
import { guardParameters, trackerParameters } from "../../lib/attacks/tracker-attack.ts";
import { cellLaw } from "../../lib/attacks/uniqueness.ts";
import { categoryColumn, domain, flagColumn, integerColumn } from "../../lib/data/domain.ts";
import { tableFrom } from "../../lib/data/table.ts";
import { dataset } from "../../lib/learning/dataset.ts";
import { choiceResponse } from "../../lib/mechanisms/local/choice-response.ts";
import { stream } from "../../lib/random/stream.ts";
import { anyNumber, hugeCount, listOf, moderate, oneOf, record } from "./arguments.ts";
import { argumentsOf, declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const coin = fc.constant(choiceResponse({ epsilon: 1, choices: 2 }));
const prior = fc.double({ min: 0, max: 1, noNaN: true }).map((share) => [share, 1 - share]);
const UNIT = { range: [0, 1] } as const;
const people = domain({
  columns: {
    town: categoryColumn(["a", "b", "c"]),
    age: integerColumn({ lower: 0, upper: 9 }),
    ill: flagColumn(),
  },
  person: "row",
});
const lattice = generalisation(people, { town: [{ ab: ["a", "b"], c: ["c"] }], age: { widths: [5] } });
const person = fc.record({ town: oneOf("a", "b", "c"), age: fc.integer({ min: 0, max: 9 }), ill: fc.boolean() });
const table = listOf(person, 1, 9).map((rows) => tableFrom(rows, people));
const node = record({ town: fc.integer({ min: 0, max: 2 }), age: fc.integer({ min: 0, max: 2 }) });
// Without a prototype, so that the fuzz takes them as they are: they are made by the library.
const opaque = <Value extends object>(value: Value): Value => Object.assign(Object.create(null), value);
const release = fc
  .tuple(table, fc.constantFrom(...lattice.nodes()))
  .map(([rows, at]) => opaque(generalisedTable(rows, { generalisation: lattice, node: at })));
const sensitive = oneOf("ill");
const counts = { larger: 3.2, smaller: 1.9 };
const columns = fc.constantFrom(["town"], ["town", "age"]);
const frequencies = fc.tuple(fc.constant(0), fc.integer({ min: 1, max: 30 }), fc.nat(9)).map((found) => [...found]);
const errorRate = fc.double({ min: 0.001, max: 0.5, noNaN: true });
const noise = argumentsOf(floatLaplaceParameters, {
  centre: fc.double({ min: -50, max: 50, noNaN: true }),
  scale: moderate,
});

/** Of the door of attacks and of that of audits. */
export const AUDIT_SUPPORT: Entry = takes(
  [listOf(fc.nat(3)), fc.constant((output: number) => output !== 2), argumentsOf(supportClaim, { errorRate })],
  { infinite: true, free: /^0/, isDeclared: 2 },
);

export const ANONYMITY: Readonly<Record<string, Entry>> = {
  answersTest: declares(answersTestParameters, {
    own: { larger: moderate, smaller: moderate },
    slow: 2,
    follow: (test: { decide(of: typeof counts): boolean; threshold(of: number): number; success: number }) => [
      test.decide(counts),
      test.threshold(2.5),
      0.5 / test.success,
    ],
  }),
  auditSupport: AUDIT_SUPPORT,
  backgroundAttack: takes([release, argumentsOf(backgroundKnowledge, { sensitive })], { isDeclared: 1 }),
  differenceTest: declares(differenceTestParameters, {
    follow: (test: { decide(of: typeof counts): boolean; successAt(of: number): number }) => [
      test.decide(counts),
      test.successAt(0.3),
      test.successAt(-1e300),
    ],
  }),
  expectedUniqueness: declares(cellLaw, {
    own: { size: hugeCount, cells: hugeCount, probabilities: fc.constantFrom([0.5, 0.5], [0.2, 0.8, 0]) },
    ...UNIT,
  }),
  // The names of groups may be any.
  generalisation: takes(
    [
      fc.constant(people),
      record({
        town: fc.constant([{ ab: ["a", "b"], c: ["c"] }]),
        age: record({ widths: fc.constantFrom([5], [2, 4]) }),
        ill: fc.constant([]),
      }),
    ],
    { fixed: /^0/ },
  ),
  generalisedTable: takes(
    [table, argumentsOf(generalisedTableParameters, { generalisation: fc.constant(opaque(lattice)), node })],
    {
      isDeclared: 1,
      follow: (made: { counts(of: string): unknown; values(of: string): unknown; classOf(of: object): number }) => [
        made.counts("ill"),
        made.values("ill"),
        made.classOf({ town: "a", age: 3 }),
      ],
    },
  ),
  guardedCounts: takes([listOf(fc.nat(3)), argumentsOf(guardParameters)], { free: /^0/, isDeclared: 1 }),
  guessSuccess: takes([coin, record({ candidates: fc.constant([0, 1]), prior })], {
    range: [0, 1],
    isDeclared: 1,
    unchecked: true,
  }),
  posterior: takes([coin, record({ candidates: fc.constant([0, 1]), prior, output: oneOf(0, 1) })], {
    isDeclared: 1,
    free: /output/,
    unchecked: true,
  }),
  guessBound: declares(guessBoundParameters, UNIT),
  homogeneityAttack: takes([release, argumentsOf(sensitiveParameters, { sensitive })], { isDeclared: 1 }),
  intersectionAttack: takes(
    [
      release.map((one) => [{ release: one, record: opaque({ town: "a", age: 3 }) }]),
      argumentsOf(sensitiveParameters, { sensitive }),
    ],
    { isDeclared: 1 },
  ),
  isFloatLaplaceOutput: takes([fc.double({ min: -40, max: 40, noNaN: true }), noise], { isDeclared: 1, slow: 4 }),
  kAnonymity: takes([release, argumentsOf(kAnonymityParameters)], { isDeclared: 1 }),
  lDiversity: takes([release, argumentsOf(lDiversityParameters, { sensitive })], { isDeclared: 1 }),
  linkageAttack: declares(linkageParameters, { own: { list: table, release: table, columns } }),
  matchRisk: declares(sampleCellsParameters, { own: { frequencies }, ...UNIT, free: /frequencies\.0/ }),
  minimalGeneralisations: takes(
    [
      table,
      argumentsOf(minimalGeneralisationsParameters, {
        generalisation: fc.constant(opaque(lattice)),
        also: fc.constant(undefined),
      }),
    ],
    { isDeclared: 1 },
  ),
  modelInversion: declares(modelInversionParameters, {
    own: { weights: listOf(anyNumber, 3, 3), column: fc.nat(2), values: fc.tuple(anyNumber, anyNumber) },
    follow: (attack: { logOdds(x: number[], y: number): number; success(of: unknown): number }) => [
      attack.logOdds([0.2, -1, 1], 0.5),
      attack.success(dataset({ features: Float64Array.of(1, 1, 1), labels: Float64Array.of(0.5), columns: 3 })),
    ],
  }),
  poisoningCanary: declares(poisoningCanaryParameters, {
    own: {
      data: fc.constant(
        dataset({ features: Float64Array.of(1, 1, 0.5, -1), labels: Float64Array.of(1, -1), columns: 2 }),
      ),
    },
    fixed: /data/,
    follow: (canary: PoisoningCanary) => [canary.score([0.3, -0.2]), canary.poisoned(1, 2).rows],
  }),
  populationUniqueness: declares(populationUniquenessParameters, {
    own: { frequencies, cells: fc.integer({ min: 100, max: 1e6 }) },
    ...UNIT,
    free: /frequencies\.0/,
  }),
  releaseFloatLaplace: takes([noise, fc.nat().map((seed) => stream(seed, "float"))], { isDeclared: 0 }),
  tCloseness: takes([release, argumentsOf(tClosenessParameters, { sensitive })], { isDeclared: 1 }),
  trackerAttack: takes(
    [
      fc.constant((formula: (person: number) => boolean) => [0, 1, 2, 3].filter(formula).length),
      argumentsOf(trackerParameters, {
        target: fc.constant((id: number) => id === 1),
        tracker: fc.constant((id: number) => id < 2),
      }),
    ],
    { isDeclared: 1 },
  ),
  uniqueness: takes([table, columns]),
};
