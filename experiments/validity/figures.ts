/** The figure of the validity of verdicts, from its stored rows alone. */
import type { Figure } from "../../lib/figures/figure.ts";
import { tailFigure } from "../../lib/figures/tail-figure.ts";
import { clopperPearsonUpper } from "../../lib/statistics/proportion-interval.ts";
import { FAMILY_ERROR_RATE } from "../../lib/statistics/verdict.ts";
import { type CellRow, claimRows, storedNumber } from "../kit.ts";

/** Of the upper limit. */
export const UPPER_ERROR_RATE = 0.05;

/** How the upper limit of the share of seeds with a refutal falls as seeds are added. */
export function limitFigure(rows: readonly CellRow[]): Figure {
  const own = claimRows(rows, "seeds");
  const [most] = own.map(storedNumber("seeds"));
  return tailFigure({
    caption:
      `Upper Clopper-Pearson limit, 95 %, of the share of seeds at which a harness refutes a true claim, after 1 to ${most} seeds of its quick size. The ` +
      "claim holds if the limit ends at or below 0.01, the family-wise error that the rule of verdicts allows; 299 seeds without a refutal are what that takes.",
    source: "Clopper and Pearson (1934)",
    x: { label: "seeds", scale: "log" },
    y: { label: "upper limit of the share refuted" },
    panels: own.map((row) => {
      const refutedAt = row.values?.["refuted-at"] as readonly number[];
      const x = Array.from({ length: storedNumber("seeds")(row) }, (_, k) => k + 1);
      const refuted = (trials: number) => refutedAt.filter((seed) => seed <= trials).length;
      const limit = (trials: number) =>
        clopperPearsonUpper({ successes: refuted(trials), trials, errorRate: UPPER_ERROR_RATE });
      return {
        title: `${row.cell.harness}: ${refutedAt.length} of ${x.length} seeds`,
        estimates: [],
        theory: [
          { name: "upper limit, 95 %", x, y: x.map(limit) },
          {
            name: "family-wise error 0.01",
            x: [1, x.length],
            y: [FAMILY_ERROR_RATE, FAMILY_ERROR_RATE],
            role: "bound",
          },
        ],
      };
    }),
  });
}
