import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { Notebook } from "./reference/notebook.ts";

const built = join(dirname(fileURLToPath(import.meta.url)), "../../dist/kernel/runtime/runtime-process.js");

describe("a runtime process", () => {
  it("that a cell exits says so, and loses nothing printed before", async () => {
    const notebook = new Notebook();
    const outcome = await notebook.run("console.log('last words'); process.exit(3)");
    expect([outcome.status, outcome.stdout]).toEqual(["gone", "last words\n"]);
    expect(notebook.exit).toMatchObject({ reason: "exit", code: 3, cell: 1 });
    await notebook.close();
  });

  it("runs once what it was given before it was ready, and once what it is given twice", async () => {
    const notebook = new Notebook();
    const first = notebook.send("globalThis.runs = (globalThis.runs ?? 0) + 1");
    expect(notebook.messages).toEqual([]);
    const { text } = await notebook.run("await new Promise((resolve) => setTimeout(resolve, 20)); runs");
    expect(text).toBe("1");
    notebook.cell = 0;
    expect(notebook.send("globalThis.runs = 100")).toBe(first);
    notebook.cell = 2;
    expect((await notebook.run("runs")).text).toBe("1");
    await notebook.close();
  });

  it("runs cells also where it may start no thread", async () => {
    const model = Number.parseInt(process.versions.node, 10) < 24 ? "--experimental-permission" : "--permission";
    const flags = `${model} --allow-fs-read=* --allow-fs-write=* --allow-child-process`;
    const notebook = new Notebook({ environment: { NODE_OPTIONS: `${flags} --allow-addons` } });
    expect((await notebook.run("6 * 7")).text).toBe("42");
    await notebook.close();
    const without = new Notebook({ environment: { NODE_OPTIONS: flags } });
    expect((await without.run("6 * 7")).errors[0].evalue).toContain("needs --allow-addons");
    await without.close();
  });

  it("runs cells also beside a configuration that cannot be read", async () => {
    const notebook = new Notebook();
    symlinkSync("tsconfig.json", join(notebook.folder, "tsconfig.json"));
    expect((await notebook.run("class A { constructor(readonly x: number) {} } new A(42).x")).text).toBe("42");
    await notebook.close();
  });

  it("that runs out of memory says so", async () => {
    const notebook = new Notebook({ heapMegabytes: 64 });
    expect(
      (await notebook.run("const hoard: unknown[] = []; for (;;) hoard.push(new Array(1000).fill({}))")).status,
    ).toBe("gone");
    expect(notebook.exit).toMatchObject({ reason: "memory", cell: 1 });
    await notebook.close();
  });

  it("that crashes says so", async () => {
    const notebook = new Notebook();
    await notebook.run("console.log('before'); process.abort()");
    expect(notebook.exit).toMatchObject({ reason: "crash", cell: 1 });
    expect(notebook.textOf(1, "stdout")).toBe("before\n");
    await notebook.close();
  });

  it("shuts down though timers and servers are open, and though a loop runs", async () => {
    const open = new Notebook();
    await open.run("setInterval(() => {}, 1000); (await import('node:http')).createServer().listen(0); 1");
    await open.close();
    expect(open.exit?.reason).toBe("shutdown");
    const busy = new Notebook();
    const cell = busy.send("console.log('go'); while (true);");
    await busy.until(() => busy.textOf(cell, "stdout") === "go\n");
    await busy.close();
    expect(busy.exit?.reason).toBe("shutdown");
  });

  it("makes what prints wait while it is held, and can be stopped nevertheless", async () => {
    const notebook = new Notebook();
    await notebook.run("import { appendFileSync } from 'node:fs'; let lines = 0");
    notebook.runtime.hold(true);
    const print = "lines++; console.log(String(lines).padEnd(999)); appendFileSync('printed', '.')";
    const cell = notebook.send(`while (true) { ${print} }`);
    await stillSize(join(notebook.folder, "printed"));
    expect(notebook.textOf(cell, "stdout")).toBe("");
    notebook.interrupt();
    await notebook.until(() => notebook.messages.some((message) => message.kind === "done" && message.cell === cell));
    const text = notebook.textOf(cell, "stdout");
    expect(text.length).toBeGreaterThan(0);
    expect(text.length).toBeLessThan(5_000_000);
    notebook.runtime.hold(false);
    const unprinted = Number((await notebook.run("lines")).text) - text.length / 1000;
    expect([0, 1]).toContain(unprinted); // the loop may have been stopped before it printed
    await notebook.close();
  });

  it("that exits while it is held loses nothing printed before either", async () => {
    const notebook = new Notebook();
    notebook.runtime.hold(true);
    notebook.send("console.log('last words'); process.exit(3)");
    await notebook.until(() => notebook.exit !== undefined); // Node itself reads what is left of a process that is gone
    expect(notebook.textOf(1, "stdout")).toBe("last words\n");
    await notebook.close();
  });

  it("ends when the process that started it is killed, also while a loop runs", async () => {
    const program = `
      import { startRuntime } from ${JSON.stringify(pathToFileURL(built).href)};
      const runtime = startRuntime({
        folder: process.cwd(), preload: {}, onExit() {},
        onMessage(message) { if (message.kind === "stream") console.log(runtime.processId) },
      });
      const rest = { executionCount: 1, silent: false, userExpressions: {}, allowStdin: true };
      runtime.send({ kind: "execute", cell: 1, code: "console.log('go'); while (true);", ...rest });`;
    const front = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [bytes] = (await once(front.stdout, "data")) as [Buffer];
    const runtime = Number(bytes.toString());
    expect(isAlive(runtime)).toBe(true);
    front.kill("SIGKILL");
    await expect.poll(() => isAlive(runtime), { timeout: 10_000 }).toBe(false);
  });

  it("takes the processes that cells started along when it is shut down, killed or interrupted for good", async () => {
    const start =
      "import { spawn } from 'node:child_process'; const child = spawn('sleep', ['1000'], { stdio: 'inherit' }); child.pid";
    const spin =
      "import { readFile } from 'node:fs'; readFile('/dev/null', () => { console.log('go'); while (true); });";
    const ends: ((notebook: Notebook) => unknown)[] = [
      (notebook) => notebook.close(),
      (notebook) => notebook.runtime.kill(),
      (notebook) => notebook.runAndInterrupt(`${spin} await new Promise(() => {})`, 1000),
    ];
    for (const end of ends) {
      const notebook = new Notebook();
      const child = Number((await notebook.run(start)).text);
      expect(isAlive(child)).toBe(true);
      await end(notebook);
      await expect.poll(() => isAlive(child), { timeout: 10_000 }).toBe(false);
      await notebook.until(() => notebook.exit !== undefined);
    }
  });

  it("keeps its variables where it had no chance to stop in time", async () => {
    const notebook = new Notebook();
    const loop = "globalThis.kept = 1; console.log('go'); while (true) {}";
    const cell = notebook.send(loop);
    await notebook.until(() => notebook.textOf(cell, "stdout").includes("go"));
    const processId = notebook.runtime.processId as number;
    process.kill(processId, "SIGSTOP");
    notebook.interrupt(500);
    await setTimeout(1600);
    process.kill(processId, "SIGCONT");
    expect(await notebook.value("globalThis.kept")).toBe("1");
    await notebook.close();
  });

  it("is gone when it exits, though a process that a cell detached holds its streams", async () => {
    const notebook = new Notebook();
    await notebook.run("import { spawn } from 'node:child_process'");
    const start = "const child = spawn('sleep', ['1000'], { stdio: 'inherit', detached: true }); child.pid";
    const child = Number((await notebook.run(start)).text);
    notebook.send("process.exit(3)");
    await notebook.until(() => notebook.exit !== undefined);
    expect([notebook.exit?.reason, isAlive(child)]).toEqual(["exit", true]);
    process.kill(child);
    await notebook.close();
  });

  it("runs in the notebook's folder and leaves nothing there", async () => {
    const notebook = new Notebook();
    expect((await notebook.run("process.cwd().endsWith(__dirname.slice(-10))")).text).toBe("true");
    expect(existsSync(join(notebook.folder, "package.json"))).toBe(false);
    expect(readdirSync(notebook.folder)).toEqual([]);
    await notebook.close();
  });
});

/** Waits until a file has something, and no more than a little earlier. */
async function stillSize(file: string): Promise<void> {
  for (let before = 0; ; await setTimeout(100)) {
    const size = existsSync(file) ? statSync(file).size : 0;
    if (size > 0 && size === before) return;
    before = size;
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}
