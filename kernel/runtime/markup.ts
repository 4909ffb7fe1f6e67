/**
 * Markup: what JSX becomes by the settings of the project.
 *
 * The factory is whatever its name means where the element stands, as in TypeScript. The transpiler would always take the
 * outermost variable, and rename inner ones of that name, so it is given a name that nobody uses, of the same length.
 */
import type { ReactConfig } from "@swc/core";
import type { MarkupSettings } from "./project-settings.ts";

const FACTORY = "\uA4D0";
const FRAGMENT = "\uA4D1";

export class Markup {
  readonly options: ReactConfig;
  private readonly stands = new Map<string, string>();

  constructor({ jsx = "react", jsxFactory, jsxFragmentFactory, jsxImportSource, reactNamespace }: MarkupSettings) {
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

  /** With a use of the names, or their imports would be dropped. */
  before(source: string): string {
    const uses = [...this.stands.values()].map((name) => `typeof ${name};`);
    return uses.length === 0 ? source : `${source}\n;${uses.join("")}`;
  }

  after(code: string): string {
    let text = code;
    for (const [stand, name] of this.stands) text = text.replaceAll(stand, name);
    return text;
  }

  private standIn(expression: string, letter: string): string {
    const name = expression.split(".")[0];
    const stand = letter.repeat(name.length);
    this.stands.set(stand, name);
    return stand + expression.slice(name.length);
  }
}
