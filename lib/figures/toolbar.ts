/**
 * Toolbar: room for the row of buttons that Plotly lays over the top of a figure when the mouse is there.
 *
 * A stored figure and its still pictures have no buttons, and the legend begins at their top edge; where Plotly draws the figure, that is
 * where its buttons are. Method: the figure grows at its head by the height of the row; legend and axes stay as they were.
 */
import type { Layout } from "./plotly.ts";

/** Plotly's row is 26 pixels high and begins 2 below the edge. */
export const TOOLBAR_HEIGHT = 30;

/** The layout for Plotly in a browser. */
export function withToolbar(layout: Layout): Layout {
  const { height, margin } = layout;
  return { ...layout, height: height + TOOLBAR_HEIGHT, margin: { ...margin, t: margin.t + TOOLBAR_HEIGHT } };
}
