/**
 * Iris as a table of a declared domain: a row for each flower, and a flower is a person.
 *
 * The bounds are round numbers of centimetres for flowers of any kind of iris, written down without a look at these.
 * @example
 * ```ts
 * import { irisTable, stream, noisyMean } from "epsilab";
 * const flowers = irisTable();
 * const mean = noisyMean({ domain: flowers.domain, column: "petalLength", epsilon: 1 });
 * mean.release(flowers, stream(20261115, "iris")); // => 3.758...
 * ```
 */
import { categoryColumn, domain, numberColumn } from "./domain.ts";
import { iris } from "./iris.ts";
import { type Table, tableFrom } from "./table.ts";

const length = numberColumn({ lower: 0, upper: 10, unit: "cm" });
const width = numberColumn({ lower: 0, upper: 5, unit: "cm" });

export const irisDomain = domain({
  columns: {
    sepalLength: length,
    sepalWidth: width,
    petalLength: length,
    petalWidth: width,
    kind: categoryColumn(["setosa", "versicolor", "virginica"]),
  },
  person: "row",
});

export function irisTable(): Table<(typeof irisDomain)["columns"]> {
  const { features, labels, columns, classes } = iris("centimetres");
  const sizes = Array.from({ length: columns }, (_, j) => features.filter((_, at) => at % columns === j));
  const [sepalLength, sepalWidth, petalLength, petalWidth] = sizes;
  const kind = Array.from(labels, (label) => classes[label]);
  return tableFrom({ sepalLength, sepalWidth, petalLength, petalWidth, kind }, irisDomain);
}
