/**
 * Taught student (PATE): a model that learns from the private labels which teachers give to public records.
 *
 * Each question is answered by `noisyVotes` once, with fresh noise, and the student is trained on the questions with the answers as
 * labels. Theorem: all that the student has seen of the teachers' records is the answers; training it, and whatever is asked of it
 * later, is post-processing. So all of it has the privacy of the answers together, whatever their number of uses: epsilon at a delta is
 * `compose([{ mechanism, times: questions }])`, certified, for a swap of one record of the teachers.
 * Source: Papernot, Abadi, Erlingsson, Goodfellow, Talwar (ICLR 2017), figure 1; Papernot, Song, Mironov, et al. (ICLR 2018).
 * Limits: the questions must be public, and neither they nor `train` may be chosen by looking at the teachers' records. The votes and
 * the share of right answers are not private. Float64 noise; for study.
 * @claim pate
 * @also pate, student
 */

import { callable, declare, made, type ParametersOf } from "../numerics/parameters.ts";
import { requireMadeBy } from "../numerics/requirements.ts";
import { compose } from "../privacy/accounting/composed-privacy.ts";
import type { CertifiedInterval } from "../privacy/loss/pld-accountant.ts";
import type { Stream } from "../random/stream.ts";
import { anyDataset, type Dataset, dataset } from "./dataset.ts";
import type { NoisyVotes } from "./noisy-votes.ts";
import type { Classifier, Teachers } from "./teachers.ts";

export const taughtStudentParameters = declare({
  teachers: made<Teachers>((value, name) => requireMadeBy(name, value, "teachers", ["votes"])),
  /** Public records, whose labels are not looked at. */
  questions: anyDataset,
  /** Answers one question. */
  mechanism: made<NoisyVotes>((value, name) => requireMadeBy(name, value, "noisyVotes", ["release", "privacyLoss"])),
  /** The student, from the questions with their private labels. */
  train: callable<(records: Dataset) => Classifier>(),
});

export interface TaughtStudentParameters extends ParametersOf<typeof taughtStudentParameters> {}

export interface TaughtStudent {
  /** The questions with the answers as labels: these may be released. */
  readonly records: Dataset;
  readonly classify: Classifier;
  /** The epsilon of all answers together, and so of the student, certified. */
  epsilonAt(delta: number): CertifiedInterval;
}

export function taughtStudent(parameters: TaughtStudentParameters, random: Stream): TaughtStudent {
  const { teachers, questions, mechanism, train } = taughtStudentParameters.read(parameters);
  const { rows, columns } = questions;
  const features = Float64Array.from(questions.features);
  const labels = Float64Array.from({ length: rows }, (_, i) =>
    mechanism.release(teachers.votes(features, i * columns), random),
  );
  const records = dataset({ features, labels, columns });
  const all = compose([{ mechanism, times: rows }]);
  return { records, classify: train(records), epsilonAt: (delta) => all.epsilonAt(delta) };
}
