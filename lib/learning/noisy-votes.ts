/**
 * Noisy votes (PATE): teachers trained on disjoint records vote on a label, and the class with the most votes, noise added, is released.
 *
 * Theorem: a record has one teacher, so that a change of it moves at most one vote: one count falls by 1, another rises by 1.
 * - Laplace noise of scale b on each count: 2 / b-differentially private an answer (claiming 1 / b is wrong by the factor 2).
 * - Gaussian noise: the counts have l2 sensitivity sqrt(2), so that an answer is sqrt(2) / deviation-Gaussian-private; the Renyi
 *   divergence of order a is at most a / deviation^2.
 * Answers add up for any adaptive sequence of questions: `compose([{ mechanism, times }])`, which accounts by loss distributions.
 * How the teachers were trained does not matter, nor does what a student learns from the answers.
 * Source: Papernot, Abadi, Erlingsson, Goodfellow, Talwar (ICLR 2017) for Laplace; Papernot, Song, Mironov, et al. (ICLR 2018) for
 * Gaussian noise.
 * Accuracy: laws by quadrature, to 1e-11 relative to the largest mass; masses below 1e-300 are 0. The worst pair comes within a
 * six-hundredth of epsilon, which is attained in the limit only; of Gaussian noise it has the delta at epsilon = mu, up to a whole vote.
 * Limits: the counts themselves are not released. Where almost all teachers agree the loss is far smaller: `agreedVotesRenyi`.
 * Float64 noise; for study.
 * @claim pate
 * @also pate
 */

import { reportNoisyMax } from "../mechanisms/choice/report-noisy-max.ts";
import { finiteLaw } from "../mechanisms/laws/finite-law.ts";
import { GAUSSIAN_KINDS } from "../mechanisms/noise/gaussian.ts";
import { repeatedRelease } from "../mechanisms/noise/repeated-release.ts";
import type { RecordNeighbours } from "../mechanisms/statistics/noisy-statistic.ts";
import { exp } from "../numerics/exponential.ts";
import { largestOf } from "../numerics/extremes.ts";
import { log } from "../numerics/logarithm.ts";
import { normalCdf, normalDensity } from "../numerics/normal.ts";
import { scale as anyScale, integer, oneOf, type ParametersOf } from "../numerics/parameters.ts";
import { integrate } from "../numerics/quadrature.ts";
import { refuseData, requireList, requireScale } from "../numerics/requirements.ts";
import { budgetMu } from "../privacy/calibration/gaussian-budget.ts";
import { withBudgetOrNoise } from "../privacy/guarantees/budget.ts";
import { type Guarantee, gaussianDp } from "../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../privacy/guarantees/mechanism.ts";
import { gaussianPld } from "../privacy/loss/gaussian-pld.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import { sampleNormal } from "../random/normal.ts";
import type { Stream } from "../random/stream.ts";

/** How many classes there are, as a parameter. */
export const classCount = integer(2, 1_000_000);

/** The budget or the noise of one answer: epsilon alone or a scale takes Laplace noise, all else Gaussian noise. */
export const noisyVotesParameters = withBudgetOrNoise(
  ["pure", ...GAUSSIAN_KINDS],
  [{ scale: anyScale }, { sigma: anyScale }],
  {
    classes: classCount,
    neighbours: oneOf<RecordNeighbours>("swap", "add-remove"),
  },
);

export type NoisyVotesParameters = ParametersOf<typeof noisyVotesParameters>;

/** From the number of votes for each class to a class. */
export type NoisyVotes = ClosedMechanism<readonly number[], number, Stream, DiscreteLaw<number>>;

export function noisyVotes(parameters: NoisyVotesParameters): NoisyVotes {
  const read = noisyVotesParameters.read(parameters);
  const { classes, neighbours } = read;
  const noise = voteNoise(read);
  if (noise.kind === "laplace") {
    const { epsilon } = noise;
    requireScale({ epsilon });
    const options = { epsilon, sensitivity: 1, options: classes, noise: "laplace", change: "general" } as const;
    return onCounts(
      { ...reportNoisyMax({ ...options, neighbours }), name: "noisy-votes" },
      { classes, lead: wholeVotes(1200 / epsilon) + 2, above: 0 },
    );
  }
  const { sigma, guarantee } = noise;
  requireScale({ sigma });
  return onCounts(
    {
      name: "noisy-votes",
      neighbours,
      guarantee,
      release: (votes, random) => {
        const noisy = votes.map((count) => sampleNormal({ mean: count, sigma }, random));
        return noisy.indexOf(largestOf(noisy));
      },
      law: (votes) => gaussianVotesLaw(votes, sigma),
      privacyLoss: () => ({ ...gaussianPld({ sigma: sigma, sensitivity: Math.SQRT2 }), attained: false }),
    },
    { classes, lead: hardestLead(sigma), above: wholeVotes(12 * sigma) },
  );
}

/** So many that no count is beyond what float64 counts by ones. */
function wholeVotes(votes: number): number {
  return Math.min(Math.ceil(votes), Math.floor(Number.MAX_SAFE_INTEGER / 4));
}

/**
 * By how many votes the first of two classes is behind where a vote that comes over to it has the whole profile of mu = sqrt(2) / sigma at
 * epsilon = mu: the first class then wins where log(P / Q) is above mu. That is sqrt(2) sigma + 1, or the better of the whole
 * numbers beside it.
 */
function hardestLead(sigma: number): number {
  const deviation = Math.SQRT2 * sigma;
  const won = (lead: number) =>
    normalCdf((2 - lead) / deviation) - exp(Math.SQRT2 / sigma) * normalCdf(-lead / deviation);
  const below = Math.floor(Math.min(deviation, Number.MAX_SAFE_INTEGER / 4)) + 1;
  return won(below) >= won(below + 1) ? below : below + 1;
}

type VoteNoise =
  | { readonly kind: "laplace"; readonly epsilon: number }
  | { readonly kind: "gaussian"; readonly sigma: number; readonly guarantee: Guarantee };

function voteNoise({ guarantee, noise }: ReturnType<typeof noisyVotesParameters.read>): VoteNoise {
  if (guarantee?.kind === "pure") return { kind: "laplace", epsilon: guarantee.epsilon };
  if (guarantee !== undefined) return { kind: "gaussian", sigma: Math.SQRT2 / budgetMu(guarantee), guarantee };
  if ("scale" in noise) return { kind: "laplace", epsilon: 2 / noise.scale };
  return { kind: "gaussian", sigma: noise.sigma, guarantee: gaussianDp(Math.SQRT2 / noise.sigma) };
}

/** How many of the answers are each class. */
export function countVotes(answers: ArrayLike<number>, classes: number): number[] {
  requireList("answers", answers);
  classCount.read(classes, "classes");
  const votes = new Array<number>(classes).fill(0);
  for (let teacher = 0; teacher < answers.length; teacher++) {
    const answer = answers[teacher];
    if (!(Number.isInteger(answer) && answer >= 0 && answer < classes))
      refuseData(`answers[${teacher}]`, `an integer from 0 to ${classes - 1}`);
    votes[answer]++;
  }
  return votes;
}

interface VotedPair {
  readonly classes: number;
  /** By how much the first class is behind the second, a vote of which goes over to it. */
  readonly lead: number;
  /** How far both are above all others. */
  readonly above: number;
}

/** With votes that are counts, and with neighbours of which one vote goes over to another class. */
function onCounts(
  { name, neighbours, guarantee, privacyLoss, ...noisy }: Omit<NoisyVotes, "releaseMany" | "worstPair">,
  { classes, lead, above }: VotedPair,
): NoisyVotes {
  const rest = new Array<number>(classes - 2).fill(0);
  const release = (votes: readonly number[], random: Stream) => noisy.release(requireVotes(votes, classes), random);
  return {
    name,
    neighbours,
    guarantee,
    release,
    releaseMany: repeatedRelease(release),
    law: (votes) => noisy.law(requireVotes(votes, classes)),
    privacyLoss,
    worstPair: () => [
      [above, above + lead, ...rest],
      [above + 1, above + lead - 1, ...rest],
    ],
  };
}

export function requireVotes(votes: readonly number[], classes: number): readonly number[] {
  requireList("votes", votes, classes);
  for (let j = 0; j < classes; j++)
    if (!(Number.isSafeInteger(votes[j]) && votes[j] >= 0)) refuseData(`votes[${j}]`, "an integer of at least 0");
  return votes;
}

/** P(j) is the integral of the density of j's noisy count times the chance that every other one is below it. */
function gaussianVotesLaw(votes: readonly number[], sigma: number): DiscreteLaw<number> {
  const best = largestOf(votes);
  const centres = votes.map((count) => Math.max(-1e6, (count - best) / sigma));
  const kinks = centres.flatMap((centre) => [centre - 9, centre, centre + 9]);
  const mass = (option: number) =>
    integrate(
      (x) =>
        centres.reduce(
          (product, centre, i) => product * (i === option ? normalDensity(x - centre) : normalCdf(x - centre)),
          1,
        ),
      { lower: -Infinity, upper: Infinity, kinks, relativeTolerance: 1e-11, absoluteTolerance: 1e-300 },
    ).value;
  return finiteLaw(centres.map((_, option) => log(mass(option))));
}
