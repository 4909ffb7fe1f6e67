/**
 * State style: the sign, the colours and the meaning of every state of a claim, and of every fate of a control.
 *
 * Verdicts look as they do in figures; what has no verdict is an outline with its own sign.
 */
import { VERDICT_STYLES } from "../../../lib/figures/verdict-style.ts";
import type { ClaimState } from "../evidence/claim-status.ts";
import { type Html, html } from "../text/html.ts";

type Shown = ClaimState | "caught" | "missed";

const SIGNS: Readonly<Record<Exclude<ClaimState, keyof typeof VERDICT_STYLES>, string>> = {
  "not run": "▷",
  "no experiment yet": "·",
  cited: "§",
};

/** In the order of the legend. */
export const STATES: Readonly<Record<ClaimState, string>> = {
  holds: "the numbers agree with the claim, within the stated error",
  "not-refuted": "sampling found nothing against it; sampling cannot certify privacy",
  inconclusive: "the numbers do not decide it",
  violated: "the numbers contradict it",
  "not run": "it has an experiment, but no stored result",
  "no experiment yet": "nothing checks it so far",
  cited: "no run can decide it; it stands with its source",
};

export function signOf(state: Shown): string {
  return isVerdict(state) ? VERDICT_STYLES[state].sign : SIGNS[state];
}

/** The class that colours an element. */
export function classOf(state: Shown): string {
  return `is-${state.replaceAll(" ", "-")}`;
}

export function badge(state: Shown): Html {
  return html`<span class="badge ${classOf(state)}"><span aria-hidden="true">${signOf(state)}</span> ${state}</span>`;
}

/** The rules of all classes. */
export function stateStyle(): string {
  const verdicts = Object.entries(VERDICT_STYLES).map(
    ([word, { fill, text }]) => `.${classOf(word as Shown)} { background: ${fill}; color: ${text}; }`,
  );
  const others = Object.keys(SIGNS).map((word) => `.${classOf(word as Shown)}`);
  return [...verdicts, `${others.join(", ")} { box-shadow: inset 0 0 0 1px var(--edge); color: var(--soft); }`].join(
    "\n",
  );
}

function isVerdict(state: Shown): state is keyof typeof VERDICT_STYLES {
  return Object.hasOwn(VERDICT_STYLES, state);
}
