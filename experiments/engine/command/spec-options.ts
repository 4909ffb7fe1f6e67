/**
 * What a command line asks of an experiment: its size, its seed, its parts and the values of its axes.
 */
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { readValue } from "../definition/axis.ts";
import { DEFAULT_SEED, type SpecQuestion } from "../format/spec.ts";
import { wholeNumber } from "./command-line.ts";

export interface SpecOptions {
  readonly parameters?: string;
  readonly parts?: string;
  readonly quick?: true;
  readonly full?: true;
  readonly seed?: number;
}

export function withSpec(command: Command): Command {
  return command
    .argument("[parameter=values...]", "values for an axis, as epsilon=0.5,1 or part.epsilon=0.5,1")
    .option("--parameters <file>", 'values for axes from a JSON file, as {"epsilon": [0.5, 1]}')
    .option("--cells, --parts <names>", "only the cells of these parts, with commas between")
    .option("--quick", "the small size (default)")
    .option("--full", "the size that is cited")
    .option("--seed <n>", `the seed of all randomness (default: ${DEFAULT_SEED})`, wholeNumber("--seed", 0));
}

export function specQuestion(settings: readonly string[], options: SpecOptions): SpecQuestion {
  const { quick, full, seed = DEFAULT_SEED, parts, parameters } = options;
  if (quick && full) throw new RangeError("--quick and --full cannot be wanted at once");
  return {
    size: full ? "full" : "quick",
    seed,
    overrides: { ...readParameters(parameters), ...Object.fromEntries(settings.map(readSetting)) },
    ...(parts === undefined ? {} : { parts: parts.split(",") }),
  };
}

/** Whether the command line says anything about what to compute. */
export function asksForSpec(settings: readonly string[], options: SpecOptions): boolean {
  const { quick, full, seed, parts, parameters } = options;
  return settings.length > 0 || [quick, full, seed, parts, parameters].some((given) => given !== undefined);
}

/** The command line has the last word. */
function readParameters(path: string | undefined): Readonly<Record<string, readonly unknown[]>> {
  if (path === undefined) return {};
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new RangeError(`--parameters must be a JSON file, got ${path}: ${(error as Error).message}`);
  }
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw new RangeError(`--parameters must hold an object of axes, got ${JSON.stringify(content)} in ${path}`);
  }
  return Object.fromEntries(
    Object.entries(content).map(([name, values]) => [name, Array.isArray(values) ? values : [values]]),
  );
}

function readSetting(text: string): [string, readonly unknown[]] {
  const [, name, values] = /^([\w.-]+)=(.*)$/.exec(text) ?? [];
  if (name === undefined) throw new RangeError(`a setting must be parameter=value,value..., got "${text}"`);
  return [name, values === "" ? [] : values.split(",").map(readValue)];
}
