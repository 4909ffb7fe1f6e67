/** Project settings: what the nearest tsconfig.json says that matters when code runs. */
import { stampOf } from "../../project/stamps.ts";
import { mappedPaths, readTsconfig, type Tsconfig } from "../../project/tsconfig.ts";

export interface ProjectSettings {
  readonly legacyDecorators: boolean;
  /** Whether such decorators get the types of what they decorate. */
  readonly decoratorMetadata?: boolean;
  /** Whether fields of classes are assigned to, as before ES2022, not defined. */
  readonly assignsFields: boolean;
  /** Whether imports that are not used are loaded, too. */
  readonly keepsImports?: boolean;
  readonly jsx: JsxSettings;
  /** The files that a specifier may mean by `paths`, in order. */
  mapped(specifier: string): readonly string[];
}

/** What JSX becomes. */
export interface JsxSettings {
  readonly jsx?: string;
  readonly jsxFactory?: string;
  readonly jsxFragmentFactory?: string;
  readonly jsxImportSource?: string;
  readonly reactNamespace?: string;
}

/** The settings for a folder; read again when a file they come from, or could come from, changed. */
export class ProjectSettingsReader {
  readonly #folder: string;
  #sources: readonly string[] = [];
  #stamps = "";
  #meaning = "";
  #known: ProjectSettings | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The same object as long as nothing that matters changed. */
  current(): ProjectSettings {
    if (this.#known !== undefined && this.#stamps === this.#stampsNow()) return this.#known;
    const tsconfig = readTsconfig(this.#folder);
    this.#sources = tsconfig.sources;
    this.#stamps = this.#stampsNow();
    const settings = settingsOf(tsconfig);
    const meaning = JSON.stringify([settings, tsconfig.paths]);
    if (this.#known === undefined || meaning !== this.#meaning) this.#known = settings;
    this.#meaning = meaning;
    return this.#known;
  }

  #stampsNow(): string {
    return this.#sources.map(stampOf).join("\n");
  }
}

function settingsOf({ options, paths, definesFields }: Tsconfig): ProjectSettings {
  const { jsx, jsxFactory, jsxFragmentFactory, jsxImportSource, reactNamespace } = options;
  return {
    legacyDecorators: options.experimentalDecorators === true,
    decoratorMetadata: options.emitDecoratorMetadata === true,
    assignsFields: !definesFields,
    keepsImports: options.verbatimModuleSyntax === true,
    jsx: { jsx, jsxFactory, jsxFragmentFactory, jsxImportSource, reactNamespace } as JsxSettings,
    mapped: (specifier) => mappedPaths(specifier, paths) ?? [],
  };
}
