/**
 * Times of audits beside two tools of `published-audits`, in one interleaved run at equal draws, as the page bench/audits.md:
 * node dist/bench/audits.js <tool>=<python>:<folder of its source> ..., the tools being StatDP and DP-Sniper.
 *
 * The tools are in public repositories and not on PyPI; this one has nothing of their source. Times are of the processor. A tool also
 * searches for its inputs, which are given here, and StatDP refutes one epsilon where here all of them are certified at once.
 */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { packageFolder } from "../experiments/engine/program/project.ts";
import type { BenchmarkRow } from "../lib/auditing/broken/benchmark-row.ts";
import { type AuditSizes, certifiedEpsilon, countProgram } from "../lib/auditing/broken/noisy-program.ts";
import { publishedAudits, SNIPER_ERROR_RATE } from "../lib/auditing/broken/published-audits.ts";
import { STATDP_ERROR_RATE, statdpAudit } from "../lib/auditing/broken/statdp-audits.ts";
import { stream } from "../lib/random/stream.ts";
import { startTalk } from "./peer.ts";

const TOOLS = ["StatDP", "DP-Sniper"] as const;
type ToolName = (typeof TOOLS)[number];

interface Case {
  readonly tool: ToolName;
  readonly name: string;
  readonly claimed: number;
  /** The epsilon that StatDP is asked to refute. */
  readonly tested?: number;
  readonly sizes: AuditSizes;
}

const ROUNDS = 2;
const SMALL = { training: 20_000, counted: 100_000 };
const LARGE = { training: 200_000, counted: 2_000_000 };

const cases: readonly Case[] = [
  ...["histogram", "noisy-max", "SVT"].map(
    (name): Case => ({
      tool: "StatDP",
      name,
      claimed: 0.7,
      tested: 0.6,
      sizes: SMALL,
    }),
  ),
  ...["Laplace", "NoisyHist1", "RNM3"].map((name): Case => ({ tool: "DP-Sniper", name, claimed: 0.1, sizes: LARGE })),
];

interface Found {
  readonly found: number;
  readonly seconds: number;
}

function ours({ tool, name, claimed, sizes }: Case, round: number): Found {
  const row = tool === "StatDP" ? statdpAudit(name, claimed) : publishedAudits.find((audit) => audit.name === name);
  if (row === undefined) throw new RangeError(`name must be that of a mechanism, got ${name}`);
  const before = process.cpuUsage();
  const counts = countProgram(row, sizes, stream(20261119, "bench", "audits", tool, name, round));
  const found = certifiedEpsilon(counts, tool === "StatDP" ? STATDP_ERROR_RATE : SNIPER_ERROR_RATE);
  const { user, system } = process.cpuUsage(before);
  return { found, seconds: (user + system) / 1e6 };
}

interface Line {
  readonly asked: Case;
  readonly ours: Found;
  readonly theirs: Found;
}

const fewest = (rounds: readonly Found[]) => rounds.reduce((best, each) => (each.seconds < best.seconds ? each : best));
const exactOf = ({ tool, name, claimed }: Case): number => {
  const row: Pick<BenchmarkRow, "exact"> | undefined =
    tool === "StatDP" ? statdpAudit(name, claimed) : publishedAudits.find((audit) => audit.name === name);
  return row?.exact() ?? Number.NaN;
};
const two = (value: number) => Number(value.toPrecision(2)).toString();

function page(lines: readonly Line[], versions: ReadonlyMap<ToolName, string>): string {
  const rows = lines.map(({ asked, ours, theirs }) => {
    const { training, counted } = asked.sizes;
    const found =
      asked.tested === undefined ? theirs.found.toFixed(4) : theirs.found > 0 ? `> ${theirs.found}` : "none";
    const cells = [asked.tool, asked.name, `${asked.claimed}`, exactOf(asked).toFixed(4), `${training}`, `${counted}`];
    return `| ${[...cells, ours.found.toFixed(4), `${two(ours.seconds)} s`, found, two(theirs.seconds / ours.seconds)].join(" | ")} |`;
  });
  const machine = `${process.arch}, ${cpus().length} processors, Node ${process.version}`;
  const said = [...versions].map(([tool, text]) => `${tool}: ${text}`).join("; ");
  const missing = TOOLS.filter((tool) => !versions.has(tool));
  return `# Audits, beside the tools

Written by \`node dist/bench/audits.js <tool>=<python>:<folder of its source> ...\` (\`audits.ts\`, \`audits.py\`) on
${machine}. ${said}.
One interleaved run at equal draws, ours and a tool's in turns, the least of ${ROUNDS} rounds. Times are of the processor, not of the
clock, as the machine was busy; they are noisy still, so those of the tools are stated as ratios to ours.

What is found is a lower limit of epsilon, at level 0.05 beside StatDP and 0.1 beside DP-Sniper. A tool also searches for its inputs, in its
time and with its own draws; ours are given. StatDP answers for one epsilon (\`> 0.6\`: it refutes 0.6), ours for all. DP-Sniper learns
its events by logistic regression, one process, its other settings as published; its defaults are 10.7 million draws to choose and 200
million to count, of which these are a fraction, and about 5 s of its times are the start of its processes, which it takes with 10 000
draws, too. The published numbers of draws, and what is certified with them, are in [published benchmarks](../docs/published-audits.md).

| tool | mechanism | claim | exact epsilon | draws to choose | draws to count | ours | time | the tool | times ours |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}

${notTimed(missing)}
`;
}

function notTimed(missing: readonly ToolName[]): string {
  const absent = missing.map((tool) => `${tool} was not given to this run. `).join("");
  const others = "CheckDP runs in a container with KLEE and PSI, DP-Finder needs TensorFlow 1 and PSI";
  return `Not timed: ${absent}${others}; neither is a Python package alone.`;
}

async function main(given: readonly string[]): Promise<void> {
  const lines: Line[] = [];
  const versions = new Map<ToolName, string>();
  for (const tool of TOOLS) {
    const place = given.find((each) => each.startsWith(`${tool}=`))?.slice(tool.length + 1);
    if (place === undefined) continue;
    const [python, folder] = place.split(":");
    const talk = startTalk({ python, args: [join(packageFolder, "bench", "audits.py"), tool, folder] });
    versions.set(tool, await talk.read());
    for (const asked of cases.filter((each) => each.tool === tool)) {
      const rounds: { ours: Found[]; theirs: Found[] } = { ours: [], theirs: [] };
      for (let round = 0; round < ROUNDS; round++) {
        rounds.ours.push(ours(asked, round));
        talk.write(JSON.stringify({ ...asked, ...asked.sizes }));
        rounds.theirs.push(JSON.parse(await talk.read()));
      }
      const line = { asked, ours: fewest(rounds.ours), theirs: fewest(rounds.theirs) };
      console.log(JSON.stringify(line));
      lines.push(line);
    }
    talk.close();
  }
  writeFileSync(join(packageFolder, "bench", "audits.md"), page(lines, versions));
}

await main(process.argv.slice(2));
