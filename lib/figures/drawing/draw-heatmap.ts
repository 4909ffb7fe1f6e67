/**
 * Draws the cells of a heatmap, of one colour each.
 *
 * Method: the edges lie on half pixels, so that neighbours leave no seam in a picture of twice the resolution, and the cells of one
 * colour are one path.
 */
import type { HeatmapTrace } from "../plotly.ts";
import { colorAt } from "./color.ts";
import { type Frame, horizontal, vertical } from "./frame.ts";
import { coordinate, path } from "./svg.ts";

export function drawHeatmap({ x, y, z, zmin, zmax, colorscale }: HeatmapTrace, frame: Frame): string[] {
  const within = (place: number, least: number, most: number) =>
    Math.round(2 * Math.max(least, Math.min(most, place))) / 2;
  const across = x.map((edge) => within(horizontal(frame, edge), frame.left, frame.right));
  const up = y.map((edge) => within(vertical(frame, edge), frame.top, frame.bottom));
  const cells = new Map<string, string>();
  z.forEach((row, r) => {
    row.forEach((value, c) => {
      if (value === null || across[c] === across[c + 1] || up[r] === up[r + 1]) return;
      const color = colorAt(colorscale, (value - zmin) / (zmax - zmin));
      const [left, right, bottom, top] = [across[c], across[c + 1], up[r], up[r + 1]].map(coordinate);
      cells.set(color, `${cells.get(color) ?? ""}M${left} ${bottom}H${right}V${top}H${left}Z`);
    });
  });
  return [...cells].map(([color, commands]) => path(commands, { fill: color }));
}
