/**
 * Errata on the page: each with its kind and place, what the notes say, what is right, the best argument for the author and the
 * control that shows it; and the list of them all, kind by kind.
 */
import { type ErratumKind, erratumKinds } from "../../claims/erratum.ts";
import { whatWasRead } from "../../claims/lecture-notes.ts";
import {
  type ErratumStatus,
  errataSummary,
  type Refutation,
  stateWords,
  type WithdrawnStatus,
} from "../evidence/errata.ts";
import { contestWords, howToContest } from "../evidence/errata-handout.ts";
import { type Html, html } from "../text/html.ts";
import { setText } from "./formula.ts";
import { againstText, cellText } from "./number-text.ts";

/** The errata of one claim, and those that were withdrawn, inside its card. */
export function claimErrata(errata: readonly ErratumStatus[], withdrawn: readonly WithdrawnStatus[]): Html {
  if (errata.length + withdrawn.length === 0) return html``;
  return html`${errata.map(erratumSection)}${withdrawn.map(
    (each) =>
      html`<section class="erratum" id="${each.id}" aria-label="Withdrawn erratum ${each.id}">${withdrawnText(each)}</section>`,
  )}<p class="soft">${whatWasRead}</p>`;
}

function erratumSection(erratum: ErratumStatus): Html {
  const { id, kind, state, refutations } = erratum;
  const meaning = html`<span class="soft">${kind}: ${erratumKinds[kind].means}</span>`;
  const notShown = state === "shown" ? "" : html`<p>${sentence(stateWords(erratum))}</p>`;
  return html`<section class="erratum ${kind}" id="${id}" aria-label="Erratum ${id}">
<h4><a href="#${id}">${id}</a> ${meaning}</h4>
${erratumText(erratum)}${refutations.map(refutationLine)}${notShown}</section>`;
}

/** What stands under the number of an erratum, on the page and in the handout. */
export function erratumText({ kind, where, said, right, defence, contested = [] }: ErratumStatus): Html {
  const style = kind === "refuted" ? "wrong" : "said";
  return html`<p><b>The notes said</b> <span class="${style}">${setText(said)}</span>
<span class="soft">(${setText(where)})</span></p>
<p><b>${erratumKinds[kind].right}</b> ${setText(right)}</p><p><b>For the author</b> ${setText(defence)}</p>
${contested.map((each) => html`<p>${contestWords(each)}</p>`)}`;
}

export function withdrawnText({ id, where, said, because, date }: WithdrawnStatus): Html {
  return html`<p><b>${id} is withdrawn</b> (${date}): the notes are right. They said: ${setText(said)}
<span class="soft">(${setText(where)})</span> ${setText(because)}</p>`;
}

function refutationLine({ experiment, control, says, numbers: [first] }: Refutation): Html {
  const found = first === undefined ? "not run yet" : againstText({ theory: first.claimed, estimate: first.found });
  const where = first === undefined ? "" : ` (${cellText(first.cell)})`;
  return html`<p><b>Shown by</b> the control <em>${control}</em> of <a href="#experiment-${experiment}">${experiment}</a>, ${setText(says)}:
<b>${setText(found)}</b>${setText(where)}</p>`;
}

/** Every erratum in a line, kind by kind, as a link to its claim's card. */
export function errataIndex(errata: readonly ErratumStatus[], withdrawn: readonly WithdrawnStatus[]): Html {
  if (errata.length + withdrawn.length === 0) return html``;
  const kinds = (Object.keys(erratumKinds) as ErratumKind[]).map((kind) => ({
    kind,
    own: errata.filter((each) => each.kind === kind),
  }));
  return html`<section data-claims="${claimsOf([...errata, ...withdrawn])}"><h2 id="errata">Errata of the lecture notes</h2>
<p>${sentence(errataSummary(errata, withdrawn))} ${whatWasRead} <code>epsilab errata --html</code> writes them as a handout.</p>
${kinds.map(({ kind, own }) => (own.length === 0 ? "" : kindSection(`${kind}: ${erratumKinds[kind].means}`, own, kind === "refuted")))}
${withdrawn.length === 0 ? "" : kindSection("withdrawn: the notes are right", withdrawn, false)}
<p>${howToContest}</p></section>`;
}

function kindSection(
  title: string,
  own: readonly Pick<ErratumStatus, "id" | "claim" | "where" | "said">[],
  isOpen: boolean,
): Html {
  const lines = own.map(
    ({ id, claim, where, said }) =>
      html`<li data-claims="${claim}"><a href="#${id}">${id}</a>
<span>${setText(said)} <span class="soft">${setText(where)}</span></span></li>`,
  );
  const summary = html`<summary><span class="title">${title}</span><span class="word">${own.length}</span></summary>`;
  const list = html`${summary}<ul class="errata">${lines}</ul>`;
  const ids = claimsOf(own);
  return isOpen
    ? html`<details data-claims="${ids}" open>${list}</details>`
    : html`<details data-claims="${ids}">${list}</details>`;
}

function claimsOf(errata: readonly { readonly claim: string }[]): string {
  return [...new Set(errata.map(({ claim }) => claim))].join(" ");
}

function sentence(words: string): string {
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}
