/**
 * Plot: what Plotly is asked to draw for the content of an output.
 *
 * The content is the figure JSON of Plotly: `data`, and perhaps `layout`, `config` and `frames`. It is copied, since Plotly writes
 * into what it is given and the content belongs to the notebook. A figure without paper and ink of its own gets a template with the
 * look of the page. A caption, which is an annotation with the name "caption" and the `height` that it adds to the figure, is taken
 * out for the page to write below. What would be loaded from elsewhere is left out, and a sentence says so.
 */
import { isJsonObject, type JsonObject } from "../../protocol/json-object.ts";
import { NO_TOPOJSON, withoutRemoteParts } from "./remote-parts.ts";

export const MIME_TYPE = "application/vnd.plotly.v1+json";

export interface Plot {
  readonly data: readonly unknown[];
  readonly layout: JsonObject;
  readonly config: JsonObject;
  readonly frames: readonly unknown[];
  /** In one line; "" if there is none. */
  readonly caption: string;
  /** A sentence on what was left out of the figure; "" if nothing was. */
  readonly note: string;
  /** Whether the figure leaves paper and ink to the page. */
  readonly followsPage: boolean;
}

/** Nothing that leaves the page, and no advertisement. */
const HOUSE_CONFIG: JsonObject = {
  displaylogo: false,
  plotlyServerURL: "",
  showLink: false,
  showSendToCloud: false,
  topojsonURL: NO_TOPOJSON,
};
const RARELY_USED = ["lasso2d", "select2d"];
const CLEAR = "rgba(0, 0, 0, 0)";
const AXIS = {
  gridcolor: "#e0e0e0",
  linecolor: "#bdbdbd",
  tickcolor: "#bdbdbd",
  zerolinecolor: "#bdbdbd",
  automargin: true,
  title: { standoff: 12 },
};
const PAGE_LAYOUT: JsonObject = {
  paper_bgcolor: CLEAR,
  plot_bgcolor: CLEAR,
  font: { color: "#212121", family: "system-ui, sans-serif", size: 13 },
  title: { x: 0, xref: "paper", xanchor: "left" }, // away from the buttons
  margin: { l: 56, r: 24, t: 56, b: 48 },
  xaxis: AXIS,
  yaxis: AXIS,
  polar: { bgcolor: CLEAR },
  modebar: { bgcolor: "#ffffff", color: "#757575", activecolor: "#1976d2" },
};

export function plotOf(content: unknown): Plot {
  if (!isJsonObject(content)) throw new TypeError("a Plotly figure must be an object with data and layout");
  const { figure, leftOut } = withoutRemoteParts(content);
  const { data = [], layout = {}, config = {}, frames = [] } = figure;
  if (!Array.isArray(data)) throw new TypeError("the data of a Plotly figure must be an array of traces");
  if (!isJsonObject(layout)) throw new TypeError("the layout of a Plotly figure must be an object");
  const { layout: picture, caption } = splitCaption({ uirevision: "kept", ...layout });
  const template = isJsonObject(layout.template) ? layout.template : {};
  const templateLayout = isJsonObject(template.layout) ? template.layout : {};
  const followsPage = !hasColours(layout) && !hasColours(templateLayout);
  const look = { template: { ...template, layout: { ...PAGE_LAYOUT, ...templateLayout } } };
  return {
    data,
    layout: followsPage ? { ...picture, ...look } : picture,
    config: { modeBarButtonsToRemove: RARELY_USED, ...(isJsonObject(config) ? config : {}), ...HOUSE_CONFIG },
    frames: Array.isArray(frames) ? frames : [],
    caption,
    note:
      leftOut.size === 0 ? "" : `Shown without what the figure would load from elsewhere: ${[...leftOut].join(", ")}.`,
    followsPage,
  };
}

function hasColours({ paper_bgcolor, plot_bgcolor, font }: JsonObject): boolean {
  return paper_bgcolor !== undefined || plot_bgcolor !== undefined || (isJsonObject(font) && font.color !== undefined);
}

function splitCaption(layout: JsonObject): Pick<Plot, "layout" | "caption"> {
  const annotations = Array.isArray(layout.annotations) ? layout.annotations : [];
  const found = annotations.find((annotation) => isJsonObject(annotation) && annotation.name === "caption");
  if (!isJsonObject(found) || typeof found.text !== "string") return { layout, caption: "" };
  const added = typeof found.height === "number" ? found.height : 0;
  const { height, margin } = layout;
  return {
    caption: found.text.replaceAll(/<br\s*\/?>/gi, " "),
    layout: {
      ...layout,
      annotations: annotations.filter((annotation) => annotation !== found),
      ...(typeof height === "number" && { height: height - added }),
      ...(isJsonObject(margin) && typeof margin.b === "number" && { margin: { ...margin, b: margin.b - added } }),
    },
  };
}
