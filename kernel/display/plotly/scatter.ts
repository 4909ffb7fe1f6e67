/**
 * Scatter: points, lines through them and areas under them.
 *
 * Limits: hover texts, selections and patterns are not part of a still picture; a marker's gradient is drawn plain.
 */
import { flagAt, group, listAt, numberAt, textAt } from "./attributes.ts";
import { type Axis, coordinateOf, opacityOf, pixelOf } from "./axis.ts";
import { colorOf, fade } from "./color.ts";
import { type DrawnTrace, reachOf, SAMPLE_WIDTH, type TraceSource, type TraceValues } from "./drawn-trace.ts";
import { drawErrorBars, errorBarsOf } from "./error-bars.ts";
import { markedPoints, piecesOf, smooth, stepped } from "./line-path.ts";
import { areasOf } from "./scatter-fill.ts";
import { type ScatterPoints, scatterMarkers } from "./scatter-markers.ts";
import { drawTexts } from "./scatter-texts.ts";
import { dashArray, type Paint, type Point, path, polyline, rectangle, segment } from "./svg.ts";

const WITH_MARKERS_BELOW = 20;

/** The values along an axis: as given, or counted from the start in steps. */
export function scatterValues({ settings }: Pick<TraceSource, "settings">): TraceValues {
  const [x, y] = [listAt(settings, "x"), listAt(settings, "y")];
  const length = x === undefined || y === undefined ? (x ?? y ?? []).length : Math.min(x.length, y.length);
  const counted = (letter: "x" | "y") => {
    const [start, step] = [numberAt(settings, `${letter}0`, 0), numberAt(settings, `d${letter}`, 1)];
    return Array.from({ length }, (_, k) => start + k * step);
  };
  return { x: x?.slice(0, length) ?? counted("x"), y: y?.slice(0, length) ?? counted("y") };
}

/** `before` are the points that an area down to the next trace ends at; `stack` the sums below a stacked one, which are added to. */
export function scatter(
  source: TraceSource,
  before: ScatterPoints | undefined,
  stack?: Map<number, number>,
): DrawnTrace & { readonly points: ScatterPoints } {
  const { settings, values, x: xAxis, y: yAxis, name } = source;
  const points = { x: coordinates(xAxis, values.x), y: coordinates(yAxis, values.y) };
  if (stack !== undefined) addUp(points, stack);
  const stackFill = stack === undefined ? "none" : before === undefined ? "tozeroy" : "tonexty";
  const fill = textAt(settings, "fill", stackFill);
  const mode = textAt(
    settings,
    "mode",
    stack !== undefined || values.x.length >= WITH_MARKERS_BELOW ? "lines" : "lines+markers",
  );
  const [hasLines, hasMarkers, hasText] = ["lines", "markers", "text"].map((part) => mode.includes(part));
  const [marker, line] = [group(settings, "marker"), group(settings, "line")];
  const own = colorOf(hasLines ? (line.color ?? marker.color) : (marker.color ?? line.color), source.color);
  const markers = scatterMarkers(source, own);
  const lineColor = colorOf(line.color, own);
  const fillColor = colorOf(settings.fillcolor, fade(lineColor, 0.5));
  const opacity = opacityOf(settings);
  const errors = { x: errorBarsOf(settings, xAxis, values.x), y: errorBarsOf(settings, yAxis, values.y) };
  const linePaint: Paint = {
    stroke: lineColor,
    width: numberAt(line, "width", 2),
    dash: dashArray(textAt(line, "dash"), numberAt(line, "width", 2)),
  };
  const along = (reached: Float64Array, error: typeof errors.x) => [
    reached,
    ...(error === undefined ? [] : [error.lows, error.highs]),
  ];
  const isPaddedX = hasMarkers === true || hasText === true;
  return {
    points,
    layer: 3,
    reaches: {
      x: along(points.x, errors.x).flatMap((list) => reachOf(list, { padded: isPaddedX })),
      y: [
        ...along(points.y, errors.y).flatMap((list) => reachOf(list, { padded: true, fromZero: fill === "tozeroy" })),
        ...(fill === "tozeroy" && yAxis.kind === "linear" ? [{ low: 0, high: 0, padded: false }] : []),
      ],
    },
    colorBar: hasMarkers ? markers.colorBar : undefined,
    legend: [{ name, draw: drawSample }],
    draw,
  };

  function drawSample(left: number, middle: number): string[] {
    const [right, centre] = [left + SAMPLE_WIDTH, left + SAMPLE_WIDTH / 2];
    const drawn: string[] = [];
    if (fill !== "none") drawn.push(rectangle({ left, right, top: middle, bottom: middle + 6 }, { fill: fillColor }));
    const sample = { ...linePaint, width: Math.min(4, linePaint.width ?? 2) };
    if (hasLines) drawn.push(path(segment([left, middle], [right, middle]), sample));
    if (hasMarkers || !hasLines) drawn.push(markers.drawSample([centre, middle]));
    return faded(drawn);
  }

  function draw(): string[] {
    const pixels = { x: points.x.map((at) => pixelOf(xAxis, at)), y: points.y.map((at) => pixelOf(yAxis, at)) };
    const shape = textAt(line, "shape", "linear");
    const pieces = piecesOf(pixels.x, pixels.y, flagAt(settings, "connectgaps", false)).map((piece) =>
      stepped(piece, shape),
    );
    const areas = areasOf(pieces, { fill, before, shape, xAxis, yAxis });
    const drawn = areas.map((area) => path(area, { fill: fillColor }));
    const curve = (piece: readonly Point[]) =>
      shape === "spline" && piece.length < 2000 ? smooth(piece, numberAt(line, "smoothing", 1)) : polyline(piece);
    if (hasLines)
      drawn.push(...pieces.filter(({ length }) => length > 1).map((piece) => path(curve(piece), linePaint)));
    if (!hasMarkers && !hasText && !errors.x && !errors.y) return faded(drawn);
    const marked = markedPoints(pixels.x, pixels.y, isInside);
    const { chosen } = marked;
    if (errors.x) drawn.push(...drawErrorBars(errors.x, { axis: xAxis, across: pixels.y, chosen, color: own }));
    if (errors.y) drawn.push(...drawErrorBars(errors.y, { axis: yAxis, across: pixels.x, chosen, color: own }));
    if (hasMarkers) drawn.push(...markers.draw(pixels, marked));
    const gap = (hasMarkers ? numberAt(marker, "size", 6) / 2 : 0) + 3;
    if (hasText) drawn.push(...drawTexts(source, { pixels, chosen, gap }));
    return faded(drawn);
  }

  function faded(drawn: string[]): string[] {
    return opacity === 1 ? drawn : [`<g opacity="${opacity}">${drawn.join("")}</g>`];
  }

  function isInside(x: number, y: number): boolean {
    const room = 30;
    const within = (at: number, [start, end]: readonly [number, number]) =>
      at >= Math.min(start, end) - room && at <= Math.max(start, end) + room;
    return within(x, xAxis.pixels) && within(y, yAxis.pixels);
  }
}

function coordinates(axis: Axis, values: readonly unknown[]): Float64Array {
  return Float64Array.from(values, (value) => coordinateOf(axis, value));
}

function addUp({ x, y }: ScatterPoints, stack: Map<number, number>): void {
  for (let k = 0; k < y.length; k++) {
    const sum = (stack.get(x[k] as number) ?? 0) + (Number.isFinite(y[k]) ? (y[k] as number) : 0);
    stack.set(x[k] as number, sum);
    y[k] = sum;
  }
}
