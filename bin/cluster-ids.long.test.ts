import { afterAll, beforeAll, describe, it } from "vitest";
import { ClusterStudy } from "./cluster-study.ts";

const study = new ClusterStudy();
beforeAll(() => study.start());
afterAll(() => study.stop());

describe("the headline harnesses on Slurm", () => {
  const harnesses = ["minimax-bounds", "membership-tradeoff", "thresholdout-holdout", "erm-excess-risk"];

  it.each([1, 4, 16])("in %i tasks have the ids of one machine", (tasks) =>
    study.expectSameIds(Object.fromEntries(harnesses.map((id) => [id, [tasks]]))),
  );
});
