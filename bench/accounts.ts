/**
 * Accountants beside ours: Poisson-sampled Gaussian training at four points, each as one process and warm.
 *
 * A peer's setting is refined by factors of four until its interval is no wider than ours or a call takes longer than the budget; the last
 * call counts, and its process once. Ours is run between the peers' calls, minima. So a peer that is slower at a wider interval is
 * stated with that width, and nothing is extrapolated.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { account, type Training } from "./account.ts";
import type { Row } from "./report.ts";

const POINTS: readonly (Training & { readonly title: string })[] = [
  { title: "account, 2250 steps at rate .04", sigma: 1.5, rate: 0.04, times: 2250, delta: 1e-5 },
  { title: "account, 1000 steps at rate .001", sigma: 0.8, rate: 0.001, times: 1000, delta: 1e-6 },
  { title: "account, 50 000 steps at rate 1e-5", sigma: 1, rate: 1e-5, times: 50_000, delta: 1e-6 },
  { title: "account, 50 000 steps at rate .04", sigma: 1.5, rate: 0.04, times: 50_000, delta: 1e-5 },
];

/** The first setting of each peer: quick everywhere. */
const PEERS = { "dp-accounting": 1e-3, "prv-accountant": 0.1 } as const;

const WIDEST = 1e-3;
/**
 * No finer setting is tried after a call of this many seconds: the next takes about four times as long. EPSILAB_PEER_SECONDS=60 is
 * patient.
 */
const BUDGET = Number(process.env.EPSILAB_PEER_SECONDS ?? 2);
const OURS = 5;

interface Answer {
  readonly width: number;
  readonly nanoseconds: number;
}

interface Accounts {
  readonly rows: readonly Row[];
  readonly versions: string;
  /** What was run: the budget, and a line for each point and peer. */
  readonly notes: string;
}

export async function measureAccounts(python: string, project: string, show: (row: Row) => void): Promise<Accounts> {
  const script = join(project, "bench/accountants.py");
  const peer = await startAccountants(python, script);
  const rows: Row[] = [];
  const lines: string[] = [];
  for (const point of POINTS) {
    const name = "account";
    const ours = { process: Infinity, warm: Infinity, width: 0 };
    const runOurs = () => {
      for (let i = 0; i < OURS; i++) {
        const { lower, upper } = timed(
          (time) => (ours.warm = Math.min(ours.warm, time)),
          () => account(point),
        );
        ours.width = upper - lower;
        const values = [point.sigma, point.rate, point.times, point.delta].map(String);
        const file = join(project, "dist/bench/account.js");
        timed(
          (time) => (ours.process = Math.min(ours.process, time)),
          () => execFileSync(process.execPath, [file, ...values]),
        );
      }
    };
    runOurs();
    const theirs: { readonly peer: string; readonly width: number; readonly process: number; readonly warm: number }[] =
      [];
    for (const [peerName, coarsest] of Object.entries(PEERS)) {
      const { setting, width, nanoseconds } = await refine(peer, peerName, coarsest, point);
      const line = lineOf(peerName, point, setting).split(" ");
      let whole = Infinity;
      timed(
        (time) => (whole = time),
        () => execFileSync(python, [script, ...line], { env: ENVIRONMENT, stdio: "pipe" }),
      );
      theirs.push({ peer: peerName, width, process: whole, warm: nanoseconds });
      lines.push(
        `- ${point.title} (noise ${point.sigma}, delta ${point.delta}): ours ${ours.width.toExponential(1)} wide; ` +
          `${peerName} at ${setting.toExponential(1)}: ${width.toExponential(1)} wide, run once.`,
      );
    }
    runOurs();
    for (const { peer: label, width, process: whole, warm } of theirs) {
      const wide = width > Math.max(ours.width, WIDEST) ? `, ${Math.round(width / ours.width)} x as wide` : "";
      for (const [kind, mine, other] of [
        ["one process", ours.process, whole],
        ["warm", ours.warm, warm],
      ] as const) {
        const row = {
          name,
          title: `${point.title}, ${kind}`,
          unit: "ms",
          ours: mine / 1e6,
          peer: `${label}${wide}`,
          theirs: other / 1e6,
          goal: 1,
        };
        rows.push(row);
        show(row);
      }
    }
  }
  peer.close();
  const notes = `A peer's setting was refined until a call took more than ${BUDGET} s.\n\n${lines.join("\n")}`;
  return { rows, versions: peer.versions, notes };
}

interface Accountants {
  readonly versions: string;
  ask(line: string): Promise<Answer>;
  close(): void;
}

const ENVIRONMENT = { ...process.env, OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1" };

async function startAccountants(python: string, script: string): Promise<Accountants> {
  const child: ChildProcess = spawn(python, [script], { stdio: ["pipe", "pipe", "ignore"], env: ENVIRONMENT });
  if (child.stdin === null || child.stdout === null) throw new Error("the accountants have no pipes");
  const { stdin } = child;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const line = await lines.next();
    if (line.done) throw new Error(`the accountants (${python}) stopped`);
    return line.value;
  };
  return {
    versions: await next(),
    ask: async (line) => {
      stdin.write(`${line}\n`);
      const [lower, upper, nanoseconds] = (await next()).split(" ").map(Number);
      return { width: upper - lower, nanoseconds };
    },
    close: () => stdin.end(),
  };
}

/** The finest setting within the budget and the memory, or the first whose interval is narrow enough. */
async function refine(
  peer: Accountants,
  name: string,
  coarsest: number,
  point: Training,
): Promise<Answer & { readonly setting: number }> {
  let best = { ...(await peer.ask(lineOf(name, point, coarsest))), setting: coarsest };
  while (best.width > WIDEST && best.nanoseconds <= 1e9 * BUDGET) {
    const setting = best.setting / 4;
    const answer = await peer.ask(lineOf(name, point, setting));
    if (Number.isNaN(answer.width)) break;
    best = { ...answer, setting };
  }
  return best;
}

function lineOf(peer: string, { sigma, rate, times, delta }: Training, setting: number): string {
  return [peer, sigma, rate, times, delta, setting].join(" ");
}

function timed<Result>(note: (nanoseconds: number) => void, run: () => Result): Result {
  const start = process.hrtime.bigint();
  const result = run();
  note(Number(process.hrtime.bigint() - start));
  return result;
}
