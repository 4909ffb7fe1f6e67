/** What the attacks on tables and counts are given in place of what they ask for: each is refused by the name of the parameter. */
import { describe, expect, it } from "vitest";
import { categoryColumn, domain, flagColumn, integerColumn } from "../data/domain.ts";
import { tableFrom } from "../data/table.ts";
import { backgroundAttack } from "./background-attack.ts";
import { exhaustiveReconstruction } from "./exhaustive-reconstruction.ts";
import { generalisation } from "./generalisation.ts";
import { generalisedTable } from "./generalised-table.ts";
import { homogeneityAttack } from "./homogeneity-attack.ts";
import { intersectionAttack } from "./intersection-attack.ts";
import { kAnonymity } from "./k-anonymity.ts";
import { lDiversity } from "./l-diversity.ts";
import { leastSquaresReconstruction } from "./least-squares-reconstruction.ts";
import { minimalGeneralisations } from "./minimal-generalisations.ts";
import { modelInversion } from "./model-inversion.ts";
import { cellCounts, recordsInCommon } from "./published-tables.ts";
import { tCloseness } from "./t-closeness.ts";
import { guardedCounts, trackerAttack } from "./tracker-attack.ts";

const people = domain({
  columns: { town: categoryColumn(["a", "b"]), age: integerColumn({ lower: -5, upper: 5 }), ill: flagColumn() },
  person: "row",
});
const table = tableFrom({ town: ["a", "b"], age: [-2, 3], ill: [true, false] }, people);
const lattice = generalisation(people, { town: [], age: { widths: [2] }, ill: [] });
const node = { town: 0, age: 1, ill: 0 };
const nothing = {} as never;
const inversion = { weights: [0.2, 0.5], column: 1, values: [-1, 1] as const, prior: 0.5, sigma: 0.1 };
const noRelease = "release must be made by `generalisedTable`, got an object";
const noLattice = "generalisation must be made by `generalisation`, got an object";

it.each<[string, () => unknown, string]>([
  ["kAnonymity", () => kAnonymity(nothing, { k: 1 }), noRelease],
  [
    "kAnonymity of nothing",
    () => kAnonymity(undefined as never, { k: 1 }),
    noRelease.replace("an object", "undefined"),
  ],
  ["lDiversity", () => lDiversity(nothing, { sensitive: "ill", l: 2, kind: "distinct" }), noRelease],
  ["tCloseness", () => tCloseness(nothing, { sensitive: "ill", t: 0.1, ground: "equal" }), noRelease],
  ["homogeneityAttack", () => homogeneityAttack(nothing, { sensitive: "ill" }), noRelease],
  ["backgroundAttack", () => backgroundAttack(nothing, { sensitive: "ill", ruledOut: 1 }), noRelease],
  [
    "intersectionAttack",
    () => intersectionAttack([nothing], { sensitive: "ill" }),
    "appearances[0].release must be made by `generalisedTable`, got undefined",
  ],
  ["generalisedTable", () => generalisedTable(table, { generalisation: nothing, node }), noLattice],
  ["minimalGeneralisations", () => minimalGeneralisations(table, { generalisation: nothing, k: 2 }), noLattice],
  [
    "a node with other names",
    () => generalisedTable(table, { generalisation: lattice, node: { ...node, toString: 4 } as never }),
    'node must be of quasi-identifiers alone, got "toString"',
  ],
  [
    "leastSquaresReconstruction",
    () => leastSquaresReconstruction(nothing),
    'queries must be made by `subsetQueries` or `everySubset`, got "object"',
  ],
  [
    "exhaustiveReconstruction",
    () => exhaustiveReconstruction({ queries: undefined as never, answers: [], within: 1 }),
    'queries must be made by `subsetQueries` or `everySubset`, got "undefined"',
  ],
  [
    "guardedCounts",
    () => guardedCounts([1, 2], { minimum: 1 })(5 as never),
    "formula must be a function, got a number",
  ],
  [
    "the count of trackerAttack",
    () => trackerAttack(5 as never, { target: () => true, tracker: () => true }),
    "count must be a function, got a number",
  ],
  [
    "the tracker of trackerAttack",
    () => trackerAttack(() => 1, { target: () => true, tracker: null as never }),
    "tracker must be a function, got null",
  ],
  ["cellCounts", () => cellCounts(undefined as never), 'table must be a table made by `tableFrom`, got "undefined"'],
  [
    "recordsInCommon",
    () => recordsInCommon(undefined as never, [1]),
    "one must be an array or a typed array, got undefined",
  ],
  [
    "logOdds",
    () => modelInversion(inversion).logOdds(undefined as never, 1),
    "features must be an array or a typed array, got undefined",
  ],
  ...[null, [], true].map((weight): [string, () => unknown, string] => [
    `a weight ${JSON.stringify(weight)}`,
    () => modelInversion({ ...inversion, weights: [0.2, weight as never] }),
    `weights[1] must be finite, got ${Array.isArray(weight) ? "an array of length 0" : weight}`,
  ]),
])("%s is refused", (_, call, message) => {
  expect(call).toThrow(new RangeError(message));
});

describe("the codes of a lattice", () => {
  it("are those that the column declares, at every level, and are not shown", () => {
    for (const code of [2, -1, 0.5, Number.NaN, undefined as never]) {
      for (const level of [0, 1]) {
        const message = 'the code of "town" must be an integer from 0 to 1, got a value that is not shown';
        expect(() => lattice.label("town", level, code)).toThrow(new RangeError(message));
        expect(() => lattice.group("town", level, code)).toThrow(new RangeError(message));
      }
    }
    expect(() => lattice.label("age", 1, 6)).toThrow(
      new RangeError('the code of "age" must be an integer from -5 to 5, got a value that is not shown'),
    );
    expect(() => lattice.label("ill", 0, 2)).toThrow('the code of "ill" must be an integer from 0 to 1');
  });

  it("have labels that read well below zero, and for one value", () => {
    expect([-5, -2, 0, 5].map((age) => lattice.label("age", 1, age))).toEqual(["-5 to -4", "-3 to -2", "-1 to 0", "5"]);
    expect(lattice.label("age", 1, 2)).toBe("1-2");
  });
});
