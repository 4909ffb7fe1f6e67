/**
 * A real Slurm of its own in a temporary folder: for tests.
 *
 * Four nodes on one machine, all on 127.0.0.1: munged, slurmctld and one slurmd a node, run by the user of the test, without
 * systemd and cgroups. Ports, key, sockets and logs are its own, so that clusters can run side by side and none touches the machine's.
 * A node counts as lost a few seconds after it stops answering, so that a test need not wait the minutes that a real cluster waits.
 *
 * Limits: no accounting (`sacct` has nothing to say). Processes are tracked by their parents, not by cgroups: if a batch script dies
 * alone, what it started lives on. A killed slurmd leaves its steps alive, as a real one does.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { hostname, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

/** The batch process of a running job: with an array, one of its tasks. */
interface SlurmTask {
  readonly pid: number;
  readonly job: string;
  /** The array and the place in it, if the job is of one. */
  readonly array: string | undefined;
  readonly index: number | undefined;
  readonly node: string;
}

/** A job as squeue shows it: queued, running or ending. */
interface SlurmJob {
  readonly job: string;
  readonly array: string | undefined;
  readonly index: number | undefined;
  readonly name: string;
  /** Slurm's word: PENDING, RUNNING, COMPLETING, ... */
  readonly state: string;
  readonly node: string;
  /** How often it was requeued. */
  readonly restarts: number;
  readonly reason: string;
}

/** A process of the steps that a node runs: slurmstepd or what it started. */
interface StepProcess {
  readonly pid: number;
  readonly node: string;
  readonly isDaemon: boolean;
  readonly variables: ReadonlyMap<string, string>;
}

const SYSTEM_PATH = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];
const JOB_FIELDS = ["JobID", "ArrayJobID", "ArrayTaskID", "Name", "State", "NodeList", "RestartCnt", "Reason"];
/** Ports below those that the system gives to connections, which come and go. */
const PORTS = { first: 20_000, last: 32_000 };
/** Only liveness: how long a daemon may take on a busy machine. */
const PATIENCE = 60_000;

export class SlurmCluster {
  readonly folder = mkdtempSync(join(tmpdir(), "epsilab-slurm-"));
  readonly nodes: readonly string[];
  readonly #cpusPerNode: number;
  readonly #daemons = new Map<string, ChildProcess>();
  readonly #killAtExit = () => this.#killEverything();

  /** @param cpusPerNode how many tasks of one core a node runs at once, whatever the machine has */
  constructor({ nodes = 4, cpusPerNode = 2 } = {}) {
    this.nodes = Array.from({ length: nodes }, (_, index) => `n${index + 1}`);
    this.#cpusPerNode = cpusPerNode;
  }

  /** For processes that are to see this cluster and no other. */
  get environment(): NodeJS.ProcessEnv {
    const inherited = Object.entries(process.env).filter(([name]) => !/^(SLURM|SBATCH|SQUEUE|SCANCEL)/.test(name));
    const path = [...(process.env.PATH ?? "").split(":"), ...SYSTEM_PATH].filter((folder) => folder !== "");
    return {
      ...Object.fromEntries(inherited),
      PATH: [...new Set(path)].join(":"),
      SLURM_CONF: this.#path("slurm.conf"),
    };
  }

  /** Starts all daemons; returns when every node takes jobs. */
  async start(): Promise<void> {
    process.once("exit", this.#killAtExit);
    try {
      for (let attempt = 1; !(await this.#startDaemons()); attempt++) {
        if (attempt === 3) throw new Error(await this.#report("a daemon ended while the cluster was started"));
        await this.#end();
      }
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Whether all nodes take jobs; false where a daemon has ended, as one does whose port another program has just taken. */
  async #startDaemons(): Promise<boolean> {
    this.#writeFolder(await freePorts(1 + this.nodes.length));
    this.#launch("munged", [
      "--foreground",
      `--key-file=${this.#path("munge.key")}`,
      `--socket=${this.#path("munge.socket")}`,
      `--pid-file=${this.#path("munged.pid")}`,
      `--seed-file=${this.#path("munge.seed")}`,
      "--num-threads=2",
    ]);
    await this.#until(() => existsSync(this.#path("munge.socket")), "munged did not start");
    this.#launch("slurmctld", ["-D", "-f", this.#path("slurm.conf")]);
    for (const node of this.nodes) this.#launchNode(node);
    const isOneGone = () => [...this.#daemons.values()].some(hasEnded);
    await this.#until(async () => isOneGone() || (await this.#areReady(this.nodes)), "the nodes did not start");
    return !isOneGone();
  }

  /** Ends the daemons and all that they started, and removes the folder. */
  async stop(): Promise<void> {
    process.off("exit", this.#killAtExit);
    await this.#end();
  }

  async #end(): Promise<void> {
    this.#killEverything();
    await Promise.all([...this.#daemons.values()].map(ended));
    this.#daemons.clear();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  /** Runs a command of Slurm, such as sbatch, in the cluster's folder; gives what it printed. */
  async run(command: string, ...args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(command, args, { cwd: this.folder, env: this.environment });
    return stdout.trim();
  }

  /** The jobs that are queued or running, each task of an array by itself. */
  async jobs(): Promise<SlurmJob[]> {
    const format = JOB_FIELDS.map((field) => `${field}:|`).join(",");
    const text = await this.run("squeue", "--noheader", "--array", "--all", "-O", format);
    return text.split("\n").flatMap((line) => {
      const [job, array, index, name, state, node, restarts, reason] = line.split("|");
      if (job === undefined || reason === undefined) return [];
      return [{ job, ...placeInArray(array, index), name, state, node, restarts: Number(restarts), reason }];
    });
  }

  /** The batch processes that run now. */
  tasks(): SlurmTask[] {
    return this.#stepProcesses().flatMap(({ pid, node, variables }) => {
      const job = variables.get("SLURM_JOB_ID");
      if (job === undefined || variables.get("SLURM_TASK_PID") !== String(pid)) return [];
      const place = placeInArray(variables.get("SLURM_ARRAY_JOB_ID"), variables.get("SLURM_ARRAY_TASK_ID"));
      return [{ pid, job, ...place, node }];
    });
  }

  /** Kills a task's batch script and what it started, as the system does that runs out of memory. */
  killTask({ pid }: SlurmTask): void {
    kill(-pid);
  }

  /** Kills a node's slurmd alone: its running steps live on as orphans, while Slurm gives the node up and requeues their jobs. */
  async killDaemon(node: string): Promise<void> {
    const daemon = this.#daemonOf(node);
    daemon.kill("SIGKILL");
    await ended(daemon);
  }

  /** Kills a whole node as a loss of power does: slurmd, its steps and their tasks. */
  async killNode(node: string): Promise<void> {
    await this.killDaemon(node);
    this.#killSteps((process) => process.node === node);
  }

  /** Has Slurm give a node up now, as an administrator does who sees it dead: its jobs are requeued. By itself it takes about 15 s. */
  async declareLost(node: string): Promise<void> {
    await this.run("scontrol", "update", `NodeName=${node}`, "State=DOWN", "Reason=lost");
  }

  /** Starts the slurmd of a node that was killed; returns when it takes jobs again. Slurm then ends the orphans of requeued jobs. */
  async restartNode(node: string): Promise<void> {
    if (!hasEnded(this.#daemonOf(node))) throw new Error(`node ${node} is running`);
    const starts = this.#startsOf(node);
    this.#launchNode(node);
    const isBack = async () => this.#startsOf(node) > starts && (await this.#areReady([node]));
    await this.#until(isBack, `node ${node} did not come back`);
  }

  /** Waits until a condition holds; fails with the state of the queue and the logs after the timeout in milliseconds. */
  async until(
    condition: () => boolean | Promise<boolean>,
    timeout: number,
    failure: string,
    pause = 100,
  ): Promise<void> {
    const deadline = AbortSignal.timeout(timeout);
    while (!(await condition())) {
      if (deadline.aborted) throw new Error(await this.#report(`${failure} within ${timeout / 1000} s`));
      await wait(pause);
    }
  }

  /** Waits until no job is queued or running. It asks less often: each squeue is a process, beside the tasks that it waits for. */
  async idle(timeout: number): Promise<void> {
    await this.until(async () => (await this.jobs()).length === 0, timeout, "jobs did not end", 400);
  }

  /** The last lines of what each daemon logged. */
  logs(lines = 30): string {
    const folder = this.#path("log");
    if (!existsSync(folder)) return "";
    const last = (name: string) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n").slice(-lines);
    return readdirSync(folder)
      .map((name) => [`--- ${name}`, ...last(name)].join("\n"))
      .join("\n");
  }

  #path(...names: readonly string[]): string {
    return join(this.folder, ...names);
  }

  #writeFolder([controllerPort, ...nodePorts]: readonly number[]): void {
    mkdirSync(this.folder, { recursive: true });
    chmodSync(this.folder, 0o755); // munged wants a socket that everybody can reach
    for (const name of ["state", "log", ...this.nodes.map((node) => `spool/${node}`)]) {
      mkdirSync(this.#path(name), { recursive: true });
    }
    writeFileSync(this.#path("munge.key"), randomBytes(128), { mode: 0o600 });
    const [machine = "localhost"] = hostname().split(".");
    const user = userInfo().username;
    const lines = [
      "ClusterName=epsilab",
      `SlurmctldHost=${machine}(127.0.0.1)`,
      `SlurmctldPort=${controllerPort}`,
      `SlurmUser=${user}`,
      `SlurmdUser=${user}`,
      "CommunicationParameters=NoCtldInAddrAny,NoInAddrAny", // listen on 127.0.0.1 alone
      "AuthType=auth/munge",
      "CredType=cred/munge",
      // A lost node's jobs are requeued when their credentials are out of date, so these are short-lived.
      `AuthInfo=socket=${this.#path("munge.socket")},cred_expire=5`,
      "SlurmdTimeout=5",
      "MessageTimeout=5",
      "BatchStartTimeout=1", // else a node that comes back without its young jobs is believed to start them still
      "KillWait=2",
      "JobRequeue=1",
      "ReturnToService=2",
      "SchedulerType=sched/builtin",
      "SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0",
      "SelectType=select/cons_tres",
      "SelectTypeParameters=CR_CPU",
      "ProctrackType=proctrack/linuxproc",
      "TaskPlugin=task/none",
      "MpiDefault=none",
      "JobAcctGatherType=jobacct_gather/none",
      "AccountingStorageType=accounting_storage/none",
      "MailProg=/bin/true",
      `StateSaveLocation=${this.#path("state")}`,
      `SlurmdSpoolDir=${this.#path("spool", "%n")}`,
      `SlurmctldPidFile=${this.#path("slurmctld.pid")}`,
      `SlurmdPidFile=${this.#path("%n.pid")}`,
      `SlurmctldLogFile=${this.#path("log", "slurmctld.log")}`,
      `SlurmdLogFile=${this.#path("log", "%n.log")}`,
      "SlurmdParameters=config_overrides", // a node has the cores that it is said to have
      ...this.nodes.map(
        (node, index) =>
          `NodeName=${node} NodeHostname=${machine} NodeAddr=127.0.0.1 Port=${nodePorts[index]} CPUs=${this.#cpusPerNode}`,
      ),
      `PartitionName=main Nodes=${this.nodes.join(",")} Default=YES MaxTime=INFINITE State=UP`,
    ];
    writeFileSync(this.#path("slurm.conf"), `${lines.join("\n")}\n`);
  }

  #launchNode(node: string): void {
    this.#launch(node, ["-D", "-N", node, "-f", this.#path("slurm.conf")], "slurmd");
  }

  /** How often a node's slurmd said that it had started. */
  #startsOf(node: string): number {
    return readFileSync(this.#path("log", `${node}.log`), "utf8").split("slurmd started on").length - 1;
  }

  /** Starts a daemon that ends with this process, even if that is killed. */
  #launch(name: string, args: readonly string[], program = name): void {
    const daemon = spawn("setpriv", ["--pdeathsig", "KILL", "--", program, ...args], {
      cwd: this.folder,
      env: this.environment,
      detached: true, // a group of its own
      stdio: ["ignore", "ignore", "ignore"],
    });
    this.#daemons.set(name, daemon);
  }

  #daemonOf(node: string): ChildProcess {
    const daemon = this.nodes.includes(node) ? this.#daemons.get(node) : undefined;
    if (daemon === undefined) throw new Error(`the cluster has no running node ${node}`);
    return daemon;
  }

  async #until(condition: () => boolean | Promise<boolean>, failure: string): Promise<void> {
    await this.until(condition, PATIENCE, failure);
  }

  async #areReady(nodes: readonly string[]): Promise<boolean> {
    const states = this.run("sinfo", "--noheader", "--Node", "--nodes", nodes.join(","), "--format", "%T");
    const known = (await states.catch(() => "")).split("\n"); // slurmctld may not answer yet
    return known.length === nodes.length && known.every((state) => /^(idle|mixed|allocated)$/.test(state));
  }

  async #report(failure: string): Promise<string> {
    const state = await this.run("sinfo", "--Node", "--long").catch(String);
    const queue = await this.run("squeue", "--array", "--all").catch(String);
    return [failure, state, queue, this.logs()].join("\n");
  }

  #killEverything(): void {
    const running = [...this.#daemons.values()].filter((daemon) => !hasEnded(daemon)); // another may have the id of one that ended
    for (const { pid } of running) if (pid !== undefined) kill(-pid);
    this.#killSteps(() => true);
  }

  /** Kills steps until none is left: each may have started another process meanwhile. slurmstepd goes first, so that it reports nothing. */
  #killSteps(isMeant: (process: StepProcess) => boolean): void {
    for (;;) {
      const processes = this.#stepProcesses().filter(isMeant);
      if (processes.length === 0) return;
      processes.sort((a, b) => Number(b.isDaemon) - Number(a.isDaemon));
      for (const { pid } of processes) kill(pid);
    }
  }

  /**
   * The processes of this cluster's steps. A slurmstepd writes to its node's log in our folder; what it started has our
   * configuration and the node's name in its environment, which a test's own processes lack.
   */
  #stepProcesses(): StepProcess[] {
    const configuration = this.#path("slurm.conf");
    const logs = new Map(this.nodes.map((node) => [this.#path("log", `${node}.log`), node]));
    const daemons = new Set([...this.#daemons.values()].map(({ pid }) => pid));
    const found: StepProcess[] = [];
    for (const pid of readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number)) {
      if (daemons.has(pid)) continue;
      const variables = environmentOf(pid);
      const node = variables.get("SLURMD_NODENAME");
      if (node !== undefined && variables.get("SLURM_CONF") === configuration) {
        found.push({ pid, node, isDaemon: false, variables });
      } else if (commandOf(pid).startsWith("slurmstepd")) {
        const log = openFilesOf(pid).find((file) => logs.has(file));
        if (log !== undefined) found.push({ pid, node: logs.get(log) ?? "", isDaemon: true, variables });
      }
    }
    return found;
  }
}

/** The place of a job in its array; a job of no array is shown as one with no index. */
function placeInArray(array: string | undefined, index: string | undefined): Pick<SlurmTask, "array" | "index"> {
  return index !== undefined && /^\d+$/.test(index)
    ? { array, index: Number(index) }
    : { array: undefined, index: undefined };
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended
  }
}

async function ended(daemon: ChildProcess): Promise<void> {
  if (daemon.pid !== undefined && !hasEnded(daemon)) await once(daemon, "exit");
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Different ports of 127.0.0.1 that nobody uses. */
async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(PORTS.first, PORTS.last);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const answer = new Promise<boolean>((resolve) => {
    server.on("error", () => resolve(false)).on("listening", () => resolve(true));
  });
  server.listen(port, "127.0.0.1");
  const free = await answer;
  if (free) await new Promise((resolve) => server.close(resolve));
  return free;
}

/** Reads a file of /proc; nothing of a process that has ended, or whose owner is another. */
function readProcess<Value>(read: () => Value, nothing: Value): Value {
  try {
    return read();
  } catch {
    return nothing;
  }
}

function commandOf(pid: number): string {
  return readProcess(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"), "");
}

function environmentOf(pid: number): Map<string, string> {
  const text = readProcess(() => readFileSync(`/proc/${pid}/environ`, "utf8"), "");
  return new Map(
    text.split("\0").map((entry) => [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)]),
  );
}

function openFilesOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  const names = readProcess(() => readdirSync(folder), []);
  return names.map((name) => readProcess(() => readlinkSync(join(folder, name)), ""));
}
