/** Cell declarations: what a cell adds to the session's names, and which of its names stay its own. */
import type { AnyNode, ImportDeclaration, Program, VariableDeclaration } from "acorn";
import type { BindingKind } from "../cells/bindings.ts";
import { lexicalNames, namesOfDeclaration, variableNames } from "./declared-names.ts";
import { isDisposal } from "./transpiled-code.ts";

export interface Declaration {
  readonly name: string;
  readonly kind: BindingKind;
  /** Whether the variable starts as undefined: always, or only where it has no value yet (`var`). */
  readonly initial?: "undefined" | "absent";
}

export interface ImportRequest {
  readonly specifier: string;
  /** `exported` is undefined for the module itself. */
  readonly bindings: readonly { readonly local: string; readonly exported: string | undefined }[];
}

const HELPERS = "@swc/helpers/_/";

export class CellDeclarations {
  readonly imports: ImportRequest[] = [];
  readonly helpers: { readonly local: string; readonly helper: string }[] = [];
  /** Functions of the top level: they have their value before the first statement. */
  readonly functions: string[] = [];
  /** Names that the transpiler made up; they stay ordinary locals. */
  readonly locals = new Set<string>();
  /** Where `let`, `const` and classes of the top level are declared. */
  readonly places = new Map<string, number>();
  /** Enums and namespaces, which the transpiler makes by an assignment. */
  readonly extended = new Set<string>();
  readonly #declared = new Map<string, Declaration>();

  readonly #isWritten: (name: string) => boolean;

  /** `isWritten` tells the names that stand in the cell from those that the transpiler made up. */
  constructor(program: Program, isWritten: (name: string) => boolean) {
    this.#isWritten = isWritten;
    for (const name of variableNames(program.body)) this.#add(name, "let", "absent");
    for (const statement of program.body) this.#gather(statement);
  }

  kindOf(name: string): BindingKind | undefined {
    return this.#declared.get(name)?.kind;
  }

  all(): Declaration[] {
    return [...this.#declared.values()].filter(({ kind }) => kind !== "import");
  }

  isLocal(declaration: VariableDeclaration): boolean {
    if (this.locals.size === 0) return false;
    return [...namesOfDeclaration(declaration, new Set())].every((name) => this.locals.has(name));
  }

  #gather(statement: AnyNode): void {
    switch (statement.type) {
      case "ImportDeclaration":
        this.#gatherImport(statement);
        break;
      case "ExportNamedDeclaration":
        if (statement.declaration) this.#gather(statement.declaration);
        else if (statement.source) this.imports.push({ specifier: String(statement.source.value), bindings: [] });
        break;
      case "ExportAllDeclaration":
        this.imports.push({ specifier: String(statement.source.value), bindings: [] });
        break;
      case "ExportDefaultDeclaration":
        this.#gather(statement.declaration);
        break;
      case "VariableDeclaration":
        if (statement.kind !== "var") {
          const kind = statement.kind === "let" ? "let" : "const";
          const names = [...namesOfDeclaration(statement, new Set())];
          // What it declares beside a name of its own is its own, too, even if the cell has a property of that name.
          if (names.every(this.#isWritten)) for (const name of names) this.#declare(name, kind, statement);
          else for (const name of names) this.locals.add(name);
        } else this.#restart(statement.declarations[0].init);
        break;
      case "ExpressionStatement":
        this.#restart(statement.expression);
        break;
      case "TryStatement":
        if (isDisposal(statement.finalizer)) for (const each of statement.block.body) this.#gather(each);
        break;
      case "FunctionDeclaration":
        if (statement.id) this.functions.push(statement.id.name);
        for (const name of lexicalNames([statement])) this.#add(name, "let");
        break;
      default:
        for (const name of lexicalNames([statement])) this.#declare(name, "let", statement);
    }
  }

  #gatherImport(statement: ImportDeclaration): void {
    const specifier = String(statement.source.value);
    if (specifier.startsWith(HELPERS)) {
      for (const { local } of statement.specifiers) {
        this.helpers.push({ local: local.name, helper: specifier.slice(HELPERS.length) });
        this.locals.add(local.name);
      }
      return;
    }
    const bindings = statement.specifiers.map((item) => {
      this.#declared.set(item.local.name, { name: item.local.name, kind: "import" }); // also what JSX imports
      if (item.type === "ImportNamespaceSpecifier") return { local: item.local.name, exported: undefined };
      if (item.type === "ImportDefaultSpecifier") return { local: item.local.name, exported: "default" };
      const exported = item.imported.type === "Identifier" ? item.imported.name : String(item.imported.value);
      return { local: item.local.name, exported };
    });
    this.imports.push({ specifier, bindings });
  }

  #declare(name: string, kind: BindingKind, { start }: AnyNode): void {
    this.#add(name, kind);
    this.places.set(name, start);
  }

  #add(name: string, kind: BindingKind, initial?: "absent"): void {
    if (this.#isWritten(name))
      this.#declared.set(name, initial === undefined ? { name, kind } : { name, kind, initial });
    else this.locals.add(name);
  }

  /** `(X || {})` and `(X || (X = {}))` extend an enum or namespace of this cell, not that of an earlier run. */
  #restart(call: AnyNode | null | undefined): void {
    const [first] = call?.type === "CallExpression" ? call.arguments : [];
    if (first?.type !== "LogicalExpression" || first.left.type !== "Identifier") return;
    const { name } = first.left;
    if (call?.type === "CallExpression" && call.callee.type === "FunctionExpression") this.extended.add(name);
    if (this.#declared.get(name)?.initial === "absent")
      this.#declared.set(name, { name, kind: "let", initial: "undefined" });
  }
}
