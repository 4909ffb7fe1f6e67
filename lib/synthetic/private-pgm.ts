/**
 * Private-PGM: measure given marginals with Gaussian noise, fit a graphical model to them, and draw records from it.
 *
 * Theorem: a record that comes or goes changes one cell of every marginal by 1, a swap two cells. Gaussian noise of variance 1 / (2
 * rho_r), or 1 / rho_r under swap, on the marginal r costs rho_r; all together the sum of the rho_r, which is the budget exactly:
 * the parts are in proportion to `weights`. Fitting and drawing are post-processing. The model is the law of largest entropy that
 * fits in least squares (marginal-fit.ts).
 * Source: McKenna, Sheldon, Miklau (ICML 2019, arXiv:1901.09136); McKenna, Miklau, Sheldon (J. Privacy and Confidentiality 2021,
 * arXiv:2108.04978).
 * Limits: the junction tree of the marginals has at most `modelCells` cells (2^20 by default): a set of marginals in which every
 * column meets every other has as many as the whole domain. Columns in no marginal are uniform. Float64 noise leaks in the
 * low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { domain, flagColumn, stream, tableFrom } from "epsilab";
 * import { privatePgm } from "epsilab/synthetic";
 * const pets = domain({ columns: { cat: flagColumn(), dog: flagColumn(), fish: flagColumn() }, person: "row" });
 * const table = tableFrom({ cat: [true, true, false], dog: [false, false, true], fish: [true, true, true] }, pets);
 * const guarantee = { kind: "zero-concentrated", rho: 0.5 } as const;
 * const marginals = [["cat", "dog"], ["dog", "fish"]];
 * const synthesis = privatePgm({ domain: pets, marginals, guarantee, neighbours: "swap", size: 3 });
 * const { model, spent } = synthesis.release(table, stream(20261116, "example"));
 * spent.map((each) => each.guarantee); // => [{ kind: "zero-concentrated", rho: 0.25 }, { kind: "zero-concentrated", rho: 0.25 }]
 * model.marginal(["cat", "fish"]).length; // => 4
 * ```
 * @claim aim
 * @also private-pgm, graphical models, synthetic data
 */
import { type Columns, rowsEach } from "../data/domain.ts";
import type { Table } from "../data/table.ts";
import { optional } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import type { Stream } from "../random/stream.ts";
import {
  type AttributeSpaceParameters,
  type BesidesSpace,
  codedRecords,
  requireWholeRecords,
  SPACE,
  spaceOf,
} from "./attribute-space.ts";
import { type FittedModel, fittedRelease, fittedTotal, totalOf } from "./fitted-release.ts";
import { readMarginals } from "./marginal.ts";
import { fitMarginals } from "./marginal-fit.ts";
import {
  anyMarginals,
  anyWeights,
  FITTED,
  type MeasuredMarginals,
  measuredMarginals,
  measurement,
  noisyMarginal,
  readWeights,
  requireModel,
} from "./noisy-marginals.ts";
import { marginalSigma, RHO_KINDS, type RhoGuarantee, rhoBudget, rhoOf } from "./rho-budget.ts";
import { requirePublicRecords, requireSynthesisInput, type Synthesiser, type SyntheticRelease } from "./synthesiser.ts";

export const privatePgmParameters = withBudget(RHO_KINDS, {
  ...SPACE,
  ...FITTED,
  /** The marginals to measure, each by the names of its columns. */
  marginals: anyMarginals,
  /** In which proportion they share the budget; equally by default. */
  weights: optional(anyWeights),
});

export type PrivatePgmParameters<Declared extends Columns> = AttributeSpaceParameters<Declared> &
  BesidesSpace<typeof privatePgmParameters>;

/** Its guarantee is the one asked for: a rho, or an (epsilon, delta). */
export interface FittedSynthesiser<Declared extends Columns> extends Synthesiser<Declared, RhoGuarantee> {
  release(table: Table<Declared>, random: Stream): FittedRelease<Declared>;
}

export type FittedRelease<Declared extends Columns> = SyntheticRelease<Declared, RhoGuarantee> & {
  readonly model: FittedModel;
};

export interface PrivatePgm<Declared extends Columns> extends FittedSynthesiser<Declared> {
  /** The noisy marginals alone, each over the deviation of its noise: they have a law. */
  readonly measured: MeasuredMarginals<Declared>;
}

export function privatePgm<Declared extends Columns>(parameters: PrivatePgmParameters<Declared>): PrivatePgm<Declared> {
  const read = privatePgmParameters.read(parameters);
  const { marginals, weights, modelCells, neighbours, size: records } = read;
  const { guarantee } = read;
  const rho = rhoOf(guarantee);
  const space = spaceOf(parameters);
  requirePublicRecords(read, space);
  if (neighbours !== "add-remove") requireWholeRecords(space);
  const queries = readMarginals(space, "marginals", marginals);
  const shares = readWeights(weights, queries.length);
  requireModel(space, "marginals", queries, modelCells);
  const budget = rhoBudget(rho);
  const sum = shares.reduce((total, share) => total + share, 0);
  const costs = shares.map((share, k) => budget.spend(k === shares.length - 1 ? undefined : rho * (share / sum)));
  costs.forEach((cost, k) => {
    if (!(cost > 0)) refuse(`weights[${k}]`, "large enough for a share of rho in float64", shares[k]);
  });
  const name = "private-pgm";
  const plan = queries.map((query, k) => ({
    query,
    sigma: marginalSigma(costs[k], neighbours, rowsEach(space.domain)),
  }));
  const check: Synthesiser<Declared>["check"] = (table, random) =>
    requireSynthesisInput({ space, name, neighbours }, records, table, random);
  return {
    name,
    neighbours,
    guarantee,
    space,
    check,
    release: (table, random) => {
      check(table, random);
      const codes = codedRecords(space, table);
      const noisy = plan.map(({ query, sigma }) => noisyMarginal(codes, query, sigma, random));
      const total = totalOf(space, read, noisy);
      const sizes = space.attributes.map(({ size }) => size);
      const fit = fitMarginals({ sizes, measured: noisy, total: fittedTotal(total), modelCells });
      const spent = noisy.map((each, k) => measurement(plan[k].query, each, costs[k]));
      return { ...fittedRelease(space, read, fit, total, random), spent, neighbours, guarantee };
    },
    measured: measuredMarginals({ ...read, name, space }, plan, check),
  };
}
