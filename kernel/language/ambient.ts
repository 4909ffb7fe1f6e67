/**
 * Ambient declarations: the types of what every cell has without importing it (globals.ts, widgets, and the runtime's input and
 * comms), and of the module `tslab`, as the text of a declaration file for the language server.
 */
import { widgetDeclarations } from "../widgets/declarations.ts";

export const ambientDeclarations = `
/** A value that shows itself returns a bundle of MIME types from a method under Symbol.for("Jupyter.display"). */
interface EpsilabDisplayer {
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

interface EpsilabDisplayHandle {
  readonly id: string;
  /** Settles once it is shown. */
  readonly shown: Promise<void>;
  update(value: unknown, choices?: { readonly raw?: boolean }): void;
}

interface EpsilabMarkup {
  readonly type: string;
  readonly source: string;
}

interface EpsilabCommContent {
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly buffers?: readonly Uint8Array[];
}

interface EpsilabComm {
  readonly id: string;
  readonly target: string;
  onMessage: (data: any, content: Required<EpsilabCommContent>) => void;
  onClose: (data: any, content: Required<EpsilabCommContent>) => void;
  send(data: unknown, content?: EpsilabCommContent): void;
  close(data?: unknown, content?: EpsilabCommContent): void;
}

/** Show a value now, as the last value of a cell would be; with \`raw\`, a bundle of MIME types. */
declare const display: EpsilabDisplayer & ((
  value: unknown,
  choices?: {
    readonly raw?: boolean;
    readonly displayId?: string;
    /** Change the displays of \`displayId\` instead of adding one. */
    readonly update?: boolean;
    readonly metadata?: Readonly<Record<string, unknown>>;
    /** Significant digits of the numbers of a table, from 1 to 17; 6 unless it is given. */
    readonly digits?: number;
  },
) => EpsilabDisplayHandle);
/** A display that each later call of its methods changes. */
declare function newDisplay(): EpsilabDisplayer;
/**
 * Show what something is: a function or class that a cell imported or declared, a name as text (also one that is not imported yet),
 * or the names of an entry point, such as "epsilab". Without anything: what can be imported.
 */
declare function help(subject?: unknown): EpsilabDisplayHandle;
/** Empty the cell's output; with \`wait\`, when the next output comes. */
declare function clearOutput(wait?: boolean): void;
interface EpsilabProgressChoices {
  /** How many there will be; a function is asked whenever the bar is drawn. */
  readonly total?: number | (() => number);
  readonly label?: string | (() => string);
}
/** Iterate, and show how far the loop came and the time that is left; a number stands for 0 to number - 1. */
declare function progress(count: number, choices?: EpsilabProgressChoices): Iterable<number>;
declare function progress<Item>(items: Iterable<Item>, choices?: EpsilabProgressChoices): Iterable<Item>;
declare function progress<Item>(items: AsyncIterable<Item>, choices?: EpsilabProgressChoices): AsyncIterable<Item>;
/** HTML that shows itself. */
declare function html(strings: TemplateStringsArray, ...values: readonly unknown[]): EpsilabMarkup;
declare function html(source: unknown): EpsilabMarkup;
/** Markdown that shows itself. */
declare function md(strings: TemplateStringsArray, ...values: readonly unknown[]): EpsilabMarkup;
declare function md(source: unknown): EpsilabMarkup;
/** SVG that shows itself. */
declare function svg(strings: TemplateStringsArray, ...values: readonly unknown[]): EpsilabMarkup;
declare function svg(source: unknown): EpsilabMarkup;
/** A formula in LaTeX that shows itself; in a template backslashes need no doubling. */
declare function tex(strings: TemplateStringsArray, ...values: readonly unknown[]): EpsilabMarkup;
declare function tex(source: unknown): EpsilabMarkup;
/** Ask the user and wait; null if there is no answer. */
declare function prompt(message?: string, initial?: string): string | null;
/** Ask the user for a yes. */
declare function confirm(message?: string): boolean;
declare function alert(message?: string): void;
/** Ask the user. */
declare function input(message?: string, choices?: { readonly password?: boolean }): Promise<string>;
/** Open a channel of messages to the front end. */
declare function openComm(target: string, data?: unknown, content?: EpsilabCommContent): EpsilabComm;
/** Take the channels that the front end opens to a target. */
declare function registerComm(target: string, accept: (comm: EpsilabComm, data: any, content: Required<EpsilabCommContent>) => void): void;

/** What Node has and its declarations leave to those of browsers, which win where the project has them. */
declare namespace WebAssembly {
  type ValueType = "i32" | "i64" | "f32" | "f64" | "v128" | "externref" | "anyfunc";
  type ImportValue = Function | Global | Memory | Module | Table | number | bigint;
  type Imports = Record<string, Record<string, ImportValue>>;
  type Exports = Record<string, any>;
  type Bytes = ArrayBufferLike | ArrayBufferView;
  interface WebAssemblyInstantiatedSource { module: Module; instance: Instance }
  interface ModuleExportDescriptor { name: string; kind: "function" | "global" | "memory" | "table" | "tag" }
  interface ModuleImportDescriptor extends ModuleExportDescriptor { module: string }
  interface GlobalDescriptor<Type extends ValueType = ValueType> { value: Type; mutable?: boolean }
  interface MemoryDescriptor { initial: number; maximum?: number; shared?: boolean }
  interface TableDescriptor { element: "anyfunc" | "externref"; initial: number; maximum?: number }
  interface Global { value: any; valueOf(): any }
  var Global: { prototype: Global; new (descriptor: GlobalDescriptor, value?: any): Global };
  interface Instance { readonly exports: Exports }
  var Instance: { prototype: Instance; new (module: Module, imports?: Imports): Instance };
  interface Memory { readonly buffer: ArrayBuffer; grow(pages: number): number }
  var Memory: { prototype: Memory; new (descriptor: MemoryDescriptor): Memory };
  interface Module {}
  var Module: {
    prototype: Module;
    new (bytes: Bytes): Module;
    customSections(module: Module, name: string): ArrayBuffer[];
    exports(module: Module): ModuleExportDescriptor[];
    imports(module: Module): ModuleImportDescriptor[];
  };
  interface Table { readonly length: number; get(index: number): any; grow(count: number, value?: any): number; set(index: number, value?: any): void }
  var Table: { prototype: Table; new (descriptor: TableDescriptor, value?: any): Table };
  var CompileError: ErrorConstructor;
  var LinkError: ErrorConstructor;
  var RuntimeError: ErrorConstructor;
  function compile(bytes: Bytes): Promise<Module>;
  function compileStreaming(source: any): Promise<Module>;
  function instantiate(bytes: Bytes, imports?: Imports): Promise<WebAssemblyInstantiatedSource>;
  function instantiate(module: Module, imports?: Imports): Promise<Instance>;
  function instantiateStreaming(source: any, imports?: Imports): Promise<WebAssemblyInstantiatedSource>;
  function validate(bytes: Bytes): boolean;
}
declare var Performance: any, Crypto: any, CryptoKey: any, SubtleCrypto: any;
declare var URLPattern: any, CloseEvent: any, Navigator: any, navigator: any;

declare module "tslab" {
  export const display: EpsilabDisplayer;
  export function newDisplay(): EpsilabDisplayer;
  export const versions: { readonly tslab: string; readonly typescript: string; readonly node: string };
}

${widgetDeclarations()}
`;
