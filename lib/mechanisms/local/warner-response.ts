/**
 * Warner's coins: answer a yes-no question truthfully on heads; on tails, toss again and answer what the second coin says.
 *
 * Theorem: P(answer 1) = 1/4 + truth / 2, so the answer is ln 3-differentially private for each respondent, and so is the list of all
 * answers. For a share m of answers 1, 2 m - 1/2 estimates the true share p without bias, with variance (p (1 - p) + 3/4) / n over n
 * respondents drawn independently.
 * Source: Warner, Journal of the American Statistical Association 60 (1965), doi:10.1080/01621459.1965.10480775; the two-coin
 * form: Dwork, Roth (2014), section 3.2.
 * Limits: exact for any source of fair bits. The estimate can lie outside [0, 1]. (2 m - 1, which lecture notes print, is biased by -1/2.)
 * @claim randomized-response
 */
import { log } from "../../numerics/logarithm.ts";
import { refuseData, requireInteger, requireProbability } from "../../numerics/requirements.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { Random } from "../../random/random.ts";
import { finiteLaw } from "../laws/finite-law.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";
import type { ResponseMechanism } from "./randomized-response.ts";

export function warnerResponse(): ResponseMechanism<Random> {
  // ln 3 in float64 is below ln 3 by 3e-17: one spacing up.
  const epsilon = log(3) * (1 + Number.EPSILON);
  const release = (truth: number, random: Random) => {
    requireBit(truth);
    const coins = random.uint32() >>> 30;
    return coins >= 2 ? truth + 0 : coins; // -0 would tell on itself
  };
  return {
    name: "warner-response",
    neighbours: "swap",
    guarantee: pure(epsilon),
    release,
    releaseMany: repeatedRelease(release),
    law: (truth) => {
      requireBit(truth);
      const [yes, no] = [log(0.25 + truth / 2), log(0.75 - truth / 2)];
      return finiteLaw([no, yes]);
    },
    privacyLoss: () => ({ ...worstCasePld({ epsilon, delta: 0 }), attained: true }),
    worstPair: () => [0, 1],
    estimate: (answerShare) => {
      requireProbability({ answerShare });
      return 2 * answerShare - 0.5;
    },
    estimateVariance: ({ share, size }) => {
      requireProbability({ share });
      requireInteger({ size }, 1);
      return (share * (1 - share) + 0.75) / size;
    },
  };
}

function requireBit(truth: number): void {
  if (truth !== 0 && truth !== 1) refuseData("truth", "0 or 1");
}
