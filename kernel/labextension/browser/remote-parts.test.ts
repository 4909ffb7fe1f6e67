import { describe, expect, it } from "vitest";
import { plotOf } from "./plot.ts";
import { withoutRemoteParts } from "./remote-parts.ts";

const elsewhere = "http://elsewhere.example/";
const picture = "data:image/png;base64,AAAA";
const leftOutOf = (figure: object) => {
  const { figure: kept, leftOut } = withoutRemoteParts({ ...figure });
  expect(JSON.stringify(kept)).not.toMatch(/elsewhere\.example|[^\w-]style\s*=/);
  return [...leftOut];
};

describe("a figure without remote parts", () => {
  it("is the same figure where it has none", () => {
    const figure = {
      data: [
        {
          type: "sankey",
          link: { source: [0, 1], target: [1, 2] },
          text: ["a < b", "<10 %", `<a href="${elsewhere}">x</a>`],
        },
        { type: "choroplethmap", geojson: { features: [{ properties: { source: "a survey", tile: elsewhere } }] } },
        {
          y: [1],
          hovertemplate: '<b>%{y:<10.2f}</b> %{x}<br><span style="color: rgb(1, 2, 3); font-style:italic">x</span>',
        },
      ],
      layout: { meta: { source: "a survey" }, images: [{ source: picture }], map: { style: { version: 8 } } },
      frames: [{ layout: { images: [{ source: picture }] } }],
    };
    const { figure: kept, leftOut } = withoutRemoteParts(figure);
    expect({ ...kept, layout: { ...(kept.layout as object), map: figure.layout.map } }).toEqual(figure);
    expect([...leftOut]).toEqual(["backgrounds of maps"]);
  });

  it.each(["", "/api/contents", "http:", "https:", "//"].map((start) => `${start}x/y.png`))(
    "has no image from %s, in the layout, a template, a frame or a button",
    (source) => {
      const images = [{ source, x: 0 }];
      const buttons = [
        { method: "relayout", args: [{ images }] },
        { method: "relayout", args: [{ "images[0].source": source }], args2: ["images[0].source", source] },
      ];
      const layout = {
        images,
        template: { layout: { images, imagedefaults: { source } } },
        updatemenus: [{ buttons }],
      };
      const { figure, leftOut } = withoutRemoteParts({ data: [], layout, frames: [{ layout: { images } }] });
      expect(JSON.stringify(figure)).not.toContain(source);
      expect([...leftOut]).toEqual(["images and layers"]);
    },
  );

  it("has maps on white alone, also those that Plotly would style itself", () => {
    const args = ["map.style", `${elsewhere}style.json`];
    const buttons = [{ args }, { args: [{ "map.style": null, map2: null }] }, { args: ["type", "densitymap"] }];
    const layers = [{ source: [`${elsewhere}{z}/{x}/{y}.png`] }, { source: `${elsewhere}a.geojson` }];
    const layout = { map3: { layers, style: "open-street-map" }, updatemenus: [{ buttons }] };
    const { figure, leftOut } = withoutRemoteParts({ data: [{ type: "scattermap", subplot: "map2" }], layout });
    const white = { version: 8, sources: {}, layers: [expect.objectContaining({ type: "background" })] };
    expect(figure.layout).toMatchObject({
      map: { style: white },
      map2: { style: white },
      map3: { style: white, layers: [{ source: [null] }, {}] },
      updatemenus: [
        { buttons: [{ args: ["map.style", white] }, { args: [{ "map.style": white, map2: { style: white } }] }, {}] },
      ],
    });
    expect(JSON.stringify(figure)).not.toContain(elsewhere);
    expect([...leftOut]).toEqual(["images and layers", "backgrounds of maps"]);
  });

  it("has no outlines and no regions from elsewhere", () => {
    const figure = {
      data: [{ type: "choropleth", geojson: `${elsewhere}a.json` }],
      config: { topojsonURL: elsewhere },
    };
    expect(leftOutOf({ data: figure.data })).toEqual(["images and layers", "outlines of countries"]);
    expect(plotOf(figure).config.topojsonURL).toMatch(/^data:application\/json,.*#$/);
    expect(plotOf(figure).note).toBe(
      "Shown without what the figure would load from elsewhere: images and layers, outlines of countries.",
    );
    expect(plotOf({}).note).toBe("");
  });

  it.each([
    '<span style="cursor:url(x),auto">x</span>',
    "<b STYLE = 'mask:url(x)'>x</b>",
    '<b style="background:\\75rl(x)">x</b>',
    '<b style="background:u&#114;l(x)">x</b>',
    '<b style="color:red" style="background:url(x)">x</b>',
    '<a href="x"style="background:image-set(x)">x</a>',
  ])("shows a tag with a style that may load something as text: %s", (text) => {
    const { figure, leftOut } = withoutRemoteParts({ layout: { title: { text } } });
    expect(figure.layout).toEqual({ title: { text: text.replace("<", "&lt;") } });
    expect([...leftOut]).toEqual(["styles of text"]);
  });

  it.each(["<", "<sp", "<span sty", '<span style="cursor:', "<%{x}", "<b %{x}>", '<span style="%{x}">'])(
    "shows as text what another text could make a tag with a style: %s",
    (text) => {
      expect(withoutRemoteParts({ data: [{ customdata: [[text]] }] }).figure.data).toEqual([
        { customdata: [[text.replace("<", "&lt;")]] },
      ]);
    },
  );
});
