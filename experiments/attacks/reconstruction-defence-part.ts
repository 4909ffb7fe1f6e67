/**
 * The defence: what an attacker who knows all other bits learns about one bit from m noisy sums that all contain it.
 *
 * The success of the best guess is (1 + TV) / 2, TV the distance of the laws of all m answers for the two bits, from the composed
 * privacy loss, certified. Laplace noise with epsilon / m for each query stays below e^epsilon / (1 + e^epsilon), the most under
 * epsilon-DP. Gaussian noise with rho / m each gives Phi(sqrt(rho / 2)), whatever m is; rho = epsilon^2 / 2 here. The control
 * spends all of epsilon on each query and claims epsilon: the best guess, exactly, and least squares itself, which knows no other
 * bit, exceed the bound.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006); Bun, Steinke (TCC 2016) for the split of rho.
 */
import { leastSquaresReconstruction } from "../../lib/attacks/least-squares-reconstruction.ts";
import { subsetQueries } from "../../lib/attacks/subset-queries.ts";
import { gaussian } from "../../lib/mechanisms/noise/gaussian.ts";
import { laplace } from "../../lib/mechanisms/noise/laplace.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { normalCdf } from "../../lib/numerics/normal.ts";
import { compose } from "../../lib/privacy/accounting/composed-privacy.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { atMost, axis, equal, estimateAtMost, exactStudy, type Judgement, type Part, shareStudy, z } from "../kit.ts";

interface DefenceCell {
  readonly epsilon: number;
  readonly queries: number;
}

/** The most that any guess of a fair bit can succeed under epsilon-DP. */
const bound = (epsilon: number) => 1 / (1 + exp(-epsilon));

/** The success of the best guess from this many answers: certified ends. */
function bestGuess(each: number, times: number) {
  const mechanism = laplace({ epsilon: each, sensitivity: 1, neighbours: "swap" });
  const { lower, upper } = compose([{ mechanism, times }]).deltaAt(0);
  return { lower: (1 + lower) / 2, upper: (1 + upper) / 2 };
}

function gaussianGuess({ epsilon, queries }: DefenceCell) {
  const rho = (epsilon * epsilon) / 2;
  const mechanism = gaussian({ sigma: Math.sqrt(queries / (2 * rho)), sensitivity: 1, neighbours: "swap" });
  const { lower, upper } = compose([{ mechanism, times: queries }]).deltaAt(0);
  return (1 + (lower + upper) / 2) / 2;
}

const epsilon = axis(z.number().min(0.05).max(4), {
  means: "epsilon of all answers",
  quick: [0.5, 1, 2],
  full: [0.1, 0.25, 0.5, 1, 2, 4],
});
const queries = axis(z.int().min(16).max(4096), {
  means: "queries m that contain the bit",
  quick: [64],
  full: [16, 64, 256, 1024, 4096],
});

const [RECORDS, QUERIES] = [16, 128];

/** Least squares on answers with Laplace noise of the whole epsilon each: one record of each attack. */
function unsplitAttacks(epsilonEach: number, count: number, random: Stream): number {
  const mechanism = laplace({ epsilon: epsilonEach, sensitivity: 1, neighbours: "swap" });
  let right = 0;
  for (let trial = 0; trial < count; trial++) {
    const own = random.child(trial, "attack");
    const asked = subsetQueries({ size: RECORDS, queries: QUERIES }, own);
    const secret = Uint8Array.from({ length: RECORDS }, () => own.uint32() & 1);
    const noise = mechanism.releaseMany(0, new Float64Array(QUERIES), own);
    const { bits } = leastSquaresReconstruction(asked).reconstruct(asked.answers(secret).map((a, q) => a + noise[q]));
    if (bits[trial % RECORDS] === secret[trial % RECORDS]) right++;
  }
  return right;
}

export const defencePart: Part = {
  claim: "reconstruction-attack",
  asks: "With the budget split over the queries, does the best guess of a bit stay within its bound?",
  study: exactStudy({
    axes: { epsilon, queries },
    exact: (cell): Judgement => {
      const split = bestGuess(cell.epsilon / cell.queries, cell.queries);
      const whole = bestGuess(cell.epsilon, cell.queries);
      return {
        checks: {
          laplace: atMost(split.upper, bound(cell.epsilon)),
          gaussian: equal(gaussianGuess(cell), normalCdf(cell.epsilon / 2), { absolute: 1e-3 }),
        },
        values: { unsplit: whole.lower },
      };
    },
  }),
  controls: {
    unsplit: {
      says: "Laplace noise that spends the whole epsilon on each of the queries, claiming epsilon: the best guess",
      study: exactStudy({
        axes: { epsilon, queries },
        exact: (cell) => ({
          checks: { laplace: atMost(bestGuess(cell.epsilon, cell.queries).lower, bound(cell.epsilon)) },
        }),
      }),
    },
    "unsplit-attack": {
      says: "the same noise on 128 sums over 16 records, claiming epsilon, under attack by least squares, which knows no bit",
      study: shareStudy({
        axes: { epsilon: axis(z.number().min(0.2).max(3), { means: "epsilon of each answer", quick: [1] }) },
        trials: { quick: 4000, full: 4000 },
        blockSize: 500,
        intervals: () => 1,
        block: (cell, count, random) => ({ right: unsplitAttacks(cell.epsilon, count, random) }),
        judge: (cell, { right }) => ({ checks: { success: estimateAtMost(right, bound(cell.epsilon)) } }),
      }),
    },
  },
};
