/**
 * Errata handout as a page: one HTML file that needs nothing but itself, to read on a screen and to print.
 */
import { erratumKinds } from "../../claims/erratum.ts";
import { whatWasRead } from "../../claims/lecture-notes.ts";
import { type ErratumStatus, errataSummary, type WithdrawnStatus } from "../evidence/errata.ts";
import {
  HANDOUT_TITLE,
  type HandoutSection,
  handoutSections,
  howToContest,
  notesFacts,
  notesTitle,
  runWords,
} from "../evidence/errata-handout.ts";
import { Html, html } from "../text/html.ts";
import { erratumText, withdrawnText } from "./errata.ts";
import { formulaStyle, setText } from "./formula.ts";
import { STYLE } from "./style.ts";

const HANDOUT_STYLE = `body { max-width: 52rem; }
.entry { break-inside: avoid; margin: 1.25rem 0; padding: .1rem 0 .1rem 1rem; border-left: 3px solid var(--edge); }
.entry.refuted { border-color: var(--wrong); } .entry h3 { margin: 0; font-size: 1rem; }
h3 .soft { font-weight: 400; } h2 { break-after: avoid; }
@media print { body { font-size: 10pt; padding: 0; max-width: none; } a { color: inherit; text-decoration: none; } }`;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:";

export function errataPage(errata: readonly ErratumStatus[], withdrawn: readonly WithdrawnStatus[]): string {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${HANDOUT_TITLE}</title>
<style>${new Html([formulaStyle(), STYLE, HANDOUT_STYLE].join("\n"))}</style></head><body>
<header><p class="brand">Epsilab</p><h1>${HANDOUT_TITLE}</h1>
<p class="lead">${errataSummary(errata, withdrawn)}.</p><p class="lead">${whatWasRead}</p></header>
<main>${handoutSections(errata, withdrawn).map(notesSection)}
<section><h2>To contest an erratum</h2><p>${howToContest}</p></section></main></body></html>
`;
  return page.text;
}

function notesSection(section: HandoutSection): Html {
  const withdrawn = section.withdrawn.map(
    (each) => html`<article class="entry" id="${each.id}">${withdrawnText(each)}</article>`,
  );
  return html`<section><h2>${notesTitle(section)}</h2><p class="soft">${notesFacts(section)}</p>
${section.errata.map(entry)}${withdrawn}</section>`;
}

function entry(erratum: ErratumStatus): Html {
  const { id, kind, claim } = erratum;
  const meaning = `${kind}: ${erratumKinds[kind].means}; claim ${claim}`;
  return html`<article class="entry ${kind}" id="${id}"><h3>${id} <span class="soft">${meaning}</span></h3>
${erratumText(erratum)}<p class="soft">${setText(runWords(erratum))}</p></article>`;
}
