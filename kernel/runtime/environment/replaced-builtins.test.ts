import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

const methods: Readonly<Record<string, string>> = {
  "Array.prototype": "map push pop filter slice join flatMap includes concat [Symbol.iterator] toJSON",
  "Object.getPrototypeOf([].values())": "next",
  Array: "from isArray",
  "String.prototype": "replace split slice charCodeAt includes startsWith [Symbol.iterator]",
  "RegExp.prototype": "exec test",
  "Map.prototype": "get set has delete [Symbol.iterator]",
  "Set.prototype": "has add delete",
  "WeakMap.prototype": "get",
  Object: "keys defineProperty entries assign create fromEntries hasOwn",
  "Object.prototype": "hasOwnProperty toString valueOf toJSON",
  JSON: "stringify parse",
  "Promise.prototype": "then catch finally",
  Promise: "resolve",
  "Function.prototype": "call apply bind toString",
  Reflect: "get apply",
  "Number.prototype": "toString",
  Symbol: "for",
  Atomics: "store load",
  globalThis: "Array Error Map Object Promise Symbol setImmediate setTimeout",
};

const places = Object.entries(methods).flatMap(([owner, names]) =>
  names.split(" ").map((name) => (name.startsWith("[") ? owner + name : `${owner}.${name}`)),
);

describe("a session goes on after a cell has replaced", () => {
  it.each(places)("%s", async (place) => {
    const replaced = await notebook.run(
      `var kept = ${place}; ${place} = function () { throw new Error("replaced") }; 0`,
    );
    expect([replaced.errors, replaced.text]).toEqual([[], "0"]);

    expect((await notebook.run("1 + 1")).text).toBe("2");

    const failed = await notebook.run('const before = 1;\nthrow new RangeError("mine")');
    expect(failed.errors.map(({ ename, evalue }) => `${ename}: ${evalue}`)).toEqual(["RangeError: mine"]);
    expect(failed.errors[0].traceback.join("\n")).toContain(`cell-${notebook.cell}.ts`);

    expect((await notebook.run("const = 1")).errors.map(({ ename }) => ename)).toEqual(["SyntaxError"]);
    expect((await notebook.run("neverDeclared")).errors.map(({ ename }) => ename)).toEqual(["ReferenceError"]);

    expect((await notebook.run("let given = 1; const give = () => { given = 2 }; give(); given")).text).toBe("2");
    const typed = "enum Side { Left = 3 }\nlet total: number = 0; for (let i = 0; i < 3; i++) total += i;";
    expect((await notebook.run(`${typed} total + Side.Left`)).text).toBe("6");
    expect((await notebook.run("await null; 7")).text).toBe("7");
    expect((await notebook.run('console.log("text")')).stdout).toBe("text\n");

    const restored = await notebook.run(`${place} = kept; [4].map((each) => each + 1)`);
    expect([restored.errors, restored.text]).toEqual([[], "[ 5 ]"]);
  });

  describe.each([
    ["throws", "function () { throw new Error('replaced') }"],
    ["never settles", "function () { return new Promise(() => {}) }"],
    ["wraps the original", "function (...handlers) { return Reflect.apply(kept, this, handlers) }"],
  ])("Promise.prototype.then by a function that %s, and loads", (_, replacement) => {
    it.each([
      ["a module of Node", 'import { EOL } from "node:os"; EOL.length'],
      ["a package", 'import { one } from "commonly"; one'],
      ["a file", 'import { one } from "./one.ts"; one'],
      ["a file that awaits", 'import { two } from "./two.ts"; two - 1'],
      ["a file that imports another when it runs", 'import { three } from "./three.ts"; three - 2'],
      ["a module by import()", '(await import("./two.ts")).two - 1'],
      ["a module as a text", '(await import("data:text/javascript,export default 1")).default'],
      ["two at once", 'const pair = [import("./two.ts"), import("node:os")]; await pair[1]; (await pair[0]).two - 1'],
      ["what is not there", 'let none = 0; try { await import("./none.ts") } catch { none = 1 } none'],
      [
        "nothing, but awaits a rejection",
        "let failed = 0; try { await Promise.reject(1) } catch { failed = 1 } failed",
      ],
    ])("%s", async (_, code) => {
      notebook.write("node_modules/commonly/index.mjs", "export const one = 1;");
      notebook.write("node_modules/commonly/package.json", '{ "name": "commonly", "exports": "./index.mjs" }');
      notebook.write("one.ts", "export const one: number = 1;");
      notebook.write(
        "two.ts",
        'import { one } from "./one.ts"; export const two: number = await Promise.resolve(one + 1);',
      );
      notebook.write("three.ts", 'export const three: number = (await import("./two.ts")).two + 1;');
      await notebook.run(
        `var kept = Promise.prototype.then; var own = ${replacement}; Promise.prototype.then = own; 0`,
      );
      const { errors, text } = await notebook.run(code);
      expect([errors, text]).toEqual([[], "1"]);
      expect((await notebook.run("Promise.prototype.then === own")).text).toBe("true");
      await notebook.run("Promise.prototype.then = kept");
    });
  });

  it.each([
    ["what calls it", 'console.log("go"); await Promise.all([1])'],
    ["a module that never ends", 'console.log("go"); await import("data:text/javascript,await new Promise(() => {})")'],
  ])(
    "Promise.prototype.then by a function that never settles, and a cell that awaits %s is interrupted",
    async (_, code) => {
      await notebook.run(
        "var kept = Promise.prototype.then; var own = () => new Promise(() => {}); Promise.prototype.then = own; 0",
      );
      expect((await notebook.runAndInterrupt(code)).status).toBe("interrupted");
      expect((await notebook.run("Promise.prototype.then === own")).text).toBe("true");
      await notebook.run("Promise.prototype.then = kept");
    },
  );

  it("how lists are gone through, for stacks that V8 gives as lists of the cell's realm", async () => {
    await notebook.run(
      "var kept = Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator] = () => { throw 1 }",
    );
    const { errors, text } = await notebook.run("Error.prepareStackTrace(new RangeError('mine'), [])");
    await notebook.run("Array.prototype[Symbol.iterator] = kept");
    expect([errors, text]).toEqual([[], "'RangeError: mine'"]);
  });

  it("a method while a loop runs that is interrupted", async () => {
    await notebook.run("var kept = Array.prototype.map; Array.prototype.map = () => { throw 1 }; let turns = 0");
    const { status } = await notebook.runAndInterrupt('for (;;) if (++turns === 1000) console.log("go")');
    expect(status).toBe("interrupted");
    expect((await notebook.run("turns >= 1000")).text).toBe("true");
    await notebook.run("Array.prototype.map = kept");
  });
});

describe("what the kernel hands to a cell is of the cell's realm", () => {
  it.each([
    [
      "an error of an unknown name",
      "let who; try { nobody } catch (error) { who = error instanceof ReferenceError } who",
    ],
    [
      "an error of a constant",
      "const fixed = 1; let seen; try { fixed = 2 } catch (error) { seen = error instanceof TypeError } seen",
    ],
    [
      "an error of an import",
      'let why; try { await import("./none.ts") } catch (error) { why = error instanceof Error } why',
    ],
    ["what import() gives", 'import("node:os") instanceof Promise'],
    ["a JSON module", 'import data from "./list.json"; data instanceof Array && data[0] instanceof Object'],
    [
      "a builtin that Node lacks",
      "Object.groupBy([1], () => 'a').a instanceof Array && new Set([1]).union(new Set()) instanceof Set",
    ],
    ["an array", "[1, 2].map(String) instanceof Array"],
  ])("%s", async (_, code) => {
    notebook.write("list.json", '[{ "a": 1 }]');
    const { errors, text } = await notebook.run(code);
    expect([errors, text]).toEqual([[], "true"]);
  });
});
