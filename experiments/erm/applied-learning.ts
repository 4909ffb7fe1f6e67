/**
 * Learning as it is applied: support vector machines, a student of teachers who vote, and a poisoning canary that audits a training.
 *
 * `private-svm` and `svm-accuracy`: `machine-parts.ts`; `student`: `student-part.ts`; `poisoning-canary`: `poisoning-part.ts`.
 */
import { by, cellNumber, defineExperiment, figureOf, storedNumber } from "../kit.ts";
import { machineAccuracyPart, machinePart } from "./machine-parts.ts";
import { poisoningPart } from "./poisoning-part.ts";
import { studentPart } from "./student-part.ts";

export default defineExperiment({
  id: "applied-learning",
  version: 1,
  title: "Applied private learning: machines, students, canaries",
  area: "erm",
  parts: {
    "private-svm": machinePart,
    "svm-accuracy": machineAccuracyPart,
    student: studentPart,
    "poisoning-canary": poisoningPart,
  },
  figures: {
    student: figureOf({
      kind: "rate",
      part: "student",
      caption:
        "How often a student of PATE is right, against the certified ε of all answers together at δ = 10⁻⁵: 200 teachers of 20 records " +
        "each, and three levels of noise on the votes. Squares are students who were taught by the true labels of the same questions.",
      source: "Papernot et al. (2017, 2018); records are made up",
      x: { label: "certified ε of all answers", of: storedNumber("epsilon") },
      y: { label: "share of right answers" },
      panels: by(cellNumber("questions"), (questions) => `${questions} questions`),
      estimates: [
        { name: "taught by noisy votes", y: storedNumber("accuracy") },
        { name: "taught by labels", y: storedNumber("taught-by-labels") },
      ],
    }),
    canary: figureOf({
      kind: "rate",
      part: "poisoning-canary",
      caption:
        "What trainings with and without a poisoning canary certify of ε for one record, against the ε that DP-SGD claims at δ = 10⁻⁵: " +
        "a lower bound from 8000 trainings of each dataset, by the output of the last step alone.",
      source: "Jagielski, Ullman, Oprea (2020)",
      x: { label: "claimed ε", of: cellNumber("epsilon"), ticksAtPoints: true },
      y: { label: "certified ε of one record" },
      estimates: [
        {
          by: by(cellNumber("copies"), (copies) => (copies === 1 ? "one canary" : `${copies} copies`)),
          y: storedNumber("for-one-record"),
        },
      ],
      theory: [{ name: "claimed", role: "bound", curve: (epsilon) => epsilon }],
    }),
  },
});
