/**
 * Caption: the text under a figure, as part of the picture.
 *
 * A stored figure keeps its caption apart, since a paper sets it in its own type; on a screen it belongs below the axes.
 * Method: the figure grows at its foot by the height of the wrapped lines; the axes stay as they were.
 */
import { type FigureContent, requireContent } from "./figure-content.ts";
import type { Annotation } from "./plotly.ts";
import { textHeight, wrapText } from "./text-width.ts";
import { TEXT_FONT } from "./theme.ts";

const PADDING = 8;

/** The figure with its caption drawn below. */
export function captioned<Content extends FigureContent>(content: Content): FigureContent {
  requireContent(content);
  return withCaption(content, TEXT_FONT.size);
}

/**
 * The caption in letters of a size. A viewer that writes it below the picture by itself knows it by its name, and takes `height`
 * off the figure.
 */
export function withCaption(content: FigureContent, size: number): FigureContent {
  const { layout } = content;
  const { margin, width, height } = layout;
  const text = wrapText(content.caption, { size, width: width - 2 * PADDING });
  const added = Math.ceil(textHeight(text, size)) + PADDING;
  const annotation: Annotation = {
    name: "caption",
    text,
    height: added,
    valign: "top",
    xref: "paper",
    yref: "paper",
    x: 0,
    y: 0,
    xanchor: "left",
    yanchor: "top",
    xshift: PADDING - margin.l,
    yshift: -margin.b,
    align: "left",
    showarrow: false,
    borderpad: 0,
    borderwidth: 0,
    font: { ...TEXT_FONT, size },
  };
  return {
    kind: content.kind,
    caption: content.caption,
    data: content.data,
    layout: {
      ...layout,
      height: height + added,
      margin: { ...margin, b: margin.b + added },
      annotations: [...layout.annotations, annotation],
    },
  };
}

/** A caption that ends with its source. */
export function captionWith({ caption, source }: { readonly caption: string; readonly source: string }): string {
  const sentence = /[.!?]$/.test(caption) ? caption : `${caption}.`;
  return `${sentence} Source: ${source.replace(/\.$/, "")}.`;
}
