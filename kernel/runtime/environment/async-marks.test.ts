import { afterAll, beforeAll, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

it.each([
  ["pending", "Promise.all([1, 2].map(async (n) => n))", "Promise { <pending> }"],
  ["fulfilled", "Promise.resolve(4)", "Promise { 4 }"],
  ["of a class", "class Own extends Promise {}; Own.resolve(5)", "Own [Promise] { 5 }"],
  ["inside another value", "({ all: [Promise.resolve(6)] })", "{ all: [ Promise { 6 } ] }"],
  ["with properties of its own", "Object.assign(Promise.resolve(7), { own: 8 })", "Promise { 7, own: 8 }"],
])("a promise shows nothing of the kernel: %s", async (_, code, shown) => {
  expect((await notebook.run(code)).text).toBe(shown);
  expect((await notebook.run(`console.log(eval(${JSON.stringify(code)}))`)).stdout).toBe(`${shown}\n`);
});

it("a frozen promise may be shown", async () => {
  expect((await notebook.run("Object.freeze(Promise.resolve(9))")).status).toBe("ok");
});

it.each(["setTimeout(() => 0)", "setImmediate(() => 0)"])("a timer shows nothing of the kernel: %s", async (code) => {
  const { text } = await notebook.run(code);
  expect(text).toMatch(/^(?:Timeout|Immediate) \{/);
  expect(text).not.toMatch(/CellRun|kResourceStore|kAsyncContextFrame|async_id/);
});
