/**
 * Figures: rows of results as plain Plotly values that show themselves in a notebook, and our own pictures of them.
 *
 * `tradeOffFigure`, `rateFigure`, `densityFigure`, `coverageFigure`, `tailFigure` and `verdictGrid` take numbers and give a
 * `Figure`; `renderSvg` and `renderPng` draw it, `figurePage` makes a page of several that works offline.
 */
export { jupyterDisplay } from "../data/jupyter-display.ts";
export { captioned } from "./caption.ts";
export { type CoverageFigure, coverageFigure } from "./coverage-figure.ts";
export { type DensityFigure, densityFigure, type LawSeries, type SampleSeries } from "./density-figure.ts";
export { renderPng } from "./drawing/render-png.ts";
export { renderSvg } from "./drawing/render-svg.ts";
export { type EventBin, type EventFigure, type EventHistogram, eventFigure } from "./event-figure.ts";
export { type Figure, figure, figureFromJson, type MediaBundle } from "./figure.ts";
export type { FigureContent, FigureKind } from "./figure-content.ts";
export { figurePage } from "./page.ts";
export type {
  Annotation,
  BarTrace,
  Dash,
  ErrorBars,
  Font,
  Layout,
  Legend,
  Line,
  MarkerShape,
  MarkerSymbol,
  ScatterTrace,
  Trace,
} from "./plotly.ts";
export { type RateFigure, rateFigure } from "./rate-figure.ts";
export type { CurveSeries, EstimateSeries } from "./series.ts";
export type { BandSeries, SeriesAxis, SeriesFigure, SeriesPanel, TheorySeries } from "./series-panels.ts";
export { type TailFigure, tailFigure } from "./tail-figure.ts";
export type { FigureSize } from "./theme.ts";
export {
  type AttackCurve,
  type ErrorCurve,
  type TradeOffFigure,
  type TradeOffPanel,
  tradeOffFigure,
} from "./trade-off-figure.ts";
export { type VerdictCell, type VerdictGrid, verdictGrid } from "./verdict-grid.ts";
export type { GridVerdict } from "./verdict-style.ts";
