/**
 * Broken games: mechanisms that are less private than they claim, which the attack must find out.
 */
import { isFloatLaplaceOutput, releaseFloatLaplace } from "../../lib/attacks/float-laplace.ts";
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import { normalLaw } from "../../lib/mechanisms/laws/normal-law.ts";
import { gaussianTradeOff, laplaceTradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import { fillLaplace, sampleLaplace } from "../../lib/random/laplace.ts";
import { fillNormal } from "../../lib/random/normal.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { clopperPearsonLower } from "../../lib/statistics/proportion-interval.ts";
import { type Judgement, refutableAtMost, type SampleContext } from "../kit.ts";
import { continuousGame, type MembershipGame } from "./game.ts";

/** What an attack needs of a game. */
export type BrokenGame = Pick<MembershipGame, "claimed" | "classes" | "draw" | "firstTelling">;

/** Laplace noise whose standard deviation, not its scale, is 1 / epsilon: it needs sqrt 2 epsilon. */
export function laplaceByDeviation(epsilon: number): MembershipGame {
  const scale = Math.SQRT1_2 / epsilon;
  return continuousGame({
    claimed: { epsilon, delta: 0 },
    laws: [laplaceLaw(0, scale), laplaceLaw(1, scale)],
    release: (member, out, random) => fillLaplace(scale, out, random).map((noise) => member + noise),
    curve: laplaceTradeOff(1 / scale),
    middle: 0.5,
  });
}

/** Gaussian noise of variance 1 / epsilon, claimed (epsilon, 1e-5). */
export function gaussianByVariance(epsilon: number): MembershipGame {
  const sigma = Math.sqrt(1 / epsilon);
  return continuousGame({
    claimed: { epsilon, delta: 1e-5 },
    laws: [normalLaw(0, sigma), normalLaw(1, sigma)],
    release: (member, out, random) => fillNormal({ mean: member, sigma }, out, random),
    curve: gaussianTradeOff(1 / sigma),
    middle: 0.5,
  });
}

const HISTOGRAM_CLASSES = 400;

/**
 * A histogram with Laplace noise of scale 1 / epsilon under swap, where a person moves from one bin to another and two counts change.
 * The statistic is the log-likelihood ratio of the two noisy counts, from -2 epsilon to 2 epsilon, in classes of equal width.
 */
export function histogramForAddRemove(epsilon: number): BrokenGame {
  const scale = 1 / epsilon;
  const ratio = (y: number) => (Math.abs(y) - Math.abs(y - 1)) / scale; // of a count that is 1 against one that is 0
  const draw = (member: 0 | 1, found: Uint16Array, random: Stream) => {
    for (let k = 0; k < found.length; k++) {
      const [from, to] = [1 - member + sampleLaplace(scale, random), member + sampleLaplace(scale, random)];
      const share = (ratio(to) - ratio(from) + 2 * epsilon) / (4 * epsilon);
      found[k] = Math.min(HISTOGRAM_CLASSES - 1, Math.max(0, Math.floor(share * HISTOGRAM_CLASSES)));
    }
  };
  return { claimed: { epsilon, delta: 0 }, classes: HISTOGRAM_CLASSES, draw, firstTelling: HISTOGRAM_CLASSES / 2 };
}

/** How many outputs of textbook float64 Laplace noise around 0 are impossible around 1. */
export function impossibleOutputs(scale: number, count: number, random: Stream): { impossible: number } {
  let impossible = 0;
  for (let k = 0; k < count; k++) {
    const output = releaseFloatLaplace({ centre: 0, scale }, random);
    if (!isFloatLaplaceOutput(output, { centre: 1, scale })) impossible++;
  }
  return { impossible };
}

/** One output that a neighbour cannot give refutes a claim without delta. */
export function judgeSupport({ impossible }: { readonly impossible: number }, context: SampleContext): Judgement {
  const { trials, errorRate } = context;
  const lower = clopperPearsonLower({ successes: impossible, trials, errorRate });
  return { checks: { delta: refutableAtMost({ estimate: impossible / trials, lower }, 0) } };
}
