/**
 * `epsilab doctor`: what is installed, what is missing, and how to get it.
 */
import { availableParallelism } from "node:os";
import { largestOf } from "../../../lib/numerics/extremes.ts";
import { packageFolder } from "../program/project.ts";
import { table } from "../text/table.ts";
import { commandLine, EXIT, execute, RESULTS, workbench } from "./command-line.ts";
import { doctorChecks } from "./doctor-checks.ts";
import type { Finding } from "./installed.ts";

interface Options {
  readonly full?: true;
  readonly json?: true;
  readonly results?: string;
}

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("doctor", "Tell what is installed, what is missing, and how to get it.")
    .option("--full", "also compute the battery, and compare its hash with the one that every machine gives")
    .option("--json", "as JSON")
    .option(...RESULTS)
    .addHelpText(
      "after",
      "\nThe exit code is 1 where something is missing that every command needs, or the hash is another.",
    );
  return execute(command, args, async ({ full, json, results }: Options) => {
    const bench = workbench(results);
    const own = (await bench.catalogue.own()).map(({ experiment }) => experiment.id);
    const machine = {
      environment: process.env,
      nodeVersion: process.version,
      folder: packageFolder,
      project: bench.project,
      own,
      problems: bench.catalogue.problems,
      results: bench.out,
    };
    const findings = [...doctorChecks(machine), ...(full ? [await batteryFinding()] : [])];
    process.stdout.write(json ? `${JSON.stringify(findings, null, 2)}\n` : sentences(findings));
    return findings.some(({ required, state }) => required && state !== "found") ? EXIT.checkFailed : 0;
  });
}

async function batteryFinding(): Promise<Finding> {
  const { EXPECTED, runBattery } = await import("../../battery/battery.ts");
  const { hash } = await runBattery(availableParallelism(), () => undefined);
  const base = { what: "battery", use: "the same bits on every machine", required: true };
  return hash === EXPECTED
    ? { ...base, state: "found", detail: `${hash.slice(0, 16)}, as expected`, remedy: "" }
    : {
        ...base,
        state: "wanting",
        detail: `${hash}, not ${EXPECTED}`,
        remedy: "please report it, with the CPU and the version of Node",
      };
}

function sentences(findings: readonly Finding[]): string {
  const columns = ["what", "state", "for", "details"].map((title) => ({ title }));
  const rows = findings.map(({ what, state, use, detail }) => [what, state, use, detail]);
  const remedies = findings.filter(({ remedy }) => remedy !== "");
  const width = Math.max(0, largestOf(remedies.map(({ what }) => what.length)));
  const advice = remedies.map(
    ({ what, remedy, required }) => `  ${what.padEnd(width)}  ${remedy}${required ? "" : " (optional)"}`,
  );
  const last = advice.length === 0 ? "Nothing is missing." : `To get what is missing:\n${advice.join("\n")}`;
  return `${table(columns, rows)}\n${last}\n`;
}
