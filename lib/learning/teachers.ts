/**
 * Teachers (PATE): classifiers trained on disjoint parts of the records, whose votes on a new point `noisyVotes` turns into a private label.
 *
 * Theorem: record i belongs to teacher floor(i count / n) whatever the records are, so that one swapped record changes one teacher, and on every
 * point at most one vote: one count falls by 1 and another rises by 1. That is all that `noisyVotes` asks for; how a teacher is trained does
 * not matter.
 * Source: Papernot, Abadi, Erlingsson, Goodfellow, Talwar (ICLR 2017).
 * Limits: relation `swap`, by position. Training must look at a teacher's own records alone, and at nothing that others have touched. The votes are
 * not private.
 * @claim pate
 */
import { refuse, requireInteger } from "../numerics/requirements.ts";
import { type Dataset, dataset, requireDataset } from "./dataset.ts";
import { countVotes } from "./noisy-votes.ts";

/** The class of the record whose features begin at `row`. */
export type Classifier = (features: Float64Array, row: number) => number;

export interface TeachersParameters {
  readonly data: Dataset;
  readonly count: number;
  readonly classes: number;
  /** A classifier from the records of one teacher; `teacher` names it, for randomness of its own. */
  train(records: Dataset, teacher: number): Classifier;
}

export interface Teachers {
  /** How many teachers vote for each class. */
  votes(features: Float64Array, row: number): number[];
}

export function teachers({ data, count, classes, train }: TeachersParameters): Teachers {
  requireDataset(data);
  requireInteger({ count }, 1);
  if (count > data.rows) refuse("count", `at most the number of records, ${data.rows}`, count);
  if (typeof train !== "function") refuse("train", "a function of records", train);
  const start = (teacher: number) => Math.floor((teacher * data.rows) / count);
  const classifiers = Array.from({ length: count }, (_, teacher) =>
    train(recordsOf(data, start(teacher), start(teacher + 1)), teacher),
  );
  return {
    votes: (features, row) =>
      countVotes(
        classifiers.map((classify) => classify(features, row)),
        classes,
      ),
  };
}

function recordsOf({ features, labels, columns }: Dataset, first: number, end: number): Dataset {
  return dataset({
    features: features.slice(first * columns, end * columns),
    labels: labels.slice(first, end),
    columns,
  });
}
