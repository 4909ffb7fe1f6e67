import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printed } from "../citation/reference/sample-result.ts";
import { projectFolder } from "../doctor-checks.ts";
import type { Result } from "../read-result.ts";
import { citationKey } from "../result-files.ts";
import { runExperiment } from "../run-experiment.ts";
import { DEFAULT_SEED } from "../spec.ts";
import { storedResult } from "../stored-result.ts";
import { run as cite } from "./cite.ts";
import { clock } from "./clock.ts";
import { run as diff } from "./diff.ts";
import { run as figure } from "./figure.ts";
import { smallStore } from "./reference/small-results.ts";
import { resultNamed } from "./results-folder.ts";

const NAME = "randomized-response";
const store = smallStore();
const kept = (result: Result) => citationKey(result.spec, result.id);
let full: Result;
let quick: Result;
let small: Result;

beforeAll(async () => {
  cpSync(join(projectFolder(), "results", NAME), join(store.out, NAME), { recursive: true });
  full = await resultNamed(NAME, store.out);
  const asked = { experiment: NAME, size: "quick", seed: DEFAULT_SEED } as const;
  quick = (await runExperiment({ ...asked, out: store.out, threads: 0, replace: false, clock })).result;
  small = await store.compute();
});
afterAll(store.remove);

describe("the name of an experiment with several results", () => {
  it("means its full one, in every command and in notebooks", async () => {
    expect((await resultNamed(NAME, store.out)).id).toBe(full.id);
    expect((await storedResult(NAME, store.out)).id).toBe(full.id);
    const cited = await printed(() => cite([NAME, "--results", store.out]));
    expect(cited.text).toContain(kept(full));
    const drawn = await printed(() => figure([NAME, "--results", store.out]));
    expect(drawn.text).toContain(kept(full));
    const compared = await printed(() => diff([NAME, quick.runId, "--results", store.out]));
    expect(compared.text).toContain(`A ${kept(full)}\nB ${kept(quick)}\n`);
  });

  it("is refused where none or more than one is full, with what there is and of which size", async () => {
    const other = smallStore();
    try {
      for (const { runId } of [quick, small]) {
        cpSync(join(store.out, NAME, runId), join(other.out, NAME, runId), { recursive: true });
      }
      const lines = [`${kept(quick)}, quick size, seed ${DEFAULT_SEED}`, `${kept(small)}, own parameters, seed 1`];
      const listed = quick.runId < small.runId ? lines : lines.reverse();
      await expect(resultNamed(NAME, other.out)).rejects.toThrow(
        `"${NAME}" must name one result, and of its results none is of full size; name one of\n  ${listed.join("\n  ")}`,
      );
      rmSync(join(other.out, NAME, small.runId), { recursive: true });
      expect((await resultNamed(NAME, other.out)).id).toBe(quick.id);
    } finally {
      other.remove();
    }
  });

  it("is not needed where a run id, a folder or a citation names one", async () => {
    for (const name of [small.runId, small.folder, kept(small), `${NAME}/${small.runId}`]) {
      expect((await resultNamed(name, store.out)).id, name).toBe(small.id);
    }
  });
});
