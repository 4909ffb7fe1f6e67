/**
 * Trade-off figure: the errors of membership attacks, estimated, over the exact curve and the limit that differential privacy sets.
 *
 * x is the error of the first kind (to say "member" of one who is not: the null hypothesis is "not in the data"), y that of the second kind.
 * Simultaneous band: by the inequality of Dvoretzky, Kiefer and Wolfowitz both errors are within `halfWidth` of the truth at all thresholds at once,
 * so that the true curve runs between the estimates shifted down-left and up-right by it.
 * Small errors: `smallest` adds the same panels on log-log axes from that error on, where what happens in the corner can be seen.
 */
import { exp } from "../numerics/exponential.ts";
import { requireOpenProbability } from "../numerics/requirements.ts";
import { approximateTradeOff } from "../privacy/finite-trade-off.ts";
import { captionWith } from "./caption.ts";
import { type Figure, figure } from "./figure.ts";
import { composePanels, type Panel, type PanelAxis } from "./panels.ts";
import { areaTrace, type CurveSeries, estimateTraces, lineTrace, type PanelTrace } from "./series.ts";
import { rowsOf, usualPlacing } from "./series-panels.ts";
import { DASHES, type FigureSize, INK, REFERENCE, seriesStyle } from "./theme.ts";
import { decadeOf, powerOfTen } from "./ticks.ts";

export interface ErrorCurve {
  readonly name: string;
  readonly typeOne: ArrayLike<number>;
  readonly typeTwo: ArrayLike<number>;
}

export interface AttackCurve extends ErrorCurve {
  /** Half-width of the simultaneous band of both errors. */
  readonly halfWidth?: number;
}

export interface TradeOffPanel {
  readonly title?: string;
  readonly exact?: ErrorCurve;
  readonly attacks?: readonly AttackCurve[];
  /** The claimed guarantee, whose limit is drawn. */
  readonly claim?: { readonly epsilon: number; readonly delta?: number };
}

export interface TradeOffFigure {
  readonly caption: string;
  readonly source: string;
  readonly size?: FigureSize;
  readonly columns?: number;
  readonly panels: readonly TradeOffPanel[];
  readonly smallest?: number;
}

const LIMIT_STEPS = 96;

export function tradeOffFigure(parts: TradeOffFigure): Figure {
  const { size, columns } = usualPlacing(parts);
  const names = [...new Set(parts.panels.flatMap(({ attacks = [] }) => attacks.map(({ name }) => name)))];
  const linear = { scale: "linear", range: [0, 1] } as const;
  const rows = rowsOf(parts.panels, columns).flatMap((row) => {
    const plain = row.map((panel) => panelOf(panel, names, linear));
    if (parts.smallest === undefined) return [plain];
    requireOpenProbability({ smallest: parts.smallest });
    const corner = { scale: "log", range: [decadeOf(parts.smallest), 0] } as const;
    return [plain, row.map(({ title: _, ...panel }) => panelOf(panel, names, corner))];
  });
  const grid = composePanels({ size, rows, heights: rows.map(() => ({ aspect: 1 })) });
  return figure({ kind: "trade-off", caption: captionWith(parts), ...grid });
}

function panelOf(
  { title, exact, attacks = [], claim }: TradeOffPanel,
  names: readonly string[],
  scale: Pick<PanelAxis, "scale" | "range">,
): Panel {
  const axes = { x: { ...scale, label: "type I error α" }, y: { ...scale, label: "type II error β" } };
  const traces: PanelTrace[] = attacks.flatMap(({ name, halfWidth, ...errors }) => {
    if (halfWidth === undefined) return [];
    const { color } = seriesStyle(names.indexOf(name));
    return [areaTrace({ name: `${name}: simultaneous band`, ...bandCorners({ ...errors, halfWidth }, scale) }, color)];
  });
  if (claim !== undefined) {
    traces.push(
      lineTrace(
        { name: "limit of (ε, δ)-DP", ...limitCurve(claim, scale) },
        { color: REFERENCE, dash: DASHES[0] },
        axes,
      ),
    );
  }
  if (exact !== undefined) {
    traces.push(
      lineTrace({ name: exact.name, x: exact.typeOne, y: exact.typeTwo }, { color: INK, dash: "solid" }, axes),
    );
  }
  for (const { name, typeOne, typeTwo } of attacks) {
    traces.push(...estimateTraces({ name, x: typeOne, y: typeTwo }, seriesStyle(names.indexOf(name)), axes));
  }
  return { ...(title !== undefined && { title }), ...axes, traces };
}

/** The lowest curve of (epsilon, delta)-private pairs: at its corners and, for log axes, on which its lines bend, between them. */
function limitCurve(
  { epsilon, delta = 0 }: NonNullable<TradeOffPanel["claim"]>,
  { scale, range }: Pick<PanelAxis, "scale" | "range">,
): Pick<CurveSeries, "x" | "y"> {
  const limit = approximateTradeOff({ epsilon, delta });
  const corners = [(1 - delta) / (1 + exp(epsilon)), 1 - delta, 1];
  const between = Array.from({ length: LIMIT_STEPS }, (_, k) => powerOfTen(range[0] * (1 - k / LIMIT_STEPS)));
  const x = [...new Set(scale === "log" ? [...between, ...corners] : [0, ...corners])].sort((a, b) => a - b);
  return { x, y: x.map((alpha) => limit.evaluate(alpha)) };
}

/** The corners of the area between the estimates moved down-left and up-right; no error leaves [0, 1]. */
function bandCorners(
  { typeOne, typeTwo, halfWidth }: Omit<Required<AttackCurve>, "name">,
  { scale, range }: Pick<PanelAxis, "scale" | "range">,
): Pick<CurveSeries, "x" | "y"> {
  const foot = scale === "log" ? powerOfTen(range[0]) : 0;
  const place = (value: number) => Math.min(1, Math.max(foot, value));
  const order = Array.from(typeOne, (_, k) => k).sort((a, b) => typeOne[a] - typeOne[b] || typeTwo[b] - typeTwo[a]);
  const edge = (shift: number) => order.map((k) => [place(typeOne[k] + shift), place(typeTwo[k] + shift)] as const);
  const [upper, lower] = [edge(halfWidth), edge(-halfWidth)];
  const corners = [
    [foot, 1] as const,
    ...upper,
    [1, upper[upper.length - 1][1]] as const,
    [1, lower[lower.length - 1][1]] as const,
    ...lower.toReversed(),
    [foot, lower[0][1]] as const,
  ];
  return { x: corners.map(([x]) => x), y: corners.map(([, y]) => y) };
}
