import { describe, expect, it } from "vitest";
import type { Rich } from "./mime-bundle.ts";
import { richOf } from "./rich-value.ts";
import { html, md, svg, tex } from "./tags.ts";

const dataOf = (value: unknown) => (richOf(value) as Rich).data;

describe("a tag", () => {
  it("shows its text under its type", () => {
    expect(dataOf(html`<b>${1}</b>`)).toEqual({ "text/html": "<b>1</b>", "text/plain": "<b>1</b>" });
    expect(dataOf(md`# ${"title"}`)["text/markdown"]).toBe("# title");
    expect(dataOf(svg`<svg/>`)["image/svg+xml"]).toBe("<svg/>");
  });

  it("takes lists and other tags, and leaves out what is missing", () => {
    expect(html`<ul>${[1, 2].map((x) => html`<li>${x}</li>`)}${undefined}${null}</ul>`.source).toBe(
      "<ul><li>1</li><li>2</li></ul>",
    );
  });

  it("for formulas keeps backslashes and adds dollars where there are none", () => {
    expect(tex`\frac{1}{${2}}`.source).toBe("$$\\frac{1}{2}$$");
    expect(tex`$\nu$`.source).toBe("$\\nu$");
  });

  it("keeps the backslashes of formulas, single or doubled", () => {
    expect(md`$\xi$ and $\underline{x}$`.source).toBe("$\\xi$ and $\\underline{x}$");
    expect(md`$\frac{1}{${2}} \nu \tau \rho$`.source).toBe("$\\frac{1}{2} \\nu \\tau \\rho$");
    expect(md`$\\epsilon$, $$a \\ \nabla b$$`.source).toBe("$\\epsilon$, $$a \\\\ \\nabla b$$");
    expect(html`<p>$\beta_{${"i"}}$</p>`.source).toBe("<p>$\\beta_{i}$</p>");
    expect(md`\alpha \xyz`.source).toBe("\\alpha \\xyz");
  });

  it("reads the escapes of a text as a string does", () => {
    expect(md`one\ntwo\tthree \\ \`four\` \${5} \u0041\x42\u{43}`.source).toBe(`one\ntwo\tthree \\ \`four\` \${5} ABC`);
    expect(
      html`\"quoted\" \
on`.source,
    ).toBe('"quoted" on');
    expect(md`\*no emphasis\*`.source).toBe("\\*no emphasis\\*");
    expect(md`costs $5\nor $6`.source).toBe("costs $5\nor $6");
  });
});

describe("a tag that is called with a string", () => {
  it("shows it under its type, as it is", () => {
    expect(dataOf(html("<b>1</b>"))).toEqual(dataOf(html`<b>1</b>`));
    expect(dataOf(md("# title\n\\n"))["text/markdown"]).toBe("# title\n\\n");
    expect(dataOf(svg("<svg/>"))["image/svg+xml"]).toBe("<svg/>");
  });

  it("adds dollars to a formula without any", () => {
    expect(tex("\\frac{1}{2}").source).toBe("$$\\frac{1}{2}$$");
    expect(tex("$\\nu$").source).toBe("$\\nu$");
  });

  it("takes whatever may stand in a template", () => {
    expect(html(html`<b/>`).source).toBe("<b/>");
    expect(html([1, md("two"), undefined]).source).toBe("1two");
    expect([1, 2].map((each) => html(each)).join()).toBe("1,2");
  });
});
