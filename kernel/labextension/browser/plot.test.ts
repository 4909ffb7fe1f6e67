import { describe, expect, it } from "vitest";
import { plotOf } from "./plot.ts";

const CLEAR = "rgba(0, 0, 0, 0)";

describe("what Plotly is asked to draw", () => {
  it("is the figure, without the logo and without any server of Plotly's", () => {
    const content = { data: [{ y: [1, 2] }], layout: { height: 300 }, config: { displaylogo: true, scrollZoom: true } };
    const { data, layout, config } = plotOf(content);
    expect(data).toEqual(content.data);
    expect(layout).toMatchObject(content.layout);
    expect(config).toMatchObject({ scrollZoom: true, displaylogo: false, plotlyServerURL: "", showSendToCloud: false });
  });

  it("shares nothing with the notebook's content, into which Plotly would write", () => {
    const content = { data: [{ y: [1, 2] }], layout: {} };
    const { data } = plotOf(content);
    expect(data[0]).not.toBe(content.data[0]);
  });

  it("keeps what the reader zoomed to when the figure is updated, unless the figure says otherwise", () => {
    expect(plotOf({}).layout.uirevision).toBe("kept");
    expect(plotOf({ layout: { uirevision: 7 } }).layout.uirevision).toBe(7);
  });

  it.each([undefined, null, "figure", [1], { data: {} }, { data: [], layout: [] }])("is refused of %j", (content) => {
    expect(() => plotOf(content)).toThrow(/^(a Plotly figure|the (data|layout) of a Plotly figure) must be/);
  });
});

describe("the look of a figure", () => {
  it("is the page's where the figure chooses no colours, under its own settings and its own template", () => {
    const own = { font: { size: 9 }, margin: { l: 1 }, template: { data: { bar: [{ opacity: 0.5 }] } } };
    const { layout, followsPage } = plotOf({ layout: own });
    expect(followsPage).toBe(true);
    expect(layout).toMatchObject({ ...own, template: { ...own.template, layout: { paper_bgcolor: CLEAR } } });
  });

  it.each([
    { paper_bgcolor: "white" },
    { plot_bgcolor: "#eeeeee" },
    { font: { color: "black" } },
    { template: { layout: { paper_bgcolor: "white" } } },
  ])("is its own with colours of its own: %j", (layout) => {
    expect(plotOf({ layout })).toMatchObject({ layout, followsPage: false });
    expect(plotOf({ layout }).layout.template).toEqual(layout.template);
  });
});

describe("the caption of a figure", () => {
  it("is taken out of the picture, which is lower then", () => {
    const title = { text: "a panel" };
    const layout = {
      height: 300,
      margin: { l: 5, b: 70 },
      annotations: [title, { name: "caption", text: "a<br>b<br/>c", height: 50 }],
    };
    const plot = plotOf({ layout });
    expect(plot.caption).toBe("a b c");
    expect(plot.layout).toMatchObject({ height: 250, margin: { l: 5, b: 20 }, annotations: [title] });
  });

  it.each([
    {},
    { annotations: [{ text: "caption" }] },
    { annotations: [null, { name: "caption" }] },
    { annotations: 3 },
  ])("is none in %j, which stays as it is", (layout) => {
    expect(plotOf({ layout })).toMatchObject({ caption: "", layout });
  });
});
