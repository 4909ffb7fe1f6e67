/**
 * Private agnostic learning of a finite class by the exponential mechanism, exactly: how often the chosen hypothesis is worse than
 * promised.
 *
 * Thresholds on {1..m}, evenly spread records of which some may be labelled wrong: the mechanism chooses h with probability proportional to
 * exp(-epsilon errors(h) / 2), so that with n = (2 / (epsilon a)) ln(|H| / beta) records its errors exceed the least by more than a n with
 * probability beta at most. What counts is the class, not the universe of the data: with all labelings of m points ln|H| is m ln 2,
 * and the n of ln m is far too small. On a population, n = max{(4 / (epsilon a)) ln(2 |H| / beta), (8 / a^2) ln(4 |H| / beta)}:
 * half of a for the mechanism, a quarter for each mean, by Hoeffding's inequality. Source: Kasiviswanathan, Lee, Nissim,
 * Raskhodnikova, Smith (2011).
 */
import { learningSize } from "../../lib/learning/learning-size.ts";
import { exponentialMechanism } from "../../lib/mechanisms/choice/exponential-mechanism.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { aliasTable, fillCategorical } from "../../lib/random/categorical.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { type Moments, momentsOf } from "../../lib/statistics/moments.ts";
import {
  atMost,
  axis,
  boundedMeanOf,
  epsilonAtMost,
  estimateAtMost,
  exactStudy,
  type Judgement,
  type Part,
  sampledStudy,
  z,
} from "../kit.ts";
import { learningEpsilonOf } from "./axes.ts";

interface ClassCell {
  readonly values: number;
  readonly epsilon: number;
  readonly accuracy: number;
  readonly beta: number;
}

interface LabelledRecord {
  readonly x: number;
  readonly label: number;
}

/** The cell's question about a class of which the logarithm of the size is known. */
const asked = ({ epsilon, accuracy, beta }: Omit<ClassCell, "values">, logHypotheses: number) => ({
  ...{ epsilon, logHypotheses, excess: accuracy, errorRate: beta },
});

/** What the exponential mechanism needs so that the errors on the sample are within the accuracy. */
const sizeFor = (cell: Omit<ClassCell, "values">, logHypotheses: number) =>
  learningSize({ ...asked(cell, logHypotheses), on: "records" });

/** Of the hypotheses 1[x >= t], t from 1 to m. */
function thresholdMechanism({ values, epsilon }: ClassCell) {
  return exponentialMechanism({ epsilon, sensitivity: 1, options: values, change: "general", neighbours: "swap" });
}

const labelOf = (x: number, threshold: number) => (x >= threshold ? 1 : 0);

/** Less the errors of each threshold. */
function scoresOf(records: readonly LabelledRecord[], values: number): number[] {
  // From one threshold to the next only the records at it change their label.
  const [ones, zeros] = [new Float64Array(values + 1), new Float64Array(values + 1)];
  for (const { x, label } of records) (label === 1 ? ones : zeros)[x]++;
  let errors = records.filter(({ label }) => label === 0).length;
  return Array.from({ length: values }, (_, t) => {
    if (t > 0) errors += ones[t] - zeros[t];
    return -errors;
  });
}

/** Evenly spread, labelled by the middle threshold, every `flipped`-th of them wrongly. */
function spreadRecords(size: number, values: number, flipped: number): LabelledRecord[] {
  const middle = 1 + Math.floor(values / 2);
  return Array.from({ length: size }, (_, i) => {
    const x = 1 + Math.floor((i * values) / size);
    const label = labelOf(x, middle);
    return { x, label: flipped > 0 && i % flipped === flipped - 1 ? 1 - label : label };
  });
}

/** The chance of each number of errors above the least, from the mechanism's law. */
function excessLaw(cell: ClassCell, scores: readonly number[]): { readonly excess: number; readonly mass: number }[] {
  const best = largestOf(scores);
  const law = thresholdMechanism(cell).law(scores);
  return scores.map((score, option) => ({ excess: best - score, mass: exp(law.logMass(option)) }));
}

const beyond = (law: readonly { readonly excess: number; readonly mass: number }[], bound: number) =>
  law.reduce((sum, { excess, mass }) => (excess > bound * (1 + 1e-12) ? sum + mass : sum), 0);

/** Neighbours that replace the first record or the one in the middle by any other: the largest loss of the choice. */
function worstNeighbour(cell: ClassCell, records: readonly LabelledRecord[]) {
  const mechanism = thresholdMechanism(cell);
  const scores = scoresOf(records, cell.values);
  const first = mechanism.law(scores);
  const checks = [0, Math.floor(records.length / 2)].flatMap((at) =>
    Array.from({ length: 2 * cell.values }, (_, k) => {
      const other = { x: 1 + (k >> 1), label: k & 1 };
      const second = mechanism.law(scoresOf(records.with(at, other), cell.values));
      return epsilonAtMost({ first, second }, cell.epsilon);
    }),
  );
  const worst = largestOf(checks.map(({ estimate = 0 }) => estimate));
  return checks.find(({ verdict }) => verdict === "violated") ?? { ...checks[0], estimate: worst };
}

/** The least excess, as a share, that is exceeded with probability beta at most. */
function quantile(law: ReturnType<typeof excessLaw>, beta: number, size: number): number {
  return leastOf(law.filter(({ excess }) => beyond(law, excess) <= beta).map(({ excess }) => excess)) / size;
}

/** Of the records needed: what the figure shows. */
const SHOWN = [0.125, 0.1875, 0.25, 0.375, 0.5, 0.75, 1, 1.5, 2, 3];

function judgeThresholds(cell: ClassCell & { readonly flipped: number }, share: number): Judgement {
  const needed = sizeFor(cell, log(cell.values));
  const size = Math.max(1, Math.ceil(share * needed));
  const recordsOf = (count: number) => spreadRecords(count, cell.values, cell.flipped);
  const law = (count: number) => excessLaw(cell, scoresOf(recordsOf(count), cell.values));
  const shown = SHOWN.map((times) => Math.ceil(times * needed));
  return {
    checks: {
      failure: atMost(beyond(law(size), cell.accuracy * size), cell.beta),
      epsilon: worstNeighbour(cell, recordsOf(size)),
    },
    values: {
      size,
      sizes: shown,
      quantiles: shown.map((count) => quantile(law(count), cell.beta, count)),
      bounds: shown.map((count) => ((2 / cell.epsilon) * log(cell.values / cell.beta)) / count),
    },
  };
}

const epsilon = learningEpsilonOf([0.5, 1], [0.1, 1, 3]);
const accuracy = axis(z.number().min(0.02).max(0.5), {
  means: "excess error allowed, a",
  quick: [0.1],
  full: [0.05, 0.1],
});
const beta = axis(z.number().min(1e-6).max(0.5), {
  means: "chance of failure allowed",
  quick: [0.05],
});
const valuesOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.int().min(2).max(128), { means: "points of the universe, m", quick, full });
const flipped = axis(z.union([z.literal(0), z.int().min(3).max(100)]), {
  means: "every so many-th label is wrong; 0: none",
  quick: [0, 5],
});
const only = <Value extends number>(means: string, value: Value) => axis(z.literal(value), { means, quick: [value] });
const atTheGolden = {
  epsilon: only("epsilon", 1),
  accuracy: only("excess error allowed, a", 0.1),
  beta: only("chance of failure allowed", 0.05),
};

export const thresholdsPart: Part = {
  claim: "klnrs-learning",
  asks: "Is a privately chosen threshold within a of the best on (2 / (epsilon a)) ln(|H| / beta) records, but for a chance of beta?",
  study: exactStudy({
    axes: { values: valuesOf([16, 64], [16, 64, 128]), epsilon, accuracy, beta, flipped },
    exact: (cell) => judgeThresholds(cell, 1),
  }),
  controls: {
    "quarter-of-the-records": {
      says: "a quarter of the records that are needed",
      study: exactStudy({
        axes: {
          values: only("points of the universe, m", 64),
          ...atTheGolden,
          flipped: only("every so many-th label is wrong", 0),
        },
        exact: (cell) => judgeThresholds(cell, 0.25),
      }),
    },
  },
};

/** P(wrong records > allowed) when each point's label is chosen for itself: the class of all labelings is a product. */
function labelingFailure(cell: ClassCell, size: number): number {
  const choose = exponentialMechanism({
    epsilon: cell.epsilon,
    sensitivity: 1,
    options: 2,
    change: "general",
    neighbours: "swap",
  });
  let law = Float64Array.of(1);
  for (let point = 0; point < cell.values; point++) {
    const here = Math.floor(((point + 1) * size) / cell.values) - Math.floor((point * size) / cell.values);
    const wrong = exp(choose.law([-here, 0]).logMass(0));
    const next = new Float64Array(law.length + here);
    for (let k = 0; k < law.length; k++) {
      next[k] += (1 - wrong) * law[k];
      next[k + here] += wrong * law[k];
    }
    law = next;
  }
  return law.reduce((sum, mass, errors) => (errors > cell.accuracy * size * (1 + 1e-12) ? sum + mass : sum), 0);
}

const judgeLabelings = (cell: ClassCell, logClass: number): Judgement => {
  const size = sizeFor(cell, logClass);
  return { checks: { failure: atMost(labelingFailure(cell, size), cell.beta) }, values: { size } };
};

export const labelingsPart: Part = {
  claim: "klnrs-learning",
  asks: "Does the same hold for all 2^m labelings of m points, with ln|H| = m ln 2?",
  study: exactStudy({
    axes: { values: valuesOf([8, 64], [8, 16, 64, 128]), epsilon, accuracy, beta },
    exact: (cell) => judgeLabelings(cell, cell.values * log(2)),
  }),
  controls: {
    "size-of-the-universe": {
      says:
        "ln m in place of ln|H| in the number of records, m being the size of the universe: " +
        "all labelings of 64 points fail nearly always",
      study: exactStudy({
        axes: {
          values: axis(z.int().min(64).max(128), { means: "points of the universe, m", quick: [64, 128] }),
          ...atTheGolden,
        },
        exact: (cell) => judgeLabelings(cell, log(cell.values)),
      }),
    },
  },
};

const FLIPPED = 0.2;

/**
 * The failures of the choice from samples of a population in which a fifth of the labels are wrong, each from the exact law of the
 * choice.
 */
function populationFailures(cell: ClassCell, size: number, count: number, random: Stream): Moments {
  const { values } = cell;
  const middle = 1 + Math.floor(values / 2);
  const mechanism = thresholdMechanism(cell);
  // Kinds of records: 2 (x - 1), and 1 more with the label 1.
  const shares = Array.from({ length: 2 * values }, (_, kind) =>
    labelOf(1 + (kind >> 1), middle) === (kind & 1) ? 1 - FLIPPED : FLIPPED,
  );
  const [table, drawn] = [aliasTable(shares), new Float64Array(size)];
  const failures = Float64Array.from({ length: count }, () => {
    const counts = new Float64Array(2 * values);
    for (const kind of fillCategorical(table, drawn, random)) counts[kind]++;
    let errors = counts.reduce((sum, number, kind) => (kind % 2 === 0 ? sum + number : sum), 0);
    const scores = Array.from({ length: values }, (_, t) => {
      if (t > 0) errors += counts[2 * t - 1] - counts[2 * t - 2];
      return -errors;
    });
    const law = mechanism.law(scores);
    return scores.reduce((sum, _, t) => {
      const excess = ((1 - 2 * FLIPPED) * Math.abs(t + 1 - middle)) / values;
      return excess > cell.accuracy ? sum + exp(law.logMass(t)) : sum;
    }, 0);
  });
  return momentsOf(failures);
}

const populationSize = (cell: ClassCell) => learningSize({ ...asked(cell, log(cell.values)), on: "population" });

const populationStudy = (axes: Record<keyof ClassCell, ReturnType<typeof only>>, sizeOf: (cell: ClassCell) => number) =>
  sampledStudy({
    axes,
    trials: { quick: 1500, full: 6000 },
    blockSize: 500,
    intervals: () => 1,
    block: (cell, count, random) => populationFailures(cell, sizeOf(cell), count, random),
    judge: (cell, moments, { errorRate }) => ({
      checks: { failure: estimateAtMost(boundedMeanOf(moments, { least: 0, greatest: 1, errorRate }), cell.beta) },
      values: { size: sizeOf(cell) },
    }),
  });

export const populationPart: Part = {
  claim: "klnrs-learning",
  asks: "Is the choice within a of the best on the population, with max{1 / (epsilon a), 1 / a^2} times as many records?",
  study: populationStudy(
    {
      values: valuesOf([64]),
      epsilon: learningEpsilonOf([1], [0.1, 1]),
      accuracy: { ...accuracy, full: [0.1, 0.2] },
      beta: axis(z.number().min(0.05).max(0.5), { means: "chance of failure allowed", quick: [0.05] }),
    },
    populationSize,
  ),
  controls: {
    "too-few-records": {
      says: "a quarter of the records that suffice on the sample alone, a fifth of them labelled wrong",
      study: populationStudy({ values: only("points of the universe, m", 64), ...atTheGolden }, (cell) =>
        Math.ceil(sizeFor(cell, log(cell.values)) / 4),
      ),
    },
  },
};
