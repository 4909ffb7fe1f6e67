/** Cell operations: what the code of a cell calls besides its variables, as it runs. */
import { createRequire } from "node:module";
import type { Bindings } from "./cells/bindings.ts";
import { caught } from "./compile/caught-errors.ts";
import { each, goesOn, hold, reenter, resumed } from "./interrupt/waiting.ts";
import type { Importer } from "./modules/importer.ts";

const load = createRequire(import.meta.url);

/** Those of the cell with this file name. */
export function operationsOf(bindings: Bindings, importer: Importer, name: string) {
  return {
    constants: bindings.constants,
    hold,
    each,
    /** `await x` inside a function is `resumed(await x, goesOn() || await reenter())`. */
    resumed,
    goesOn,
    reenter,
    import: (specifier: string) => new Promise((resolve) => resolve(importer.import(specifier))), // of the user's realm
    get meta() {
      return importer.meta(name);
    },
    /** The value of a name that may not exist, for `typeof`. */
    peek: (variable: string) =>
      Object.hasOwn(bindings.box(variable), variable) || variable in globalThis
        ? bindings.box(variable)[variable]
        : undefined,
    helper: (helper: string) => (load(`@swc/helpers/_/${helper}`) as { _: unknown })._,
    caught,
    /** The last value of an asynchronous cell. */
    last: undefined as unknown,
  };
}
