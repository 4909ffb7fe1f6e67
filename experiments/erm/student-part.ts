/**
 * A student of PATE from end to end: teachers on disjoint private records, noisy votes on public questions, a student trained on the
 * answers, at a certified epsilon.
 *
 * Records are of three classes around three points of the plane, a deviation of 1 each and 3 apart; 200 teachers have 20 records
 * each and know the nearest mean of their own. The certified epsilon is held against the closed form of Gaussian noise: all answers
 * together are mu-Gaussian with mu = sqrt(2 T) / s. Source: Papernot et al. (2017, 2018).
 */
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { noisyVotes } from "../../lib/learning/noisy-votes.ts";
import { taughtStudent } from "../../lib/learning/taught-student.ts";
import { type Classifier, teachers } from "../../lib/learning/teachers.ts";
import { compose } from "../../lib/privacy/accounting/composed-privacy.ts";
import { gaussianDelta } from "../../lib/privacy/loss/gaussian-profile.ts";
import { sampleBoundedInteger } from "../../lib/random/bounded-integer.ts";
import { sampleNormal } from "../../lib/random/normal.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { momentsOf } from "../../lib/statistics/moments.ts";
import {
  atMost,
  axis,
  deltaAtMost,
  estimateAtLeast,
  exactStudy,
  meanStudy,
  type PartDraft,
  variant,
  z,
} from "../kit.ts";

const DELTA = 1e-5;
const TEACHERS = 200;
const EACH = 20;
const CENTRES = [
  [0, 0],
  [3, 0],
  [1.5, 2.6],
] as const;

function drawn(rows: number, random: Stream): Dataset {
  const labels = Float64Array.from({ length: rows }, () => sampleBoundedInteger(CENTRES.length, random));
  const features = new Float64Array(2 * rows);
  labels.forEach((label, i) => {
    for (const j of [0, 1] as const) features[2 * i + j] = sampleNormal({ mean: CENTRES[label][j], sigma: 1 }, random);
  });
  return dataset({ features, labels, columns: 2 });
}

/** The class whose mean is nearest; a class without records is never answered. */
function nearestMean({ features, labels, rows }: Dataset): Classifier {
  const [sums, counts] = [new Float64Array(2 * CENTRES.length), new Float64Array(CENTRES.length)];
  for (let i = 0; i < rows; i++) {
    counts[labels[i]]++;
    for (const j of [0, 1]) sums[2 * labels[i] + j] += features[2 * i + j];
  }
  return (at, row) => {
    let [best, least] = [0, Infinity];
    for (let c = 0; c < CENTRES.length; c++) {
      if (counts[c] === 0) continue;
      const [x, y] = [at[row] - sums[2 * c] / counts[c], at[row + 1] - sums[2 * c + 1] / counts[c]];
      if (x * x + y * y < least) [best, least] = [c, x * x + y * y];
    }
    return best;
  };
}

function shareRight(classify: Classifier, { features, labels, rows }: Dataset): number {
  let right = 0;
  const at = Float64Array.from(features);
  for (let i = 0; i < rows; i++) if (classify(at, 2 * i) === labels[i]) right++;
  return right / rows;
}

interface StudentCell {
  readonly questions: number;
  readonly sigma: number;
}

function answersOf(sigma: number) {
  return noisyVotes({ classes: CENTRES.length, sigma, neighbours: "swap" });
}

/** One student, and one that was taught by the labels themselves, on records that neither has seen. */
function lesson({ questions, sigma }: StudentCell, random: Stream) {
  const ensemble = teachers({
    data: drawn(TEACHERS * EACH, random.child("private")),
    count: TEACHERS,
    classes: CENTRES.length,
    train: nearestMean,
  });
  const asked = drawn(questions, random.child("public"));
  const testing = drawn(500, random.child("testing"));
  const student = taughtStudent(
    { teachers: ensemble, questions: asked, mechanism: answersOf(sigma), train: nearestMean },
    random.child("answers"),
  );
  return { taught: shareRight(student.classify, testing), open: shareRight(nearestMean(asked), testing) };
}

/** Of all answers, certified; once for a cell. */
function certified({ questions, sigma }: StudentCell): number {
  return compose([{ mechanism: answersOf(sigma), times: questions }]).epsilonAt(DELTA).upper;
}

const axes = {
  questions: axis(z.int().min(10).max(1000), { means: "questions to the teachers", quick: [30], full: [30, 100] }),
  sigma: axis(z.number().min(5).max(500), {
    means: "deviation of the noise on each count",
    quick: [40],
    full: [20, 80, 320],
  }),
};

const study = meanStudy({
  axes,
  trials: { quick: 100, full: 200 },
  blockSize: 50,
  intervals: () => 2,
  block: (cell, count, random) => {
    const lessons = Array.from({ length: count }, (_, k) => lesson(cell, random.child(k)));
    return {
      taught: momentsOf(lessons.map(({ taught }) => taught)),
      open: momentsOf(lessons.map(({ open }) => open)),
    };
  },
  judge: (cell, { taught, open }) => {
    const epsilon = certified(cell);
    const mu = Math.sqrt(2 * cell.questions) / cell.sigma;
    return {
      checks: {
        delta: deltaAtMost(gaussianDelta({ epsilon, mu }), DELTA),
        ...(cell.sigma <= 80 && { taught: estimateAtLeast(taught, 0.85) }),
      },
      values: { epsilon, accuracy: taught.estimate, "taught-by-labels": open.estimate },
    };
  },
});

export const studentPart: PartDraft = {
  claim: "pate",
  asks: "Does a student learn from noisy votes, at the certified epsilon of all answers?",
  study,
  controls: {
    "epsilon-of-one-answer": {
      says: "the epsilon of one answer claimed for the student, who has seen all of them",
      study: exactStudy({
        axes,
        exact: (cell) => ({
          checks: { epsilon: atMost(certified(cell), certified({ ...cell, questions: 1 })) },
        }),
      }),
    },
    "noise-beyond-the-votes": {
      says: "a student claimed as good where the noise is five times the number of teachers",
      study: variant(study, {
        axes: { ...axes, sigma: axis(z.literal(1000), { means: axes.sigma.means, quick: [1000] }) },
        over: { questions: [30] },
        judge: (_, { taught }) => ({ checks: { taught: estimateAtLeast(taught, 0.85) } }),
      }),
    },
  },
};
