/**
 * Web browsers of this machine, opened on a page of ours: without a window, without network use of their own and with an empty profile.
 *
 * The page comes from a server that answers this machine alone, and posts what it has to say. Why not Playwright: it drives browsers that
 * were built for it, and Debian's Firefox is none.
 */
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { StorageError } from "./storage-error.ts";

interface Kind {
  /** Its usual names. */
  readonly names: readonly string[];
  /** What may name its path. */
  readonly variable: string;
  readonly advice: string;
  args(home: string): readonly string[];
}

export const browserKinds = {
  chromium: {
    names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
    variable: "EPSILAB_CHROMIUM",
    advice:
      'on Debian "apt-get install chromium" gets one; elsewhere set EPSILAB_CHROMIUM to the path of a Chromium or Chrome',
    args: (home) => [
      ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", `--user-data-dir=${home}`],
    ],
  },
  firefox: {
    names: ["firefox", "firefox-esr"],
    variable: "EPSILAB_FIREFOX",
    advice: 'on Debian "apt-get install firefox-esr" gets one; elsewhere set EPSILAB_FIREFOX to the path of a Firefox',
    args: (home) => ["--headless", "--no-remote", "--profile", home],
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type BrowserName = keyof typeof browserKinds;

/** The path of a browser: what its variable names, or the first of its usual names on the PATH. */
export function findBrowser(name: BrowserName, environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const { names, variable }: Kind = browserKinds[name];
  const named = environment[variable];
  if (named !== undefined && named !== "") return existsSync(named) ? named : undefined;
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.flatMap((folder) => names.map((each) => join(folder, each))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

interface Visit {
  /** Answers what the page asks for. */
  readonly give: RequestListener;
  /** Hears each text that the page posts; true ends the visit. */
  hear(text: string): boolean;
  /** Ends the visit before that, with its reason. */
  readonly signal?: AbortSignal;
}

/** Opens the first page of a server in a browser until what it posts ends the visit. */
export async function visitPage(name: BrowserName, { give, hear, signal }: Visit): Promise<void> {
  const program = findBrowser(name);
  if (program === undefined)
    throw new StorageError(`there is no ${name} on this machine: ${browserKinds[name].advice}`);
  const home = mkdtempSync(join(tmpdir(), "epsilab-browser-"));
  let settle: (error?: unknown) => void = () => undefined;
  const over = new Promise<void>((resolve, reject) => {
    settle = (error) => (error === undefined ? resolve() : reject(error));
  });
  const server = createServer((asked, response) => {
    if (asked.method !== "POST") return give(asked, response);
    const pieces: Buffer[] = [];
    asked.on("data", (piece) => pieces.push(piece));
    asked.on("end", () => {
      response.writeHead(204).end();
      try {
        if (hear(Buffer.concat(pieces).toString())) settle();
      } catch (error) {
        settle(error);
      }
    });
    return response;
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  // A group of its own: a browser is several processes.
  const child = spawn(program, [...browserKinds[name].args(home), address], {
    env: { ...process.env, HOME: home },
    stdio: "ignore",
    detached: true,
  });
  child.once("error", settle);
  child.once("exit", (code) => settle(new StorageError(`${program} ended with code ${code} and no answer`)));
  const abort = () => settle(signal?.reason);
  signal?.addEventListener("abort", abort);
  try {
    await over;
  } finally {
    signal?.removeEventListener("abort", abort);
    const gone = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode === null && child.pid !== undefined) {
      process.kill(-child.pid, "SIGKILL");
      await gone;
    }
    server.closeAllConnections();
    server.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
