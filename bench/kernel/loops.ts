/**
 * Loops: the same loop at a cell's top level and in a function, in turn in one runtime; prints processor times and ratios.
 *
 * `node dist/bench/kernel/loops.js [rounds]`. Processor time rather than the clock, and the best of the rounds: what other
 * processes do, and a compilation that comes late, would otherwise decide. The bar is 1.2.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRuntime } from "../../kernel/runtime/runtime-process.ts";

interface LoopCase {
  readonly title: string;
  /** An earlier cell, which the function has for its first statements. */
  readonly earlier?: string;
  readonly code: string;
}

const BAR = 1.2;

const cases: readonly LoopCase[] = [
  { title: "sum of integers", code: "let s = 0; for (let i = 0; i < 1e8; i++) s += i;" },
  { title: "count", code: "let n = 0; for (let i = 0; i < 1e8; i++) n++;" },
  { title: "while, two variables", code: "let s = 0, i = 0; while (i < 1e8) { s = (s + i) | 0; i++; }" },
  {
    title: "nested",
    code: "let s = 0; for (let i = 0; i < 1e4; i++) for (let j = 0; j < 1e4; j++) s += i ^ j;",
  },
  {
    title: "typed array",
    code:
      "const a = new Float64Array(1e6).fill(1.5); let s = 0; " +
      "for (let k = 0; k < 50; k++) for (let i = 0; i < a.length; i++) s += a[i]!;",
  },
  {
    title: "array written",
    code: "const a = new Array(1e5).fill(0); for (let k = 0; k < 500; k++) for (let i = 0; i < a.length; i++) a[i] += k;",
  },
  {
    title: "array, for of",
    code: "const a = Array.from({ length: 1e5 }, (_, i) => i / 2); let s = 0; for (let k = 0; k < 200; k++) for (const x of a) s += x;",
  },
  {
    title: "declared in an earlier cell",
    earlier: "let total = 0; const size = 1e8;",
    code: "for (let i = 0; i < size; i++) total += i & 3;",
  },
  {
    title: "read by a closure",
    code: "let s = 0; const look = () => s; for (let i = 0; i < 1e8; i++) s += i; look();",
  },
  {
    title: "written by a closure",
    code: "let s = 0; const add = (x: number) => { s += x; }; for (let i = 0; i < 5e7; i++) add(i);",
  },
  { title: "after await", code: "await 0; let s = 0; for (let i = 0; i < 1e8; i++) s += i;" },
  { title: "exchange", code: "let a = 0, b = 1; for (let i = 0; i < 1e8; i++) [a, b] = [b, (a + b) | 0];" },
  {
    title: "Monte Carlo",
    code: "let inside = 0; for (let i = 0; i < 1e7; i++) { const x = Math.random(), y = Math.random(); if (x * x + y * y < 1) inside++; }",
  },
];

const before = "const _from = process.cpuUsage();";
const after = "const { user: _user } = process.cpuUsage(_from);";

async function main(rounds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "epsilab-loops-"));
  const table: Record<string, Record<string, number | string>> = {};
  try {
    for (const each of cases) {
      const top = Number.POSITIVE_INFINITY;
      const best = { top, inside: top };
      for (let round = 0; round < rounds; round++) {
        best.top = Math.min(best.top, await measure(folder, topLevel(each)));
        best.inside = Math.min(best.inside, await measure(folder, inFunction(each)));
      }
      const ratio = best.top / best.inside;
      table[each.title] = {
        "top level, ms": Math.round(best.top),
        "in a function, ms": Math.round(best.inside),
        ratio: ratio.toFixed(2),
        met: ratio <= BAR ? "yes" : "NO",
      };
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.table(table);
}

function topLevel({ earlier = "", code }: LoopCase): readonly string[] {
  return [earlier, `${before}\n${code}\n${after}\n_user`];
}

function inFunction({ earlier = "", code }: LoopCase): readonly string[] {
  const kind = code.includes("await") ? "async " : "";
  return ["", `await (${kind}() => { ${earlier}\n${before}\n${code}\n${after}\nreturn _user; })()`];
}

/** The number that the last cell ends with, in a fresh runtime, so that no cell profits from one before; in milliseconds. */
function measure(folder: string, codes: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let answer = Number.NaN;
    let cell = 0;
    const next = () => {
      const code = codes[cell];
      if (code === undefined) {
        runtime.kill();
        resolve(answer / 1000);
        return;
      }
      const plain = { silent: false, userExpressions: {}, allowStdin: false };
      runtime.send({ kind: "execute", cell: ++cell, code, executionCount: cell, ...plain });
    };
    const runtime = startRuntime({
      folder,
      preload: {},
      onExit: () => {},
      onMessage: (message) => {
        if (message.kind === "result") answer = Number.parseFloat(String(message.data["text/plain"]));
        else if (message.kind === "error") reject(new Error(message.evalue));
        else if (message.kind === "ready" || message.kind === "done") next();
      },
    });
  });
}

await main(Number(process.argv[2] ?? 5));
