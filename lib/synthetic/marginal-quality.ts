/**
 * Quality of synthetic data: how far its marginals are from those of the table, over a workload.
 *
 * For every marginal the counts of the model, scaled to the n records of the table, are compared with the exact ones. `maxError` and `meanError` are of
 * single queries (a cell of a marginal), in records; `maxVariation` and `meanVariation` of whole marginals, as total variation distance between 0 and 1.
 * Limits: exact, hence not private: for study. An empty table has no shares to compare with.
 * @example
 * ```ts
 * import { domain, flagColumn, stream, tableFrom } from "epsilab";
 * import { attributeSpace, exactMarginal, kWayMarginals, marginalQuality, marginalQuery } from "epsilab/synthetic";
 * const pets = domain({ columns: { cat: flagColumn(), dog: flagColumn() }, person: "row" });
 * const space = attributeSpace({ domain: pets });
 * const table = tableFrom({ cat: [true, true, false, true], dog: [false, false, true, false] }, pets);
 * const model = { space, records: 2, marginal: () => Float64Array.of(1, 1) };
 * marginalQuality({ table, model, workload: kWayMarginals(space, 1) }); // => { maxError: 1, meanError: 1, maxVariation: 0.25, meanVariation: 0.25 }
 * ```
 */
import { exactCount, type Table } from "../data/table.ts";
import { refuse, refuseData, requireList } from "../numerics/requirements.ts";
import type { AttributeSpace } from "./attribute-space.ts";
import { codedRecords } from "./attribute-space.ts";
import { countedMarginal, exactMarginal, marginalQuery, type Workload } from "./marginal.ts";
import type { MarginalModel } from "./synthesiser.ts";

export interface MarginalQualityParameters {
  /** The table that is stood for. */
  readonly table: Table;
  readonly model: MarginalModel;
  readonly workload: Workload;
}

export interface MarginalQuality {
  readonly maxError: number;
  readonly meanError: number;
  readonly maxVariation: number;
  readonly meanVariation: number;
}

export function marginalQuality({ table, model, workload }: MarginalQualityParameters): MarginalQuality {
  requireList("workload", workload);
  if (workload.length === 0) refuse("workload", "one marginal or more", workload);
  const codes = codedRecords(model.space, table);
  const records = exactCount(table, "rows");
  if (records === 0) refuseData("the size of the table", "one record or more");
  let [maxError, sum, queries, maxVariation, variations] = [0, 0, 0, 0, 0];
  for (const columns of workload) {
    const exact = countedMarginal(codes, marginalQuery(model.space, columns));
    const modelled = model.marginal(columns);
    const factor = model.records > 0 ? records / model.records : 0;
    let distance = 0;
    for (const [cell, count] of exact.entries()) {
      const error = Math.abs(count - factor * modelled[cell]);
      maxError = Math.max(maxError, error);
      distance += error;
    }
    sum += distance;
    queries += exact.length;
    const variation = distance / (2 * records);
    maxVariation = Math.max(maxVariation, variation);
    variations += variation;
  }
  return { maxError, meanError: sum / queries, maxVariation, meanVariation: variations / workload.length };
}

/** The records of a table as a model of themselves: what a synthetic table says, apart from the model that it was drawn from. */
export function tableModel(space: AttributeSpace, table: Table): MarginalModel {
  return {
    space,
    records: exactCount(table, "rows"),
    marginal: (columns) => exactMarginal(table, marginalQuery(space, columns)),
  };
}
