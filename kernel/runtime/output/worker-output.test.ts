import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeAll(async () => {
  notebook = new Notebook();
  await notebook.run(`
    import { Worker } from 'node:worker_threads';
    const start = (program, workerData) => new Worker(
      "const { parentPort, workerData } = require('node:worker_threads'); " + program, { eval: true, workerData });
    const told = (worker) => new Promise((resolve) => worker.once('message', resolve))`);
});
afterAll(() => notebook.close());

const lines = (count: number) => Array.from({ length: count }, (_, line) => `${line}\n`).join("");
const printing = (count: number, print: string) => `for (let i = 0; i < ${count}; i++) ${print};`;

describe("what a worker that lives on has printed is there before its cell is done", () => {
  it.each([
    [1, "console.log(i)"],
    [100, "console.log(i)"],
    [5000, "process.stdout.write(i + '\\\\n')"],
  ])("when the cell awaits a message: %i lines by %s", async (count, print) => {
    for (const _ of Array(5)) {
      const program = `${printing(count, print)} parentPort.postMessage(1); setTimeout(() => {}, 200)`;
      const { stdout } = await notebook.run(`await told(start(\`${program}\`));`);
      expect(stdout).toBe(lines(count));
    }
  });

  it("when the cell waits for it without a turn of the event loop", async () => {
    const program = `${printing(100, "console.log(i)")} Atomics.store(workerData, 0, 1); Atomics.notify(workerData, 0)`;
    for (const _ of Array(5)) {
      const { stdout } = await notebook.run(
        `const shared = new Int32Array(new SharedArrayBuffer(4)); start(\`${program}\`, shared); Atomics.wait(shared, 0, 0, 5000);`,
      );
      expect(stdout).toBe(lines(100));
    }
  });

  it("on both streams, from several workers, and where the cell fails", async () => {
    const program = `${printing(50, "{ console.log(i); console.error(i) }")} parentPort.postMessage(1)`;
    const { stdout, stderr, status } = await notebook.run(
      `await Promise.all([1, 2, 3].map(() => told(start(\`${program}\`)))); throw new Error('afterwards')`,
    );
    expect([stdout.length, stderr.length, status]).toEqual([3 * lines(50).length, 3 * lines(50).length, "error"]);
  });

  it("where the cell itself takes the text from the worker", async () => {
    const program = `${printing(100, "console.log(i)")} require('node:worker_threads').parentPort.postMessage(1)`;
    const { stdout } = await notebook.run(`
      const piped = new Worker(\`${program}\`, { eval: true, stdout: true });
      piped.stdout.on('data', (text) => console.log(String(text).trim()));
      await told(piped);`);
    expect(stdout).toBe(lines(100));
  });
});

describe("a cell with a worker that goes on", () => {
  it.each([
    ["prints for ever", "setInterval(() => console.log('more'), 1)"],
    ["prints for ever without a pause", "const more = () => { console.log('more'); setImmediate(more) }; more()"],
    ["computes for ever", "for (;;);"],
    ["waits for ever", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)"],
  ])("is done nevertheless: one that %s", async (_, program) => {
    const code = `const lasting = start(\`parentPort.postMessage(1); ${program}\`); await told(lasting);`;
    expect((await notebook.run(code)).status).toBe("ok");
    expect((await notebook.run("await lasting.terminate()")).status).toBe("ok");
  });

  it("is interrupted like any other", async () => {
    const code = "start(`setInterval(() => console.log('go'), 1)`); await new Promise(() => {})";
    expect((await notebook.runAndInterrupt(code)).status).toBe("interrupted");
    expect((await notebook.run("6 * 7")).text).toBe("42");
  });
});
