import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../runtime/reference/notebook.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

describe("display", () => {
  it("shows a value as the last value would be, and changes it by its handle", async () => {
    const { displays } = await notebook.run(
      "const handle = display([{ a: 1 }]); handle.update('changed'); display('by id', { displayId: handle.id, update: true })",
    );
    expect(displays.map(({ update }) => update)).toEqual([false, true, true]);
    expect(displays[0].data["text/html"]).toContain("<table");
    expect(displays[1].data).toEqual({ "text/plain": "'changed'" });
    expect(new Set(displays.map(({ displayId }) => displayId)).size).toBe(1);
  });

  it("at the end of a cell is not followed by its handle", async () => {
    const { displays, data } = await notebook.run("display('shown')");
    expect(displays).toHaveLength(1);
    expect(data).toBeUndefined();
  });

  it("takes raw bundles with metadata", async () => {
    const { displays } = await notebook.run(
      "display({ 'text/html': '<i>x</i>', 'application/x+json': { k: 1 } }, { raw: true, metadata: { m: 2 } })",
    );
    expect(displays[0]).toMatchObject({
      data: { "text/html": "<i>x</i>", "application/x+json": { k: 1 } },
      metadata: { m: 2 },
    });
  });

  it("is waited for if it is a promise, before the cell is done", async () => {
    const code =
      "const slow = { [Symbol.for('Jupyter.display')]: () => " +
      "new Promise((resolve) => setTimeout(() => resolve({ 'text/plain': 'slow' }), 20)) }; display(slow); slow";
    const { messages, data } = await notebook.run(code);
    expect(messages.map(({ kind }) => kind)).toEqual(
      ["ready", "display", "result", "done"].slice(messages[0].kind === "ready" ? 0 : 1),
    );
    expect(data).toEqual({ "text/plain": "slow" });
  });

  it("of the last value fails as the cell's error if the value cannot be shown", async () => {
    const outcome = await notebook.run("({ [Symbol.for('Jupyter.display')]() { throw new Error('cannot') } })");
    expect([outcome.status, outcome.errors[0].evalue]).toEqual(["error", "cannot"]);
  });
});

describe("progress", () => {
  it("follows a loop on one display, in the middle of it, and says when it is over", async () => {
    const code =
      "let sum = 0; for (const x of progress([1, 2, 3], { label: 'work' })) { sum += x; " +
      "const end = performance.now() + 110; while (performance.now() < end); } sum";
    const { displays, text } = await notebook.run(code);
    expect(text).toBe("6");
    expect(new Set(displays.map(({ displayId }) => displayId)).size).toBe(1);
    const texts = displays.map(({ data }) => String(data["text/plain"]));
    expect(texts[0]).toContain("work · 0/3 · 0 %");
    expect(texts[1]).toMatch(/work · 1\/3 · 33 % · \d+\.\d s, \d+\.\d s left/);
    expect(texts.at(-1)).toContain("3/3 · 100 %");
    expect(displays.at(-1)?.data["text/html"]).toContain('<progress max="1" value="1"');
  });

  it("counts numbers, follows asynchronous iterables, and says when a loop was left", async () => {
    const { displays, text } = await notebook.run(
      "let n = 0; for await (const x of progress((async function* () { yield 1; yield 2 })())) n += x; " +
        "for (const i of progress(10)) { if (i === 2) break; n++ } n",
    );
    expect(text).toBe("5");
    expect(displays.at(-1)?.data["text/plain"]).toContain("2/10 · 20 % · stopped after");
  });

  it("refuses what cannot be iterated", async () => {
    expect((await notebook.run("progress({} as any)")).errors[0].evalue).toBe(
      "progress needs a number or an iterable, got object",
    );
  });
});

describe("the digits of a table", () => {
  it("are chosen by the caller of display, and kept when it changes", async () => {
    const { displays, errors } = await notebook.run(
      "const shown = display([{ x: Math.PI }], { digits: 3 }); shown.update([{ x: Math.E }]); display([{ x: Math.PI }]);",
    );
    expect(errors).toEqual([]);
    const texts = displays.map(({ data }) => String(data["text/plain"]).split("\n")[1]);
    expect(texts).toEqual(["0  3.14", "0  2.72", "0  3.14159"]);
  });

  it("are refused where they are none", async () => {
    expect((await notebook.run("display([{ x: 1 }], { digits: 0 })")).errors[0].evalue).toBe(
      "digits must be a whole number from 1 to 17, got 0",
    );
  });
});

describe("notebooks written for tslab", () => {
  it("display every type as they did", async () => {
    const code = `import { display } from "tslab";
import * as tslab from "tslab";
const bytes = new Uint8Array([1, 2, 3]);
display.javascript("alert(1)"); display.html("<b>h</b>"); display.markdown("**m**"); display.svg("<svg/>");
display.png(bytes); display.jpeg(bytes); display.gif(bytes); display.pdf(bytes); display.text("t");
display.latex("$x$"); display.raw("application/x+json", { a: 1 } as any); tslab.display.html("again");`;
    const { displays } = await notebook.run(code);
    const base64 = Buffer.from([1, 2, 3]).toString("base64");
    expect(displays.map(({ data }) => data)).toEqual([
      { "text/javascript": "alert(1)" },
      { "text/html": "<b>h</b>" },
      { "text/markdown": "**m**" },
      { "image/svg+xml": "<svg/>" },
      { "image/png": base64 },
      { "image/jpeg": base64 },
      { "image/gif": base64 },
      { "application/pdf": base64 },
      { "text/plain": "t" },
      { "text/latex": "$x$" },
      { "application/x+json": { a: 1 } },
      { "text/html": "again" },
    ]);
  });

  it("may require it, and give JSON as text", async () => {
    const code = `const old = require("tslab"); old.display.raw("application/json", '{"a":[1]}'); old.display.raw("application/json", "x")`;
    const { displays, errors } = await notebook.run(code);
    expect(errors).toEqual([]);
    expect(displays.map(({ data }) => data)).toEqual([{ "application/json": { a: [1] } }, { "application/json": "x" }]);
  });

  it("change a new display in place", async () => {
    const { displays } = await notebook.run(
      'import { newDisplay } from "tslab"; const one = newDisplay(); one.text("1"); one.html("2")',
    );
    expect(displays.map(({ update }) => update)).toEqual([false, true]);
    expect(displays[0].displayId).toBe(displays[1].displayId);
  });
});
