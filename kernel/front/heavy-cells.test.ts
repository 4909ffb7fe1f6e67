import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KernelProcess, processorSeconds } from "./reference/kernel-process.ts";

let kernel: KernelProcess;
beforeAll(async () => {
  kernel = await KernelProcess.start();
});
afterAll(() => kernel.stop());

describe("the next cell is answered after one", () => {
  it.each([
    ["with three thousand type errors in one line", 3000, ""],
    ["of one long line with a few", 3, `const text = "${"x".repeat(400_000)}";`],
  ])("%s, whose errors take little room", async (_, count, more) => {
    const functions = Array.from(
      { length: count },
      (_each, index) => `function f${index}(a: number): string { return a }`,
    );
    const id = await kernel.client.send("shell", "execute_request", { code: `${more}${functions.join(";")}` });
    await kernel.client.idle(id);
    const shown = () => kernel.client.about(id).join("");
    await kernel.client.until(() => shown().includes("TS2322")); // after idle, if the check takes long
    expect(shown().length).toBeLessThan(50_000);
    expect(await kernel.value("40 + 2")).toBe("42");
  });

  it("that was asked for expressions longer than any message", async () => {
    const large = "({ [Symbol.for('Jupyter.display')]: () => ({ 'text/plain': 'x'.repeat(3e8) }) })";
    const reply = await kernel.client.execute("0", { user_expressions: { a: large, b: large } });
    expect(reply).toMatchObject({ status: "error", evalue: expect.stringContaining("could not be sent") });
    expect(await kernel.value("40 + 2")).toBe("42");
  });
});

describe("a cell that declares eight thousand functions", () => {
  it("leaves the front time for heartbeats and questions while it runs and is checked", async () => {
    const { client, process } = kernel;
    const functions = Array.from(
      { length: 8000 },
      (_, index) => `function f${index}(a: number) { return a + ${index} }`,
    );
    const question = { code: "f7999", cursor_pos: 2, detail_level: 0 };
    let isKnown = false;
    const declared = (async () => {
      expect(await client.execute(functions.join("\n"))).toMatchObject({ status: "ok" });
      while (!isKnown) isKnown = (await client.ask("shell", "inspect_request", question)).found === true;
    })();
    const moments = [processorSeconds(process.pid)];
    while (!isKnown) {
      const answers = [client.ping("beat"), client.ask("control", "kernel_info_request")];
      expect(await Promise.all(answers)).toMatchObject(["beat", { status: "ok" }]);
      moments.push(processorSeconds(process.pid));
      await Promise.race([declared, delay(20)]);
    }
    await declared;
    // Not by the clock, which runs on while other processes have the machine.
    const longest = Math.max(...moments.slice(1).map((moment, index) => moment - (moments[index] as number)));
    expect(longest).toBeLessThan(2);
  });
});

describe("a search in the history over a long cell", () => {
  it.each(["*a*a*b", `${"*".repeat(300)}b`, `${"*a?".repeat(100)}*b`])(
    "is answered, and so is an interrupt after it: %s",
    async (pattern) => {
      const { client } = kernel;
      await client.execute(`"${"a".repeat(20_000)}"`);
      const content = { hist_access_type: "search", pattern, output: false, raw: true, n: 10, unique: false };
      expect(await client.ask("shell", "history_request", content)).toEqual({ status: "ok", history: [] });
      const id = await kernel.begin("for (;;);");
      await client.ask("control", "interrupt_request");
      expect((await client.reply(id)).content).toMatchObject({ status: "error", ename: "Interrupted" });
    },
  );
});
