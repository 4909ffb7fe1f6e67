import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeAll(async () => {
  notebook = new Notebook();
  await notebook.run(
    "import { spawnSync, spawn } from 'node:child_process'; import * as fs from 'node:fs'; " +
      "import { writeSync } from 'node:fs'; import { Worker } from 'node:worker_threads'; " +
      "const ended = (emitter, event) => new Promise((resolve) => emitter.once(event, resolve))",
  );
});
afterAll(() => notebook.close());

const child = (program: string) => `process.execPath, ["-e", ${JSON.stringify(program)}], { stdio: "inherit" }`;

describe("what a cell prints", () => {
  it.each([
    ["by console.log", "console.log('out'); console.error('err')"],
    ["by its streams", "process.stdout.write('out\\n'); process.stderr.write(Buffer.from('err\\n'))"],
    ["by file descriptors", "writeSync(1, 'out\\n'); writeSync(2, 'err\\n')"],
    ["by a child process", `spawnSync(${child("console.log('out'); console.error('err')")})`],
    [
      "by a child process that it awaits",
      `await ended(spawn(${child("console.log('out'); console.error('err')")}), 'close')`,
    ],
    [
      "by a worker thread",
      "await ended(new Worker(`console.log('out'); console.error('err')`, { eval: true }), 'exit')",
    ],
  ])("%s is its own, and there before it is done", async (_, code) => {
    const { status, stdout, stderr } = await notebook.run(`${code};`);
    expect([status, stdout, stderr]).toEqual(["ok", "out\n", "err\n"]);
  });

  it("is in order, also across the two streams", async () => {
    const { messages } = await notebook.run("for (const n of [1, 2, 3]) { console.log(n); console.error(n) }");
    const texts = messages.flatMap((message) => (message.kind === "stream" ? [`${message.name} ${message.text}`] : []));
    expect(texts).toEqual(["stdout 1\n", "stderr 1\n", "stdout 2\n", "stderr 2\n", "stdout 3\n", "stderr 3\n"]);
  });

  it("is whole and in few messages when it goes to both streams in turn", async () => {
    const code = "for (let n = 0; n < 5000; n++) { console.log(n); console.error(n) }";
    const { stdout, stderr, messages } = await notebook.run(code);
    const lines = Array.from({ length: 5000 }, (_, line) => `${line}\n`).join("");
    expect([stdout, stderr]).toEqual([lines, lines]);
    expect(messages.length).toBeLessThan(2000);
  });

  it("on both streams in turn loses no line to an interrupt", async () => {
    const cell = notebook.send("for (let n = 0; ; n++) { console.log(n); console.error(n) }");
    await notebook.until(() => notebook.textOf(cell, "stdout").length > 20_000);
    notebook.interrupt();
    await notebook.until(() => notebook.messages.some((message) => message.kind === "done" && message.cell === cell));
    for (const name of ["stdout", "stderr"] as const) {
      const lines = notebook.textOf(cell, name).split("\n").slice(0, -1);
      expect(lines.findIndex((line, index) => line !== String(index))).toBe(-1);
    }
  });

  it.each([
    ["a loop", "console.log('begun'); const until = Date.now() + 10_000; while (Date.now() < until);"],
    ["a wait", "console.log('begun'); await new Promise(() => {})"],
  ])("comes while %s goes on", async (_, code) => {
    const cell = notebook.send(code);
    await notebook.until(() => notebook.textOf(cell, "stdout") === "begun\n");
    expect(notebook.messages.some((message) => message.kind === "done" && message.cell === cell)).toBe(false);
    notebook.interrupt();
    await notebook.until(() => notebook.messages.some((message) => message.kind === "done" && message.cell === cell));
  });

  it("arrives whole, be it ten million characters at once or a hundred thousand lines", async () => {
    const long = await notebook.run("console.log('é'.repeat(1e7) + '!')");
    expect([long.stdout.length, long.stdout.endsWith("é!\n")]).toEqual([1e7 + 2, true]);
    const { stdout } = await notebook.run("for (let line = 0; line < 1e5; line++) console.log(line)");
    expect(stdout.split("\n").findIndex((line, index) => line !== String(index))).toBe(1e5);
  });

  it("late is filed under the cell that caused it, while another runs", async () => {
    const first = notebook.send(
      `let begin; const another = new Promise((go) => { begin = go });
       const timer = another.then(() => new Promise((go) => setTimeout(() => { console.log('timer'); go() }, 20)));
       const worker = another.then(() => ended(new Worker("console.log('worker')", { eval: true }), 'exit'));
       const all = Promise.all([timer, worker]).then(() => console.log('promise')); 0`,
    );
    const second = await notebook.run("begin(); await all; console.log('own')");
    const shown = () => notebook.textOf(first, "stdout").split("\n").sort();
    await notebook.until(() => shown().length === 4);
    expect(shown()).toEqual(["", "promise", "timer", "worker"]);
    expect(second.stdout).toBe("own\n");
  });
});

describe("what a cell writes to the descriptors of the standard streams", () => {
  it("comes in order with what it prints", async () => {
    const { stdout } = await notebook.run(
      "for (let i = 0; i < 300; i++) { console.log('c' + i); writeSync(1, 'f' + i + '\\n'); process.stdout.write('p' + i + '\\n') }",
    );
    const expected = Array.from({ length: 300 }, (_, i) => `c${i}\nf${i}\np${i}\n`).join("");
    expect(stdout).toBe(expected);
  });

  it("comes whole, however much it is, and as text where characters are cut", async () => {
    const code = "const written = writeSync(1, Buffer.alloc(3_000_000, 97)); writeSync(1, 'END'); written";
    const { stdout, text } = await notebook.run(code);
    expect([stdout.length, stdout.slice(-4), text]).toEqual([3_000_003, "aEND", "3000000"]);
    const cut = "const euro = Buffer.from('€'); writeSync(2, euro, 0, 1); writeSync(2, euro, { offset: 1 })";
    expect((await notebook.run(cut)).stderr).toBe("€");
    expect((await notebook.run("writeSync(2, 'e9', null, 'hex'); writeSync(2, Buffer.from('!'))")).stderr).toBe(
      "\ufffd!",
    );
  });

  it("comes from writes with callbacks, of many pieces, and from streams over the descriptor", async () => {
    const { stdout, text } = await notebook.run(`
      const count = await new Promise((resolve) => fs.write(1, "one ", (_, length) => resolve(length)));
      fs.writevSync(1, [Buffer.from("two "), Buffer.from("three ")]);
      await new Promise((resolve) => fs.createWriteStream("", { fd: 1, autoClose: false }).write("four", resolve));
      count`);
    expect([stdout, text]).toEqual(["one two three four", "4"]);
  });

  it("is whole from a child process that writes more than a pipe holds", async () => {
    const { stdout } = await notebook.run(
      `(await import("node:child_process")).execFileSync("head", ["-c", "400000", "/dev/zero"], { stdio: "inherit" }); 0`,
    );
    expect(stdout.length).toBe(400_000);
  });

  it("leaves files alone", async () => {
    const { text } = await notebook.run(
      "const file = fs.openSync('note.txt', 'w'); writeSync(file, 'kept'); fs.closeSync(file); fs.readFileSync('note.txt', 'utf8')",
    );
    expect(text).toBe("'kept'");
  });
});

describe("what a child that inherits its streams prints", () => {
  it.each([
    ["spawn with descriptors", "spawn('echo', ['text'], { stdio: [0, 1, 2] })"],
    ["spawn with streams", "spawn('echo', ['text'], { stdio: ['ignore', process.stdout, process.stderr] })"],
  ])("is shown: %s", async (_, start) => {
    expect((await notebook.run(`await ended(${start}, 'close'); 0`)).stdout).toBe("text\n");
  });

  it("is there before the cell is done that awaits the child's exit, however much it is", async () => {
    const { stdout } = await notebook.run(
      `await ended(spawn('sh', ['-c', 'seq 1 200000; echo done'], { stdio: 'inherit' }), 'exit'); console.log('after')`,
    );
    const lines = stdout.split("\n");
    expect([lines.length, lines.includes("done"), lines.includes("after"), lines[199_999]]).toEqual([
      200_003,
      true,
      true,
      "200000",
    ]);
  });

  it("is filed right for one cell after the other, also while children of others live", async () => {
    for (let cell = 0; cell < 10; cell++) {
      const { stdout } = await notebook.run(`await ended(spawn('echo', ['${cell}'], { stdio: 'inherit' }), 'exit'); 0`);
      expect(stdout).toBe(`${cell}\n`);
    }
    const lasting = "spawn('sleep', ['1'], { stdio: 'inherit' }); 0";
    for (let cell = 0; cell < 5; cell++) await notebook.run(lasting);
    const { stdout, text } = await notebook.run(
      "await ended(spawn('echo', ['more'], { stdio: 'inherit' }), 'exit'); 0",
    );
    expect([stdout, text]).toEqual(["more\n", "0"]);
  });

  it("is nothing where there is no such program, which is an error of the cell", async () => {
    const { text } = await notebook.run(
      "(await ended(spawn('no-such-program', [], { stdio: 'inherit' }), 'error')).code",
    );
    expect(text).toBe("'ENOENT'");
  });
});

describe("what fails after its cell", () => {
  it.each([
    ["a rejected promise", "void Promise.reject(new RangeError('left behind')); 0"],
    ["a timer", "setTimeout(() => { throw new RangeError('left behind') }, 5); 0"],
    ["an async function", "(async () => { await 0; throw new RangeError('left behind') })(); 0"],
  ])("%s is reported below it, and the session goes on", async (_, code) => {
    const cell = notebook.send(code);
    const isTold = () => notebook.messages.some((message) => message.kind === "error" && message.cell === cell);
    await notebook.until(isTold);
    const error = notebook.messages.find((message) => message.kind === "error" && message.cell === cell);
    expect(error).toMatchObject({ ename: "RangeError", evalue: "left behind" });
    expect((await notebook.run("6 * 7")).text).toBe("42");
  });

  it("is for the listener for rejections that a cell has, and not shown", async () => {
    const own = new Notebook();
    await own.run("const seen = []; process.on('unhandledRejection', (error) => seen.push(error.message))");
    await own.run("void Promise.reject(new Error('rejected')); await new Promise((go) => setTimeout(go, 30))");
    expect(await own.value("seen.join()")).toBe("'rejected'");
    expect(own.messages.filter(({ kind }) => kind === "error")).toEqual([]);
    await own.close();
  });
});
