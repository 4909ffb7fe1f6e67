/**
 * Release of a fitted model: marginals by the names of columns, and a table of records drawn from it. Post-processing of noisy marginals.
 */
import type { Columns } from "../data/domain.ts";
import type { Stream } from "../random/stream.ts";
import type { AttributeSpace } from "./attribute-space.ts";
import { marginalQuery } from "./marginal.ts";
import { type MarginalFit, measuredTotal, type NoisyMarginal } from "./marginal-fit.ts";
import {
  drawnRecords,
  type MarginalModel,
  type PublicRecords,
  plainColumns,
  plausibleTotal,
  type SyntheticRelease,
} from "./synthesiser.ts";

export interface FittedModel extends MarginalModel {
  /** The cells of the junction tree. */
  readonly cells: number;
  /** How far the fit's objective can be above its minimum (see marginal-fit.ts). */
  readonly gap: number;
}

/** The number of records: what is public, or what the measurements say. */
export function totalOf(
  { attributes }: AttributeSpace,
  { size: records }: PublicRecords,
  measured: readonly NoisyMarginal[],
): number {
  const sizes = attributes.map(({ size }) => size);
  return records ?? plausibleTotal(measuredTotal(sizes, measured));
}

/** A fit is of one record at least: a noisy total may be 0. */
export function fittedTotal(total: number): number {
  return Math.max(1, total);
}

export function fittedRelease<Declared extends Columns>(
  space: AttributeSpace<Declared>,
  publicRecords: PublicRecords,
  fit: MarginalFit,
  total: number,
  random: Stream,
): Pick<SyntheticRelease<Declared>, "columns" | "table"> & { readonly model: FittedModel } {
  const codes = fit.columns(drawnRecords(space, publicRecords, total), random);
  return {
    ...plainColumns(space, codes, random),
    model: {
      space,
      size: total,
      cells: fit.tree.cells,
      gap: fit.gap,
      marginal: (columns) => fit.marginal(marginalQuery(space, columns).places).map((share) => share * total),
    },
  };
}
