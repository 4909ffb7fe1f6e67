import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeAll(async () => {
  notebook = new Notebook();
  await notebook.run(`
    import { execSync, fork, spawn, spawnSync } from 'node:child_process';
    const told = (child) => new Promise((resolve) => child.once('message', resolve));`);
  // More lines than a pipe takes at once: Node keeps the others, and sends its message.
  const print = "for (let i = 0; i < 900; i++) console.log(i); for (let i = 0; i < 900; i++) console.error(i);";
  notebook.write("printing.cjs", `${print} process.send(1); setTimeout(() => {}, 400)`);
});
afterAll(() => notebook.close());

const lines = Array.from({ length: 900 }, (_, line) => `${line}\n`).join("");

/** The outcome of a cell while the process that reads its output is busy until the child has written what it can. */
async function heardLate(code: string): Promise<readonly string[]> {
  const cell = notebook.send(code);
  await new Promise((resolve) => setImmediate(resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  await notebook.until(() => notebook.messages.some((message) => message.kind === "done" && message.cell === cell));
  return [notebook.textOf(cell, "stdout"), notebook.textOf(cell, "stderr")];
}

describe("what a child that lives on has written is there before its cell is done", () => {
  it.each([
    ["fork", "fork('printing.cjs')"],
    ["spawn", "spawn(process.execPath, ['printing.cjs'], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })"],
  ])("when it inherits the streams and the cell awaits a message: %s", async (_, start) => {
    for (const _ of Array(3)) expect(await heardLate(`await told(${start});`)).toEqual([lines, lines]);
  });

  it("when the cell reads its streams and awaits a message", async () => {
    const code = `
      const piped = fork('printing.cjs', { silent: true });
      piped.stdout.pipe(process.stdout);
      piped.stderr.on('data', (text) => process.stderr.write(text));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      await told(piped);`;
    for (const _ of Array(3)) {
      const { stdout, stderr } = await notebook.run(code);
      expect([stdout, stderr]).toEqual([lines, lines]);
    }
  });
});

describe("a cell with a child that goes on", () => {
  const shell = "'sh', ['-c', 'while :; do echo more; sleep 0.005; done']";

  it.each([
    ["to the cell's streams", `const lasting = spawn(${shell}, { stdio: 'inherit' });`],
    ["to a pipe", `const lasting = spawn(${shell}); lasting.stdout.pipe(process.stdout);`],
  ])("is done nevertheless when that writes for ever %s", async (_, start) => {
    const before = performance.now();
    const { status, stdout } = await notebook.run(`${start} await new Promise((go) => setTimeout(go, 50));`);
    expect([status, stdout.startsWith("more\n")]).toEqual(["ok", true]);
    expect(performance.now() - before).toBeLessThan(3000);
    expect((await notebook.run("lasting.kill(); 6 * 7")).text).toBe("42");
  });

  it.each([["{ stdio: 'inherit' }"], ["{}"]])("waits no while for one that is silent: %s", async (options) => {
    await notebook.run("const silent = []; const times = []");
    const durations: number[] = [];
    for (const _ of Array(6)) {
      await notebook.run(`silent.push(spawn('sleep', ['5'], ${options})); times.push(performance.now());`);
      durations.push(Number(await notebook.value("performance.now() - times.at(-1)")));
    }
    expect(Math.min(...durations)).toBeLessThan(18);
    await notebook.run("for (const child of silent) child.kill()");
  });

  it("is said to be done before the process ends that it ran in", async () => {
    const own = new Notebook();
    const { status } = await own.run(`
      (await import('node:child_process')).spawn(${shell}, { stdio: 'inherit' });
      await new Promise((go) => setTimeout(go, 50));
      setTimeout(() => process.kill(-process.pid, 'SIGKILL'), 20);`);
    expect(status).toBe("ok");
    await own.until(() => own.exit !== undefined);
    expect(own.exit).toMatchObject({ reason: "crash", cell: undefined });
    await own.close();
  });
});

describe("what is left in the background prints under the cell that left it", () => {
  const late = (text: string) => `(sleep 0.4; echo ${text}; echo ${text} >&2) &`;

  it.each([
    ["execSync", (text: string) => `execSync('${late(text)}', { stdio: 'inherit' })`],
    ["spawnSync", (text: string) => `spawnSync('sh', ['-c', '${late(text)}'], { stdio: 'inherit' })`],
    [
      "execFileSync",
      (text: string) =>
        `execFileSync('sh', ['-c', '${late(text)}'], { stdio: ['ignore', process.stdout, process.stderr] })`,
    ],
    ["spawn", (text: string) => `await ended(spawn('sh', ['-c', '${late(text)}'], { stdio: 'inherit' }))`],
  ])("by %s, while other cells start others", async (_, leave) => {
    await notebook.run(`
      import { execFileSync } from 'node:child_process';
      const ended = (child) => new Promise((resolve) => child.once('exit', resolve))`);
    const first = await notebook.run(`${leave("first")}; ${leave("first")};`);
    const second = await notebook.run(`${leave("second")};`);
    expect([first, second].map(({ status, stdout }) => [status, stdout])).toEqual([
      ["ok", ""],
      ["ok", ""],
    ]);
    const [one, other] = [notebook.cell - 1, notebook.cell];
    const third = await notebook.run("execSync('echo own; sleep 1', { stdio: 'inherit' });");
    expect([third.stdout, third.stderr]).toEqual(["own\n", ""]);
    for (const name of ["stdout", "stderr"] as const)
      expect([notebook.textOf(one, name), notebook.textOf(other, name)]).toEqual(["first\nfirst\n", "second\n"]);
  });
});
