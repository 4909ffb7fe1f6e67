/**
 * Formula: LaTeX set by KaTeX when the page is written, and the fonts and rules that show it, inside the page.
 *
 * Beside what is seen, each formula holds MathML for screen readers. LaTeX that KaTeX cannot read is shown as it is written.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import katex from "katex";
import { typeset } from "../../claims/typeset.ts";
import { escaped, Html } from "../text/html.ts";

export function formula(tex: string): Html {
  return new Html(katex.renderToString(tex, { displayMode: true, throwOnError: false, strict: "ignore" }));
}

/** Prose with plain Unicode formulas, with the quotation marks and the norm's bars that KaTeX's fonts have. */
export function setText(text: string): Html {
  return new Html(typeset(text.replace(/"([^"]*)"/g, "“$1”").replaceAll("‖", "∥"), escaped));
}

/** KaTeX's style sheet with its fonts inside, in the one format that every browser of today reads. */
export function formulaStyle(): string {
  const path = createRequire(import.meta.url).resolve("katex/dist/katex.min.css");
  const font = (name: string) => readFileSync(join(dirname(path), "fonts", name)).toString("base64");
  return readFileSync(path, "utf8").replace(
    /src:url\(fonts\/([\w-]+\.woff2)\)[^;}]*/g,
    (_, name: string) => `src:url(data:font/woff2;base64,${font(name)}) format("woff2")`,
  );
}
