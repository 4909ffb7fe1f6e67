/**
 * A copy of the project in a temporary folder, as a fresh clone would be: for tests of set-up, which change what they set up.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("..", import.meta.url));
const made = /^(node_modules|dist|\.venv|\.cache|\.git)$|\.generated\.ts$/;

/** What a program did: its exit code, the signal that ended it, and what it printed. */
export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), "epsilab-copy-"));

  /** Copies some top-level files and folders, without anything that set-up made. */
  constructor(names: readonly string[]) {
    for (const name of names.filter((name) => existsSync(join(project, name)))) {
      const filter = (source: string) => !made.test(basename(source));
      cpSync(join(project, name), join(this.folder, name), { recursive: true, filter });
    }
  }

  path(...parts: readonly string[]): string {
    return join(this.folder, ...parts);
  }

  /** Runs `node bin/setup.js` in the copy; `watch` sees the process while it runs. */
  setup(
    args: readonly string[],
    environment: NodeJS.ProcessEnv = {},
    watch?: (running: Running) => void,
  ): Promise<Outcome> {
    return run(process.execPath, ["bin/setup.js", ...args], { folder: this.folder, environment, watch });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A program that has not ended yet. */
export interface Running {
  kill(signal: NodeJS.Signals): void;
  /** Waits until the program has printed a text. */
  said(text: string): Promise<void>;
}

interface Circumstances {
  readonly folder: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly watch?: ((running: Running) => void) | undefined;
}

/** Runs a program to its end. A variable given as undefined is taken out of the environment. */
export function run(program: string, args: readonly string[], circumstances: Circumstances): Promise<Outcome> {
  const { folder, environment = {}, watch } = circumstances;
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, EPSILAB_PYTHON: undefined, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const said = async (text: string) => {
    while (!output.includes(text)) await once(child.stderr, "data");
  };
  watch?.({ kill: (signal) => child.kill(signal), said });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, output }));
  });
}
