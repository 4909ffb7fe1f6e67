/**
 * Dataset of labelled records: features in one array, row after row, and a label each.
 *
 * The private methods need features of norm at most 1; `dataset` measures every norm, `requireUnitNorms` refuses a longer one, and
 * `clipFeatures` shortens those that are too long, record by record, which keeps neighbours neighbours.
 * A dataset copies what it is given, its own arrays have a type that refuses assignments, and its norms are measured when they are needed.
 * Limits: norms are computed in float64, so that a row scaled to norm 1 may come out longer by rounding: up to 1 + NORM_SLACK is
 * taken for 1, and whoever calibrates noise multiplies its bound by that much.
 * @example
 * ```ts
 * import { dataset } from "epsilab/learning";
 * // Three records of two features each, row after row, and their labels.
 * const features = Float64Array.of(0.6, 0.8, 0, 0.5, -0.3, 0.4);
 * const data = dataset({ features, labels: Float64Array.of(1, -1, 1), columns: 2 });
 * data.rows; // => 3
 * data.features[1 * data.columns + 1]; // => 0.5
 * data.largestNorm; // => 1
 * ```
 */
import { largestOf } from "../numerics/extremes.ts";
import { made } from "../numerics/parameters.ts";
import { refuseData, refuseKind, requireInteger, requirePositive } from "../numerics/requirements.ts";
import type { Loss } from "./loss.ts";

/** 2^-40: far above rounding, far below anything that counts. */
export const NORM_SLACK = 9.094947017729282e-13;

/** Made by `dataset` alone, so that its records are numbers. */
export class Dataset {
  /** Row-major: feature j of record i at i * columns + j. */
  readonly features: Readonly<Float64Array>;
  readonly labels: Readonly<Float64Array>;
  readonly rows: number;
  readonly columns: number;
  /** Keeps look-alikes out. */
  readonly #measured = true;

  /** @internal Use `dataset(...)`. */
  constructor({ features, labels, columns }: DatasetParts) {
    this.features = features;
    this.labels = labels;
    this.rows = labels.length;
    this.columns = columns;
  }

  /**
   * The Euclidean norm of each row, measured again each time: who writes to the arrays by `fill` or `set`, which no type forbids,
   * is found out.
   */
  get norms(): Float64Array {
    const { features, rows, columns } = this;
    const norms = new Float64Array(rows);
    for (let i = 0, at = 0; i < rows; i++) {
      let sum = 0;
      for (let j = 0; j < columns; j++, at++) sum += features[at] * features[at];
      if (!(sum < Infinity)) refuseData(`the squared norm of record ${i}`, "finite");
      norms[i] = Math.sqrt(sum);
    }
    return norms;
  }

  get largestNorm(): number {
    return largestOf(this.norms);
  }

  static isDataset(value: unknown): value is Dataset {
    return value instanceof Dataset && value.#measured;
  }
}

export interface DatasetParts {
  readonly features: Readonly<Float64Array>;
  readonly labels: Readonly<Float64Array>;
  readonly columns: number;
}

/** A dataset of the given records, which are copied: what is written to the arrays afterwards does not reach it. */
export function dataset(parts: DatasetParts): Dataset {
  // What holds records may hold more, such as the names of the columns.
  if (typeof parts !== "object" || parts === null)
    refuseKind("parts", "an object with features, labels, columns", parts);
  const { columns } = parts;
  requireInteger({ columns }, 1);
  if (!(parts.labels instanceof Float64Array) || parts.labels.length === 0)
    refuseKind("labels", "a Float64Array of at least one label", parts.labels);
  const rows = parts.labels.length;
  if (!(parts.features instanceof Float64Array) || parts.features.length !== rows * columns)
    refuseKind("features", `a Float64Array of ${rows} times ${columns} numbers`, parts.features);
  const [features, labels] = [Float64Array.from(parts.features), Float64Array.from(parts.labels)];
  for (let i = 0; i < rows; i++) if (!Number.isFinite(labels[i])) refuseData(`labels[${i}]`, "finite");
  const data = new Dataset({ features, labels, columns });
  if (!(data.largestNorm < Infinity)) refuseData("the norm of every record's features", "finite");
  return data;
}

/** Refuses what is not made by `dataset`. */
export function requireDataset(data: Dataset): void {
  if (!Dataset.isDataset(data)) refuseKind("data", "a dataset made by `dataset`", data);
}

/** A dataset, as a parameter. */
export const anyDataset = made<Dataset>(requireDataset);

/** The same records with every row longer than `bound` shortened to it. */
export function clipFeatures(data: Dataset, bound: number): Dataset {
  requireDataset(data);
  requirePositive({ bound });
  const features = Float64Array.from(data.features);
  const { norms } = data;
  for (let i = 0; i < data.rows; i++) {
    if (norms[i] <= bound) continue;
    const factor = bound / norms[i];
    for (let j = 0; j < data.columns; j++) features[i * data.columns + j] *= factor;
  }
  return dataset({ features, labels: data.labels, columns: data.columns });
}

export function requireUnitNorms(data: Dataset): void {
  if (!(data.largestNorm <= 1 + NORM_SLACK)) refuseData("the norm of every record's features", "at most 1");
}

/** The labels that a loss is meant for, and on which its constants hold. */
export function requireLabels(data: Dataset, loss: Loss): void {
  const signs = loss.labels === "signs";
  for (let i = 0; i < data.rows; i++) {
    const label = data.labels[i];
    const fits = signs ? label === 1 || label === -1 : label >= -1 && label <= 1;
    if (!fits) refuseData(`labels[${i}]`, signs ? "-1 or 1" : "between -1 and 1");
  }
}
