/**
 * Noisy histogram: count all combinations of values, add Laplace noise to each, set negative counts to 0, and draw records from
 * what is left.
 *
 * Theorem: under `swap` a record leaves one cell and enters another, so that Laplace noise of scale 2 / epsilon in every cell of
 * the universe is epsilon-differentially private; under `add-remove` 1 / epsilon is enough. Clipping, scaling and drawing are
 * post-processing. A marginal sums the noise of the g cells that lie in each of its own: before clipping its deviation is sqrt(8 g)
 * / epsilon under `swap`, sqrt(2 g) / epsilon under `add-remove`. The largest error of a cell grows with the logarithm of the
 * number of cells (`largestNoise`).
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), example 2; Hardt, Ligett, McSherry (NeurIPS 2012), section 1, for the release
 * of synthetic data.
 * Limits: every cell of the universe is kept, at most 2^24. Clipping lifts the many cells that are empty, so that with more cells
 * than records the shape is mostly noise. Under `add-remove` the number of records is the sum of the noisy counts before clipping.
 * Float64 noise leaks in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { domain, flagColumn, stream, tableFrom } from "epsilab";
 * import { noisyHistogram } from "epsilab/synthetic";
 * const pets = domain({ columns: { cat: flagColumn(), dog: flagColumn() }, person: "row" });
 * const table = tableFrom({ cat: [true, true, false, true], dog: [false, false, true, false] }, pets);
 * const synthesis = noisyHistogram({ domain: pets, epsilon: 2, neighbours: "swap", size: 4 });
 * const { columns, spent } = synthesis.release(table, stream(20261116, "example"));
 * columns.cat; // => [true, false, false, true]
 * spent[0].guarantee; // => { kind: "pure", epsilon: 2 }
 * ```
 * @claim synth-histogram, max-error
 */
import type { Columns } from "../data/domain.ts";
import type { Table } from "../data/table.ts";
import { histogram } from "../mechanisms/statistics/histogram.ts";
import type { RecordNeighbours } from "../mechanisms/statistics/noisy-statistic.ts";
import { oneOf } from "../numerics/parameters.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../privacy/guarantees/mechanism.ts";
import type { ProductLaw } from "../privacy/loss/law.ts";
import type { Stream } from "../random/stream.ts";
import {
  type AttributeSpaceParameters,
  type BesidesSpace,
  codedRecords,
  requireWholeRecords,
  SPACE,
  spaceOf,
} from "./attribute-space.ts";
import { allCells, cellModel } from "./cell-model.ts";
import { cellsOfRecords, codeInCell } from "./marginal.ts";
import {
  drawnRecords,
  PUBLIC_RECORDS,
  plainColumns,
  plausibleTotal,
  requireModelScale,
  requirePublicRecords,
  requireSynthesisInput,
  type Synthesiser,
} from "./synthesiser.ts";
import { farthestRecords } from "./worst-tables.ts";

export const noisyHistogramParameters = withBudget(["pure"], {
  ...SPACE,
  ...PUBLIC_RECORDS,
  neighbours: oneOf<RecordNeighbours>("swap", "add-remove"),
});

export type NoisyHistogramParameters<Declared extends Columns> = AttributeSpaceParameters<Declared> &
  BesidesSpace<typeof noisyHistogramParameters>;

export interface NoisyHistogram<Declared extends Columns> extends Synthesiser<Declared> {
  readonly neighbours: RecordNeighbours;
  /** The noisy counts alone, of which all else is post-processing: they have a law. */
  readonly measured: ClosedMechanism<Table<Declared>, Float64Array, Stream, ProductLaw>;
}

export function noisyHistogram<Declared extends Columns>(
  parameters: NoisyHistogramParameters<Declared>,
): NoisyHistogram<Declared> {
  const read = noisyHistogramParameters.read(parameters);
  const { guarantee, neighbours, size } = read;
  const { epsilon } = guarantee;
  const space = spaceOf(parameters);
  requireWholeRecords(space);
  requirePublicRecords(read, space);
  const whole = allCells(space);
  const name = "noisy-histogram";
  const scale = (neighbours === "swap" ? 2 : 1) / epsilon;
  requireModelScale(scale);
  const noise = histogram({ epsilon, neighbours, bins: whole.cells });
  const check: Synthesiser<Declared>["check"] = (table, random) =>
    requireSynthesisInput({ space, name, neighbours }, size, table, random);
  const cellsOf = (table: Table<Declared>) => Array.from(cellsOfRecords(codedRecords(space, table), whole));
  return {
    name,
    neighbours,
    guarantee,
    space,
    check,
    release: (table, random) => {
      check(table, random);
      const values = noise.release(cellsOf(table), random);
      const total = size ?? plausibleTotal(values.reduce((sum, count) => sum + count, 0));
      const model = cellModel(
        whole,
        values.map((count) => Math.max(0, count)),
        total,
      );
      const codes = model.draw(drawnRecords(space, read, total), random);
      return {
        ...plainColumns(space, codes, random),
        model,
        spent: [{ kind: "measurement", columns: whole.columns, noise: { kind: "laplace", scale }, values, guarantee }],
        neighbours,
        guarantee,
      };
    },
    measured: {
      name,
      neighbours,
      guarantee,
      release: (table, random) => {
        check(table, random);
        return noise.release(cellsOf(table), random);
      },
      law: (table) => noise.law(cellsOf(table)),
      privacyLoss: () => noise.privacyLoss(),
      worstPair: () => {
        const codes = (cell: number) => whole.sizes.map((_, k) => codeInCell(whole, cell, k));
        return farthestRecords({ space, neighbours, records: size }, codes(0), codes(whole.cells - 1));
      },
    },
  };
}
