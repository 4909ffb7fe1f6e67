/**
 * Grid: all claims at a glance, by area, each a tile in the colour of its state that leads to its card; and the legend, which
 * filters by state.
 */
import { missedControls } from "../evidence/claim-status.ts";
import { type Html, html } from "../text/html.ts";
import type { ShownClaim } from "./shown-claim.ts";
import { classOf, STATES, signOf } from "./state-style.ts";

export function claimGrid(areas: readonly string[], claims: readonly ShownClaim[]): Html {
  return html`<div class="grid">${areas.map((area) => areaRow(area, claims))}</div>
<p class="note" id="grid-note" aria-hidden="true">Point at a tile for its name; open it for its card.</p>`;
}

function areaRow(area: string, claims: readonly ShownClaim[]): Html {
  const own = claims.filter(({ claim }) => claim.area === area);
  const ids = own.map(({ claim }) => claim.id).join(" ");
  return html`<div class="row" data-claims="${ids}"><a class="area" href="#area-${area}">${area}</a>
<span class="tiles">${own.map(tile)}</span></div>`;
}

function tile({ claim, state, checks }: ShownClaim): Html {
  const missed = missedControls(checks).length > 0;
  const label = `${claim.title}: ${state}${missed ? ", a control was missed" : ""}`;
  const shown = missed ? "missed" : state;
  const link = html`class="tile ${classOf(shown)}" href="#claim-${claim.id}" data-claims="${claim.id}"`;
  return html`<a ${link} aria-label="${label}">${signOf(shown)}</a>`;
}

/** The states that occur, with how many claims are in each. */
export function legend(claims: readonly ShownClaim[]): Html {
  const counts = Object.entries(STATES)
    .map(([state, meaning]) => ({ state, meaning, count: claims.filter((each) => each.state === state).length }))
    .filter(({ count }) => count > 0);
  return html`<ul class="legend">${counts.map(
    ({ state, meaning, count }) =>
      html`<li><button type="button" data-verdict="${state}" aria-pressed="false" title="${meaning}"><span class="swatch ${classOf(
        state as keyof typeof STATES,
      )}" aria-hidden="true">${signOf(state as keyof typeof STATES)}</span><b>${count}</b> ${state}</button></li>`,
  )}</ul>`;
}
