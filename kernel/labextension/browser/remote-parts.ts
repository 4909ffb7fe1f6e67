/**
 * Remote parts: what a figure would load from elsewhere, left out before Plotly draws it.
 *
 * A figure of a notebook that nobody has trusted is drawn when the notebook is opened: an address that Plotly or the browser would
 * load tells its owner who reads, and one of Jupyter's own server acts with the reader's rights. These parts load something:
 * - `source` of images and of the layers of a map, and `geojson`: a text is an address, and only `data:` stays;
 * - the style of a map (layout.map, map2, ...): tiles, letters, and the attribution, which is HTML. Maps are drawn on white;
 * - `style` in the markup of texts, which reaches the page as CSS: only plain values stay. A tag with any other style is shown as
 *   text, and so is one that a template could complete from other texts;
 * - the outlines of countries, from `topojsonURL` of the config: there are none.
 * Buttons and sliders of a figure hold such parts too, by names like "map.style" and as pairs of a name and a value.
 */
import { isJsonObject, type JsonObject } from "../../protocol/json-object.ts";

/** In the words of a sentence to the reader. */
type RemotePart = "images and layers" | "backgrounds of maps" | "outlines of countries" | "styles of text";

const WHITE_MAP: JsonObject = {
  version: 8,
  sources: {},
  layers: [{ id: "paper", type: "background", paint: { "background-color": "#ffffff" } }],
};
const OUTLINES = ["coastlines", "land", "ocean", "lakes", "rivers", "countries", "subunits"];
const NO_OUTLINES: JsonObject = {
  type: "Topology",
  arcs: [],
  objects: Object.fromEntries(OUTLINES.map((name) => [name, { type: "GeometryCollection", geometries: [] }])),
};
/** In place of the server's folder: Plotly adds the name of a file, which is then the part behind #. */
export const NO_TOPOJSON = `data:application/json,${encodeURIComponent(JSON.stringify(NO_OUTLINES))}#`;

const MAP = /(?:^|\.)map\d*$/;
const MAP_STYLE = /(?:^|\.)map\d*\.style(?:\.|$)/;
const ADDRESS = /(?:^|\.)(?:source|geojson)(?:\[\d+\])?$/;
/** What belongs to the reader's data alone: a property of a region may be called "source". */
const DATA = /^(?:meta|properties)$/;
const MAP_TRACE = /^(?:scatter|choropleth|density)map$/;
const OUTLINE_TRACE = /^(?:scattergeo|choropleth)$/;
const PLAIN_STYLE =
  /\bstyle\s*=\s*(?:"(?:[\w\s:;,.#%-]|\b(?:rgb|hsl)a?\([\d\s.,%]*\))*"|'(?:[\w\s:;,.#%-]|\b(?:rgb|hsl)a?\([\d\s.,%]*\))*')/gi;
/** A tag that another text may complete: it ends with the text, or holds a variable of a template. */
const OPEN_TAG = /<(?=[a-z]*(?:$|%\{)|[a-z]+\s[^<>]*(?:$|%\{))/gi;

/** A copy of a figure without them, and what was left out. */
export function withoutRemoteParts(figure: JsonObject): { figure: JsonObject; leftOut: ReadonlySet<RemotePart> } {
  const leftOut = new Set<RemotePart>();
  /** The maps that a trace may ask for: without one in the layout, Plotly would take a style of its own. */
  const maps = new Set<string>();

  const copy = (value: unknown, name: string): unknown => {
    if (MAP_STYLE.test(name)) return WHITE_MAP;
    if (MAP.test(name)) return { ...object(isJsonObject(value) ? value : {}, "map."), style: WHITE_MAP };
    if (typeof value === "string") return ADDRESS.test(name) ? address(value) : text(value);
    if (Array.isArray(value)) return list(value, name);
    if (!isJsonObject(value)) return value;
    return DATA.test(name) ? data(value) : object(value);
  };
  const object = (value: JsonObject, prefix = ""): JsonObject => {
    const parts = Object.entries(value).map(([name, part]) => [name, copy(part, prefix + name)] as const);
    return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
  };
  const list = (value: readonly unknown[], name: string): readonly unknown[] => {
    const [attribute, ...values] = value;
    if (/^args2?$/.test(name) && typeof attribute === "string")
      return [attribute, ...values.map((part) => copy(part, attribute) ?? null)];
    return value.map((part) => copy(part, ADDRESS.test(name) ? name : "") ?? null);
  };
  const data = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(data);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, data(part)]));
  };
  const address = (value: string): string | undefined => {
    if (/^(?:data:|$)/i.test(value)) return value;
    leftOut.add("images and layers");
    return undefined;
  };
  const text = (value: string): string => {
    if (MAP_TRACE.test(value)) maps.add("map");
    if (MAP.test(value)) maps.add(value);
    if (!value.includes("<")) return value;
    const shown = value.replaceAll(/<[^<>]*>/g, (tag) => {
      if (!/style\s*=/i.test(tag.replaceAll(PLAIN_STYLE, ""))) return tag;
      leftOut.add("styles of text");
      return `&lt;${tag.slice(1)}`;
    });
    return shown.replaceAll(OPEN_TAG, "&lt;");
  };

  const { layout, ...others } = object(figure);
  const types = Array.isArray(others.data)
    ? others.data.map((trace) => (isJsonObject(trace) ? `${trace.type}` : ""))
    : [];
  if (types.some((type) => MAP_TRACE.test(type))) leftOut.add("backgrounds of maps");
  if (types.some((type) => OUTLINE_TRACE.test(type))) leftOut.add("outlines of countries");
  if (layout !== undefined && !isJsonObject(layout)) return { figure: { ...others, layout }, leftOut };
  const styled = [...maps].map((name) => [name, layout?.[name] ?? { style: WHITE_MAP }]);
  return { figure: { ...others, layout: { ...layout, ...Object.fromEntries(styled) } }, leftOut };
}
