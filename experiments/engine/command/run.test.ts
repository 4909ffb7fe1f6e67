import { type ChildProcess, execFile, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandAnswer, ResidentCommand } from "../../../testing/resident-command.ts";
import { readResult } from "../format/read-result.ts";
import { clock } from "../machine/clock.ts";

const project = join(import.meta.dirname, "..", "..", "..");
const command = join(project, "bin", "epsilab");
const call = promisify(execFile);

/** Some thirty blocks, in half a second. */
const SMALL = ["randomized-response", "epsilon=1", "share=0.5", "respondents=100"];
/** A small part of the headline harness. */
const HARNESS = ["membership-tradeoff", "epsilon=1", "mechanism=laplace,geometric", "learner=dp-gd"];

let place = "";
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "epsilab-run-"));
});
const resident = new ResidentCommand();
afterAll(() => {
  resident.end();
  rmSync(place, { recursive: true, force: true });
});

async function epsilab(
  args: readonly string[],
  { node = process.execPath, at = command } = {},
): Promise<CommandAnswer> {
  try {
    return { code: 0, ...(await call(node, [at, ...args], { maxBuffer: 1 << 26, cwd: place })) };
  } catch (error) {
    return error as unknown as CommandAnswer;
  }
}

/** Asked of a process that has the modules already: where what the command says is the point. */
const asked = (args: readonly string[]) => resident.ask(args, place);

async function idOf(out: string, args: readonly string[], options = {}, what = SMALL): Promise<string> {
  const { stdout, stderr } = await epsilab(["run", ...what, "--json", "--results", join(place, out), ...args], options);
  const last = stdout.trim().split("\n").at(-1) ?? "";
  if (!last.startsWith("{")) throw new Error(stderr);
  return JSON.parse(last).citation;
}

/** The runs that nothing disturbs, in the folders "whole" and "harness": tests compare theirs with them. */
const undisturbed = new Map<string, Promise<string>>();
function undisturbedId(out: "whole" | "harness"): Promise<string> {
  const known = undisturbed.get(out);
  if (known !== undefined) return known;
  const id = out === "whole" ? idOf(out, []) : idOf(out, ["--threads", "1"], {}, HARNESS);
  undisturbed.set(out, id);
  return id;
}

describe("epsilab run", () => {
  it("gives one and the same id with 1 and 2 threads, and on Node 24", async () => {
    const node24 = process.env.EPSILAB_NODE24;
    if (node24 === undefined) throw new Error("EPSILAB_NODE24 is not set: run the tests by npm test");
    const idWith = (out: string, threads: number, options = {}) =>
      idOf(out, ["--threads", String(threads)], options, HARNESS);
    const expected = await undisturbedId("harness");
    expect(expected).toMatch(/^epsilab:membership-tradeoff\/[0-9a-f]{12}#[0-9a-f]{16}$/);
    expect(await idWith("two", 2)).toBe(expected);
    expect(await idWith("node24", 2, { node: node24 })).toBe(expected);
  });

  it("is never half-written, and ends with the same id, when it is killed at eight moments", async () => {
    const out = join(place, "killed");
    const results = join(out, SMALL[0]);
    const started = clock.milliseconds();
    const expected = await idOf("timing", []);
    const length = clock.milliseconds() - started;
    let kills = 0;
    for (let k = 0; k < 8; k++) {
      const child = spawn(process.execPath, [command, "run", ...SMALL, "--results", out], {
        stdio: "ignore",
        cwd: place,
      });
      const timer = setTimeout(() => child.kill("SIGKILL"), (length * ((k * 5) % 8)) / 8 + 40);
      if ((await ended(child)) === "SIGKILL") kills++;
      clearTimeout(timer);
      for (const runId of visible(results)) expect(() => readResult(join(results, runId))).not.toThrow();
      if (k % 4 === 3) rmSync(results, { recursive: true, force: true });
    }
    expect(kills).toBeGreaterThan(1);
    expect(await idOf("killed", [])).toBe(expected);
  });

  it("stops cleanly on Ctrl-C with code 130, and the same command goes on", async () => {
    const expected = await undisturbedId("whole");
    const out = join(place, "stopped");
    const child = spawn(process.execPath, [command, "run", ...SMALL, "--results", out, "--json"], { cwd: place });
    child.stdout?.once("data", () => child.kill("SIGINT"));
    const said = textOf(child.stderr);
    expect(await ended(child)).toBe(130);
    expect(await said).toContain("the same command goes on");
    expect(visible(join(out, SMALL[0]))).toEqual([]);
    expect(await idOf("stopped", [])).toBe(expected);
  });

  it("may be run twice at once", async () => {
    const expected = await undisturbedId("whole");
    expect(await Promise.all([idOf("both", []), idOf("both", ["--threads", "1"])])).toEqual([expected, expected]);
    const results = join(place, "both", SMALL[0]);
    expect(readdirSync(results)).toHaveLength(1);
    expect(() => readResult(join(results, visible(results)[0]))).not.toThrow();
  });

  it.each<[string, string[]]>([
    ["an unknown parameter", ["run", "randomized-response", "epsilom=1"]],
    ["a bad value", ["run", "randomized-response", "epsilon=-1"]],
    ["a bad thread count", ["run", "randomized-response", "--threads", "two"]],
    ["an unknown option", ["run", "randomized-response", "--ful"]],
  ])("refuses %s with code 2 and a sentence", async (_, args) => {
    const answer = await asked(args);
    expect(answer.code).toBe(2);
    expect(answer.stderr).toMatch(/must be|unknown option/);
  });

  it("takes parameters from a file as from the command line, and refuses them alike", async () => {
    const path = join(place, "parameters.json");
    writeFileSync(path, JSON.stringify({ epsilon: [1], share: 0.5, respondents: [100] }));
    const file = await idOf("file", [], {}, [SMALL[0], "--parameters", path]);
    expect(file).toBe(await undisturbedId("whole"));
    writeFileSync(path, JSON.stringify({ epsilon: [1, "two"] }));
    const answer = await asked(["run", SMALL[0], "--parameters", path]);
    expect(answer.code).toBe(2);
    expect(answer.stderr).toMatch(/epsilon must be as declared, got "two": .*number/);
    writeFileSync(path, "{");
    expect((await asked(["run", SMALL[0], "--parameters", path])).stderr).toContain("--parameters must be a JSON file");
  });

  it("says that a file may not grow where the system says so, and keeps what it had finished", async () => {
    const out = join(place, "limited");
    const line = `ulimit -f 12; exec "${process.execPath}" "${command}" run ${SMALL.join(" ")} --results "${out}"`;
    const answer = await call("bash", ["-c", line], { cwd: place }).catch((error) => error as CommandAnswer);
    expect(answer).toMatchObject({ code: 3 });
    expect(answer.stderr).toMatch(
      /the journal of finished blocks .* cannot be written: the file would be larger than is allowed/,
    );
    expect(visible(join(out, SMALL[0]))).toEqual([]);
    expect(await idOf("limited", [])).toBe(await undisturbedId("whole"));
  });

  it("says what is wrong where results cannot be written", async () => {
    writeFileSync(join(place, "occupied"), "");
    const answer = await asked(["run", "randomized-response", "--results", join(place, "occupied", "results")]);
    expect(answer.code).toBe(3);
    expect(answer.stderr).toMatch(/the folder of results .* cannot be written: a part of the path is not a folder/);
  });
});

describe("epsilab verify", () => {
  it("passes for a result as it was computed, whole and in a sample of blocks", async () => {
    await undisturbedId("whole");
    const whole = await epsilab(["verify", "--results", join(place, "whole")]);
    expect(whole.stdout).toContain("1 of 1 result verified");
    expect(whole.code).toBe(0);
    const sample = await asked(["verify", SMALL[0], "--sample", "5", "--results", join(place, "whole")]);
    expect(sample.stdout).toContain("the same bits in 5 blocks");
  });

  it("fails and names the cell after one digit was changed", async () => {
    await undisturbedId("whole");
    cpSync(join(place, "whole"), join(place, "edited"), { recursive: true });
    const [runId] = visible(join(place, "edited", SMALL[0]));
    const path = join(place, "edited", SMALL[0], runId, "cells.jsonl");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace(/(?<="trials":\d*)0(?=[,}])/, "1"));
    const line = text.split("\n").findIndex((row) => row.includes('"trials":'));
    const { cell } = JSON.parse(text.split("\n")[line]);
    const answer = await asked(["verify", "--results", join(place, "edited")]);
    expect(answer.code).toBe(1);
    expect(answer.stdout).toContain(`cells.jsonl, line ${line + 1}, the cell ${JSON.stringify(cell)}`);
  });

  it("fails and names the cell, with how far apart, after one noise scale was changed in the code", async () => {
    await undisturbedId("harness");
    const copy = join(place, "copy");
    mkdirSync(copy);
    for (const name of ["bin", "dist", "package.json"])
      cpSync(join(project, name), join(copy, name), { recursive: true });
    symlinkSync(join(project, "node_modules"), join(copy, "node_modules"));
    const code = join(copy, "dist", "lib", "mechanisms", "noise", "laplace.js");
    const text = readFileSync(code, "utf8");
    const changed = text.replace("fillLaplace(scale, out, random)", "fillLaplace(0.9 * scale, out, random)");
    expect(changed).not.toBe(text);
    writeFileSync(code, changed);
    const at = join(copy, "bin", "epsilab");
    const answer = await epsilab(["verify", "--results", join(place, "harness")], { at });
    expect(answer.code).toBe(1);
    expect(answer.stdout).toMatch(/NOT the same: cells.jsonl, line 1: .*laplace.*standard errors apart/);
  });
});

function visible(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith(".")) : [];
}

function ended(child: ChildProcess): Promise<number | string | null> {
  return new Promise((resolve) => child.on("exit", (code, signal) => resolve(signal ?? code)));
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = "";
  for await (const chunk of stream ?? []) text += chunk;
  return text;
}
