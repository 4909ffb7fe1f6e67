/**
 * Plot: what Plotly is asked to draw for the content of an output.
 *
 * The content is the figure JSON of Plotly: `data`, and perhaps `layout`, `config` and `frames`. It is copied, since Plotly
 * writes into what it is given and the content belongs to the notebook. Its caption, if it marks one, is left to the page.
 */
import { splitCaption } from "./caption.ts";
import { isRecord, type JsonRecord } from "./json-record.ts";
import { readable } from "./readable.ts";
import { followsPage, type PageColours, themed } from "./theme.ts";

export const MIME_TYPE = "application/vnd.plotly.v1+json";

export interface Plot {
  readonly data: readonly unknown[];
  readonly layout: JsonRecord;
  readonly config: JsonRecord;
  readonly frames: readonly unknown[];
  /** "" if it has none. */
  readonly caption: string;
}

/** Nothing that leaves the page, and no advertisement. */
const HOUSE_CONFIG: JsonRecord = { displaylogo: false, plotlyServerURL: "", showSendToCloud: false };
const RARELY_USED = ["lasso2d", "select2d"];

export function plotOf(content: unknown, colours: PageColours): Plot {
  if (!isRecord(content)) throw new TypeError("a Plotly figure must be an object with data and layout");
  const { data = [], layout = {}, config = {}, frames = [] } = structuredClone(content);
  if (!Array.isArray(data)) throw new TypeError("the data of a Plotly figure must be an array of traces");
  if (!isRecord(layout)) throw new TypeError("the layout of a Plotly figure must be an object");
  const { layout: picture, caption } = splitCaption({ uirevision: "kept", ...layout });
  const forPage = (part: unknown) => (isRecord(part) ? readable(part, colours) : part);
  const follows = followsPage(layout);
  return {
    data: follows ? data.map(forPage) : data,
    layout: follows ? themed(readable(picture, colours), colours) : picture,
    caption,
    config: { modeBarButtonsToRemove: RARELY_USED, ...(isRecord(config) ? config : {}), ...HOUSE_CONFIG },
    frames: Array.isArray(frames) ? frames : [],
  };
}
