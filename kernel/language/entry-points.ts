/**
 * Entry points of preloaded packages: every specifier that a cell may import from them, with its declarations.
 *
 * They are read from the `exports` of each package.json; patterns and files of data are left out. A name that several entry points
 * export is offered from the shortest specifier. Nothing is read before the first question, and each file once.
 */
import { DeclarationExports } from "./declaration-exports.ts";
import type { PreloadedPackage } from "./language-service.ts";
import { preloadedPaths } from "./preloaded-types.ts";

export interface EntryPoint {
  readonly specifier: string;
  /** Its declarations. */
  readonly file: string;
}

export class EntryPoints {
  readonly #preload: readonly PreloadedPackage[];
  readonly #exports = new DeclarationExports();
  #all: readonly EntryPoint[] | undefined;
  #byName: ReadonlyMap<string, EntryPoint> | undefined;
  #also: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(preload: readonly PreloadedPackage[]) {
    this.#preload = preload;
  }

  /** The shortest specifier first. */
  get all(): readonly EntryPoint[] {
    this.#all ??= Object.entries(preloadedPaths(this.#preload))
      .flatMap(([specifier, [file = ""]]) => (specifier.includes("*") ? [] : [{ specifier, file }]))
      .filter(({ file }) => /\.[cm]?tsx?$/.test(file))
      .sort((one, other) => one.specifier.length - other.specifier.length);
    return this.#all;
  }

  /** Every name that one of them exports, types too, in the order of the entry points. */
  get names(): ReadonlyMap<string, EntryPoint> {
    this.#byName ??= this.#read();
    return this.#byName;
  }

  /** What names are called besides; those without another name are left out. */
  get also(): ReadonlyMap<string, readonly string[]> {
    this.#also ??= new Map(
      [...this.names].flatMap(([name, { file }]) => {
        const others = this.#exports.also(file, name);
        return others.length === 0 ? [] : [[name, others]];
      }),
    );
    return this.#also;
  }

  /** The specifier from which a value of this name can be imported; undefined if there is none. */
  specifierOf(name: string): string | undefined {
    const entry = this.names.get(name);
    return entry !== undefined && this.isValue(entry, name) ? entry.specifier : undefined;
  }

  isValue({ file }: EntryPoint, name: string): boolean {
    return this.#exports.isValue(file, name);
  }

  /** The values that an entry point exports, in the order of the alphabet. */
  valuesOf(entry: EntryPoint): readonly string[] {
    const names = [...this.#exports.names(entry.file).keys()].filter((name) => this.isValue(entry, name));
    return names.sort((one, other) => one.localeCompare(other, "en"));
  }

  #read(): ReadonlyMap<string, EntryPoint> {
    const names = new Map<string, EntryPoint>();
    for (const entry of this.all)
      for (const name of this.#exports.names(entry.file).keys()) if (!names.has(name)) names.set(name, entry);
    return names;
  }
}

/** The statement that imports a name. */
export function importOf(name: string, specifier: string): string {
  return `import { ${name} } from ${JSON.stringify(specifier)};`;
}
