import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printed } from "../citation/reference/sample-result.ts";
import type { Result } from "../format/read-result.ts";
import { CELLS, citationKey, ENVIRONMENT } from "../format/result-files.ts";
import { run as diff } from "./diff.ts";
import { smallStore } from "./reference/small-results.ts";
import { run as verify } from "./verify.ts";

const store = smallStore();
let first: Result;
let second: Result;
beforeAll(async () => {
  [first, second] = [await store.compute(1), await store.compute(2)];
});
afterAll(store.remove);

const said = (command: typeof verify, ...args: readonly string[]) =>
  printed(() => command([...args, "--results", store.out]));
const verified = (...args: readonly string[]) => said(verify, ...args, "--threads", "0");

describe("epsilab diff", () => {
  it("finds two seeds of one spec no further apart than chance", async () => {
    const { code, text } = await said(diff, first.runId, citationKey(second.spec, second.id));
    expect(code).toBe(0);
    expect(text).toContain(`A ${citationKey(first.spec, first.id)}\nB ${citationKey(second.spec, second.id)}\n`);
    expect(text).toMatch(/^seed +1 +2$/m);
    expect(text).toMatch(/\d+ estimates compared, \d+ differ, 0 of them by more than chance/);
  });

  it("finds no difference of a result to itself", async () => {
    const { code, text } = await said(diff, first.folder, first.folder, "--json");
    expect(code).toBe(0);
    const found = JSON.parse(text);
    expect(found).toMatchObject({ specs: [], differing: [], verdicts: [], onlyFirst: [], onlySecond: [] });
    expect(found.compared).toBeGreaterThan(0);
  });

  it("refuses an unknown result and an error rate of 1 with code 2", async () => {
    for (const [args, message] of [
      [["nothing", first.folder], /a result must be a folder.*got "nothing"/],
      [[first.folder, second.folder, "--error-rate", "1"], /--error-rate must be between 0 and 1, got 1/],
    ] as const) {
      const { code, text } = await said(diff, ...args);
      expect(code).toBe(2);
      expect(text).toMatch(message);
    }
  });
});

describe("epsilab verify", () => {
  it("recomputes a result bit for bit", async () => {
    const { code, text } = await verified(first.folder);
    expect(code, text).toBe(0);
    expect(text).toContain(`${citationKey(first.spec, first.id)}: the same bits in ${first.blocks.length} blocks`);
    expect(text).toContain("1 of 1 result verified");
  });

  it("recomputes a sample of the blocks of each result, chosen by a seed that it prints", async () => {
    const { code, text } = await verified("--sample", "2", "--sample-seed", "5");
    expect(code, text).toBe(0);
    expect(text.match(/the same bits in 2 blocks \(--sample-seed 5\)/g)).toHaveLength(2);
    expect(text).toMatch(/^randomized-response: 100 %, 2 of 2 blocks, /m);
    expect(text).not.toContain("cells");
    expect(text).toContain("2 of 2 results verified");
    expect((await verified(first.runId, "--sample", "1")).text).toMatch(
      / 1 of 1 block, .* the same bits in 1 block \(/s,
    );
  });

  it("fails on a changed digit with code 1, naming the file and the line, and verifies the others", async () => {
    const path = join(second.folder, CELLS);
    const whole = readFileSync(path, "utf8");
    const [, digits] = /"estimate":(\d\.\d+)/.exec(whole) ?? [];
    const changed = digits.slice(0, -1) + (digits.endsWith("1") ? "2" : "1");
    writeFileSync(path, whole.replace(digits, changed));
    try {
      const { code, text } = await verified("--sample", "1");
      expect(code).toBe(1);
      expect(text).toMatch(/NOT verified: .*cells\.jsonl, line \d+/);
      expect(text).toContain("1 of 2 results verified");
    } finally {
      writeFileSync(path, whole);
    }
  });

  it("checks the seals of a result whose experiment is not here, and says what recomputing it needs", async () => {
    const foreign = store.picture();
    const path = join(foreign.folder, ENVIRONMENT);
    const environment = JSON.parse(readFileSync(path, "utf8"));
    const project = { name: "my-study", version: "1.0.0", title: "", files: ["experiments/pictured.ts"] };
    writeFileSync(path, JSON.stringify({ ...environment, project }));
    const { code, text } = await verified(foreign.folder);
    expect(code).toBe(1);
    expect(text).toMatch(
      /NOT verified: Its files are whole: 1 cell and 1 block have their seals; recomputing them needs the experiment "pictured", which is not here: experiments\/pictured\.ts of the project my-study at commit 0123456789abcdef\w+ \(program (ab){8}\)/,
    );
    writeFileSync(join(foreign.folder, CELLS), "{}\n");
    expect((await verified(foreign.folder)).text).not.toContain("have their seals");
    rmSync(foreign.folder, { recursive: true });
  });

  it("refuses a folder without results with code 2", async () => {
    const { code, text } = await printed(() => verify(["--results", join(store.place, "empty")]));
    expect(code).toBe(2);
    expect(text).toContain("there must be results to verify, got none");
  });
});
