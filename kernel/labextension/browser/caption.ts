/**
 * Caption: the text below a figure, as text of the page.
 *
 * A figure that has its caption in the picture marks it: an annotation with the name "caption" and a `height`, by which the figure is
 * higher. In the picture its lines would stay as they were broken, whatever the width; here it is taken out, for the page to write below.
 */
import { isRecord, type JsonRecord } from "./json-record.ts";

const BREAK = /<br\s*\/?>/gi;

/** The layout without its caption, and the caption in one line; "" if it has none. */
export function splitCaption(layout: JsonRecord): { readonly layout: JsonRecord; readonly caption: string } {
  const annotations = Array.isArray(layout.annotations) ? layout.annotations : [];
  const found = annotations.find((annotation) => isRecord(annotation) && annotation.name === "caption");
  if (!isRecord(found) || typeof found.text !== "string") return { layout, caption: "" };
  const added = typeof found.height === "number" ? found.height : 0;
  const { height, margin } = layout;
  return {
    caption: found.text.replaceAll(BREAK, " "),
    layout: {
      ...layout,
      annotations: annotations.filter((annotation) => annotation !== found),
      ...(typeof height === "number" && { height: height - added }),
      ...(isRecord(margin) && typeof margin.b === "number" && { margin: { ...margin, b: margin.b - added } }),
    },
  };
}
