import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SlurmCluster } from "../../../bench/cluster/slurm-cluster.ts";

/** Only liveness: how long Slurm may take on a busy machine. */
const PATIENCE = 100_000;

/** A script that waits until the test writes a file, then notes which task it is, where it runs and how often it was requeued. */
function waitingScript(name: string): string {
  return `until [ -e ${name}.go ]; do sleep 0.1; done; echo "$SLURM_ARRAY_TASK_ID $SLURMD_NODENAME \${SLURM_RESTART_COUNT:-0}" >> ${name}.done`;
}

/** Whether a process runs: one that has ended and was not reaped has no command line. */
function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) && readFileSync(file, "utf8") !== "";
}

describe("the cluster of the tests", () => {
  const cluster = new SlurmCluster();
  beforeAll(() => cluster.start());
  afterAll(() => cluster.stop());

  const linesOf = (name: string) => readFileSync(join(cluster.folder, name), "utf8").trimEnd().split("\n").sort();
  const submit = (...args: readonly string[]) => cluster.run("sbatch", "--parsable", ...args);
  const release = (name: string) => writeFileSync(join(cluster.folder, `${name}.go`), "");

  it("runs an array of 16 tasks, and after them a job that depends on it", async () => {
    const array = await submit("--array=0-15", "--wrap", 'echo "$SLURM_ARRAY_TASK_ID" >> tasks');
    await submit(`--dependency=afterany:${array}`, "--wrap", "cp tasks tasks-seen");
    await cluster.idle(PATIENCE);
    const all = Array.from({ length: 16 }, (_, index) => String(index)).sort();
    expect(linesOf("tasks-seen")).toEqual(all);
  });

  it("requeues the tasks of a lost node once, and twice runs those whose slurmd alone is gone", async () => {
    await submit("--array=0-3", "--wrap", waitingScript("loss"));
    await cluster.until(() => cluster.tasks().length === 4, PATIENCE, "the tasks did not start");
    const placed = cluster.tasks().map(({ index, node }) => ({ index, node }));
    expect([...new Set(placed.map(({ node }) => node))].sort()).toEqual(["n1", "n2"]);

    await cluster.killDaemon("n1");
    await cluster.killNode("n2");
    expect(cluster.tasks().map(({ node }) => node)).toEqual(["n1", "n1"]);
    const areAllAnew = async () =>
      (await cluster.jobs()).filter(({ state, restarts }) => state === "RUNNING" && restarts === 1).length === 4;
    await cluster.until(areAllAnew, PATIENCE, "the tasks were not requeued");
    await cluster.until(() => cluster.tasks().length === 6, PATIENCE, "the tasks did not start again");
    release("loss");
    await cluster.idle(PATIENCE);
    await cluster.until(() => cluster.tasks().length === 0, PATIENCE, "the orphans did not end");

    const ran = linesOf("loss.done").map((line) => line.split(" "));
    expect(ran.filter(([, , restarts]) => restarts === "1").map(([index]) => index)).toEqual(["0", "1", "2", "3"]);
    expect(
      ran.filter(([, , restarts]) => restarts === "0").map(([index, node]) => ({ index: Number(index), node })),
    ).toEqual(placed.filter(({ node }) => node === "n1").sort((a, b) => (a.index ?? 0) - (b.index ?? 0)));

    await cluster.restartNode("n1");
    await cluster.restartNode("n2");
  });

  it("fails a killed task alone, and runs tasks on nodes that came back", async () => {
    const array = await submit("--array=0-7", "--wrap", waitingScript("kill"));
    await cluster.until(() => cluster.tasks().length === 8, PATIENCE, "the tasks did not start");
    expect([...new Set(cluster.tasks().map(({ node }) => node))].sort()).toEqual(["n1", "n2", "n3", "n4"]);
    const killed = cluster.tasks().find(({ index }) => index === 5);
    if (killed !== undefined) cluster.killTask(killed);
    await cluster.until(async () => (await cluster.jobs()).length === 7, PATIENCE, "the task did not end");
    expect(await cluster.run("scontrol", "--oneliner", "show", "job", `${array}_5`)).toMatch(
      /JobState=FAILED .*ExitCode=0:9 /,
    );
    release("kill");
    await cluster.idle(PATIENCE);
    expect(linesOf("kill.done").map((line) => line.split(" ")[0])).toEqual(["0", "1", "2", "3", "4", "6", "7"]);
  });

  it("requeues at once what ran on a node that is declared lost", async () => {
    await submit("--wrap", waitingScript("declared"));
    await cluster.until(() => cluster.tasks().length === 1, PATIENCE, "the job did not start");
    const node = cluster.tasks()[0]?.node ?? "";
    await cluster.killNode(node);
    await cluster.declareLost(node);
    const isRequeued = async () => (await cluster.jobs()).some(({ restarts }) => restarts === 1);
    await cluster.until(isRequeued, PATIENCE, "the job was not requeued");
    release("declared");
    await cluster.idle(PATIENCE);
    expect(linesOf("declared.done")).toHaveLength(1);
    await cluster.restartNode(node);
  });

  it("ends with all that it started, and with nothing of another cluster", async () => {
    await submit("--wrap", waitingScript("beside"));
    await cluster.until(() => cluster.tasks().length === 1, PATIENCE, "the job did not start");
    const other = new SlurmCluster({ nodes: 1 });
    try {
      await other.start();
      await other.run("sbatch", "--wrap", "setsid sh -c 'echo $$ > detached; sleep 1000' & sleep 1000");
      const detached = join(other.folder, "detached");
      const isDetached = () => existsSync(detached) && readFileSync(detached, "utf8").endsWith("\n");
      await other.until(isDetached, PATIENCE, "the job did not start");
      const pids = [...other.tasks().map(({ pid }) => pid), Number(readFileSync(detached, "utf8"))];
      expect(pids.filter(isRunning)).toHaveLength(2);
      await other.stop();
      expect(pids.filter(isRunning)).toEqual([]);
      expect(existsSync(other.folder)).toBe(false);
    } finally {
      await other.stop();
    }
    expect(cluster.tasks()).toHaveLength(1);
    release("beside");
    await cluster.idle(PATIENCE);
    expect(linesOf("beside.done")).toHaveLength(1);
  });
});
