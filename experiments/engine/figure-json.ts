/**
 * What an experiment needs of a figure: plain Plotly JSON with a caption. `lib/figures` makes them.
 */
import type { Json } from "./canonical-json.ts";

export interface FigureJson {
  readonly data: readonly { readonly [key: string]: Json }[];
  readonly layout: { readonly [key: string]: Json };
  readonly caption: string;
}
