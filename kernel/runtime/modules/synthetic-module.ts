/** Synthetic module: a namespace that is there already, as a module that files can be linked to. */
import { type Module, SyntheticModule } from "node:vm";
import type { Namespace } from "./common-namespace.ts";

const wholes = new WeakMap<Namespace, Promise<Namespace>>();

/** A file that is linked to it sees the values as they are at that moment; undefined where a getter throws, as in Node. */
export function syntheticModule(identifier: string, namespace: Namespace): Module {
  const names = Object.keys(namespace);
  return new SyntheticModule(
    names,
    function (this: SyntheticModule) {
      for (const name of names) this.setExport(name, read(namespace, name));
    },
    { identifier },
  );
}

/** As a module's namespace, which V8 wants for `import()`. */
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

function read(namespace: Namespace, name: string): unknown {
  try {
    return namespace[name];
  } catch {
    return undefined;
  }
}
