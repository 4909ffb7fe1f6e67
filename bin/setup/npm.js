/**
 * How to call npm: the one that is running us if there is one, otherwise the one on PATH.
 */
import { basename } from "node:path";
import { programOnPath, SetupError } from "./project.js";

/**
 * The command line of an npm call.
 * @param {readonly string[]} args
 * @returns {{ command: string, args: readonly string[] }}
 */
export function npmCall(args) {
  const running = process.env.npm_execpath;
  if (running !== undefined && basename(running) === "npm-cli.js") {
    return { command: process.execPath, args: [running, ...args] };
  }
  const npm = programOnPath("npm");
  if (npm === undefined)
    throw new SetupError("npm is missing: it comes with Node (nodejs.org); on Debian: apt-get install npm");
  return { command: npm, args };
}

/** The variables by which a surrounding npm speaks of the project; a call for another folder must not see them. */
export function variablesOfOuterNpm() {
  return Object.keys(process.env).filter((name) =>
    /^npm_(package|lifecycle|config_local_prefix)|^INIT_CWD$/.test(name),
  );
}

/**
 * What to do when npm fails.
 * @param {string} output
 */
export function npmAdvice(output) {
  return /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(output)
    ? "The npm registry could not be reached: check the connection and npm's proxy and registry settings, then run the same command again."
    : "";
}
