import { describe, expect, it } from "vitest";
import { fitsItsPlace, plotOf } from "./plot.ts";
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

  it.each([
    [{}, true],
    [{ width: 300 }, true],
    [{ height: 300 }, true],
    [{ width: 300, height: 300 }, false],
  ])("with the layout %j fits its place: %s", (layout, fits) => {
    expect(fitsItsPlace(plotOf({ layout }, colours))).toBe(fits);
  });
});
