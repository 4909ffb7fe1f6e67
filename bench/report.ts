/**
 * The benchmark's report: a table of every case beside its peers, and for each goal missed the measured reason.
 */
import { cpus } from "node:os";
import type { Limits } from "./limits.ts";

export interface Row {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly ours: number;
  readonly peer: string;
  readonly theirs: number;
  readonly goal: number | undefined;
}

export function ratio(row: Row): number {
  return row.theirs / row.ours;
}

function found(rows: readonly Row[], name: string, peer: string): Row {
  const row = rows.find((candidate) => candidate.name === name && candidate.peer === peer);
  if (row === undefined) throw new Error(`no row ${name}/${peer}`);
  return row;
}

/** Why a ratio was missed, from the figures of this run. */
function shortfalls(rows: readonly Row[], { words, copy }: Limits): string {
  const missed = rows.filter((row) => row.goal !== undefined && ratio(row) < row.goal);
  const reasons: Record<string, () => string> = {
    uniform: () => {
      const { theirs, goal = 1 } = found(rows, "uniform", "NumPy");
      return (
        `uniform: ${goal}x would be ${(theirs / goal).toFixed(2)} ns a draw. Generating the words alone takes ` +
        `${words.toFixed(2)} ns and copying them to the caller ${copy.toFixed(2)} ns, ${(words + copy).toFixed(2)} ns ` +
        "before the first is turned into a number; the generator runs two 64-bit lanes to a 128-bit vector, " +
        "the widest WebAssembly has."
      );
    },
    sort: () => {
      const narrow = found(rows, "sort", "NumPy without AVX");
      const wide = found(rows, "sort", "NumPy");
      return (
        `sort: NumPy sorts by AVX-512 vectors of eight numbers here (${wide.theirs.toFixed(1)} ms), which WebAssembly has ` +
        `no access to; the same NumPy with those units disabled takes ${narrow.theirs.toFixed(1)} ms, ` +
        `${ratio(narrow).toFixed(1)} times ours.`
      );
    },
  };
  return missed
    .map(
      (row) =>
        `- ${reasons[row.name]?.() ?? `${row.title} beside ${row.peer}: ${ratio(row).toFixed(2)} of ${row.goal}.`}`,
    )
    .join("\n");
}

interface Run {
  readonly rows: readonly Row[];
  readonly rounds: string;
  readonly versions: string;
  readonly threads: string;
  /** Of each whole experiment: what was run, its rounds, and how near both sides are. */
  readonly wholes: readonly string[];
  /** The widths of the accountants' intervals, a line each. */
  readonly accounts: string;
  readonly limits: Limits;
}

export function report({ rows, rounds, versions, threads, wholes, accounts, limits }: Run): string {
  const machine = `${cpus()[0]?.model.trim() || process.arch}, ${cpus().length} cores, ${process.platform} ${process.arch}`;
  const body = rows
    .map(
      (row) =>
        `| ${row.title} | ${row.ours.toFixed(2)} | ${row.theirs.toFixed(2)} | ${row.unit} | ${row.peer} | ` +
        `**${ratio(row).toFixed(2)}** | ${row.goal ?? ""} |`,
    )
    .join("\n");
  return `# Benchmarks

Written by \`npm run bench\`. Each case runs beside its peer in one interleaved run, one thread on each side unless it says
otherwise; figures are minima of ${rounds} unless they are medians, the ratio is the peer's time over ours. Ours include copying
into the caller's array.

Machine: ${machine}. Node ${process.version}; ${versions}.

![ratios](report.svg)

| case | ours | peer's | unit | peer | ratio | goal |
|---|---|---|---|---|---|---|
${body}

Threads: ${threads}.

## Whole experiments
\`epsilab run\`, with all of its threads and with one, beside a program for NumPy, each as one process from its start to its last number.
${wholes.map((whole) => `- ${whole}`).join("\n")}

## Accountants
Epsilon of the Poisson-sampled Gaussian mechanism, as an interval that holds the true value. Ours is at most 1e-3 wide. A peer's setting
is refined by factors of four until its interval is as narrow, or its calls become slow; where that leaves it wider, the table says so, and
its time at our width is longer than the one stated. Its last call counts, as one process and warm, each run once.

${accounts}

## What was missed, and why
${shortfalls(rows, limits) || "Nothing."}

## The generator under dieharder
[dieharder/outcome.md](dieharder/outcome.md) has the outcome of all tests, over one stream and over interleaved ones.
`;
}
