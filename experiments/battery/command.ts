/**
 * `epsilab battery`: computes the battery and says whether this machine gives the bits that every machine gives.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { EXPECTED, runBattery } from "./battery.ts";

const HELP = `Usage: epsilab battery [--workers <n>] [--json]

Computes 100 000 values of every special function and 1 000 000 draws of every sampler and prints their SHA-256.
The hash is the same on every machine, every version of Node and with any number of workers.

  --workers <n>  worker threads (default: as many as cores)
  --json         one JSON object instead of a table
  --help         this text

Exit code: 0 the hash is the expected one, 1 it is not, 2 the command was not understood.
`;

export async function run(args: readonly string[]): Promise<number> {
  const options = parse(args);
  if (typeof options === "string") {
    process.stderr.write(`${options}\n\n${HELP}`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const show = process.stderr.isTTY && !options.json;
  const { hash, sections } = await runBattery(options.workers, (done, total) => {
    if (show) process.stderr.write(`\r${bar(done / total)} ${done} of ${total} blocks`);
  });
  if (show) process.stderr.write("\r\u001b[K");
  const same = hash === EXPECTED;
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ hash, expected: EXPECTED, same, sections }, null, 2)}\n`);
    return same ? 0 : 1;
  }
  const width = largestOf(sections.map(({ name }) => name.length));
  for (const section of sections) {
    process.stdout.write(
      `${section.name.padEnd(width)}  ${String(section.values).padStart(7)} values  ${section.hash.slice(0, 16)}\n`,
    );
  }
  process.stdout.write(`\nSHA-256 of the battery: ${hash}\n`);
  process.stdout.write(
    same
      ? "It is the expected hash: this machine gives the same bits as every other.\n"
      : `It is NOT the expected hash ${EXPECTED}: please report it, with your CPU and Node ${process.version}.\n`,
  );
  return same ? 0 : 1;
}

function parse(args: readonly string[]): { workers: number; json: boolean; help: boolean } | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { workers: { type: "string" }, json: { type: "boolean" }, help: { type: "boolean" } },
    });
    const workers = values.workers === undefined ? availableParallelism() : Number(values.workers);
    if (!Number.isInteger(workers) || workers < 1 || workers > 1024) {
      return `--workers must be an integer from 1 to 1024, got ${values.workers}`;
    }
    return { workers, json: values.json ?? false, help: values.help ?? false };
  } catch (error) {
    return (error as Error).message;
  }
}

function bar(share: number): string {
  const filled = Math.round(30 * share);
  return `[${"#".repeat(filled)}${".".repeat(30 - filled)}]`;
}
