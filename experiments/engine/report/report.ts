/**
 * The report: one page of all claims, verdicts and figures, which needs nothing but itself.
 */
import { renderSvg } from "../../../lib/figures/drawing/render-svg.ts";
import type { Figure } from "../../../lib/figures/figure.ts";
import { TOOLBAR_HEIGHT, withToolbar } from "../../../lib/figures/toolbar.ts";
import { type Claim, claimNamed, lectureNotes } from "../../claims/index.ts";
import { type ClaimCheck, checksByClaim, claimVerdict, missedControls, speakingResult } from "../claim-status.ts";
import { counted } from "../counted.ts";
import type { Experiment } from "../experiment.ts";
import { outcomeOf, type PartOutcome } from "../outcome.ts";
import type { Result } from "../read-result.ts";
import { citationKey } from "../result-files.ts";
import { Html, html, scriptJson } from "./html.ts";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";

const SIGNS: Readonly<Record<string, string>> = {
  holds: "✓",
  caught: "✓",
  violated: "✗",
  missed: "✗",
  inconclusive: "?",
  "not-refuted": "○",
};

export interface ReportQuestion {
  readonly experiments: readonly Experiment[];
  readonly claims: readonly Claim[];
  /** In the order in which they are shown. */
  readonly areas: readonly string[];
  readonly results: readonly Result[];
  /** The text of plotly.js. */
  readonly plotly: string;
  /** The address of the folder of the API reference, seen from the page, if there is one. */
  readonly reference?: string | undefined;
}

export function reportPage({ experiments, claims, areas, results, plotly, reference }: ReportQuestion): string {
  const checks = checksByClaim(experiments, results);
  const shown = experiments.map((experiment) => ({ experiment, result: speakingResult(experiment, results) }));
  const figures: Figure[] = [];
  const sections = shown.map(({ experiment, result }) => experimentSection(experiment, result, figures));
  const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:";
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width"><title>Epsilab: claims and what was found</title>
<style>${new Html(STYLE)}</style></head><body>
<h1>Claims about differential privacy, and what was found</h1>
<p class="soft">${summary(claims, checks)} Sampling can refute privacy but never certify it: such cells are <i>not-refuted</i>. A control is a broken
variant that the check must catch.${reference === undefined ? "" : html` The functions behind the claims are in the <a href="${reference}/index.html">API reference</a>.`}</p>
${sections}
<h2 id="claims">All claims</h2>
<input class="search" type="search" placeholder="Find a claim: composition, E49, violated …" aria-label="Find a claim">
${areas.map((area) => areaSection(area, claims, checks, reference))}
<script id="figures" type="application/json">${scriptJson(figures.map(({ data, layout }) => ({ data, layout: withToolbar(layout) })))}</script>
<script>${new Html(plotly.replaceAll("</script", "<\\/script"))}</script>
<script>${new Html(SCRIPT)}</script>
</body></html>
`;
  return page.text;
}

function summary(claims: readonly Claim[], checks: ReadonlyMap<string, readonly ClaimCheck[]>): string {
  const verdicts = [...checks.values()].map(claimVerdict);
  const run = verdicts.filter((verdict) => verdict !== undefined).length;
  const broken = verdicts.filter((verdict) => verdict === "violated").length;
  const open = verdicts.filter((verdict) => verdict === "inconclusive").length;
  return `${claims.length} claims; ${checks.size} have an experiment, ${run} of them a stored result: ${broken} violated, ${open} with open cells.`;
}

function verdictOf(word: string): Html {
  const sign = SIGNS[word];
  return html`<span class="verdict ${sign === undefined ? "open" : word}">${sign ?? "·"} ${word}</span>`;
}

function experimentSection(experiment: Experiment, result: Result | undefined, figures: Figure[]): Html {
  if (result === undefined) {
    return html`<h2 id="${experiment.id}">${experiment.title}</h2>
<p class="soft">Not run yet: <code>npx epsilab run ${experiment.id}</code></p>`;
  }
  const { parts, passed } = outcomeOf(result.rows);
  const { environment } = result;
  return html`<h2 id="${experiment.id}">${experiment.title}</h2>
<p><code>${citationKey(result.spec, result.id)}</code> <span class="soft">${passed ? "passed" : "FAILED"}; seed ${result.spec.seed},
Node ${String(environment.node)}, ${String(environment.arch)}, ${counted(Number(environment.threads), "thread")}, ${String(environment.seconds)} s${environment.dirty === true ? ", from modified code" : ""}</span></p>
<table><tr><th>part</th><th>claim</th><th>verdict</th><th>cells</th></tr>${parts.map((part) => partRows(experiment, part))}</table>
${[...result.figures].map(([name, figure]) => figureOf(name, figure, figures))}`;
}

function partRows(experiment: Experiment, { part, claim, verdict, counts, controls }: PartOutcome): Html {
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  const declared = experiment.parts[part];
  return html`<tr><td>${part}<br><span class="soft">${declared?.asks ?? ""}</span></td><td><a href="#claim-${claim}">${claim}</a></td>
<td>${verdictOf(verdict)}</td><td>${found.map(([word, count]) => `${count} ${word}`).join(", ")}</td></tr>
${Object.entries(controls).map(
  ([name, fate]) =>
    html`<tr><td colspan="2">control: ${declared?.controls[name]?.says ?? name}</td><td>${verdictOf(fate)}</td><td></td></tr>`,
)}`;
}

function figureOf(name: string, figure: Figure, figures: Figure[]): Html {
  figures.push(figure);
  const still = new Html(renderSvg(figure));
  const { width, height } = withToolbar(figure.layout);
  return html`<figure class="figure"><div data-figure="${figures.length - 1}" style="width:${width}px;height:${height}px" title="${name}"><div
style="padding-top:${TOOLBAR_HEIGHT}px">${still}</div></div>
<figcaption>${figure.caption}</figcaption></figure>`;
}

function areaSection(
  area: string,
  claims: readonly Claim[],
  checks: ReadonlyMap<string, readonly ClaimCheck[]>,
  reference: string | undefined,
): Html {
  const own = claims.filter((claim) => claim.area === area);
  if (own.length === 0) return html``;
  return html`<section class="area"><h3>${area}</h3>${own.map((claim) => claimDetails(claim, checks.get(claim.id) ?? [], reference))}</section>`;
}

function claimDetails(claim: Claim, checks: readonly ClaimCheck[], reference: string | undefined): Html {
  const { id, title, statement, source, lecture, errata, evidence, check, control } = claim;
  const verdict = claimVerdict(checks) ?? (checks.length > 0 ? "not run" : "no experiment yet");
  const entry = (name: string, content: string | Html | readonly Html[]) => html`<dt>${name}</dt><dd>${content}</dd>`;
  return html`<details id="claim-${id}"><summary><span class="title">${title}</span><code>${id}</code>${verdictOf(verdict)}${missedControls(checks).length === 0 ? "" : html` ${verdictOf("missed")} control`}</summary><div>
<p>${statement}</p><dl>
${entry("source", source.map(({ work, year, where }) => [`${work} (${year})`, where].filter(Boolean).join(", ")).join("; "))}
${lecture === undefined ? "" : entry("lecture notes", `${lecture.notes.map((notes) => lectureNotes[notes].title).join("; ")}: ${lecture.said}`)}
${errata.map((each) => entry(each.id, html`<s>${each.wrong}</s><br>${each.right}`))}
${entry("evidence", evidence.join(", "))}
${check === "" ? "" : entry("check", check)}
${control === "" ? "" : entry("control", control)}
${checks.map(({ experiment, part, outcome }) => entry("experiment", html`<a href="#${experiment}">${experiment}</a>, part ${part}: ${outcome === undefined ? "not run" : verdictOf(outcome.verdict)}`))}
${reference === undefined || claimNamed(id) === undefined ? "" : entry("functions", html`<a href="${reference}/claims/${id}.html">in the API reference</a>`)}
</dl></div></details>`;
}
