/**
 * Trial of an installed kernel: starts it as Jupyter would, asks for its name and the value of a cell, and ends it.
 */
import { KernelClient } from "./protocol/kernel-client.ts";

const PATIENCE = 20_000;

/** Runs the command line of a kernelspec, asks it for 6 * 7, and runs these cells in it; rejects with a reason if no answer comes. */
export async function tryKernel(
  argv: readonly string[],
  { cells = [], environment = {} }: { cells?: readonly string[]; environment?: Readonly<Record<string, string>> } = {},
) {
  const started = performance.now();
  const client = await KernelClient.start({ argv, environment, patience: PATIENCE });
  try {
    const { banner } = await client.information();
    const { user_expressions: expressions } = await client.execute("", { user_expressions: { value: "6 * 7" } }).done;
    const milliseconds = performance.now() - started;
    for (const code of cells) await client.execute(code).done;
    const { value } = expressions as { value?: { data?: Record<string, unknown>; evalue?: string } };
    return { banner: `${banner}`, value: `${value?.data?.["text/plain"] ?? value?.evalue}`, milliseconds };
  } finally {
    await client.stop();
  }
}

/** A short session of what most cells use: V8 stores the functions that ran. */
const usualCells = [
  "1 + 1",
  "interface Point { readonly x: number }\nclass Circle { constructor(readonly centre: Point) {} }\nnew Circle({ x: 1 })",
  "let total = 0;\n" +
    "for (const each of [1, 2]) total += each;\n" +
    "console.log(total);\n" +
    "const twice = (x: number): number => 2 * x;\n" +
    "[twice(total)]",
  "await new Promise((resolve) => setTimeout(resolve, 100));\nconst wrong: string = total;",
  'function fail(): never { throw new RangeError("on purpose"); }\nfail();',
];

/**
 * Stores the code that V8 compiled of the kernel's program (program.cts). Where the program's folder cannot be written, or the kernel does
 * not start, nothing is stored, and a start takes longer.
 */
export async function keepCode(argv: readonly string[]): Promise<void> {
  const environment = { EPSILAB_WRITE_CODE_CACHE: "1" };
  await tryKernel(argv, { cells: usualCells, environment }).catch(() => undefined);
}
