/**
 * The page in which a reader runs the recipes of the cookbook and the examples of the reference, changes them, or writes a program of
 * their own. An example that imports what only Node has says so, and stands there to be read.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fitsSearch } from "../evidence/claim-search.ts";
import { packageFolder } from "../program/project.ts";
import { counted } from "../text/counted.ts";
import { Html, html } from "../text/html.ts";
import { policyOf } from "./page-policy.ts";
import type { PlaygroundProgram } from "./page-programs.ts";
import { STYLE } from "./style.ts";
import { THEME_SCRIPT } from "./theme-script.ts";

/** The page's name on a site. */
export const PLAYGROUND = "playground.html";

/** What `bin/write-examples.js` writes. */
const EXAMPLES = "dist/browser/examples.json";

interface Example {
  readonly title: string;
  /** Markdown, of which paragraphs and `code` are read. */
  readonly text: string;
  readonly code: string;
}

interface Examples {
  readonly recipes: readonly Example[];
  /** By the folder of the library that they are of. */
  readonly examples: readonly (Example & { readonly area: string })[];
}

const LIBRARY = "epsilab";

const OWN = {
  title: "A program of your own",
  text: "Imports are those of `epsilab` and its doors. The value of the last line is shown, and what `console.log` prints.",
  code: `import { advantage, laplace, stream, tradeOff } from "${LIBRARY}";

const noisy = laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" });
console.log(noisy.release(42, stream(20261115, "mine")));
advantage(tradeOff(noisy));`,
};

const SCRIPT = `
"use strict";
${fitsSearch}
const one = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
${THEME_SCRIPT}
const form = document.querySelector(".toolbar");
const examples = all("details").map((each) => ({ each, text: each.textContent.toLowerCase() }));
function search() {
  let shown = 0;
  for (const { each, text } of examples) {
    each.hidden = !fitsSearch(text, form.q.value);
    if (!each.hidden) shown++;
  }
  for (const part of all("[data-part]")) part.hidden = all("details", part).every(({ hidden }) => hidden);
  one("count").textContent = form.q.value === "" ? "" : shown + " of " + examples.length;
}
form.addEventListener("input", search);
form.addEventListener("submit", (event) => event.preventDefault());
function visit() {
  const target = one(decodeURIComponent(location.hash.slice(1)));
  if (!target?.matches("details")) return;
  target.open = true;
  target.scrollIntoView();
  target.querySelector("summary").focus({ preventScroll: true });
}
addEventListener("hashchange", visit);
document.addEventListener("click", ({ target }) => {
  const details = target.closest("summary")?.parentElement;
  if (details) history.replaceState(null, "", details.open ? location.pathname : "#" + details.id);
});
visit();
`;

export function playgroundPage({ page, doors }: PlaygroundProgram): string {
  const { recipes, examples } = JSON.parse(readFileSync(join(packageFolder, EXAMPLES), "utf8")) as Examples;
  const areas = [...new Set(examples.map(({ area }) => area))];
  const ids = new Set<string>();
  const idOf = (name: string) => {
    const plain = name.replaceAll(/[^\w$]+/g, "-");
    const free = [plain, ...Array.from({ length: ids.size }, (_, k) => `${plain}-${k + 2}`)].find((id) => !ids.has(id));
    ids.add(free ?? plain);
    return free ?? plain;
  };
  const shown = (example: Example, name: string) => shownExample(example, idOf(name), doors);
  const policy = policyOf([SCRIPT, page], { isSite: true, computes: true });
  const text = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Epsilab: try the library</title>
<style>${new Html(STYLE)}</style></head><body>
<header><p class="brand"><a href="index.html">Epsilab</a></p>
<button type="button" id="theme" aria-label="Switch between dark and light">◐</button>
<h1>Try the library</h1>
<p class="lead">${counted(recipes.length, "recipe")} and ${counted(examples.length, "example")} of the reference, to run and to change.
They run in your browser, in a worker that reaches neither the page nor any server. A value behind <code>// =&gt;</code> is what Node
gives; here it is computed again. Ctrl+Enter or Shift+Enter runs a program.</p></header>
<main data-doors="${doors.join(" ")}">
<form class="toolbar" role="search" aria-label="Recipes and examples">
<input name="q" type="search" placeholder="Search: median, laplace …" aria-label="Search recipes and examples"></form>
<p id="count" role="status" class="soft"></p>
<section data-part><h2>Your own</h2>${shown(OWN, "own")}</section>
<section data-part><h2 id="recipes">Recipes</h2>${recipes.map((recipe, k) => shown(recipe, `recipe-${k + 1}`))}</section>
${areas.map((area) => {
  const inArea = examples.filter((example) => example.area === area);
  return html`<section data-part><h2 id="area-${area}">Examples: ${area}</h2>${inArea.map((each) => shown(each, each.title))}</section>`;
})}</main>
<footer class="soft"><a href="THIRD-PARTY-NOTICES.md">Third-party notices</a></footer>
<script>${new Html(SCRIPT)}</script><script>${new Html(page)}</script></body></html>
`;
  return text.text;
}

function shownExample({ title, text, code }: Example, id: string, doors: readonly string[]): Html {
  return html`<details class="experiment" id="${id}"><summary><span class="title">${title}</span></summary>
<div class="body">${proseOf(text)}${programOf(code, title, doors)}</div></details>`;
}

function programOf(code: string, title: string, doors: readonly string[]): Html {
  const outside = [...code.matchAll(/\bfrom "([^"]+)"/g)]
    .map(([, name]) => name)
    .filter((name) => !doors.includes(name));
  if (outside.length > 0)
    return html`<pre tabindex="0"><code>${code}</code></pre>
<p class="soft">It needs Node: it imports ${[...new Set(outside)].join(" and ")}, which a page does not have.</p>`;
  return html`<div class="recompute" role="group" aria-label="Program: ${title}" data-snippet>
<textarea aria-label="Code: ${title}" spellcheck="false" autocapitalize="off" autocomplete="off"
rows="${code.split("\n").length}">${code}</textarea>
<p><button type="button" data-do="run">Run</button> <button type="button" data-do="stop" hidden>Stop</button>
<button type="button" data-do="reset">Reset</button>
<progress hidden aria-label="Running"></progress> <output></output></p><ul class="printed"></ul></div>`;
}

function proseOf(text: string): readonly Html[] {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "");
  return paragraphs.map((paragraph) => {
    const parts = paragraph.split(/`([^`]+)`/);
    return html`<p>${parts.map((part, k) => (k % 2 === 1 ? html`<code>${part}</code>` : part))}</p>`;
  });
}
