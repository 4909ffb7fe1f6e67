import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isStopped, KernelProcess } from "./reference/kernel-process.ts";

let kernel: KernelProcess;
beforeAll(async () => {
  kernel = await KernelProcess.start(["--type-check", "wait"]);
});
afterAll(() => kernel.stop());

/** The type errors that are shown under a cell, by number. */
async function typeErrors(code: string): Promise<readonly number[]> {
  const id = await kernel.client.send("shell", "execute_request", { code, stop_on_error: false });
  await kernel.client.idle(id);
  return [
    ...kernel.client
      .about(id)
      .join("\n")
      .matchAll(/TS(\d+)/g),
  ].map(([, number]) => Number(number));
}

/** Interrupts a cell and waits for its end. */
async function interrupted(id: string): Promise<void> {
  await kernel.client.ask("control", "interrupt_request");
  await kernel.client.idle(id);
}

async function completions(code: string): Promise<unknown> {
  const { matches } = await kernel.client.ask("shell", "complete_request", { code, cursor_pos: code.length });
  return matches;
}

beforeEach(async () => {
  await kernel.client.execute("process.exit()");
  expect(await typeErrors("const a: number = 1; let b: number = 2; function f() { return 3 }")).toEqual([]);
});

describe("later cells see of a cell", () => {
  it("that did not compile nothing", async () => {
    await typeErrors("const a = 'x'; const fresh = 1; interface Fresh {} const = ;");
    expect(await typeErrors("a.toFixed(1)")).toEqual([]);
    expect(await typeErrors("fresh; let x: Fresh")).toEqual([2304, 2304]);
    expect(await completions("fres")).toEqual([]);
  });

  it("whose imports failed nothing", async () => {
    await typeErrors("import { b } from './nowhere.ts'; const a = 'x'");
    expect(await typeErrors("a.toFixed(1); b.toFixed(1)")).toEqual([]);
  });

  it("that threw what it declared before, its functions and its types", async () => {
    await typeErrors(
      "const fresh = { inside: 1 }; throwing(); const a = 'x', b = 'y'; " +
        "function f() { return 'z' } function throwing() { JSON.parse('{') } interface Shape { side: number }",
    );
    expect(await typeErrors("a.toFixed(1); b.toFixed(1)")).toEqual([]);
    expect(await typeErrors("fresh.inside.toFixed(1); f().length; ({ side: 1 }) as Shape")).toEqual([]);
    expect(await typeErrors("fresh.outside; f().toFixed(1)")).toEqual([2339, 2551]);
    expect(await completions("fresh.")).toEqual(["inside"]);
  });

  it("that threw inside a statement the names that had a value by then", async () => {
    await typeErrors("const first = 'x', a = 'y', fresh = JSON.parse('{')");
    expect(await typeErrors("first.length; a.length")).toEqual([]);
    expect(await typeErrors("fresh")).toEqual([2304]);
  });

  it("that was interrupted what it declared before", async () => {
    const id = await kernel.beginMarked("const a = 'x'; console.log('begun'); while (true) {} const b = 'y'");
    await interrupted(id);
    expect(await typeErrors("a.length; b.toFixed(1)")).toEqual([]);
  });

  it("that was interrupted before it declared anything nothing", async () => {
    const id = await kernel.beginMarked("console.log('begun'); while (true) {} const a = 'x', b = 'y'");
    await interrupted(id);
    expect(await typeErrors("a.toFixed(1); b.toFixed(1)")).toEqual([]);
  });

  describe("that is interrupted while its process is stopped for 100 ms the types of the values that are there,", () => {
    const stop = "process.kill(process.pid, 'SIGSTOP')";
    const loop = "while (true) {}";

    it.each([
      ["before it has begun", `const a = 'x'; ${loop} const b = 'y'`, ""],
      ["before its first name", `${stop}; const a = 'x'; ${loop} const b = 'y'`, stop],
      ["inside a declaration", `const a = (${stop}, 'x'); ${loop} const b = 'y'`, stop],
      ["between two names", `const a = 'x', c = ${stop}; ${loop} const b = 'y'`, stop],
      ["before its loop", `const a = 'x'; ${stop}; ${loop} const b = 'y'`, stop],
      ["in its loop", `const a = 'x'; while (true) { ${stop}; ${loop} } const b = 'y'`, stop],
      ["while it waits", `const a = 'x'; setTimeout(() => ${stop}); await new Promise(() => {}); const b = 'y'`, stop],
    ])("%s", async (_, code, own) => {
      const runtime = Number(await kernel.value("process.pid"));
      if (own === "") process.kill(runtime, "SIGSTOP"); // else it does so itself
      const id = await kernel.client.send("shell", "execute_request", { code });
      while (!isStopped(runtime)) await delay(5);
      const asked = kernel.client.ask("control", "interrupt_request");
      await delay(100);
      process.kill(runtime, "SIGCONT");
      await asked;
      await kernel.client.idle(id);
      const isDeclared = (await kernel.value("typeof a")) === "'string'";
      expect(await kernel.value("typeof b")).toBe("'number'");
      expect(await typeErrors("a.length")).toEqual(isDeclared ? [] : [2339]);
      expect(await typeErrors("a.toFixed(1); b.toFixed(1)")).toEqual(isDeclared ? [2551] : []);
    });
  });

  it("that ended the runtime, and of all before it, nothing", async () => {
    expect(await typeErrors("const fresh = a + b; process.exit(fresh)")).toEqual([]); // whose own types are those of before
    expect(await typeErrors("a; fresh")).toEqual([2304, 2304]);
    expect(await completions("fres")).toEqual([]);
  });
});
