/** Draws the title of the figure, and the subtitle below it. */
import { group, numberAt, textAt } from "./attributes.ts";
import { colorOf } from "./color.ts";
import { drawLabel, labelHeight, shortened } from "./label.ts";
import type { PageContent } from "./page-content.ts";
import type { Box } from "./svg.ts";

function titleParts({ title, layout, width }: PageContent) {
  const font = group(title.settings, "font");
  const size = Math.max(4, Math.min(60, numberAt(font, "size", numberAt(group(layout, "font"), "size", 12) * 1.4)));
  const below = textAt(group(title.settings, "subtitle"), "text");
  const main = shortened(title.text, { size, width: width - 16 });
  return {
    font,
    size,
    main,
    below: below === "" ? undefined : shortened(below, { size: size * 0.72, width: width - 16 }),
  };
}

export function titleHeight(content: PageContent): number {
  if (content.title.text === "") return 0;
  const { size, main, below } = titleParts(content);
  return labelHeight(main, size) + (below === undefined ? 0 : labelHeight(below, size * 0.72));
}

/** In the middle of the room above, as high as its lines allow. */
export function drawTitle(content: PageContent, plot: Box): string[] {
  const { title, width, ink } = content;
  if (title.text === "") return [];
  const { font, size, main, below } = titleParts(content);
  const share = Math.max(0, Math.min(1, numberAt(title.settings, "x", 0.5)));
  const told = textAt(title.settings, "xanchor", "auto");
  const anchor =
    told === "left" || (told === "auto" && share < 1 / 3)
      ? "start"
      : told === "right" || (told === "auto" && share > 2 / 3)
        ? "end"
        : "middle";
  const x =
    textAt(title.settings, "xref") === "paper"
      ? plot.left + share * (plot.right - plot.left)
      : Math.max(8, Math.min(width - 8, share * width));
  const top = Math.max(6, Math.min(22, (plot.top - titleHeight(content)) / 2));
  const color = colorOf(font.color, ink);
  const place = { x, color, anchor, vertical: "top" } as const;
  return [
    drawLabel(main, { ...place, y: top, size }),
    ...(below === undefined
      ? []
      : [drawLabel(below, { ...place, y: top + labelHeight(main, size), size: size * 0.72 })]),
  ];
}
