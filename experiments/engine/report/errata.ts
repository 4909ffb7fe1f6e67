/**
 * Errata: what the lecture notes had wrong, what is right, and the control that refutes it; and the index of them all.
 */
import type { Erratum } from "../../claims/claim.ts";
import { setText } from "./formula.ts";
import { type Html, html } from "./html.ts";
import { againstText, cellText } from "./number-text.ts";
import type { Refutation } from "./refutation.ts";
import type { ShownClaim } from "./shown-claim.ts";

type Refutations = ReadonlyMap<string, readonly Refutation[]>;

export function erratumSection({ id, wrong, right }: Erratum, refutations: Refutations): Html {
  return html`<section class="erratum" id="${id}" aria-label="Erratum ${id}"><h4><a href="#${id}">${id}</a></h4>
<p><b>The notes said</b> <span class="wrong">${setText(wrong)}</span></p><p><b>Right is</b> ${setText(right)}</p>
${(refutations.get(id) ?? []).map(refutationLine)}</section>`;
}

function refutationLine({ experiment, control, says, check, cell }: Refutation): Html {
  const found = check === undefined ? "not run yet" : againstText(check);
  const where = cell === undefined ? "" : ` (${cellText(cell)})`;
  return html`<p><b>Refuted by</b> the control <em>${control}</em> of <a href="#experiment-${experiment}">${experiment}</a>, ${setText(says)}:
<b>${setText(found)}</b>${setText(where)}</p>`;
}

/** Every erratum as a link: filled where a control refutes it. */
export function errataIndex(claims: readonly ShownClaim[], refutations: Refutations): Html {
  const errata = claims.flatMap(({ claim }) => claim.errata.map((erratum) => ({ claim, erratum })));
  if (errata.length === 0) return html``;
  const isRefuted = ({ id }: Erratum) => (refutations.get(id) ?? []).some(({ check }) => check !== undefined);
  const refuted = errata.filter(({ erratum }) => isRefuted(erratum)).length;
  const slips = errata.filter(({ erratum }) => erratum.slip).length;
  const ids = [...new Set(errata.map(({ claim }) => claim.id))].join(" ");
  const sorted = [...errata].sort((one, other) => (one.erratum.id < other.erratum.id ? -1 : 1));
  return html`<section data-claims="${ids}"><h2 id="errata">What the notes had wrong</h2>
<p>${errata.length} statements of the lecture notes are corrected here; ${refuted} of them are refuted by a run${slips === 0 ? "" : `, ${slips} are slips that no run can refute`}.</p>
<p class="index">${sorted.map(
    ({ claim, erratum }) =>
      html`<a href="#${erratum.id}" data-claims="${claim.id}" class="${isRefuted(erratum) ? "refuted" : "open"}" aria-label="Erratum ${erratum.id}, ${claim.title}${isRefuted(erratum) ? ", refuted" : ""}" title="${claim.title}">${erratum.id}</a>`,
  )}</p></section>`;
}
