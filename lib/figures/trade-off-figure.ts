/**
 * Trade-off figure: the errors of membership attacks, estimated, over the exact curve and the limit that differential privacy sets.
 *
 * x is the error of the first kind (to say "member" of one who is not: the null hypothesis is "not in the data"), y that of the
 * second kind.
 * Simultaneous band: by the inequality of Dvoretzky, Kiefer and Wolfowitz both errors are within `halfWidth` of the truth at all
 * thresholds at once, so that the true curve runs between the estimates moved down-left and up-right by it. Between thresholds the
 * band has steps, which are true of every falling curve, or lines where the attack says that the curve is straight between them.
 * Small errors: `smallest` adds the same panels on log-log axes from that error on, where what happens in the corner can be seen.
 * @example
 * ```ts
 * import { laplace, tradeOff, tradeOffFigure } from "epsilab";
 * const curve = tradeOff(laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" }));
 * const typeOne = Array.from({ length: 101 }, (_, k) => k / 100);
 * const exact = { name: "Laplace", typeOne, typeTwo: typeOne.map((alpha) => curve.evaluate(alpha)) };
 * const caption = "The best attack on Laplace noise.";
 * const figure = tradeOffFigure({ caption, source: "exact", panels: [{ exact, claim: { epsilon: 1 } }] });
 * figure.kind; // => "trade-off"
 * figure.data.length; // => 2
 * ```
 */
import { exp } from "../numerics/exponential.ts";
import {
  arrayOf,
  count,
  declare,
  group,
  nonNegative,
  oneOf,
  openProbability,
  optional,
  type ParametersOf,
  probability,
  text,
} from "../numerics/parameters.ts";
import { approximateTradeOff } from "../privacy/trade-off/finite-trade-off.ts";
import { captionWith } from "./caption.ts";
import { type Figure, figure } from "./figure.ts";
import type { Panel, PanelAxis } from "./panel-grid.ts";
import { composePanels } from "./panels.ts";
import type { Dash } from "./plotly.ts";
import { areaTrace, type CurveSeries, column, estimateTraces, lineTrace, type PanelTrace } from "./series.ts";
import { figureText, panelColumns, rowsOf, usualPlacing } from "./series-panels.ts";
import { DASHES, dashOf, INK, REFERENCE, seriesStyle } from "./theme.ts";
import { decadeOf, powerOfTen } from "./ticks.ts";

const errorCurve = declare({ name: text, typeOne: column, typeTwo: column });

export interface ErrorCurve extends ParametersOf<typeof errorCurve> {}

const attackCurve = declare({
  ...errorCurve.declared,
  /** Half-width of the simultaneous band of both errors. */
  halfWidth: optional(nonNegative),
  /** Lines where the law has no outcome between the thresholds, so that the true curve is straight there; steps otherwise. */
  between: optional(oneOf("steps", "lines")),
  /** Of this many points one has a marker; the band takes all of them. */
  markEvery: optional(count),
});

export interface AttackCurve extends ParametersOf<typeof attackCurve> {}

const tradeOffPanel = declare({
  title: optional(text),
  /** Joined by lines: on log axes let its points be dense where either error is small. */
  exact: optional(group(errorCurve)),
  /** Further curves of theory, as broken lines: a limit law, say, or another accountant's. */
  others: optional(arrayOf(group(errorCurve), 0)),
  attacks: optional(arrayOf(group(attackCurve), 0)),
  /** The claimed guarantee; the lowest curve that it allows is drawn. */
  claim: optional(group(declare({ epsilon: nonNegative, delta: optional(probability) }))),
});

export interface TradeOffPanel extends ParametersOf<typeof tradeOffPanel> {}

const tradeOffFigureParts = declare({
  ...figureText,
  /** Panels side by side. */
  columns: panelColumns,
  panels: arrayOf(group(tradeOffPanel)),
  /** The same panels once more on log-log axes, from this error on. */
  smallest: optional(openProbability),
});

export interface TradeOffFigure extends ParametersOf<typeof tradeOffFigureParts> {}

const LIMIT_STEPS = 48;

export function tradeOffFigure(parts: TradeOffFigure): Figure {
  tradeOffFigureParts.read(parts);
  const { panels, smallest } = parts;
  const { size, columns } = usualPlacing(parts);
  const legend: Names = {
    attacks: [...new Set(panels.flatMap(({ attacks = [] }) => attacks.map(({ name }) => name)))],
    others: [...new Set(panels.flatMap(({ others = [] }) => others.map(({ name }) => name)))],
    limit: panels.some(({ claim }) => (claim?.delta ?? 0) > 0) ? "limit of (ε, δ)-DP" : "limit of ε-DP",
  };
  const linear = { scale: "linear", range: [0, 1] } as const;
  const rows = rowsOf(panels, columns).flatMap((row) => {
    const plain = row.map((panel) => panelOf(panel, legend, linear));
    if (smallest === undefined) return [plain];
    const corner = { scale: "log", range: [decadeOf(smallest), 0] } as const;
    return [plain, row.map(({ title: _, ...panel }) => panelOf(panel, legend, corner))];
  });
  const grid = composePanels({ size, rows, heights: rows.map(() => ({ aspect: 1 })) });
  return figure({ kind: "trade-off", caption: captionWith(parts), ...grid });
}

interface Names {
  readonly attacks: readonly string[];
  readonly others: readonly string[];
  readonly limit: string;
}

/** From back to front: bands, the limit, theory, estimates. */
function panelOf(
  { title, exact, others = [], attacks = [], claim }: TradeOffPanel,
  names: Names,
  scale: Pick<PanelAxis, "scale" | "range">,
): Panel {
  const axes = { x: { ...scale, label: "type I error α" }, y: { ...scale, label: "type II error β" } };
  const styleOf = (name: string) => seriesStyle(names.attacks.indexOf(name));
  const curve = ({ name, typeOne, typeTwo }: ErrorCurve, color: string, dash: Dash) =>
    lineTrace({ name, x: typeOne, y: typeTwo }, { color, dash }, axes);
  const traces: PanelTrace[] = [
    ...attacks.flatMap(({ name, halfWidth, ...errors }) => {
      if (halfWidth === undefined) return [];
      const corners = bandCorners({ ...errors, halfWidth }, scale);
      return [areaTrace({ name: `${name}: simultaneous band`, ...corners }, styleOf(name).color)];
    }),
    ...(claim === undefined ? [] : [curve({ name: names.limit, ...limitCurve(claim, scale) }, REFERENCE, DASHES[0])]),
    ...others.map((other) => curve(other, INK, dashOf(names.others.indexOf(other.name) + 1))),
    ...(exact === undefined ? [] : [curve(exact, INK, "solid")]),
    ...attacks.flatMap(({ name, typeOne, typeTwo, markEvery = 1 }) => {
      const marked = (errors: ArrayLike<number>) => Array.from(errors).filter((_, k) => k % markEvery === 0);
      return estimateTraces({ name, x: marked(typeOne), y: marked(typeTwo) }, styleOf(name), axes);
    }),
  ];
  return { ...(title !== undefined && { title }), ...axes, traces };
}

/** The lowest curve of (epsilon, delta)-private pairs: at its corners and, for log axes, on which its lines bend, between them. */
function limitCurve(
  { epsilon, delta = 0 }: NonNullable<TradeOffPanel["claim"]>,
  { scale, range }: Pick<PanelAxis, "scale" | "range">,
): Pick<ErrorCurve, "typeOne" | "typeTwo"> {
  const limit = approximateTradeOff({ epsilon, delta });
  const corners = [(1 - delta) / (1 + exp(epsilon)), 1 - delta, 1];
  const between = Array.from({ length: LIMIT_STEPS }, (_, k) => powerOfTen(range[0] * (1 - k / LIMIT_STEPS)));
  const within = between.flatMap((alpha) => [alpha, 1 - delta - alpha]).filter((alpha) => alpha > 0);
  const typeOne = [...new Set(scale === "log" ? [...within, ...corners] : [0, ...corners])].sort((a, b) => a - b);
  return { typeOne, typeTwo: typeOne.map((alpha) => limit.evaluate(alpha)) };
}

/**
 * The corners of the area that the band leaves to the true curve: it falls, so that it is below the moved estimate to the right of
 * it, and above to the left of it. No error leaves [0, 1].
 */
function bandCorners(
  { typeOne, typeTwo, halfWidth, between = "steps" }: Omit<AttackCurve, "name"> & { readonly halfWidth: number },
  { scale, range }: Pick<PanelAxis, "scale" | "range">,
): Pick<CurveSeries, "x" | "y"> {
  const foot = scale === "log" ? powerOfTen(range[0]) : 0;
  const place = (value: number) => Math.min(1, Math.max(foot, value));
  const order = Array.from(typeOne, (_, k) => k).sort((a, b) => typeOne[a] - typeOne[b] || typeTwo[b] - typeTwo[a]);
  const corners: (readonly [number, number])[] = [[foot, 1]];
  let level = 1;
  const move = (k: number, shift: number) => {
    const [x, y] = [place(typeOne[k] + shift), place(typeTwo[k] + shift)];
    if (between === "steps") corners.push([x, level]);
    corners.push([x, y]);
    level = y;
  };
  for (const k of order) move(k, halfWidth);
  corners.push([1, level], [1, foot]);
  level = foot;
  for (const k of order.toReversed()) move(k, -halfWidth);
  corners.push([foot, level]);
  return { x: corners.map(([x]) => x), y: corners.map(([, y]) => y) };
}
