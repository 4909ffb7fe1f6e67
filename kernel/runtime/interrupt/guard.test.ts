import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeAll(async () => {
  notebook = new Notebook();
  await notebook.run(
    "const kept = 42; import { readFile } from 'node:fs/promises'; import { Worker } from 'node:worker_threads'",
  );
});
afterAll(() => notebook.close());

const never = "await new Promise(() => {})";

/** Every case prints `go` before it blocks. */
const cases: readonly (readonly [title: string, code: string])[] = [
  ["a loop", "let turns = 0; while (turns < 1000) turns++; console.log('go'); while (true) turns++"],
  [
    "a loop after an await",
    "let later = 0; await 0; while (later < 1000) later++; console.log('go'); while (true) later++",
  ],
  ["a loop after a timer", "await new Promise((resolve) => setTimeout(resolve, 1)); console.log('go'); while (true);"],
  ["a loop after file access", "await readFile('/dev/null'); console.log('go'); while (true);"],
  ["a promise that never settles", `console.log('go'); ${never}`],
  ["a loop in a timer's callback", `setTimeout(() => { console.log('go'); while (true); }, 1); ${never}`],
  ["a loop in an immediate", `setImmediate(() => { console.log('go'); while (true); }); ${never}`],
  ["a loop in a promise chain", `Promise.resolve().then(() => { console.log('go'); while (true); }); ${never}`],
  [
    "a loop in an async function",
    "const spin = async () => { await 1; console.log('go'); while (true); }; await spin()",
  ],
  [
    "a loop in an async function after file access",
    "const spinLater = async () => { await readFile('/dev/null'); console.log('go'); while (true); }; await spinLater()",
  ],
  ["a loop in a tick", `process.nextTick(() => { console.log('go'); while (true); }); ${never}`],
  [
    "a loop in a worker",
    `const busy = new Worker("while (true);", { eval: true }); busy.once('online', () => console.log('go')); ${never}`,
  ],
  ["a loop that catches everything", "console.log('go'); while (true) { try { while (true); } catch {} finally {} }"],
  [
    "a loop that catches what it awaits",
    "console.log('go'); while (true) { try { await new Promise(() => {}) } catch {} }",
  ],
  ["a loop that prints", "while (true) console.log('go')"],
  [
    "a display that never comes",
    "const slow = { [Symbol.for('Jupyter.display')]: () => new Promise(() => {}) }; console.log('go'); display(slow); 5",
  ],
  ["a value that is never shown", "console.log('go'); slow"],
  ["a slow regular expression", "console.log('go'); /(a+)+b/.test('a'.repeat(60))"],
];

describe("an interrupt", () => {
  it.each(cases)("ends %s and keeps the variables", async (_, code) => {
    const outcome = await notebook.runAndInterrupt(code);
    expect(outcome.status).toBe("interrupted");
    expect(outcome.errors.map(({ ename }) => ename)).toEqual(["Interrupted"]);
    const after = await notebook.run(
      "await new Promise((resolve) => setTimeout(resolve, 1)); console.log('alive'); kept",
    );
    expect([after.status, after.text, after.stdout]).toEqual(["ok", "42", "alive\n"]);
  });

  it("keeps what the loop itself had reached", async () => {
    expect((await notebook.run("[turns >= 1000, later >= 1000]")).text).toBe("[ true, true ]");
  });

  it("lets finally blocks of a waiting cell run", async () => {
    const outcome = await notebook.runAndInterrupt(
      `try { setImmediate(() => console.log('go')); ${never} } finally { console.log('cleaned') }`, // it waits by then
    );
    expect([outcome.status, outcome.stdout]).toEqual(["interrupted", "go\ncleaned\n"]);
  });

  it("stops what the cell would have done later", async () => {
    const code =
      "let steps = 0; const walk = async () => { while (true) { steps++; " +
      "await new Promise((resolve) => setTimeout(resolve, 1)); if (steps === 3) console.log('go') } }; await walk()";
    expect((await notebook.runAndInterrupt(code)).status).toBe("interrupted");
    const after = await notebook.run(
      "const before = steps; await new Promise((resolve) => setTimeout(resolve, 30)); steps - before <= 1",
    );
    expect(after.text).toBe("true");
  });

  it("ends a module that is being imported, which can be imported again", async () => {
    await notebook.run(
      "import { writeFileSync } from 'node:fs'; writeFileSync('spinning.ts', 'console.log(\"go\"); while (true);')",
    );
    expect((await notebook.runAndInterrupt("import './spinning.ts'")).status).toBe("interrupted");
    await notebook.run("writeFileSync('spinning.ts', 'export const still = 5')");
    expect((await notebook.run("import { still } from './spinning.ts'; still")).text).toBe("5");
  });

  it("loses no output and garbles none", async () => {
    const outcome = await notebook.runAndInterrupt("console.log('go'); for (let line = 0; ; line++) console.log(line)");
    const lines = outcome.stdout.split("\n").slice(1, -1);
    const isWhole = lines.every((line, index) => Number(line) === index);
    expect(isWhole || lines.slice(0, -1).every((line, index) => Number(line) === index)).toBe(true);
  });

  it("of an idle runtime does nothing, nor to the cell that comes after it", async () => {
    notebook.interrupt();
    expect((await notebook.run("kept")).text).toBe("42");
    notebook.interrupt();
    const long = "{ const until = Date.now() + 300; while (Date.now() < until); } kept";
    expect((await notebook.run(long)).text).toBe("42");
  });

  it("ends a loop that the last cell left behind in a timer", async () => {
    const cell = notebook.send("setTimeout(() => { console.log('go'); while (true); }, 20); 1");
    await notebook.until(() => notebook.textOf(cell, "stdout") === "go\n");
    notebook.interrupt();
    expect((await notebook.run("kept")).text).toBe("42");
  });

  it("ends such a loop also while the end of the cell is still on its way to the front", async () => {
    const isDone = () => notebook.messages.some((message) => message.kind === "done" && message.cell === notebook.cell);
    notebook.runtime.hold(true);
    const cell = notebook.send(
      "setTimeout(() => { console.log('go'); writeFileSync('begun', ''); while (true); }, 1); 1",
    );
    await expect.poll(() => existsSync(join(notebook.folder, "begun")), { timeout: 60_000 }).toBe(true);
    expect(isDone()).toBe(false);
    notebook.interrupt(); // which also lets the front read on
    await notebook.until(() => isDone() && notebook.textOf(cell, "stdout") === "go\n");
    notebook.runtime.hold(false);
    expect((await notebook.run("kept")).text).toBe("42");
  });

  it("can be repeated", async () => {
    for (let round = 0; round < 20; round++) {
      expect((await notebook.runAndInterrupt("console.log('go'); while (true);")).status).toBe("interrupted");
    }
    expect((await notebook.run("kept")).text).toBe("42");
  });

  it("ends a loop of a notebook that listens for the signal itself, and its listener hears the signal again later", async () => {
    const other = new Notebook();
    await other.run("let heard = 0; const hear = () => { heard++; console.log('heard') }; process.on('SIGINT', hear)");
    for (let round = 0; round < 3; round++) {
      expect((await other.runAndInterrupt("console.log('go'); while (true);")).status).toBe("interrupted");
    }
    const told = other.until(() => other.textOf(other.cell, "stdout").endsWith("heard\n")); // no cell runs that it could end
    process.kill(other.runtime.processId as number, "SIGINT");
    await told;
    await other.run("process.off('SIGINT', hear)");
    expect((await other.runAndInterrupt("console.log('go'); while (true);")).status).toBe("interrupted");
    expect((await other.run("heard")).text).toBe("1");
    await other.close();
  });

  it("ends the process where nothing else can: code that native code calls back", async () => {
    const other = new Notebook();
    const code =
      "import { readFile } from 'node:fs'; readFile('/dev/null', () => { console.log('go'); while (true); }); await new Promise(() => {})";
    expect((await other.runAndInterrupt(code, 1000)).status).toBe("gone");
    expect(other.exit).toMatchObject({ reason: "interrupt", cell: 1 });
    await other.close();
  });
});

describe("an interrupt while Node loads its first module", () => {
  it.concurrent.each(Array.from({ length: 16 }, (_, i) => i))("leaves its loader whole (%i)", async () => {
    const fresh = new Notebook();
    const unending = 'await import("data:text/javascript,await new Promise(() => {})")';
    expect((await fresh.runAndInterrupt(`console.log("go"); ${unending}`)).status).toBe("interrupted");
    expect(await fresh.value('(await import("data:text/javascript,export default 1")).default')).toBe("1");
    await fresh.close();
  });
});
