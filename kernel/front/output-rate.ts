/**
 * Output rate: whether broadcasts are paced, which they are only where a Jupyter server passes them on.
 *
 * The server's process keeps a file under its own number beside the connection files, and gives the name of a notebook to the
 * kernels of notebooks. The variable is for servers that are set to drop nothing, and for those we would not recognise.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

export const outputRates = ["automatic", "limited", "unlimited"] as const;
export type OutputRate = (typeof outputRates)[number];

export const outputRateVariable = "EPSILAB_OUTPUT_RATE";

/** An option that was given comes before the variable. */
export function isPaced(parts: {
  readonly rate: OutputRate | undefined;
  readonly connectionFile: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}): boolean {
  const { connectionFile, environment } = parts;
  const chosen = parts.rate ?? rateOf(environment[outputRateVariable]);
  if (chosen !== "automatic") return chosen === "limited";
  const { JPY_PARENT_PID: parent, JPY_SESSION_NAME: notebook } = environment;
  if (notebook !== undefined) return true;
  const files = ["jpserver", "nbserver"].map((name) => join(dirname(connectionFile), `${name}-${parent}.json`));
  return parent !== undefined && files.some((file) => existsSync(file));
}

function rateOf(text: string | undefined): OutputRate {
  if (text === undefined || text === "") return "automatic";
  const found = outputRates.find((rate) => rate === text);
  if (found === undefined) throw new RangeError(`${outputRateVariable} must be ${outputRates.join(", ")}, got ${text}`);
  return found;
}
