/** The figure of the validity of verdicts, from its stored rows alone. */
import { clopperPearsonUpper } from "../../lib/statistics/proportion-interval.ts";
import { FAMILY_ERROR_RATE } from "../../lib/statistics/verdict.ts";
import { by, type CellRow, figureOf, storedList, storedNumber } from "../kit.ts";

/** Of the upper limit. */
export const UPPER_ERROR_RATE = 0.05;

const seeds = (row: CellRow) => Array.from({ length: storedNumber("seeds")(row) }, (_, k) => k + 1);
const refutedAt = storedList("refuted-at");

/** The upper limit after each number of seeds. */
function limits(row: CellRow): readonly number[] {
  return seeds(row).map((trials) => {
    const successes = refutedAt(row).filter((seed) => seed <= trials).length;
    return clopperPearsonUpper({ successes, trials, errorRate: UPPER_ERROR_RATE });
  });
}

/** How the upper limit of the share of seeds with a refutal falls as seeds are added. */
export const limitFigure = figureOf({
  kind: "tail",
  part: "seeds",
  caption: ([row]) =>
    "Upper Clopper-Pearson limit, 95 %, of the share of seeds at which a harness refutes a true claim, after 1 to " +
    `${storedNumber("seeds")(row)} seeds of its quick size. The claim holds if the limit ends at or below 0.01, the family-wise error ` +
    "that the rule of verdicts allows; 299 seeds without a refutal are what that takes.",
  source: "Clopper and Pearson (1934)",
  x: { label: "seeds", scale: "log", of: seeds },
  y: { label: "upper limit of the share refuted" },
  panels: by(
    (row) => `${row.cell.harness}: ${refutedAt(row).length} of ${storedNumber("seeds")(row)} seeds`,
    (title) => title,
  ),
  theory: [
    { name: "upper limit, 95 %", y: limits },
    {
      name: "family-wise error 0.01",
      role: "bound",
      x: (row) => [1, storedNumber("seeds")(row)],
      y: () => [FAMILY_ERROR_RATE, FAMILY_ERROR_RATE],
    },
  ],
});
