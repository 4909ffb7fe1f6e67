/**
 * Set-up without dependencies: makes sure that each named need is met, then runs a command.
 *
 *   node bin/setup.js <need> ... [-- command argument ...]
 *
 * A need that is met costs a look and no word; one that is not says in a line what it does and how long it took. Needs of which none
 * waits for another are met at the same time. Where no command follows, pages that were asked for are named, made now or before.
 * The command gets what set-up found in its environment (EPSILAB_PYTHON, EPSILAB_PEERS_PYTHON, EPSILAB_DENO,
 * EPSILAB_NODE24, EPSILAB_FOREIGN_NODE, EPSILAB_DATA); its exit code and the signal that ended it are ours. Nothing is written outside the
 * project but npm's own cache, and Debian packages where a need names them.
 */
import { spawn } from "node:child_process";
import { ensureBuild } from "./setup/build.js";
import { ensureDebian } from "./setup/debian.js";
import { ensureDeno } from "./setup/deno.js";
import { ensureDocs } from "./setup/docs.js";
import { ensureForeignNode } from "./setup/foreign-node.js";
import { ensureJupyter, ensureJupyterTests } from "./setup/jupyter.js";
import { ensureMnist } from "./setup/mnist.js";
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
 * @property {"packages" | "python" | "node" | "debian"} lane needs of one lane are met one after the other, in their order
 */

/** @type {Map<string, Need>} */
const NEEDS = new Map([
  ["packages", { lane: "packages", ensure: ensurePackages }],
  ["build", { lane: "packages", ensure: ensureBuild }],
  ["docs", { lane: "packages", ensure: ensureDocs, says: "the API reference is in" }],
  ["jupyter", { lane: "python", ensure: ensureJupyter, variable: "EPSILAB_PYTHON" }],
  ["jupyter-tests", { lane: "python", ensure: ensureJupyterTests, variable: "EPSILAB_PYTHON" }],
  ["peers", { lane: "python", ensure: ensurePeers, variable: "EPSILAB_PEERS_PYTHON" }],
  ["deno", { lane: "node", ensure: ensureDeno, variable: "EPSILAB_DENO" }],
  ["node24", { lane: "node", ensure: ensureNode24, variable: "EPSILAB_NODE24" }],
  ["mnist", { lane: "node", ensure: ensureMnist, variable: "EPSILAB_DATA" }],
  ["foreign-node", { lane: "debian", ensure: ensureForeignNode, variable: "EPSILAB_FOREIGN_NODE" }],
  ["debian", { lane: "debian", ensure: ensureDebian }],
]);

/** @param {readonly string[]} args */
async function main(args) {
  const split = args.indexOf("--");
  const needs = split < 0 ? args : args.slice(0, split);
  const [command, ...rest] = split < 0 ? [] : args.slice(split + 1);
  const unknown = needs.find((need) => !NEEDS.has(need));
  if (unknown !== undefined) {
    process.stderr.write(`epsilab: unknown need "${unknown}"; known are ${[...NEEDS.keys()].join(", ")}\n`);
    return 2;
  }
  const environment = { ...process.env };
  const paths = await meet(needs);
  for (const [need, path] of paths) {
    const { variable, says } = NEEDS.get(need) ?? {};
    if (variable !== undefined) environment[variable] = path ?? "";
    if (says !== undefined && command === undefined) process.stderr.write(`epsilab: ${says} ${path}\n`);
  }
  return command === undefined ? 0 : run(command, rest, environment);
}

/**
 * Meets needs, lane by lane at the same time. Where one fails, the rest of its lane is left, and the others end first.
 * @param {readonly string[]} needs
 * @returns {Promise<Map<string, string | void>>} the path of each
 */
async function meet(needs) {
  const paths = new Map(needs.map((need) => [need, /** @type {string | void} */ (undefined)]));
  const lanes = new Set(needs.map((need) => NEEDS.get(need)?.lane));
  const ends = [...lanes].map(async (lane) => {
    for (const need of paths.keys()) {
      const { ensure, lane: own } = NEEDS.get(need) ?? {};
      if (own === lane) paths.set(need, await ensure?.());
    }
  });
  const failed = (await Promise.allSettled(ends)).filter((end) => end.status === "rejected");
  const [first] = failed.map(({ reason }) => reason);
  if (first !== undefined)
    throw failed.map(({ reason }) => reason).find((each) => each instanceof Interrupted) ?? first;
  return paths;
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
