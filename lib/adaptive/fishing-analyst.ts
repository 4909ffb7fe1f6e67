/**
 * The fishing analyst: asks queries on which training set and holdout are far apart until one threshold noise has let enough of them pass,
 * and then asks nothing that could end the epoch, so as to keep it.
 *
 * An adversary against the accuracy of Thresholdout at a late answer: most epochs end at once, each costing one of the budget, until one
 * has a threshold noise that is large.
 * Source: our own counter-example to a tail of e^(-t/8) at every answer.
 */
import { count, declare, nonNegative, type ParametersOf } from "../numerics/parameters.ts";

export const fishingParameters = declare({
  /** How far apart the means of the bait are. */
  bait: nonNegative,
  /** How many answers in a row, in one epoch, make the analyst stay. */
  confirmations: count,
});

export interface FishingParameters extends ParametersOf<typeof fishingParameters> {}

/** An analyst who chooses, from the answers so far, how far apart the means of its next query are. */
export interface GapAnalyst {
  readonly name: string;
  start(): GapSession;
}

export interface GapSession {
  /** The difference of the means of the next query. */
  next(): number;
  /** Whether the answer came from the holdout. */
  learn(fromHoldout: boolean): void;
}

export function fishingAnalyst(parameters: FishingParameters): GapAnalyst {
  const { bait, confirmations } = fishingParameters.read(parameters);
  return {
    name: "fishing",
    start: () => {
      let passed = 0;
      return {
        next: () => (passed < confirmations ? bait : 0),
        learn: (fromHoldout) => {
          if (fromHoldout) passed = 0;
          else if (passed < confirmations) passed++;
        },
      };
    },
  };
}

/** An analyst who asks only what both sets agree on. */
export const agreeingAnalyst: GapAnalyst = {
  name: "agreeing",
  start: () => ({ next: () => 0, learn: () => {} }),
};
