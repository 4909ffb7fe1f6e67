/**
 * Experiment section: one experiment with what its stored result found, its figures, and how to run, verify and cite it.
 */

import type { Experiment } from "../definition/experiment.ts";
import { summaryOf } from "../execution/verdict-table.ts";
import { outcomeOf, type PartOutcome } from "../format/outcome.ts";
import type { Result } from "../format/read-result.ts";
import { citationKey } from "../format/result-files.ts";
import { figuresOf } from "../store/shown-figures.ts";
import { counted } from "../text/counted.ts";
import { type Html, html } from "../text/html.ts";
import { countsOf } from "./check-section.ts";
import { copied } from "./copied.ts";
import type { FigureShelf } from "./figures.ts";
import { setText } from "./formula.ts";
import type { RecomputeShelf } from "./recompute-shelf.ts";
import { badge } from "./state-style.ts";

interface ShownExperiment {
  readonly experiment: Experiment;
  readonly result: Result | undefined;
  readonly bibtex: string | undefined;
  readonly recomputed: RecomputeShelf;
}

export function experimentSection(shown: ShownExperiment, shelf: FigureShelf): Html {
  const { experiment, result, bibtex, recomputed } = shown;
  const { id, title, parts } = experiment;
  const claims = [...new Set(Object.values(parts).map(({ claim }) => claim))].join(" ");
  const run = `npx epsilab run ${id}${result === undefined ? "" : " --full"}`;
  const key = result === undefined ? "" : html` data-key="${citationKey(result.spec, result.id)}"`;
  const summary = result === undefined ? badge("not run") : summaryOf(outcomeOf(result.rows));
  const body =
    result === undefined
      ? html`<p>Not run yet: <code>${run}</code> ${copied(run, "command")}</p>`
      : html`${found(experiment, result, bibtex, run, shelf)}${recomputed.box(result)}`;
  return html`<details class="experiment" id="experiment-${id}" data-claims="${claims}"${key}>
<summary><span class="title">${title}</span><span class="word">${summary}</span></summary>
<div class="body">${body}${recomputed.explore(id)}</div></details>`;
}

function found(
  experiment: Experiment,
  result: Result,
  bibtex: string | undefined,
  run: string,
  shelf: FigureShelf,
): Html {
  const { spec, id, rows, environment } = result;
  const key = citationKey(spec, id);
  const { node, arch, engine, threads, seconds, dirty } = environment;
  const where = engine === undefined ? `Node ${String(node)}, ${String(arch)}` : String(engine);
  const machine = `${where}, ${counted(Number(threads), "thread")}, ${String(seconds)} s`;
  return html`<dl><dt>Cite it</dt><dd><code>${key}</code> ${copied(key, "key")} ${bibtex === undefined ? "" : copied(bibtex, "BibTeX")}</dd>
<dt>Run it again</dt><dd><code>${run}</code> ${copied(run, "command")}</dd>
<dt>Computed</dt><dd>seed ${spec.seed}, ${machine}${dirty === true ? ", from modified code" : ""}</dd></dl>
<div class="scroller" role="group" aria-label="Parts"><table>
<thead><tr><th>part</th><th>claim</th><th>cells</th><th>controls</th></tr></thead>
<tbody>${outcomeOf(rows).parts.map((part) => partRow(experiment, part))}</tbody></table></div>
${figuresOf(experiment, result).map(([name, figure]) => shelf.show(name, figure))}`;
}

function partRow({ parts }: Experiment, outcome: PartOutcome): Html {
  const { part, claim, controls } = outcome;
  const fates = Object.values(controls);
  const missed = fates.filter((fate) => fate === "missed").length;
  const caught = html`${fates.length - missed} of ${fates.length} ${badge("caught")}`;
  return html`<tr><td>${part}<br><span class="soft">${setText(parts[part]?.asks ?? "")}</span></td>
<td><a href="#claim-${claim}">${claim}</a></td>
<td>${countsOf(outcome)}</td><td>${caught}${missed === 0 ? "" : badge("missed")}</td></tr>`;
}
