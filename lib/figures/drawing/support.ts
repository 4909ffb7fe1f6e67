/**
 * Support: refuses what the renderer cannot draw, so that a picture is right or there is none.
 *
 * Method: every key of a trace and of the layout is on the list of those drawn, or of those that do not show in a still picture.
 */
import { refuse, refuseKind, requireList, requirePositive } from "../../numerics/requirements.ts";
import type { DrawableTrace, Layout } from "../plotly.ts";

const BASE =
  "type name legendgroup legendrank showlegend hoverinfo hovertemplate customdata xaxis yaxis x y marker".split(" ");
const TRACE_KEYS: Readonly<Record<string, readonly string[]>> = {
  scatter: [...BASE, "mode", "line", "error_x", "error_y", "fill", "fillcolor", "cliponaxis"],
  bar: [
    ...BASE,
    ..."orientation base width text textposition insidetextanchor textangle textfont constraintext".split(" "),
  ],
  heatmap: "type name showlegend xaxis yaxis x y z zmin zmax colorscale".split(" "),
};
const LAYOUT_KEYS =
  "width height margin font paper_bgcolor plot_bgcolor hovermode barmode showlegend legend annotations shapes".split(
    " ",
  );

export function requireDrawable(figure: { readonly data: readonly DrawableTrace[]; readonly layout: Layout }): void {
  if (typeof figure !== "object" || figure === null) refuseKind("figure", "an object with data, layout", figure);
  const { data, layout } = figure;
  requireList("figure.data", data);
  if (typeof layout !== "object" || layout === null) refuseKind("figure.layout", "an object", layout);
  requirePositive({ "figure.layout.width": layout.width, "figure.layout.height": layout.height });
  requireList("figure.layout.annotations", layout.annotations);
  for (const key of Object.keys(layout)) {
    if (!LAYOUT_KEYS.includes(key) && !/^[xy]axis\d*$/.test(key)) refuseDrawing(`layout.${key}`);
  }
  data.forEach((trace, index) => {
    if (typeof trace !== "object" || trace === null) refuseKind(`figure.data[${index}]`, "a trace", trace);
    const keys = TRACE_KEYS[trace.type];
    if (keys === undefined) refuseDrawing(`data[${index}] of type "${trace.type}"`);
    for (const key of Object.keys(trace)) {
      if (!keys.includes(key)) refuseDrawing(`data[${index}].${key} of a ${trace.type} trace`);
    }
    if (trace.type === "heatmap") return;
    if (trace.x.length !== trace.y.length) refuse(`data[${index}].y`, `of length ${trace.x.length}`, trace.y);
    if (trace.type !== "scatter") return;
    if (!["lines", "markers", "lines+markers"].includes(trace.mode))
      refuseDrawing(`data[${index}].mode "${trace.mode}"`);
    if (trace.fill !== undefined && trace.fill !== "toself") refuseDrawing(`data[${index}].fill "${trace.fill}"`);
  });
}

function refuseDrawing(what: string): never {
  throw new RangeError(`our renderer cannot draw ${what}; export through a browser, which runs Plotly itself`);
}
