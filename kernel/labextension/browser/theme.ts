/**
 * Theme: a figure that chooses no colours takes those of the page, light or dark.
 *
 * It is handed to Plotly as a template, so whatever the figure says itself wins. A figure that sets its paper or its ink keeps
 * its own colours altogether: light letters on its white paper could not be read.
 */
import { deepMerge, isRecord, type JsonRecord } from "./json-record.ts";

/** What is taken from the page: colours and letters. */
export interface PageColours {
  readonly ink: string;
  readonly paper: string;
  readonly grid: string;
  readonly line: string;
  readonly button: string;
  readonly pressedButton: string;
  readonly family: string;
}

/** The value of a custom property of the page's style sheets; "" if they set none. */
export type StyleOf = (property: string) => string;

const INK = "--jp-content-font-color1";

/** Whether the page has a theme; between two of them it has none for a moment. */
export function isStyled(styleOf: StyleOf): boolean {
  return styleOf(INK).trim() !== "";
}

/** The colours of a page; those of a light one where its style sheets are silent. */
export function pageColours(styleOf: StyleOf): PageColours {
  const pick = (property: string, otherwise: string) => styleOf(property).trim() || otherwise;
  return {
    ink: pick(INK, "#212121"),
    paper: pick("--jp-layout-color0", "#ffffff"),
    grid: pick("--jp-border-color2", "#e0e0e0"),
    line: pick("--jp-border-color1", "#bdbdbd"),
    button: pick("--jp-ui-font-color3", "#757575"),
    pressedButton: pick("--jp-brand-color1", "#1976d2"),
    family: pick("--jp-content-font-family", "sans-serif"),
  };
}

/** Whether the figure leaves paper and ink to the page. */
export function followsPage({ template, ...layout }: JsonRecord): boolean {
  const own = isRecord(template) && isRecord(template.layout) ? template.layout : {};
  return !hasColours(layout) && !hasColours(own);
}

/** The layout with the page's colours wherever it has none; as it is if it does not follow the page. */
export function themed(layout: JsonRecord, colours: PageColours): JsonRecord {
  if (!followsPage(layout)) return layout;
  const own = isRecord(layout.template) ? layout.template : {};
  return { ...layout, template: deepMerge({ layout: pageLayout(colours) }, own) };
}

function hasColours({ paper_bgcolor, plot_bgcolor, font }: JsonRecord): boolean {
  return paper_bgcolor !== undefined || plot_bgcolor !== undefined || (isRecord(font) && font.color !== undefined);
}

const CLEAR = "rgba(0, 0, 0, 0)";

function pageLayout({ ink, paper, grid, line, button, pressedButton, family }: PageColours): JsonRecord {
  const side = { gridcolor: grid, linecolor: line, tickcolor: line };
  const axis = { ...side, zerolinecolor: line, automargin: true, title: { standoff: 12 } };
  const wall = { ...side, zerolinecolor: line, backgroundcolor: CLEAR, showbackground: false };
  return {
    paper_bgcolor: CLEAR,
    plot_bgcolor: CLEAR,
    font: { color: ink, family, size: 13 },
    title: { x: 0, xref: "paper", xanchor: "left" }, // away from the buttons
    margin: { l: 56, r: 24, t: 56, b: 48 },
    xaxis: axis,
    yaxis: axis,
    polar: { bgcolor: CLEAR, angularaxis: side, radialaxis: side },
    scene: { xaxis: wall, yaxis: wall, zaxis: wall },
    modebar: { bgcolor: paper, color: button, activecolor: pressedButton },
  };
}
