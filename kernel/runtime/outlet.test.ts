import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FromRuntime } from "./channel.ts";
import { Notebook } from "./reference/notebook.ts";

let notebook: Notebook;
beforeAll(async () => {
  notebook = new Notebook();
  await notebook.run("");
});
afterAll(() => notebook.close());

describe("output", () => {
  it("comes in order, with displays and results between", async () => {
    const code =
      "console.log('a'); console.error('b'); process.stdout.write('c'); display.text('d'); console.info('e'); 'f'";
    const { messages } = await notebook.run(code);
    const said = messages.map((message: FromRuntime) =>
      message.kind === "stream" ? `${message.name}:${message.text}` : message.kind,
    );
    expect(said.join("|")).toBe("stdout:a\n|stderr:b\n|stdout:c|display|stdout:e\n|result|done");
  });

  it("is formatted as Node's console does", async () => {
    const code =
      "console.log('%s is %d', 'x', 1); console.log({ a: [1] }, 2); console.group('g'); console.log('in'); console.groupEnd(); console.log('out')";
    expect((await notebook.run(code)).stdout).toBe("x is 1\n{ a: [ 1 ] } 2\ng\n  in\nout\n");
  });

  it("is whole for a hundred thousand lines, in few messages, all before the end", async () => {
    const { stdout, messages } = await notebook.run(
      "for (let line = 0; line < 100_000; line++) console.log('line ' + line)",
    );
    expect(stdout).toBe(Array.from({ length: 100_000 }, (_, line) => `line ${line}\n`).join(""));
    expect(messages.length).toBeLessThan(200);
    expect(messages.at(-1)?.kind).toBe("done");
  });

  it("may be a single line of ten megabytes, and any characters", async () => {
    expect((await notebook.run("console.log('x'.repeat(1e7))")).stdout.length).toBe(1e7 + 1);
    expect(
      (await notebook.run("console.log('é😀\\u0000'.repeat(3)); process.stdout.write(Buffer.from('ü'))")).stdout,
    ).toBe(`${"é😀\u0000".repeat(3)}\nü`);
  });

  it("appears while a synchronous cell runs", async () => {
    const cell = notebook.send("console.log('first'); const end = Date.now() + 60_000; while (Date.now() < end);");
    await notebook.until(() => notebook.textOf(cell, "stdout") === "first\n");
    notebook.runtime.interrupt();
    await notebook.until(() => notebook.messages.some((message) => message.kind === "done" && message.cell === cell));
  });

  it("that comes late is filed under the cell that caused it", async () => {
    const early = await notebook.run(
      "setTimeout(() => { console.log('late'); display.text('later') }, 5); console.log('now')",
    );
    const next = await notebook.run("await new Promise((resolve) => setTimeout(resolve, 50)); console.log('mine')");
    expect([early.stdout, next.stdout]).toEqual(["now\n", "mine\n"]);
    expect(notebook.textOf(notebook.cell - 1, "stdout")).toBe("now\nlate\n");
    expect(next.messages.filter(({ kind }) => kind === "display")).toMatchObject([{ cell: notebook.cell - 1 }]);
  });

  it("of worker threads and child processes is captured", async () => {
    const worker = `import { Worker } from "node:worker_threads"; const worker = new Worker("console.log('from the worker')", { eval: true }); await new Promise((resolve) => worker.once("exit", resolve))`;
    expect((await notebook.run(worker)).stdout).toBe("from the worker\n");
    const child = `import { execFileSync, spawnSync } from "node:child_process"; spawnSync("echo", ["from the child"], { stdio: "inherit" }); execFileSync("sh", ["-c", "echo oops >&2"], { stdio: "inherit" })`;
    const outcome = await notebook.run(child);
    expect([outcome.stdout, outcome.stderr]).toEqual(["from the child\n", "oops\n"]);
  });

  it("written by descriptor comes before the end of its cell", async () => {
    const outcome = await notebook.run("import { writeSync } from 'node:fs'; writeSync(1, 'raw\\n'); 1");
    expect(outcome.messages.map(({ kind }) => kind).at(-1)).toBe("done");
    expect(outcome.stdout).toBe("raw\n");
  });

  it("can be cleared", async () => {
    const { messages } = await notebook.run("clearOutput(true); clearOutput()");
    expect(messages).toMatchObject([{ kind: "clear", wait: true }, { kind: "clear", wait: false }, { kind: "done" }]);
  });
});

describe("errors outside the cell's own code", () => {
  it("are reported under their cell, and the process lives on", async () => {
    const first = await notebook.run(
      "setTimeout(() => { throw new Error('in a timer') }, 1); void Promise.reject(new Error('rejected')); 1",
    );
    expect(first.status).toBe("ok");
    const cell = notebook.cell;
    const errors = () => notebook.messages.filter((message) => message.kind === "error" && message.cell === cell);
    const second = await notebook.run("await new Promise((resolve) => setTimeout(resolve, 30)); 2");
    expect([second.text, second.errors]).toEqual(["2", []]);
    expect(errors().map((error) => error.kind === "error" && error.evalue)).toEqual(["rejected", "in a timer"]);
  });
});
