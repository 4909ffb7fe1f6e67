/**
 * Scatter: points, lines through them and areas under them.
 *
 * Limits: hover texts, selections and patterns are not part of a still picture; a marker's gradient is drawn plain.
 */
import { flagAt, group, itemOf, listAt, numberAt, textAt, toNumber } from "./attributes.ts";
import { type Axis, coordinateOf, opacityOf, pixelOf } from "./axis.ts";
import { type Color, colorOf, fade } from "./color.ts";
import { type DrawnTrace, reachOf, SAMPLE_WIDTH, type TraceSource, type TraceValues } from "./drawn-trace.ts";
import { drawErrorBars, errorBarsOf } from "./error-bars.ts";
import { drawLabel, parseLabel } from "./label.ts";
import { type Marked, markedPoints, piecesOf, smooth, stepped } from "./line-path.ts";
import { isOpen, isStroked, markerPath } from "./marker.ts";
import { type Box, dashArray, type Paint, type Point, path, polyline, rectangle } from "./svg.ts";

/** Coordinates of a trace's points. */
export interface ScatterPoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

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
  const { settings, values, x: xAxis, y: yAxis, colorAxes, name } = source;
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
  const isBubble = Array.isArray(marker.size);
  const colors = colorAxes.colorsOf(marker, own, numberAt(marker, "opacity", isBubble ? 0.7 : 1));
  const lineColor = colorOf(line.color, own);
  const fillColor = colorOf(settings.fillcolor, fade(lineColor, 0.5));
  const opacity = opacityOf(settings);
  const errors = { x: errorBarsOf(settings, xAxis, values.x), y: errorBarsOf(settings, yAxis, values.y) };
  const symbol = textAt(marker, "symbol", "circle");
  const linePaint: Paint = {
    stroke: lineColor,
    width: numberAt(line, "width", 2),
    dash: dashArray(textAt(line, "dash"), numberAt(line, "width", 2)),
  };
  const outline = group(marker, "line");
  const outlineWidth = numberAt(outline, "width", isBubble ? 1 : 0);
  const markerPaint = (color: Color, shape: string): Paint =>
    isOpen(shape) || isStroked(shape)
      ? { stroke: color, width: Math.max(1.5, outlineWidth) }
      : {
          fill: color,
          stroke: outlineWidth > 0 ? colorOf(outline.color, { red: 255, green: 255, blue: 255, alpha: 1 }) : undefined,
          width: outlineWidth,
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
    colorBar: hasMarkers ? colors.colorBar : undefined,
    legend: [{ name, draw: drawSample }],
    draw,
  };

  function drawSample(left: number, middle: number): string[] {
    const [right, centre] = [left + SAMPLE_WIDTH, left + SAMPLE_WIDTH / 2];
    const area: Box = { left, right, top: middle, bottom: middle + 6 };
    return [
      ...(fill === "none" ? [] : [rectangle(area, { fill: fillColor, opacity })]),
      ...(hasLines
        ? [
            path(
              polyline([
                [left, middle],
                [right, middle],
              ]),
              { ...linePaint, width: Math.min(4, linePaint.width ?? 2), opacity },
            ),
          ]
        : []),
      ...(hasMarkers || !hasLines
        ? [
            path(
              markerPath(
                symbol,
                [centre, middle],
                Math.max(4, Math.min(12, numberAt(marker, "size", isBubble ? 10 : 6))),
              ),
              {
                ...markerPaint(colors.of(0), symbol),
                opacity,
              },
            ),
          ]
        : []),
    ];
  }

  function draw(): string[] {
    const pixels = { x: points.x.map((at) => pixelOf(xAxis, at)), y: points.y.map((at) => pixelOf(yAxis, at)) };
    const shape = textAt(line, "shape", "linear");
    const pieces = piecesOf(pixels.x, pixels.y, flagAt(settings, "connectgaps", false)).map((piece) =>
      stepped(piece, shape),
    );
    const drawn = fillOf(pieces).map((area) => path(area, { fill: fillColor }));
    const curve = (piece: readonly Point[]) =>
      shape === "spline" && piece.length < 2000 ? smooth(piece, numberAt(line, "smoothing", 1)) : polyline(piece);
    if (hasLines)
      drawn.push(...pieces.filter(({ length }) => length > 1).map((piece) => path(curve(piece), linePaint)));
    const marked = markedPoints(pixels.x, pixels.y, isInside);
    const { chosen } = marked;
    if (errors.x) drawn.push(...drawErrorBars(errors.x, { axis: xAxis, across: pixels.y, chosen, color: own }));
    if (errors.y) drawn.push(...drawErrorBars(errors.y, { axis: yAxis, across: pixels.x, chosen, color: own }));
    if (hasMarkers) drawn.push(...drawMarkers(pixels, marked));
    if (hasText) drawn.push(...drawTexts(pixels, chosen));
    return opacity === 1 ? drawn : [`<g opacity="${opacity}">${drawn.join("")}</g>`];
  }

  function isInside(x: number, y: number): boolean {
    const room = 30;
    const within = (at: number, [start, end]: readonly [number, number]) =>
      at >= Math.min(start, end) - room && at <= Math.max(start, end) + room;
    return within(x, xAxis.pixels) && within(y, yAxis.pixels);
  }

  function fillOf(pieces: readonly (readonly Point[])[]): string[] {
    const base = (axis: Axis) => (axis.kind === "log" ? axis.pixels[0] : pixelOf(axis, 0));
    if (fill === "toself" || fill === "tonext") return pieces.map((piece) => polyline(piece, true));
    if (fill === "tozeroy" || (fill === "tonexty" && before === undefined)) {
      return pieces.map((piece) =>
        polyline([...piece, [piece.at(-1)?.[0] ?? 0, base(yAxis)], [piece[0]?.[0] ?? 0, base(yAxis)]], true),
      );
    }
    if (fill === "tozerox" || (fill === "tonextx" && before === undefined)) {
      return pieces.map((piece) =>
        polyline([...piece, [base(xAxis), piece.at(-1)?.[1] ?? 0], [base(xAxis), piece[0]?.[1] ?? 0]], true),
      );
    }
    if (!/^tonext[xy]$/.test(fill) || before === undefined) return [];
    const other = piecesOf(
      before.x.map((at) => pixelOf(xAxis, at)),
      before.y.map((at) => pixelOf(yAxis, at)),
      true,
    );
    const back = stepped(other.flat(), textAt(line, "shape", "linear"));
    return [polyline([...pieces.flat(), ...[...back].reverse()], true)];
  }

  function drawMarkers(pixels: ScatterPoints, { chosen, cell, standsFor }: Marked): string[] {
    const darkened = (k: number): Color => {
      const color = colors.of(k);
      return color.alpha === 1 ? color : { ...color, alpha: 1 - (1 - color.alpha) ** standsFor(k) };
    };
    const scale = numberAt(marker, "sizeref", 1) || 1;
    const isArea = textAt(marker, "sizemode") === "area";
    const sizeOf = (k: number) => {
      const size = toNumber(itemOf(marker.size, k) ?? 6);
      if (!isBubble) return Number.isFinite(size) ? Math.max(1.5 * cell, Math.min(300, size)) : 6;
      const diameter = isArea ? 2 * Math.sqrt(Math.max(0, size / scale / 4)) : size / scale;
      return Math.max(numberAt(marker, "sizemin", 0), Math.min(300, Number.isFinite(diameter) ? diameter : 0));
    };
    const symbolOf = (k: number) => String(itemOf(marker.symbol, k) ?? "circle");
    const outlines = chosen.map((k) =>
      markerPath(symbolOf(k), [pixels.x[k] as number, pixels.y[k] as number], sizeOf(k)),
    );
    const isUniform =
      colors.single !== undefined && colors.single.alpha === 1 && outlineWidth === 0 && !Array.isArray(marker.symbol);
    if (isUniform) return [path(outlines.join(""), markerPaint(colors.of(0), symbol))];
    return outlines.map((commands, index) =>
      path(commands, markerPaint(darkened(chosen[index] as number), symbolOf(chosen[index] as number))),
    );
  }

  function drawTexts(pixels: ScatterPoints, chosen: readonly number[]): string[] {
    const font = group(settings, "textfont");
    const size = numberAt(font, "size", 12);
    const gap = (hasMarkers ? numberAt(marker, "size", 6) / 2 : 0) + 3;
    return chosen.slice(0, 500).map((k) => {
      const place = String(itemOf(settings.textposition, k) ?? "middle center");
      const side = place.includes("left") ? -1 : place.includes("right") ? 1 : 0;
      const height = place.includes("top") ? -1 : place.includes("bottom") ? 1 : 0;
      return drawLabel(parseLabel(String(itemOf(settings.text, k) ?? "")), {
        x: (pixels.x[k] as number) + side * gap,
        y: (pixels.y[k] as number) + height * gap * 0.6,
        anchor: side < 0 ? "end" : side > 0 ? "start" : "middle",
        vertical: height < 0 ? "bottom" : height > 0 ? "top" : "middle",
        size,
        color: colorOf(font.color, source.ink),
      });
    });
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
