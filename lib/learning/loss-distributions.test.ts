/** The loss distributions of the mechanisms that learn: none is below the laws of neighbours, and one of a tenth less privacy is caught. */
import { describe, expect, it } from "vitest";
import { hockeyStick } from "../../testing/contract/audit.ts";
import type { DominatingPair } from "../privacy/guarantees/mechanism.ts";
import type { AnyLaw } from "../privacy/loss/law.ts";
import { pldProfile } from "../privacy/loss/pld-profile.ts";
import { type Dataset, dataset } from "./dataset.ts";
import { exponentialLinear } from "./exponential-linear.ts";
import { linearLoss, logisticLoss } from "./loss.ts";
import { objectivePerturbation } from "./objective-perturbation.ts";
import { outputPerturbation } from "./output-perturbation.ts";
import { subsampleAggregate } from "./subsample-aggregate.ts";

/** Records of feature 1, of which the last has a label of its own. */
function line(rows: number, last: number): Dataset {
  const labels = new Float64Array(rows).fill(1);
  labels[rows - 1] = last;
  return dataset({ features: new Float64Array(rows).fill(1), labels, columns: 1 });
}

interface Learner<Input> {
  law(input: Input): AnyLaw;
  privacyLoss(): DominatingPair;
}

/** Does the loss of one mechanism cover the laws of another on two inputs, in both orders? */
function covers<Input>(loss: Learner<Input>, learner: Learner<Input>, pair: readonly [Input, Input]): boolean {
  const profile = pldProfile(loss.privacyLoss());
  const [first, second] = pair.map((input) => learner.law(input));
  return [0, 0.2, 0.5, 0.9, 1.1].every((epsilon) => {
    const delta = Math.max(hockeyStick(first, second, epsilon), hockeyStick(second, first, epsilon));
    return delta <= profile.deltaAt(epsilon).upper * (1 + 1e-6) + 1e-11;
  });
}

describe("the loss distribution", () => {
  it.each([1, 2, 7, 40])("of the exponential mechanism for the linear loss covers %d records on the line", (rows) => {
    for (const epsilon of [0.3, 1, 3]) {
      const learner = exponentialLinear({ epsilon, radius: 2, neighbours: "swap" });
      expect(covers(learner, learner, [line(rows, 1), line(rows, -1)])).toBe(true);
    }
  });

  it.each([{}, { delta: 1e-3 }])("of output perturbation covers the linear loss, with the noise of %j", (noise) => {
    const learner = (epsilon: number) =>
      outputPerturbation({ loss: linearLoss, regularisation: 0.5, epsilon, ...noise });
    expect(covers(learner(1), learner(1), learner(1).worstPair())).toBe(true);
    expect(covers(learner(0.5), learner(1), learner(1).worstPair())).toBe(false);
    // Gaussian noise is known by its distance alone, so that a tenth is seen.
    if ("delta" in noise) expect(covers(learner(0.9), learner(1), learner(1).worstPair())).toBe(false);
  });

  it("of objective perturbation covers the logistic loss on the line", () => {
    const learner = objectivePerturbation({ loss: logisticLoss, regularisation: 0.5, epsilon: 1, variant: "guarded" });
    for (const rows of [1, 5]) expect(covers(learner, learner, [line(rows, 1), line(rows, -1)])).toBe(true);
  });

  it.each(["mean", "median"] as const)("of subsample and aggregate covers the %s", (aggregate) => {
    const learner = (epsilon: number) =>
      subsampleAggregate<number>({
        ...{ epsilon, aggregate, blocks: 3, lower: 0, upper: 1 },
        estimator: (records) => Math.max(...records),
      });
    const pair = [
      [0, 0, 1],
      [0, 1, 1],
    ] as const;
    expect(covers(learner(1), learner(1), pair)).toBe(true);
    if (aggregate === "mean") expect(covers(learner(0.9), learner(1), pair)).toBe(false);
  });
});
