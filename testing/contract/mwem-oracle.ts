/**
 * The law of what MWEM spends on, found another way: two flags, their four one-way queries, two rounds.
 *
 * A transcript is the two queries chosen and the two measurements, rounded by fixed cuts. Its probability is that of the first choice,
 * times the integral over the first measurement of the probability of the second choice, times that of the second measurement; the
 * weights after the first round are written out from the definition.
 */
import { domain, flagColumn } from "../../lib/data/domain.ts";
import { type Table, tableFrom } from "../../lib/data/table.ts";
import { finiteLaw } from "../../lib/mechanisms/laws/finite-law.ts";
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { stream } from "../../lib/random/stream.ts";
import { exactMarginal, marginalQuery } from "../../lib/synthetic/marginal.ts";
import { type MwemParameters, mwem } from "../../lib/synthetic/mwem.ts";
import type { Auditable } from "./instance.ts";

const columns = { a: flagColumn(), b: flagColumn() };
export const FLAGS = domain({ columns, person: "row" });
export type FlagColumns = typeof columns;
type Flags = Table<FlagColumns>;

const FIRST_CUTS = [-0.5, 0.5, 1.5];
const SECOND_CUTS = [0.5];
/** Each of the queries a = 0, a = 1, b = 0, b = 1 of the cells 00, 01, 10, 11. */
const QUERIES = [
  [1, 1, 0, 0],
  [0, 0, 1, 1],
  [1, 0, 1, 0],
  [0, 1, 0, 1],
];
const FIRST_BINS = FIRST_CUTS.length + 1;
const SECOND_BINS = SECOND_CUTS.length + 1;
const binOf = (cuts: readonly number[], value: number) => cuts.filter((cut) => value > cut).length;
const answer = (query: number, weights: readonly number[]) =>
  weights.reduce((sum, weight, cell) => sum + QUERIES[query][cell] * weight, 0);

export const flagTable = (rows: readonly string[]): Flags =>
  tableFrom(
    rows.map((row) => ({ a: row[0] === "1", b: row[1] === "1" })),
    FLAGS,
  );

/** MWEM of two rounds, whose output is the number of its transcript. */
export function mwemTranscripts(parameters: MwemParameters<FlagColumns>): Auditable<Flags, number> {
  const mechanism = mwem(parameters);
  const { size } = parameters;
  const { name, neighbours, guarantee } = mechanism;
  const { epsilon } = guarantee;
  const [unit, scale] = [8 / epsilon, 4 / epsilon];
  const choice = (weights: readonly number[], exact: readonly number[]) => {
    const likely = QUERIES.map((_, query) => exp(Math.abs(answer(query, weights) - answer(query, exact)) / unit));
    const total = likely.reduce((sum, weight) => sum + weight);
    return likely.map((weight) => weight / total);
  };
  const uniform = [size / 4, size / 4, size / 4, size / 4];
  const moved = (query: number, measured: number) => {
    const step = (measured - size / 2) / (2 * size);
    const weights = uniform.map((weight, cell) => weight * exp(QUERIES[query][cell] * step));
    const total = weights.reduce((sum, weight) => sum + weight);
    return weights.map((weight) => (size * weight) / total);
  };
  const masses = (exact: readonly number[]) =>
    choice(uniform, exact).flatMap((first, query) => {
      const noisy = laplaceLaw(answer(query, exact), scale);
      const ends = [-40 * scale - 2, ...FIRST_CUTS, 40 * scale + 2];
      return ends.slice(1).flatMap((upper, bin) =>
        QUERIES.flatMap((_, second) => {
          const given = (measured: number) =>
            exp(noisy.logDensity(measured)) * choice(moved(query, measured), exact)[second];
          const kinks = [answer(query, exact)].filter((kink) => kink > ends[bin] && kink < upper);
          const both = first * integrate(given, { lower: ends[bin], upper, kinks, absoluteTolerance: 1e-11 }).value;
          const below = SECOND_CUTS.map((cut) => laplaceLaw(answer(second, exact), scale).cdf(cut));
          return [...below, 1].map((mass, k) => both * (mass - (k === 0 ? 0 : below[k - 1])));
        }),
      );
    });
  return {
    ...{ name, neighbours, guarantee },
    release: (table, random) => {
      const { spent } = mechanism.release(table, random);
      const [first, , second] = spent.map(({ columns: [column], cell = 0 }) => (column === "a" ? 0 : 2) + cell);
      const [m1, m2] = spent.flatMap((each) => (each.kind === "measurement" ? [each.values[0]] : []));
      const bins = [binOf(FIRST_CUTS, m1), binOf(SECOND_CUTS, m2)];
      return ((first * FIRST_BINS + bins[0]) * QUERIES.length + second) * SECOND_BINS + bins[1];
    },
    law: (table) => {
      mechanism.release(table, stream(0, "what is no input is refused by the mechanism"));
      const exact = exactMarginal(table, marginalQuery(mechanism.space, ["a", "b"]));
      const found = masses([...exact]);
      const total = found.reduce((sum, mass) => sum + mass);
      return finiteLaw(found.map((mass) => log(mass / total)));
    },
    worstPair: () =>
      neighbours === "swap"
        ? [flagTable(["00", "01"]), flagTable(["11", "01"])]
        : [flagTable(["01", "11"]), flagTable(["11"])],
  };
}
