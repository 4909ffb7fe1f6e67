/**
 * Outcome: what the rows of a result say in all: verdicts by part, controls caught or missed, and whether the experiment passed.
 *
 * A control is caught if every one of its rows is `violated`. The experiment passes if no row of a claim is `violated` and no control is
 * missed; `inconclusive` rows do not fail it, they are open.
 */
import type { VerdictWord } from "../../../lib/statistics/verdict.ts";
import { worstVerdict } from "../definition/judgement.ts";
import type { CellRow } from "../definition/row.ts";

export interface PartOutcome {
  readonly part: string;
  readonly claim: string;
  readonly counts: Readonly<Record<VerdictWord, number>>;
  readonly verdict: VerdictWord;
  readonly controls: Readonly<Record<string, "caught" | "missed">>;
}

export interface Outcome {
  readonly parts: readonly PartOutcome[];
  readonly passed: boolean;
}

export function outcomeOf(rows: readonly CellRow[]): Outcome {
  const parts = [...new Set(rows.map(({ part }) => part))].map((part) => partOutcome(part, rows));
  const passed = parts.every(
    ({ verdict, controls }) => verdict !== "violated" && !Object.values(controls).includes("missed"),
  );
  return { parts, passed };
}

function partOutcome(part: string, all: readonly CellRow[]): PartOutcome {
  const rows = all.filter((row) => row.part === part);
  const own = rows.filter(({ control }) => control === undefined).map(({ verdict }) => verdict);
  const count = (word: VerdictWord) => own.filter((verdict) => verdict === word).length;
  const names = new Set(rows.flatMap(({ control }) => (control === undefined ? [] : [control])));
  const controls = [...names].map((name): [string, "caught" | "missed"] => {
    const caught = rows.every(({ control, verdict }) => control !== name || verdict === "violated");
    return [name, caught ? "caught" : "missed"];
  });
  return {
    part,
    claim: rows[0].claim,
    counts: {
      holds: count("holds"),
      violated: count("violated"),
      inconclusive: count("inconclusive"),
      "not-refuted": count("not-refuted"),
    },
    verdict: worstVerdict(own),
    controls: Object.fromEntries(controls),
  };
}
