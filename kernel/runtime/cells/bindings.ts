/**
 * Bindings: the variables of the session. Each name has a box, an object whose one property of that name is the
 * variable, shared by every cell and closure that mentions it; so a redeclaration reaches older closures, as in Python.
 *
 * A box is an object of its own and not a property of one large scope: V8 then keeps its value unboxed and its access a
 * plain load, however many variables a session has. What is not initialised is answered by the prototype; so is what is a
 * global, which a function also finds in a box, since a later cell may declare that name.
 */

import { compileFunction } from "node:vm";

export type Box = Record<string, unknown>;

export type BindingKind = "let" | "const" | "import";

interface Entry {
  readonly box: Box;
  /** Undefined until a cell declares the name; a closure may mention it before. */
  kind: BindingKind | undefined;
  /** Whether a function of a cell assigns to it, and it is not its own. */
  isAssignedLater: boolean;
}

/** The name of the last value. */
const LAST = "_";

export class Bindings {
  readonly #entries = new Map<string, Entry>();
  /** Names that the latest cell declares by a statement that has not run yet, and that some function assigns to. */
  #uninitialised: ReadonlySet<string> = new Set();

  /** Assignments to constants go here, and those before a declaration: reading works, writing throws. */
  readonly constants: Box = new Proxy<Box>(
    {},
    {
      get: (_, name) => this.#entry(String(name)).box[String(name)],
      set: (_, name) => {
        if (Object.hasOwn(this.#entry(String(name)).box, name)) throw new TypeError("Assignment to constant variable.");
        throw notInitialised(String(name));
      },
    },
  );

  /** The names that cells declared and that have a value. */
  names(): string[] {
    return [...this.#entries].filter(([name, entry]) => Object.hasOwn(entry.box, name)).map(([name]) => name);
  }

  isDeclared(name: string): boolean {
    return this.#entries.get(name)?.kind !== undefined;
  }

  isConstant(name: string): boolean {
    const kind = this.#entries.get(name)?.kind;
    return kind === "const" || kind === "import";
  }

  /** Whether a variable that is no import has a value of its own. */
  hasValue(name: string): boolean {
    const entry = this.#entries.get(name);
    return entry?.kind !== undefined && entry.kind !== "import" && Object.hasOwn(entry.box, name);
  }

  isAssignedLater(name: string): boolean {
    return this.#entries.get(name)?.isAssignedLater ?? false;
  }

  /** Functions of a cell assign to these names. */
  noteAssignedLater(names: ReadonlySet<string>): void {
    for (const name of names) this.#entry(name).isAssignedLater = true;
  }

  box(name: string): Box {
    return this.#entry(name).box;
  }

  declare(name: string, kind: BindingKind, initial?: "undefined" | "absent"): void {
    const entry = this.#entry(name);
    if (entry.kind === "import") define(entry.box, name, undefined);
    entry.kind = kind;
    if (initial === "undefined" || (initial === "absent" && !Object.hasOwn(entry.box, name))) {
      define(entry.box, name, undefined);
    }
  }

  /** A cell begins to run, and will initialise these names; what an earlier one left out may be assigned from now on. */
  expect(names: readonly string[]): void {
    this.#uninitialised = new Set(names.filter((name) => !Object.hasOwn(this.box(name), name)));
  }

  /** The statement that declares these names, a text with spaces between them, gives them their values next. */
  readonly initialise = <Value>(names: string, value: Value): Value => {
    const left = new Set(this.#uninitialised);
    for (const name of names.split(" ")) left.delete(name);
    this.#uninitialised = left;
    return value;
  };

  /** Tells later which of these names have been given no value since now; one that is the same as before is none. */
  watch(names: readonly string[]): () => readonly string[] {
    const before = names.map((name) => Object.getOwnPropertyDescriptor(this.box(name), name));
    return () =>
      names.filter((name, index) => {
        const now = Object.getOwnPropertyDescriptor(this.box(name), name);
        return now === undefined || (Object.is(now.value, before[index]?.value) && now.get === before[index]?.get);
      });
  }

  /** The last value of a cell is `_`, as in Node's own prompt, unless a cell declared that name. */
  noteLast(value: unknown): void {
    if (this.isDeclared(LAST)) Reflect.deleteProperty(globalThis, LAST);
    else Reflect.defineProperty(globalThis, LAST, { value, writable: true, configurable: true });
  }

  /** Bind a name to an export, which the module may still change. */
  import(name: string, read: () => unknown): void {
    const entry = this.#entry(name);
    entry.kind = "import";
    Object.defineProperty(entry.box, name, { get: read, enumerable: true, configurable: true });
  }

  #entry(name: string): Entry {
    let entry = this.#entries.get(name);
    if (entry === undefined) {
      const isDeclared = () => this.isDeclared(name);
      const mayDefine = () => {
        if (this.#uninitialised.has(name)) throw notInitialised(name);
        return isDeclared();
      };
      const prototype = name in globalThis ? globalAccess(name, mayDefine) : access(name, isDeclared, mayDefine);
      entry = { box: Object.create(prototype) as Box, kind: undefined, isAssignedLater: false };
      this.#entries.set(name, entry);
    }
    return entry;
  }
}

function define(box: Box, name: string, value: unknown): void {
  Object.defineProperty(box, name, { value, writable: true, enumerable: true, configurable: true });
}

function notInitialised(name: string): ReferenceError {
  return new ReferenceError(`Cannot access '${name}' before initialization`);
}

function access(name: string, isDeclared: () => boolean, mayDefine: () => boolean): object {
  return {
    __proto__: null,
    get [name](): unknown {
      if (name in globalThis) return Reflect.get(globalThis, name);
      throw isDeclared() ? notInitialised(name) : new ReferenceError(`${name} is not defined`);
    },
    set [name](value: unknown) {
      if (mayDefine()) define(this as unknown as Box, name, value);
      else if (name in globalThis) Reflect.set(globalThis, name, value);
      else throw new ReferenceError(`${name} is not defined`);
    },
  };
}

/** The same of a global, as code that names it: V8 makes of `Math` in a box what it makes of `Math` itself. */
function globalAccess(name: string, mayDefine: () => boolean): object {
  const [asks, defines, value] = ["asks", "defines", "value"].map((word) => `${word}_${name}`); // other names than the global's
  const write = `if(${asks}())${defines}(this,"${name}",${value});else ${name}=${value}`;
  const code = `"use strict";return{__proto__:null,get ${name}(){return ${name}},set ${name}(${value}){${write}}}`;
  const make = compileFunction(code, [asks, defines], { filename: "epsilab:globals" });
  return make(mayDefine, define) as object;
}
