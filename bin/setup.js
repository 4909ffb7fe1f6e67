/**
 * Set-up without dependencies: makes sure that each named need is met, then runs a command.
 *
 *   node bin/setup.js <need> ... [-- command argument ...]
 *
 * A need that is met costs a look and no word; one that is not says in a line what it does and how long it took. Where no command
 * follows, pages that were asked for are named, made now or before.
 * The command gets what set-up found in its environment (EPSILAB_PYTHON, EPSILAB_PEERS_PYTHON, EPSILAB_DENO,
 * EPSILAB_NODE24, EPSILAB_FOREIGN_NODE); its exit code and the signal that ended it are ours. Nothing is written outside the
 * project but npm's own cache, and Debian packages where a need names them.
 */
import { spawn } from "node:child_process";
import { ensureBuild } from "./setup/build.js";
import { ensureDebian } from "./setup/debian.js";
import { ensureDeno } from "./setup/deno.js";
import { ensureDocs } from "./setup/docs.js";
import { ensureForeignNode } from "./setup/foreign-node.js";
import { ensureJupyter, ensureJupyterTests } from "./setup/jupyter.js";
import { ensureNode24 } from "./setup/node24.js";
import { ensurePackages } from "./setup/packages.js";
import { ensurePeers } from "./setup/peers.js";
import { SetupError } from "./setup/project.js";
import { Interrupted } from "./setup/tool.js";

/**
 * @typedef {object} Need
 * @property {() => Promise<string | void>} ensure meets the need; may return a path
 * @property {string} [variable] the environment variable that tells the command that path
 * @property {string} [says] what is at that path, for the user
 */

/** @type {Map<string, Need>} */
const NEEDS = new Map([
  ["packages", { ensure: ensurePackages }],
  ["build", { ensure: ensureBuild }],
  ["docs", { ensure: ensureDocs, says: "the API reference is in" }],
  ["jupyter", { ensure: ensureJupyter, variable: "EPSILAB_PYTHON" }],
  ["jupyter-tests", { ensure: ensureJupyterTests, variable: "EPSILAB_PYTHON" }],
  ["peers", { ensure: ensurePeers, variable: "EPSILAB_PEERS_PYTHON" }],
  ["deno", { ensure: ensureDeno, variable: "EPSILAB_DENO" }],
  ["node24", { ensure: ensureNode24, variable: "EPSILAB_NODE24" }],
  ["foreign-node", { ensure: ensureForeignNode, variable: "EPSILAB_FOREIGN_NODE" }],
  ["debian", { ensure: ensureDebian }],
]);

/** @param {readonly string[]} args */
async function main(args) {
  const split = args.indexOf("--");
  const needs = split < 0 ? args : args.slice(0, split);
  const [command, ...rest] = split < 0 ? [] : args.slice(split + 1);
  const environment = { ...process.env };
  for (const need of needs) {
    const { ensure, variable, says } = NEEDS.get(need) ?? {};
    if (ensure === undefined) {
      process.stderr.write(`epsilab: unknown need "${need}"; known are ${[...NEEDS.keys()].join(", ")}\n`);
      return 2;
    }
    const path = await ensure();
    if (variable !== undefined) environment[variable] = path ?? "";
    if (says !== undefined && command === undefined) process.stderr.write(`epsilab: ${says} ${path}\n`);
  }
  return command === undefined ? 0 : run(command, rest, environment);
}

/**
 * Runs the command in our place. An interrupt typed at a terminal reaches it without us; other signals are passed on.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<number>}
 */
async function run(command, args, environment) {
  const child = spawn(command === "node" ? process.execPath : command, args, { stdio: "inherit", env: environment });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      if (signal === null) resolve(code ?? 1);
      else reject(new Interrupted(signal));
    });
  });
}

/**
 * Ends this process the way its command ended: by the same signal.
 * @param {NodeJS.Signals} signal
 */
function endBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof Interrupted) endBy(error.signal);
  else if (error instanceof SetupError) {
    process.stderr.write(`\nepsilab: ${error.message}\n`);
    process.exitCode = 1;
  } else throw error;
}
