/**
 * The exact law of which of two arms elimination drops, and after which epoch: what the arms pulled are a function of.
 *
 * Both arms are left until one is dropped, so that the rounds of every batch are known beforehand, and the epochs are independent
 * given the rewards. In an epoch arm 1 is dropped if X + N > t, and arm 0 if X + N < -t: X is the difference of the sums of both
 * batches, t = 2 width pulls, and N the difference of two Laplace draws of scale b, P(N > b x) = (2 + x) e^-x / 4 for x >= 0.
 * Without noise N = 0. Logarithms are taken of closed forms, so that ratios far in the tails are right.
 */
import { binomialLogMass } from "../../numerics/binomial.ts";
import { exp } from "../../numerics/exponential.ts";
import { logSubExp, logSumExp } from "../../numerics/log-sum.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import type { Batch } from "./successive-elimination.ts";

/** Logarithms of probabilities in one epoch. */
export interface EpochLaw {
  /** Arm 0 is dropped. */
  readonly first: number;
  /** Arm 1 is dropped. */
  readonly second: number;
  readonly neither: number;
}

/** What a whole run does: the arm that is dropped after the last of the epochs, if any is. */
interface DroppedArm {
  /** How many epochs ended with both arms left. */
  readonly before: number;
  /** 0, 1, or none if the rounds ended first. */
  readonly dropped: 0 | 1 | "none";
  readonly logMass: number;
}

/** Of one epoch with this difference of sums, a threshold for it, and noise of this scale, or 0 for none. */
export function epochLaw(difference: number, threshold: number, scale: number): EpochLaw {
  if (scale === 0) {
    const [first, second] = [difference < -threshold, difference > threshold];
    return { first: logOf(first), second: logOf(second), neither: logOf(!first && !second) };
  }
  const first = logTail((threshold + difference) / scale);
  const second = logTail((threshold - difference) / scale);
  return { first, second, neither: logBetween((-threshold - difference) / scale, (threshold - difference) / scale) };
}

const logOf = (happens: boolean) => (happens ? 0 : -Infinity);

/** log P(N > x), of the difference of two draws of scale 1. */
function logTail(x: number): number {
  return x >= 0 ? log((2 + x) / 4) - x : log1p((-(2 - x) / 4) * exp(x));
}

/** log P(from <= N <= to). */
function logBetween(from: number, to: number): number {
  if (from > 0) return logSubExp(logTail(from), logTail(to));
  if (to < 0) return logSubExp(logTail(-to), logTail(-from));
  return log1p(-exp(logTail(-from)) - exp(logTail(to)));
}

/** The law of a run from those of its epochs. */
export function droppedArms(epochs: readonly EpochLaw[]): readonly DroppedArm[] {
  const outcomes: DroppedArm[] = [];
  let both = 0;
  epochs.forEach(({ first, second, neither }, before) => {
    outcomes.push({ before, dropped: 0, logMass: both + first }, { before, dropped: 1, logMass: both + second });
    both += neither;
  });
  return [...outcomes, { before: epochs.length, dropped: "none", logMass: both }];
}

/** The batches that end within the horizon while both arms are left. */
export function endedBatches(batches: readonly Batch[], horizon: number): readonly Batch[] {
  let rounds = 0;
  return batches.filter(({ pulls }) => {
    rounds += 2 * pulls;
    return rounds <= horizon;
  });
}

/** The arms that are pulled in that case, in runs of this many rounds. */
export function runsOf(
  { before, dropped }: Pick<DroppedArm, "before" | "dropped">,
  batches: readonly Batch[],
  horizon: number,
): readonly { readonly arm: number; readonly rounds: number }[] {
  const ended = endedBatches(batches, horizon).slice(0, dropped === "none" ? before : before + 1);
  const runs = ended.flatMap(({ pulls }) => [0, 1].map((arm) => ({ arm, rounds: pulls })));
  const rest = horizon - ended.reduce((sum, { pulls }) => sum + 2 * pulls, 0);
  if (dropped !== "none") return [...runs, { arm: 1 - dropped, rounds: rest }];
  const first = Math.min(Math.ceil(rest / 2), batches[before]?.pulls ?? rest);
  return [...runs, { arm: 0, rounds: first }, { arm: 1, rounds: rest - first }];
}

/** Counts of rewards whose probability is below this are left out. */
const NEGLIGIBLE = 1e-20;

/**
 * The law of an epoch whose rewards are 1 with these probabilities, otherwise 0. Counts less likely than `negligible` are left out:
 * 1e-300 for ratios of probabilities, which the law then has right down to about that size.
 */
export function bernoulliEpochLaw(
  { pulls, width }: Batch,
  means: readonly [number, number],
  { scale, negligible = NEGLIGIBLE }: { readonly scale: number; readonly negligible?: number },
): EpochLaw {
  const masses = differenceMasses(pulls, means, negligible);
  const [first, second, neither] = [0, 1, 2].map(() => new Float64Array(masses.length).fill(-Infinity));
  masses.forEach((mass, i) => {
    if (mass === 0) return;
    const law = epochLaw(i - pulls, 2 * width * pulls, scale);
    first[i] = log(mass) + law.first;
    second[i] = log(mass) + law.second;
    neither[i] = log(mass) + law.neither;
  });
  return { first: logSumExp(first), second: logSumExp(second), neither: logSumExp(neither) };
}

/** Of the differences -pulls, ..., pulls of two binomial counts. */
function differenceMasses(pulls: number, means: readonly [number, number], negligible: number): Float64Array {
  const logLeast = log(negligible);
  const [ones, others] = means.map((probability) => {
    const masses = new Float64Array(pulls + 1);
    for (let successes = 0; successes <= pulls; successes++) {
      const logMass = binomialLogMass({ trials: pulls, successes, probability });
      if (logMass > logLeast) masses[successes] = exp(logMass);
    }
    return masses;
  });
  const counts = Array.from(others.keys()).filter((j) => others[j] > 0);
  const law = new Float64Array(2 * pulls + 1);
  ones.forEach((mass, i) => {
    if (mass > 0) for (const j of counts) law[i - j + pulls] += mass * others[j];
  });
  return law;
}
