/**
 * Errata on the page: what the lecture notes had wrong, what is right, and the control that refutes it; and the index of them all.
 */
import type { ErratumState, ErratumStatus, Refutation } from "../errata.ts";
import { setText } from "./formula.ts";
import { type Html, html } from "./html.ts";
import { againstText, cellText } from "./number-text.ts";

/** Where no run refutes an erratum, why. */
const WHY: Readonly<Partial<Record<ErratumState, string>>> = {
  "not refuted": "Our run does not refute it: a finding.",
  slip: "A slip of notation, a name or a date, which no run can decide.",
};

export function erratumSection({ id, wrong, right, state, refutations }: ErratumStatus): Html {
  return html`<section class="erratum" id="${id}" aria-label="Erratum ${id}"><h4><a href="#${id}">${id}</a></h4>
<p><b>The notes said</b> <span class="wrong">${setText(wrong)}</span></p><p><b>Right is</b> ${setText(right)}</p>
${refutations.map(refutationLine)}${WHY[state] === undefined ? "" : html`<p>${WHY[state]}</p>`}</section>`;
}

function refutationLine({ experiment, control, says, numbers: [first] }: Refutation): Html {
  const found = first === undefined ? "not run yet" : againstText({ theory: first.claimed, estimate: first.found });
  const where = first === undefined ? "" : ` (${cellText(first.cell)})`;
  return html`<p><b>Refuted by</b> the control <em>${control}</em> of <a href="#experiment-${experiment}">${experiment}</a>, ${setText(says)}:
<b>${setText(found)}</b>${setText(where)}</p>`;
}

/** Every erratum as a link: filled where a control refutes it. */
export function errataIndex(errata: readonly ErratumStatus[]): Html {
  if (errata.length === 0) return html``;
  const count = (state: ErratumState) => errata.filter((each) => each.state === state).length;
  const ids = [...new Set(errata.map(({ claim }) => claim))].join(" ");
  const more = count("slip") === 0 ? "" : `, ${count("slip")} are slips that no run can refute`;
  return html`<section data-claims="${ids}"><h2 id="errata">What the notes had wrong</h2>
<p>${errata.length} statements of the lecture notes are corrected here; ${count("refuted")} of them are refuted by a run${more}.</p>
<p class="index">${errata.map(({ id, claim, state }) => {
    const words = `Erratum ${id}, ${claim}, ${state}`;
    return html`<a href="#${id}" data-claims="${claim}" class="${state === "refuted" ? "refuted" : "open"}" aria-label="${words}" title="${words}">${id}</a>`;
  })}</p></section>`;
}
