/**
 * The best private mechanism for one user of a count: who has a loss for every pair of true and reported count, and a prior or none.
 *
 * Theorem: a mechanism for a count from 0 to n is a table whose neighbouring rows obey the guarantee, so that the least mean loss
 * under the prior, or without one the least largest mean loss over the counts, is a linear program. For losses that do not decrease
 * in the distance and pure privacy its value is that of the geometric mechanism, `truncatedDiscreteLaplace`, after the user's own
 * post-processing of what it reports.
 * Source: Ghosh, Roughgarden, Sundararajan (STOC 2009), doi:10.1145/1536414.1536464, for priors; Gupte, Sundararajan (PODS 2010)
 * without them.
 * Accuracy: `lower` and `upper` are certified as in `exactMinimax`; they differ by less than 1e-6 of the largest loss up to epsilon
 * 5, by 1e-4 at epsilon 10.
 * Limits: losses from 0 to 1e6, sizes up to 100, epsilon from 0.01 to 10, size times epsilon up to 500. A refusal is thrown at once.
 * @example
 * ```ts
 * import { pure } from "epsilab";
 * import { optimalCount } from "epsilab/bounds";
 * const losses = [[0, 1], [1, 0]]; // of one bit: 1 for the wrong one
 * const best = await optimalCount({ size: 1, guarantee: pure(1), losses });
 * best.upper; // => 0.26894142...
 * ```
 * @claim geometric-universal
 */
import { countTable } from "../mechanisms/statistics/count-table.ts";
import { declare, integer, made, optional, type ParametersOf, type Read } from "../numerics/parameters.ts";
import { refuse, requireList } from "../numerics/requirements.ts";
import type { Interval } from "../statistics/interval.ts";
import { certifiedDecision } from "./decision-certificate.ts";
import type { PrivacyRatio } from "./decision-table.ts";
import { privacyOf, solvedGuarantee } from "./exact-minimax.ts";

const LARGEST_SIZE = 100;
const LARGEST_LOSS = 1e6;

const COUNTED = {
  /** The largest count. */
  size: integer(1, LARGEST_SIZE),
  guarantee: solvedGuarantee,
  /** What it costs to report each count, for each true one. */
  losses: made<readonly (readonly number[])[]>((value, name) => requireList(name, value)),
  /** The probabilities of the true counts; without it, the worst count counts. */
  prior: optional(made<readonly number[]>((value, name) => requireList(name, value))),
};

export const optimalCountParameters = declare(COUNTED, requireTables);

export interface OptimalCountParameters extends ParametersOf<typeof optimalCountParameters> {}

export interface OptimalCount extends Interval {
  readonly mechanism: ReturnType<typeof countTable>;
}

export function optimalCount(parameters: OptimalCountParameters): Promise<OptimalCount> {
  const given = optimalCountParameters.read(parameters);
  return solved(given, privacyOf(given.guarantee));
}

async function solved({ size, losses, prior }: Read<typeof COUNTED>, privacy: PrivacyRatio): Promise<OptimalCount> {
  const counts = size + 1;
  const { lower, upper, table } = await certifiedDecision({
    observations: counts,
    actions: counts,
    costs: userCosts(losses, prior),
    privacy,
  });
  const rows = Array.from({ length: counts }, (_, s) => [...table.subarray(s * counts, (s + 1) * counts)]);
  const used = rows[0].map((_, a) => rows.some((row) => row[a] > 0));
  const outputs = used.flatMap((kept, a) => (kept ? [a] : []));
  return {
    lower: Math.max(0, lower),
    upper,
    mechanism: countTable({ outputs, table: rows.map((row) => row.filter((_, a) => used[a])), ...privacy }),
  };
}

/** One scenario with a prior, and one for each count without. */
function userCosts(losses: readonly (readonly number[])[], prior?: readonly number[]): Float64Array[] {
  const counts = losses.length;
  const costs = (mass: (ones: number) => number) =>
    Float64Array.from({ length: counts * counts }, (_, cell) => {
      const ones = Math.floor(cell / counts);
      return mass(ones) * losses[ones][cell % counts];
    });
  if (prior !== undefined) return [costs((ones) => prior[ones])];
  return losses.map((_, k) => costs((ones) => (ones === k ? 1 : 0)));
}

function requireTables({ size, guarantee, losses, prior }: Read<typeof COUNTED>): void {
  const { epsilon } = privacyOf(guarantee);
  if (!(size * epsilon <= 500)) refuse("size * epsilon", "at most 500", size * epsilon);
  requireList("losses", losses, size + 1);
  losses.forEach((row, ones) => {
    requireList(`losses[${ones}]`, row, size + 1);
    row.forEach((loss, a) => {
      if (!(loss >= 0 && loss <= LARGEST_LOSS)) refuse(`losses[${ones}][${a}]`, `from 0 to ${LARGEST_LOSS}`, loss);
    });
  });
  if (prior === undefined) return;
  requireList("prior", prior, size + 1);
  let total = 0;
  prior.forEach((mass, ones) => {
    if (!(mass >= 0 && mass <= 1)) refuse(`prior[${ones}]`, "a probability", mass);
    total += mass;
  });
  if (!(Math.abs(total - 1) <= 1e-9)) refuse("the sum of prior", "1", total);
}
