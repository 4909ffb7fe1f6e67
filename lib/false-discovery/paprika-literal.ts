/**
 * PAPRIKA as it was transcribed, flagged experimental: the guarantee that is claimed of it does NOT hold. For study only; use
 * `privateLord`.
 *
 * With lambda the candidates are p_t < 2 lambda; a_t is the level of SAFFRON with 2 lambda for its lambda, from past rejections and
 * from the counts of candidates. A candidate is rejected if ln p_t + Z_t <= ln a_t - A + Y, Z_t ~ Laplace(4 eta c / epsilon), Y ~
 * Laplace(2 eta c / epsilon) drawn again after every rejection, at most c of which are allowed; the shift is A = s (eta c /
 * epsilon) ln(2 / (3 min(delta, 1 - ((1 - delta) / e^epsilon)^(1 / k)))) for k tests, with `shiftFactor` s = 4.
 *
 * Claimed: (epsilon, delta)-differential privacy. Our counter-example to the algorithm as transcribed (`leakingPair`): m p-values
 * just below 2 lambda against m just above it, by the smallest change that eta allows. No noise protects the count of candidates,
 * so that the next level differs by (m + 1)^1.6, and a p-value between the two levels is rejected almost surely on one side and
 * almost never on the other.
 * Source: Zhang, Kamath, Cummings (ICML 2021), as transcribed in lecture notes; the article's proof was not at hand.
 * Limits: not a mechanism: it states no guarantee. Float64 noise. The law is for few tests: at most 4096 sequences of answers.
 * @claim paprika
 */
import { exp, expm1 } from "../numerics/exponential.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { count, nonNegative, openProbability, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, requireInteger, requireNonNegative } from "../numerics/requirements.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import type { ApproximateGuarantee } from "../privacy/guarantees/guarantee.ts";
import { anyNeighbours, type Neighbours } from "../privacy/guarantees/neighbours.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import { sampleLaplace } from "../random/laplace.ts";
import type { Stream } from "../random/stream.ts";
import { truncatedLog } from "./multiplicative-sensitivity.ts";
import { requirePValues } from "./online-rule.ts";
import { REJECTING, rejectionNoise } from "./private-rejections.ts";
import { rejectionsLaw } from "./rejections-law.ts";
import { RewardLevels } from "./reward-levels.ts";
import { saffronParameters, saffronSpread } from "./saffron.ts";

export const paprikaParameters = withBudget(
  ["approximate"],
  {
    ...REJECTING,
    alpha: openProbability,
    /** Candidates are p-values below twice this. */
    lambda: openProbability,
    /** How many tests there are at most, k. */
    horizon: count,
    /** s: 4 is what the tail of the noise needs, 0 stands for the lecture notes, which leave the shift out. */
    shiftFactor: nonNegative,
    neighbours: anyNeighbours,
  },
  ({ lambda }) => {
    if (!(2 * lambda < 1)) refuse("lambda", "below 1/2", lambda);
  },
);

export type PaprikaParameters = ParametersOf<typeof paprikaParameters>;

export interface PaprikaLiteral {
  readonly name: string;
  readonly experimental: true;
  /** What is said of it, and does not hold. */
  readonly claimed: ApproximateGuarantee;
  readonly neighbours: Neighbours;
  readonly shift: number;
  /** A sign for each test decided, "+" for rejected and "-" for not. */
  release(pValues: readonly number[], random: Stream): string;
  law(pValues: readonly number[]): DiscreteLaw<string>;
  /** The counter-example: `copies` candidates against as many that are none, and one p-value more. */
  leakingPair(copies: number): readonly [readonly number[], readonly number[]];
}

export function paprikaLiteral(parameters: PaprikaParameters): PaprikaLiteral {
  const read = paprikaParameters.read(parameters);
  const { guarantee, alpha, lambda, sensitivity, mostRejections, horizon, shiftFactor, neighbours } = read;
  const { epsilon, delta } = guarantee;
  const noise = rejectionNoise({ epsilon, sensitivity, mostRejections });
  const spread = saffronSpread(saffronParameters.read({ alpha, lambda: 2 * lambda }));
  const share = -expm1((log1p(-delta) - epsilon) / horizon);
  const shift = (shiftFactor / 4) * noise.queryScale * Math.max(0, log(2 / 3) - log(Math.min(delta, share)));
  requireNonNegative({ shift });
  const isCandidate = (p: number) => p < 2 * lambda;
  const gap = (level: number, p: number) => log(level) - shift - truncatedLog(p, Number.MIN_VALUE);
  /** The levels after these answers, which know the p-values. */
  const levelsAfter = (pValues: readonly number[], answers: string) => {
    const levels = new RewardLevels(spread);
    for (let t = 0; t < answers.length; t++) levels.record(answers[t] === "+", isCandidate(pValues[t]));
    return levels;
  };
  return {
    name: "paprika-literal",
    experimental: true,
    claimed: guarantee,
    neighbours,
    shift,
    release: (pValues, random) => {
      requireTests(pValues, horizon);
      const levels = new RewardLevels(spread);
      let threshold = sampleLaplace(noise.thresholdScale, random);
      let left = mostRejections;
      let answers = "";
      for (const p of pValues) {
        if (left === 0) break;
        const candidate = isCandidate(p);
        const rejected = candidate && gap(levels.level, p) - sampleLaplace(noise.queryScale, random) >= -threshold;
        levels.record(rejected, candidate);
        answers += rejected ? "+" : "-";
        if (!rejected) continue;
        left--;
        threshold = sampleLaplace(noise.thresholdScale, random);
      }
      return answers;
    },
    law: (pValues) => {
      requireTests(pValues, horizon);
      return rejectionsLaw({
        noise,
        mostRejections,
        tests: pValues.length,
        gapAfter: (answers) => {
          const p = pValues[answers.length];
          return isCandidate(p) ? gap(levelsAfter(pValues, answers).level, p) : undefined;
        },
      });
    },
    leakingPair: (copies) => {
      requireInteger({ copies }, 1);
      if (copies + 1 > horizon) refuse("copies", `below horizon (${horizon})`, copies);
      const change = Math.min(sensitivity, 1e-3) / 2;
      const [below, above] = [-change, change].map((move) =>
        new Array<number>(copies).fill(Math.min(1, 2 * lambda * exp(move))),
      );
      const [higher, lower] = [below, above].map((rest) => log(levelsAfter(rest, "-".repeat(copies)).level));
      // Halfway between the two levels, as the noise has it; equal in both.
      const last = Math.min(1, exp((higher + lower) / 2 - shift));
      return [
        [...below, last],
        [...above, last],
      ];
    },
  };
}

function requireTests(pValues: readonly number[], horizon: number): void {
  requirePValues(pValues);
  if (pValues.length > horizon) refuse("pValues", `at most ${horizon} tests`, pValues);
}
