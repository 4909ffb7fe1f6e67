/**
 * Data: records that learners are tried on.
 * What of this folder is public.
 */
export { iris } from "./iris.ts";
export type { LabelledRecords } from "./labelled-records.ts";
export { loadMnist, type MnistPackage, type MnistPart, type MnistSelection, mnistRecords } from "./mnist.ts";
