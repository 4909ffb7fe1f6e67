import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TaskRecord } from "../experiments/engine/cluster/shared-journal.ts";
import { ClusterStudy, environmentIn, idIn, SLOW_COINS } from "./cluster-study.ts";
import { commandsOf, wordsOf } from "./document-commands.ts";
import { inProject } from "./setup/project.js";

const study = new ClusterStudy();
const { place, cluster } = study;
const done = (args: readonly string[]) => study.done(args);
beforeAll(() => study.start());
afterAll(() => study.stop());

describe("a run on Slurm", () => {
  let alone = "";
  beforeAll(async () => {
    alone = await study.coinsAlone();
  });

  /** What the tasks of a run wrote down of themselves. */
  function recordsOf(name: string): readonly TaskRecord[] {
    const journals = join(place, name, ".cache", "cluster");
    const paths = readdirSync(journals, { recursive: true })
      .map(String)
      .filter((path) => /\/tasks\/[^/]+\.json$/.test(path));
    return paths.map((path) => JSON.parse(readFileSync(join(journals, path), "utf8")));
  }

  /** How many blocks the tasks of a run have written. */
  function blocksOf(name: string): number {
    const journals = join(place, name, ".cache", "cluster");
    const paths = readdirSync(journals, { recursive: true })
      .map(String)
      .filter((path) => /\/blocks\/[^/]+$/.test(path));
    return paths.reduce((sum, path) => sum + readFileSync(join(journals, path), "utf8").split("\n").length - 1, 0);
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
    expect(idIn(results, "slow-coins")).toBe(alone);
    return results;
  }

  it("goes on when five tasks and then its merge job are killed, and says so", { timeout: 400_000 }, async () => {
    let killed = 0;
    const results = await survives("tasks", async (node) => {
      const tasks = cluster.tasks().sort((one, other) => Number(other.node === node) - Number(one.node === node));
      for (const task of tasks.slice(0, 5)) cluster.killTask(task);
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
    const { cluster: record } = environmentIn(results, "slow-coins");
    expect(record.lost).toBeGreaterThan(0); // some may have been through
    expect(record.lost).toBeLessThan(6);
    expect(record.tasks).toBeGreaterThan(8);
    expect(record.rounds).toBeGreaterThan(1);
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

  it("is shown, ended and taken up again from where it was", { timeout: 400_000 }, async () => {
    const results = join(place, "ended", "results");
    const inTasks = (tasks: number) => ["submit", "slow-coins", "--slurm", "--tasks", `${tasks}`, "--results", results];
    const submit = inTasks(1); // half a minute of blocks, so that there is time to look and to end it
    expect(await done(submit)).toContain("60 blocks of run");
    const merges = (await cluster.jobs()).filter(({ array }) => array === undefined);
    expect(merges.map(({ state }) => state)).toEqual(["PENDING", "PENDING"]); // the merge has its spare before it begins
    const again = await study.epsilab(submit);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("must not be submitted twice at once")]);
    const standing = async () => JSON.parse(await done(["jobs", "--json", "--results", results]));
    await cluster.until(() => blocksOf("ended") > 5, 60_000, "no block was computed");
    expect((await standing()).blocks).toBeGreaterThan(5);
    expect(await done(["jobs", "--results", results])).toMatch(
      /slow-coins-\w{12} +\d running, \d waiting +\d +\d+ of \d+ +0 /,
    );
    expect(await done(["cancel", "slow-coins", "--results", results])).toContain("its blocks are kept");
    await cluster.idle(60_000);
    expect((await standing()).state).toBe("idle: submit it again");
    const { blocks, asked } = await standing();
    const [, left] = /^(\d+) blocks of run/.exec(await done(inTasks(8))) ?? [];
    // 20 more: the next look of the cell that is open, where all its blocks are there.
    expect([asked - blocks, asked - blocks + 20]).toContain(Number(left));
    await cluster.until(() => idIn(results, "slow-coins") !== undefined, 240_000, "no result");
    expect(idIn(results, "slow-coins")).toBe(alone);
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
    const broken = join(study.folder, "experiments", "broken-coins.ts");
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
    const partition = await study.epsilab([...submit, "--partition", "nowhere"]);
    expect(partition.code).toBe(3);
    expect(partition.stderr).toMatch(
      /^epsilab: Slurm must take the job, got from sbatch: invalid partition specified: nowhere.*\n$/,
    );
    const empty = mkdtempSync(join(place, "empty-"));
    const without = await study.epsilab(submit, { ...cluster.environment, PATH: empty });
    expect([without.code, without.stderr]).toEqual([
      3,
      expect.stringMatching(/^epsilab: Slurm must be on this machine, got no squeue on the PATH.*\n$/),
    ]);
    const script = await done([...submit, "--dry-run", "--time", "30:00", "--option", "mem=2G"]);
    expect(script).toContain("#SBATCH --time=30:00\n#SBATCH --mem=2G\n");
  });
});
