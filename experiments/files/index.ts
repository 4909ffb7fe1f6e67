/**
 * Files: tables of a declared domain from CSV, Parquet, JSON lines and Arrow, and ledgers that last.
 *
 * `await readTable("visits.parquet", domain)` reads what the domain declares; `vegaDataset("penguins.json")` is the path of real
 * data to try it on; `openLedger("visits.ledger", table, { epsilon: 1 })` is a budget that lasts.
 */
export { type DatedEntry, openLedger, readLedger, type StoredLedger } from "./ledger-folder.ts";
export { type ReadTableOptions, readTable, type TableFormat } from "./read-table.ts";
export { vegaDataset } from "./vega-dataset.ts";
