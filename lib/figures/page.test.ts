import { describe, expect, it } from "vitest";
import { figure } from "./figure.ts";
import { figurePage } from "./page.ts";
import { examples } from "./reference/examples.ts";

const plotly = 'var Plotly = { newPlot: () => "</script>" };';

describe("figurePage", () => {
  const page = figurePage(examples.tail(), { title: "Tails <&>", plotly });

  it("holds the figure, the library and the caption, and loads nothing", () => {
    expect(page).toContain(JSON.stringify(examples.tail().data).slice(0, 60));
    expect(page).toContain("<title>Tails &lt;&amp;&gt;</title>");
    expect(page).toContain(`<figcaption>${examples.tail().caption}</figcaption>`);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/(?:src|href)="/);
  });

  it("cannot be cut short by a script's end inside of a script", () => {
    const caption = "</script><script>alert(1)</script> Source: none.";
    const data = examples.tail().data.map((trace) => ({ ...trace, hovertemplate: caption }));
    const hostile = figurePage(figure({ ...examples.tail(), caption, data }), { title: caption, plotly });
    expect(hostile.split("</script>")).toHaveLength(3);
    expect(page.split("</script>")).toHaveLength(3);
  });

  it("has a still picture for readers without scripts", () => {
    expect(page).toMatch(/<noscript><svg /);
  });
});
