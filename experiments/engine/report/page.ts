/**
 * The report: one page of all claims, what was found, and the figures, which needs nothing but itself.
 *
 * At the top what was found in four experiments; then all claims as a grid by area and a card each, the errata, and the
 * experiments. Search and filters act on all of it and stand in the page's address; with them, the headlines give way to the hits,
 * and to those of a search the grid does too, whose tiles have no words.
 */
import type { Claim } from "../../claims/index.ts";
import type { Experiment } from "../definition/experiment.ts";
import { searchedText } from "../evidence/claim-search.ts";
import { checksByClaim, claimState, speakingResult } from "../evidence/claim-status.ts";
import { errataOf, withdrawnOf } from "../evidence/errata.ts";
import type { Result } from "../format/read-result.ts";
import { counted } from "../text/counted.ts";
import { Html, html } from "../text/html.ts";
import { type CardContext, claimCard } from "./card.ts";
import { errataIndex } from "./errata.ts";
import { experimentSection } from "./experiment-section.ts";
import { FigureShelf } from "./figures.ts";
import { formulaStyle } from "./formula.ts";
import { claimGrid, legend } from "./grid.ts";
import { headlines } from "./headlines.ts";
import { beside, packed } from "./packed.ts";
import { policyOf } from "./page-policy.ts";
import type { PagePrograms } from "./page-programs.ts";
import { PLAYGROUND } from "./playground-page.ts";
import { RecomputeShelf } from "./recompute-shelf.ts";
import { SCRIPT } from "./script.ts";
import type { ShownClaim } from "./shown-claim.ts";
import { STATES, stateStyle } from "./state-style.ts";
import { STYLE } from "./style.ts";

export interface ReportQuestion {
  readonly experiments: readonly Experiment[];
  readonly claims: readonly Claim[];
  /** In the order in which they are shown. */
  readonly areas: readonly string[];
  readonly results: readonly Result[];
  /** The BibTeX entries of results, by their ids. */
  readonly bibtex: ReadonlyMap<string, string>;
  /** The text of plotly.js. */
  readonly plotly: string;
  /** The address of the folder of the API reference, seen from the page, if there is one. */
  readonly reference?: string | undefined;
  /** What computes results again in the page; without it no result is. */
  readonly programs?: PagePrograms | undefined;
}

/** A page whose figures and programs are files beside it, by their addresses. */
interface SitePage {
  readonly page: string;
  readonly files: ReadonlyMap<string, string>;
}

/** A page that needs nothing but itself. */
export function reportPage(question: ReportQuestion): string {
  return written(question, undefined);
}

/** Plotly and the figures are loaded when a figure is asked for. */
export function sitePage(question: ReportQuestion): SitePage {
  const files = new Map<string, string>();
  return { page: written(question, files), files };
}

/** Texts go into the page, packed, or to the files of a site. */
function written(question: ReportQuestion, files: Map<string, string> | undefined): string {
  const { experiments, results, bibtex, plotly, reference, programs } = question;
  const isSite = files !== undefined;
  const shelf = new FigureShelf();
  const recomputed = new RecomputeShelf(programs);
  const kept = (id: string, text: string, address: string) => {
    files?.set(address, text);
    return isSite ? beside(id, address) : packed(id, text);
  };
  const claims = shownClaims(question);
  const areas = question.areas.filter((area) => claims.some(({ claim }) => claim.area === area));
  const context: CardContext = {
    experiments,
    errata: errataOf(question.claims, experiments, results),
    withdrawn: withdrawnOf(question.claims),
    shelf,
    reference,
    recomputed,
  };
  const shown = experiments.map((experiment) => {
    const result = speakingResult(experiment, results);
    return { experiment, result, bibtex: result === undefined ? undefined : bibtex.get(result.id), recomputed };
  });
  const top = headlines(shown, shelf);
  const functions =
    reference === undefined
      ? ""
      : html` The functions behind them are in the <a href="${reference}/index.html">API reference</a>.`;
  const areaLinks = areas.map(
    (area) => html`<li data-claims="${idsOf(area, claims)}"><a href="#area-${area}">${area}</a></li>`,
  );
  const body = html`<a class="skip" href="#claims">Skip to the claims</a>
<header><p class="brand">Epsilab</p><button type="button" id="theme" aria-label="Switch between dark and light">◐</button>
<h1>Claims about differential privacy, and what was found</h1>
<p class="lead">${summary(claims, shown)} Each check has controls, broken variants that it must catch.
Sampling can refute privacy but never certify it: such claims are <em>not-refuted</em>.${functions}</p></header>
<div class="columns"><nav aria-label="Contents"><ul>${top.length === 0 ? "" : html`<li><a href="#found">What was found</a></li>`}
<li><a href="#claims">At a glance</a></li>
<li><a href="#cards">Claim by claim</a><ul>${areaLinks}</ul></li>
<li><a href="#errata">Errata</a></li><li><a href="#experiments">Experiments</a></li>
${isSite && programs !== undefined ? html`<li><a href="${PLAYGROUND}">Try the library</a></li>` : ""}</ul></nav>
<main>${toolbar(areas, claims)}
<p id="count" role="status" class="soft"></p><p id="cited" role="status" class="wrong" hidden></p>
${top.length === 0 ? "" : html`<section data-part><h2 id="found">What was found</h2><div class="headlines">${top}</div></section>`}
<section data-part id="glance"><h2 id="claims">All claims at a glance</h2>${legend(claims)}${claimGrid(areas, claims)}</section>
<section data-part><h2 id="cards">Claim by claim</h2>${areas.map(
    (area) =>
      html`<section data-part><h3 id="area-${area}">${area}</h3>${claims
        .filter(({ claim }) => claim.area === area)
        .map((each) => claimCard(each, context))}</section>`,
  )}</section>
${errataIndex(context.errata, context.withdrawn)}
<section data-part><h2 id="experiments">Experiments</h2>${shown.map((each) => experimentSection(each, shelf))}</section>
<p id="nothing" hidden>No claim fits. <button type="button" class="clear">Show all</button></p></main></div>
${isSite ? html`<footer class="soft"><a href="THIRD-PARTY-NOTICES.md">Third-party notices</a></footer>` : ""}`;
  const program = recomputed.script();
  const scripts = [SCRIPT, ...(program === undefined ? [] : [program])];
  const policy = policyOf([...scripts, plotly], { isSite, computes: program !== undefined });
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Epsilab: claims about differential privacy, and what was found</title>
<style>${new Html([formulaStyle(), STYLE, stateStyle()].join("\n"))}</style></head><body>
${body}
${kept("figures", shelf.data(), "programs/figures.json")}${kept("plotly", plotly, "programs/plotly.min.js")}${recomputed.data()}
${scripts.map((script) => html`<script>${new Html(script)}</script>`)}
</body></html>
`;
  return page.text;
}

function shownClaims({ claims, experiments, results }: ReportQuestion): readonly ShownClaim[] {
  const checks = checksByClaim(experiments, results);
  return claims.map((claim) => {
    const own = checks.get(claim.id) ?? [];
    return { claim, state: claimState(claim, own), checks: own, searched: searchedText(claim, own) };
  });
}

function idsOf(area: string, claims: readonly ShownClaim[]): string {
  return claims.flatMap(({ claim }) => (claim.area === area ? [claim.id] : [])).join(" ");
}

function summary(claims: readonly ShownClaim[], shown: readonly { readonly result: Result | undefined }[]): string {
  const found = claims.filter(({ checks }) => checks.some(({ outcome }) => outcome !== undefined)).length;
  const results = shown.flatMap(({ result }) => (result === undefined ? [] : [result]));
  const cells = results.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    `${counted(claims.length, "claim")}; ${found} of them checked by ${counted(results.length, "experiment")} ` +
    `in ${cells.toLocaleString("en")} cells.`
  );
}

function toolbar(areas: readonly string[], claims: readonly ShownClaim[]): Html {
  const states = Object.keys(STATES).filter((state) => claims.some((each) => each.state === state));
  const options = (words: readonly string[]) => words.map((word) => html`<option>${word}</option>`);
  return html`<form class="toolbar" role="search" aria-label="Claims">
<input name="q" type="search" placeholder="Search: composition, E49, Laplace …" aria-label="Search all claims">
<select name="area" aria-label="Area"><option value="">all areas</option>${options(areas)}</select>
<select name="verdict" aria-label="Verdict"><option value="">all verdicts</option>${options(states)}</select>
<label><input name="erratum" type="checkbox" value="1"> with an erratum</label>
<button type="button" class="clear" hidden>Clear</button></form>`;
}
