/**
 * Quality of synthetic data: how far its marginals are from those of the table, over a workload.
 *
 * For every marginal the counts of the model, scaled to the n records that there are, are compared with the exact ones. `maxError`
 * and `meanError` are of single queries (a cell of a marginal), in records; `maxVariation` and `meanVariation` of whole marginals,
 * as total variation distance between 0 and 1.
 * Limits: exact, hence not private: for study. An empty table has no shares to compare with.
 * @example
 * ```ts
 * import { domain, flagColumn, tableFrom } from "epsilab";
 * import { attributeSpace, kWayMarginals, marginalQuality, tableModel } from "epsilab/synthetic";
 * const pets = domain({ columns: { cat: flagColumn(), dog: flagColumn() }, person: "row" });
 * const space = attributeSpace({ domain: pets });
 * const table = tableFrom({ cat: [true, true, false, true], dog: [false, false, true, false] }, pets);
 * const model = { space, size: 2, marginal: () => Float64Array.of(1, 1) };
 * const question = { exact: tableModel(space, table), model, workload: kWayMarginals(space, 1) };
 * marginalQuality(question); // => { maxError: 1, meanError: 1, maxVariation: 0.25, meanVariation: 0.25 }
 * ```
 */
import { exactCount, type Table } from "../data/table.ts";
import { declare, made, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, refuseData, requireList } from "../numerics/requirements.ts";
import { type AttributeSpace, codedRecords } from "./attribute-space.ts";
import { countedMarginal, marginalQuery, readMarginals, type Workload } from "./marginal.ts";
import type { MarginalModel } from "./synthesiser.ts";

const anyModel = made<MarginalModel>((model, name) => {
  if (typeof model?.marginal !== "function")
    refuse(name, "a model with marginals, such as `tableModel(space, table)`", model);
  if (!(model.size >= 0 && model.size < Infinity))
    refuseData(`the number of records of ${name}`, "non-negative and finite");
});

export const marginalQualityParameters = declare({
  /** What is stood for: `tableModel(space, table)`. */
  exact: anyModel,
  model: anyModel,
  workload: made<Workload>((workload, name) => requireList(name, workload)),
});

export interface MarginalQualityParameters extends ParametersOf<typeof marginalQualityParameters> {}

export interface MarginalQuality {
  readonly maxError: number;
  readonly meanError: number;
  readonly maxVariation: number;
  readonly meanVariation: number;
}

export function marginalQuality(parameters: MarginalQualityParameters): MarginalQuality {
  const { exact, model, workload } = marginalQualityParameters.read(parameters);
  const queries = readMarginals(exact.space, "workload", workload);
  const { size } = exact;
  if (!(size > 0)) refuseData("the number of records of exact", "one or more");
  const factor = model.size > 0 ? size / model.size : 0;
  let [maxError, sum, cells, maxVariation, variations] = [0, 0, 0, 0, 0];
  for (const { columns } of queries) {
    const [counts, modelled] = [exact.marginal(columns), model.marginal(columns)];
    if (counts.length !== modelled.length)
      refuse(
        "model",
        `of the attributes and bins of exact, with ${counts.length} cells in the marginal of ${columns.join(", ")}`,
        modelled.length,
      );
    if (!modelled.every((count) => count >= 0 && count < Infinity))
      refuseData(`the counts of model, of the columns ${columns.join(", ")},`, "non-negative and finite");
    let distance = 0;
    for (let cell = 0; cell < counts.length; cell++) {
      const error = Math.abs(counts[cell] - factor * modelled[cell]);
      maxError = Math.max(maxError, error);
      distance += error;
    }
    sum += distance;
    cells += counts.length;
    const variation = distance / (2 * size);
    maxVariation = Math.max(maxVariation, variation);
    variations += variation;
  }
  return { maxError, meanError: sum / cells, maxVariation, meanVariation: variations / queries.length };
}

/** The records of a table as a model of themselves, counted once for each marginal: of the private table, or of a synthetic one. */
export function tableModel(space: AttributeSpace, table: Table): MarginalModel {
  const codes = codedRecords(space, table);
  const counted = new Map<string, Float64Array>();
  return {
    space,
    size: exactCount(table, "rows"),
    marginal: (columns) => {
      const query = marginalQuery(space, columns);
      const key = query.places.join();
      const counts = counted.get(key) ?? countedMarginal(codes, query);
      counted.set(key, counts);
      return counts.slice();
    },
  };
}
