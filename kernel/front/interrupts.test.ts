import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KernelProcess } from "./reference/kernel-process.ts";

let kernel: KernelProcess;
beforeAll(async () => {
  kernel = await KernelProcess.start(["--type-check", "off"]);
  await kernel.client.execute(
    "let kept = 0; const never = new Promise(() => {}); const { Worker } = require('worker_threads');",
  );
});
afterAll(() => kernel.stop());

const routes = {
  "a message": () => kernel.client.ask("control", "interrupt_request"),
  SIGINT: async () => void kernel.process.kill("SIGINT"),
};

/** What must end, and prints `begun` once it cannot end by itself; all go through the whole kernel. */
const cases = {
  "a loop": "console.log('begun'); while (true) kept++",
  "a loop after an await": "await 0; console.log('begun'); while (true) kept++",
  "a promise that never settles": "kept++; console.log('begun'); await never",
  "a loop in a timer's callback": "setTimeout(() => { console.log('begun'); while (true); }, 1); await never",
  "a loop in a promise chain": "Promise.resolve().then(() => { console.log('begun'); while (true); }); await never",
  "a loop in a worker":
    "const busy = new Worker('while (true);', { eval: true }); busy.once('online', () => console.log('begun')); await never",
};

describe.each(Object.entries(routes))("an interrupt by %s", (_, interrupt) => {
  it.each(Object.entries(cases))("ends %s, and the state is kept", async (__, code) => {
    const { client } = kernel;
    const before = Number(await kernel.value("kept"));
    const id = await kernel.beginMarked(code);
    await interrupt();
    expect((await client.reply(id)).content).toMatchObject({ status: "error", ename: "Interrupted" });
    await client.idle(id);
    expect(client.about(id).slice(-2)).toEqual(["error Interrupted", "status idle"]);
    expect(Number(await kernel.value("kept"))).toBeGreaterThanOrEqual(before);
    expect(await kernel.value("typeof Worker")).toBe("'function'");
  });
});

describe("an interrupt that only ends with the runtime", () => {
  it("says that the variables are lost, and the next cell has a fresh one", async () => {
    const { client } = kernel;
    const code = "require('fs').readFile('/dev/null', () => { console.log('begun'); while (true); }); await never";
    const id = await kernel.beginMarked(code);
    await client.ask("control", "interrupt_request");
    const { content } = await client.reply(id);
    expect(content).toMatchObject({ status: "error", ename: "Interrupted" });
    expect(content.evalue).toMatch(/variables/);
    expect(await kernel.value("typeof kept")).toBe("'undefined'");
  });
});
