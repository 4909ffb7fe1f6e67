/**
 * Narrow: a stored figure laid out for a phone, its panels one above the other, with letters of the size of those on a screen.
 *
 * Method: from the layout for a screen each panel keeps its height, up to a square, and takes the whole width. Where panels shared labels,
 * those of a row or column, each has its own. The legend is set again for the narrow panels. What is drawn may be wider than
 * `NARROW_WIDTH`.
 * Limits: panels of one x and one y axis each, which is what the library makes; the traces are those of the screen but for their names.
 * A grid of verdicts, whose cells hold words, stays as it is on a screen.
 */
import type { FigureContent } from "./figure-content.ts";
import { legendLayout, RIGHT_MARGIN } from "./legend-layout.ts";
import type { Axis, Layout } from "./plotly.ts";
import { SCREEN_TEXT_SIZE, type ScreenFigure, screenPanels, screenTrace, TOOLBAR_HEIGHT } from "./screen.ts";

/** What a phone of 360 pixels has between the margins of a page. */
export const NARROW_WIDTH = 336;
/** A panel is then about as high as it is wide. */
const HIGHEST = 280;

interface Panel {
  readonly x: Axis;
  readonly y: Axis;
  /** The names of its axes in the layout. */
  readonly names: readonly [x: string, y: string];
  readonly height: number;
}

export function narrowPanels(content: FigureContent): ScreenFigure {
  const screen = screenPanels(content);
  if (content.data.some(({ type }) => type === "bar")) return screen;
  const { autosize: _fixed, ...layout } = screen.layout as Layout & { readonly autosize?: boolean };
  const { margin } = layout;
  const tall = layout.height - margin.t - margin.b;
  const titles = ((layout.legend?.y ?? 1) - 1) * tall;
  const panels = panelsOf(layout, tall);
  const left = Math.ceil(Math.max(margin.l, widestGap(panels) * (layout.width - margin.l - margin.r)));
  const room = NARROW_WIDTH - left - margin.r;
  const data = content.data.map((trace) => screenTrace(trace, room));
  const legend = legendLayout(data, room + RIGHT_MARGIN, SCREEN_TEXT_SIZE);
  const gap = margin.b + titles;
  const stacked = panels.reduce((sum, { height }) => sum + height, 0) + gap * (panels.length - 1);
  const top = TOOLBAR_HEIGHT + legend.height + titles;
  let above = 0;
  const axes = panels.flatMap(({ x, y, names, height }) => {
    const domain = [1 - (above + height) / stacked, 1 - above / stacked] as const;
    above += height + gap;
    return [
      [names[0], { ...labelled(x, lowestOf(panels, x)), domain: [0, 1] }],
      [names[1], { ...labelled(y, leftmostOf(panels, y)), domain }],
    ];
  });
  return {
    data,
    layout: {
      ...layout,
      ...Object.fromEntries(axes),
      width: NARROW_WIDTH,
      height: Math.ceil(top + stacked + margin.b),
      margin: { ...margin, l: left, t: top },
      ...(layout.legend && {
        legend: { ...layout.legend, y: 1 + titles / stacked, entrywidth: legend.entryWidth },
      }),
    },
  };
}

/** In the order in which they are read. */
function panelsOf(layout: Layout, tall: number): readonly Panel[] {
  const axes = layout as unknown as Readonly<Record<string, Axis>>;
  const panels = Object.keys(layout)
    .filter((name) => /^xaxis\d*$/.test(name))
    .map((name) => {
      const vertical = name.replace("x", "y");
      const [x, y] = [axes[name], axes[vertical]];
      return { x, y, names: [name, vertical] as const, height: Math.min(HIGHEST, (y.domain[1] - y.domain[0]) * tall) };
    });
  return panels.sort((one, other) => other.y.domain[1] - one.y.domain[1] || one.x.domain[0] - other.x.domain[0]);
}

/** The largest room between panels side by side, which has the labels of the right one, as a share of the width. */
function widestGap(panels: readonly Panel[]): number {
  const starts = panels.map(({ x }) => x.domain[0]);
  const gaps = panels.flatMap(({ x }) => {
    const next = starts.filter((start) => start >= x.domain[1]);
    return next.length === 0 ? [] : [next.reduce((least, start) => Math.min(least, start)) - x.domain[1]];
  });
  return gaps.reduce((most, gap) => Math.max(most, gap), 0);
}

function lowestOf(panels: readonly Panel[], { domain }: Axis): Axis {
  return panels
    .filter(({ x }) => x.domain[0] === domain[0])
    .reduce((low, each) => (each.y.domain[0] < low.y.domain[0] ? each : low)).x;
}

function leftmostOf(panels: readonly Panel[], { domain }: Axis): Axis {
  return panels
    .filter(({ y }) => y.domain[1] === domain[1])
    .reduce((low, each) => (each.x.domain[0] < low.x.domain[0] ? each : low)).y;
}

/** With the labels and the title of the axis that had them for it. */
function labelled(axis: Axis, whose: Axis): Axis {
  if (axis.showticklabels !== false && axis.title.text !== "") return axis;
  return { ...whose, ...axis, showticklabels: true, title: axis.title.text === "" ? whose.title : axis.title };
}
