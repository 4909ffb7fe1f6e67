/**
 * Count table: a mechanism for a count from 0 to n, given by the probability of every output for every count.
 *
 * Theorem: neighbours' counts differ by at most 1, so that the table is (epsilon, delta)-differentially private if and only if, for
 * any two rows next to each other and in both orders, the sum over outputs of (p - e^epsilon p')+ is at most delta; with delta = 0,
 * if and only if every ratio is at most e^epsilon. Both are computed, and a table that does not keep its guarantee is refused.
 * Source: Ghosh, Roughgarden, Sundararajan (STOC 2009), doi:10.1145/1536414.1536464, section 2.
 * Limits: the guarantee is checked up to a relative 1e-12 for rounding. Probabilities are met within 2^-51; for study. The number
 * of records is public.
 * @example
 * ```ts
 * import { log, stream } from "epsilab";
 * import { countTable } from "epsilab/mechanisms";
 * const coin = { outputs: [0, 1], table: [[0.75, 0.25], [0.25, 0.75]] };
 * countTable({ ...coin, epsilon: log(3), delta: 0 }).guarantee; // => { kind: "pure", epsilon: 1.0986... }
 * countTable({ ...coin, epsilon: log(3), delta: 0 }).release(1, stream(20261115, "example")); // => 0
 * ```
 * @claim exact-minimax
 */
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { type Given, made } from "../../numerics/parameters.ts";
import { refuse, refuseData, requireFinite, requireList } from "../../numerics/requirements.ts";
import { type Budget, deltaOf, withBudget } from "../../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import { numberLaw } from "../../privacy/loss/distribution.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { aliasTable, fillCategorical, sampleCategorical } from "../../random/categorical.ts";
import type { Stream } from "../../random/stream.ts";

const TABLE = {
  /** Each once. */
  outputs: made<readonly number[]>(requireOutputs),
  /** One row for each count from 0 on, two or more, with one probability for each output. */
  table: made<readonly (readonly number[])[]>(requireRows),
};

export const countTableParameters = withBudget(["pure", "approximate"], TABLE, ({ outputs, table }) => {
  for (const [count, row] of table.entries()) requireList(`table[${count}]`, row, outputs.length);
});

export type CountTableParameters = Budget<"pure" | "approximate"> & Given<typeof TABLE>;

const ROUNDING = 1e-12;

export function countTable(parameters: CountTableParameters): ClosedMechanism<number, number, Stream, NumberLaw> {
  const { guarantee, outputs, table } = countTableParameters.read(parameters);
  const privacy = { epsilon: guarantee.epsilon, delta: deltaOf(guarantee) };
  const places = new Map(outputs.map((output, i) => [output, i]));
  const worst = worstRows(table, privacy);
  const aliases = table.map((row) => aliasTable(row));
  const rowOf = (count: number) => {
    if (!(Number.isInteger(count) && count >= 0 && count < table.length))
      refuseData("count", `an integer from 0 to ${table.length - 1}`);
    return count;
  };
  return {
    name: "count-table",
    neighbours: "swap",
    guarantee,
    release: (count, random) => outputs[sampleCategorical(aliases[rowOf(count)], random)],
    releaseMany: (count, out, random) => {
      fillCategorical(aliases[rowOf(count)], out, random);
      for (let k = 0; k < out.length; k++) out[k] = outputs[out[k]];
      return out;
    },
    law: (count) => {
      const row = table[rowOf(count)];
      return numberLaw({
        kind: "discrete",
        support: outputs.filter((_, i) => row[i] > 0),
        logMass: (output) => {
          const place = places.get(output);
          return place === undefined || row[place] === 0 ? -Infinity : log(row[place]);
        },
        neglected: 0,
      });
    },
    privacyLoss: () => ({ ...worstCasePld(privacy), attained: false }),
    worstPair: () => [worst, worst + 1],
  };
}

/** The first of the neighbouring rows that differ most, in the measure of the guarantee; refuses a table that does not keep it. */
function worstRows(
  table: readonly (readonly number[])[],
  { epsilon, delta }: { readonly epsilon: number; readonly delta: number },
): number {
  let worst = 0;
  let most = -Infinity;
  const factor = exp(epsilon);
  for (let count = 0; count + 1 < table.length; count++) {
    for (const [one, other] of [
      [table[count], table[count + 1]],
      [table[count + 1], table[count]],
    ]) {
      const found = delta === 0 ? largestRatio(one, other) : excess(one, other, factor);
      const allowed = delta === 0 ? factor * (1 + ROUNDING) : delta + ROUNDING;
      if (found > allowed) {
        const what = delta === 0 ? `ratios within e^epsilon = ${factor}` : `a delta within ${delta}`;
        refuse(`table[${count}] and table[${count + 1}]`, `of ${what}`, found);
      }
      if (found > most) [most, worst] = [found, count];
    }
  }
  return worst;
}

function largestRatio(one: readonly number[], other: readonly number[]): number {
  return one.reduce((largest, mass, i) => (mass === 0 ? largest : Math.max(largest, mass / other[i])), 0);
}

function excess(one: readonly number[], other: readonly number[], factor: number): number {
  return one.reduce((sum, mass, i) => sum + Math.max(0, mass - factor * other[i]), 0);
}

function requireOutputs(outputs: readonly number[]): void {
  requireList("outputs", outputs);
  if (outputs.length === 0) refuse("outputs", "one or more numbers", outputs);
  outputs.forEach((output, i) => {
    requireFinite({ [`outputs[${i}]`]: output });
  });
  if (new Set(outputs).size !== outputs.length) refuse("outputs", "each given once", outputs);
}

function requireRows(table: readonly (readonly number[])[]): void {
  requireList("table", table);
  if (table.length < 2) refuse("table", "of two rows or more", table);
  table.forEach((row, count) => {
    requireList(`table[${count}]`, row);
    let total = 0;
    row.forEach((mass, i) => {
      if (!(mass >= 0 && mass <= 1)) refuse(`table[${count}][${i}]`, "a probability", mass);
      total += mass;
    });
    if (!(Math.abs(total - 1) <= 1e-9)) refuse(`the sum of table[${count}]`, "1", total);
  });
}
