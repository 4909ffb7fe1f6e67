/**
 * Running sums beside their peers: a million estimates of the tree and of the square root beside NumPy, and the errors of
 * factorisations beside jax-privacy.
 *
 * Each counter is measured all at once, and pushed one by one; NumPy's all at once has no loop over time. Ours and theirs take
 * turns, minima. Where both sides compute an error, the two numbers must agree to 1e-6, or ours must be less; an optimisation of
 * jax-privacy that takes many seconds is run once.
 */
import { join } from "node:path";
import { bandedSum } from "../lib/continual/counters/banded-sum.ts";
import { bufferedSum } from "../lib/continual/counters/buffered-sum.ts";
import type { RunningSum } from "../lib/continual/counters/running-sum.ts";
import { squareRootSum } from "../lib/continual/counters/square-root-sum.ts";
import { treeSum } from "../lib/continual/counters/tree-sum.ts";
import { gaussianDp, pure } from "../lib/privacy/guarantees/guarantee.ts";
import { stream } from "../lib/random/stream.ts";
import { startTalk } from "./peer.ts";
import type { Row } from "./report.ts";

const TIMES = 1_000_000;
const ROUNDS = 5;
const bits = Float64Array.from({ length: TIMES }, (_, k) => (k % 3 === 0 ? 1 : 0));
const shared = { records: { lower: 0, upper: 1 }, neighbours: "event" } as const;
const unit = { ...shared, guarantee: gaussianDp(1) } as const;

function pushAll(counter: RunningSum<number>): void {
  const session = counter.start();
  const random = stream(1, "bench", "counter");
  for (let k = 0; k < TIMES; k++) session.push(bits[k], random);
}

function meanError(counter: RunningSum<number>): number {
  let sum = 0;
  for (let t = 1; t <= counter.horizon; t++) sum += counter.variance(t);
  return Math.sqrt(sum / counter.horizon);
}

interface CounterCase {
  readonly name: string;
  readonly title: string;
  readonly rounds: number;
  run(): number;
}

const tree = () => treeSum({ ...shared, horizon: TIMES, guarantee: pure(1) });
const root = (horizon: number) => squareRootSum({ ...unit, horizon });
const timed = (name: string, title: string, run: () => unknown): CounterCase => ({
  name,
  title,
  rounds: ROUNDS,
  run: () => {
    run();
    return 0;
  },
});

const CASES: readonly CounterCase[] = [
  timed("tree/batch", "tree, 1e6 estimates at once", () => tree().release(bits, stream(1, "bench", "tree"))),
  timed("tree/push", "tree, 1e6 pushes", () => pushAll(tree())),
  timed("square-root/batch", "square root, 1e6 estimates at once", () =>
    root(TIMES).release(bits, stream(1, "bench", "root")),
  ),
  timed("square-root/push", "square root, 1e6 pushes", () => pushAll(root(TIMES))),
  {
    name: "square-root-mean-100",
    title: "square root, mean error, T = 100",
    rounds: 3,
    run: () => meanError(root(100)),
  },
  {
    name: "square-root-mean-1024",
    title: "square root, mean error, T = 1024",
    rounds: 3,
    run: () => meanError(root(1024)),
  },
  {
    name: "square-root-largest-1024",
    title: "square root, largest error, T = 1024",
    rounds: 3,
    run: () => Math.sqrt(root(1024).variance(1024)),
  },
  {
    name: "square-root-largest-4096",
    title: "square root, largest error, T = 4096",
    rounds: 3,
    run: () => Math.sqrt(root(4096).variance(4096)),
  },
  ...[16, 64].map((bands) => ({
    name: `banded-${bands}`,
    title: `${bands} optimal bands, T = 1024`,
    rounds: 1,
    run: () => meanError(bandedSum({ ...unit, horizon: 1024, bands, coefficients: "optimised" })),
  })),
  {
    name: "buffered",
    title: "optimal buffers, T = 1024",
    rounds: 1,
    run: () => Math.sqrt(bufferedSum({ ...unit, horizon: 1024, buffers: 5 }).variance(1024)),
  },
];

interface CounterMeasurement {
  readonly rows: readonly Row[];
  readonly versions: string;
  /** The errors of both sides, a line each. */
  readonly notes: string;
}

export async function measureCounters(
  python: string,
  project: string,
  show: (row: Row) => void,
): Promise<CounterMeasurement> {
  const talk = startTalk({ python, args: [join(project, "bench/counters.py")] });
  const versions = await talk.read();
  const rows: Row[] = [];
  const notes: string[] = [];
  for (const { name, title, rounds, run } of CASES) {
    let [ours, theirs, mine, other] = [Infinity, Infinity, 0, 0];
    for (let round = 0; round < rounds; round++) {
      for (let repeat = 0; repeat < 2; repeat++) {
        const start = process.hrtime.bigint();
        mine = run();
        ours = Math.min(ours, Number(process.hrtime.bigint() - start));
      }
      talk.write(`${name} ${rounds === 1 ? 1 : 2}`);
      const [nanoseconds, value] = (await talk.read()).split(" ").map(Number);
      theirs = Math.min(theirs, nanoseconds);
      other = value;
    }
    const isError = mine !== 0;
    if (isError && mine > other + 1e-6) throw new Error(`${title}: our error is ${mine}, that of the peer ${other}`);
    if (isError) notes.push(`- ${title}: ours ${mine.toFixed(7)}, jax-privacy ${other.toFixed(7)}`);
    const peer = isError ? "jax-privacy" : name.endsWith("push") ? "Python" : "NumPy";
    const row = { name: "counters", title, unit: "ms", ours: ours / 1e6, peer, theirs: theirs / 1e6, goal: 1 };
    rows.push(row);
    show(row);
  }
  talk.close();
  return { rows, versions, notes: notes.join("\n") };
}
