/**
 * The verdict table that a run prints: a line for each part, one for each control, then the cells that are not as one would wish.
 */
import type { VerdictWord } from "../../../lib/statistics/verdict.ts";
import type { CellRow } from "../definition/row.ts";
import { type Outcome, outcomeOf } from "../format/outcome.ts";
import type { Result } from "../format/read-result.ts";
import { citationKey } from "../format/result-files.ts";
import { counted } from "../text/counted.ts";
import { table } from "../text/table.ts";
import { placeOf } from "./plan.ts";

const MOST_CELLS = 12;

export function verdictTable(title: string, result: Pick<Result, "spec" | "rows" | "id">): string {
  const outcome = outcomeOf(result.rows);
  const lines = outcome.parts.flatMap(({ part, claim, counts, verdict, controls }) => [
    [part, claim, verdict, countsOf(counts)],
    ...Object.entries(controls).map(([name, fate]) => [`  control: ${name}`, "", fate, ""]),
  ]);
  const columns = ["part", "claim", "verdict", "cells"].map((title) => ({ title }));
  return [
    `${title}\n`,
    table(columns, lines),
    notableCells(result.rows)
      .map((line) => `  ${line}\n`)
      .join(""),
    `${summaryOf(outcome)}\nCite as ${citationKey(result.spec, result.id)}\n`,
  ]
    .filter((text) => text !== "")
    .join("\n");
}

function countsOf(counts: Readonly<Record<VerdictWord, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`)
    .join(", ");
}

/** Violated and open cells, and those in which a control was missed, a line each with the check that says so. */
export function notableCells(rows: readonly CellRow[]): readonly string[] {
  const found = rows.filter(({ control, verdict }) =>
    control === undefined ? verdict === "violated" || verdict === "inconclusive" : verdict !== "violated",
  );
  const lines = found.slice(0, MOST_CELLS).map((row) => {
    const { checks, verdict } = row;
    const [name, check] = Object.entries(checks).find(([, each]) => each.verdict === verdict) ?? ["", undefined];
    const numbers = (["estimate", "lower", "upper", "theory"] as const).flatMap((key) =>
      check?.[key] === undefined ? [] : [`${key} ${Number(check[key]?.toPrecision(6))}`],
    );
    const notes = check?.notes ?? [];
    return `${verdict}: ${placeOf(row)}, ${name}: ${[...numbers, ...notes].join(", ")}`;
  });
  if (found.length > MOST_CELLS) lines.push(`and ${found.length - MOST_CELLS} more`);
  return lines;
}

/** Whether it passed, and if not what failed, and how many controls were caught. */
export function summaryOf({ passed, parts }: Outcome): string {
  const fates = parts.flatMap(({ part, controls }) =>
    Object.entries(controls).map(([name, fate]) => ({ name: `control ${name} of part ${part}`, fate })),
  );
  const caught = fates.filter(({ fate }) => fate === "caught").length;
  const failed = [
    ...parts.flatMap(({ part, claim, verdict, counts }) =>
      verdict === "violated" ? [`claim ${claim} violated in ${counted(counts.violated, "cell")} of part ${part}`] : [],
    ),
    ...fates.flatMap(({ name, fate }) => (fate === "missed" ? [`${name} missed`] : [])),
  ];
  const words = passed ? "passed: " : `FAILED: ${failed.join(", ")}; `;
  return `${words}${caught} of ${counted(fates.length, "control")} caught`;
}
