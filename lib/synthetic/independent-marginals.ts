/**
 * Independent marginals: the distribution of each column by itself, with noise, and records whose columns are drawn independently:
 * the baseline that every synthesiser must beat.
 *
 * Theorem: a swap moves 2 counts of each of the d marginals by 1 each, an addition or removal 1. Laplace noise of scale 2 d /
 * epsilon, or d / epsilon, is epsilon-differentially private; Gaussian noise of variance d / rho, or d / (2 rho), is
 * rho-zero-concentrated, for the l2 sensitivity is sqrt(2 d), or sqrt(d). Clipping, scaling and drawing are post-processing.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), theorem 1; Bun, Steinke (TCC 2016), proposition 1.6, doi:10.1007/978-3-662-53641-4_24.
 * Limits: whatever the columns have to do with each other is lost, however large epsilon is. Under `add-remove` the number of
 * records is the mean of the sums of the noisy marginals. Float64 noise leaks in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { domain, flagColumn, stream, tableFrom } from "epsilab";
 * import { independentMarginals } from "epsilab/synthetic";
 * const pets = domain({ columns: { cat: flagColumn(), dog: flagColumn() }, person: "row" });
 * const table = tableFrom({ cat: [true, true, false, true], dog: [false, false, true, false] }, pets);
 * const guarantee = { kind: "zero-concentrated", rho: 0.5 } as const;
 * const synthesis = independentMarginals({ domain: pets, guarantee, neighbours: "swap", size: 4 });
 * synthesis.release(table, stream(20261116, "example")).model.marginal(["cat"]); // => Float64Array(2) [1.2514..., 2.7485...]
 * ```
 */
import type { Columns } from "../data/domain.ts";
import type { Table } from "../data/table.ts";
import { laplaceLaw } from "../mechanisms/laws/laplace-law.ts";
import { normalLaw } from "../mechanisms/laws/normal-law.ts";
import type { RecordNeighbours } from "../mechanisms/statistics/noisy-statistic.ts";
import { raiseUntil } from "../numerics/outward-rounding.ts";
import { oneOf } from "../numerics/parameters.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import { pure, zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import type { Mechanism } from "../privacy/guarantees/mechanism.ts";
import type { ProductLaw } from "../privacy/loss/law.ts";
import { aliasTable, fillCategorical } from "../random/categorical.ts";
import { fillLaplace } from "../random/laplace.ts";
import { fillNormal } from "../random/normal.ts";
import type { Stream } from "../random/stream.ts";
import {
  type AttributeSpaceParameters,
  type BesidesSpace,
  codedRecords,
  requireWholeRecords,
  SPACE,
  spaceOf,
} from "./attribute-space.ts";
import { countedMarginal, kWayMarginals, marginalQuery } from "./marginal.ts";
import { gaussianSigma, modelRho } from "./rho-budget.ts";
import { shareModel } from "./share-model.ts";
import {
  drawnRecords,
  equalPart,
  type Measurement,
  PUBLIC_RECORDS,
  plainColumns,
  plausibleTotal,
  requireModelScale,
  requirePublicRecords,
  requireSynthesisInput,
  type SpentGuarantee,
  type Synthesiser,
} from "./synthesiser.ts";
import { farthestRecords } from "./worst-tables.ts";

/** The budget is of all marginals together: a pure one has Laplace noise, a zero-concentrated one Gaussian. */
export const independentMarginalsParameters = withBudget(["pure", "zero-concentrated"], {
  ...SPACE,
  ...PUBLIC_RECORDS,
  neighbours: oneOf<RecordNeighbours>("swap", "add-remove"),
});

export type IndependentMarginalsParameters<Declared extends Columns> = AttributeSpaceParameters<Declared> &
  BesidesSpace<typeof independentMarginalsParameters>;

export interface IndependentMarginals<Declared extends Columns> extends Synthesiser<Declared> {
  readonly neighbours: RecordNeighbours;
  /** The noisy marginals alone, one after the other: they have a law. */
  readonly measured: Mechanism<Table<Declared>, Float64Array, Stream> & {
    law(table: Table<Declared>): ProductLaw;
    worstPair(): readonly [Table<Declared>, Table<Declared>];
  };
}

export function independentMarginals<Declared extends Columns>(
  parameters: IndependentMarginalsParameters<Declared>,
): IndependentMarginals<Declared> {
  const read = independentMarginalsParameters.read(parameters);
  const { guarantee, neighbours, size: records } = read;
  const space = spaceOf(parameters);
  requireWholeRecords(space);
  requirePublicRecords(read, space);
  const queries = kWayMarginals(space, 1).map((columns) => marginalQuery(space, columns));
  const moved = (neighbours === "swap" ? 2 : 1) * queries.length;
  const { noise, each } = noiseFor(guarantee, moved, queries.length);
  const name = "independent-marginals";
  const check: Synthesiser<Declared>["check"] = (table, random) =>
    requireSynthesisInput({ space, name, neighbours }, records, table, random);
  const exact = (table: Table<Declared>) => {
    const codes = codedRecords(space, table);
    return queries.map((query) => countedMarginal(codes, query));
  };
  const noisy = (table: Table<Declared>, random: Stream) =>
    exact(table).map((counts) => {
      const values = new Float64Array(counts.length);
      if (noise.kind === "laplace") fillLaplace(noise.scale, values, random);
      else fillNormal({ mean: 0, sigma: noise.sigma }, values, random);
      return values.map((value, cell) => value + counts[cell]);
    });
  return {
    name,
    neighbours,
    guarantee,
    space,
    check,
    release: (table, random) => {
      check(table, random);
      const values = noisy(table, random);
      const sums = values.map((counts) => counts.reduce((sum, count) => sum + count, 0));
      const total = records ?? plausibleTotal(sums.reduce((sum, part) => sum + part / sums.length, 0));
      const model = shareModel(space, values, total);
      const size = drawnRecords(space, read, total);
      const codes = model.shares.map((shares) =>
        Int32Array.from(fillCategorical(aliasTable(shares), new Float64Array(size), random)),
      );
      const spent = queries.map(({ columns }, k): Measurement => {
        return { kind: "measurement", columns, noise, values: values[k], guarantee: each };
      });
      return { ...plainColumns(space, codes, random), model, spent, neighbours, guarantee };
    },
    measured: {
      name,
      neighbours,
      guarantee,
      release: (table, random) => {
        check(table, random);
        return Float64Array.from(noisy(table, random).flatMap((values) => [...values]));
      },
      law: (table) => ({
        kind: "product",
        coordinates: exact(table).flatMap((counts) =>
          Array.from(counts, (centre) =>
            noise.kind === "laplace" ? laplaceLaw(centre, noise.scale) : normalLaw(centre, noise.sigma),
          ),
        ),
      }),
      worstPair: () =>
        farthestRecords(
          { space, neighbours, records },
          queries.map(() => 0),
          queries.map(({ cells }) => cells - 1),
        ),
    },
  };
}

/** The noise of each count, if this many of all marginals move by 1; and what one marginal costs. */
function noiseFor(given: SpentGuarantee, moved: number, marginals: number) {
  if (given.kind === "pure") {
    const { epsilon } = given;
    const scale = raiseUntil(moved / epsilon, (value) => moved / value <= epsilon);
    const noise = { kind: "laplace", scale } as const;
    requireModelScale(noise.scale);
    return { noise, each: pure(equalPart(epsilon, marginals)) };
  }
  const rho = modelRho(given.rho);
  const noise = { kind: "gaussian", sigma: gaussianSigma(rho, moved) } as const;
  return { noise, each: zeroConcentrated(equalPart(rho, marginals)) };
}
