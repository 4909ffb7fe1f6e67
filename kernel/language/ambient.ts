/**
 * Ambient declarations: the types of what every cell has without importing it, and of the module `tslab`, as the text of a
 * declaration file for the language server.
 *
 * Those of the kernel's own functions are read from compiled modules: in dist/ while this file runs as TypeScript.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function globalsOf(module: string): string {
  const own = fileURLToPath(import.meta.url);
  const kernel = own.endsWith(".js") ? join(dirname(own), "..") : join(dirname(own), "../../dist/kernel");
  return asGlobals(readFileSync(join(kernel, `${module}.d.ts`), "utf8"));
}

/** The declarations of a module that imports nothing, as those of a script. */
export function asGlobals(declarations: string): string {
  return declarations.replaceAll(/^export \{\};\n?/gm, "").replaceAll(/^export (?=declare|interface|type)/gm, "");
}

export const ambientDeclarations = `
${globalsOf("display/cell-globals")}
${globalsOf("widgets/index")}
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
  interface Table {
    readonly length: number;
    get(index: number): any;
    grow(count: number, value?: any): number;
    set(index: number, value?: any): void;
  }
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
/** The last value of a cell. */
declare var _: any;
declare var URLPattern: any, CloseEvent: any, Navigator: any, navigator: any;

declare module "tslab" {
  export const display: Displayer;
  export function newDisplay(): Displayer;
  export const versions: { readonly tslab: string; readonly typescript: string; readonly node: string };
}
`;
