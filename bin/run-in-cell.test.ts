import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KernelProcess } from "../kernel/front/reference/kernel-process.ts";
import { inProject } from "./setup/project.js";

/** Coins, in some forty blocks, each of some ten milliseconds. `note` is what a block says of itself. */
const experiment = (note = "") => `
import { defineClaim, defineExperiment, axis, estimateAtMost, sampledStudy, shareOf, z } from "epsilab/experiments";
import { fillBernoulli } from "epsilab/random";

const claim = defineClaim({
  id: "coins", title: "Coins", statement: "They show 1 at most half of the time.",
  source: [{ work: "folklore", year: 2026 }], evidence: ["proved"],
});
const bound = 0.5;
type Values = readonly number[];
const coins = (quick: Values) =>
  sampledStudy({
    axes: { p: axis(z.number(), { means: "probability", quick }) },
    trials: { quick: 1_000_000, full: 2_000_000 },
    blockSize: 50_000,
    intervals: () => 1,
    block: ({ p }, count, random) => {
      ${note}
      let ones = 0;
      for (let turn = 0; turn < 10; turn++) ones = fillBernoulli(p, new Float64Array(count), random).reduce((sum, each) => sum + each, 0);
      return { ones };
    },
    judge: (_, { ones }, context) => ({ checks: { share: estimateAtMost(shareOf(ones, context), bound) } }),
  });
const mine = defineExperiment({
  id: "coins", version: 1, title: "Coins",
  parts: { only: { claim, asks: "Do they?", study: coins([0.3, 0.4]), controls: { often: { says: "0.6", study: coins([0.6]) } } } },
});
`;
const BLOCKS = 60;

let kernel: KernelProcess;
let results = "";
let command = "";
beforeAll(async () => {
  kernel = await KernelProcess.start(["--type-check", "off", "--preload", `epsilab=${inProject()}`]);
  results = join(kernel.folder, "results");
  // The same experiment in a file of a project, by the command.
  const project = join(kernel.folder, "project");
  mkdirSync(join(project, "experiments"), { recursive: true });
  writeFileSync(join(project, "package.json"), '{ "name": "coins", "type": "module" }');
  writeFileSync(join(project, "experiments", "coins.ts"), `${experiment()}\nexport default mine;\n`);
  const args = [inProject("bin", "epsilab"), "run", "coins", "--json", "--threads", "1"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project });
  command = JSON.parse(stdout.trim().split("\n").at(-1) ?? "").citation;
  await cell(`${experiment()}\nimport { run, verify } from "epsilab/experiments";`);
});
afterAll(() => kernel.stop());

/** Runs a cell, and gives what it published. */
async function cell(code: string): Promise<readonly string[]> {
  const id = await kernel.client.send("shell", "execute_request", { code });
  const { content } = await kernel.client.reply(id);
  await kernel.client.idle(id);
  expect(content, JSON.stringify(content)).toMatchObject({ status: "ok" });
  return kernel.client.about(id);
}

/** Finished blocks that are kept of a run that was stopped. */
function kept(): number {
  const runs = join(kernel.folder, ".cache", "runs", "coins");
  if (!existsSync(runs)) return 0;
  const files = readdirSync(runs, { recursive: true, encoding: "utf8" }).map((name) => join(runs, name));
  return files
    .filter((path) => statSync(path).isFile())
    .reduce((sum, path) => sum + readFileSync(path, "utf8").split("\n").length - 1, 0);
}

/** Presses the stop button when some blocks are finished. */
async function stopped(code: string): Promise<void> {
  const id = await kernel.client.send("shell", "execute_request", { code });
  await kernel.client.until(() => kept() >= 3 || kernel.client.about(id).includes("status idle"));
  await kernel.client.ask("control", "interrupt_request");
  expect((await kernel.client.reply(id)).content).toMatchObject({ status: "error", ename: "Interrupted" });
  await kernel.client.idle(id);
}

describe("run in a cell", () => {
  it("stops at the stop button, keeps its finished blocks, and goes on from them to the id of the command", async () => {
    await stopped(`await run(mine, { results: ${JSON.stringify(results)}, threads: 2 })`);
    const blocks = kept();
    expect(blocks).toBeGreaterThanOrEqual(3);
    expect(blocks).toBeLessThan(BLOCKS);
    expect(existsSync(join(results, "coins"))).toBe(false);
    const published = await cell(
      `const result = await run(mine, { results: ${JSON.stringify(results)}, threads: 2 }); result`,
    );
    expect(await kernel.value("result.citation")).toBe(`'${command}'`);
    expect(published.join("\n")).not.toContain("this thread alone");
    expect(kept()).toBe(0);
    await cell(`const verified = await verify(result, { results: ${JSON.stringify(results)}, experiment: mine })`);
    expect(await kernel.value("verified.same")).toBe("true");
  });

  it("has a bar that moves and ends, and shows verdicts and controls", async () => {
    const id = await kernel.client.send("shell", "execute_request", {
      code: `await run(mine, { results: ${JSON.stringify(results)}, again: true, threads: 1 })`,
    });
    await kernel.client.reply(id);
    await kernel.client.idle(id);
    const about = kernel.client.published.filter(({ parent }) => parent.msg_id === id);
    const text = (content: unknown) =>
      String((content as { data?: Record<string, unknown> }).data?.["text/plain"] ?? "");
    const bars = about.filter(({ header }) => /display_data/.test(header.msg_type)).map(({ content }) => text(content));
    expect(bars.length).toBeGreaterThan(1);
    expect(bars.at(-1)).toMatch(/coins: 3 of 3 cells · 60\/60 · 100 %/);
    expect(bars.at(-1)).not.toContain("stopped");
    const shown = about.find(({ header }) => header.msg_type === "execute_result");
    expect(text(shown?.content)).toMatch(/only +coins +holds +2 holds\n +control: often +caught/);
  });

  it("computes nothing twice: a run in the notebook's own thread counts its blocks", async () => {
    const folder = join(kernel.folder, "counted");
    await cell(`let counted = 0;${experiment("counted++;").replace(/^import.*$/gm, "")}`);
    const order = `await run(mine, { results: ${JSON.stringify(join(folder, "results"))} })`;
    const runs = join(folder, ".cache", "runs", "coins");
    const id = await kernel.client.send("shell", "execute_request", { code: order });
    const finished = () =>
      existsSync(runs)
        ? readdirSync(runs, { recursive: true, encoding: "utf8" })
            .filter((name) => name.endsWith(".jsonl"))
            .reduce((sum, name) => sum + readFileSync(join(runs, name), "utf8").split("\n").length - 1, 0)
        : 0;
    await kernel.client.until(() => finished() >= 3 || kernel.client.about(id).includes("status idle"));
    await kernel.client.ask("control", "interrupt_request");
    await kernel.client.idle(id);
    const before = finished();
    expect(before).toBeGreaterThanOrEqual(3);
    await cell("counted = 0");
    const published = await cell(`const counting = ${order}`);
    expect(published.join("\n")).toMatch(/coins runs in this thread alone: .*counted/);
    expect(await kernel.value("counted")).toBe(String(BLOCKS - before));
    expect(await kernel.value("counting.citation")).toBe(`'${command}'`);
  });
});
