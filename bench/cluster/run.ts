/**
 * `npm run bench:cluster`: what a run costs on a cluster: one experiment in 1, 4 and 16 tasks of a real Slurm beside worker
 * threads, the journal and the merge of a plan with 100 000 blocks, and the speed-up that follows by simulation.
 *
 * Prints tables and writes bench/cluster/report.md and speed-up.svg. Slurm runs on this machine, with as many cores as it has; all
 * sides use the same.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderSvg } from "../../lib/figures/drawing/render-svg.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { SlurmCluster } from "./slurm-cluster.ts";
import { type Costs, simulate } from "./speed-up.ts";

const project = fileURLToPath(new URL("../../../", import.meta.url));
const command = join(project, "bin", "epsilab");
const EXPERIMENT = "minimax-bounds";
const ROUNDS = 3;
const place = mkdtempSync(join(tmpdir(), "epsilab-bench-cluster-"));
const cluster = new SlurmCluster({ nodes: availableParallelism(), cpusPerNode: 1 });

interface Measured {
  readonly seconds: number;
  /** The largest resident memory, in bytes. */
  readonly memory: number;
}

const now = () => Number(process.hrtime.bigint()) / 1e9;

/** Runs a command to its end; by way of /proc, how much memory it had at most. */
async function measured(args: readonly string[], folder = project, node: readonly string[] = []): Promise<Measured> {
  const begun = now();
  const child: ChildProcess = spawn(process.execPath, [...node, command, ...args], {
    cwd: folder,
    env: cluster.environment,
    stdio: "ignore",
  });
  let memory = 0;
  const look = () => {
    try {
      const [, kibibytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
      memory = Math.max(memory, 1024 * Number(kibibytes));
    } catch {} // it has ended
  };
  const watch = setInterval(look, 20);
  const [code] = await once(child, "exit");
  clearInterval(watch);
  if (code !== 0 && code !== 4) throw new Error(`epsilab ${args.join(" ")} ended with ${code}`);
  return { seconds: now() - begun, memory };
}

/** One run beside the others, interleaved; the least of the rounds. */
async function overhead(): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  const note = (name: string, seconds: number) => times.set(name, Math.min(times.get(name) ?? Infinity, seconds));
  for (let round = 0; round < ROUNDS; round++) {
    const threads = String(availableParallelism());
    note(
      `${threads} worker threads`,
      (
        await measured([
          "run",
          EXPERIMENT,
          "--threads",
          threads,
          "--results",
          join(place, `threads-${round}`, "results"),
        ])
      ).seconds,
    );
    note(
      "no threads",
      (await measured(["run", EXPERIMENT, "--threads", "0", "--results", join(place, `alone-${round}`, "results")]))
        .seconds,
    );
    for (const tasks of [1, 4, 16]) {
      const begun = now();
      await measured([
        "submit",
        EXPERIMENT,
        "--slurm",
        "--tasks",
        String(tasks),
        "--results",
        join(place, `${tasks}-${round}`, "results"),
      ]);
      await cluster.idle(600_000);
      note(`Slurm, ${tasks} task${tasks === 1 ? "" : "s"}`, now() - begun);
    }
  }
  return times;
}

/** Blocks that cost next to nothing, so that what is left is the engine. */
function manyBlocks(): string {
  const study = join(place, "study");
  mkdirSync(join(study, "experiments"), { recursive: true });
  writeFileSync(join(study, "package.json"), JSON.stringify({ name: "study", version: "1.0.0", type: "module" }));
  writeFileSync(
    join(study, "experiments", "many-blocks.ts"),
    `import { axis, defineClaim, defineExperiment, sampledStudy, z } from "${"epsilab"}/experiments";
const claim = defineClaim({
  id: "many-claim", title: "Many", statement: "Counts.",
  source: [{ work: "folklore", year: 2026 }], evidence: ["proved"],
});
const upTo = (count: number) => Array.from({ length: count }, (_, k) => k);
const study = (scale: number, trials: number) => sampledStudy({
  axes: { cell: axis(z.int(), { means: "cell", quick: upTo(10), full: upTo(100) }) },
  trials: { quick: trials, full: trials }, blockSize: 1, intervals: () => 1,
  block: (_, count, random) => ({ sum: count * random.uint32(), counts: Array.from({ length: 16 }, () => random.uint32() % 100) }),
  merge: (one, other) => ({ sum: one.sum + other.sum, counts: one.counts.map((each, k) => each + other.counts[k]) }),
  judge: (_, { sum }, { trials: made }) => ({
    checks: { mean: { verdict: scale * sum / made < 2 ** 32 ? "holds" : "violated", estimate: sum / made } },
  }),
});
export default defineExperiment({
  id: "many-blocks", version: 1, title: "Many blocks",
  parts: {
    many: {
      claim, asks: "Are they counted?", study: study(1, 1000),
      controls: { wrong: { says: "scaled", study: study(1e6, 1) } },
    },
  },
});
`,
  );
  return study;
}

interface Merged {
  readonly blocks: number;
  readonly bytes: number;
  readonly compute: number;
  readonly merge: Measured;
  /** The same in a heap that leaves no room for garbage. */
  readonly tight: Measured;
}

async function journal(size: "quick" | "full", study: string): Promise<Merged> {
  const folder = join(place, `journal-${size}`);
  const compute = await measured(["run", "many-blocks", `--${size}`, "--shard", "1/1", "--journal", folder], study);
  const files = readdirSync(join(folder, "blocks")).map((name) => join(folder, "blocks", name));
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  const blocks = files.reduce((sum, path) => sum + readFileSync(path, "utf8").split("\n").length - 1, 0);
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  const mergeOf = (from: string, to: string) => [
    "merge",
    "many-blocks",
    "--journal",
    from,
    "--results",
    join(place, size, to),
  ];
  const merge = await measured(mergeOf(folder, "ample"), study);
  const tight = await measured(mergeOf(copy, "tight"), study, ["--max-old-space-size=64", "--max-semi-space-size=2"]);
  return { blocks, bytes, compute: compute.seconds, merge, tight };
}

/** Tasks that do nothing, started as fast as Slurm can: on nodes that claim to have a core for each. */
async function secondsBetweenStarts(): Promise<number> {
  const tasks = 200;
  const wide = new SlurmCluster({ nodes: 4, cpusPerNode: 64 });
  await wide.start();
  try {
    const begun = now();
    await wide.run("sbatch", "--parsable", `--array=1-${tasks}`, "--output=/dev/null", "--wrap", "true");
    await wide.idle(120_000);
    return (now() - begun) / tasks;
  } finally {
    await wide.stop();
  }
}

async function main(): Promise<void> {
  await cluster.start();
  const lines: string[] = [];
  const say = (text: string) => {
    process.stdout.write(`${text}\n`);
    lines.push(text);
  };
  say(`# A run on a cluster

Written by \`npm run bench:cluster\`. Slurm, its ${cluster.nodes.length} nodes of one core and the worker threads run on one
machine: ${cpus()[0]?.model.trim()}, ${availableParallelism()} cores,
Node ${process.version}; load at the start ${loadavg()[0].toFixed(1)}.

## ${EXPERIMENT}, quick size, from the command to the stored result
The least of ${ROUNDS} rounds, interleaved.

| by | seconds |
|---|---|`);
  const times = await overhead();
  for (const [name, seconds] of times) say(`| ${name} | ${seconds.toFixed(1)} |`);
  const study = manyBlocks();
  const [small, large] = [await journal("quick", study), await journal("full", study)];
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  say(`
## Many blocks, each next to nothing
Memory is the largest of the merge: as Node takes it, which collects garbage late, and in a heap of 64 MB.

| blocks | journal, MB | computed in, s | merged in, s | memory, MB | in a small heap, MB |
|---|---|---|---|---|---|`);
  for (const { blocks, bytes, compute, merge, tight } of [small, large]) {
    const taken = `${compute.toFixed(1)} | ${merge.seconds.toFixed(1)}`;
    const memory = `${megabytes(merge.memory)} | ${megabytes(tight.memory)}`;
    say(`| ${blocks} | ${(bytes / 1e6).toFixed(1)} | ${taken} | ${memory} |`);
  }
  const empty = await measured(["run", EXPERIMENT, "--shard", "1000000/1000000", "--journal", join(place, "empty")]);
  const mergeBlock = (large.merge.seconds - small.merge.seconds) / (large.blocks - small.blocks);
  const costs: Costs = {
    betweenStarts: await secondsBetweenStarts(),
    start: empty.seconds,
    mergeStart: Math.max(0, small.merge.seconds - mergeBlock * small.blocks),
    mergeBlock,
  };
  const shown = (seconds: number) => `${(1000 * seconds).toPrecision(3)} ms`;
  say(`
## Speed-up by simulation
Costs as measured: ${shown(costs.betweenStarts)} between the starts of two tasks by Slurm, ${shown(costs.start)} until a
task computes, ${shown(costs.mergeStart)} until a merge reads, ${shown(costs.mergeBlock)} for each block it reads. As many free
cores as tasks, one round; the blocks' times are exponentially distributed. The limit is what takes most of the time beside an
even division.
`);
  const plans = [
    { blocks: 1e5, seconds: 1 },
    { blocks: 1e5, seconds: 10 },
  ];
  const counts = [1, 10, 100, 1000, 10_000];
  const titles = plans.map(({ blocks, seconds }) => `${blocks} blocks of ${seconds} s: speed-up, limit`);
  say(`| tasks | ${titles.join(" | ")} |\n|---|${plans.map(() => "---").join("|")}|`);
  for (const tasks of counts) {
    const runs = plans.map((plan) => simulate(plan, costs, tasks));
    say(
      `| ${tasks} | ${runs.map(({ speedUp, limit }) => `${speedUp.toFixed(speedUp < 100 ? 1 : 0)}, ${limit}`).join(" | ")} |`,
    );
  }
  const many = Array.from({ length: 33 }, (_, k) => Math.round(10 ** (k / 8)));
  const figure = rateFigure({
    caption:
      "The speed-up of a run on a cluster, simulated with the measured costs of starting tasks and of the merge.",
    source: "npm run bench:cluster",
    x: { label: "tasks" },
    y: { label: "speed-up" },
    panels: [
      {
        theory: [
          { name: "even division", x: many, y: many, role: "bound" },
          ...plans.map((plan) => ({
            name: `100 000 blocks of ${plan.seconds} s`,
            x: many,
            y: many.map((tasks) => simulate(plan, costs, tasks).speedUp),
          })),
        ],
      },
    ],
  });
  writeFileSync(
    join(project, "bench", "cluster", "report.md"),
    `${lines.join("\n")}\n\n![Speed-up against the number of tasks](speed-up.svg)\n`,
  );
  writeFileSync(join(project, "bench", "cluster", "speed-up.svg"), renderSvg(figure));
}

try {
  await main();
} finally {
  await cluster.stop();
  rmSync(place, { recursive: true, force: true });
}
