/**
 * JSX: what it becomes by the settings of the project.
 *
 * As in TypeScript, the factory is the variable of that name where the element stands. swc would take the outermost variable and
 * rename inner ones, so it is given a name of the same length that nobody uses. An imported factory is a property of its module
 * in the CommonJS that swc makes: beside that module it is declared as a variable.
 */
import type { ReactConfig } from "@swc/core";
import type { JsxSettings } from "./project-settings.ts";

const FACTORY = "\uA4D0";
const FRAGMENT = "\uA4D1";

export class Jsx {
  readonly options: ReactConfig;
  private readonly stands = new Map<string, string>();

  constructor({ jsx = "react", jsxFactory, jsxFragmentFactory, jsxImportSource, reactNamespace }: JsxSettings) {
    if (jsx.startsWith("react-jsx") || (jsxFactory === undefined && jsxImportSource !== undefined)) {
      const importSource = jsxImportSource ?? "react";
      this.options = { runtime: "automatic", importSource, development: jsx === "react-jsxdev" };
      return;
    }
    const react = reactNamespace ?? "React";
    this.options = {
      runtime: "classic",
      pragma: this.standIn(jsxFactory ?? `${react}.createElement`, FACTORY),
      pragmaFrag: this.standIn(jsxFragmentFactory ?? `${react}.Fragment`, FRAGMENT),
    };
  }

  /** With a use of the names that are imported, or their imports would be dropped. */
  before(source: string): string {
    const names = [...this.stands.values()].filter((name) => isImported(name, source));
    return names.length === 0 ? source : `${source}\n;${names.map((name) => `"jsx ${name}", ${name};`).join("")}`;
  }

  after(code: string): string {
    let text = code;
    for (const [stand, name] of this.stands) text = withVariable(text, name).replaceAll(stand, name);
    return text;
  }

  private standIn(expression: string, letter: string): string {
    const name = expression.split(".")[0];
    const stand = letter.repeat(name.length);
    this.stands.set(stand, name);
    return stand + expression.slice(name.length);
  }
}

function withVariable(code: string, name: string): string {
  const [, imported, module] = code.match(`(?:^|\n)"jsx ${name.replaceAll("$", "\\$")}", (([\\w$]+).*);`) ?? [];
  if (module === undefined) return code;
  const [line = ""] = code.split("\n").filter((each) => each.startsWith(`const ${module} = `));
  return code.replace(line, () => `${line} const ${name} = ${imported};`);
}

function isImported(name: string, source: string): boolean {
  return [...source.matchAll(/\bimport\b([^;'"]*)\bfrom\b/g)].some(([, names]) =>
    names.split(/[^\w$]+/).includes(name),
  );
}
