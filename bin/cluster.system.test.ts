import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SlurmCluster } from "../bench/cluster/slurm-cluster.ts";
import type { TaskRecord } from "../experiments/engine/cluster/shared-journal.ts";
import { commandsOf, wordsOf } from "./document-commands.ts";
import { inProject } from "./setup/project.js";

const command = fileURLToPath(new URL("epsilab", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "epsilab-cluster-"));
const study = join(place, "study");
const cluster = new SlurmCluster();

/** Coins whose blocks take their time without work for the machine, so that there is time to kill what computes them. */
const SLOW_COINS = `import { axis, defineClaim, defineExperiment, estimateAtMost, sampledStudy, shareOf, z } from "epsilab/experiments";
import { fillBernoulli } from "epsilab/random";
const claim = defineClaim({
  id: "slow-coins-claim", title: "Coins", statement: "They show 1 at most half of the time.", source: [{ work: "folklore", year: 2026 }], evidence: ["proved"],
});
const study = (quick: number[]) => sampledStudy({
  axes: { p: axis(z.number().min(0).max(1), { means: "probability of 1", quick }) },
  trials: { quick: 1000, full: 1000, most: 2000 },
  blockSize: 50,
  intervals: () => 1,
  block: ({ p }, count, random) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    return { ones: fillBernoulli(p, new Float64Array(count), random).reduce((sum, draw) => sum + draw, 0) };
  },
  judge: (_, { ones }, context) => ({ checks: { share: estimateAtMost(shareOf(ones, context), 0.5) } }),
});
export default defineExperiment({
  id: "slow-coins", version: 1, title: "Slow coins",
  parts: { coins: { claim, asks: "At most half?", study: study([0.3, 0.47]), controls: { biased: { says: "too often", study: study([0.7]) } } } },
});
`;

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function epsilab(args: readonly string[], folder = study, env = cluster.environment): Promise<Answer> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [command, ...args], { cwd: folder, env });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as unknown as Answer;
  }
}

async function done(args: readonly string[], folder = study): Promise<string> {
  const { code, stdout, stderr } = await epsilab(args, folder);
  expect(code, stderr).toBe(0);
  return stdout;
}

/** The id of the only result of an experiment in a folder. */
function idIn(results: string, experiment: string): string | undefined {
  if (!existsSync(join(results, experiment))) return undefined;
  const [run] = readdirSync(join(results, experiment)).filter((name) => !name.startsWith(".")); // drafts
  return run === undefined ? undefined : readFileSync(join(results, experiment, run, "MANIFEST"), "utf8");
}

function environmentIn(results: string, experiment: string) {
  const [run] = readdirSync(join(results, experiment));
  return JSON.parse(readFileSync(join(results, experiment, run, "env.json"), "utf8"));
}

beforeAll(async () => {
  mkdirSync(join(study, "experiments"), { recursive: true });
  writeFileSync(join(study, "package.json"), JSON.stringify({ name: "study", version: "1.0.0", type: "module" }));
  writeFileSync(join(study, "experiments", "slow-coins.ts"), SLOW_COINS);
  await cluster.start();
});
afterAll(async () => {
  await cluster.stop();
  rmSync(place, { recursive: true, force: true });
});

const HEADLINES = ["minimax-bounds", "membership-tradeoff", "thresholdout-holdout", "erm-excess-risk"];

describe("the headline harnesses on Slurm", () => {
  const sizes = [1, 4, 16];
  const resultsOf = (tasks: number) => join(place, `tasks-${tasks}`, "results");

  beforeAll(async () => {
    for (const tasks of sizes) {
      for (const id of HEADLINES) {
        await done(["submit", id, "--slurm", "--tasks", String(tasks), "--results", resultsOf(tasks)]);
      }
      if (tasks === 1) for (const id of HEADLINES) await done(["run", id, "--results", join(place, "alone")]); // meanwhile
      await cluster.idle(600_000);
    }
  }, 1_800_000);

  it.each(sizes)("in %i tasks have the ids of one machine", (tasks) => {
    for (const id of HEADLINES) {
      expect(idIn(join(place, "alone"), id), id).toBeDefined();
      expect(idIn(resultsOf(tasks), id), id).toBe(idIn(join(place, "alone"), id));
    }
  });
});

describe("a run on Slurm", () => {
  const alone = join(place, "alone");
  beforeAll(() => done(["run", "slow-coins", "--threads", "16", "--results", alone]));

  /** What the tasks of a run wrote down of themselves. */
  function recordsOf(name: string): readonly TaskRecord[] {
    const journals = join(place, name, ".cache", "cluster");
    const paths = readdirSync(journals, { recursive: true })
      .map(String)
      .filter((path) => /\/tasks\/[^/]+\.json$/.test(path));
    return paths.map((path) => JSON.parse(readFileSync(join(journals, path), "utf8")));
  }

  /** Submits the coins, does something to the cluster when tasks are at work, and waits for the result. */
  async function survives(name: string, harm: (node: string) => Promise<void>): Promise<string> {
    const results = join(place, name, "results");
    await done(["submit", "slow-coins", "--slurm", "--tasks", "8", "--results", results]);
    await cluster.until(() => recordsOf(name).length >= 8, 120_000, "the tasks did not start");
    const [{ node }] = [...recordsOf(name)].sort((one, other) => (one.begun < other.begun ? 1 : -1)); // has just begun
    await harm(node);
    await cluster.until(() => idIn(results, "slow-coins") !== undefined, 240_000, `no result of ${name}`);
    await cluster.idle(60_000);
    expect(idIn(results, "slow-coins")).toBe(idIn(alone, "slow-coins"));
    return results;
  }

  it("goes on when five tasks are killed, and says so", { timeout: 400_000 }, async () => {
    const results = await survives("tasks", async (node) => {
      const tasks = cluster.tasks().sort((one, other) => Number(other.node === node) - Number(one.node === node));
      for (const task of tasks.slice(0, 5)) cluster.killTask(task);
    });
    const { cluster: record } = environmentIn(results, "slow-coins");
    expect(record.lost).toBeGreaterThan(0); // some may have been through
    expect(record.lost).toBeLessThan(6);
    expect(record.tasks).toBeGreaterThan(8);
    expect(record.nodes.length).toBeGreaterThan(1);
    expect(record.nodes.every((node: string) => cluster.nodes.includes(node))).toBe(true);
  });

  it("goes on when a daemon is killed, whose orphaned tasks finish and are requeued", {
    timeout: 400_000,
  }, async () => {
    let killed = "";
    await survives("daemon", async (node) => {
      killed = node;
      await cluster.killDaemon(node);
      await cluster.declareLost(node);
    });
    const names = recordsOf("daemon").map(({ round, shard }) => `${round} ${shard}`);
    expect(names.length).toBeGreaterThan(new Set(names).size); // the orphan and its second self
    await cluster.restartNode(killed);
  });

  it("goes on when a node is lost with all that ran on it", { timeout: 400_000 }, async () => {
    let killed = "";
    await survives("node", async (node) => {
      killed = node;
      await cluster.killNode(node); // Slurm finds out by itself
    });
    await cluster.restartNode(killed);
  });

  it("goes on when its merge job is killed", { timeout: 400_000 }, async () => {
    const results = join(place, "merge", "results");
    let killed = 0;
    await survives("merge", async () => {
      await cluster.until(
        () => {
          const merges = cluster.tasks().filter(({ array }) => array === undefined);
          for (const task of merges) cluster.killTask(task);
          killed += merges.length;
          return killed > 0;
        },
        120_000,
        "no merge job ran",
      );
    });
    expect(killed).toBe(1);
    expect(environmentIn(results, "slow-coins").cluster.rounds).toBeGreaterThan(1);
  });

  it("is shown, ended and taken up again from where it was", { timeout: 400_000 }, async () => {
    const results = join(place, "ended", "results");
    const submit = ["submit", "slow-coins", "--slurm", "--tasks", "2", "--results", results];
    expect(await done(submit)).toContain("60 blocks of run");
    const merges = (await cluster.jobs()).filter(({ array }) => array === undefined);
    expect(merges.map(({ state }) => state)).toEqual(["PENDING", "PENDING"]); // the merge has its spare before it begins
    const again = await epsilab(submit);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("must not be submitted twice at once")]);
    const standing = async () => JSON.parse(await done(["jobs", "--json", "--results", results]));
    await cluster.until(async () => (await standing()).blocks > 5, 60_000, "no block was computed");
    expect(await done(["jobs", "--results", results])).toMatch(
      /slow-coins-\w{12} +\d running, \d waiting +\d +\d+ of \d+ +0 /,
    );
    expect(await done(["cancel", "slow-coins", "--results", results])).toContain("its blocks are kept");
    await cluster.idle(60_000);
    expect((await standing()).state).toBe("idle: submit it again");
    const { blocks } = await standing();
    const [, left] = /^(\d+) blocks of run/.exec(await done(submit)) ?? [];
    expect(Number(left)).toBe(blocks === 60 ? 20 : 60 - blocks); // 20: the next look of the cell that is open
    await cluster.until(() => idIn(results, "slow-coins") !== undefined, 240_000, "no result");
    expect(idIn(results, "slow-coins")).toBe(idIn(alone, "slow-coins"));
    expect((await standing()).state).toBe("stored");
    expect(await done(submit)).toContain("the same as the one already stored");
    await cluster.idle(60_000);
  });

  it("is submitted, shown and ended by the commands of docs/cluster.md", { timeout: 400_000 }, async () => {
    const results = ["--results", join(place, "documented", "results")];
    const lines = commandsOf(readFileSync(inProject("docs", "cluster.md"), "utf8"));
    expect(lines.map((line) => line.split(" ")[0])).toEqual(["submit", "jobs", "cancel"]);
    const answers: string[] = [];
    for (const line of lines) answers.push(await done([...wordsOf(line), ...results]));
    expect(answers).toEqual([
      expect.stringContaining("blocks of run"),
      expect.stringMatching(/erm-excess-risk-\w{12} +\d+ running, \d+ waiting/),
      expect.stringContaining("its blocks are kept"),
    ]);
    await cluster.idle(60_000);
  });

  it("stops when rounds bring nothing, and says why", { timeout: 400_000 }, async () => {
    const results = join(place, "broken", "results");
    const broken = join(study, "experiments", "broken-coins.ts");
    const text = SLOW_COINS.replaceAll("slow-coins", "broken-coins").replace(
      "Atomics.wait",
      'if (p === 0.47) throw new Error("no luck"); Atomics.wait',
    );
    writeFileSync(broken, text.replace(", 400)", ", 1)"));
    await done(["submit", broken, "--slurm", "--tasks", "4", "--results", results]);
    await cluster.idle(300_000);
    const standing = await done(["jobs", "broken-coins", "--results", results]);
    expect(standing).toContain(
      "3 rounds in a row brought no block: broken-coins, part coins, p=0.47, block 0: no luck",
    );
    expect(idIn(results, "broken-coins")).toBeUndefined();
    rmSync(broken);
  });

  it("is refused in a line where Slurm cannot take it", async () => {
    const submit = ["submit", "slow-coins", "--slurm", "--results", join(place, "refused", "results")];
    const partition = await epsilab([...submit, "--partition", "nowhere"]);
    expect(partition.code).toBe(3);
    expect(partition.stderr).toMatch(
      /^epsilab: Slurm must take the job, got from sbatch: invalid partition specified: nowhere.*\n$/,
    );
    const empty = mkdtempSync(join(place, "empty-"));
    const without = await epsilab(submit, study, { ...cluster.environment, PATH: empty });
    expect([without.code, without.stderr]).toEqual([
      3,
      expect.stringMatching(/^epsilab: Slurm must be on this machine, got no squeue on the PATH.*\n$/),
    ]);
    const script = await done([...submit, "--dry-run", "--time", "30:00", "--option", "mem=2G"]);
    expect(script).toContain("#SBATCH --time=30:00\n#SBATCH --mem=2G\n");
  });
});

describe("GNU parallel", () => {
  it("drives the shards, round after round", { timeout: 300_000 }, async () => {
    const [journal, results] = [join(place, "parallel"), join(place, "by-parallel")];
    const line = `${process.execPath} ${command}`;
    const script = `while parallel --will-cite ${line} run slow-coins --shard {}/8 --journal ${journal} ::: {1..8}
      ${line} merge slow-coins --journal ${journal} --results ${results}; [ $? = 4 ]; do :; done`;
    await promisify(execFile)("bash", ["-c", script], {
      cwd: study,
      env: { ...cluster.environment, HOME: dirname(place) },
    });
    expect(idIn(results, "slow-coins")).toBe(idIn(join(place, "alone"), "slow-coins"));
    expect(environmentIn(results, "slow-coins").cluster.rounds).toBeGreaterThan(1);
  });
});
