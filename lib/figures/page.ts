/**
 * Page: a figure as one HTML file that needs no network, interactive where scripts run and a still picture where not.
 *
 * The text of plotly.js is an argument, since this library reads no files. The page's own policy forbids it to load anything
 * and to run any script but its two.
 */
import { declare, flag, optional, type ParametersOf, text } from "../numerics/parameters.ts";
import { renderSvg } from "./drawing/render-svg.ts";
import { type FigureContent, requireContent } from "./figure-content.ts";
import { screenPanels } from "./screen.ts";
import { scriptHash } from "./script-hash.ts";

const STRICT =
  "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; img-src data: blob:";
const FIGURE_STYLE = "figure { margin: 0 } #figure { overflow-x: auto }";

const figurePageParameters = declare({
  title: text,
  /** The text of plotly.js. */
  plotly: text,
  /** Whether the caption is below the figure. */
  caption: optional(flag, true),
});

export function figurePage(content: FigureContent, parameters: ParametersOf<typeof figurePageParameters>): string {
  requireContent(content);
  const { title, plotly, caption: isCaptioned } = figurePageParameters.read(parameters);
  const caption = isCaptioned ? `<figcaption>${escaped(content.caption)}</figcaption>\n` : "";
  const { data, layout } = screenPanels(content);
  const config = { displaylogo: false, responsive: false };
  const scripts = [
    plotly.replaceAll("</script", "<\\/script"),
    `Plotly.newPlot("figure", ${scriptJson({ data, layout, config })});`,
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${STRICT}; script-src ${scripts.map(scriptHash).join(" ")}">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>body { margin: 2em auto; max-width: ${layout.width}px; font: 14px/1.45 sans-serif } ${FIGURE_STYLE}</style>
</head>
<body>
<figure>
<div id="figure"></div>
<noscript>${renderSvg(content)}</noscript>
${caption}</figure>
${scripts.map((script) => `<script>${script}</script>`).join("\n")}
</body>
</html>
`;
}

/** JSON that cannot end the script around it. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
