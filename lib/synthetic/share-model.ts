/**
 * Model of independent columns: the shares of the values of each column, whose products are the marginals.
 */
import type { AttributeSpace } from "./attribute-space.ts";
import { codeInCell, marginalQuery } from "./marginal.ts";
import type { MarginalModel } from "./synthesiser.ts";

interface ShareModel extends MarginalModel {
  /** Of each attribute. */
  readonly shares: readonly Float64Array[];
}

/** From noisy counts of each attribute: the negative ones count as 0, and if none is positive all are alike. */
export function shareModel(space: AttributeSpace, counts: readonly Float64Array[], size: number): ShareModel {
  const shares = counts.map((values) => {
    const kept = values.map((value) => Math.max(0, value));
    const sum = kept.reduce((total, value) => total + value, 0);
    return kept.map((value) => (sum > 0 ? value / sum : 1 / kept.length));
  });
  return {
    space,
    size,
    shares,
    marginal: (columns) => {
      const query = marginalQuery(space, columns);
      return Float64Array.from({ length: query.cells }, (_, cell) =>
        query.places.reduce((product, place, k) => product * shares[place][codeInCell(query, cell, k)], size),
      );
    },
  };
}
