/**
 * What the page does in a browser: search and filters that live in its address, cards that open from links, figures drawn when they
 * come into view, the theme, and buttons that copy.
 *
 * The part of the address after # is either the place that a link leads to, a citation (epsilab:experiment/run#hash, or / for the #), or
 * `q=...&area=...&verdict=...&erratum=1&at=place`.
 */
import { fitsSearch } from "../evidence/claim-search.ts";
import { THEME_SCRIPT } from "./theme-script.ts";

export const SCRIPT = `
"use strict";
${fitsSearch}
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const one = (id) => document.getElementById(id);
const form = document.querySelector(".toolbar");
const FILTERS = ["q", "area", "verdict", "erratum"];

const cards = all(".card").map((card) => ({ id: card.dataset.claims, card, text: card.dataset.text }));

function readAddress() {
  const hash = decodeURI(location.hash.slice(1));
  return new URLSearchParams(hash.includes("=") ? hash : hash === "" ? "" : { at: hash });
}

function addressOf(state) {
  const set = [...state].filter(([, value]) => value !== "");
  if (set.length === 0) return "#";
  return "#" + (set.length === 1 && set[0][0] === "at" ? set[0][1] : new URLSearchParams(set));
}

function go(state, { replace = false } = {}) {
  const address = addressOf(state);
  if (replace) history.replaceState(null, "", address);
  else if (address !== location.hash) history.pushState(null, "", address);
  apply(state);
}

function apply(state) {
  const isFiltered = FILTERS.some((name) => state.get(name));
  const fits = ({ card, text }) =>
    (!state.get("area") || card.dataset.area === state.get("area")) &&
    (!state.get("verdict") || card.dataset.verdict === state.get("verdict")) &&
    (!state.get("erratum") || card.dataset.errata !== "0") &&
    fitsSearch(text, state.get("q") ?? "");
  const shown = new Set(cards.filter(fits).map(({ id }) => id));
  for (const each of all("[data-claims]")) {
    each.hidden = isFiltered && !each.dataset.claims.split(" ").some((id) => shown.has(id));
  }
  for (const part of all("[data-part]").reverse()) {
    part.hidden = isFiltered && all("[data-claims]", part).every((each) => each.hidden);
  }
  one("glance").hidden ||= Boolean(state.get("q"));
  for (const name of ["q", "area", "verdict"]) {
    if (form[name].value !== (state.get(name) ?? "")) form[name].value = state.get(name) ?? "";
  }
  form.erratum.checked = state.get("erratum") === "1";
  for (const each of all(".legend button")) each.setAttribute("aria-pressed", String(each.dataset.verdict === state.get("verdict")));
  all(".clear", form)[0].hidden = !isFiltered;
  one("nothing").hidden = shown.size > 0;
  one("count").textContent = isFiltered ? shown.size + " of " + cards.length + " claims" : "";
  visit(state.get("at"));
}

// What a citation names: the place of its experiment, and a word where the page has another result of it.
function cited(place) {
  const [, key, experiment] = /^(epsilab:([\\w-]+)\\/[^#%]*)/.exec(place ?? "") ?? [];
  const target = experiment && one("experiment-" + experiment);
  const asked = place?.replace("%23", "#").replace(/^([^/]*\\/[^/]*)\\//, "$1#");
  const isOther = experiment && !target?.dataset.key?.startsWith(asked);
  one("cited").hidden = !isOther;
  if (isOther) one("cited").textContent = "The address names " + asked + ", this page has " + (target?.dataset.key ?? "none of it") + ".";
  return key ? "experiment-" + experiment : place;
}

function visit(place) {
  const at = cited(place);
  const target = at && one(at);
  if (!target || target.closest("[hidden]")) return;
  for (let each = target.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
  target.scrollIntoView();
  const reader = target.matches("details") ? target.querySelector("summary") : target;
  if (!reader.matches("summary")) reader.tabIndex = -1;
  reader.focus({ preventScroll: true });
}

const withState = (change) => {
  const state = readAddress();
  for (const [name, value] of Object.entries(change)) value ? state.set(name, value) : state.delete(name);
  return state;
};

form.addEventListener("input", ({ target }) => {
  if (target.name !== "q") return;
  go(withState({ q: target.value, at: "" }), { replace: readAddress().has("q") });
});
form.addEventListener("change", ({ target }) => {
  if (target.name !== "q") go(withState({ [target.name]: target.type === "checkbox" ? target.checked && "1" : target.value, at: "" }));
});
form.addEventListener("submit", (event) => event.preventDefault());

document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    const at = link.getAttribute("href").slice(1);
    const state = withState({ at });
    // A place that the filters hide is shown without them.
    go(one(at)?.closest("[hidden]") ? new URLSearchParams({ at }) : state);
    visit(at);
  }
  const summary = event.target.closest("summary");
  if (summary) history.replaceState(null, "", addressOf(withState({ at: summary.parentElement.open ? "" : summary.parentElement.id })));
  if (event.target.closest(".clear")) { go(new URLSearchParams()); form.q.focus(); }
  const state = event.target.closest(".legend button")?.dataset.verdict;
  if (state) go(withState({ verdict: readAddress().get("verdict") === state ? "" : state, at: "" }));
  const copy = event.target.closest("[data-copy]");
  if (copy) copyText(copy);
});
addEventListener("popstate", () => apply(readAddress()));

async function copyText(button) {
  const text = button.dataset.copy.replace(/^#/, location.href.split("#")[0] + "#");
  const label = button.textContent;
  try { await navigator.clipboard.writeText(text); button.textContent = "Copied"; }
  catch { button.textContent = "Not allowed here"; }
  setTimeout(() => { button.textContent = label; }, 1500);
}

for (const type of ["mouseover", "focusin"]) {
  document.addEventListener(type, ({ target }) => {
    const tile = target.closest?.(".tile");
    if (tile) one("grid-note").textContent = tile.getAttribute("aria-label");
  });
}

${THEME_SCRIPT}
async function unpack(id) {
  const { textContent, dataset } = one(id);
  if (dataset.file) return (await fetch(dataset.file)).text();
  const bytes = Uint8Array.from(atob(textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}
let unpacked;
function figures() {
  unpacked ??= (async () => {
    const [plotly, data] = await Promise.all([unpack("plotly"), unpack("figures")]);
    const script = document.createElement("script");
    script.textContent = plotly;
    document.head.append(script);
    return JSON.parse(data);
  })();
  return unpacked;
}
async function draw(place) {
  const { data, layout, narrow } = (await figures())[place.dataset.figure];
  place.textContent = "";
  const named = ({ legendgroup, ...trace }, name) => ({ ...trace, name, ...(legendgroup !== undefined && { legendgroup: name }) });
  const onPhone = (trace, k) => ({ ...named(trace, narrow.names[k]), ...(narrow.texts?.[k] && { text: narrow.texts[k] }) });
  const [traces, shown] = phone.matches
    ? [data.map(onPhone), { ...narrow.layout, width: Math.max(narrow.layout.width, place.clientWidth) }]
    : [data, layout];
  await Plotly.newPlot(place, traces, shown, { displaylogo: false, responsive: false });
}
// On a phone panels stand one above the other; the style sheet has the same width.
const phone = matchMedia("(max-width: 40rem)");
phone.addEventListener("change", () => { for (const place of all(".js-plotly-plot")) draw(place); });
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) { seen.unobserve(target); draw(target); }
}, { rootMargin: "300px" });
for (const place of all(".plot")) {
  // Plotly is 1.4 MB to fetch: a picture stands until a reader points at it.
  const isStill = one("plotly").dataset.file && place.querySelector(".still");
  if (isStill) place.addEventListener("pointerenter", () => draw(place), { once: true });
  else seen.observe(place);
}
// What scrolls sideways can be reached by keyboard.
const sized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
    else target.removeAttribute("tabindex");
  }
});
for (const each of all(".scroller")) sized.observe(each);
apply(readAddress());
`;
