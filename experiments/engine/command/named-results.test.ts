import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printed } from "../citation/reference/sample-result.ts";
import type { Result } from "../format/read-result.ts";
import { citationKey } from "../format/result-files.ts";
import { DEFAULT_SEED } from "../format/spec.ts";
import { storedResult } from "../notebook/stored-result.ts";
import { packageFolder } from "../program/project.ts";
import { workbenchAt } from "../program/workbench.ts";
import { resultNamed } from "../store/named-results.ts";
import { run as cite } from "./cite.ts";
import { run as diff } from "./diff.ts";
import { run as figure } from "./figure.ts";
import { runIn, smallStore } from "./reference/small-results.ts";
import { run as verify } from "./verify.ts";

const NAME = "randomized-response";
const store = smallStore();
const bench = workbenchAt(store.place, store.out);
const kept = (result: Result) => citationKey(result.spec, result.id);
let full: Result;
let quick: Result;
let small: Result;

beforeAll(async () => {
  cpSync(join(packageFolder, "results", NAME), join(store.out, NAME), { recursive: true });
  full = await resultNamed(NAME, bench);
  quick = (await runIn(store.out, NAME, { size: "quick", seed: DEFAULT_SEED })).result;
  small = await store.compute();
});
afterAll(store.remove);

describe("the name of an experiment with several results", () => {
  it("means its full one, in every command and in notebooks", async () => {
    expect((await resultNamed(NAME, bench)).id).toBe(full.id);
    expect((await storedResult(NAME, { results: store.out })).id).toBe(full.id);
    const cited = await printed(() => cite([NAME, "--results", store.out]));
    expect(cited.text).toContain(kept(full));
    const [named, chosen] = [join(store.place, "named"), join(store.place, "chosen")];
    const draw = (words: readonly string[]) => figure([NAME, "--format", "svg", "--results", store.out, ...words]);
    await printed(() => draw(["--output", named]));
    await printed(() => draw(["--output", chosen, "--run", full.runId]));
    const picture = (folder: string) => readFileSync(join(folder, `${NAME}-bias.svg`), "utf8");
    expect(picture(named)).toBe(picture(chosen));
    const compared = await printed(() => diff([NAME, quick.runId, "--results", store.out]));
    expect(compared.text).toContain(`A ${kept(full)}\nB ${kept(quick)}\n`);
  });

  it("is compared with its newest other one where a second is not named", async () => {
    const other = smallStore();
    try {
      const [alone] = [full, quick].map(({ runId }) => {
        cpSync(join(store.out, NAME, runId), join(other.out, NAME, runId), { recursive: true });
        return runId;
      });
      const compared = await printed(() => diff([NAME, "--results", other.out]));
      expect(compared).toMatchObject({ code: 0, text: expect.stringContaining(`A ${kept(full)}\nB ${kept(quick)}\n`) });
      const reversed = await printed(() => diff([quick.runId, "--results", other.out]));
      expect(reversed.text).toContain(`A ${kept(quick)}\nB ${kept(full)}\n`);
      rmSync(join(other.out, NAME, quick.runId), { recursive: true });
      const { code, text } = await printed(() => diff([NAME, "--results", other.out]));
      expect(code).toBe(2);
      expect(text).toMatch(
        new RegExp(
          `${NAME} must have another result to compare ${alone} with; "epsilab run ${NAME}" computes its quick`,
        ),
      );
    } finally {
      other.remove();
    }
  });

  it("means its newest of default parameters where none is full, in verify too, and else its newest", async () => {
    const other = smallStore();
    try {
      for (const { runId } of [quick, small]) {
        cpSync(join(store.out, NAME, runId), join(other.out, NAME, runId), { recursive: true });
      }
      const there = workbenchAt(other.place, other.out);
      expect((await resultNamed(NAME, there)).id).toBe(quick.id); // though the small one is newer
      const verified = await printed(() => verify([NAME, "--sample", "1", "--threads", "0", "--results", other.out]));
      expect(verified.text).toContain(kept(quick));
      expect(verified.text).toContain("1 of 1 result verified");
      await runIn(other.out, NAME, { size: "quick", seed: 7 });
      expect((await resultNamed(NAME, there)).id).toBe(quick.id);
      rmSync(join(other.out, NAME, quick.runId), { recursive: true });
      expect((await resultNamed(NAME, there)).spec.seed).toBe(7);
      rmSync((await resultNamed(NAME, there)).folder, { recursive: true });
      expect((await resultNamed(NAME, there)).id).toBe(small.id);
    } finally {
      other.remove();
    }
  });

  it.each([
    ["--quick", () => quick],
    ["--full", () => full],
  ])("takes %s", async (option, wanted) => {
    const cited = await printed(() => cite([NAME, option, "--allow-dirty", "--results", store.out]));
    expect(cited.text).toContain(kept(wanted()));
  });

  it("takes --run, and lists what there is where no result fits", async () => {
    const one = await printed(() => cite([NAME, "--run", small.runId, "--allow-dirty", "--results", store.out]));
    expect(one.text).toContain(kept(small));
    const none = await printed(() => cite([NAME, "--run", "ffff", "--results", store.out]));
    expect(none.code).toBe(2);
    const date = (result: Result) => String(result.environment.finished).slice(0, 10);
    for (const line of [
      `"${NAME}" must have a result of run ffff; it has`,
      `${kept(full)}, full size, ${date(full)}, seed ${DEFAULT_SEED}`,
      `${kept(quick)}, quick size, ${date(quick)}, seed ${DEFAULT_SEED}`,
      `${kept(small)}, own parameters, ${date(small)}, seed 1`,
    ]) {
      expect(none.text).toContain(line);
    }
    const both = await printed(() => cite([NAME, "--quick", "--full", "--results", store.out]));
    expect(both.text).toContain("--quick and --full cannot be wanted at once");
  });

  it("is refused where results are said to be in a file", async () => {
    const file = join(store.out, NAME, small.runId, "spec.json");
    expect((await printed(() => cite([NAME, "--results", file]))).text).toContain(
      `must be kept in a folder, got the file ${file}`,
    );
  });

  it("is not needed where a run id, a folder or a citation names one", async () => {
    for (const name of [small.runId, small.folder, kept(small), `${NAME}/${small.runId}`]) {
      expect((await resultNamed(name, bench)).id, name).toBe(small.id);
    }
  });
});

describe("outside of Epsilab's repository", () => {
  it("results of the project come first, then those that Epsilab is published with", async () => {
    const other = smallStore();
    try {
      const there = workbenchAt(other.place);
      expect((await resultNamed(NAME, there)).id).toBe(full.id);
      const own = await runIn(other.out, NAME, { size: "quick", seed: 3 });
      expect((await resultNamed(own.result.runId, there)).folder).toBe(own.result.folder);
      expect((await resultNamed(NAME, there)).id).toBe(full.id);
      expect((await resultNamed(NAME, there, { size: "quick" })).id).toBe(own.result.id);
    } finally {
      other.remove();
    }
  });
});
