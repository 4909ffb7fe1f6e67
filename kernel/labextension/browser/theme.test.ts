import { describe, expect, it } from "vitest";
import { isStyled, pageColours, themed } from "./theme.ts";

const dark = pageColours((property) => (property === "--jp-content-font-color1" ? " rgb(255, 255, 255) " : ""));

/** What a themed layout says by its template. */
function template(layout: Readonly<Record<string, unknown>>) {
  return (themed(layout, dark) as { template?: { layout: Record<string, unknown> } }).template?.layout;
}

describe("the theme of a figure", () => {
  it("is the page's where the figure chooses no colours", () => {
    expect(template({ title: { text: "plain" } })).toMatchObject({
      paper_bgcolor: "rgba(0, 0, 0, 0)",
      font: { color: "rgb(255, 255, 255)" },
    });
  });

  it("falls back to a light page where the style sheets are silent", () => {
    expect(pageColours(() => "")).toMatchObject({ ink: "#212121", paper: "#ffffff" });
    expect([() => " ", () => "black"].map(isStyled)).toEqual([false, true]);
  });

  it("leaves the figure's own settings as they are", () => {
    const layout = { font: { size: 9 }, margin: { l: 1 } };
    expect(themed(layout, dark)).toMatchObject(layout);
  });

  it("lies under the figure's own template", () => {
    const own = { data: { bar: [{ opacity: 0.5 }] }, layout: { font: { size: 9 } } };
    const { template } = themed({ template: own }, dark) as { template: unknown };
    expect(template).toMatchObject({ ...own, layout: { font: { size: 9, color: "rgb(255, 255, 255)" } } });
  });

  it.each([
    { paper_bgcolor: "white" },
    { plot_bgcolor: "#eeeeee" },
    { font: { color: "black" } },
    { template: { layout: { paper_bgcolor: "white" } } },
  ])("is not for a figure with colours of its own: %j", (layout) => {
    expect(themed(layout, dark)).toBe(layout);
  });
});
