/**
 * Check section: what one part of an experiment found about a claim: its verdict, some of its numbers, and the fate of its controls.
 *
 * Of many cells a few are listed: first those that are not as the claim has it, then some from all over the grid.
 */

import type { Check } from "../definition/judgement.ts";
import { type CellRow, claimRows } from "../definition/row.ts";
import type { ClaimCheck } from "../evidence/claim-status.ts";
import type { PartOutcome } from "../format/outcome.ts";
import type { Result } from "../format/read-result.ts";
import { counted } from "../text/counted.ts";
import { type Html, html } from "../text/html.ts";
import { setText } from "./formula.ts";
import { againstText, cellText, numberText } from "./number-text.ts";
import type { RecomputeShelf } from "./recompute-shelf.ts";
import { badge, signOf } from "./state-style.ts";

const MOST_CELLS = 4;
/** Multiples of it, modulo 1, spread evenly without keeping step with the axes of a grid. */
const GOLDEN = 0.618034;

export function checkSection(check: ClaimCheck, shelf: RecomputeShelf): Html {
  const { experiment, part, asks, over, result, outcome } = check;
  const place = html`<a href="#experiment-${experiment}">${experiment}</a>, part ${part}${over === "" ? "" : `, over ${over}`}`;
  const heading = html`<h5>${setText(asks)}</h5><p class="soft">${place}`;
  if (result === undefined || outcome === undefined)
    return html`${heading}: ${badge("not run")}</p>
${controlList(check, {}, [])}`;
  const rows = claimRows(result.rows, part);
  return html`${heading}: ${countsOf(outcome)}${trialsOf(rows)}</p>
${shelf.box(result, { part, table: numbersTable(result, rows, shelf) })}
${controlList(check, outcome.controls, result.rows)}`;
}

/** "12 holds, 1 inconclusive", as badges. */
export function countsOf({ counts }: PartOutcome): readonly Html[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => html`${counted(count, "cell")} ${badge(word as keyof typeof counts)} `);
}

function trialsOf(rows: readonly CellRow[]): string {
  const trials = rows.reduce((sum, row) => sum + (row.trials ?? 0), 0);
  return trials === 0 ? "exact" : `${trials.toLocaleString("en")} trials`;
}

function numbersTable(result: Result, rows: readonly CellRow[], shelf: RecomputeShelf): Html {
  const chosen = chosenRows(rows);
  const left = rows.length - chosen.length;
  const more = left === 0 ? "" : html`<p class="soft">and ${counted(left, "cell")} more in the stored result</p>`;
  return html`<div class="scroller" role="group" aria-label="Numbers"><table>
<thead><tr><th>cell</th><th>check</th><th>found</th><th>claimed or bound</th><th>verdict</th></tr></thead>
<tbody>${chosen.map((row) => cellLines(row, shelf.cellButton(result, row)))}</tbody></table></div>${more}`;
}

/** The checks of a cell, a line each, with its place in the grid and a button before the first. */
function cellLines({ cell, checks }: CellRow, button: Html): Html {
  const named = Object.entries(checks);
  const place = html`<td rowspan="${named.length}">${cellText(cell)}${button}</td>`;
  return html`${named.map(
    ([name, check], k) => html`<tr>${k > 0 ? "" : place}<td>${name}</td>${numberCells(check)}</tr>`,
  )}`;
}

function numberCells({ estimate, lower, upper, theory, verdict }: Check): Html {
  const ends = [lower, upper].map((end) => (end === undefined ? "" : numberText(end)));
  const interval = lower === undefined && upper === undefined ? "" : ` [${ends.join(", ")}]`;
  const shown = (value: number | undefined) => (value === undefined ? "" : setText(numberText(value)));
  return html`<td class="number">${shown(estimate)}<span class="soft">${setText(interval)}</span></td>
<td class="number">${shown(theory)}</td><td>${signOf(verdict)} ${verdict}</td>`;
}

function chosenRows(rows: readonly CellRow[]): readonly CellRow[] {
  const notable = rows
    .filter(({ verdict }) => verdict === "violated" || verdict === "inconclusive")
    .slice(0, MOST_CELLS);
  const others = rows.filter(({ verdict }) => verdict === "holds" || verdict === "not-refuted");
  const wanted = Math.min(MOST_CELLS - notable.length, others.length);
  const places = new Set(
    Array.from({ length: wanted }, (_, k) => Math.floor(((k * GOLDEN + 0.25) % 1) * others.length)),
  );
  return [...notable, ...others.filter((_, place) => places.has(place))];
}

function controlList({ part, controls }: ClaimCheck, fates: PartOutcome["controls"], rows: readonly CellRow[]): Html {
  return html`<ul class="controls">${Object.entries(controls).map(([name, says]) => {
    const fate = fates[name];
    const caught = rows.find((row) => row.part === part && row.control === name && row.verdict === "violated");
    const check = Object.values(caught?.checks ?? {}).find(({ verdict }) => verdict === "violated");
    const numbers = check === undefined ? "" : html` <span class="soft">(${setText(againstText(check))})</span>`;
    const shown = fate === undefined ? "" : html`${badge(fate)} `;
    return html`<li>${shown}<span>control: ${setText(says)}${numbers}</span></li>`;
  })}</ul>`;
}
