/**
 * Language service of a notebook: what the front asks about code, without running it.
 *
 * Positions are UTF-16 offsets into the code of the cell asked about; the protocol's code points are converted at its edge.
 * No method throws or rejects: a server that is slow, restarting or gone gives the empty answer of its method.
 * Limits: cells are known to it only by what `cellRan` was given, in the order of running.
 */

/** The metadata Jupyter calls `_jupyter_types_experimental`: one entry a match, `start` and `end` as in the completion. */
export interface CompletionItem {
  readonly text: string;
  /** "function", "class", "instance", "property", "keyword", ...: what a front end shows as an icon. */
  readonly type: string;
  /** Parameters and result of the match, where the server says it; empty otherwise. */
  readonly signature: string;
  readonly start: number;
  readonly end: number;
  /** For a name that is not imported yet: what else a front end changes in the cell when the match is taken. */
  readonly edit?: TextEdit;
}

/** Puts `text` in place of `code.slice(start, end)`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Completion {
  /** Best first; each replaces `code.slice(start, end)`. */
  readonly matches: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly items: readonly CompletionItem[];
}

export interface Inspection {
  /** The signature as a TypeScript code block, then the doc comment. */
  readonly markdown: string;
  /** The same without markup. */
  readonly text: string;
}

export type Completeness =
  | { readonly status: "complete" | "invalid" | "unknown" }
  | { readonly status: "incomplete"; readonly indent: string };

/** Lines and columns count from zero, columns in UTF-16 units, inside the code that was diagnosed. */
export interface Diagnostic {
  readonly category: "error" | "warning";
  /** TypeScript's number: 2322 of "TS2322". */
  readonly code: number;
  readonly message: string;
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** What is given in place of the errors of a cell that could not be checked. */
export const unchecked: readonly Diagnostic[] = [];

export interface LanguageService {
  /** Whether a check can be expected to be quick: one was answered since the server started. */
  readonly isQuick: boolean;
  complete(code: string, cursor: number): Promise<Completion>;
  /** `detail` 1 asks for all there is (all overloads, every tag of the doc comment). */
  inspect(code: string, cursor: number, detail: 0 | 1): Promise<Inspection | undefined>;
  /** Whether what follows on the next lines can make the code run, or must; a server that is slow is not waited for long. */
  isComplete(code: string): Promise<Completeness>;
  /** Errors of the cell as it would run now, after the cells that ran; `unchecked` itself where there was no answer. */
  diagnose(code: string): Promise<readonly Diagnostic[]>;
  /** The cell ran: its declarations are now visible to later cells, but for the names that it did not come to before it failed. */
  cellRan(code: string, unreached?: readonly string[]): void;
  /** Forgets all cells: the runtime is a fresh one. */
  reset(): void;
  /** Ends the server; later calls give empty answers. */
  stop(): void;
}

/** A package the kernel makes importable by name from anywhere: `--preload name=path`. */
export interface PreloadedPackage {
  readonly name: string;
  /** Absolute path of the package's folder (with a package.json) or of its entry file. */
  readonly path: string;
}

export interface LanguageServiceSettings {
  /** Absolute path of the folder of the notebook: relative imports and the tsconfig are looked up from it. */
  readonly folder: string;
  readonly preload: readonly PreloadedPackage[];
  /** Text of a declaration file that every cell sees: globals and modules that the kernel itself provides. */
  readonly ambient?: string;
  /** An answer that takes longer is given up, in milliseconds. */
  readonly patience?: number;
}
