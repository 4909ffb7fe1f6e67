/**
 * Records with a class each, as the learners take them: `dataset(records)` of lib/learning.
 */
export interface LabelledRecords {
  /** Row-major: feature j of record i at i * columns + j. */
  readonly features: Float64Array;
  /** The number of the record's class. */
  readonly labels: Float64Array;
  readonly columns: number;
  /** The names of the classes. */
  readonly classes: readonly string[];
}
