/**
 * Runs a tool (npm, pip, the compilers) for set-up: progress in one line, its full output in a log file, a time limit,
 * and its last lines in the error if it fails. An interrupt ends the tool with all its children before it ends us.
 */
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { relative } from "node:path";
import { addToHeldLocks, removeFromHeldLocks } from "./lock.js";
import { beginProgress } from "./progress.js";
import { inCache, projectFolder, SetupError } from "./project.js";

const DEFAULT_LIMIT_SECONDS = 1200;
const LAST_LINES = 15;
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/** The signal that ended tools: no other begins after it, in whatever need. @type {NodeJS.Signals | undefined} */
let interruptedBy;

/**
 * @typedef {object} Tool
 * @property {string} name of the log file
 * @property {string} deed for the progress line, such as "installing npm packages"
 * @property {string} command
 * @property {readonly string[]} args
 * @property {NodeJS.ProcessEnv} [environment] added to ours
 * @property {(output: string) => string} [advise] what a user can do, from what the tool printed before it failed
 */

/** The time limit of one tool; EPSILAB_SETUP_SECONDS overrides it. */
export function limitSeconds() {
  const given = Number(process.env.EPSILAB_SETUP_SECONDS);
  return given > 0 ? given : DEFAULT_LIMIT_SECONDS;
}

/**
 * Runs one tool to its end.
 * @param {Tool} tool
 * @returns {Promise<void>}
 */
export async function runTool({ name, deed, command, args, environment = {}, advise = () => "" }) {
  if (interruptedBy !== undefined) throw new Interrupted(interruptedBy);
  mkdirSync(inCache("logs"), { recursive: true });
  const logPath = inCache("logs", `${name}.log`);
  const log = createWriteStream(logPath);
  const progress = beginProgress(deed);
  const posix = process.platform !== "win32";
  const child = spawn(command, args, {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: posix, // a group of its own, so that a stop reaches its children too
    shell: !posix && command.endsWith(".cmd"),
  });
  if (child.pid !== undefined) addToHeldLocks(child.pid);

  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (/** @type {string} */ text) => {
      log.write(text);
      output += text;
      progress.note(text.trimEnd().split("\n").at(-1)?.trim() ?? "");
    });
  }

  /** @type {NodeJS.Signals | undefined} */
  let interrupt;
  let late = false;
  const stop = () => {
    try {
      if (posix && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
      else child.kill();
    } catch {
      // it has already ended
    }
  };
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    interrupt = signal;
    interruptedBy = signal;
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const timer = setTimeout(() => {
    late = true;
    stop();
  }, limitSeconds() * 1000);

  /** @type {{ code: number | null, cause?: Error }} */
  const end = await new Promise((resolve) => {
    child.on("error", (cause) => resolve({ code: null, cause }));
    child.on("close", (code) => resolve({ code }));
  });
  clearTimeout(timer);
  for (const signal of SIGNALS) process.off(signal, onSignal);
  if (child.pid !== undefined) removeFromHeldLocks(child.pid);
  await new Promise((resolve) => log.end(resolve));

  if (end.code === 0 && interrupt === undefined && !late) return progress.done();
  progress.failed();
  if (interrupt !== undefined) throw new Interrupted(interrupt);
  const lastLines = output.trimEnd().split("\n").slice(-LAST_LINES).join("\n");
  const reason = late
    ? `${deed}: stopped after the time limit of ${limitSeconds()} s (EPSILAB_SETUP_SECONDS sets another)`
    : `${deed}: ${end.cause?.message ?? `failed with exit code ${end.code}`}`;
  const parts = [reason, lastLines, `(all of it: ${relative(projectFolder, logPath)})`, advise(output)];
  throw new SetupError(parts.filter((part) => part !== "").join("\n"));
}

/** A signal ended set-up. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`interrupted by ${signal}`);
    this.signal = signal;
  }
}
