/**
 * Cell model: a weight for every combination of values of all columns, which answers marginals by summing and draws records.
 *
 * Weights are non-negative and sum to the number of records. If all are 0 they say nothing of the shape, and the uniform one is taken.
 * Limits: the number of cells is the product of all sizes, at most 2^24; for more columns a model of few marginals is needed.
 */
import type { Columns } from "../data/domain.ts";
import { aliasTable, fillCategorical } from "../random/categorical.ts";
import type { Stream } from "../random/stream.ts";
import type { AttributeSpace } from "./attribute-space.ts";
import { cellsWithin, codeInCell, type MarginalQuery, marginalQuery } from "./marginal.ts";
import type { MarginalModel } from "./synthesiser.ts";

interface CellModel extends MarginalModel {
  /** Of the marginal of all columns. */
  readonly weights: Float64Array;
  /** The codes of records drawn independently, a list for each attribute. */
  draw(count: number, random: Stream): readonly Int32Array[];
}

/** The marginal of all columns: all cells there are. */
export function allCells(space: AttributeSpace<Columns>): MarginalQuery {
  return marginalQuery(
    space,
    space.attributes.map(({ name }) => name),
  );
}

export function cellModel(whole: MarginalQuery, shape: ArrayLike<number>, size: number): CellModel {
  const weights = scaledTo(size, shape);
  return {
    space: whole.space,
    size,
    weights,
    marginal: (columns) => summed(whole, weights, marginalQuery(whole.space, columns)),
    draw: (count, random) => {
      const cells = fillCategorical(aliasTable(size > 0 ? weights : shapeOf(shape)), new Float64Array(count), random);
      return whole.sizes.map((_, k) => Int32Array.from(cells, (cell) => codeInCell(whole, cell, k)));
    },
  };
}

/** The marginal of a part of the columns of counts of the whole. */
export function summed(whole: MarginalQuery, counts: ArrayLike<number>, part: MarginalQuery): Float64Array {
  const sums = new Float64Array(part.cells);
  const within = cellsWithin(whole, part);
  for (let cell = 0; cell < whole.cells; cell++) sums[within[cell]] += counts[cell];
  return sums;
}

function scaledTo(records: number, shape: ArrayLike<number>): Float64Array {
  const weights = shapeOf(shape);
  let total = 0;
  for (const weight of weights) total += weight;
  for (let cell = 0; cell < weights.length; cell++) weights[cell] = records * (weights[cell] / total);
  return weights;
}

/** The weights as they are, or ones if all are 0. */
function shapeOf(shape: ArrayLike<number>): Float64Array {
  const weights = Float64Array.from(shape);
  return weights.some((weight) => weight > 0) ? weights : weights.fill(1);
}
