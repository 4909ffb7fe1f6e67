/**
 * How the functions of lib/attacks that reconstruct records are called, for the fuzz test.
 */
import fc from "fast-check";
import { blindGuessParameters } from "../../lib/attacks/blind-guess.ts";
import { exhaustiveReconstructionParameters } from "../../lib/attacks/exhaustive-reconstruction.ts";
import { reconstructionAccuracyParameters } from "../../lib/attacks/least-squares-reconstruction.ts";
import { linearProgramReconstructionParameters } from "../../lib/attacks/linear-program-reconstruction.ts";
import { everySubset, type SubsetQueries, subsetQueryParameters } from "../../lib/attacks/subset-queries.ts";
import { categoryColumn, domain, flagColumn } from "../../lib/data/domain.ts";
import { tableFrom } from "../../lib/data/table.ts";
import { stream } from "../../lib/random/stream.ts";
import { count, floats, listOf, moderate, oneOf, record } from "./arguments.ts";
import { argumentsOf, declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const people = domain({
  columns: { sex: categoryColumn(["female", "male"]), owner: flagColumn() },
  person: "row",
});
const block = fc.constant(
  tableFrom(
    [
      { sex: "male", owner: true },
      { sex: "female", owner: true },
    ],
    people,
  ),
);
const views = fc.constant([["sex"], ["owner", "sex"]]);
/**
 * Tables that agree: what is refused is tried in the tests beside the functions, and a contradiction there is a promise that is
 * rejected.
 */
const published = record({
  domain: fc.constant(people),
  tables: fc.constant([
    { columns: ["sex"], counts: [3, 1] },
    { columns: ["owner"], counts: [1, 3] },
  ]),
});
const queries = oneOf(everySubset(3));
const answers = floats(fc.double({ min: -2, max: 5, noNaN: true }), 8);
const counts = listOf(fc.nat(5), 4, 4);
const random = fc.nat().map((seed) => stream(seed, "fuzz"));
const probabilities = listOf(fc.integer({ min: 1, max: 9 }), 1, 5).map((weights) => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
});

export const RECONSTRUCTION: Readonly<Record<string, Entry>> = {
  blindGuess: declares(blindGuessParameters, { own: { probabilities } }),
  cellCounts: takes([block]),
  // What is returned is a promise, which the tests beside the functions look into; here, what is refused.
  certainRecords: takes([published], { isDeclared: true, fixed: /./, slow: 12 }),
  consistentTables: takes([published], { isDeclared: true, fixed: /domain|columns/ }),
  everySubset: takes([count]),
  exhaustiveReconstruction: declares(exhaustiveReconstructionParameters, {
    own: { queries, answers, within: fc.double({ min: 20, max: 50, noNaN: true }) },
  }),
  leastSquaresReconstruction: takes([queries], {
    follow: (attack: { accuracy(sigma: number): number; reconstruct(answers: readonly number[]): unknown }) => [
      attack.accuracy(1),
      attack.reconstruct([0, 1, 2, 3, 4, 5, 6, 7]),
    ],
  }),
  linearProgramReconstruction: declares(linearProgramReconstructionParameters, {
    own: { queries, answers, fit: oneOf("absolute", "largest") },
    fixed: /answers/,
    slow: 2,
  }),
  publishedTables: takes([block, views]),
  reconstructionAccuracy: declares(reconstructionAccuracyParameters, { own: { noise: moderate } }),
  recordsInCommon: takes([counts, counts]),
  subsetQueries: takes([argumentsOf(subsetQueryParameters), random], {
    isDeclared: 0,
    follow: (made: SubsetQueries) => [made.answers(new Uint8Array(made.size).fill(1)), made.members(0)],
    fixed: /^0\.(size|queries)$/,
  }),
  tableRecords: takes([fc.constant(people), counts], { fixed: /^0/ }),
  tableReconstruction: takes([published.map((tables) => ({ ...tables, fit: "nearest", size: 4 }))], {
    isDeclared: true,
    fixed: /domain|tables|records/,
    slow: 4,
  }),
};
