/**
 * Files: tables of a declared domain from CSV, Parquet, JSON lines and Arrow.
 *
 * `await readTable("visits.parquet", domain)` reads what the domain declares; `vegaDataset("penguins.json")` is the path of real
 * data to try it on.
 */
export { type ReadTableOptions, readTable, type TableFormat } from "./read-table.ts";
export { vegaDataset } from "./vega-dataset.ts";
