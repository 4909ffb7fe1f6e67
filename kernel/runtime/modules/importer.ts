/**
 * Importer: what `import` and `require` do in a cell.
 *
 * What finds modules and loads files is itself loaded when it is first needed, or when the session has started, so that it
 * does not make the start longer.
 */
import { createRequire, isBuiltin } from "node:module";
import { extname, join } from "node:path";
import { type ProjectSettings, ProjectSettingsReader } from "../compile/project-settings.ts";
import type { LocalModules } from "./local-modules.ts";
import { takeOverRequire } from "./node-loader.ts";
import type { ImporterParameters, Namespace } from "./resolution.ts";
import type { Resolver } from "./resolver.ts";

const STARTED_MILLISECONDS = 1000;

const EXTENSION = extname(import.meta.filename);
const load = createRequire(import.meta.url);

export class Importer {
  private readonly reader: ProjectSettingsReader;
  /** The file that cells seem to stand in. */
  private readonly notebook: string;
  private readonly parameters: ImporterParameters;
  private madeResolver: Resolver | undefined;
  private madeModules: LocalModules | undefined;
  /** What cells imported, by its specifier. */
  private readonly modulesByName = new Map<string, Namespace>();

  constructor(parameters: ImporterParameters) {
    this.parameters = parameters;
    this.reader = new ProjectSettingsReader(parameters.folder);
    this.notebook = join(parameters.folder, "notebook.ts");
    takeOverRequire(() => this.modules().common);
    setTimeout(() => this.modules(), STARTED_MILLISECONDS).unref();
  }

  settings(): ProjectSettings {
    return this.reader.current();
  }

  /** `import.meta` of a cell. */
  meta(name: string): Namespace {
    return this.modules().meta(join(this.parameters.folder, name));
  }

  /** `require`, as seen from the notebook's folder. */
  require(): NodeJS.Require {
    return createRequire(this.notebook);
  }

  interrupted(): void {
    this.madeModules?.interrupted();
  }

  async import(specifier: string): Promise<Namespace> {
    const name = String(specifier);
    const namespace = await this.load(name);
    this.modulesByName.delete(name); // the newest come last
    this.modulesByName.set(name, namespace);
    return namespace;
  }

  /** What cells imported, the newest first. */
  imported(): readonly (readonly [specifier: string, namespace: Namespace])[] {
    return [...this.modulesByName].reverse();
  }

  /** The file that a specifier of a cell means; undefined if it is none. */
  fileOf(specifier: string): string | undefined {
    if (isBuiltin(specifier)) return undefined;
    const target = this.resolver().resolve(specifier, this.notebook, "import");
    return target.kind === "provided" ? undefined : target.file;
  }

  /** Whether a specifier of a cell means a module that only the kernel has. */
  isProvided(specifier: string): boolean {
    return Object.hasOwn(this.parameters.provided, specifier);
  }

  /** Whether this export of a module, or it itself, is what an import would give now: no file has changed since. */
  isCurrent(specifier: string, exported: string | undefined, value: unknown): boolean {
    if (isBuiltin(specifier)) return true;
    const target = this.resolver().resolve(specifier, this.notebook, "import");
    return target.kind !== "file" || this.modules().isCurrent(target.file, exported, value);
  }

  private async load(name: string): Promise<Namespace> {
    if (isBuiltin(name)) return import(name) as Promise<Namespace>;
    const target = this.resolver().resolve(name, this.notebook, "import");
    if (target.kind === "provided") return target.namespace;
    if (target.kind === "node") return this.resolver().importByNode(target, this.notebook);
    return this.modules().import(name, this.notebook);
  }

  private resolver(): Resolver {
    if (this.madeResolver === undefined) {
      const { Resolver } = load(`./resolver${EXTENSION}`) as typeof import("./resolver.ts");
      this.madeResolver = new Resolver(this.parameters, () => this.settings());
    }
    return this.madeResolver;
  }

  private modules(): LocalModules {
    if (this.madeModules === undefined) {
      const { LocalModules } = load(`./local-modules${EXTENSION}`) as typeof import("./local-modules.ts");
      this.madeModules = new LocalModules(this.resolver());
    }
    return this.madeModules;
  }
}
