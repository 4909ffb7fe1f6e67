/**
 * Boxes: the quartiles of samples, whiskers and what lies beyond; and violins, the outlines of their densities.
 */
import { flagAt, group, listAt, numberAt, textAt } from "./attributes.ts";
import { coordinateOf, opacityOf, pixelOf, smallestStep } from "./axis.ts";
import { colorOf, fade } from "./color.ts";
import { type DrawnTrace, reachOf, swatch, type TraceSource, type TraceValues } from "./drawn-trace.ts";
import { markerPath } from "./marker.ts";
import { densityOf, summary, violinEnds } from "./sample-summary.ts";
import { type Point, path, polyline, segment } from "./svg.ts";

const MOST_POINTS = 1000;

interface Sample {
  readonly position: number;
  /** Sorted coordinates. */
  readonly values: Float64Array;
}

/** Boxes lie where the samples are on x. */
export function boxLies({ settings }: Pick<TraceSource, "settings">): boolean {
  const told = textAt(settings, "orientation");
  if (told === "h" || told === "v") return told === "h";
  return listAt(settings, "x") !== undefined && listAt(settings, "y") === undefined;
}

/** Where no positions are given, the name of the trace is its only one. */
export function boxValues(source: Pick<TraceSource, "settings" | "name">): TraceValues {
  const { settings, name } = source;
  const [along, across] = boxLies(source) ? (["x", "y"] as const) : (["y", "x"] as const);
  const told = settings[`${across}0`] ?? settings.name ?? name;
  const places = listAt(settings, across) ?? [told];
  const values = listAt(settings, along) ?? [];
  return along === "y" ? { x: places, y: values } : { x: values, y: places };
}

export function drawnBoxes(sources: readonly TraceSource[]): DrawnTrace[] {
  const samples = sources.map(samplesOf);
  const mode = textAt(sources[0]?.layout ?? {}, sources[0]?.type === "violin" ? "violinmode" : "boxmode", "overlay");
  const parts = mode === "group" ? sources.length : 1;
  return sources.map((source, index) => {
    const axis = boxLies(source) ? source.y : source.x;
    const step = smallestStep(
      axis,
      samples.flatMap((list) => list.map(({ position }) => position)),
    );
    const room = (step * 0.7) / parts;
    const shift = mode === "group" ? (index - (parts - 1) / 2) * room : 0;
    const width = Math.min(numberAt(source.settings, "width", 0) || room * (parts > 1 ? 0.7 : 0.714), step);
    const placed = (samples[index] as Sample[]).map((sample) => ({ ...sample, position: sample.position + shift }));
    return drawnBox(source, placed, { width, step });
  });
}

function samplesOf(source: TraceSource): Sample[] {
  const lies = boxLies(source);
  const { x, y } = source.values;
  const [places, values] = lies ? [y, x] : [x, y];
  const [position, along] = lies ? [source.y, source.x] : [source.x, source.y];
  const lists = new Map<number, number[]>();
  for (const [k, value] of values.entries()) {
    const at = coordinateOf(position, places.length === 1 ? places[0] : places[k]);
    const coordinate = coordinateOf(along, value);
    if (!Number.isFinite(at) || !Number.isFinite(coordinate)) continue;
    const list = lists.get(at);
    if (list === undefined) lists.set(at, [coordinate]);
    else list.push(coordinate);
  }
  return [...lists].map(([at, list]) => ({ position: at, values: Float64Array.from(list).sort() }));
}

function drawnBox(
  source: TraceSource,
  samples: readonly Sample[],
  { width, step }: { readonly width: number; readonly step: number },
): DrawnTrace {
  const { settings, name } = source;
  const [position, along] = boxLies(source) ? [source.y, source.x] : [source.x, source.y];
  const line = group(settings, "line");
  const marker = group(settings, "marker");
  const color = colorOf(line.color ?? marker.color, source.color);
  const fill = colorOf(settings.fillcolor, fade(color, 0.5));
  const stroke = { stroke: color, width: numberAt(line, "width", 2) };
  const opacity = opacityOf(settings);
  const place = (at: number, value: number): Point => {
    const [p, v] = [pixelOf(position, at), pixelOf(along, value)];
    return position.letter === "x" ? [p, v] : [v, p];
  };
  const isViolin = source.type === "violin";
  const hasPoints = settings.boxpoints ?? settings.points ?? (isViolin ? false : "outliers");
  const reaches = {
    position: samples.flatMap(({ position: at }) => [{ low: at - step / 2, high: at + step / 2, padded: false }]),
    along: samples.flatMap((sample) => reachOf(isViolin ? violinEnds(sample.values) : sample.values, { padded: true })),
  };
  return {
    layer: 2,
    reaches:
      position.letter === "x" ? { x: reaches.position, y: reaches.along } : { x: reaches.along, y: reaches.position },
    legend: [{ name, draw: (left, middle) => swatch(left, middle, { fill, ...stroke }) }],
    draw() {
      const drawn = samples.flatMap((sample) => [
        ...(isViolin ? violin(sample) : box(sample, width / 2)),
        ...(isViolin && flagAt(group(settings, "box"), "visible", false) ? box(sample, width / 8) : []),
        ...points(sample),
      ]);
      return opacity === 1 ? drawn : [`<g opacity="${opacity}">${drawn.join("")}</g>`];
    },
  };

  /** Inside a violin the whiskers have no ends. */
  function box({ position: at, values }: Sample, half: number): string[] {
    const { lower, median, upper, from, to } = summary(values);
    const corners = [
      place(at - half, lower),
      place(at + half, lower),
      place(at + half, upper),
      place(at - half, upper),
    ];
    const across = (value: number, reach: number) => segment(place(at - reach, value), place(at + reach, value));
    const whiskers =
      segment(place(at, from), place(at, lower)) +
      segment(place(at, upper), place(at, to)) +
      (isViolin ? "" : across(from, half / 2) + across(to, half / 2));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const hasMean = settings.boxmean === true || settings.boxmean === "sd";
    return [
      path(polyline(corners, true), { fill, ...stroke }),
      path(whiskers + across(median, half), stroke),
      ...(hasMean ? [path(across(mean, half), { ...stroke, dash: "4 3" })] : []),
    ];
  }

  function violin({ position: at, values }: Sample): string[] {
    const curve = densityOf(values);
    const most = Math.max(...curve.map(([, density]) => density));
    const side = (sign: number) =>
      curve.map(([value, density]) => place(at + (sign * density * width * 0.5) / most, value));
    return [path(polyline([...side(1), ...side(-1).reverse()], true), { fill, ...stroke })];
  }

  function points({ position: at, values }: Sample): string[] {
    if (hasPoints === false) return [];
    const { from, to } = summary(values);
    const isAll = hasPoints === "all";
    const shown = isAll ? values : values.filter((value) => value < from || value > to);
    const stride = Math.ceil(shown.length / MOST_POINTS);
    const jitter = isAll ? numberAt(settings, "jitter", 0.3) : numberAt(settings, "jitter", 0);
    const aside = numberAt(settings, "pointpos", isAll ? -1.5 : 0) * (width / 2);
    const commands = [...shown].flatMap((value, k) => {
      if (k % stride !== 0) return [];
      const spread = (((k * 0.618034) % 1) - 0.5) * jitter * width; // even and without chance
      return [markerPath("circle", place(at + aside + spread, value), numberAt(marker, "size", 6))];
    });
    return [path(commands.join(""), { fill: colorOf(marker.color, color) })];
  }
}
