import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";
import { caught } from "./caught-errors.ts";

let notebook: Notebook;
beforeAll(async () => {
  notebook = new Notebook();
  await notebook.run(
    `var foo = 1, obj = { a: 1, nested: {} }, nil = null, undef: any, größe = 1, $x = 1; function fn() {}`,
  );
});
afterAll(() => notebook.close());

const printed = async (code: string) => {
  const { stdout, errors } = await notebook.run(code);
  expect(errors.map(({ evalue }) => evalue)).toEqual([]);
  return stdout.trimEnd();
};

/** Every message of V8 that quotes code (its template in messages of that name), and others of the same operations. */
const messages: readonly (readonly [code: string, message: string])[] = [
  // CalledNonCallable
  ["foo()", "foo is not a function"],
  ["foo.bar()", "foo.bar is not a function"],
  ["obj.nested.x()", "obj.nested.x is not a function"],
  ["obj['a']()", "obj.a is not a function"],
  ["obj.nested['x' + foo]()", 'obj.nested[("x" + foo)] is not a function'],
  ["foo[Symbol.iterator]()", "foo[Symbol.iterator] is not a function"],
  ["foo?.()", "foo is not a function"],
  ["obj.a?.()", "obj.a is not a function"],
  ["undef()", "undef is not a function"],
  ["foo``", "foo is not a function"],
  ["foo()()", "foo is not a function"],
  ["(foo || nil)()", "(foo || nil) is not a function"],
  ["(foo, foo)()", "(foo , foo) is not a function"],
  ["größe()", "größe is not a function"],
  ["größe.$x()", "größe.$x is not a function"],
  ["$x()", "$x is not a function"],
  ["import('node:fs').then.x()", "import(...).then.x is not a function"],
  ["import.meta.x()", "import.meta.x is not a function"],
  // NotConstructor
  ["new foo()", "foo is not a constructor"],
  ["new foo.bar()", "foo.bar is not a constructor"],
  // NotIterable, NotIterableNoSymbolLoad, NotAsyncIterable
  ["[...foo]", "foo is not iterable"],
  ["[...undef]", "undef is not iterable"],
  ["fn(...undef)", "undef is not iterable (cannot read property undefined)"],
  ["for (const one of foo) {}", "foo is not iterable"],
  // NonCoercible, NonCoercibleWithProperty
  ["const { one } = undef", "Cannot destructure property 'one' of 'undef' as it is undefined."],
  ["const { one } = nil", "Cannot destructure property 'one' of 'nil' as it is null."],
  ["const { ...one } = nil", "Cannot destructure 'nil' as it is null."],
  ["({ one: { two: obj.a } } = undef)", "Cannot destructure property 'one' of 'undef' as it is undefined."],
  // What quotes no code, as it was.
  ["nil.x", "Cannot read properties of null (reading 'x')"],
  ["missing", "missing is not defined"],
  ["(() => { late; let late = 1 })()", "Cannot access 'late' before initialization"],
  ["const fixed = 1; fixed = 2", "Assignment to constant variable."],
  ["foo instanceof foo", "Right-hand side of 'instanceof' is not an object"],
];

describe("a cell that catches an error of V8", () => {
  it.each(messages)("sees its own names: %s", async (code, message) => {
    const lines = [
      `try { ${code} } catch (error) { console.log(error.message) }`,
      `const attempt = () => { try { ${code} } catch (error) { console.log(error.message) } }; attempt()`,
    ];
    for (const line of lines) expect(await printed(line)).toBe(message);
  });

  it("sees them whichever way it catches", async () => {
    const message = "foo is not a function";
    const ways = [
      "try { foo() } catch (error: unknown) { console.log(String(error).slice(11)) }",
      "try { foo() } catch ({ message, name: kind }) { console.log(message) }",
      "try { foo() } catch ({ ['mess' + 'age']: { length, ...rest }, message = rest })\n{\n console.log(message) }",
      "try { try { foo() } finally { 1 } } catch (error) { var error = error; console.log(error.message) }",
      "for (const one of [1]) { try { foo() } catch (error) { console.log(error.message) } }",
      "class Tries { constructor() { try { foo() } catch (error) { console.log(error.message) } } }; new Tries()",
      "try { await (async () => foo())() } catch (error) { console.log(error.message) }",
      "const again = async () => { try { await (async () => foo())() } catch (error) { console.log(error.message) } }; await again()",
    ];
    for (const way of ways) expect([way, await printed(way)]).toEqual([way, message]);
    const awaited =
      "const later = async () => { try { (await foo)() } catch (error) { console.log(error.message) } }; await later()";
    expect(await printed(awaited)).toBe("(intermediate value) is not a function");
    expect(
      await printed("try { for await (const one of foo) {} } catch (error) { console.log(error.message) }"),
    ).not.toContain("_$");
  });

  it("gets the very error, on the lines it wrote", async () => {
    const code =
      "let kept\nconst thrown = new RangeError('mine')\ntry { throw thrown } catch (error) { kept = error }\n" +
      "try { throw 'text' } catch (error) { kept === thrown && console.log(error) }\n" +
      "try {\n  foo.bar()\n} catch ({ stack }) { console.log(stack) }";
    expect(await printed(code)).toMatch(/^text\nTypeError: foo\.bar is not a function\n {4}at .*:6:7\b/);
    const after = await notebook.run("try { 1 } catch (error) { 2 } try { nil.x } catch (error) { obj.nested.x() }");
    expect(after.errors[0]?.traceback.join("\n")).toMatch(/1:72\b/);
  });
});

describe("caught", () => {
  it("gives back what it is given, and touches nothing but messages of errors that name boxes", () => {
    const locked = Object.freeze(new TypeError("_$t_a.a is not iterable"));
    const disguised = new Proxy(new TypeError("_$t_a.a"), {
      get: () => expect.unreachable(),
      getOwnPropertyDescriptor: () => expect.unreachable(),
    });
    for (const thrown of [undefined, null, 1, "_$t_a.a", { message: "_$t_a.a" }, locked, disguised])
      expect(caught(thrown)).toBe(thrown);
    const error = new TypeError("_$$c_a.a is not iterable");
    expect(caught(error)).toBe(error);
    expect(Object.getOwnPropertyDescriptor(error, "message")).toEqual({
      value: "a is not iterable",
      writable: true,
      enumerable: false,
      configurable: true,
    });
  });
});
