/**
 * The look of the page: calm, in two themes, from a phone to a wide screen.
 *
 * A figure is stored on white paper. On a dark page its lightness is turned over and its hues are kept, pictures and Plotly's alike.
 */
const LIGHT = `color-scheme: light; --paper: #fff; --shade: #f6f7f8; --ink: #1d2125; --soft: #59616b; --line: #e2e5e9; --edge: #8b939d;
  --accent: #1a5aa6; --wrong: #9d2430; --figure: none;`;
const DARK = `color-scheme: dark; --paper: #131313; --shade: #1e1f20; --ink: #e6e6e6; --soft: #a8abaf; --line: #303234; --edge: #808488;
  --accent: #8cbcf5; --wrong: #f0949c; --figure: invert(.927) hue-rotate(180deg);`;

export const STYLE = `
:root { ${LIGHT} }
:root[data-theme=dark] { ${DARK} }
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { ${DARK} } }
* { box-sizing: border-box; }
html { scroll-padding-top: 5rem; }
body { margin: 0 auto; padding: 2rem clamp(.75rem, 2vw, 2rem) 6rem; max-width: 89rem; color: var(--ink); background: var(--paper);
  font: 16px/1.6 system-ui, "DejaVu Sans", sans-serif; overflow-wrap: break-word; }
[hidden] { display: none !important; }
h1 { font-size: clamp(1.4rem, 4vw, 1.9rem); line-height: 1.2; margin: .25rem 0 .75rem; letter-spacing: -.01em; }
h2 { font-size: 1.3rem; margin: 3rem 0 1rem; } h3 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
h4 { font-size: 1rem; margin: 2rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h5 { font-size: .95rem; margin: 1.25rem 0 .15rem; }
p { margin: .4rem 0; } a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; } [tabindex="-1"]:focus { outline: none; }
sup, sub { font-size: .75em; line-height: 0; white-space: nowrap; } i { font-family: KaTeX_Math, serif; font-size: 1.12em; line-height: 0; }
code { font: .85em ui-monospace, "DejaVu Sans Mono", monospace; background: var(--shade); padding: .1em .35em;
  border-radius: 4px; overflow-wrap: anywhere; }
.soft { color: var(--soft); } .soft, table { font-size: .9rem; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .25rem .5rem; z-index: 9; }
:where(button, select, input):where(:not(.plot *)) { font: inherit; font-size: .9rem; color: inherit; background: var(--paper);
  border: 1px solid var(--line); border-radius: 6px; padding: .35rem .6rem; min-height: 2.25rem; }
button { cursor: pointer; } button:where(:not(.plot *)):hover { background: var(--shade); }
header { position: relative; margin-bottom: 1.5rem; } .brand { font-weight: 650; color: var(--soft); margin: 0; }
.lead { max-width: 46rem; color: var(--soft); } #theme { position: absolute; right: 0; top: -.25rem; width: 2.25rem; padding: 0; }
nav { font-size: .9rem; } nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .1rem 1rem; }
nav a { color: var(--soft); text-decoration: none; } nav a:hover { color: var(--ink); text-decoration: underline; }
nav ul ul { display: none; }
.toolbar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; padding: .75rem 0; background: var(--paper); }
.toolbar [type=search] { flex: 1 1 14rem; min-width: 0; } .toolbar select { flex: 0 1 auto; min-width: 0; }
.toolbar label { display: flex; gap: .4rem; align-items: center; font-size: .9rem; }
[type=checkbox] { min-height: 0; width: 1.05rem; height: 1.05rem; }
.headlines { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); } .headline h3 { margin: 0; }
.headline h3 a { color: inherit; text-decoration: none; }
.headline p { max-width: 44rem; } .headline figcaption { display: none; }
figure { margin: 1rem 0; min-width: 0; }
figure > .scroller[tabindex]::before { content: "↔ scrolls sideways"; display: block; position: sticky; left: 0;
  width: max-content; font-size: .8rem; color: var(--soft); }
figcaption { font-size: .85rem; color: var(--soft); max-width: 44rem; margin-top: .25rem; }
.scroller { overflow-x: auto; max-width: 100%; } .plot { filter: var(--figure); background: #fff; width: var(--wide); height: var(--tall); }
.plot svg { display: block; } .still, .still svg { width: 100%; height: 100%; } .narrow { display: none; }
.legend { list-style: none; margin: 0 0 1rem; padding: 0; display: flex; flex-wrap: wrap; gap: .4rem; }
.legend button { display: flex; gap: .4rem; align-items: center; padding: .2rem .6rem .2rem .3rem; }
.legend [aria-pressed=true] { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
.swatch, .tile { display: inline-grid; place-items: center; width: 1.6rem; height: 1.6rem; border-radius: 5px; flex: none;
  font-size: .9rem; line-height: 1; font-weight: 600; }
.grid { columns: 24rem; column-gap: 2rem; } .row { display: flex; gap: .75rem; break-inside: avoid; padding: .2rem 0; }
.row .area { flex: 0 0 9.5rem; font-size: .9rem; line-height: 2rem; color: var(--soft); text-decoration: none; }
.row .area:hover { text-decoration: underline; }
.tiles { display: flex; flex-wrap: wrap; gap: 4px; } .tile { width: 2rem; height: 2rem; text-decoration: none; }
.tile:hover { outline: 2px solid var(--ink); outline-offset: 1px; }
.note { min-height: 1.6em; font-size: .9rem; color: var(--soft); }
details { border-top: 1px solid var(--line); } section > details:last-child { border-bottom: 1px solid var(--line); }
summary { display: flex; gap: .75rem; align-items: center; padding: .5rem 0; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary .title { flex: 1; min-width: 0; } summary:hover .title { text-decoration: underline; text-underline-offset: .2em; }
.word, .mark { font-size: .85rem; color: var(--soft); } .word { text-align: right; }
[open] > summary .title { font-weight: 650; } .body { padding: .25rem 0 2rem; } .body > :not(figure) { max-width: 46rem; }
.badge { display: inline-block; padding: .05rem .45rem; border-radius: 5px; font-size: .8rem; white-space: nowrap; }
.formula { margin: .75rem 0; padding: .25rem 0; } .formula .katex { font-size: 1.15em; }
.formula .katex-display { margin: .5em 0; text-align: left; }
.formula .katex-display > .katex { text-align: left; padding-bottom: .15em; }
.statement { font: 1.2rem/1.55 KaTeX_Main, Georgia, serif; } .statement i { font-size: 1em; }
.erratum { margin: 1rem 0; padding: .1rem 0 .1rem 1rem; border-left: 3px solid var(--edge); }
.erratum.refuted { border-color: var(--wrong); } .erratum h4 { margin: 0; padding: 0; border: 0; font-size: .95rem; }
.erratum:focus { background: var(--shade); } .wrong { color: var(--wrong); }
dl { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: .4rem 1rem; margin: 1rem 0; font-size: .92rem; }
dt { color: var(--soft); } dd { margin: 0; } .source { display: block; }
.copy { font-size: .78rem; min-height: 1.6rem; padding: 0 .5rem; color: var(--soft); }
.recompute { margin: 1rem 0; font-size: .9rem; } .recompute button { margin: 0 .2rem .2rem 0; }
.recompute [aria-disabled=true] { color: var(--soft); cursor: default; }
.recompute progress { vertical-align: middle; max-width: 100%; }
.recompute fieldset { border: 1px solid var(--line); border-radius: 4px; margin: .5rem 0; padding: .2rem .75rem; }
.recompute fieldset p { margin: .25rem 0; } .recompute input { max-width: 100%; } .recompute img { max-width: 100%; height: auto; }
.recompute output { font-variant-numeric: tabular-nums; } .recompute ul { margin: .4rem 0; overflow-wrap: anywhere; }
textarea { display: block; width: 100%; margin: .75rem 0 .5rem; padding: .5rem .75rem; color: inherit; background: var(--shade);
  border: 1px solid var(--edge); border-radius: 6px; font: .85rem/1.5 ui-monospace, "DejaVu Sans Mono", monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; resize: vertical; field-sizing: content; }
.printed { list-style: none; padding: 0; } .printed code, pre { white-space: pre-wrap; } pre code { display: block; padding: .5rem .75rem; }
.controls { list-style: none; margin: .75rem 0; padding: 0; font-size: .92rem; }
.controls li { display: flex; gap: .6rem; align-items: baseline; padding: .15rem 0; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); } .number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.errata { list-style: none; margin: .25rem 0 1.5rem; padding: 0; font-size: .95rem; max-width: 62rem; }
.errata li { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); padding: .2rem 0; }
.errata .soft { font-size: .85rem; }
.experiment .body > :not(figure) { max-width: 62rem; }
@media (min-width: 88rem) {
  .headline { display: grid; grid-template-columns: 14.5rem minmax(0, 1fr); column-gap: 1.5rem; grid-template-rows: auto 1fr; }
  .headline figure { grid-column: 2; grid-row: 1 / 3; margin: 0; }
}
@media (min-width: 48rem) { .toolbar { position: sticky; top: 0; z-index: 2; border-bottom: 1px solid var(--line); } }
@media (min-width: 81rem) {
  .columns { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 2rem; }
  nav { position: sticky; top: 1rem; align-self: start; max-height: 95vh; overflow-y: auto; padding-top: .75rem; }
  nav ul, nav ul ul { display: block; } nav ul ul { padding-left: .75rem; font-size: .85rem; margin: .1rem 0 .4rem; }
  nav li { padding: .1rem 0; }
}
@media (max-width: 40rem) {
  .plot { width: 100%; height: var(--narrow-tall); } .still { display: none; } .narrow { display: block; }
  th, td { padding-right: .4rem; } table { font-size: .82rem; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: .6rem; }
  .row { display: block; padding: .4rem 0; } .row .area { line-height: 1.6; } .card .word { display: none; }
}
@media print { .toolbar, nav, #theme, .copy, .note { display: none; } }
`;
