import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandAnswer, ResidentCommand } from "../../../testing/resident-command.ts";

const command = join(import.meta.dirname, "..", "..", "..", "bin", "epsilab");
const call = promisify(execFile);
const SMALL = ["randomized-response", "epsilon=1", "share=0.5", "respondents=100"];
const [ID] = SMALL;

const resident = new ResidentCommand();
let place = "";
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "epsilab-shards-"));
});
afterAll(() => {
  resident.end();
  rmSync(place, { recursive: true, force: true });
});

async function epsilab(...args: readonly string[]): Promise<CommandAnswer> {
  return bash(`exec "$@"`, process.execPath, command, ...args);
}

async function bash(line: string, ...args: readonly string[]): Promise<CommandAnswer> {
  try {
    return { code: 0, ...(await call("bash", ["-c", line, "bash", ...args], { cwd: place, maxBuffer: 1 << 26 })) };
  } catch (error) {
    return error as unknown as CommandAnswer;
  }
}

const citationIn = ({ stdout }: CommandAnswer) => /Cite as (\S+)/.exec(stdout)?.[1];

describe("epsilab run --shard and epsilab merge", () => {
  it("share a run of one part; later shards need not say what the first said", async () => {
    const [journal, results] = [join(place, "parts"), join(place, "parts-results")];
    const first = await epsilab(
      "run",
      ID,
      "epsilon=1,2",
      "--cells",
      "privacy",
      "--seed",
      "7",
      "--shard",
      "2/2",
      "--journal",
      journal,
    );
    expect(first.stdout).toMatch(/^Shard 2\/2 of round 1: \d+ blocks? computed, 0 there before\./);
    const early = await epsilab("merge", ID, "--journal", journal, "--results", results);
    expect([early.code, early.stdout]).toEqual([
      4,
      expect.stringMatching(/^\d+ blocks? missing\. Round 2 computes them: /),
    ]);
    expect((await epsilab("run", ID, "--shard", "1/1", "--journal", journal)).code).toBe(0);
    const merged = await epsilab("merge", ID, "--journal", journal, "--results", results);
    expect(merged.code, merged.stderr).toBe(0);
    const alone = await epsilab(
      "run",
      ID,
      "epsilon=1,2",
      "--parts",
      "privacy",
      "--seed",
      "7",
      "--results",
      join(place, "alone"),
    );
    expect(citationIn(merged)).toBe(citationIn(alone));
    expect((await epsilab("run", ID, "--shard", "1/9", "--journal", journal)).stdout).toContain(
      "Nothing is left to compute",
    );
    expect((await epsilab("merge", ID, "--journal", journal)).stdout).toContain("the same as the one already stored");
  });

  it("go on after a disk that was full", async () => {
    const [journal, results] = [join(place, "full"), join(place, "full-results")];
    const shard = ["run", ...SMALL, "--shard", "1/1", "--journal", journal];
    const full = await bash(`ulimit -f 12; exec "$@"`, process.execPath, command, ...shard);
    expect([full.code, full.stderr]).toEqual([
      3,
      expect.stringMatching(/the journal of finished blocks .* cannot be written/),
    ]);
    const again = await epsilab(...shard);
    expect(again.stdout).toMatch(/^Shard 1\/1 of round 1: \d+ blocks computed, [1-9]\d* there before\./);
    const merged = await epsilab("merge", ID, "--journal", journal, "--results", results);
    const alone = await epsilab("run", ...SMALL, "--results", join(place, "whole"));
    expect(citationIn(merged)).toBe(citationIn(alone));
  });

  it.each([
    [
      "a share that is none",
      ["run", ID, "--shard", "5/4", "--journal", "j"],
      2,
      '--shard must be k/n with k from 1 to n, as 3/64, got "5/4"',
    ],
    [
      "a shard without a journal",
      ["run", ID, "--shard", "1/4"],
      2,
      "--shard must come with --journal, a folder that all tasks see, got none",
    ],
    [
      "a journal without a shard",
      ["run", ID, "--journal", "j"],
      2,
      "--journal must come with --shard, as --shard 1/64, got none",
    ],
    [
      "a shard of many experiments",
      ["run", "all", "--shard", "1/4", "--journal", "j"],
      2,
      "--shard must be of one experiment, got ",
    ],
    ["a merge of nothing", ["merge", ID, "--journal", "nowhere"], 3, "there is no journal in nowhere"],
    ["a scheduler that is not said", ["submit", ID], 2, "--slurm must be given"],
    [
      "an option that is none",
      ["submit", ID, "--slurm", "--option", "mem"],
      2,
      "--option must be key=value with a long option of sbatch, as mem=2G",
    ],
    [
      "a number of tasks that is none",
      ["submit", ID, "--slurm", "--tasks", "0"],
      2,
      "--tasks must be a whole number from 1 to ",
    ],
    [
      "a run that was not submitted",
      ["cancel", "nothing"],
      2,
      'run must be one that was submitted (none), got "nothing"',
    ],
  ])("refuse %s in a line", async (_, args, code, message) => {
    const answer = await resident.ask(args, place);
    expect([answer.code, answer.stderr]).toEqual([code, expect.stringContaining(message)]);
    expect(answer.stderr.trim().split("\n")).toHaveLength(1);
  });

  it("show a journal that cannot be read as such", async () => {
    const answer = await resident.ask(["jobs", "--journal", "nowhere"], place);
    expect([answer.code, answer.stdout]).toEqual([
      0,
      expect.stringMatching(/nowhere +cannot be read[\s\S]*nowhere: there is no journal in nowhere/),
    ]);
  });
});
