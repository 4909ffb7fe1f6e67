/**
 * Staircase mechanism: add noise whose density is a staircase, the least noise in mean magnitude for pure privacy.
 *
 * Theorem: with b = e^-epsilon and gamma = 1 / (1 + e^(epsilon / 2)), noise of density a b^k on [k D, (k + gamma) D) and a b^(k + 1) on
 * [(k + gamma) D, (k + 1) D), the same on the other side of 0, a = (1 - b) / (2 D (gamma + b (1 - gamma))), is epsilon-differentially
 * private for a query of sensitivity D, and no epsilon-private additive noise has a smaller mean magnitude: it is D e^(epsilon / 2)
 * / (e^epsilon - 1).
 * Source: Geng, Viswanath (IEEE Transactions on Information Theory 2016), "The optimal noise-adding mechanism in differential privacy",
 * theorem 3, doi:10.1109/TIT.2015.2504967; sampler: their algorithm 1.
 * Limits: epsilon at most 700. Float64 noise leaks its input in the low-order bits (Mironov 2012); for study. The law lists the
 * steps that hold all but e^-40 of the mass.
 */

import { exp, expm1 } from "../../numerics/exponential.ts";
import { type ParametersOf, positive } from "../../numerics/parameters.ts";
import { refuse, requireFiniteData, requireScale } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { anyNeighbours } from "../../privacy/guarantees/neighbours.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { sampleExponential } from "../../random/exponential.ts";
import type { Stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { staircaseLaw } from "../laws/staircase-law.ts";
import { symmetricPld } from "../laws/symmetric-pld.ts";
import { repeatedRelease } from "./repeated-release.ts";

export const staircaseParameters = withBudget(
  ["pure"],
  { sensitivity: positive, neighbours: anyNeighbours },
  ({ guarantee: { epsilon } }) => {
    if (epsilon > 700) refuse("epsilon", "at most 700", epsilon);
  },
);

export type StaircaseParameters = ParametersOf<typeof staircaseParameters>;

export function staircase(parameters: StaircaseParameters): ClosedMechanism<number, number, Stream, ContinuousLaw> {
  const { guarantee, sensitivity, neighbours } = staircaseParameters.read(parameters);
  const { epsilon } = guarantee;
  requireScale({ "sensitivity / epsilon": Math.max(sensitivity, sensitivity / epsilon) });
  const gamma = 1 / (1 + exp(epsilon / 2));
  const upperShare = gamma / (gamma + exp(-epsilon) * (1 - gamma));
  const release = (value: number, random: Stream) => {
    requireFiniteData({ value });
    const step = Math.floor(sampleExponential(1 / epsilon, random));
    const onUpper = sampleUniform(random) < upperShare;
    const within = sampleUniform(random);
    const magnitude = step + (onUpper ? gamma * within : gamma + (1 - gamma) * within);
    return value + (sampleUniform(random) < 0.5 ? magnitude : -magnitude) * sensitivity;
  };
  return {
    name: "staircase",
    neighbours,
    guarantee,
    release,
    releaseMany: repeatedRelease(release),
    law: (value) => {
      requireFiniteData({ value });
      return staircaseLaw({ centre: value, sensitivity, epsilon, gamma });
    },
    privacyLoss: () => {
      // A whole sensitivity apart the losses are epsilon, 0 and -epsilon, and no two nearer centres have more of the first.
      const decay = exp(-epsilon);
      const middle = (1 - gamma - gamma) * decay * 0.5 * (-expm1(-epsilon) / (gamma + decay * (1 - gamma)));
      const likely = (1 - middle) / (1 + decay);
      const atoms = [
        { loss: epsilon, mass: likely },
        { loss: 0, mass: middle },
        { loss: -epsilon, mass: likely * decay },
      ];
      return { ...symmetricPld(atoms, epsilon), attained: true };
    },
    worstPair: () => [0, sensitivity],
  };
}
