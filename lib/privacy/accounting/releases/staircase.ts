/**
 * Staircase noise as a release: by its `epsilon`, and `gamma`, the share of each step that is on the higher side; that of least
 * mean magnitude by default.
 *
 * Theorem: with b = e^-epsilon the density is a b^k on [k D, (k + gamma) D) and a b^(k + 1) on [(k + gamma) D, (k + 1) D), the same
 * on the other side of 0. Two centres that are D apart, the sensitivity, have the losses epsilon, 0 and -epsilon only, and so have
 * nearer ones: a move of less than D crosses one step at most. Such a pair is known by its total variation, which for a symmetric
 * density that falls on either side grows with the distance: D apart is the worst, and dominates. There it is the mass within D / 2
 * of the centre, so that the loss 0 has the mass |1 - 2 gamma| (1 - b) / (2 (gamma + b (1 - gamma))), times b where gamma is below
 * 1 / 2.
 * Source: Geng, Viswanath (IEEE Transactions on Information Theory 2016), doi:10.1109/TIT.2015.2504967, for the noise; Anderson
 * (1955) on the total variation.
 * Limits: epsilon at most 700. A group has the privacy of its pure guarantee.
 */
import { exp, expm1 } from "../../../numerics/exponential.ts";
import { log, log1p } from "../../../numerics/logarithm.ts";
import { declare, number, openProbability, optional, type ParametersOf } from "../../../numerics/parameters.ts";
import { POSITIVE } from "../../../numerics/requirements.ts";
import type { PldPair, PrivacyLoss, PrivacyLossAtom } from "../../loss/privacy-loss.ts";
import { sampledFinitePld } from "../../loss/sampled-pld.ts";
import { requireOrder } from "../renyi-curves.ts";
import type { ReleaseKind } from "./release-kind.ts";

const parameters = declare({
  epsilon: number({ ...POSITIVE, expected: "positive and at most 700", most: 700 }),
  /** 1 / (1 + e^(epsilon / 2)) by default. */
  gamma: optional(openProbability),
});

export interface StaircaseRelease extends ParametersOf<typeof parameters> {
  readonly kind: "staircase";
}

export const STAIRCASE: ReleaseKind<StaircaseRelease> = {
  parameters,
  loss: staircasePld,
  poissonLoss: (release, rate) => sampledFinitePld(staircasePld(release), rate),
  budget: ({ epsilon }) => ({ epsilon, delta: 0 }),
  renyi: (release) => {
    const { epsilon } = release;
    const [{ mass }] = atomsOf(release);
    return {
      kind: "renyi",
      // log(1 + mass (e^((a - 1) epsilon) - 1) (1 - e^(-a epsilon))) / (a - 1): the mean of e^((a - 1) loss).
      epsilonAt: (order) => {
        requireOrder(order);
        if (order === 1) return -mass * epsilon * expm1(-epsilon);
        const reach = (order - 1) * epsilon;
        if (reach > 500) return Math.min(epsilon, epsilon + log(mass) / (order - 1));
        return Math.min(epsilon, log1p(-mass * expm1(reach) * expm1(-order * epsilon)) / (order - 1));
      },
    };
  },
};

function staircasePld(release: StaircaseRelease): PldPair {
  const atoms = atomsOf(release);
  const whole = { atoms, densities: [], infinite: 0, beneath: 0, beyond: 0 };
  const loss: PrivacyLoss = { pieces: () => whole, lattice: release.epsilon };
  return { remove: loss, add: loss, release };
}

/** The largest loss first. */
function atomsOf({ epsilon, gamma = 1 / (1 + exp(epsilon / 2)) }: StaircaseRelease): readonly PrivacyLossAtom[] {
  const decay = exp(-epsilon);
  const apart = Math.abs(1 - gamma - gamma) * (gamma < 0.5 ? decay : 1);
  const middle = (apart * -expm1(-epsilon)) / (2 * (gamma + decay * (1 - gamma)));
  const likely = (1 - middle) / (1 + decay);
  return [
    { loss: epsilon, mass: likely },
    { loss: 0, mass: middle },
    { loss: -epsilon, mass: likely * decay },
  ];
}
