/**
 * The look of the report: one column of text, verdicts by sign and colour, printable.
 */
export const STYLE = `
:root { --ink: #1a1a1a; --soft: #5f6368; --line: #d9dce0; --paper: #fff; --shade: #f6f7f9; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 6rem; max-width: 62rem; color: var(--ink); background: var(--paper);
  font: 16px/1.55 system-ui, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; padding-top: .5rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .25rem; }
p, ul { margin: .4rem 0; }
.soft { color: var(--soft); }
code { font: .88em ui-monospace, "DejaVu Sans Mono", monospace; background: var(--shade); padding: .05em .3em; border-radius: 3px; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; margin: .5rem 0 1rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
.verdict { white-space: nowrap; font-weight: 600; }
.holds, .caught { color: #00664b; } .violated, .missed { color: #b3261e; }
.inconclusive { color: #7a5900; } .not-refuted { color: #00529b; } .open { color: var(--soft); font-weight: 400; }
.figure { margin: 1rem 0 1.5rem; overflow-x: auto; }
.figure figcaption { font-size: .9rem; color: var(--soft); max-width: 46rem; }
details { border-bottom: 1px solid var(--line); padding: .35rem 0; }
summary { cursor: pointer; display: flex; gap: .75rem; align-items: baseline; }
summary .title { flex: 1; } summary code { font-size: .8em; }
details > div { padding: .25rem 0 .75rem 1.1rem; max-width: 46rem; }
dl { display: grid; grid-template-columns: 9rem 1fr; gap: .3rem 1rem; margin: .5rem 0; } dt { color: var(--soft); } dd { margin: 0; }
.search { width: 100%; padding: .5rem .7rem; font: inherit; border: 1px solid var(--line); border-radius: 6px; margin: .75rem 0; }
@media print { .search { display: none; } details > div { display: block; } }
`;
