import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readResult } from "../format/read-result.ts";
import type { Spec } from "../format/spec.ts";
import { specOf } from "../format/spec.ts";
import { packageFolder } from "../program/project.ts";
import { workbenchAt } from "../program/workbench.ts";
import { resultFolders } from "../store/named-results.ts";
import { modestPlan } from "./modest-plan.ts";

describe("the plan of a spec on a page", () => {
  const { catalogue } = workbenchAt(packageFolder);

  it("is made of every stored result", async () => {
    for (const folder of resultFolders([join(packageFolder, "results")])) {
      const { spec, rows } = readResult(folder);
      const plan = modestPlan(await catalogue.experiment(spec.experiment), spec);
      expect(plan.cells.length, spec.experiment).toBe(rows.length);
    }
  });

  it("is refused where it asks for too much, in a sentence and before it is made", async () => {
    const experiment = await catalogue.experiment("randomized-response");
    const spec = specOf(experiment, { size: "quick", seed: 1 });
    const [part] = Object.entries(experiment.parts).find(([, { study }]) => study.kind === "sampled") ?? [""];
    const changed = (change: object): Spec => ({
      ...spec,
      parts: { ...spec.parts, [part]: { ...spec.parts[part], ...change } },
    });
    const refused = (change: object) => () => modestPlan(experiment, changed(change));
    expect(refused({ trials: 1e9, most: 1e9, blockSize: 1e9 })).toThrow(
      /trials of part .* at most 100000000 on a page, got 1000000000: the command line/,
    );
    expect(refused({ trials: 100, most: 1e15, blockSize: 100 })).toThrow(/trials of part/);
    expect(refused({ trials: 100, most: 1e8, blockSize: 1 })).toThrow(/blocks up to part/);
    for (const blockSize of [0, -1])
      expect(refused({ trials: 100, most: 100, blockSize })).toThrow(`must be at least 1, got ${blockSize}`);
    const epsilon = Array.from({ length: 200_000 }, (_, k) => 1 + k);
    expect(refused({ axes: { ...spec.parts[part].axes, epsilon } })).toThrow(/at most .* on a page/);
  });
});
