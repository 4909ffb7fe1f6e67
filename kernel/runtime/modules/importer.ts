/** Importer: what `import` and `require` do in a cell. */
import { createRequire, isBuiltin } from "node:module";
import { join } from "node:path";
import { type ProjectSettings, ProjectSettingsReader } from "../compile/project-settings.ts";
import type { Namespace } from "./common-namespace.ts";
import { LocalModules } from "./local-modules.ts";
import { isData, Resolver, type ResolverParameters } from "./resolver.ts";

export class Importer {
  readonly #reader: ProjectSettingsReader;
  /** The file that cells seem to stand in. */
  readonly #notebook: string;
  readonly #parameters: ResolverParameters;
  readonly #resolver: Resolver;
  readonly #modules: LocalModules;
  /** What cells imported, by its specifier. */
  readonly #modulesByName = new Map<string, Namespace>();

  constructor(parameters: ResolverParameters) {
    this.#parameters = parameters;
    this.#reader = new ProjectSettingsReader(parameters.folder);
    this.#notebook = join(parameters.folder, "notebook.ts");
    this.#resolver = new Resolver(parameters, () => this.settings());
    this.#modules = new LocalModules(this.#resolver);
  }

  settings(): ProjectSettings {
    return this.#reader.current();
  }

  /** `import.meta` of a cell. */
  meta(name: string): Namespace {
    return this.#resolver.meta(join(this.#parameters.folder, name));
  }

  /** `require`, as seen from the notebook's folder. */
  require(): NodeJS.Require {
    return createRequire(this.#notebook);
  }

  interrupted(): void {
    this.#modules.interrupted();
  }

  async import(specifier: string): Promise<Namespace> {
    const name = String(specifier);
    const namespace = await this.#modules.import(name, this.#notebook);
    this.#modulesByName.delete(name); // the newest come last
    this.#modulesByName.set(name, namespace);
    return namespace;
  }

  /** What cells imported, the newest first. */
  imported(): readonly (readonly [specifier: string, namespace: Namespace])[] {
    return [...this.#modulesByName].reverse();
  }

  /** The file that a specifier of a cell means; undefined if it is none. */
  fileOf(specifier: string): string | undefined {
    const target = this.#resolver.resolve(specifier, this.#notebook, "import");
    if (target.kind === "provided" || isBuiltin(specifier) || isData(specifier)) return undefined;
    return target.kind === "file" ? target.file : target.specifier;
  }

  /** Whether a specifier of a cell means a module that only the kernel has. */
  isProvided(specifier: string): boolean {
    return Object.hasOwn(this.#parameters.provided, specifier);
  }

  /** Whether this export of a module, or it itself, is what an import would give now: no file has changed since. */
  isCurrent(specifier: string, exported: string | undefined, value: unknown): boolean {
    const target = this.#resolver.resolve(specifier, this.#notebook, "import");
    return target.kind !== "file" || this.#modules.isCurrent(target.file, exported, value);
  }
}
