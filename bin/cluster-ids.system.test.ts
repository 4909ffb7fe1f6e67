import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ClusterStudy, command, environmentIn, idIn } from "./cluster-study.ts";

const study = new ClusterStudy();
const { place, cluster } = study;
beforeAll(() => study.start());
afterAll(() => study.stop());

describe("the headline harnesses on Slurm", () => {
  // All four, whole, in every number of tasks: bin/cluster-ids.long.test.ts.
  it("have the ids of one machine, in whatever number of tasks", { timeout: 1_800_000 }, () =>
    study.expectSameIds(
      { "minimax-bounds": [4], "thresholdout-holdout": [4] },
      { "thresholdout-holdout": ["sampled-tail", "privacy", "above-threshold", "vote"] },
    ),
  );
});

describe("GNU parallel", () => {
  it("drives the shards, round after round", async () => {
    const [journal, results] = [join(place, "parallel"), join(place, "by-parallel")];
    const line = `${process.execPath} ${command}`;
    const script = `while parallel --will-cite ${line} run ${study.quickCoins} --shard {}/4 --journal ${journal} ::: {1..4}
      ${line} merge ${study.quickCoins} --journal ${journal} --results ${results}; [ $? = 4 ]; do :; done`;
    await promisify(execFile)("bash", ["-c", script], {
      cwd: study.folder,
      env: { ...cluster.environment, HOME: dirname(place) },
    });
    expect(idIn(results, "slow-coins")).toBe(await study.coinsAlone());
    expect(environmentIn(results, "slow-coins").cluster.rounds).toBeGreaterThan(1);
  });
});
