/**
 * Card: one claim, all there is to know of it: the statement set as a formula, its source, what the lecture notes said, what was found with
 * numbers, controls and figures, and how to run it again and to cite it.
 */
import { claimNamed, type Lecture, lectureNotes, type Source } from "../../claims/index.ts";
import { guidesOf } from "../../lectures/index.ts";
import type { Experiment } from "../definition/experiment.ts";
import { missedControls } from "../evidence/claim-status.ts";
import type { ErratumStatus, WithdrawnStatus } from "../evidence/errata.ts";
import { citationKey } from "../format/result-files.ts";
import { figuresOf } from "../store/shown-figures.ts";
import { type Html, html } from "../text/html.ts";
import { checkSection } from "./check-section.ts";
import { copied } from "./copied.ts";
import { claimErrata } from "./errata.ts";
import type { FigureShelf } from "./figures.ts";
import { formula, setText } from "./formula.ts";
import type { RecomputeShelf } from "./recompute-shelf.ts";
import type { ShownClaim } from "./shown-claim.ts";
import { badge, classOf, STATES, signOf } from "./state-style.ts";

export interface CardContext {
  readonly experiments: readonly Experiment[];
  readonly errata: readonly ErratumStatus[];
  readonly withdrawn: readonly WithdrawnStatus[];
  readonly shelf: FigureShelf;
  /** The address of the folder of the API reference, seen from the page, if there is one. */
  readonly reference: string | undefined;
  readonly recomputed: RecomputeShelf;
}

export function claimCard(shown: ShownClaim, context: CardContext): Html {
  const { claim, state, checks, searched } = shown;
  const { id, area, title, statement, tex, errata } = claim;
  const missed = missedControls(checks).length === 0 ? "" : badge("missed");
  const erratum = errata.length === 0 ? "" : html`<span class="mark">${errata.map((each) => each.id).join(" ")}</span>`;
  return html`<details class="card" id="claim-${id}" data-claims="${id}" data-area="${area}" data-verdict="${state}"
data-errata="${errata.length}" data-text="${searched}">
<summary><span class="swatch ${classOf(state)}" aria-hidden="true">${signOf(state)}</span>
<span class="title">${title}</span>${erratum}${missed}<span class="word">${state}</span></summary>
<div class="body">${tex === undefined ? "" : html`<div class="scroller formula" role="group" aria-label="Formula">${formula(tex)}</div>`}
<p class="statement">${setText(statement)}</p>
${claimErrata(
  context.errata.filter(({ claim: of }) => of === id),
  context.withdrawn.filter(({ claim: of }) => of === id),
)}
${facts(shown, context.reference)}
${foundSection(shown, context)}
</div></details>`;
}

function facts({ claim }: ShownClaim, reference: string | undefined): Html {
  const { id, source, lecture, evidence, covers, citedBecause } = claim;
  const entry = (name: string, content: Html | string) => html`<dt>${name}</dt><dd>${content}</dd>`;
  const prose = (name: string, text: string | undefined) => (text ? entry(name, setText(text)) : "");
  const hasPage = reference !== undefined && claimNamed(id) !== undefined;
  return html`<dl>${source.length === 0 ? "" : entry("Source", html`${source.map(sourceLine)}`)}
${lecture === undefined ? "" : entry("The notes said", lectureLine(lecture))}
${guidesOf(id).length === 0 ? "" : entry("In the lectures", guideLines(id))}
${prose("Covers", covers)}${prose("No run", citedBecause)}${entry("Evidence", evidence.join(", "))}
${entry("Name", html`<code>${id}</code> ${copied(`#claim-${id}`, "link")}`)}
${hasPage ? entry("Functions", html`<a href="${reference}/claims/${id}.html">in the API reference</a>`) : ""}</dl>`;
}

function lectureLine({ said, where, notes }: Lecture): Html {
  const titles = notes.map((each) => `${each} is ${lectureNotes[each].title}`).join("; ");
  return html`${setText(said)} <span class="soft">(${setText(where)}; ${titles})</span>`;
}

/** The guides in which a claim stands, by the command that goes through one: the page has nothing beside it. */
function guideLines(id: string): Html {
  return html`${guidesOf(id).map(({ guide, sections }) => {
    const titles = sections.map(({ title }) => title).join("; ");
    return html`<span class="source">${titles} <span class="soft">(<code>npx epsilab lectures ${guide.slug}</code>)</span></span>`;
  })}`;
}

function sourceLine({ work, year, where, doi }: Source): Html {
  const text = [`${work} (${year})`, where].filter(Boolean).join(", ");
  return html`<span class="source">${text}${doi === undefined ? "" : html`, <span class="soft">doi:${doi}</span>`}</span>`;
}

function foundSection({ state, checks }: ShownClaim, { experiments, shelf, recomputed }: CardContext): Html {
  if (checks.length === 0) return html`<p class="soft">${badge(state)} ${STATES[state]}</p>`;
  const own = experiments.filter(({ id }) => checks.some(({ experiment }) => experiment === id));
  return html`<h4>What was found</h4>${own.map((experiment) => {
    const ours = checks.filter((check) => check.experiment === experiment.id);
    const [{ result }] = ours;
    const parts = ours.map(({ part }) => part);
    const figures = result === undefined ? [] : figuresOf(experiment, result, parts);
    const run = `npx epsilab run ${experiment.id} --full --parts ${parts.join(",")}`;
    const key = result === undefined ? "" : citationKey(result.spec, result.id);
    return html`${ours.map((check) => checkSection(check, recomputed))}
${figures.map(([name, figure]) => shelf.show(name, figure))}
<dl><dt>Run it again</dt><dd><code>${run}</code> ${copied(run, "command")}</dd>
${key === "" ? "" : html`<dt>Cite it</dt><dd><code>${key}</code> ${copied(key, "key")}</dd>`}</dl>`;
  })}`;
}
