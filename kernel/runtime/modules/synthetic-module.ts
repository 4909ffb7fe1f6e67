/**
 * Synthetic module: something that is there already, as a module that files can be linked to.
 *
 * A file sees the values as they are when it is linked to them. What only a getter of a package has is read if the file
 * mentions it, or takes all there is: packages load their parts that way.
 */
import { type Module, SyntheticModule } from "node:vm";
import { isLazy } from "./common-namespace.ts";
import type { Namespace } from "./resolution.ts";

/** An import or export of all there is. */
const TAKES_ALL = /\*\s*(?:as\b[^;"']*)?from\b/;

const wholes = new WeakMap<Namespace, Promise<Namespace>>();

/** `code` is that of the file that asks; without it, everything is read. */
export function syntheticModule(identifier: string, namespace: Namespace, code = ""): Module {
  const takesAll = code === "" || TAKES_ALL.test(code);
  const isMentioned = (name: string) => name === "default" || code.includes(name);
  const names = Object.keys(namespace).filter((name) => takesAll || isMentioned(name) || !isLazy(namespace, name));
  return new SyntheticModule(
    names,
    function (this: SyntheticModule) {
      for (const name of names) this.setExport(name, read(namespace, name));
    },
    { identifier },
  );
}

/** All of it, for `import()`: V8 wants a real module. */
export function syntheticNamespace(identifier: string, namespace: Namespace): Promise<Namespace> {
  let whole = wholes.get(namespace);
  if (whole === undefined) {
    whole = evaluated(syntheticModule(identifier, namespace));
    wholes.set(namespace, whole);
  }
  return whole;
}

async function evaluated(module: Module): Promise<Namespace> {
  await module.link(() => module);
  await module.evaluate();
  return module.namespace as Namespace;
}

/** Undefined if a getter throws, as in Node. */
function read(namespace: Namespace, name: string): unknown {
  try {
    return namespace[name];
  } catch (error) {
    if (isLazy(namespace, name)) return undefined;
    throw error;
  }
}
