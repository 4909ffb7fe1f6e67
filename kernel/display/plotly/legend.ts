/**
 * Legend: the names of the traces behind samples of them, in one column, or in rows where the layout asks for that.
 *
 * Names wider than two fifths of the picture are shortened; entries for which there is no room are counted in the last line.
 */
import { type Attributes, group, numberAt, textAt, titleAt } from "./attributes.ts";
import { type Color, colorOf } from "./color.ts";
import { type LegendEntry, SAMPLE_WIDTH } from "./drawn-trace.ts";
import { drawLabel, type Label, labelWidth, parseLabel, shortened } from "./label.ts";
import { rectangle } from "./svg.ts";

export interface Legend {
  readonly width: number;
  readonly height: number;
  draw(left: number, top: number): string[];
}

export interface LegendRoom {
  readonly settings: Attributes;
  readonly ink: Color;
  /** Of the picture. */
  readonly width: number;
  readonly height: number;
}

const GAP = 6;

interface Entry {
  readonly label: Label;
  readonly draw: LegendEntry["draw"];
  readonly left: number;
  readonly top: number;
}

export function legendOf(entries: readonly LegendEntry[], { settings, ink, width, height }: LegendRoom): Legend {
  const font = group(settings, "font");
  const size = numberAt(font, "size", 12);
  const row = Math.max(19, size * 1.5);
  const color = colorOf(font.color, ink);
  const isLevel = textAt(settings, "orientation") === "h";
  const title = titleAt(settings).text;
  const heading = title === "" ? undefined : shortened(title, { size, width: width / 3 });
  const start = heading === undefined ? 0 : row;
  const most = Math.max(2, Math.floor((height * 0.8 - start) / row));
  const placed: Entry[] = [];
  let [left, line, widest] = [0, 0, heading === undefined ? 0 : labelWidth(heading, size) + GAP];
  for (const [index, { name, draw }] of entries.entries()) {
    const isCut = (isLevel ? line : index) >= most - 1 && index < entries.length - 1;
    const label = isCut
      ? parseLabel(`… ${entries.length - index} more`)
      : shortened(name, { size, width: width * 0.42, without: "middle" });
    const taken = SAMPLE_WIDTH + GAP + labelWidth(label, size) + (isLevel ? 3 * GAP : GAP);
    if (isLevel && left > 0 && left + taken > width * 0.9) [left, line] = [0, line + 1];
    placed.push({ label, draw: isCut ? () => [] : draw, left, top: start + (isLevel ? line : index) * row });
    widest = Math.max(widest, left + taken);
    if (isLevel) left += taken;
    if (isCut) break;
  }
  const total = { width: widest + GAP, height: (placed.at(-1)?.top ?? 0) + row + GAP };
  return {
    ...total,
    draw(x, y) {
      const box = { left: x, top: y, right: x + total.width, bottom: y + total.height };
      const paint = {
        fill: colorOf(settings.bgcolor, { red: 255, green: 255, blue: 255, alpha: 0 }),
        stroke: colorOf(settings.bordercolor, ink),
        width: numberAt(settings, "borderwidth", 0),
      };
      const place = { size, color, anchor: "start" } as const;
      return [
        rectangle(box, paint),
        ...(heading === undefined ? [] : [drawLabel(heading, { ...place, x: x + GAP, y: y + GAP / 2 + row / 2 })]),
        ...placed.flatMap(({ label, draw, left: dx, top }) => {
          const middle = y + GAP / 2 + top + row / 2;
          return [
            ...draw(x + GAP + dx, middle),
            drawLabel(label, { ...place, x: x + 2 * GAP + dx + SAMPLE_WIDTH, y: middle }),
          ];
        }),
      ];
    },
  };
}
