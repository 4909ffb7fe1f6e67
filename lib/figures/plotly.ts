/**
 * Plotly: the part of Plotly's figure JSON that our figures use, as types.
 *
 * Names and meaning are Plotly's (https://plotly.com/javascript/reference/): lengths are CSS pixels (96 to the inch), y grows
 * upwards, the range of a log axis is in decades. Whatever is not here our renderer refuses to draw.
 */
/** Unbroken, or the lengths of strokes and gaps in turn: "5px,3px". */
export type Dash = "solid" | `${number}px,${string}`;

export type MarkerShape = "circle" | "square" | "diamond" | "triangle-up" | "triangle-down" | "cross" | "x";
export type MarkerSymbol = MarkerShape | `${MarkerShape}-open`;

export interface Font {
  readonly family?: string;
  readonly size?: number;
  readonly color?: string;
}

export interface Line {
  readonly color: string;
  readonly width: number;
  readonly dash?: Dash;
}

export interface ErrorBars {
  readonly type: "data";
  readonly symmetric: false;
  /** Length of the bar above each point, and below it. */
  readonly array: readonly number[];
  readonly arrayminus: readonly number[];
  readonly color: string;
  readonly thickness: number;
  readonly width: number;
}

interface TraceBase {
  readonly name: string;
  readonly legendgroup?: string;
  readonly legendrank?: number;
  readonly showlegend?: boolean;
  readonly hoverinfo?: "skip";
  readonly xaxis: string;
  readonly yaxis: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export interface ScatterTrace extends TraceBase {
  readonly type: "scatter";
  readonly mode: "lines" | "markers" | "lines+markers";
  readonly line?: Line & { readonly shape?: "linear" | "hv" };
  readonly marker?: {
    readonly symbol: MarkerSymbol;
    readonly size: number;
    readonly color: string;
    readonly line: { readonly color: string; readonly width: number };
  };
  readonly error_x?: ErrorBars;
  readonly error_y?: ErrorBars;
  /** "toself": the points are the corners of an area. */
  readonly fill?: "toself";
  readonly fillcolor?: string;
  readonly cliponaxis?: false;
}

export interface BarTrace extends TraceBase {
  readonly type: "bar";
  /** "h": the bars lie, and x is how long each is. */
  readonly orientation?: "h";
  readonly base: readonly number[];
  readonly width: number;
  readonly marker: { readonly color: string; readonly line: { readonly color: string; readonly width: number } };
  readonly text?: readonly string[];
  readonly textposition?: "inside";
  readonly insidetextanchor?: "middle";
  readonly textangle?: 0;
  readonly textfont?: Font;
  readonly constraintext?: "none";
}

/** A trace of our figures. */
export type Trace = ScatterTrace | BarTrace;

export interface HeatmapTrace extends Omit<TraceBase, "legendgroup" | "legendrank" | "hoverinfo"> {
  readonly type: "heatmap";
  readonly showlegend: false;
  /** Rows from below; null where there is no cell. The cells lie between the values of x and y, one more than there are cells. */
  readonly z: readonly (readonly (number | null)[])[];
  readonly zmin: number;
  readonly zmax: number;
  readonly colorscale: readonly (readonly [share: number, color: string])[];
}

/** What our renderer draws. */
export type DrawableTrace = Trace | HeatmapTrace;

export interface Axis {
  readonly type: "linear" | "log";
  readonly domain: readonly [number, number];
  readonly anchor: string;
  readonly range: readonly [number, number];
  readonly title: { readonly text: string; readonly standoff: number; readonly font: Font };
  readonly showticklabels: boolean;
  readonly tickmode?: "array";
  readonly tickvals?: readonly number[];
  readonly ticktext?: readonly string[];
  readonly tickangle?: 0 | -90;
  readonly tickfont?: Font;
  readonly showgrid: boolean;
  readonly zeroline?: boolean;
  /** Whether the frame has a border. */
  readonly showline?: boolean;
  readonly side?: "left" | "right";
  /** The axis over whose frame this one lies. */
  readonly overlaying?: string;
  readonly [style: string]: unknown;
}

export interface Annotation {
  readonly name?: string;
  readonly text: string;
  readonly height?: number;
  readonly valign?: "top";
  /** "paper", the domain of an axis ("x domain", "y2 domain"), or an axis ("x", "y2"), of a log axis in decades. */
  readonly xref: string;
  readonly yref: string;
  readonly x: number;
  readonly y: number;
  readonly xanchor: "left" | "center" | "right";
  readonly yanchor: "top" | "middle" | "bottom";
  readonly xshift?: number;
  readonly yshift?: number;
  readonly align: "left" | "center" | "right";
  readonly showarrow: boolean;
  /** From the place to the text, in pixels to the right and down, where there is an arrow. */
  readonly ax?: number;
  readonly ay?: number;
  readonly arrowcolor?: string;
  readonly bgcolor?: string;
  readonly borderpad: 0;
  readonly borderwidth: 0;
  readonly font: Font;
}

/** `xref` and `yref` are those of annotations, but of a log axis in data units. */
export interface Shape {
  readonly type: "line" | "rect" | "circle";
  readonly xref: string;
  readonly yref: string;
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  readonly line: Line;
  readonly fillcolor?: string;
  readonly layer: "above" | "below";
}

export interface Legend {
  readonly orientation: "h";
  readonly entrywidth: number;
  readonly font: Font;
  /** "container": y is a share of the picture, not of the axes. */
  readonly yref?: "container";
  readonly y?: number;
  readonly [style: string]: unknown;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly margin: {
    readonly l: number;
    readonly r: number;
    readonly t: number;
    readonly b: number;
    readonly pad: 0;
    readonly autoexpand: false;
  };
  readonly font: Font;
  readonly showlegend: boolean;
  readonly legend?: Legend;
  readonly annotations: readonly Annotation[];
  readonly shapes?: readonly Shape[];
  readonly [rest: string]: unknown;
}
