/**
 * Running cell: what a library may ask the kernel about the cell that called it, under `Symbol.for("Jupyter.cell")` of the
 * global object. A library that finds nothing there does not run in a notebook. Any kernel may offer the same.
 */

/** The key of the hook. */
export const RUNNING_CELL_KEY: unique symbol = Symbol.for("Jupyter.cell") as never;

export interface RunningCell {
  /**
   * Aborted when the cell whose code asks is interrupted. Where the caller's cell is not known (a callback of native code), it is
   * the latest cell's.
   *
   * The interrupted code may never go on: no `finally` of it may run, and no `await` of it may return. So whoever has to close a
   * file or end a thread does it in a listener. What a listener throws is shown below the cell. Worker threads that the cell
   * started are then terminated.
   */
  readonly signal: AbortSignal;
  /** How to declare the value of a variable again in another thread; or why that is not possible, as a sentence for the user. */
  moduleOf(value: unknown): CellModule | { readonly reason: string };
}

/**
 * A variable of the cells with all that it needs, as an ES module that can be bundled and loaded in another thread.
 *
 * What cells do besides declaring is left out, and so is `import "for-its-effects"`. A name that was declared twice has its later meaning.
 */
export interface CellModule {
  /** TypeScript that exports the variable as `default`, and as `$carried` a function that gives an object with the keys of `values`. */
  readonly source: string;
  /** The folder of the notebook, from which the imports are to be resolved. */
  readonly folder: string;
  /** The name of the variable. */
  readonly name: string;
  /**
   * What the carried variables hold now, but for functions, classes and imports: `{ "limits": [0, 1] }`. Of a function or class, the
   * properties that were put on it: `{ "Model.count": 3 }`. Where the new module's `$carried()` has something else, its variables are not
   * those of the session, and must not be used in their place: an array was changed after its declaration, or it is drawn by chance.
   */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The hook; undefined outside a kernel that has it. */
export function runningCell(): RunningCell | undefined {
  return (globalThis as { readonly [RUNNING_CELL_KEY]?: RunningCell })[RUNNING_CELL_KEY];
}
