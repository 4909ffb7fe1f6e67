/**
 * Online rules beside online-fdr: a stream of p-values, one in ten a signal, decided one after another, with the same decisions on
 * both sides.
 *
 * Ours is the best of several runs of `decide`, the peer one run of its loop: its cost a test grows with the rejections so far, and
 * 1e5 tests take minutes, so one rule stands for all there. A last line shows how ours grows to 1e6 tests.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { addis } from "../lib/false-discovery/addis.ts";
import { lord } from "../lib/false-discovery/lord.ts";
import type { OnlineRule } from "../lib/false-discovery/online-rule.ts";
import { saffron } from "../lib/false-discovery/saffron.ts";
import { peerPValues } from "./peer-p-values.ts";
import type { Row } from "./report.ts";
import type { Place, WholeMeasurement } from "./whole-experiment.ts";

const RUNS = 5;
const alpha = 0.05;
const SMALL = { tests: 10_000, goal: 20 };
const LARGE = { tests: 100_000, goal: 100 };
const RULES = [
  { title: "LORD++", peer: "LordPlusPlus", make: () => lord({ alpha }), sizes: [SMALL, LARGE] },
  { title: "SAFFRON", peer: "Saffron", make: () => saffron({ alpha }), sizes: [SMALL] },
  { title: "ADDIS", peer: "Addis", make: () => addis({ alpha }), sizes: [SMALL] },
];
const GROWTH = [10_000, 100_000, 1_000_000];

interface PeerAnswer {
  readonly seconds: number;
  readonly rejected: readonly number[];
  readonly version: string;
}

/** The best of several runs in milliseconds, and the places rejected. */
function ours(rule: OnlineRule, pValues: Float64Array): { milliseconds: number; rejected: number[] } {
  let milliseconds = Infinity;
  let rejected: Uint8Array = new Uint8Array(0);
  for (let run = 0; run < RUNS; run++) {
    const start = process.hrtime.bigint();
    ({ rejected } = rule.decide(pValues));
    milliseconds = Math.min(milliseconds, Number(process.hrtime.bigint() - start) / 1e6);
  }
  return { milliseconds, rejected: [...rejected].flatMap((flag, t) => (flag === 1 ? [t] : [])) };
}

export function measureOnlineRules({ python, project }: Place, show: (row: Row) => void): WholeMeasurement {
  const rows: Row[] = [];
  let version = "";
  for (const { title, peer, make, sizes } of RULES) {
    for (const { tests, goal } of sizes) {
      const own = ours(make(), peerPValues(tests));
      const script = join(project, "bench/online_rules.py");
      const answer = JSON.parse(
        execFileSync(python, [script, peer, String(tests)], { encoding: "utf8", maxBuffer: 1 << 26 }),
      ) as PeerAnswer;
      requireSameRejections(`${title}, ${tests} tests`, own.rejected, answer.rejected);
      version = answer.version;
      const row: Row = {
        name: "online-rules",
        title: `${title}, ${tests} tests`,
        unit: "ms",
        ours: own.milliseconds,
        peer: "online-fdr",
        theirs: 1000 * answer.seconds,
        goal,
      };
      rows.push(row);
      show(row);
    }
  }
  const growth = RULES.map(({ title, make }) => {
    const times = GROWTH.map((tests) => {
      const { milliseconds } = ours(make(), peerPValues(tests));
      return `${((1000 * milliseconds) / tests).toFixed(2)} us at ${tests.toExponential(0)}`;
    });
    return `${title} ${times.join(", ")}`;
  });
  return {
    rows,
    notes:
      `Online rules at alpha = ${alpha}, one p-value in ten a signal, beside online-fdr ${version} ` +
      `(\`online_rules.py\`, one run): the same rejections. Ours a test, minima of ${RUNS} runs: ${growth.join("; ")}.`,
  };
}

/** Both sides reject the same places, or something is wrong with one of them. */
export function requireSameRejections(name: string, own: readonly number[], other: readonly number[]): void {
  if (own.length !== other.length) throw new Error(`${name}: we reject ${own.length}, online-fdr ${other.length}`);
  const first = own.findIndex((place, i) => place !== other[i]);
  if (first >= 0) throw new Error(`${name}: rejection ${first + 1} is at ${own[first]} here, at ${other[first]} there`);
}
