/**
 * A project of its own beside a Slurm of its own, for the tests that give runs to a cluster.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";
import { SlurmCluster } from "../bench/cluster/slurm-cluster.ts";

export const command = fileURLToPath(new URL("epsilab", import.meta.url));

/** Coins whose blocks take their time without work for the machine, so that there is time to kill what computes them. */
export const SLOW_COINS = `
import { axis, defineClaim, defineExperiment, estimateAtMost, sampledStudy, shareOf, z } from "epsilab/experiments";
import { fillBernoulli } from "epsilab/random";
const claim = defineClaim({
  id: "slow-coins-claim", title: "Coins", statement: "They show 1 at most half of the time.",
  source: [{ work: "folklore", year: 2026 }], evidence: ["proved"],
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
  parts: {
    coins: {
      claim, asks: "At most half?", study: study([0.3, 0.47]),
      controls: { biased: { says: "too often", study: study([0.7]) } },
    },
  },
});
`;

/** The same coins without a pause in their blocks: their result has the same id. */
const QUICK_COINS = SLOW_COINS.replace(", 400)", ", 0)");

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export class ClusterStudy {
  readonly place = mkdtempSync(join(tmpdir(), "epsilab-cluster-"));
  /** The project's folder, with the experiment `slow-coins`. */
  readonly folder = join(this.place, "study");
  /** A file that exports the same experiment, whose blocks take no time. */
  readonly quickCoins = join(this.place, "quick-coins.ts");
  readonly cluster = new SlurmCluster();

  async start(): Promise<void> {
    mkdirSync(join(this.folder, "experiments"), { recursive: true });
    writeFileSync(
      join(this.folder, "package.json"),
      JSON.stringify({ name: "study", version: "1.0.0", type: "module" }),
    );
    writeFileSync(join(this.folder, "experiments", "slow-coins.ts"), SLOW_COINS);
    writeFileSync(this.quickCoins, QUICK_COINS);
    await this.cluster.start();
  }

  async stop(): Promise<void> {
    await this.cluster.stop();
    rmSync(this.place, { recursive: true, force: true });
  }

  /** Runs the command in the project. */
  async epsilab(args: readonly string[], env = this.cluster.environment): Promise<Answer> {
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [command, ...args], {
        cwd: this.folder,
        env,
      });
      return { code: 0, stdout, stderr };
    } catch (error) {
      return error as unknown as Answer;
    }
  }

  /** What a command prints that must succeed. */
  async done(args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.epsilab(args);
    expect(code, stderr).toBe(0);
    return stdout;
  }

  /** The id of the coins on one machine. */
  async coinsAlone(): Promise<string> {
    const results = join(this.place, "coins-alone");
    await this.done(["run", this.quickCoins, "--threads", "0", "--results", results]);
    return `${idIn(results, "slow-coins")}`;
  }

  /** Runs each experiment, or some parts of it, alone and in each number of tasks, and expects the ids of one machine. */
  async expectSameIds(
    tasksOf: Readonly<Record<string, readonly number[]>>,
    partsOf: Readonly<Record<string, readonly string[]>> = {},
  ): Promise<void> {
    const resultsOf = (tasks: number) => join(this.place, `tasks-${tasks}`, "results");
    const alone = join(this.place, "alone");
    const chosen = (id: string) => (partsOf[id] === undefined ? [id] : [id, "--parts", partsOf[id].join()]);
    const submitted = (wave: number) =>
      Object.entries(tasksOf).flatMap(([id, sizes]) => (wave < sizes.length ? [{ id, tasks: sizes[wave] }] : []));
    const waves = Math.max(...Object.values(tasksOf).map(({ length }) => length)); // a run is not submitted twice at once
    for (let wave = 0; wave < waves; wave++) {
      for (const { id, tasks } of submitted(wave))
        await this.done(["submit", ...chosen(id), "--slurm", "--tasks", `${tasks}`, "--results", resultsOf(tasks)]);
      if (wave === 0)
        for (const id of Object.keys(tasksOf)) await this.done(["run", ...chosen(id), "--results", alone]); // meanwhile
      await this.cluster.idle(1_800_000);
    }
    const runs = Array.from({ length: waves }, (_, wave) => submitted(wave)).flat();
    for (const { id, tasks } of runs) {
      expect(idIn(alone, id), id).toBeDefined();
      expect(idIn(resultsOf(tasks), id), `${id} in ${tasks} tasks`).toBe(idIn(alone, id));
    }
  }
}

/** The id of the only result of an experiment in a folder. */
export function idIn(results: string, experiment: string): string | undefined {
  if (!existsSync(join(results, experiment))) return undefined;
  const [run] = readdirSync(join(results, experiment)).filter((name) => !name.startsWith(".")); // drafts
  return run === undefined ? undefined : readFileSync(join(results, experiment, run, "MANIFEST"), "utf8");
}

export function environmentIn(results: string, experiment: string) {
  const [run] = readdirSync(join(results, experiment));
  return JSON.parse(readFileSync(join(results, experiment, run, "env.json"), "utf8"));
}
