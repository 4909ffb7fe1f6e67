import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeEach(() => {
  notebook = new Notebook();
});
afterEach(() => notebook.close());

const SIGNAL = 'globalThis[Symbol.for("Jupyter.cell")].signal';
/** A library's own code, which is not rewritten as that of cells is. */
const LIBRARY = `
export const heard = [];
export function clean(name) {
  const { signal } = globalThis[Symbol.for("Jupyter.cell")];
  signal.addEventListener("abort", async () => {
    heard.push(name + " " + signal.reason.name);
    await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setImmediate(resolve));
    const { writeFile } = await import("node:fs/promises");
    await writeFile(name, "closed");
    heard.push(name + " closed");
  });
  return signal;
}
export async function work() {
  for (;;) await new Promise((resolve) => setTimeout(resolve, 1));
}
`;

/** The cell's listeners were called, and what they awaited came. */
async function expectHeard(name: string): Promise<void> {
  await expect
    .poll(async () => notebook.value("heard"), { timeout: 20_000 })
    .toBe(`[ '${name} Interrupted', '${name} closed' ]`);
  expect(await notebook.value(`(await import("node:fs")).readFileSync("${name}", "utf8")`)).toBe("'closed'");
}

describe("the signal of a cell", () => {
  it.each([
    ["in a loop", "console.log('go'); while (true);"],
    [
      "in a loop of a function that is called by a promise",
      "await Promise.resolve().then(() => { console.log('go'); while (true); })",
    ],
    ["while it awaits", "console.log('go'); await new Promise(() => {})"],
    ["while it awaits a library", "console.log('go'); await work()"],
    [
      "in a loop over what is awaited",
      "async function* g() { for (;;) yield work() } console.log('go'); for await (const x of g());",
    ],
    ["in a timer", "setTimeout(() => { console.log('go'); while (true); }, 1); await new Promise(() => {})"],
    [
      "in a chain of callbacks",
      "const next = () => setImmediate(next); next(); console.log('go'); await new Promise(() => {})",
    ],
    ["in a microtask chain", "console.log('go'); await (async () => { for (;;) await null })()"],
  ])("is aborted when the cell is interrupted %s", async (_, code) => {
    notebook.write("library.mjs", LIBRARY);
    await notebook.run("import { clean, heard, work } from './library.mjs'");
    const { status } = await notebook.runAndInterrupt(`clean("file"); ${code}`);
    expect(status).toBe("interrupted");
    await expectHeard("file");
  });

  it("is another for each cell, and the same in one", async () => {
    await notebook.run(`const first = ${SIGNAL}; const same = first === ${SIGNAL}`);
    expect(await notebook.value("same")).toBe("true");
    expect(await notebook.value(`first === ${SIGNAL}`)).toBe("false");
    const { status } = await notebook.runAndInterrupt(`const second = ${SIGNAL}; console.log('go'); while (true);`);
    expect(status).toBe("interrupted");
    expect(await notebook.value("[first.aborted, second.aborted, second.reason.name]")).toBe(
      "[ false, true, 'Interrupted' ]",
    );
    expect(await notebook.value(`${SIGNAL}.aborted`)).toBe("false");
  });

  it("is that of the cell whose code asks, also after other cells", async () => {
    await notebook.run(`const own = ${SIGNAL}; let later; setTimeout(() => { later = ${SIGNAL} }, 100)`);
    await notebook.run("1");
    await expect.poll(() => notebook.value("later !== undefined && later === own"), { timeout: 20_000 }).toBe("true");
  });

  it("may have many listeners, and any that fail", async () => {
    const { status, stderr } = await notebook.runAndInterrupt(`
      const heard: string[] = [];
      for (let n = 0; n < 20; n++) ${SIGNAL}.addEventListener("abort", () => { heard.push("one") });
      ${SIGNAL}.addEventListener("abort", () => { throw new Error("of a listener") });
      ${SIGNAL}.addEventListener("abort", async () => { throw new Error("of an asynchronous one") });
      ${SIGNAL}.addEventListener("abort", () => { heard.push("last") });
      console.log('go'); while (true);`);
    expect([status, stderr]).toEqual(["interrupted", ""]);
    expect(await notebook.value("[heard.length, heard.at(-1)]")).toBe("[ 21, 'last' ]");
    const told = notebook.messages.flatMap((message) => (message.kind === "error" ? [message.evalue] : []));
    expect(told).toContain("of a listener");
    expect(told).toContain("of an asynchronous one");
  });

  it("is aborted when what its cell left behind is interrupted", async () => {
    const cell = notebook.send(`const own = ${SIGNAL}; setTimeout(() => { console.log('go'); while (true); }, 50)`);
    await notebook.until(() => notebook.textOf(cell, "stdout").includes("go"));
    notebook.interrupt();
    expect(await notebook.value("own.aborted")).toBe("true");
  });
});

describe("an interrupt", () => {
  it("ends a loop in a callback, and the loop that the cell goes on with when it hears of it", async () => {
    const { status } = await notebook.runAndInterrupt(`
      const kept = 5;
      setTimeout(() => { console.log('go'); while (true); }, 1);
      try { await new Promise(() => {}) } catch { while (true); }`);
    expect(status).toBe("interrupted");
    expect(await notebook.value("kept")).toBe("5");
  });
});

describe("worker threads that a library starts", () => {
  const POOL = `
    import { Worker } from "node:worker_threads";
    export const events = [];
    export const workers = [];
    export function compute(threads, rounds) {
      const { signal } = globalThis[Symbol.for("Jupyter.cell")];
      signal.addEventListener("abort", () => events.push("aborted"));
      const replies = Array.from({ length: threads }, () => {
        const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: rounds });
        workers.push(worker);
        worker.on("online", () => events.push("online")).on("exit", () => events.push("exit"));
        return new Promise((resolve, reject) => worker.on("message", resolve).on("error", reject));
      });
      return Promise.all(replies).then(async (values) => {
        await Promise.all(workers.map((worker) => worker.terminate()));
        return values;
      });
    }`;
  const WORKER = `
    import { parentPort, workerData } from "node:worker_threads";
    let sum = 0;
    for (let n = 0; n < workerData; n++) sum += n % 7;
    parentPort.postMessage(sum);
    parentPort.on("message", () => {});`;

  beforeEach(() => {
    const folder = "node_modules/pool";
    notebook.write(`${folder}/package.json`, '{ "name": "pool", "type": "module", "exports": "./pool.js" }');
    notebook.write(`${folder}/pool.js`, POOL);
    notebook.write(`${folder}/worker.js`, WORKER);
  });

  it("work, and are gone when their cell is done", async () => {
    const cell = "import { compute, events, workers } from 'pool'; await compute(2, 14)";
    expect((await notebook.run(cell)).text).toBe("[ 42, 42 ]");
    expect(await notebook.value("workers.map(({ threadId }) => threadId)")).toBe("[ -1, -1 ]");
    expect(await notebook.value("events")).toBe("[ 'online', 'online', 'exit', 'exit' ]");
  });

  it("end with the interrupt of their cell, of which the library hears before", async () => {
    await notebook.run("import { compute, events, workers } from 'pool'");
    const started = "while (events.length < 2) await new Promise((resolve) => setTimeout(resolve, 1))";
    const { status, errors } = await notebook.runAndInterrupt(
      `const computing = compute(2, 1e15); ${started}; console.log('go'); await computing`,
    );
    expect([status, errors.map(({ ename }) => ename)]).toEqual(["interrupted", ["Interrupted"]]);
    await expect
      .poll(() => notebook.value("events"), { timeout: 20_000 })
      .toBe("[ 'online', 'online', 'aborted', 'exit', 'exit' ]");
    expect(await notebook.value("workers.map(({ threadId }) => threadId)")).toBe("[ -1, -1 ]");
  });
});

describe("a library that goes on after the interrupt of its cell", () => {
  it("starts no worker threads that stay", async () => {
    notebook.write(
      "node_modules/late/index.mjs",
      `import { Worker } from "node:worker_threads";
       export const codes = [];
       export const { promise, resolve } = Promise.withResolvers();
       export async function start() {
         await promise;
         new Worker("setInterval(() => {}, 1000)", { eval: true }).on("exit", (code) => codes.push(code));
       }`,
    );
    notebook.write("node_modules/late/package.json", '{ "name": "late", "exports": "./index.mjs" }');
    await notebook.run("import { codes, resolve, start } from 'late'");
    expect((await notebook.runAndInterrupt("const begun = start(); console.log('go'); await begun")).status).toBe(
      "interrupted",
    );
    await notebook.run("resolve()");
    await expect.poll(() => notebook.value("codes.length"), { timeout: 20_000 }).toBe("1");
  });
});

describe("the bar of a loop that is interrupted", () => {
  const bars = () => notebook.messages.flatMap((message) => (message.kind === "display" ? [message] : []));

  it.each([
    ["a loop", "for (const n of progress(1e9)) if (n === 3) { console.log('go'); while (true); }"],
    ["a loop that awaits", "for (const n of progress(9)) { console.log('go'); await new Promise(() => {}) }"],
    [
      "a library's loop",
      `async function* rows() { yield 1; console.log('go'); await new Promise(() => {}) }
       async function consume() { for await (const row of progress(rows(), { total: () => 5, label: () => "part" })); }
       await consume()`,
    ],
  ])("says that it stopped: %s", async (_, code) => {
    const { status, messages } = await notebook.runAndInterrupt(code);
    expect(status).toBe("interrupted");
    const shown = messages.filter(({ kind }) => kind === "display" || kind === "done");
    expect(shown.at(-1)?.kind).toBe("done");
    expect(bars().at(-1)?.data["text/plain"]).toMatch(/stopped after \d/);
    const count = bars().length;
    await notebook.run("1");
    expect(bars().length).toBe(count);
  });
});
