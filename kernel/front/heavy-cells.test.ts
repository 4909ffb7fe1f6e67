import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KernelProcess } from "./reference/kernel-process.ts";

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
    const shown = kernel.client.about(id).join("");
    expect(shown).toContain("TS2322");
    expect(shown.length).toBeLessThan(50_000);
    expect(await kernel.value("40 + 2")).toBe("42");
  });

  it("that was asked for expressions longer than any message", async () => {
    const large = "({ [Symbol.for('Jupyter.display')]: () => ({ 'text/plain': 'x'.repeat(3e8) }) })";
    const reply = await kernel.client.execute("0", { user_expressions: { a: large, b: large } });
    expect(reply).toMatchObject({ status: "error", evalue: expect.stringContaining("could not be sent") });
    expect(await kernel.value("40 + 2")).toBe("42");
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
