/**
 * Figure of rows: a figure declared by the columns of an experiment's rows.
 *
 * A declaration says of which part the rows are, what stands on the axes, and what is drawn, in the words of `epsilab/figures`: `estimates`
 * are points, `theory` is lines, and a bound is theory of role "bound". Instead of lists of numbers they have columns, functions of a row:
 * `cellNumber("epsilon")` is the row's place on an axis, `storedNumber("variance")` a value that it keeps, `estimateOf("rate")` what a
 * check found, `theoryOf("rate")` what the claim says, and `...intervalOf("rate")` the estimate with its interval. A column may be a list,
 * `storedList("sizes")`: the row is then a whole curve.
 *
 * - `rows` chooses the rows that are drawn: `where({ epsilon: nearest(1) })`, `likeFirst("delta")`, or any function of the rows.
 * - `panels: by(column, title)` makes a panel for each value of a column. A list of panels says what is its own in each: title, part,
 *   control, rows, estimates, theory.
 * - `by` in `estimates` makes a series for each value of a column, `of` in `theory` a line for each of them, in its colour.
 * - `y` is a column; `theory` may have instead `curve`, a function of x, or `level`, a height, over the x of all points of the figure.
 * - `caption` may be a function of the rows that are drawn, so that it names what was chosen.
 *
 * The points of a series are in the order of their x, unless `order` says another. A series without rows is not drawn. The figure is drawn
 * where all parts that it names were run.
 *
 * Limits: rates, tails and coverages only. Bands, densities, trade-off curves and verdict grids, means over rows, and captions that say
 * what could not be drawn are written as a function of the rows, `{ parts, draw }`. A column is known by its name alone, since the type of
 * a part does not keep its axes: when the figure is drawn, a check that a row does not have is refused by name, a missing number as not
 * finite.
 * @example
 * ```ts
 * import { by, cellNumber, figureOf, intervalOf, theoryOf } from "epsilab/experiments";
 * const tail = figureOf({
 *   kind: "tail",
 *   part: "accuracy",
 *   caption: "How far a noisy count is off: the share of releases with its interval, and the claimed probability.",
 *   source: "Ghosh, Roughgarden, Sundararajan (2009)",
 *   x: { label: "distance", of: cellNumber("distance") },
 *   panels: by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`),
 *   estimates: [{ name: "releases", ...intervalOf("share") }],
 *   theory: [{ name: "claimed", y: theoryOf("share") }],
 * });
 * tail.parts; // => ['accuracy']
 * ```
 */
import { type CoverageFigure, coverageFigure } from "../../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../../lib/figures/figure.ts";
import { type RateFigure, rateFigure } from "../../../lib/figures/rate-figure.ts";
import type { SeriesPanel, TheorySeries } from "../../../lib/figures/series-panels.ts";
import { type TailFigure, tailFigure } from "../../../lib/figures/tail-figure.ts";
import { exp } from "../../../lib/numerics/exponential.ts";
import { largestOf, leastOf } from "../../../lib/numerics/extremes.ts";
import { log } from "../../../lib/numerics/logarithm.ts";
import type { AxisValue } from "./axis.ts";
import type { FigureOfRows } from "./experiment.ts";
import { type CellRow, distinct } from "./row.ts";

/** What is read of a row: a number, or a list where the row is a whole curve. */
export type Column = (row: CellRow) => number | readonly number[];

/** Which rows are drawn. */
export type RowChoice = (rows: readonly CellRow[]) => readonly CellRow[];

/** Rows under the names of their panels or series. */
export type Grouping = (rows: readonly CellRow[]) => readonly RowGroup[];

export interface RowGroup {
  readonly name: string;
  readonly rows: readonly CellRow[];
}

/** Whose rows: of a part, or of one of its controls. What is not said is as in the panel, or as in the figure. */
interface RowSource {
  readonly part?: string;
  readonly control?: string;
  readonly rows?: RowChoice;
}

interface PointColumns {
  /** That of the figure, unless it is another. */
  readonly x?: Column;
  readonly y: Column;
  /** What the rows are sorted by instead of x; "rows" leaves them as they come. */
  readonly order?: "rows" | ((row: CellRow) => number);
}

interface Ends {
  /** Ends of the interval of each estimate. */
  readonly lower?: Column;
  readonly upper?: Column;
}

export type EstimateColumns = RowSource & PointColumns & Ends & ({ readonly name: string } | { readonly by: Grouping });

interface Curve {
  /** A function of x, and of the rows of the panel or of the series. */
  readonly curve: (x: number, rows: readonly CellRow[]) => number;
  /** Where it is computed: by default at 61 places over the x of all points, evenly spread on a log axis. */
  readonly over?: readonly number[] | ((x: readonly number[], rows: readonly CellRow[]) => readonly number[]);
}

interface Level {
  /** The height of a line from the least to the largest x of all points. */
  readonly level: number;
}

export type TheoryColumns = RowSource &
  Pick<TheorySeries, "role" | "legend"> & {
    /** Where lines are grouped, it may be made from the name of each group. */
    readonly name: string | ((group: string) => string);
    /** The name of the series that it is the theory of; or, grouped as they are, one line for each. */
    readonly of?: string | Grouping;
    /** One line for each group, which are nobody's theory. */
    readonly by?: Grouping;
  } & (PointColumns | Curve | Level);

interface Drawn {
  readonly estimates?: readonly EstimateColumns[];
  readonly theory?: readonly TheoryColumns[];
}

/** What a panel has of its own. */
export interface PanelColumns extends RowSource, Drawn {
  readonly title?: string;
}

interface RowsFigure extends Drawn {
  readonly part: string;
  readonly control?: string;
  readonly rows?: RowChoice;
  readonly caption: string | ((rows: readonly CellRow[]) => string);
  readonly panels?: Grouping | readonly PanelColumns[];
}

interface XColumn {
  readonly of: Column;
  /** Whether the axis is labelled where there are points. */
  readonly ticksAtPoints?: boolean;
}

type Settings<F extends RateFigure | TailFigure | CoverageFigure> = Omit<F, "panels" | "caption" | "x"> & {
  readonly x: F["x"] & XColumn;
};

export type FigureDeclaration = RowsFigure &
  (
    | ({ readonly kind: "rate" } & Settings<RateFigure>)
    | ({ readonly kind: "tail" } & Settings<TailFigure>)
    | ({ readonly kind: "coverage" } & Settings<CoverageFigure>)
  );

export function figureOf(declaration: FigureDeclaration): FigureOfRows {
  return { parts: distinct(sourcesOf(declaration).map(({ part }) => part)), draw: (rows) => drawn(declaration, rows) };
}

/**
 * The rows that have these values on some axes. A value may be chosen among those that were run:
 * `where({ relation: "swap", size: largestOf })`.
 */
export function where(values: Readonly<Record<string, AxisValue | ((found: readonly number[]) => number)>>): RowChoice {
  return (rows) =>
    Object.entries(values).reduce((left, [axis, value]) => {
      if (left.length === 0) return left;
      const wanted = typeof value === "function" ? value(left.map(({ cell }) => Number(cell[axis]))) : value;
      return left.filter(({ cell }) => cell[axis] === wanted);
    }, rows);
}

/** The rows that have the values of the first one on these axes. */
export function likeFirst(...axes: readonly string[]): RowChoice {
  return (rows) => rows.filter(({ cell }) => axes.every((axis) => cell[axis] === rows[0].cell[axis]));
}

/** Of the values that were run, the one nearest to a wanted one. */
export function nearest(wanted: number): (found: readonly number[]) => number {
  return (found) => found.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best));
}

/** The values from the least to the largest, each once. */
export function ascending(found: readonly number[]): readonly number[] {
  return distinct(found).toSorted((a, b) => a - b);
}

/** At most a number of the values, from the least to the largest, spread over them. */
export function spread(count: number): (found: readonly number[]) => readonly number[] {
  return (found) => {
    const sorted = ascending(found);
    if (sorted.length <= count) return sorted;
    return Array.from({ length: count }, (_, k) => sorted[Math.round((k * (sorted.length - 1)) / (count - 1))]);
  };
}

/** Places between the least and the largest, evenly spread on a log axis. */
export function logPlaces(count: number): (values: readonly number[]) => readonly number[] {
  return (values) => {
    const [least, largest] = [leastOf(values), largestOf(values)];
    return Array.from({ length: count }, (_, k) => least * exp((k / (count - 1)) * log(largest / least)));
  };
}

/**
 * A group for each value of a column. Names are a function of the value, or a table, which also says which values are drawn and in which
 * order. `choose` picks some of the values, in the order in which they come; by default all.
 */
export function by<Value extends AxisValue>(
  column: (row: CellRow) => Value,
  names: ((value: Value) => string) | Readonly<Record<string, string>>,
  choose: (found: readonly Value[]) => readonly Value[] = (found) => found,
): Grouping {
  return (rows) => {
    const found = choose(distinct(rows.map(column)));
    const named =
      typeof names === "function"
        ? found.map((value) => ({ name: names(value), value }))
        : Object.entries(names).flatMap(([key, name]) =>
            found.filter((value) => String(value) === key).map((value) => ({ name, value })),
          );
    return named.map(({ name, value }) => ({ name, rows: rows.filter((row) => column(row) === value) }));
  };
}

interface Source {
  readonly part: string;
  readonly control: string | undefined;
}

/** Whose rows are meant, where some of it is said here and the rest around it. */
function sourceOf({ part, control }: RowSource, around: Source): Source {
  return part === undefined ? { part: around.part, control: control ?? around.control } : { part, control };
}

const isOf = (row: CellRow, { part, control }: Source) => row.part === part && row.control === control;

/** All sources of rows that a declaration names. */
function sourcesOf(declaration: FigureDeclaration): readonly Source[] {
  const own: Source = { part: declaration.part, control: declaration.control };
  const marksOf = ({ estimates = [], theory = [] }: Drawn, around: Source) =>
    [...estimates, ...theory].map((mark) => sourceOf(mark, around));
  const panels = typeof declaration.panels === "function" ? [] : (declaration.panels ?? []);
  return [
    own,
    ...marksOf(declaration, own),
    ...panels.flatMap((panel) => [sourceOf(panel, own), ...marksOf(panel, sourceOf(panel, own))]),
  ];
}

function drawn(declaration: FigureDeclaration, all: readonly CellRow[]): Figure {
  const sources = sourcesOf(declaration);
  const ofSources = sources.flatMap((source) => all.filter((row) => isOf(row, source))); // of the figure's own part first
  const rows = chosen(distinct(ofSources), declaration);
  const own = rows.filter((row) => isOf(row, sources[0]));
  const caption = captionOf(declaration, typeof declaration.caption === "string" ? rows : own);
  const opened = panelRows(declaration, rows);
  const places = opened.flatMap((panel) => placesOf(panel, declaration.x.of));
  const panels = opened.map((panel) => seriesPanel(panel, declaration.x.of, places));
  const { source, size, columns } = declaration;
  const parts = { caption, source, size, columns, panels };
  switch (declaration.kind) {
    case "rate":
      return rateFigure({ ...parts, x: axisOf(declaration.x, places), y: declaration.y });
    case "tail":
      return tailFigure({ ...parts, x: axisOf(declaration.x, places), y: declaration.y });
    case "coverage": {
      const { x, y, nominal } = declaration;
      return coverageFigure({ ...parts, x: axisOf(x, places), y, nominal });
    }
  }
}

/** The axis without its column. */
function axisOf<Axis>({ of: _, ticksAtPoints, ...axis }: Axis & XColumn, places: readonly number[]) {
  return ticksAtPoints ? { ...axis, ticks: distinct(places) } : axis;
}

/** The caption, which may name what the rows have. */
function captionOf({ caption, part }: FigureDeclaration, rows: readonly CellRow[]): string {
  if (rows.length === 0) throw new RangeError(`rows of part ${part} to be drawn must be at least one, got none`);
  return typeof caption === "function" ? caption(rows) : caption;
}

function chosen(rows: readonly CellRow[], { rows: choose }: RowSource): readonly CellRow[] {
  return choose === undefined ? rows : choose(rows);
}

/** A panel with its rows. */
interface PanelRows extends Required<Drawn> {
  readonly title: string | undefined;
  readonly source: Source;
  readonly rows: readonly CellRow[];
}

function panelRows(declaration: FigureDeclaration, rows: readonly CellRow[]): readonly PanelRows[] {
  const { estimates = [], theory = [], panels = [{}] } = declaration;
  const source: Source = { part: declaration.part, control: declaration.control };
  if (typeof panels === "function") {
    return panels(rows).map((group) => ({ title: group.name, source, rows: group.rows, estimates, theory }));
  }
  return panels.map((panel) => ({
    title: panel.title,
    source: sourceOf(panel, source),
    rows: chosen(rows, panel),
    estimates: panel.estimates ?? estimates,
    theory: panel.theory ?? theory,
  }));
}

/** The rows of a series, or of a line, in its panel, in groups if it has them. Those without rows are left out. */
function groupsOf(mark: EstimateColumns | TheoryColumns, panel: PanelRows): readonly RowGroup[] {
  const source = sourceOf(mark, panel.source);
  const ofSource = panel.rows.filter((row) => isOf(row, source));
  const own = chosen(ofSource, mark);
  const grouping = "of" in mark && typeof mark.of === "function" ? mark.of : "by" in mark ? mark.by : undefined;
  const groups = grouping === undefined ? [{ name: "", rows: own }] : grouping(own);
  return groups.filter(({ rows }) => rows.length > 0);
}

/** The x of all points of a panel. */
function placesOf(panel: PanelRows, x: Column): readonly number[] {
  const marks = [...panel.estimates, ...panel.theory].filter((mark) => "y" in mark);
  return marks.flatMap((mark) => groupsOf(mark, panel).flatMap(({ rows }) => rows.flatMap(mark.x ?? x)));
}

function seriesPanel(panel: PanelRows, x: Column, places: readonly number[]): SeriesPanel {
  return {
    ...(panel.title !== undefined && { title: panel.title }),
    estimates: panel.estimates.flatMap((mark) =>
      groupsOf(mark, panel).map((group) => ({
        name: "name" in mark ? mark.name : group.name,
        ...pointsOf(group.rows, { x, ...mark }),
      })),
    ),
    theory: panel.theory.flatMap((mark) => {
      const { name, of, role, legend } = mark;
      return groupsOf(mark, panel).map((group) => ({
        name: typeof name === "function" ? name(group.name) : name,
        ...(of !== undefined && { of: typeof of === "function" ? group.name : of }),
        ...(role !== undefined && { role }),
        ...(legend !== undefined && { legend }),
        ...lineOf(group.rows, mark, { x, places }),
      }));
    }),
  };
}

function lineOf(
  rows: readonly CellRow[],
  mark: TheoryColumns,
  { x, places }: { readonly x: Column; readonly places: readonly number[] },
): Pick<TheorySeries, "x" | "y"> {
  if ("y" in mark) return pointsOf(rows, { x, ...mark });
  if ("level" in mark) return { x: [leastOf(places), largestOf(places)], y: [mark.level, mark.level] };
  const { curve, over = logPlaces(61) } = mark;
  const at = typeof over === "function" ? over(places, rows) : over;
  return { x: at, y: at.map((place) => curve(place, rows)) };
}

type Point = Readonly<Record<"x" | "y" | "lower" | "upper", number>>;

/** Rows as points, in the order of their x unless another is given. */
function pointsOf(
  rows: readonly CellRow[],
  { x, y, lower, upper, order }: PointColumns & Ends & { readonly x: Column },
) {
  const sorted = typeof order === "function" ? rows.toSorted((a, b) => order(a) - order(b)) : rows;
  const points = sorted.flatMap((row): Point[] => {
    const [places, heights, low, high] = [x, y, lower ?? y, upper ?? y].map((column) => listOf(column(row)));
    if (heights.length !== places.length) {
      throw new RangeError(`y must be as many as x in a row, got ${heights.length} and ${places.length}`);
    }
    return places.map((place, k) => ({ x: place, y: heights[k], lower: low[k], upper: high[k] }));
  });
  if (order === undefined) points.sort((a, b) => a.x - b.x);
  return {
    x: points.map((point) => point.x),
    y: points.map((point) => point.y),
    ...(lower !== undefined && { lower: points.map((point) => point.lower) }),
    ...(upper !== undefined && { upper: points.map((point) => point.upper) }),
  };
}

const listOf = (read: number | readonly number[]): readonly number[] => (typeof read === "number" ? [read] : read);
