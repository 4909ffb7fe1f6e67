import { describe, expect, it } from "vitest";
import { plotOf } from "./plot.ts";
import { pageColours } from "./theme.ts";

const colours = pageColours(() => "");

describe("what Plotly is asked to draw", () => {
  it("is the figure, without the logo and without any server of Plotly's", () => {
    const content = { data: [{ y: [1, 2] }], layout: { height: 300 }, config: { displaylogo: true, scrollZoom: true } };
    const { data, layout, config } = plotOf(content, colours);
    expect(data).toEqual(content.data);
    expect(layout).toMatchObject(content.layout);
    expect(config).toMatchObject({ scrollZoom: true, displaylogo: false, plotlyServerURL: "", showSendToCloud: false });
  });

  it("shares nothing with the notebook's content, into which Plotly would write", () => {
    const content = { data: [{ y: [1, 2] }], layout: {} };
    const { data } = plotOf(content, colours);
    expect(data[0]).not.toBe(content.data[0]);
  });

  it("keeps what the reader zoomed to when the figure is updated, unless the figure says otherwise", () => {
    expect(plotOf({}, colours).layout.uirevision).toBe("kept");
    expect(plotOf({ layout: { uirevision: 7 } }, colours).layout.uirevision).toBe(7);
  });

  it.each([undefined, null, "figure", [1], { data: {} }, { data: [], layout: [] }])("is refused of %j", (content) => {
    expect(() => plotOf(content, colours)).toThrow(/^(a Plotly figure|the (data|layout) of a Plotly figure) must be/);
  });

  it("leaves the caption to the page, and what follows the page to a dark one", () => {
    const caption = { name: "caption", text: "Two<br>lines.", height: 40, font: { color: "#000000" } };
    const layout = { width: 640, height: 440, margin: { b: 90 }, annotations: [caption] };
    const dark = { ...colours, paper: "#111111", ink: "rgba(255, 255, 255, 1)" };
    const data = [{ line: { color: "#000000" } }];
    const plot = plotOf({ data, layout }, dark);
    expect(plot.caption).toBe("Two lines.");
    expect(plot.layout).toMatchObject({ height: 400, margin: { b: 50 }, annotations: [] });
    expect(plot.data).toEqual([{ line: { color: "rgb(255, 255, 255)" } }]);
    expect(plotOf({ data, layout: { ...layout, paper_bgcolor: "white" } }, dark).data).toEqual(data);
  });
});
