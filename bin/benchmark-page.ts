/**
 * The page on published benchmarks, `docs/published-audits.md`, from the stored rows of its experiment. `npm run docs:update` writes it.
 */
import type { CellRow } from "../experiments/kit.ts";
import { publishedAudits } from "../lib/auditing/broken/published-audits.ts";

const text = (row: CellRow, axis: string) => String(row.cell[axis]);
const number = (row: CellRow, name: string): number => {
  const value = row.values?.[name];
  return typeof value === "number" ? value : Number.NaN;
};
const shown = (value: number) => (Number.isNaN(value) ? "none" : value.toFixed(4));
const exact = (row: CellRow) => (Number.isNaN(number(row, "exact")) ? "infinite" : shown(number(row, "exact")));
const atVerdict = (row: CellRow) => shown(row.checks.epsilon.estimate ?? Number.NaN);
const millions = (row: CellRow) => `${number(row, "draws") / 1_000_000}`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** StatDP's limits, a star where one is above the exact epsilon. */
function statistical(row: CellRow): string {
  const limits = row.values?.["statdp-limits"];
  if (!Array.isArray(limits)) return "none";
  return limits.map((limit) => `${shown(limit)}${Number(limit) > number(row, "exact") ? "*" : ""}`).join(", ");
}

function starred(row: CellRow, name: string): string {
  return `${shown(number(row, name))}${number(row, name) > number(row, "exact") ? "*" : ""}`;
}

function ahead(rows: readonly CellRow[]): string {
  const behind = rows.filter((row) => number(row, "nearest") > number(row, "certified"));
  if (behind.length === 0) return "No tool's limit is nearer in any row.";
  const each = behind.map((row) => {
    const by = number(row, "nearest") - number(row, "certified");
    return `${text(row, "mechanism")} by ${shown(by)}`;
  });
  const lucky = behind.flatMap((row) => {
    const own = publishedAudits.find(({ name }) => name === row.cell.mechanism);
    const found = [own, own?.network].find((each) => each?.limit === number(row, "nearest"))?.found ?? 0;
    return found > number(row, "exact")
      ? [`the log-ratio of its own counts, ${shown(found)}, is above the exact epsilon`]
      : [];
  });
  const places = [each.join(", "), ...lucky].join(";\n");
  return `Of the limits that are not above the exact epsilon, one is nearer than ours, from at least as many draws, in ${places}.
Limits at confidence 0.9 are above the exact epsilon once in ten times, and near it by luck more often; theirs and ours are of one run,
and the seed of ours was fixed before.`;
}

function refutedBeyond(rows: readonly CellRow[]): string {
  const behind = rows.filter((row) => number(row, "refuted") > number(row, "certified"));
  if (behind.length === 0) return "StatDP refutes no epsilon beyond what is certified here.";
  const each = behind.map((row) => `${text(row, "mechanism")} at ${text(row, "claim")}`);
  return `StatDP refutes more than is certified here of ${each.join(", ")}; ours are of one run, at a seed that was fixed before.`;
}

export function benchmarkPage(all: readonly CellRow[]): string {
  const rows = all.filter(({ control }) => control === undefined);
  const of = (part: string) => rows.filter((row) => row.part === part);
  const [sniper, statdp, checkdp, dpfinder, auditorium] = [
    "dp-sniper",
    "statdp",
    "checkdp",
    "dp-finder",
    "dp-auditorium",
  ].map(of);
  const finder = table(
    ["algorithm", "exact epsilon", "certified", "claim of 0.1"],
    dpfinder.map((row) => [text(row, "algorithm"), exact(row), atVerdict(row), verdictOf(row)]),
  );
  return `# Published benchmarks of audits

Four tools were measured on mechanisms whose laws are known, and a fifth comes with examples. \`epsilab run published-audits --full\`
audits all of them with at most as many draws; here is what it certifies, beside the exact epsilon and what the tools published.
The numbers are those of the stored result, \`epsilab show published-audits\` has the claim, and the figures are in the report.

What is the same: the mechanisms, their parameters and lengths, the confidence, and at most as many draws of each input to count an event.
What is not: the tools search for the inputs and learn what to look at, with draws of their own; here the inputs come from exact laws
and every audit knows the one number of an output to look at. And the tools draw both inputs independently, where here both may have the
same noise, as a program has it that takes a seed: the outputs of a pair then mostly agree, and only those that do not carry an error
(claim \`coupled-log-ratio\`). Draws that are not counted choose the event and whether that is the better way. The tools judge any
program; to audit one of yours, see [auditing a program](programs.md).

${sniperSection(sniper)}

${statdpSection(statdp)}

## CheckDP
Seventeen programs at epsilon 1 and seven queries (the smart sums claim 2). CheckDP proves or refutes each rightly; draws can refute,
and show how much. Two million draws of each input, the events of the whole experiment being wrong together with probability 0.01.

${table(
  ["program", "exact epsilon", "certified", "claim"],
  checkdp.map((row) => [text(row, "program"), exact(row), atVerdict(row), verdictOf(row)]),
)}

## DP-Finder
Nine algorithms that claim epsilon 0.1, on four queries in [-10, 10]. No results are published with its code; it takes at most 12 484 608
draws for an estimate; four million are taken here. The exact epsilon is that of the pair audited; of alg3 it is over all queries.

${finder}

${auditoriumSection(auditorium)}

Source: Bichsel, Steffen, Bogunovic, Vechev (S&P 2021); Ding, Wang, Wang, Zhang, Kifer (CCS 2018); Wang, Ding, Kifer, Zhang (CCS 2020);
Bichsel, Gehr, Drachsler-Cohen, Tsankov, Vechev (CCS 2018); Kong, Munoz Medina, Ribero, Syed (2023), and what is published with their
code. Times beside two of the tools: [bench/audits.md](../bench/audits.md).
`;
}

function sniperSection(sniper: readonly CellRow[]): string {
  return `## DP-Sniper, and StatDP beside it
Twenty mechanisms that claim epsilon 0.1 (RAPPOR claims nothing). Lower limits of epsilon at confidence 0.9; DP-Sniper and
StatDP counted their events in 200 million draws of each input. A star, here and below, marks a limit above the exact epsilon, by the error
that the confidence allows. The exact epsilon is that of the pair audited here; of SVT3 it is over all queries of the length, and of
SVT34Parallel an upper bound.

${table(
  ["mechanism", "exact epsilon", "here", "million draws", "DP-Sniper", "its network", "StatDP, two runs"],
  sniper.map((row) => [
    text(row, "mechanism"),
    exact(row),
    starred(row, "certified"),
    millions(row),
    starred(row, "logistic"),
    starred(row, "network"),
    statistical(row),
  ]),
)}

${ahead(sniper)}`;
}

function statdpSection(statdp: readonly CellRow[]): string {
  return `## StatDP
Eleven mechanisms at three claims. StatDP refutes hypotheses in steps of 0.1 up to 2 at level 0.05, with 100 000 draws to choose
an event and 500 000 to count it; the same draws certify here at the same level. Its p-values of iSVT4 at 0.2 are not monotone.

${table(
  ["mechanism", "claim", "exact epsilon", "here", "StatDP refutes"],
  statdp.map((row) => [
    text(row, "mechanism"),
    text(row, "claim"),
    exact(row),
    starred(row, "certified"),
    `${number(row, "refuted")}`,
  ]),
)}

${refutedBeyond(statdp)}`;
}

function auditoriumSection(auditorium: readonly CellRow[]): string {
  return `## DP-Auditorium
Twelve examples of its library at epsilon 1, or what a wrong budget for a step of gradient descent implies at delta 0.01. Its example tests
with 10 000 draws of each input at level 0.05; no results are published with its code. The same draws certify here at the same
level, half of them choosing the event, and four million beside them. The means with Gaussian noise are at delta 1e-5; the exact epsilon
is that of the pair audited, of SVT3 over all queries. A noisy scale is that of noise on the mean by the true size, where the scale
follows from a noisy size; the mean by a noisy size is left out, as is what the library wraps of another.

${table(
  ["mechanism", "documented as", "claim", "exact epsilon", "from 10 000 draws", "from four million", "verdict"],
  auditorium
    .filter((row) => row.cell.draws === 10_000)
    .map((row) => {
      const many = auditorium.find((other) => other.cell.mechanism === row.cell.mechanism && other !== row);
      return [
        text(row, "mechanism"),
        number(row, "documented") === 1 ? "private" : "not private",
        shown(number(row, "claimed")),
        exact(row),
        starred(row, "certified"),
        many === undefined ? "none" : starred(many, "certified"),
        verdictOf(many ?? row),
      ];
    }),
)}`;
}

function verdictOf(row: CellRow): string {
  return (row.checks.epsilon.estimate ?? 0) > number(row, "claimed") ? "refuted" : "not refuted";
}
