import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { jupyterDisplay } from "../../../lib/data/jupyter-display.ts";
import { cite } from "../citation/cite.ts";
import type { Experiment } from "../definition/experiment.ts";
import { importCode } from "../program/program.ts";
import type { CellHook, CellModule } from "./cell-hook.ts";
import { run } from "./run.ts";
import { storedResult } from "./stored-result.ts";
import { verify } from "./verify.ts";

const results = join(mkdtempSync(join(tmpdir(), "epsilab-run-")), "results");
/** Not written out, since no file of ours imports the package. */
const PACKAGE = "epsilab";
const HOOK = Symbol.for("Jupyter.cell");
// biome-ignore lint/plugin: where a kernel puts what it offers to cells
const shared = globalThis as unknown as Record<symbol, unknown>;
afterAll(() => rmSync(join(results, ".."), { recursive: true, force: true }));
afterEach(() => {
  delete shared[HOOK];
  vi.restoreAllMocks();
});

const here = { threads: 0, results } as const;
const small = { ...here, epsilon: [0.3], parts: ["privacy"] };

describe("run", () => {
  it("computes what is asked, and shows verdicts, controls and how it is cited", async () => {
    const result = await run("randomized-response", small);
    expect(result.from).toBe("computed");
    expect(result.number("epsilon=0.3/epsilon")).toBeCloseTo(0.3, 12);
    expect(result.outcome.parts.map(({ part }) => part)).toEqual(["privacy"]);
    const view = result[jupyterDisplay]();
    expect(view["text/html"]).toMatch(/holds[\s\S]*control: warner-claimed-log-two[\s\S]*caught/);
    expect(view["text/plain"]).toContain(result.citation);
    expect((await storedResult("randomized-response", { results })).citation).toBe(result.citation);
    expect(await verify("randomized-response", here)).toMatchObject({ same: true });
    expect(await cite(result, { as: "text", allowDirty: true })).toContain(result.citation);
  });

  it("answers from the store what is stored, and says so, unless it is to be computed again", async () => {
    const first = await run("randomized-response", small);
    const second = await run("randomized-response", { ...small, epsilon: 0.3 }); // a value alone is a list of one
    expect([second.from, second.id]).toEqual(["stored", first.id]);
    expect(second[jupyterDisplay]()["text/plain"]).toMatch(/^Stored on \d{4}-\d\d-\d\d and not computed again/);
    expect((await run("randomized-response", { ...small, again: true })).from).toBe("computed");
  });

  it.each([
    [
      "an axis that no part has",
      { ...small, epsilom: 1 },
      /a parameter must be one of epsilon \(as privacy.epsilon for one part\), got "epsilom"/,
    ],
    [
      "a value that is not allowed",
      { ...small, epsilon: -1 },
      /epsilon must be as declared, got -1: .*, in part privacy$/,
    ],
    [
      "a part that is not there",
      { ...here, parts: ["private"] },
      /parts of randomized-response must be some of privacy, estimator, answers, local-vs-central, got "private"/,
    ],
    ["no part", { ...here, parts: [] }, /got none/],
    ["a broken number of threads", { ...small, threads: -1 }, /threads must be a whole number from 0 to 1024, got -1/],
    ["a seed that is none", { ...small, seed: 0.5 }, /seed must be a non-negative integer, got 0.5/],
  ])("refuses %s", async (_, options, message) => {
    await expect(run("randomized-response", options)).rejects.toThrow(message);
  });

  it("refuses an experiment that is not there, with those that are", async () => {
    await expect(run("astrology", here)).rejects.toThrow(
      /experiment must be one of accountants, accounting, .*got "astrology"/,
    );
  });
});

/** The text of cells that declare an experiment, whose limit they keep in an array. */
const cells = (limit: string) => `
import { atMost, defineClaim, defineExperiment, exactStudy } from "${PACKAGE}/experiments";
const limits = [${limit}];
const claim = defineClaim({
  id: "limit", title: "Limit", statement: "1 is at most the limit.",
  source: [{ work: "folklore", year: 2026 }], evidence: ["proved"],
});
const study = (value: number) => exactStudy({ axes: {}, exact: () => ({ checks: { value: atMost(value, limits[0]) } }) });
const mine = defineExperiment({
  id: "limit", version: 1, title: "A limit",
  parts: { only: { claim, asks: "Is it?", study: study(1), controls: { nine: { says: "nine", study: study(9) } } } },
});
export { mine as default };
export const $carried = () => ({ limits, claim, mine });
`;

/** An experiment as cells have it, and a kernel that knows them. */
async function inCells(
  limit: string,
  answer: (module: CellModule) => ReturnType<CellHook["moduleOf"]> = (module) => module,
) {
  const { programOf } = await import("../program/program.ts");
  const folder = join(results, "..");
  const { code } = await programOf({ source: cells(limit), folder, name: "<cells>" }, folder);
  const session = await importCode(code);
  const values = (session.$carried as () => Record<string, unknown>)();
  const module = { source: cells(limit), folder, name: "mine", values };
  shared[HOOK] = { signal: new AbortController().signal, moduleOf: () => answer(module) };
  return { mine: session.default as Experiment, values };
}

describe("an experiment that is a value", () => {
  const logged = () => vi.spyOn(console, "log").mockImplementation(() => undefined);

  it("is carried to threads as the cells that declare it, and stored under its program", async () => {
    const log = logged();
    const { mine } = await inCells("2");
    const first = await run(mine, { results, threads: 0 });
    expect(first.outcome.passed).toBe(true);
    expect(first.environment).toMatchObject({ project: { cells: cells("2"), files: [] } });
    expect(first.environment).not.toHaveProperty("commit"); // which would not have the cells
    expect((await run(mine, { results, threads: 0 })).from).toBe("stored");
    expect(log.mock.calls.flat().join("\n")).not.toContain("this thread alone");
    expect(await verify(first, { results, threads: 0, experiment: mine })).toMatchObject({ same: true });
  });

  it("shows that it failed, and in which cell of which part a control was missed", async () => {
    logged();
    const { mine } = await inCells("10");
    const view = (await run(mine, { results: join(results, "..", "missed"), threads: 0 }))[jupyterDisplay]();
    const line = "holds: part only, control nine, value: estimate 9, theory 10";
    expect(view["text/plain"]).toContain(
      `\n  ${line}\n\nFAILED: control nine of part only missed; 0 of 1 control caught\n`,
    );
    expect(view["text/html"]).toContain(`<pre>${line}</pre>`);
    expect(view["text/html"]).toMatch(
      />FAILED: control nine of part only missed; 0 of 1 control caught<[\s\S]*<details open>/,
    );
  });

  it("is computed again where its program is another, and a result that differs is in the way", async () => {
    const log = logged();
    const { mine } = await inCells("3");
    await expect(run(mine, { results, threads: 0 })).rejects.toThrow(/another result of the same spec.* replace: true/);
    expect(log.mock.calls.flat().join("\n")).toMatch(/passed: 1 of 1 control caught[\s\S]*Not stored/);
    expect((await run(mine, { results, threads: 0, replace: true })).from).toBe("computed");
  });

  it("runs in this thread, with a notice, where the kernel cannot carry it or a value has changed; the id is the same", async () => {
    const log = logged();
    const { mine, values } = await inCells("2");
    const carried = await run(mine, { results, threads: 0, replace: true });
    await inCells("2", () => ({ reason: "helper was assigned again in cell 3" }));
    const here = await run(mine, { results });
    expect(here.from).toBe("computed"); // what its functions use may have changed
    expect(log).toHaveBeenCalledWith("limit runs in this thread alone: helper was assigned again in cell 3");
    (values.limits as number[]).push(5);
    await inCells("2", (module) => ({ ...module, values }));
    const changed = await run(mine, { results, again: true });
    expect(log).toHaveBeenCalledWith("limit runs in this thread alone: limits has changed since it was declared");
    expect([here.id, changed.id]).toEqual([carried.id, carried.id]);
    expect(readdirSync(join(results, "limit"))).toHaveLength(1);
  });

  it("runs outside of any kernel, and says where the bar is", async () => {
    const { mine } = await inCells("2");
    delete shared[HOOK];
    const [log, warn] = [logged(), vi.spyOn(console, "warn").mockImplementation(() => undefined)];
    await run(mine, { results, again: true, threads: 0 });
    expect([...log.mock.calls, ...warn.mock.calls].flat().join("\n")).toMatch(
      /this thread alone[\s\S]*the live bar and the stop button are in the kernel TypeScript \(Epsilab\)/,
    );
  });
});
