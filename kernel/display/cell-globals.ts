/**
 * Cell globals: what every cell has without importing it, besides widgets.
 *
 * The declarations of this module, as globals, are what the language server and `help` know of them (language/ambient.ts), and its
 * types are those of the code that implements them. So it imports nothing.
 */

/** One method per MIME type. */
export interface Displayer {
  javascript(source: string): void;
  html(source: string): void;
  markdown(source: string): void;
  latex(source: string): void;
  svg(source: string): void;
  text(source: string): void;
  png(bytes: Uint8Array): void;
  jpeg(bytes: Uint8Array): void;
  gif(bytes: Uint8Array): void;
  pdf(bytes: Uint8Array): void;
  /** Show content of any MIME type; JSON types take objects. */
  raw(type: string, content: unknown): void;
}

export interface DisplayChoices {
  /** The value is a bundle of MIME types. */
  readonly raw?: boolean;
  readonly displayId?: string;
  /** Change the displays of `displayId` instead of adding one. */
  readonly update?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Significant digits of the numbers of a table, from 1 to 17; 6 unless it is given. */
  readonly digits?: number;
}

/** A display on the page. */
export interface DisplayHandle {
  readonly id: string;
  /** Settles once it is shown; at once unless the value's own display is a promise. */
  readonly shown: Promise<void>;
  update(value: unknown, choices?: { readonly raw?: boolean }): void;
}

/** A text of one MIME type, which shows itself. */
export interface DisplayMarkup {
  readonly type: string;
  readonly source: string;
}

/** Of a template literal, or of a string. */
export interface DisplayTag {
  (strings: TemplateStringsArray, ...values: readonly unknown[]): DisplayMarkup;
  (source: unknown): DisplayMarkup;
}

export interface ProgressChoices {
  /** How many there will be, where the iterable does not tell; a function is asked whenever the bar is drawn. */
  readonly total?: number | (() => number);
  readonly label?: string | (() => string);
}

/** What goes with the data of a message. */
export interface CommContent {
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly buffers?: readonly Uint8Array[];
}

/** A channel of messages to the front end. */
export interface Comm {
  readonly id: string;
  readonly target: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a front end sends is for the cell to know
  onMessage: (data: any, content: Required<CommContent>) => void;
  // biome-ignore lint/suspicious/noExplicitAny: what a front end sends is for the cell to know
  onClose: (data: any, content: Required<CommContent>) => void;
  send(data: unknown, content?: CommContent): void;
  close(data?: unknown, content?: CommContent): void;
}

/** Show a value now, as the last value of a cell would be; with `raw`, a bundle of MIME types. */
export declare const display: Displayer & ((value: unknown, choices?: DisplayChoices) => DisplayHandle);
/** A display that each later call of its methods changes. */
export declare function newDisplay(): Displayer;
/** Empty the cell's output; with `wait`, when the next output comes. */
export declare function clearOutput(wait?: boolean): void;
/**
 * Show what something is: a function or class that a cell imported or declared, a name as text (also one that is not imported yet),
 * or the names of an entry point, such as "epsilab". Without anything: what can be imported.
 */
export declare function help(subject?: unknown): DisplayHandle;
/** Iterate, and show how far the loop came and the time that is left; a number stands for 0 to number - 1. */
export declare function progress(count: number, choices?: ProgressChoices): Iterable<number>;
export declare function progress<Item>(items: Iterable<Item>, choices?: ProgressChoices): Iterable<Item>;
export declare function progress<Item>(items: AsyncIterable<Item>, choices?: ProgressChoices): AsyncIterable<Item>;
/** HTML that shows itself. */
export declare const html: DisplayTag;
/** Markdown that shows itself. */
export declare const md: DisplayTag;
/** SVG that shows itself. */
export declare const svg: DisplayTag;
/** A formula in LaTeX that shows itself; in a template backslashes need no doubling. */
export declare const tex: DisplayTag;
/** Ask the user and wait; null if there is no answer. */
export declare function prompt(message?: string, initial?: string): string | null;
/** Ask the user for a yes. */
export declare function confirm(message?: string): boolean;
export declare function alert(message?: string): void;
/** Ask the user. */
export declare function input(message?: string, choices?: { readonly password?: boolean }): Promise<string>;
/** Open a channel of messages to the front end. */
export declare function openComm(target: string, data?: unknown, content?: CommContent): Comm;
/** Take the channels that the front end opens to a target. */
export declare function registerComm(
  target: string,
  // biome-ignore lint/suspicious/noExplicitAny: what a front end sends is for the cell to know
  accept: (comm: Comm, data: any, content: Required<CommContent>) => void,
): void;
