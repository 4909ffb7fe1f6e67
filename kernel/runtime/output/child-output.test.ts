import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeAll(async () => {
  notebook = new Notebook();
  await notebook.run(`
    import { execSync, fork, spawn, spawnSync } from 'node:child_process';
    import { existsSync, writeFileSync } from 'node:fs';
    const made = async (file) => { while (!existsSync(file)) await new Promise((go) => setTimeout(go, 1)) };
    const told = (child) => new Promise((resolve) => child.once('message', resolve));`);
  const program = (count: number) =>
    `for (let i = 0; i < ${count}; i++) { console.log(i); console.error(i) } process.send(1); setTimeout(() => {}, 400)`;
  notebook.write("printing.cjs", program(100));
  notebook.write("flooding.cjs", program(2000));
});
afterAll(() => notebook.close());

const lines = (count: number) => Array.from({ length: count }, (_, line) => `${line}\n`).join("");

/** Ways to start a child that sends a message after it has printed. */
const starts: readonly (readonly [title: string, start: (file: string) => string])[] = [
  ["fork", (file) => `const child = fork('${file}')`],
  [
    "spawn",
    (file) => `const child = spawn(process.execPath, ['${file}'], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })`,
  ],
  [
    "pipes that the cell reads",
    (file) => `const child = fork('${file}', { silent: true });
      child.stdout.pipe(process.stdout);
      child.stderr.on('data', (text) => process.stderr.write(text))`,
  ],
];

describe("what a child that lives on has printed", () => {
  it.each(starts)("is there before its cell is done that awaited a message: %s", async (_, start) => {
    for (const _ of Array(3)) {
      const { stdout, stderr } = await notebook.run(`${start("printing.cjs")}; await told(child);`);
      expect([stdout, stderr]).toEqual([lines(100), lines(100)]);
    }
  });

  it.each(starts)("is whole under its cell, also where its pipes were full: %s", async (_, start) => {
    const hold = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)";
    const cell = notebook.send(`${start("flooding.cjs")}; ${hold}; await told(child);`);
    const isWhole = () => [notebook.textOf(cell, "stdout"), notebook.textOf(cell, "stderr")].every(isAll);
    const isAll = (text: string) => text === lines(2000);
    await notebook.until(isWhole);
  });
});

describe("a cell with a child that goes on", () => {
  const shell = (file: string) => `'sh', ['-c', 'while :; do echo more; : > ${file}; sleep 0.005; done']`;

  it.each([
    ["to the cell's streams", "streams", `const lasting = spawn(${shell("streams")}, { stdio: 'inherit' });`],
    ["to a pipe", "pipe", `const lasting = spawn(${shell("pipe")}); lasting.stdout.pipe(process.stdout);`],
  ])("is done nevertheless when that writes for ever %s", async (_, file, start) => {
    const { status, stdout } = await notebook.run(`${start} await made('${file}');`);
    expect([status, stdout.startsWith("more\n")]).toEqual(["ok", true]);
    expect((await notebook.run("lasting.kill(); 6 * 7")).text).toBe("42");
  });
});

describe("what a child prints when its cell is done", () => {
  /** Starts a child that prints once there is a file of the name, and then makes another. */
  const waiting = (name: string) =>
    `spawn('sh', ['-c', 'until [ -e ${name} ]; do sleep 0.01; done; echo late; : > ${name}-printed'], { stdio: 'inherit' }); 0`;

  it("is shown under the cell that runs then", async () => {
    const first = await notebook.run(waiting("awaited"));
    const second = await notebook.run("writeFileSync('awaited', ''); await made('awaited-printed'); 1");
    expect([first.stdout, second.stdout]).toEqual(["", "late\n"]);
  });

  it("comes while the cell that runs then computes", async () => {
    await notebook.run(waiting("computed"));
    const cell = notebook.send("writeFileSync('computed', ''); for (;;);");
    await notebook.until(() => notebook.textOf(cell, "stdout") === "late\n");
    notebook.interrupt();
    await notebook.until(() => notebook.messages.some((message) => message.kind === "done" && message.cell === cell));
  });
});
