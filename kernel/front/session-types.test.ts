import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { KernelProcess } from "./reference/kernel-process.ts";

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
      "const fresh = { inside: 1 }; throwing(); const a = 'x', b = 'y'; function f() { return 'z' } function throwing() { JSON.parse('{') } interface Shape { side: number }",
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
    const id = await kernel.begin("const a = 'x'; while (true) {} const b = 'y'");
    await kernel.client.ask("control", "interrupt_request");
    await kernel.client.idle(id);
    expect(await typeErrors("a.length; b.toFixed(1)")).toEqual([]);
  });

  it("that ended the runtime, and of all before it, nothing", async () => {
    expect(await typeErrors("const fresh = a + b; process.exit(fresh)")).toEqual([]); // whose own types are those of before
    expect(await typeErrors("a; fresh")).toEqual([2304, 2304]);
    expect(await completions("fres")).toEqual([]);
  });
});
