/** A bare session: cells one after the other, without a process, imports or output. For tests. */
import { createRequire } from "node:module";
import { Bindings } from "../cells/bindings.ts";
import type { CellSettings } from "../compile/cell-syntax.ts";
import { compileCell } from "../compile/compile.ts";

const load = createRequire(import.meta.url);

/** Returns what runs a cell and gives its value, or the promise of it if the cell is asynchronous. */
export function bareSession(settings: CellSettings = { legacyDecorators: false }): (code: string) => unknown {
  const bindings = new Bindings();
  const operations = {
    constants: bindings.constants,
    hold: (value: unknown) => value,
    each: (values: unknown) => values,
    resumed: (value: unknown) => value,
    goesOn: () => true,
    caught: (thrown: unknown) => thrown,
    meta: { url: "file:///cell.ts" },
    helper: (name: string) => (load(`@swc/helpers/_/${name}`) as { _: unknown })._,
    peek: (name: string) => (bindings.isDeclared(name) ? bindings.box(name)[name] : undefined),
    last: undefined as unknown,
  };
  return (code) => {
    const cell = compileCell(code, { name: "cell.ts", bindings, settings: () => settings });
    for (const { name, kind, initial } of cell.declarations) bindings.declare(name, kind, initial);
    operations.last = undefined;
    const value = cell.start(operations);
    return cell.isAsync ? (value as Promise<unknown>).then(() => operations.last) : value;
  };
}
