/**
 * Code cache: stores the code that V8 compiled of the kernel's program (program.cts), by running a short session of what most
 * cells use: V8 stores the functions that ran.
 *
 * Limits: where the program's folder cannot be written, or the kernel does not start, nothing is stored, and a start takes longer.
 */
import { tryKernel } from "./trial.ts";

const cells = [
  "1 + 1",
  "interface Point { readonly x: number }\nclass Circle { constructor(readonly centre: Point) {} }\nnew Circle({ x: 1 })",
  "let total = 0;\nfor (const each of [1, 2]) total += each;\nconsole.log(total);\nconst twice = (x: number): number => 2 * x;\n[twice(total)]",
  "await new Promise((resolve) => setTimeout(resolve, 100));\nconst wrong: string = total;",
  'function fail(): never { throw new RangeError("on purpose"); }\nfail();',
];

/** `argv` is the command line of a kernelspec. */
export async function keepCode(argv: readonly string[]): Promise<void> {
  await tryKernel(argv, { cells, environment: { EPSILAB_WRITE_CODE_CACHE: "1" } }).catch(() => undefined);
}
