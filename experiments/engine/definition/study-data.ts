/**
 * Data of a study: records that its blocks need and that are installed, neither drawn nor part of Epsilab, as handwritten digits are.
 *
 * A study names them and says what it makes of them, features for instance. Who computes its blocks loads them, Node from an
 * installed package (`program/installed-data.ts`), prepares them once in each thread before the first block that needs them, and
 * hands them to `block` as its last argument. To plan, read, show, cite or draw a result takes none.
 * Limits: sampled studies alone have data. What is prepared must follow from the data, and from nothing else.
 * @example
 * ```ts
 * import { studyData } from "epsilab/experiments";
 * const firstDigits = studyData("mnist", (mnist) => mnist.training(0, 10).labels.values);
 * firstDigits.name; // => 'mnist'
 * ```
 */
import type { MnistPackage } from "../../../lib/data/mnist.ts";

/** What can be asked for, by name. */
interface DataPackages {
  readonly mnist: MnistPackage;
}

type DataName = keyof DataPackages;

/** Who computes blocks has one; it rejects with `MissingData` what is not there. */
export type DataLoader = <Name extends DataName>(name: Name) => Promise<DataPackages[Name]>;

export interface StudyData<Data> {
  readonly name: DataName;
  /** A method, so that a study of some data is a study. */
  prepare(loaded: unknown): Data;
}

const NAMES: readonly string[] = ["mnist"] satisfies readonly DataName[];

export function studyData<const Name extends DataName, Data>(
  name: Name,
  prepare: (loaded: DataPackages[Name]) => Data,
): StudyData<Data> {
  if (!NAMES.includes(name))
    throw new RangeError(`name must be one of ${NAMES.join(", ")}, got ${JSON.stringify(name)}`);
  if (typeof prepare !== "function") throw new RangeError(`prepare must be a function, got ${typeof prepare}`);
  return { name, prepare: (loaded) => prepare(loaded as DataPackages[Name]) };
}

/** Data that are not installed; the message says what to install. */
export class MissingData extends Error {
  override readonly name = "MissingData";
}
