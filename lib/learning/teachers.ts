/**
 * Teachers (PATE): classifiers trained on disjoint parts of the records, whose votes on a new point `noisyVotes` turns into a
 * private label.
 *
 * Theorem: record i belongs to teacher floor(i count / n) whatever the records are, so that one swapped record changes one teacher,
 * and on every point at most one vote: one count falls by 1 and another rises by 1. That is all that `noisyVotes` asks for; how a
 * teacher is trained does not matter.
 * Source: Papernot, Abadi, Erlingsson, Goodfellow, Talwar (ICLR 2017).
 * Limits: relation `swap`, by position. Training must look at a teacher's own records alone, and at nothing that others have
 * touched. The votes are not private.
 * @claim pate
 * @also pate
 */
import { callable, count, declare, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { anyDataset, type Dataset, dataset } from "./dataset.ts";
import { classCount, countVotes } from "./noisy-votes.ts";

/** The class of the record whose features begin at `row`. */
export type Classifier = (features: Float64Array, row: number) => number;

export const teachersParameters = declare(
  {
    data: anyDataset,
    count,
    classes: classCount,
    /** A classifier from the records of one teacher; `teacher` names it, for randomness of its own. */
    train: callable<(records: Dataset, teacher: number) => Classifier>(),
  },
  (given) => {
    const { rows } = given.data;
    if (given.count > rows) refuse("count", `at most the number of records, ${rows}`, given.count);
  },
);

export interface TeachersParameters extends ParametersOf<typeof teachersParameters> {}

export interface Teachers {
  /** How many teachers vote for each class. */
  votes(features: Float64Array, row: number): number[];
}

export function teachers(parameters: TeachersParameters): Teachers {
  const { data, count: teaching, classes, train } = teachersParameters.read(parameters);
  const start = (teacher: number) => Math.floor((teacher * data.rows) / teaching);
  const classifiers = Array.from({ length: teaching }, (_, teacher) =>
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
