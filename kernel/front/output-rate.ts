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

/** An option that was given comes before the variable. */
export function isPaced(parts: {
  readonly rate: OutputRate | undefined;
  readonly connectionFile: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}): boolean {
  const { EPSILAB_OUTPUT_RATE: word, JPY_PARENT_PID: parent, JPY_SESSION_NAME: notebook } = parts.environment;
  const rate = parts.rate ?? outputRates.find((each) => each === (word || "automatic"));
  if (rate === undefined) throw new RangeError(`EPSILAB_OUTPUT_RATE must be ${outputRates.join(", ")}, got ${word}`);
  if (rate !== "automatic") return rate === "limited";
  const isServer = (name: string) => existsSync(join(dirname(parts.connectionFile), `${name}-${parent}.json`));
  return notebook !== undefined || ["jpserver", "nbserver"].some(isServer);
}
