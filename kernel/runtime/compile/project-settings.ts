/**
 * Project settings: what the nearest tsconfig.json says that matters when code runs.
 *
 * Limits: what cannot be read counts as empty.
 */
import { readFileSync, statSync } from "node:fs";
import { dirname, extname, isAbsolute, join, resolve } from "node:path";

export interface ProjectSettings {
  readonly legacyDecorators: boolean;
  /** Whether such decorators are told the types of what they decorate. */
  readonly decoratorMetadata?: boolean;
  /** Whether fields of classes are assigned to, as before ES2022, not defined. */
  readonly assignsFields: boolean;
  /** Whether imports that are not used are loaded, too. */
  readonly keepsImports?: boolean;
  readonly jsx: JsxSettings;
  /** The files that a specifier may mean by `paths`, in order. */
  mapped(specifier: string): string[];
}

/** What JSX becomes. */
export interface JsxSettings {
  readonly jsx?: string;
  readonly jsxFactory?: string;
  readonly jsxFragmentFactory?: string;
  readonly jsxImportSource?: string;
  readonly reactNamespace?: string;
}

interface CompilerOptions extends JsxSettings {
  readonly experimentalDecorators?: boolean;
  readonly emitDecoratorMetadata?: boolean;
  readonly useDefineForClassFields?: boolean;
  readonly target?: string;
  readonly verbatimModuleSyntax?: boolean;
  readonly baseUrl?: string;
  readonly paths?: Readonly<Record<string, readonly string[]>>;
}

/** The settings for a folder; read again when a file they come from, or could come from, changed. */
export class ProjectSettingsReader {
  private readonly folder: string;
  private readonly looked = new Map<string, string>();
  private meaning = "";
  private known: ProjectSettings | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The same object as long as nothing that matters changed. */
  current(): ProjectSettings {
    if (this.known !== undefined && this.isUnchanged()) return this.known;
    this.looked.clear();
    const file = this.nearest();
    const { options, base } = file === undefined ? { options: {}, base: this.folder } : this.readOptions(file, 0);
    const meaning = JSON.stringify({ options: relevant(options), base });
    if (this.known === undefined || meaning !== this.meaning) this.known = settingsOf(options, base);
    this.meaning = meaning;
    return this.known;
  }

  private isUnchanged(): boolean {
    for (const [file, stamp] of this.looked) if (stampOf(file) !== stamp) return false;
    return true;
  }

  private nearest(): string | undefined {
    for (let at = this.folder; ; at = dirname(at)) {
      const file = join(at, "tsconfig.json");
      if (this.look(file)) return file;
      if (dirname(at) === at) return undefined;
    }
  }

  /** Whether the file is there; what it looks like is remembered. */
  private look(file: string): boolean {
    const stamp = stampOf(file);
    this.looked.set(file, stamp);
    return stamp !== "";
  }

  /** Options with those of the files they extend. */
  private readOptions(file: string, depth: number): { options: CompilerOptions; base: string } {
    const folder = dirname(file);
    this.look(file);
    try {
      const { compilerOptions = {}, extends: parent } = parseWithComments(readFileSync(file, "utf8"));
      const result = { options: {} as CompilerOptions, base: folder };
      for (const name of depth > 8 ? [] : [parent].flat()) {
        const path = typeof name === "string" ? extended(name, file) : undefined;
        if (path === undefined) continue;
        const inherited = this.readOptions(path, depth + 1);
        if (inherited.options.paths !== undefined) result.base = inherited.base;
        result.options = { ...result.options, ...inherited.options };
      }
      if (compilerOptions.paths !== undefined || compilerOptions.baseUrl !== undefined) result.base = folder;
      return { options: { ...result.options, ...compilerOptions }, base: result.base };
    } catch {
      return { options: {}, base: folder };
    }
  }
}

/** The file that a tsconfig extends: by its path, or of a package. */
function extended(name: string, file: string): string | undefined {
  const path = resolve(dirname(file), name);
  if (name.startsWith(".") || isAbsolute(name)) return name.endsWith(".json") ? path : `${path}.json`;
  const names = extname(name) === ".json" ? [name] : [join(name, "tsconfig.json"), `${name}.json`];
  for (let at = dirname(file); ; at = dirname(at)) {
    const found = names.map((each) => join(at, "node_modules", each)).find((each) => stampOf(each) !== "");
    if (found !== undefined || dirname(at) === at) return found;
  }
}

function relevant(options: CompilerOptions): CompilerOptions {
  const { experimentalDecorators, emitDecoratorMetadata, useDefineForClassFields, target } = options;
  const { verbatimModuleSyntax, baseUrl, paths } = options;
  const classes = { experimentalDecorators, emitDecoratorMetadata, useDefineForClassFields, target };
  return { ...jsxSettingsOf(options), ...classes, verbatimModuleSyntax, baseUrl, paths } as CompilerOptions;
}

function jsxSettingsOf(options: JsxSettings): JsxSettings {
  const { jsx, jsxFactory, jsxFragmentFactory, jsxImportSource, reactNamespace } = options;
  return { jsx, jsxFactory, jsxFragmentFactory, jsxImportSource, reactNamespace } as JsxSettings;
}

function settingsOf(options: CompilerOptions, base: string): ProjectSettings {
  const { baseUrl } = options;
  const paths = pathsOf(options);
  const root = typeof baseUrl === "string" ? resolve(base, baseUrl) : base;
  return {
    legacyDecorators: options.experimentalDecorators ?? false,
    decoratorMetadata: options.emitDecoratorMetadata ?? false,
    assignsFields: !(options.useDefineForClassFields ?? definesFields(options.target)),
    keepsImports: options.verbatimModuleSyntax ?? false,
    jsx: jsxSettingsOf(options),
    mapped(specifier) {
      for (const [pattern, targets] of paths) {
        const [before, after] = pattern.split("*");
        if (after === undefined && specifier === pattern) return targets.map((target) => resolve(root, target));
        if (after === undefined || !specifier.startsWith(before) || !specifier.endsWith(after)) continue;
        const middle = specifier.slice(before.length, specifier.length - after.length);
        return targets.map((target) =>
          resolve(
            root,
            target.replace("*", () => middle),
          ),
        );
      }
      return [];
    },
  };
}

/** Those that are lists of texts, as they must be. */
function pathsOf({ paths }: CompilerOptions): (readonly [string, readonly string[]])[] {
  return Object.entries(paths ?? {}).flatMap(([pattern, targets]) =>
    Array.isArray(targets) ? [[pattern, targets.filter((target) => typeof target === "string")] as const] : [],
  );
}

/** What a target has where nothing else is said. */
function definesFields(target: unknown): boolean {
  const year = typeof target === "string" ? /^es(\d+)$/i.exec(target)?.[1] : undefined;
  return year === undefined || Number(year) >= 2022;
}

/** Empty where there is no file, or none that can be reached. */
function stampOf(file: string): string {
  try {
    const status = statSync(file, { throwIfNoEntry: false });
    return status === undefined ? "" : `${status.mtimeMs} ${status.ctimeMs} ${status.size} ${status.ino}`;
  } catch {
    return "";
  }
}

function parseWithComments(text: string): { compilerOptions?: CompilerOptions; extends?: unknown } {
  const bare = text.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string?: string) => string ?? "");
  return JSON.parse(bare.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string?: string) => string ?? ""));
}
