/**
 * Robust and perfect generalisation, exactly, on all samples of a few values.
 *
 * Robust: whoever sees only an epsilon-private output and names a subset has an expected gap of at most tanh(epsilon / 4), since
 * the subset is post-processing. Perfect: the output's law is close to that of a simulator which knows only the population. Of an
 * epsilon-private mechanism the logarithm of each of k masses moves by at most epsilon with a record, so that by McDiarmid's
 * inequality it is within t = epsilon sqrt(n ln(2 k / beta) / 2) of its mean, for all k together, but for a chance of beta; the
 * simulator has masses proportional to the exponentials of those means, and is within 2 t. Source: Cummings, Ligett, Nissim, Roth,
 * Wu (COLT 2016) for the definitions.
 */
import { sharpExpectedGap } from "../../lib/adaptive/generalisation.ts";
import { type CountRelease, outputGaps, simulatorTail } from "../../lib/adaptive/output-generalisation.ts";
import { exponentialMechanism } from "../../lib/mechanisms/choice/exponential-mechanism.ts";
import { inverseSensitivityMean } from "../../lib/mechanisms/local-sensitivity/inverse-sensitivity-mean.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { atMost, axis, type Check, exactStudy, type Judgement, type Part, z } from "../kit.ts";
import { ADVERSARIES } from "./adversaries.ts";
import { epsilon } from "./axes.ts";

interface Population {
  readonly size: number;
  readonly values: number;
}

interface ExpectedGap {
  readonly name: string;
  readonly gap: number;
}

/** The expected gap of what each adversary names; output k of m stands for the place k (values - 1) / (m - 1) among the values. */
function expectedGaps(released: CountRelease): readonly ExpectedGap[] {
  const { values } = released;
  const gaps = outputGaps(released);
  return Object.entries(ADVERSARIES).map(([name, choose]) => ({
    name,
    gap: gaps.reduce((sum, given, output) => {
      const place = Math.round((output * (values - 1)) / Math.max(1, gaps.length - 1));
      return sum + given[choose({ place, values, gaps: given })];
    }, 0),
  }));
}

const MECHANISMS = ["commonest-value", "mean"] as const;

interface RobustCell extends Population {
  readonly mechanism: (typeof MECHANISMS)[number];
  readonly epsilon: number;
}

/** Half of the values, the upper ones, count as 1 in the mean. */
const onesOf = (counts: readonly number[]) =>
  counts.reduce((sum, count, value) => (2 * value >= counts.length ? sum + count : sum), 0);

function releasedBy({ mechanism, size, values, epsilon }: RobustCell): CountRelease {
  if (mechanism === "commonest-value") {
    const choose = exponentialMechanism({
      epsilon,
      sensitivity: 1,
      options: values,
      change: "general",
      neighbours: "swap",
    });
    return { size, values, logMasses: (counts) => counts.map((_, value) => choose.law(counts).logMass(value)) };
  }
  const mean = inverseSensitivityMean({ epsilon, size });
  const laws = Array.from({ length: size + 1 }, (_, ones) => {
    const law = mean.law(Array.from({ length: size }, (__, i) => (i < ones ? 1 : 0)));
    return law.support.map((share) => law.logMass(share));
  });
  return { size, values, logMasses: (counts) => laws[onesOf(counts)] };
}

const BETA = 0.05;

function gapChecks(gaps: readonly ExpectedGap[], bound: number): Record<string, Check> {
  return Object.fromEntries(gaps.map(({ name, gap }) => [name, atMost(Math.abs(gap), bound)]));
}

function judge(cell: RobustCell): Judgement {
  const released = releasedBy(cell);
  const gaps = expectedGaps(released);
  const outputs = cell.mechanism === "mean" ? cell.size + 1 : cell.values;
  const distance = 2 * cell.epsilon * Math.sqrt((cell.size * log((2 * outputs) / BETA)) / 2);
  return {
    checks: {
      ...gapChecks(gaps, sharpExpectedGap(cell.epsilon)),
      perfect: atMost(simulatorTail(released, distance), BETA),
    },
    values: { "largest-gap": largestOf(gaps.map(({ gap }) => Math.abs(gap))), distance },
  };
}

const sizeOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.int().min(1).max(30), { means: "records", quick, full });
const valuesOf = (quick: readonly number[]) => axis(z.int().min(2).max(4), { means: "values of a record", quick });

/** The mean itself, without noise: an output for each number of ones. */
function bareMean({ size, values }: Population): CountRelease {
  const logMasses = (counts: readonly number[]) =>
    Array.from({ length: size + 1 }, (_, ones) => (ones === onesOf(counts) ? 0 : -Infinity));
  return { size, values, logMasses };
}

const LABEL = 0.05;

export const robustPart: Part = {
  claim: "robust-perfect-generalization",
  asks:
    "Do ten adversaries who see a private output find no subset that overfits, " +
    "and is the output near a simulator's that knows the population only?",
  study: exactStudy({
    axes: {
      mechanism: axis(z.enum(MECHANISMS), { means: "what is released", quick: MECHANISMS }),
      size: sizeOf([3, 10], [1, 3, 10, 30]),
      values: valuesOf([2, 3]),
      epsilon,
    },
    exact: judge,
  }),
  controls: {
    "bare-mean": {
      says: "the mean of the records released without noise, labelled epsilon = 0.05",
      study: exactStudy({
        axes: { size: sizeOf([3, 10], [1, 3, 10, 30]), values: valuesOf([2, 3, 4]) },
        exact: (cell) => ({ checks: gapChecks(expectedGaps(bareMean(cell)), sharpExpectedGap(LABEL)) }),
      }),
    },
  },
};
