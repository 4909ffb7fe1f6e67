/**
 * `npm run bench:kernel`: our kernel beside tslab, ipykernel and Deno in one interleaved run, through the same client.
 *
 * Says what it found as it goes, and writes bench/kernel/report.md; `--quick` measures less and writes nothing.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startClient } from "./client.ts";
import { findKernels, writeKernelspecs } from "./kernels.ts";
import { type Extent, Measurement } from "./measurement.ts";
import { report } from "./report.ts";

const project = fileURLToPath(new URL("../../../", import.meta.url));

function whole(rounds: number): Extent {
  return {
    starts: 8 * rounds, // the first cells are measured with them, and differ most
    sessions: rounds,
    stops: [1, 100, 300],
    lines: 1_000_000,
    lineRounds: rounds,
    interruptRounds: rounds,
  };
}
const quick: Extent = {
  starts: 3,
  sessions: 1,
  stops: [1, 30, 60],
  lines: 100_000,
  lineRounds: 1,
  interruptRounds: 1,
};

const usage = `Usage: npm run bench:kernel -- [--quick] [--rounds N] [--only NAMES] [--parts PARTS]
Measures our kernel beside tslab, ipykernel and Deno, as far as they are installed, and writes bench/kernel/report.md.
  --quick          measure less, in about two minutes, and write nothing
  --rounds N       measure everything this many times, and starts four times as often (3)
  --only NAMES     of these kernels alone (ours, tslab, ipykernel, deno), and write nothing
  --parts PARTS    of these parts alone (starts, sessions, lines, interrupts), and write nothing
  --help           this text
EPSILAB_BENCH_ERRORS=1 shows what the kernels and the client print to stderr.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      rounds: { type: "string", default: "3" },
      only: { type: "string" },
      parts: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new RangeError(`--rounds must be a positive integer, got ${values.rounds}`);
  const started = performance.now();
  const say = (text: string) =>
    process.stdout.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${text}\n`);
  const python = process.env.EPSILAB_PYTHON || join(project, ".venv/bin/python");
  const wanted = values.only?.split(",");
  const kernels = findKernels({ project, python, deno: process.env.EPSILAB_DENO || "deno" }).filter(
    ({ name }) => wanted?.includes(name) ?? true,
  );
  const folder = mkdtempSync(join(tmpdir(), "epsilab-bench-"));
  try {
    const data = writeKernelspecs(kernels, folder, project);
    // Histories, profiles and caches of all of them stay in the folder, and so does the working directory.
    const [home, work] = [join(folder, "home"), join(folder, "work")];
    for (const each of [home, work]) mkdirSync(each);
    const client = await startClient(python, join(project, "bench/kernel/client.py"), {
      JUPYTER_PATH: data,
      JUPYTER_DATA_DIR: join(home, "jupyter"),
      IPYTHONDIR: join(home, "ipython"),
      DENO_DIR: join(home, "deno"),
      DENO_NO_UPDATE_CHECK: "1",
    });
    say(`${kernels.map(({ title, version }) => `${title} ${version}`).join(", ")}; ${client.versions}`);
    const measurement = new Measurement({ client, kernels, folder: work, say });
    const extent = limited(values.quick ? quick : whole(rounds), values.parts?.split(","));
    await measurement.run(extent);
    await client.close();
    const text = report({ kernels, findings: measurement.findings, extent, client: client.versions });
    process.stdout.write(`\n${text}`);
    if (values.quick || wanted !== undefined || values.parts !== undefined) return;
    writeFileSync(join(project, "bench/kernel/report.md"), text);
    say("written: bench/kernel/report.md");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function limited(extent: Extent, parts: readonly string[] | undefined): Extent {
  const of = (part: string, rounds: number) => ((parts?.includes(part) ?? true) ? rounds : 0);
  return {
    ...extent,
    starts: of("starts", extent.starts),
    sessions: of("sessions", extent.sessions),
    lineRounds: of("lines", extent.lineRounds),
    interruptRounds: of("interrupts", extent.interruptRounds),
  };
}

await main();
