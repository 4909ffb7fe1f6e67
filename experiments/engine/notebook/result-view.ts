/**
 * Result view: how a result shows itself in a notebook: verdicts by part, the fate of its controls, the cells that are not as one
 * would wish, its figures, and how it is cited.
 *
 * The figures are pictures, so that a saved notebook shows them anywhere; `result.figures.get(name)` is the interactive one. By their class
 * the kernel's extension of JupyterLab knows them, and turns them round on a dark page.
 */
import { renderSvg } from "../../../lib/figures/drawing/render-svg.ts";
import type { Figure } from "../../../lib/figures/figure.ts";
import { stillWidth } from "../../../lib/figures/screen.ts";
import type { Experiment } from "../definition/experiment.ts";
import { notableCells, summaryOf, verdictTable } from "../execution/verdict-table.ts";
import { outcomeOf, type PartOutcome } from "../format/outcome.ts";
import type { Result } from "../format/read-result.ts";
import { citationKey } from "../format/result-files.ts";
import { Html, html } from "../text/html.ts";

export interface ResultView {
  readonly "text/html": string;
  readonly "text/plain": string;
}

const COLOURS: Readonly<Record<string, string>> = {
  holds: "#1b7837",
  caught: "#1b7837",
  violated: "#b2182b",
  missed: "#b2182b",
};

const HEADINGS = ["part", "claim", "verdict", "cells"].map((name) => html`<th style="text-align:left">${name}</th>`);

/** `note` is a line above it. */
export function resultView(result: Result, experiment: Experiment | undefined, note: string): ResultView {
  const outcome = outcomeOf(result.rows);
  const { parts, passed } = outcome;
  const notable = notableCells(result.rows);
  const title = experiment?.title ?? result.spec.experiment;
  const words = note === "" ? "" : html`<br><small>${note}</small>`;
  const page = html`<div><p><b>${title}</b><br>${verdictOf(summaryOf(outcome), passed)}${words}</p>
<table><thead><tr>${HEADINGS}</tr></thead>
<tbody>${parts.map(partRows)}</tbody></table>
${notable.length === 0 ? "" : notableList(notable, !passed)}
${[...result.figures].map(([name, figure]) => stillPicture(name, figure))}
<p><code>${citationKey(result.spec, result.id)}</code></p></div>`;
  const table = verdictTable(title, result);
  return { "text/html": page.text, "text/plain": note === "" ? table : `${note}\n${table}` };
}

function notableList(cells: readonly string[], isOpen: boolean): Html {
  const summary = html`<summary>cells to look at: open, violated, or of a missed control</summary>`;
  return html`<details${new Html(isOpen ? " open" : "")}>${summary}<pre>${cells.join("\n")}</pre></details>`;
}

function stillPicture(name: string, figure: Figure): Html {
  const width = stillWidth(figure);
  const source = `data:image/svg+xml;base64,${Buffer.from(renderSvg(figure)).toString("base64")}`;
  const look = html`class="epsilab-still-picture" style="width:${width}px;max-width:100%"`;
  return html`<p><img ${look} alt="${name}: ${figure.caption}" src="${source}"></p>
<p style="max-width:${width}px">${name}: ${figure.caption}</p>`;
}

function partRows({ part, claim, verdict, counts, controls }: PartOutcome): Html {
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  const cell = (content: string | Html) => html`<td style="text-align:left">${content}</td>`;
  const indented = (content: string) => html`<td style="text-align:left;padding-left:2em">${content}</td>`;
  const cells = found.map(([word, count]) => `${count} ${word}`).join(", ");
  const fates = Object.entries(controls).map(
    ([name, fate]) => html`<tr>${indented(`control: ${name}`)}${cell("")}${cell(verdictOf(fate))}${cell("")}</tr>`,
  );
  return html`<tr>${cell(part)}${cell(claim)}${cell(verdictOf(verdict))}${cell(cells)}</tr>
${fates}`;
}

function verdictOf(word: string, isGood?: boolean): Html {
  const colour = isGood === undefined ? COLOURS[word] : COLOURS[isGood ? "holds" : "violated"];
  // Mixed with the colour of the text, so that it can be read on a dark page too; the first is for browsers and viewers that cannot mix.
  const shown = colour === undefined ? "inherit" : `${colour};color:color-mix(in srgb,${colour} 70%,currentColor)`;
  return html`<span style="color:${shown};font-weight:600">${word}</span>`;
}
