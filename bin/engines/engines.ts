/**
 * The three engines of JavaScript, asked the same: V8 in Chromium, SpiderMonkey in Firefox, JavaScriptCore in WebKit's `jsc`.
 *
 * A browser opens a page that asks in a worker and posts the answer to the server that it came from. `jsc` is a shell: it has files and no
 * web, so the few things of the web that the script asks for are put there first. It compiles in its first three tiers, not in the fourth.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inProject } from "../setup/project.js";
import type { Answer, Request } from "./computing-script.ts";

const SOLVER = inProject("node_modules/highs/build/highs.wasm");

type Engine = (script: string, request: Request) => Promise<Answer>;

const page = `<!doctype html><meta charset="utf-8"><script>
  const report = (answer) => fetch("/found", { method: "POST", body: JSON.stringify(answer) });
  const worker = new Worker("/worker.js");
  worker.onmessage = ({ data }) => report(data);
  worker.onerror = ({ message }) => report({ failure: message });
</script>`;

const ask = '\nfetch("/asked").then((asked) => asked.json()).then(answer).then(postMessage);';

/** What the server gives, by its path. */
function pages(
  script: string,
  request: Request,
): Readonly<Record<string, readonly [type: string, content: string | Buffer]>> {
  return {
    "/": ["text/html", page],
    "/worker.js": ["text/javascript", script + ask],
    "/asked": ["application/json", JSON.stringify(request)],
    "/highs.wasm": ["application/wasm", readFileSync(SOLVER)],
  };
}

/** How a browser is started with an empty profile in `home`. */
interface Browser {
  readonly program: string;
  args(home: string): readonly string[];
}

const chromium: Browser = {
  program: "chromium",
  args: (home) => [
    ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", `--user-data-dir=${home}`],
  ],
};

export const firefox: Browser = {
  program: "firefox-esr",
  args: (home) => ["--headless", "--no-remote", "--profile", home],
};

/** Opens the first page of a server in a browser, and gives what the page posts. */
export async function postedBy({ program, args }: Browser, give: RequestListener): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), "epsilab-engine-"));
  let found: (text: string) => void = () => undefined;
  const answer = new Promise<string>((resolve) => {
    found = resolve;
  });
  const server = createServer((asked, response) => {
    if (asked.method !== "POST") return give(asked, response);
    const pieces: Buffer[] = [];
    asked.on("data", (piece) => pieces.push(piece)).on("end", () => found(Buffer.concat(pieces).toString()));
    return response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const child = spawn(program, [...args(home), `http://127.0.0.1:${(server.address() as AddressInfo).port}/`], {
    env: { ...process.env, HOME: home },
    stdio: "ignore",
    detached: true,
  });
  const ended = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${program} ended with code ${code} and no answer`)));
  });
  try {
    return await Promise.race([answer, ended]);
  } finally {
    ended.catch(() => undefined);
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

function inBrowser(browser: Browser): Engine {
  return async (script, request) => {
    const given = pages(script, request);
    const give: RequestListener = ({ url = "" }, response) => {
      const [type, content] = given[url] ?? ["text/plain", ""];
      response.writeHead(200, { "content-type": type }).end(content);
    };
    return JSON.parse(await postedBy(browser, give));
  };
}

/** Files for the solver, UTF-8 for digests. */
const web = `
globalThis.TextEncoder = class {
  encode(text) {
    return Uint8Array.from(unescape(encodeURIComponent(text.toWellFormed())), (character) => character.charCodeAt(0));
  }
};
globalThis.console = { log: () => undefined, warn: () => undefined, error: () => undefined };
globalThis.WorkerGlobalScope = class {};
globalThis.location = { href: "" };
globalThis.URL = class {
  constructor(name) {
    this.href = name;
  }
};
globalThis.fetch = async () => ({ ok: true, arrayBuffer: async () => readFile(${JSON.stringify(SOLVER)}, "binary").buffer });
`;

const inJavaScriptCore: Engine = async (script, request) => {
  const folder = mkdtempSync(join(tmpdir(), "epsilab-engine-"));
  try {
    const path = join(folder, "script.js");
    const call = `answer(${JSON.stringify(request)}).then((found) => print(JSON.stringify(found)));`;
    writeFileSync(path, `${web}\n${script}\n${call}`);
    const child = spawn("jsc", ["--useFTLJIT=0", path], { stdio: ["ignore", "pipe", "inherit"] });
    const pieces: Buffer[] = [];
    child.stdout.on("data", (piece) => pieces.push(piece));
    await new Promise((resolve, reject) => child.once("close", resolve).once("error", reject));
    return JSON.parse(Buffer.concat(pieces).toString());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

export const engines: Readonly<Record<string, Engine>> = {
  Chromium: inBrowser(chromium),
  Firefox: inBrowser(firefox),
  JavaScriptCore: inJavaScriptCore,
};
