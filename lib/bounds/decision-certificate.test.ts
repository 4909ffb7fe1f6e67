import { describe, expect, it } from "vitest";
import { discreteEpsilon } from "../auditing/discrete-audit.ts";
import { countTable } from "../mechanisms/statistics/count-table.ts";
import { largestOf } from "../numerics/extremes.ts";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { certifiedDecision, certifiedLower, feasibleTable } from "./decision-certificate.ts";
import { type DecisionProgram, type DecisionSolution, solveDecision } from "./decision-table.ts";

/** Reporting one of five counts, the cost is the distance. */
function program(privacy: DecisionProgram["privacy"]): DecisionProgram {
  const counts = [0, 1, 2, 3, 4];
  return {
    observations: 5,
    actions: 5,
    costs: counts.map((k) =>
      Float64Array.from({ length: 25 }, (_, cell) => (Math.floor(cell / 5) === k ? Math.abs(k - (cell % 5)) : 0)),
    ),
    ...(privacy !== undefined && { privacy }),
  };
}

const largestCost = ({ costs }: DecisionProgram, table: Float64Array) =>
  largestOf(costs.map((cost) => cost.reduce((sum, value, cell) => sum + value * table[cell], 0)));

const rowsOf = (table: Float64Array) => [0, 1, 2, 3, 4].map((y) => [...table.subarray(5 * y, 5 * y + 5)]);

describe.each([
  { epsilon: 1, delta: 0 },
  { epsilon: 0.1, delta: 0 },
  { epsilon: 0.5, delta: 0.05 },
])("certificates at %o", (privacy) => {
  it("meet at the optimum", async () => {
    const { lower, upper } = await certifiedDecision(program(privacy));
    expect(upper).toBeGreaterThanOrEqual(lower);
    expect(upper - lower).toBeLessThan(1e-7);
  });

  it("hold for spoiled solutions of any size, and are then wider", async () => {
    const given = program(privacy);
    const solution = await solveDecision(given);
    const { lower, upper } = await certifiedDecision(given);
    const random = stream(7, "spoiled");
    for (const size of [1e-9, 1e-6, 1e-3, 0.1, 1, 100]) {
      for (let trial = 0; trial < 20; trial++) {
        const spoil = (values: Float64Array) => values.map((value) => value + size * (2 * sampleUniform(random) - 1));
        const pairs = ({ up, down }: DecisionSolution["slack"]) => ({ up: spoil(up), down: spoil(down) });
        const spoiled = {
          table: spoil(solution.table),
          weights: spoil(solution.weights),
          prices: pairs(solution.prices),
          slack: pairs(solution.slack),
        };
        const bound = certifiedLower(given, spoiled);
        const table = feasibleTable(given, spoiled);
        expect(bound).toBeLessThanOrEqual(upper);
        expect(largestCost(given, table)).toBeGreaterThanOrEqual(lower);
        // It refuses a table that does not keep its guarantee.
        const mechanism = countTable({ outputs: [0, 1, 2, 3, 4], table: rowsOf(table), ...privacy });
        if (privacy.delta === 0) {
          const [first, second] = mechanism.worstPair().map(mechanism.law);
          expect(discreteEpsilon({ first, second })).toBeLessThanOrEqual(privacy.epsilon * (1 + 1e-12));
        }
        if (size === 1e-9) expect(largestCost(given, table) - bound).toBeLessThan(1e-5);
        if (size === 1) expect(largestCost(given, table) - bound).toBeGreaterThan(0.01);
      }
    }
  });

  it("are of no use for prices that are not numbers, but hold", () => {
    const nothing = new Float64Array(20).fill(Number.NaN);
    const weights = new Float64Array(5).fill(Number.NaN);
    const bound = certifiedLower(program(privacy), { weights, prices: { up: nothing, down: nothing } });
    expect(bound).toBeLessThanOrEqual(0);
    expect(bound).toBeGreaterThan(-1e-9);
  });
});

it("a table without privacy is the truth, at no cost", async () => {
  const { lower, upper, table } = await certifiedDecision(program(undefined));
  expect(Math.abs(lower)).toBeLessThan(1e-9);
  expect(upper).toBeLessThan(1e-9);
  expect(rowsOf(table).map((row) => row.indexOf(largestOf(row)))).toEqual([0, 1, 2, 3, 4]);
});
