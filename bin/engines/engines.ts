/**
 * The three engines of JavaScript, asked the same: V8 in Chromium, SpiderMonkey in Firefox, JavaScriptCore in WebKit's `jsc`.
 *
 * A browser opens a page that asks in a worker and posts the answer to the server that it came from. `jsc` is a shell: it has files and no
 * web, so the few things of the web that the script asks for are put there first. It compiles in its first three tiers, not in the fourth.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserName, visitPage } from "../../experiments/engine/machine/web-browser.ts";
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

/** Opens the first page of a server in a browser, and gives what the page posts. */
export async function postedBy(browser: BrowserName, give: RequestListener): Promise<string> {
  let posted = "";
  const hear = (text: string) => {
    posted = text;
    return true;
  };
  await visitPage(browser, { give, hear });
  return posted;
}

function inBrowser(browser: BrowserName): Engine {
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
  Chromium: inBrowser("chromium"),
  Firefox: inBrowser("firefox"),
  JavaScriptCore: inJavaScriptCore,
};
