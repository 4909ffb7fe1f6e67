import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runIn } from "../command/reference/small-results.ts";
import type { WorkerReply } from "../execution/shared-work.ts";
import { unpackArchive } from "../format/archived-result.ts";
import { readResult } from "../format/read-result.ts";
import { citationKey } from "../format/result-files.ts";
import { DEFAULT_SEED } from "../format/spec.ts";
import { type Explored, type ExploreQuestion, type ExploreReport, serveExploration } from "./explore-server.ts";
import { serveUnits, type UnitOrder } from "./unit-server.ts";

const place = mkdtempSync(join(tmpdir(), "epsilab-explore-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const experiments = {
  "randomized-response": () => import("../../local/randomized-response.ts"),
  "lower-bounds": () => import("../../minimax/lower-bounds.ts"),
};

type Ends = Exclude<
  ExploreReport,
  { readonly unit: unknown } | { readonly spec: unknown } | { readonly progress: unknown }
>;

/** Asks the server; one worker computes. */
function asked(order: { readonly describe: string } | { readonly explore: ExploreQuestion }): Promise<Ends> {
  return new Promise((resolve) => {
    const compute = serveUnits(experiments, (reply: WorkerReply) => serve(reply));
    const serve = serveExploration(experiments, (report) => {
      if ("unit" in report || "spec" in report) compute(report as UnitOrder);
      else if (!("progress" in report)) resolve(report);
    });
    serve(order);
  });
}

const question = {
  experiment: "randomized-response",
  parts: ["privacy"],
  settings: {},
  seed: "3",
  size: 2,
  engine: "a test",
};
const explored = async (change: Partial<ExploreQuestion>) => asked({ explore: { ...question, ...change } });

describe("the server of explorations", () => {
  it("says what the parts ask and what their parameters are", async () => {
    const found = await asked({ describe: "randomized-response" });
    if (!("described" in found)) throw new Error("not described");
    const [privacy] = found.described;
    expect(found.seed).toBe(DEFAULT_SEED);
    expect(privacy.name).toBe("privacy");
    expect(privacy.axes).toEqual([
      { name: "epsilon", means: expect.stringMatching(/./), values: expect.stringMatching(/^[\d.,]+$/) },
    ]);
  });

  it("gives the result that the command line gives, figures and all, in an archive that is always the same", async () => {
    const settings = { "privacy.epsilon": "0.3, 1", "estimator.respondents": "100" };
    const parts = ["privacy", "estimator"];
    const overrides = { "privacy.epsilon": [0.3, 1], "estimator.respondents": [100] };
    const asked = { size: "quick", seed: 3, parts, overrides } as const;
    const { result } = await runIn(join(place, "results"), "randomized-response", asked);
    const one = await explored({ parts, settings });
    if (!("explored" in one)) throw new Error(JSON.stringify(one));
    const { key, passed, archive }: Explored = one.explored;
    expect(key).toBe(citationKey(result.spec, result.id));
    expect(passed).toBe(true);
    const path = join(place, "archive.zip");
    writeFileSync(path, archive);
    const read = readResult(unpackArchive(path, join(place, "unpacked")));
    expect(read.id).toBe(result.id);
    expect(read.environment).toMatchObject({ engine: "a test", threads: 1 });
  });

  it("draws the figures whose parts were chosen, as pictures with their captions", async () => {
    const found = await explored({ experiment: "lower-bounds", parts: ["dimensions"] });
    if (!("explored" in found)) throw new Error(JSON.stringify(found));
    const { figures } = found.explored;
    expect(figures.map(({ name }) => name)).toEqual(["dimensions"]);
    for (const { svg, caption } of figures) {
      expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
      expect(caption).toMatch(/Source: /);
    }
  });

  it.each([
    [{ settings: { "privacy.epsilon": "-1" } }, /epsilon must be as declared, got -1/],
    [{ settings: { "privacy.epsilon": "" } }, /epsilon must have at least one value, got none/],
    [{ settings: { "privacy.delta": "1" } }, /a parameter must be one of/],
    [{ parts: [] }, /parts must be at least one, got none/],
    [{ parts: ["secret"] }, /secret/],
    [{ seed: "x" }, /seed must be a non-negative integer, got NaN/],
    [{ experiment: "nothing" }, /experiment must be one of randomized-response, .*, got "nothing"/],
  ])("refuses what the command line refuses, and what is too much for a page: %j", async (change, message) => {
    const found = await explored(change);
    expect("refused" in found ? found.refused : found).toMatch(message);
  });
});
